//! Outputs of a domain besides reports, such as the solutions alone.

use std::io::Write;
use std::time::Instant;

use clap::{Arg, ArgAction};
use tremaux_registry::{DirectOutput, DomainEntry};

use crate::failure::Failure;
use crate::instances::Arguments;
use crate::interrupt;
use crate::options::SearchOptions;

/// Options of searches that report, which would have no effect.
const NOT_APPLICABLE: [&str; 13] = [
    "algorithm",
    "heuristic",
    "tie_break",
    "threads",
    "nodes",
    "memory",
    "depth",
    "format",
    "visits",
    "solutions",
    "plot",
    "checkpoint",
    "resume",
];

/// The option.
pub(super) fn argument(output: &'static DirectOutput) -> Arg {
    Arg::new(output.name)
        .long(output.name)
        .action(ArgAction::SetTrue)
        .help_heading("Output")
        .conflicts_with_all(NOT_APPLICABLE)
        .help(output.help)
}

/// Writes the output. Returns the exit status: 1 if an instance was not solved.
pub(super) fn write(
    output: &DirectOutput,
    arguments: &Arguments,
    domain: &dyn DomainEntry,
    search: &SearchOptions,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let cancel = interrupt::token()?;
    let started = Instant::now();
    let (mut status, mut failure) = (0, None);
    arguments.write_directly(domain, output, &mut |line, is_solved| {
        failure = writeln!(out, "{line}").err();
        let is_late = search.time.is_some_and(|time| started.elapsed() >= time);
        if cancel.is_cancelled() || is_late {
            status = 3;
        } else if !is_solved {
            status = 1;
        }
        failure.is_none() && status != 3
    })?;
    failure.map_or(Ok(status), |error| Err(error.into()))
}
