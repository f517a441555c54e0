//! Results as they come: server-sent events from a search on a thread of its own.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tremaux_core::CancelToken;

use crate::refusal::Refusal;
use crate::slots::Slot;

/// How many events wait for a reader. A search whose reader is slower than that waits too.
const WAITING: usize = 8;

/// A reader who takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// The viewer of a search, from the side of the search.
pub(crate) struct Viewer {
    events: mpsc::Sender<Bytes>,
    cancel: CancelToken,
    runtime: tokio::runtime::Handle,
}

impl Viewer {
    /// The token that is cancelled when nobody looks any more.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Whether anybody looks.
    pub(crate) fn is_there(&self) -> bool {
        !self.cancel.is_cancelled()
    }

    /// Sends an event, and waits while too many are on the way. If the viewer is gone, or
    /// takes nothing for long, the search is cancelled.
    pub(crate) fn send(&self, event: &str, data: &impl Serialize) {
        if !self.is_there() {
            return;
        }
        let Ok(json) = serde_json::to_string(data) else {
            return self.cancel.cancel();
        };
        // JSON has no line breaks of its own.
        let bytes = Bytes::from(format!("event: {event}\ndata: {json}\n\n"));
        let sent = self
            .runtime
            .block_on(async { tokio::time::timeout(PATIENCE, self.events.send(bytes)).await });
        if !matches!(sent, Ok(Ok(()))) {
            self.cancel.cancel();
        }
    }
}

/// Runs `search` on a thread of its own, and answers with what it sends. The slot is given
/// back when the search ends; the search is cancelled when the answer is dropped.
pub(crate) fn stream(slot: Slot, search: impl FnOnce(&Viewer) + Send + 'static) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    let cancel = CancelToken::default();
    let runtime = tokio::runtime::Handle::current();
    let viewer = Viewer { events: sender, cancel: cancel.clone(), runtime };
    let started = std::thread::Builder::new().name("search".into()).spawn(move || {
        let _slot = slot;
        search(&viewer);
    });
    if started.is_err() {
        return Refusal::Busy.into_response();
    }
    let headers =
        [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(Events { receiver, cancel })).into_response()
}

/// The events of one search; dropped when the connection closes.
struct Events {
    receiver: mpsc::Receiver<Bytes>,
    cancel: CancelToken,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
