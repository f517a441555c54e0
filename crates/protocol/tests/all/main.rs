//! The protocols, with programs that speak them well and badly.

#[cfg(unix)]
mod client;
