//! The page: a server that runs searches and shows them in a browser.
//!
//! [`serve`] listens on the loopback address unless told otherwise, hands out the page, which
//! is embedded in the program, and runs what the page asks for: searches, analyses and trees,
//! on threads of their own, under [`Ceilings`], and for as long as somebody looks. Results
//! stream as server-sent events.
//!
//! A request names things by the registry's names and writes instances in the registry's
//! text; nothing in a request is ever taken as a path.
//!
//! ```no_run
//! let settings = tremaux_web::Settings { port: 8080, ..tremaux_web::Settings::default() };
//! tremaux_web::serve(&settings, |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer;
mod assets;
mod board;
mod catalogue;
mod connection;
mod generate;
mod guard;
mod limits;
mod path;
mod play;
mod refusal;
mod search;
mod server;
mod slots;
mod stream;
mod trace;
mod tree;

pub use limits::Ceilings;
pub use server::{Server, Settings, serve};
