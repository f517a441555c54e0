//! The program, run as scripts and people run it; one test program, built and linked once.

mod bad_input;
mod board_protocols;
#[cfg(unix)]
mod checkpoints;
mod chess;
mod chess_files;
#[cfg(unix)]
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod drawn_input;
mod examples;
mod family;
mod games;
#[cfg(unix)]
mod interrupt;
mod limits;
#[cfg(unix)]
mod match_programs;
mod mates;
mod odd_input;
mod one_rule;
mod paths;
mod plot;
mod prepared;
mod reproduce;
mod results;
mod support;
mod tables;
mod traces;
mod views;
