//! Whole games in the notation of the field, such as PGN.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tremaux_registry::game;

use crate::asked::Asked;
use crate::generate::option_values;
use crate::play::Played;
use crate::refusal::Refusal;
use crate::text::text;

/// A game as text.
#[derive(Debug, Serialize)]
struct Written {
    text: String,
}

/// Replies with a game as text.
pub(crate) fn write(asked: &Asked<'_>) -> Result<(), Refusal> {
    let played = asked.json::<Played>()?.open(&asked.limits())?;
    let text = played.record().ok_or(Refusal::NoRecords)?;
    asked.viewer.send_reply(&Written { text });
    Ok(())
}

/// A file of games to read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(deserialize_with = "text")]
    text: String,
}

/// Replies with the games of a file.
pub(crate) fn read(asked: &Asked<'_>) -> Result<(), Refusal> {
    let file: File = asked.json()?;
    let entry = game(&file.game)?;
    let options = option_values(entry.info().options, &file.options)?;
    entry.record_format().ok_or(Refusal::NoRecords)?;
    asked.viewer.send_reply(&entry.read_records(&options, &file.text)?);
    Ok(())
}
