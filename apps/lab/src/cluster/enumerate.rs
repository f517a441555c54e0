//! `tremaux lab cluster enumerate`: the states at each distance from the initial state.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use serde_json::json;
use tremaux_cli::failure::Failure;
use tremaux_cli::options::Format;
use tremaux_cli::output::{write_json_line, write_rows};
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;
use tremaux_cluster::{Enumeration, LevelCounts, Machines, enumerate_graph};
use tremaux_core::StateGraph;
use tremaux_registry::SCHEMA;
use tremaux_registry::quantity::{grouped, seconds_in_words};

use super::machines::{failed, when_interrupted};

/// The levels.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Levels")]
pub(super) struct EnumerateOptions {
    /// Folder of the levels, shared by all processes [default: a temporary one]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) folder: Option<PathBuf>,
    /// Go on with the levels in --folder, with any number of processes
    #[arg(long, requires = "folder")]
    pub(super) resume: bool,
    /// Last level, in actions from the initial state
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(super) depth: Option<u32>,
}

/// Counts the states of a graph level by level; returns the exit status.
pub(super) fn count(
    graph: Arc<dyn StateGraph>,
    machines: &Machines,
    how: &Enumeration,
    format: Format,
    invocation: Invocation<'_>,
) -> Result<u8, Failure> {
    let start = Instant::now();
    let levels = Arc::new(Mutex::new(Vec::new()));
    let (so_far, is_first) = (Arc::clone(&levels), machines.process == 0);
    let print = move |found: &LevelCounts, is_stopped, out: &mut dyn Write| {
        write(found, start.elapsed(), is_stopped, format, out)
    };
    when_interrupted(move || {
        if is_first {
            let counts = so_far.lock().map(|levels| levels.clone()).unwrap_or_default();
            let _ = print(&LevelCounts { counts, is_whole: false }, true, &mut stdout());
        }
    })?;
    let line = ProgressLine::new(invocation.global.quiet || !is_first, String::new());
    let total = Mutex::new(0);
    let progress = move |level: u32, states: u64, _| {
        levels.lock().expect("no thread panicked").push(states);
        let mut total = total.lock().expect("no thread panicked");
        *total += states;
        line.say(&format!("level {level}: {}, {} in all", grouped(states), grouped(*total)));
    };
    let Some(found) = enumerate_graph(graph, machines, how, Box::new(progress)).map_err(failed)?
    else {
        return Ok(0);
    };
    print(&found, false, invocation.out)?;
    Ok(if found.is_whole { 0 } else { 3 })
}

fn write(
    found: &LevelCounts,
    time: Duration,
    is_stopped: bool,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let total: u64 = found.counts.iter().sum();
    let rows = found.counts.iter().enumerate();
    let rows = rows.map(|(depth, states)| json!({ "depth": depth, "states": states }));
    let status = match (is_stopped, found.is_whole) {
        (true, _) => "stopped",
        (false, true) => "whole",
        (false, false) => "limit",
    };
    match format {
        Format::Json => {
            let report = json!({
                "schema": SCHEMA,
                "status": status,
                "states": total,
                "levels": found.counts,
                "seconds": time.as_secs_f64(),
            });
            write_json_line(out, &report)?;
        }
        Format::Text => {
            for (depth, states) in found.counts.iter().enumerate() {
                writeln!(out, "{depth:>5} {:>20}", grouped(*states))?;
            }
            let (states, levels) = (grouped(total), found.counts.len().saturating_sub(1));
            let proved = match status {
                "whole" => "the whole space",
                "limit" => "up to the depth limit, more may follow",
                _ => "stopped, more may follow",
            };
            let seconds = seconds_in_words(time.as_secs_f64());
            writeln!(out, "{states} states to depth {levels}: {proved}, {seconds}")?;
        }
        Format::Jsonl | Format::Csv | Format::Md => {
            write_rows(out, format, "depth states", rows)?;
        }
    }
    Ok(out.flush()?)
}
