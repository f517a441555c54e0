//! Requests as strict JSON.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use tremaux_registry::reading::{ReadLimits, TextSource, clean_text, read_text};

use crate::refusal::Refusal;
use crate::state::ServerState;

/// The body of a request as the value that its route expects.
///
/// Rejects a body that is too large, has another content type, is invalid JSON, or has a missing
/// or unknown field or one of the wrong type. The error says what was expected.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<ServerState> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &ServerState) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::NotJson);
        }
        let most = shared.ceilings().body;
        let too_large = || Refusal::TooLarge(format!("expected a body of at most {most} bytes"));
        let body = read_body(request, most, shared).await?.ok_or_else(too_large)?;
        let source = TextSource::Bytes("the body", &body);
        let body = read_text(source, &ReadLimits::at_most(most as u64));
        let body = body.map_err(|error| Refusal::Malformed(error.to_string()))?;
        let value = serde_json::from_str(&body.text);
        value.map(Self).map_err(|error| Refusal::Malformed(error.to_string()))
    }
}

/// A text that someone typed or uploaded, such as an instance or a file of games: without a byte
/// order mark, with `\n` at the end of each line.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(clean_text(&text).into_owned())
}

/// The whole body of a request; `None` if it is longer than `most`.
///
/// It has the same timeout as the head of a request.
pub(crate) async fn read_body(
    request: Request,
    most: usize,
    shared: &ServerState,
) -> Result<Option<Bytes>, Refusal> {
    let body = axum::body::to_bytes(request.into_body(), most);
    match tokio::time::timeout(shared.patience(), body).await {
        Ok(body) => Ok(body.ok()),
        Err(_) => Err(Refusal::TooSlow),
    }
}
