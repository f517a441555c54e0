//! The server: its settings and routes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tremaux_service::Ceilings;

use crate::connection::accept;
use crate::refusal::Refusal;
use crate::slots::Slots;
use crate::state::ServerState;
use crate::{api, assets, guard};

/// How to serve.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Maximum number of parallel searches; further requests are refused.
    pub searches: usize,
    /// Upper limits for every request.
    pub ceilings: Ceilings,
    /// Timeout for clients that neither send the rest of a request nor read the rest of an
    /// answer.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let listen = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (ceilings, patience) = (Ceilings::default(), Duration::from_secs(20));
        Self { listen, port: 0, searches: 8, ceilings, patience }
    }
}

/// A server that is listening but not answering yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    shared: ServerState,
}

impl Server {
    /// Starts to listen.
    ///
    /// # Errors
    ///
    /// Fails if the address or the port is not available.
    pub async fn bind(settings: &Settings) -> io::Result<Self> {
        let listener = TcpListener::bind((settings.listen, settings.port)).await?;
        let address = listener.local_addr()?;
        let Settings { searches, ceilings, patience, .. } = *settings;
        let shared = ServerState::new(address, ceilings, patience, Slots::new(searches));
        Ok(Self { listener, shared })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.shared.address()
    }

    /// A function that returns the number of free search slots.
    pub fn free_slots(&self) -> impl Fn() -> usize + Send + Sync + 'static + use<> {
        let slots = self.shared.slots().clone();
        move || slots.free()
    }

    /// Answers requests until `stop` completes.
    ///
    /// # Errors
    ///
    /// Fails if the listener does.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let patience = self.shared.patience();
        let router = router(self.shared);
        tokio::select! {
            // Do not wait for streams when the server stops: they may last long.
            () = stop => Ok(()),
            () = accept(self.listener, router, patience) => Ok(()),
        }
    }
}

fn router(shared: ServerState) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{name}", get(assets::file))
        .route("/api/{*name}", any(api::api))
        .fallback(async || Refusal::NOT_FOUND.into_response())
        .layer(axum::middleware::from_fn_with_state(shared.clone(), guard::guard))
        .with_state(shared)
}

/// Serves until the process is interrupted; calls `ready` with the address.
///
/// # Errors
///
/// Fails if the address or the port is not available.
pub fn serve(settings: &Settings, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    check_threads()?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(WORKERS).enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::bind(settings).await?;
        ready(server.address());
        server
            .run(async {
                tokio::select! {
                    () = interrupted() => (),
                    () = terminated() => (),
                }
            })
            .await
    });
    runtime.shutdown_background();
    result
}

/// The threads that answer requests; searches have their own.
const WORKERS: usize = 2;

/// Fails if the system does not start as many threads as the runtime needs, which would panic.
fn check_threads() -> io::Result<()> {
    let (leave, stay) = std::sync::mpsc::channel::<()>();
    let stay = std::sync::Arc::new(std::sync::Mutex::new(stay));
    let start = |_| {
        let stay = std::sync::Arc::clone(&stay);
        // All are there at the same time.
        std::thread::Builder::new().spawn(move || drop(stay.lock().map(|stay| stay.recv())))
    };
    // One more for the first search.
    let started: Vec<_> = (0..=WORKERS).map(start).collect();
    drop(leave);
    let mut result = Ok(());
    for thread in started {
        match thread {
            Ok(thread) => drop(thread.join()),
            Err(error) => {
                let told = format!("the system refused to start a thread: {error}");
                result = Err(io::Error::new(error.kind(), told));
            }
        }
    }
    result
}

/// Completes at Ctrl-C. Without a handler, that kills the process.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Completes at a request to terminate, where the system has such.
async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut requests) = signal(SignalKind::terminate()) {
            requests.recv().await;
            return;
        }
    }
    std::future::pending::<()>().await;
}
