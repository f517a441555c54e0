//! Requests as strict JSON.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::refusal::Refusal;
use crate::server::Shared;

/// The body of a request as the value that its route expects.
///
/// A body that is too large, not announced as JSON, broken, or has a field that is missing,
/// unknown or of another type is refused, and the refusal says what was expected.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Refusal::NotJson);
        }
        let most = shared.ceilings().body;
        let too_large = || Refusal::TooLarge(format!("expected a body of at most {most} bytes"));
        let body = whole(request, most, shared).await?.ok_or_else(too_large)?;
        let value = serde_json::from_slice(&body);
        value.map(Self).map_err(|error| Refusal::Malformed(error.to_string()))
    }
}

/// The whole body of a request; none if it is longer than `most`.
///
/// However slowly it comes, nothing waits for it longer than for a head.
pub(crate) async fn whole(
    request: Request,
    most: usize,
    shared: &Shared,
) -> Result<Option<Bytes>, Refusal> {
    let body = axum::body::to_bytes(request.into_body(), most);
    match tokio::time::timeout(shared.patience(), body).await {
        Ok(body) => Ok(body.ok()),
        Err(_) => Err(Refusal::TooSlow),
    }
}
