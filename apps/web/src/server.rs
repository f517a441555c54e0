//! The server: where it listens, and what it answers.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::connection::accept;
use crate::limits::Ceilings;
use crate::refusal::Refusal;
use crate::slots::Slots;
use crate::{assets, catalogue, generate, guard, path, play, search, trace, tree};

/// How to serve.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How many searches run at once; others are told to ask again.
    pub searches: usize,
    /// The most that one request may ask for.
    pub ceilings: Ceilings,
    /// How long to wait for whoever neither sends the rest of a request nor takes the rest of
    /// an answer.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let listen = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (ceilings, patience) = (Ceilings::default(), Duration::from_secs(20));
        Self { listen, port: 0, searches: 8, ceilings, patience }
    }
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct Shared(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    address: SocketAddr,
    ceilings: Ceilings,
    patience: Duration,
    slots: Slots,
}

impl Shared {
    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// The most that one request may ask for.
    pub(crate) fn ceilings(&self) -> &Ceilings {
        &self.0.ceilings
    }

    /// How long to wait for whoever sends nothing and takes nothing.
    pub(crate) fn patience(&self) -> Duration {
        self.0.patience
    }

    /// The searches that run.
    pub(crate) fn slots(&self) -> &Slots {
        &self.0.slots
    }
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    shared: Shared,
}

impl Server {
    /// Listens as `settings` say.
    ///
    /// # Errors
    ///
    /// Fails if the address or the port is not to be had.
    pub async fn bind(settings: &Settings) -> io::Result<Self> {
        let listener = TcpListener::bind((settings.listen, settings.port)).await?;
        let address = listener.local_addr()?;
        let slots = Slots::new(settings.searches);
        let Settings { ceilings, patience, .. } = *settings;
        let inner = Inner { address, ceilings, patience, slots };
        Ok(Self { listener, shared: Shared(Arc::new(inner)) })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.shared.address()
    }

    /// A way to ask how many searches more could run.
    pub fn free_slots(&self) -> impl Fn() -> usize + Send + Sync + 'static + use<> {
        let slots = self.shared.slots().clone();
        move || slots.free()
    }

    /// Answers requests until `stop` is done.
    ///
    /// # Errors
    ///
    /// Fails if the listener does.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let patience = self.shared.patience();
        let router = router(self.shared);
        tokio::select! {
            // Streams may last long: whoever stops the server does not wait for them.
            () = stop => Ok(()),
            () = accept(self.listener, router, patience) => Ok(()),
        }
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{name}", get(assets::file))
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/generate", post(generate::generate))
        .route("/api/search", post(search::search))
        .route("/api/path", post(path::path))
        .route("/api/trace", post(trace::write))
        .route("/api/trace/read", post(trace::read))
        .route("/api/trace/read/{search}", post(trace::read))
        .route("/api/tree", post(tree::tree))
        .route("/api/position", post(play::position))
        .route("/api/analyze", post(play::analyze))
        .fallback(async || Refusal::NotFound.into_response())
        .layer(axum::middleware::from_fn_with_state(shared.clone(), guard::guard))
        .with_state(shared)
}

/// Serves as `settings` say until the process is interrupted; `ready` is told the address.
///
/// # Errors
///
/// Fails if the address or the port is not to be had.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::bind(settings).await?;
        ready(server.address());
        server
            .run(async {
                // Without a handler there is no way to stop but the hard one.
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
            })
            .await
    });
    runtime.shutdown_background();
    result
}
