//! Checks of every request and headers of every answer.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;
use crate::state::ServerState;

/// No foreign content, no frames, no inline scripts. Scripts set styles as properties, which needs
/// no permission; pictures use `blob:` and `data:`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Rejects requests from other pages and for other hosts (DNS rebinding). Adds the headers of
/// every answer.
pub(crate) async fn guard(
    State(shared): State<ServerState>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match admit(request.headers(), request.method(), &shared) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(headers: &HeaderMap, method: &Method, shared: &ServerState) -> Result<(), Refusal> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|host| is_own_host(host, shared)) else {
        return Err(Refusal::Foreign("expected a `host` header with the address of this machine"));
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_own = |origin: &HeaderValue| origin.as_bytes() == format!("http://{host}").as_bytes();
    if !origins.all(is_own) {
        return Err(Refusal::Foreign("request refused: it comes from another page"));
    }
    // Another page may post a form without an `origin` header.
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if *method != Method::GET && matches!(site, Some("cross-site" | "same-site")) {
        return Err(Refusal::Foreign("request refused: it comes from another page"));
    }
    Ok(())
}

/// Whether a host is this machine: an address, `localhost`, or the address to listen on.
fn is_own_host(host: &str, shared: &ServerState) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, "80"),
    };
    if port.parse() != Ok(shared.address().port()) {
        return false;
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_address = bare.parse::<IpAddr>().is_ok();
    is_address || name.eq_ignore_ascii_case("localhost")
}
