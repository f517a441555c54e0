//! What every request must be, and what every answer says.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;
use crate::server::Shared;

/// Nothing from anywhere else, no frames, no inline scripts. Styles are set by scripts as
/// properties, which needs no leave; pictures are drawn into `blob:` and `data:`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Refuses requests that another page makes, and those for another host, which a name that
/// was bound anew to this address would be (DNS rebinding). Adds the headers of every answer.
pub(crate) async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
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
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(headers: &HeaderMap, method: &Method, shared: &Shared) -> Result<(), Refusal> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|host| is_own_host(host, shared)) else {
        return Err(Refusal::Foreign(
            "expected a `host` header that names this machine by address",
        ));
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let is_own = |origin: &HeaderValue| origin.as_bytes() == format!("http://{host}").as_bytes();
    if !origins.all(is_own) {
        return Err(Refusal::Foreign("expected a request from the page itself"));
    }
    // A page elsewhere may still post a form without an origin that says so.
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if *method != Method::GET && matches!(site, Some("cross-site" | "same-site")) {
        return Err(Refusal::Foreign("expected a request from the page itself"));
    }
    Ok(())
}

/// Whether a host is this machine, by an address or `localhost`, or by the name it was told
/// to listen on.
fn is_own_host(host: &str, shared: &Shared) -> bool {
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
