//! The engine as a module of WebAssembly: the requests of `tremaux-service` over a plain C
//! interface, for a browser's workers and for Node.
//!
//! The host asks for `room`, writes the name of a request and its body there, and calls
//! `answer`, which passes the parts of the answer to the host's `receive` as they come. Nothing
//! runs beside it: a host that wants to go on meanwhile runs the module in a worker, and ends that
//! to cancel, or has `receive` return 1.
//!
//! Imports of the module `tremaux`:
//!
//! - `now() -> f64`: the time in milliseconds since any fixed moment;
//! - `receive(name, name_len, data, data_len) -> u32`: a part of the answer, its name and UTF-8 (of
//!   a `file`, its MIME type, a zero and its bytes). 1 cancels the request.
//!
//! Names of parts are those of events, `reply` for a whole answer in JSON, `file`, and `refusal`
//! with a message and its position in JSON.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code, reason = "what is exported has a fixed name; the host only reads and writes")]

use std::cell::RefCell;
use std::time::Duration;

use tremaux_core::CancelToken;
use tremaux_service::{Ceilings, Reply, Viewer};

#[link(wasm_import_module = "tremaux")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn receive(name: usize, name_len: usize, data: usize, data_len: usize) -> u32;
}

thread_local! {
    /// The name of a request, then its body.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Passes a part of an answer to the host, and returns whether it wants no more.
fn pass(name: &str, data: &[u8]) -> bool {
    receive(name.as_ptr().addr(), name.len(), data.as_ptr().addr(), data.len()) == 1
}

/// The host as the one who asks.
struct Host(CancelToken);

impl Viewer for Host {
    fn cancel(&self) -> &CancelToken {
        &self.0
    }

    fn reply(&self, reply: Reply) {
        match reply {
            Reply::Json(json) => pass("reply", json.as_bytes()),
            Reply::File { kind, bytes } => pass("file", &[kind.as_bytes(), b"\0", &bytes].concat()),
        };
    }

    fn event(&self, name: &str, json: String) {
        if pass(name, json.as_bytes()) {
            self.0.cancel();
        }
    }
}

/// Returns the address of so many bytes, for the name of a request and its body.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> usize {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(len, 0);
        request.as_ptr().addr()
    })
}

/// Answers the request in the `room`, whose name has so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer(name_len: usize) {
    tremaux_core::clock::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    std::panic::set_hook(Box::new(|panic| {
        pass("panic", panic.to_string().as_bytes());
    }));
    let request = REQUEST.take();
    let (name, body) = request.split_at(name_len.min(request.len()));
    let name = String::from_utf8_lossy(name);
    let host = Host(CancelToken::default());
    if let Err(refusal) = tremaux_service::answer(&name, body, &Ceilings::default(), &host) {
        pass("refusal", refusal.to_json().to_string().as_bytes());
    }
}
