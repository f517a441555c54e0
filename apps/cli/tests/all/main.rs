//! The program, run as scripts and people run it; one test program, built and linked once.

mod bad_input;
mod board_protocols;
#[cfg(unix)]
mod checkpoints;
mod chess;
mod chess_files;
mod commands;
mod conventions;
mod drawn_input;
mod examples;
mod family;
mod games;
#[cfg(unix)]
mod interrupt;
mod lab;
mod limits;
mod mates;
mod odd_input;
mod one_rule;
mod paths;
mod plot;
mod prepared;
mod proofs;
mod results;
mod support;
mod tables;
mod traces;
mod views;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tremaux");

/// `tremaux`, to be given arguments.
fn tremaux() -> std::process::Command {
    support::program()
}
