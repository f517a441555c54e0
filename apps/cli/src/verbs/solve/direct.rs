//! Outputs of a domain besides reports, such as the solutions alone.

use std::io::Write;
use std::time::Instant;

use clap::{Arg, ArgAction};
use tremaux_core::Deadline;
use tremaux_registry::{DirectOutput, DomainEntry};

use crate::failure::Failure;
use crate::instances::{Arguments, worse};
use crate::interrupt;
use crate::options::SearchOptions;

/// Options of searches that report, which would have no effect.
const NOT_APPLICABLE: &str = "algorithm heuristic tie_break threads nodes memory depth format \
    visits solutions plot checkpoint resume";

/// The option.
pub(super) fn argument(output: &'static DirectOutput) -> Arg {
    Arg::new(output.name)
        .long(output.name)
        .action(ArgAction::SetTrue)
        .help_heading("Output")
        .conflicts_with_all(NOT_APPLICABLE.split_whitespace())
        .help(output.help)
}

/// Writes the output. Returns the exit status: 1 if an instance is proved to have no solution, 3 if
/// another was not solved.
pub(super) fn write(
    output: &DirectOutput,
    arguments: &Arguments,
    domain: &dyn DomainEntry,
    search: &SearchOptions,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let limits = search.limits(&interrupt::token()?);
    let deadline = Deadline::of(&limits, Instant::now());
    let (mut status, mut failure) = (0, None);
    arguments.write_directly(domain, output, &deadline, &mut |line, of_line| {
        failure = writeln!(out, "{line}").err();
        let is_late = deadline.reached().is_some();
        status = if is_late { 3 } else { worse(status, of_line) };
        failure.is_none() && !is_late
    })?;
    failure.map_or(Ok(status), |error| Err(error.into()))
}
