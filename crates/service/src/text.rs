//! Texts in requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::{Deserialize, Deserializer, Error};
use tremaux_registry::reading::clean_text;

/// A text that someone typed or uploaded, such as an instance or a file of games: without a byte
/// order mark, with `\n` at the end of each line.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(clean_text(&text).into_owned())
}

/// How many texts are kept.
const MOST_KEPT: usize = 8;

/// Texts by the names that requests gave them, the newest last.
static KEPT: Mutex<VecDeque<(String, Arc<str>)>> = Mutex::new(VecDeque::new());

/// An instance that changes a little from request to request, such as a map under a pointer.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Instance {
    Whole(String),
    /// To be kept under a name that nobody else guesses.
    Kept {
        keep: String,
        text: String,
    },
    /// One that was kept, with other bytes at some places.
    Edited {
        kept: String,
        edits: Vec<(usize, u8)>,
    },
}

/// Like [`text`], but may be the edits of a text that an earlier request had kept.
pub(crate) fn instance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = match Instance::deserialize(deserializer)? {
        Instance::Whole(text) => text,
        Instance::Kept { keep, text } => {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            kept.retain(|(name, _)| *name != keep);
            kept.push_back((keep, text.as_str().into()));
            let surplus = kept.len().saturating_sub(MOST_KEPT);
            kept.drain(..surplus);
            text
        }
        Instance::Edited { kept: name, edits } => {
            let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let known = kept.iter().find(|(known, _)| *known == name).map(|(_, text)| text.clone());
            drop(kept);
            let known = known.ok_or_else(|| D::Error::custom("this text is not kept here"))?;
            edited(&known, &edits).ok_or_else(|| D::Error::custom("an edit outside the text"))?
        }
    };
    Ok(clean_text(&text).into_owned())
}

/// The text with other bytes at some places; `None` if there is no such place, or no text.
fn edited(text: &str, edits: &[(usize, u8)]) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for &(at, byte) in edits {
        *bytes.get_mut(at)? = byte;
    }
    String::from_utf8(bytes).ok()
}
