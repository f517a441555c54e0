//! The integration tests, in one program: it is built and linked once.

mod corners;
mod cube;
mod cubies;
mod distances;
mod geometry;
mod pocket;
mod pocket_entry;
mod turn;
mod two_phases;
