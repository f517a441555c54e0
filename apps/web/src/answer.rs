//! Answers from a thread of their own: whole, or as server-sent events.

use std::cell::RefCell;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tremaux_core::CancelToken;
use tremaux_service::{Ceilings, Reply, Viewer};

use crate::refusal::Refusal;
use crate::slots::Slot;

/// Maximum number of pending events; a search waits for a slower reader.
const WAITING: usize = 8;

/// Timeout after which a reader counts as gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request whose body has been read.
pub(crate) struct Asking {
    /// The name of the request.
    pub(crate) name: String,
    pub(crate) body: Bytes,
    pub(crate) ceilings: Ceilings,
    /// The slot that it takes, if it takes one.
    pub(crate) slot: Option<Slot>,
}

/// A part of an answer.
enum Part {
    /// Events follow.
    Accepted,
    Reply(Reply),
    Event(Bytes),
    Refused(tremaux_service::Refusal),
}

fn event(name: &str, json: &str) -> Bytes {
    // JSON on one line contains no line breaks.
    Bytes::from(format!("event: {name}\ndata: {json}\n\n"))
}

/// The viewer at the other end of a connection, as seen by the work.
struct RemoteViewer {
    parts: mpsc::Sender<Part>,
    cancel: CancelToken,
    runtime: tokio::runtime::Handle,
    /// Returned before the last part is sent: whoever receives that may ask again at once.
    slot: RefCell<Option<Slot>>,
}

impl RemoteViewer {
    /// Sends a part, and waits while too many are pending. Cancels the work if the viewer leaves or
    /// reads nothing for a long time.
    fn send(&self, part: Part) {
        let sent = self
            .runtime
            .block_on(async { tokio::time::timeout(PATIENCE, self.parts.send(part)).await });
        if !matches!(sent, Ok(Ok(()))) {
            self.cancel.cancel();
        }
    }

    fn finish(&self, part: Part) {
        drop(self.slot.take());
        self.send(part);
    }
}

impl Viewer for RemoteViewer {
    fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    fn accept(&self) {
        self.send(Part::Accepted);
    }

    fn reply(&self, reply: Reply) {
        self.finish(Part::Reply(reply));
    }

    fn event(&self, name: &str, json: String) {
        self.send(Part::Event(event(name, &json)));
    }
}

/// Runs the request in its own thread. The slot is returned when the work ends, which is cancelled
/// when the answer is dropped.
pub(crate) async fn respond(asking: Asking) -> Result<Response, Refusal> {
    let Asking { name, body, ceilings, slot } = asking;
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut parts = Parts { receiver, first: None, cancel: CancelToken::default() };
    let (cancel, runtime) = (parts.cancel.clone(), tokio::runtime::Handle::current());
    let work = move || {
        let slot = RefCell::new(slot);
        let viewer = RemoteViewer { parts: sender, cancel, runtime, slot };
        if let Err(refusal) = tremaux_service::answer(&name, &body, &ceilings, &viewer) {
            viewer.finish(Part::Refused(refusal));
        }
    };
    // The runtime's own threads for such work would panic if the system starts none.
    let started = std::thread::Builder::new().name("search".into()).spawn(work);
    started.map_err(|_| Refusal::Busy)?;
    match parts.receiver.recv().await {
        Some(Part::Reply(Reply::Json(json))) => {
            Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
        }
        Some(Part::Reply(Reply::File { kind, bytes })) => {
            Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
        }
        Some(Part::Refused(refusal)) => Err(Refusal::Service(refusal)),
        Some(part) => {
            parts.first = Some(part);
            let kind = (header::CONTENT_TYPE, "text/event-stream");
            let headers = [kind, (header::CACHE_CONTROL, "no-store")];
            Ok((headers, Body::from_stream(parts)).into_response())
        }
        None => Err(Refusal::Busy),
    }
}

/// The parts of one answer; dropped when the connection closes.
struct Parts {
    receiver: mpsc::Receiver<Part>,
    first: Option<Part>,
    cancel: CancelToken,
}

impl Stream for Parts {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let part = match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => self.receiver.poll_recv(context),
        };
        part.map(|part| {
            Some(Ok(match part? {
                Part::Accepted => Bytes::new(),
                Part::Event(bytes) => bytes,
                Part::Refused(refusal) => event("refusal", &refusal.to_json().to_string()),
                Part::Reply(Reply::Json(json)) => Bytes::from(json),
                Part::Reply(Reply::File { bytes, .. }) => Bytes::from(bytes),
            }))
        })
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
