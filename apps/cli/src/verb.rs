//! A verb: its part of the command line and the function that runs it.

use std::ffi::OsString;
use std::io::Write;

use clap::{ArgMatches, Command};

use crate::failure::Failure;
use crate::options::GlobalOptions;
use crate::program::Program;
use crate::style::Style;

/// A verb of the program.
pub struct Verb {
    /// The name of its command.
    pub name: &'static str,
    /// Makes its part of the command line.
    pub command: fn() -> Command,
    /// Runs it; returns the exit status.
    pub run: fn(&ArgMatches, Invocation<'_>) -> Result<u8, Failure>,
}

/// What every verb receives besides its own arguments.
pub struct Invocation<'a> {
    /// The options of every verb.
    pub global: &'a GlobalOptions,
    /// How results on standard output are coloured.
    pub style: Style,
    /// The program, for verbs that print its command line.
    pub program: &'static Program,
    /// The command line as it was given.
    pub(crate) words: &'a [OsString],
    /// Standard output.
    pub out: &'a mut dyn Write,
}
