//! The files of the page, embedded in the program.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// A file of the page.
struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// All files of the page. No other name is served, and none is looked up on disk.
const ASSETS: &[Asset] = &[
    Asset {
        name: "index.html",
        kind: "text/html; charset=utf-8",
        bytes: include_bytes!("../dist/index.html"),
    },
    Asset {
        name: "page.js",
        kind: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../dist/page.js"),
    },
    Asset {
        name: "page.css",
        kind: "text/css; charset=utf-8",
        bytes: include_bytes!("../dist/page.css"),
    },
    Asset { name: "icon.svg", kind: "image/svg+xml", bytes: include_bytes!("../dist/icon.svg") },
];

/// The page itself.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    response(&ASSETS[0], &headers)
}

/// A file by its name.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => response(asset, &headers),
        None => Refusal::NOT_FOUND.into_response(),
    }
}

/// The file, or 304 if the browser has it already.
fn response(asset: &Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", fingerprint(asset.bytes));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers = [
        (header::CONTENT_TYPE, asset.kind),
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, asset.bytes).into_response()
}

/// A number that changes with the bytes (FNV-1a, Fowler, Noll and Vo 1991).
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
