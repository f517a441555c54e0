//! The page: a server that runs searches and shows them in a browser.
//!
//! [`serve`] listens on the loopback address by default, serves the embedded page, and runs the
//! searches, analyses and trees that the page requests: each in its own thread, within
//! [`Ceilings`], and until the viewer leaves. Results are streamed as server-sent events.
//!
//! The answers are those of `tremaux-service`; this crate carries them.
//!
//! ```no_run
//! let settings = tremaux_web::Settings { port: 8080, ..tremaux_web::Settings::default() };
//! tremaux_web::serve(&settings, |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod api;
mod assets;
mod connection;
mod guard;
mod refusal;
mod server;
mod slots;
mod state;

pub use tremaux_service::Ceilings;

pub use server::{Server, Settings, serve};
