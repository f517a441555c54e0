//! Texts in requests.

use serde::de::{Deserialize, Deserializer};
use tremaux_registry::reading::clean_text;

/// A text that someone typed or uploaded, such as an instance or a file of games: without a byte
/// order mark, with `\n` at the end of each line.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(clean_text(&text).into_owned())
}
