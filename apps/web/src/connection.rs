//! Connections: their maximum number and their timeouts.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep};

/// Maximum number of open connections; further ones wait until one is closed.
const MOST: usize = 512;

/// How long to wait after a connection that could not be accepted.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections forever and serves each with `router` in its own task.
///
/// A connection is closed if the head of a request takes longer than `patience` after the
/// previous answer, or if the client reads nothing of an answer for that long.
pub(crate) async fn accept(listener: TcpListener, router: Router, patience: Duration) {
    let open = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(leave) = Arc::clone(&open).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Too many open files, or the connection is already closed.
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Send steps without delay.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _leave = leave;
            let stream = TokioIo::new(StallTimeout::new(stream, patience));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(patience);
            // Errors of closed connections are ignored.
            let _ = http.serve_connection(stream, service).await;
        });
    }
}

/// A connection that fails if the client reads nothing for a long time.
struct StallTimeout {
    stream: TcpStream,
    patience: Duration,
    /// Deadline by which the client must read pending data.
    until: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl StallTimeout {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        let until = Box::pin(tokio::time::sleep(patience));
        Self { stream, patience, until, is_waiting: false }
    }

    /// The result of a write, or a timeout.
    fn waited<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !std::mem::replace(&mut self.is_waiting, true) {
            self.until.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.until.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for StallTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for StallTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.waited(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.waited(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.waited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
