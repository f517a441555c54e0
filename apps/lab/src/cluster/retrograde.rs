//! `tremaux lab cluster retrograde`: endings solved backwards, over threads and machines.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use serde_json::{Value, json};
use tremaux_cluster::retrograde;
use tremaux_core::Limits;
use tremaux_games::checkers::{Endings, English};
use tremaux_play::retrograde_analysis;
use tremaux_tables::{EndgameTable, EndgameValue, StoredTable};

use super::local;
use super::machines::{MachineOptions, failed};
use tremaux_cli::failure::Failure;
use tremaux_cli::options::{Format, FormatOption, format_of, with_subcommands};
use tremaux_cli::output::write_rows;
use tremaux_cli::program::Invocation;
use tremaux_registry::SCHEMA;
use tremaux_registry::quantity::{grouped, seconds_in_words};

/// The endings.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Endings")]
struct EndingsOptions {
    /// Most pieces on the board
    #[arg(long, value_name = "N", default_value = "3")]
    #[arg(value_parser = value_parser!(u32).range(1..=4))]
    pieces: u32,
    /// File for the table of all values
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    table: Option<PathBuf>,
    /// Solve the endings in one process, too, and compare all values
    #[arg(long)]
    check: bool,
}

/// The computation.
pub(super) fn command() -> Command {
    let checkers = EndingsOptions::augment_args(MachineOptions::augment_args(
        FormatOption::augment_args(Command::new("checkers")),
    ));
    let checkers = checkers
        .about("English checkers, without the draw by number of moves")
        .after_help("Example:\n  tremaux lab cluster retrograde checkers --pieces 3 --processes 2");
    with_subcommands(Command::new("retrograde"), "GAME", "Games")
        .about("Solves all endgames of a game by retrograde analysis")
        .subcommand(checkers)
}

/// Runs this process's part, or starts the processes; returns the exit status.
pub(super) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let options = MachineOptions::from_arg_matches(matches).expect("the options of a cluster");
    let EndingsOptions { pieces, table, check } =
        EndingsOptions::from_arg_matches(matches).expect("the endings");
    if options.hosts.is_none() {
        return local::start(options.processes as usize, false);
    }
    let machines = options.machines()?;
    let start = Instant::now();
    let endings: Arc<Endings<English>> = Arc::new(Endings::new(pieces));
    let name = format!("checkers-english-{pieces}");
    let Some(values) = retrograde(Arc::clone(&endings), &name, &machines).map_err(failed)? else {
        return Ok(0);
    };
    let seconds = start.elapsed().as_secs_f64();
    let differences = if check {
        let alone = retrograde_analysis(&*endings, &Limits::default())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let differs = |&(index, value): &(usize, &EndgameValue)| alone.get(index) != *value;
        Some(values.iter().enumerate().filter(differs).count())
    } else {
        None
    };
    if let Some(path) = &table {
        EndgameTable::new(&name, values.iter().copied()).save(path)?;
    }
    let results = Results::new(&values, differences);
    results.write(pieces, seconds, format_of(matches), invocation.out)?;
    Ok(u8::from(differences.is_some_and(|count| count > 0)))
}

/// What the endings are worth for the player to move.
struct Results {
    won: usize,
    drawn: usize,
    lost: usize,
    /// The plies of the longest win.
    longest: Option<u16>,
    /// How many values differ from those of one process, if these were computed.
    differences: Option<usize>,
}

impl Results {
    fn new(values: &[EndgameValue], differences: Option<usize>) -> Self {
        let count = |is: fn(&EndgameValue) -> bool| values.iter().filter(|it| is(it)).count();
        let plies = |value: &EndgameValue| match *value {
            EndgameValue::Win(plies) | EndgameValue::Loss(plies) => plies,
            _ => 0,
        };
        Self {
            won: count(|value| matches!(value, EndgameValue::Win(_))),
            drawn: count(|value| matches!(value, EndgameValue::Draw)),
            lost: count(|value| matches!(value, EndgameValue::Loss(_))),
            longest: values.iter().map(plies).max(),
            differences,
        }
    }

    fn write(
        &self,
        pieces: u32,
        seconds: f64,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Self { won, drawn, lost, longest, differences } = *self;
        if format == Format::Text {
            let [won, drawn, lost] = [won, drawn, lost].map(|count| grouped(count as u64));
            writeln!(out, "{won} won, {drawn} drawn, {lost} lost for the player to move")?;
            if let Some(longest) = longest {
                writeln!(out, "longest win: {longest} plies, {}", seconds_in_words(seconds))?;
            }
            match differences {
                Some(0) => writeln!(out, "All values are those of one process.")?,
                Some(count) => writeln!(out, "{} values differ", grouped(count as u64))?,
                None => {}
            }
            return Ok(out.flush()?);
        }
        let mut report: Value = json!({
            "schema": SCHEMA, "game": "checkers", "pieces": pieces, "won": won, "drawn": drawn,
            "lost": lost, "longest": longest, "seconds": seconds,
        });
        if let Some(differences) = differences {
            report["differences"] = differences.into();
        }
        match format {
            Format::Json | Format::Jsonl => writeln!(out, "{report}")?,
            format => write_rows(out, format, "pieces won drawn lost longest seconds", [report])?,
        }
        Ok(out.flush()?)
    }
}
