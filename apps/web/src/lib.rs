//! The page: a server that runs searches and shows them in a browser.
//!
//! [`serve`] listens on the loopback address by default, serves the embedded page, and runs the
//! searches, analyses and trees that the page requests: each in its own thread, within
//! [`Ceilings`], and until the viewer leaves. Results are streamed as server-sent events.
//!
//! Requests use the names and instance formats of the registry; nothing in a request is ever
//! used as a file path.
//!
//! ```no_run
//! let settings = tremaux_web::Settings { port: 8080, ..tremaux_web::Settings::default() };
//! tremaux_web::serve(&settings, |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod assets;
mod blocking;
mod board;
mod catalogue;
mod connection;
mod generate;
mod guard;
mod limits;
mod play;
mod record;
mod refusal;
mod request_body;
mod search;
mod server;
mod slots;
mod state;
mod step_sender;
mod stream;
mod trace;
mod tree;

pub use limits::Ceilings;
pub use server::{Server, Settings, serve};
