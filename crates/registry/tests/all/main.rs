//! The integration tests, in one program: it is built and linked once.

mod algorithms;
mod analysis_within_limits;
mod false_proofs;
mod fields;
mod games_of_files;
mod generated;
mod path_traces;
mod quantity;
mod recognised;
mod slices;
mod tables_in_memory;
mod texts;
mod trace_forms;
mod traces;
mod unsolvable;
