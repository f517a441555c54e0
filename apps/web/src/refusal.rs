//! Error answers.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tremaux_registry::RegistryError;
use tremaux_registry::reading::looks_like;

/// Why a request is rejected.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Invalid JSON, or a missing or unknown field.
    Malformed(String),
    /// The request is too large.
    TooLarge(String),
    /// The request timed out.
    TooSlow,
    /// The content type is not JSON.
    NotJson,
    /// The content type is not that of a trace.
    NotBytes,
    /// The request comes from another page, or is for another host.
    Foreign(&'static str),
    /// Invalid names, options or texts.
    Registry(RegistryError),
    /// The game has no notation of whole games.
    NoRecords,
    /// Too many searches are running.
    Busy,
    /// Unknown page.
    NotFound,
}

impl From<RegistryError> for Refusal {
    fn from(error: RegistryError) -> Self {
        Self::Registry(error)
    }
}

impl Refusal {
    /// The error message.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Malformed(message) | Self::TooLarge(message) => message.clone(),
            Self::TooSlow => "request timed out before it was complete".into(),
            Self::NotJson => "expected `content-type: application/json`".into(),
            Self::NotBytes => {
                "expected a trace file with `content-type: application/octet-stream`".into()
            }
            Self::Foreign(message) => (*message).into(),
            Self::Registry(error) => error.to_string(),
            Self::NoRecords => "the game has no notation of whole games".into(),
            Self::Busy => "too many searches are running: try again in a second".into(),
            Self::NotFound => "page not found".into(),
        }
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotJson | Self::NotBytes => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Foreign(_) => StatusCode::FORBIDDEN,
            Self::Registry(_) | Self::NoRecords => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::NotFound => StatusCode::NOT_FOUND,
        }
    }
}

/// Time before retrying, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = match &self {
            Self::Registry(error) => described(error),
            other => json!({ "message": other.message() }),
        };
        let mut response = (self.status(), Json(json!({ "error": error }))).into_response();
        if matches!(self, Self::Busy) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

/// The error with its position, if it has one, and what a refused instance looks like.
fn described(error: &RegistryError) -> serde_json::Value {
    let mut message = error.to_string();
    if let RegistryError::Instance { option: None, text, .. } = error
        && let Some(what) = looks_like(text)
    {
        message += &format!("; this looks like {what}");
    }
    match error.place() {
        Some((_, place)) => json!({
            "message": message,
            "line": place.line,
            "column": place.column,
            "offset": place.offset,
            "length": place.length,
            "found": place.found,
            "expected": place.expected,
        }),
        None => json!({ "message": message }),
    }
}
