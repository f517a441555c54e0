//! The integration tests, in one program: it is built and linked once.

mod cube;
mod distances;
mod geometry;
mod pocket;
mod pocket_entry;
