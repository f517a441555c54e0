//! The integration tests, in one program: it is built and linked once.

mod algorithms;
mod false_proofs;
mod path_traces;
mod trace_forms;
mod traces;
mod unsolvable;
