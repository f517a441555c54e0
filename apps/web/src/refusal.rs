//! Answers that say no, and why.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tremaux_registry::RegistryError;

/// Why a request is not answered as it was asked.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The request is no request: broken JSON, a field that is missing or unknown.
    Malformed(String),
    /// It is larger than requests may be.
    TooLarge(String),
    /// Its body is not announced as JSON.
    NotJson,
    /// It comes from another page, or asks for another host.
    Foreign(&'static str),
    /// Names, options or texts do not make a search.
    Registry(RegistryError),
    /// As many searches as may run are running.
    Busy,
    /// There is nothing there.
    NotFound,
}

impl From<RegistryError> for Refusal {
    fn from(error: RegistryError) -> Self {
        Self::Registry(error)
    }
}

/// How long to wait before asking again, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, error) = match &self {
            Self::Malformed(message) => (StatusCode::BAD_REQUEST, json!({ "message": message })),
            Self::TooLarge(message) => {
                (StatusCode::PAYLOAD_TOO_LARGE, json!({ "message": message }))
            }
            Self::NotJson => {
                let message = "expected a body with `content-type: application/json`";
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, json!({ "message": message }))
            }
            Self::Foreign(message) => (StatusCode::FORBIDDEN, json!({ "message": message })),
            Self::Registry(error) => (StatusCode::UNPROCESSABLE_ENTITY, described(error)),
            Self::Busy => {
                let message = "as many searches as may run at once are running: try again soon";
                (StatusCode::SERVICE_UNAVAILABLE, json!({ "message": message }))
            }
            Self::NotFound => (StatusCode::NOT_FOUND, json!({ "message": "there is no such page" })),
        };
        let mut response = (status, Json(json!({ "error": error }))).into_response();
        if matches!(self, Self::Busy) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}

/// The error with its place, if it has one.
fn described(error: &RegistryError) -> serde_json::Value {
    let message = error.to_string();
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
