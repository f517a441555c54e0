//! The integration tests, in one program: it is built and linked once.

mod aside;
mod files;
mod graphs;
mod lines;
mod paths;
mod several;
