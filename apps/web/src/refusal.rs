//! Error answers.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request is rejected.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What it asks.
    Service(tremaux_service::Refusal),
    /// The request is too large.
    TooLarge(usize),
    /// The request timed out.
    TooSlow,
    /// The content type is not the one expected.
    Kind(&'static str),
    /// The method is not the one expected.
    Method(&'static str),
    /// The request comes from another page, or is for another host.
    Foreign(&'static str),
    /// Too many searches are running.
    Busy,
}

impl Refusal {
    /// No such page.
    pub(crate) const NOT_FOUND: Self = Self::Service(tremaux_service::Refusal::NotFound);

    fn status(&self) -> StatusCode {
        match self {
            Self::Service(refusal) => {
                StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST)
            }
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Kind(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Foreign(_) => StatusCode::FORBIDDEN,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn to_json(&self) -> serde_json::Value {
        let message = match self {
            Self::Service(refusal) => return refusal.to_json(),
            Self::TooLarge(most) => format!("expected a body of at most {most} bytes"),
            Self::TooSlow => "request timed out before it was complete".into(),
            Self::Kind(kind) => format!("expected `content-type: {kind}`"),
            Self::Method(method) => format!("expected the method {method}"),
            Self::Foreign(message) => (*message).into(),
            Self::Busy => "too many searches are running: try again in a second".into(),
        };
        json!({ "message": message })
    }
}

/// Time before retrying, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response =
            (self.status(), Json(json!({ "error": self.to_json() }))).into_response();
        if matches!(self, Self::Busy) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
