//! The integration tests, in one program: it is built and linked once.

#[macro_use]
mod by_every_algorithm;

mod abstraction;
mod closures;
mod distances;
mod examples;
mod game_trees;
mod games;
mod korf_nodes;
mod paths_of_closures;
mod serde;
mod signature;
mod starts;
