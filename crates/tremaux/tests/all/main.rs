//! The integration tests, in one program: it is built and linked once.

mod abstraction;
mod closures;
mod distances;
mod examples;
mod games;
mod korf_nodes;
mod serde;
mod signature;
mod starts;
