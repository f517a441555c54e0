//! `tremaux check`: judges proofs in files.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, ValueHint, value_parser};
use serde_json::json;
use tremaux_registry::SCHEMA;

use crate::failure::Failure;
use crate::input::{TextSource, open_text};
use crate::options::{Format, FormatOption, format_of};
use crate::program::Invocation;
use crate::visible::{self, visible};

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let files = Arg::new("files").value_name("FILE").required(true).num_args(1..);
    let kinds: Vec<&str> = tremaux_check::kinds().into_iter().map(|(kind, _)| kind).collect();
    FormatOption::augment_args(Command::new("check"))
        .about("Judges proofs in files, by rules and estimates of its own")
        .arg(
            files
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .help("Proof (plain, gzip or zstd), or `-` for standard input"),
        )
        .after_help(format!(
            "`solve`, `path` and `analyze` write proofs with --proof FILE. Known are {}.\n\
             docs/proofs.md describes the format.\n\nExample:\n  \
             tremaux solve tiles \"1 2 3 / 4 0 6 / 7 5 8\" --proof /tmp/eight.proof\n  \
             tremaux check /tmp/eight.proof\n\n\
             Exit status: 0 all accepted; 1 one is refused; 2 one cannot be read.",
            kinds.join(", ")
        ))
}

/// Judges the files; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let (format, mut status, mut rows) = (format_of(matches), 0, Vec::new());
    if !matches!(format, Format::Text | Format::Json | Format::Jsonl) {
        return Err(Failure::Usage("--format: expected text, json or jsonl".into()));
    }
    for path in matches.get_many::<PathBuf>("files").into_iter().flatten() {
        let name = path.display().to_string();
        let name = visible(&name);
        let file = match open_text(TextSource::file_or_standard_input(path)) {
            Ok(file) => file,
            Err(error) => {
                visible::tell(&Failure::from(error).to_string());
                status = 2;
                continue;
            }
        };
        let judged = tremaux_check::check(file);
        let mut row = json!({ "schema": SCHEMA, "file": name, "accepted": judged.is_ok() });
        let text = match judged {
            Err(refused) if refused.is_unreadable => {
                visible::tell(&format!("{name}: {refused}"));
                status = 2;
                continue;
            }
            Ok(accepted) => {
                let tremaux_check::Accepted { claim, closed, steps } = accepted;
                row["claim"] = json!(claim);
                (row["closed"], row["steps"]) = (json!(closed), json!(steps));
                match closed {
                    0 => format!("accepted: {claim}"),
                    _ => format!("accepted: {claim} (closed states: {closed}, steps: {steps})"),
                }
            }
            Err(refused) => {
                status = status.max(1);
                (row["line"], row["reason"]) = (json!(refused.line), json!(refused.reason));
                format!("refused: {}", visible(&refused.to_string()))
            }
        };
        match format {
            Format::Text => writeln!(invocation.out, "{name}: {text}")?,
            Format::Jsonl => writeln!(invocation.out, "{row}")?,
            _ => rows.push(row),
        }
    }
    match &rows[..] {
        [] => {}
        [row] => writeln!(invocation.out, "{row}")?,
        rows => writeln!(invocation.out, "{}", json!(rows))?,
    }
    Ok(status)
}
