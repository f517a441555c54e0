//! Requests of the page, each answered in a thread of its own.

use axum::extract::{Path, Request, State};
use axum::http::{Method, header};
use axum::response::Response;
use tremaux_service::Body;

use crate::answer::{Asking, respond};
use crate::refusal::Refusal;
use crate::state::ServerState;

/// Answers `/api/{name}` by the request of that name.
pub(crate) async fn api(
    State(shared): State<ServerState>,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (known, _) = tremaux_service::Request::named(&name).ok_or(Refusal::NOT_FOUND)?;
    let (method, kind, most) = match known.body {
        Body::None => (Method::GET, None, 0),
        Body::Json => (Method::POST, Some("application/json"), shared.ceilings().body),
        Body::File(most) => (Method::POST, Some("application/octet-stream"), most),
    };
    if *request.method() != method {
        return Err(Refusal::Method(if method == Method::GET { "GET" } else { "POST" }));
    }
    let found = request.headers().get(header::CONTENT_TYPE);
    let found = found.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let found = found.split(';').next().unwrap_or_default().trim();
    if let Some(kind) = kind.filter(|kind| !found.eq_ignore_ascii_case(kind)) {
        return Err(Refusal::Kind(kind));
    }
    // What is always the same needs no slot.
    let slot = if known.body == Body::None { None } else { Some(shared.slots().take()?) };
    let body = axum::body::to_bytes(request.into_body(), most);
    // It has the same timeout as the head of a request.
    let body = tokio::time::timeout(shared.patience(), body).await;
    let body = body.map_err(|_| Refusal::TooSlow)?.map_err(|_| Refusal::TooLarge(most))?;
    respond(Asking { name, body, ceilings: *shared.ceilings(), slot }).await
}
