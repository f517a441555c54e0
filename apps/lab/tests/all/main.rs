//! The program, run as scripts and people run it; one test program, built and linked once.
//!
//! Experiments start `tremaux`, which cargo builds beside it for tests of the workspace.

#[cfg(unix)]
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod errors;
mod examples;
mod forms;
#[cfg(unix)]
mod match_programs;
mod matches;
mod reproduce;
#[path = "../../../cli/tests/all/support/mod.rs"]
mod support;
mod tuning;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tremaux-lab");

/// `tremaux`, to be given arguments.
fn tremaux() -> std::process::Command {
    let beside = std::path::Path::new(PROGRAM).with_file_name("tremaux");
    assert!(beside.exists(), "missing: run `cargo build --workspace --all-features --bin tremaux`");
    support::command(beside)
}
