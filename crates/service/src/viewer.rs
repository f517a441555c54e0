//! Who asks.

use serde::Serialize;
use tremaux_core::CancelToken;

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A value as JSON.
    Json(String),
    /// A file.
    File {
        /// Its MIME type.
        kind: &'static str,
        /// What it contains.
        bytes: Vec<u8>,
    },
}

/// Who asks, as seen by the work: receives one [`Reply`], or events until the work is over.
pub trait Viewer {
    /// The token that is cancelled when the viewer leaves.
    fn cancel(&self) -> &CancelToken;

    /// The request is right, and events follow: what fails from now on is a part of the answer.
    fn accept(&self) {}

    /// Receives the whole answer.
    fn reply(&self, reply: Reply);

    /// Receives an event: its name, and its data as JSON on one line.
    fn event(&self, name: &str, json: String);
}

impl dyn Viewer + '_ {
    /// Whether the viewer is still there.
    pub(crate) fn is_there(&self) -> bool {
        !self.cancel().is_cancelled()
    }

    /// Sends an event.
    pub(crate) fn send(&self, event: &str, data: &impl Serialize) {
        if self.is_there() {
            match serde_json::to_string(data) {
                Ok(json) => self.event(event, json),
                Err(_) => self.cancel().cancel(),
            }
        }
    }

    /// Sends the whole answer as JSON.
    pub(crate) fn send_reply(&self, data: &impl Serialize) {
        if let Ok(json) = serde_json::to_string(data) {
            self.reply(Reply::Json(json));
        }
    }
}
