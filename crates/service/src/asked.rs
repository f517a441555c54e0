//! One question, as strict JSON.

use serde::de::DeserializeOwned;
use tremaux_core::Limits;
use tremaux_registry::reading::{ReadLimits, TextSource, read_text};

use crate::ceilings::{Ceilings, RequestLimits};
use crate::refusal::Refusal;
use crate::viewer::Viewer;

/// One question.
pub(crate) struct Asked<'a> {
    /// What follows the name of the request, such as a number.
    pub(crate) rest: &'a str,
    pub(crate) body: &'a [u8],
    pub(crate) ceilings: &'a Ceilings,
    pub(crate) viewer: &'a dyn Viewer,
}

impl Asked<'_> {
    /// The limits of work that has none of its own.
    pub(crate) fn limits(&self) -> Limits {
        RequestLimits::default().within(self.ceilings, self.viewer.cancel())
    }

    /// The body as the value that the request expects.
    ///
    /// Rejects a body that is too large, is invalid JSON, or has a missing or unknown field or one
    /// of the wrong type. The error says what was expected.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let most = self.ceilings.body;
        if self.body.len() > most {
            return Err(Refusal::TooLarge(format!("expected a body of at most {most} bytes")));
        }
        let source = TextSource::Bytes("the body", self.body);
        let body = read_text(source, &ReadLimits::at_most(most as u64));
        let body = body.map_err(|error| Refusal::Malformed(error.to_string()))?;
        serde_json::from_str(&body.text).map_err(|error| Refusal::Malformed(error.to_string()))
    }
}
