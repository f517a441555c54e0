//! The integration tests, in one program: it is built and linked once.

mod charts;
mod svg;
mod tidy_tree;
