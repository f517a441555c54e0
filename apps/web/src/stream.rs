//! Streaming results: server-sent events from a search in its own thread.

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

/// Maximum number of pending events; a search waits for a slower reader.
const WAITING: usize = 8;

/// Timeout after which a reader counts as gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// The viewer of a search, as seen by the search.
pub(crate) struct Viewer {
    events: mpsc::Sender<Bytes>,
    cancel: CancelToken,
    runtime: tokio::runtime::Handle,
}

impl Viewer {
    /// The token that is cancelled when the viewer leaves.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Whether the viewer is still connected.
    pub(crate) fn is_there(&self) -> bool {
        !self.cancel.is_cancelled()
    }

    /// Sends an event, and waits while too many are pending. Cancels the search if the viewer
    /// leaves or reads nothing for a long time.
    pub(crate) fn send(&self, event: &str, data: &impl Serialize) {
        if !self.is_there() {
            return;
        }
        let Ok(json) = serde_json::to_string(data) else {
            return self.cancel.cancel();
        };
        // Serialized JSON contains no line breaks.
        let bytes = Bytes::from(format!("event: {event}\ndata: {json}\n\n"));
        let sent = self
            .runtime
            .block_on(async { tokio::time::timeout(PATIENCE, self.events.send(bytes)).await });
        if !matches!(sent, Ok(Ok(()))) {
            self.cancel.cancel();
        }
    }
}

/// Runs `search` in its own thread and streams the events that it sends. The slot is returned
/// when the search ends; the search is cancelled when the answer is dropped.
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
