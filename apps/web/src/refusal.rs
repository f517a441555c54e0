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
    /// It does not come to its end.
    TooSlow,
    /// Its body is not announced as JSON.
    NotJson,
    /// It is no trace, as its content type says.
    NotBytes,
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

impl Refusal {
    /// What went wrong, in words.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Malformed(message) | Self::TooLarge(message) => message.clone(),
            Self::TooSlow => "expected the rest of the request sooner".into(),
            Self::NotJson => "expected a body with `content-type: application/json`".into(),
            Self::NotBytes => {
                "expected a trace with `content-type: application/octet-stream`".into()
            }
            Self::Foreign(message) => (*message).into(),
            Self::Registry(error) => error.to_string(),
            Self::Busy => "as many searches as may run at once are running: try again soon".into(),
            Self::NotFound => "there is no such page".into(),
        }
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotJson | Self::NotBytes => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Foreign(_) => StatusCode::FORBIDDEN,
            Self::Registry(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::NotFound => StatusCode::NOT_FOUND,
        }
    }
}

/// How long to wait before asking again, in seconds.
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
