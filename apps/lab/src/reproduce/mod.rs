//! `tremaux lab reproduce`.

mod checkpoint;
mod sheet;

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint, value_parser};
use serde_json::{Value, json};
use tremaux_core::CancelToken;
use tremaux_reproduce::{
    Change, Code, Compute, Context, Effort, Entry, Event, Kind, NOT_YET, NotYet, Obtained, Origin,
    Outcome, Printed, TABLES, Table, Verdict, find, names, quick,
};

use tremaux_cli::failure::Failure;
use tremaux_cli::interrupt;
use tremaux_cli::options::Format;
use tremaux_cli::output::{Rows, write_rows};
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;
use tremaux_cli::style::Style;
use tremaux_registry::quantity::{self, seconds_in_words};

use checkpoint::CheckpointedCases;
use sheet::{Markup, Sheet};

/// Table format: text, a JSON list, one JSON object per line, comma-separated values with a
/// header, Markdown, or LaTeX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReproduceFormat {
    Text,
    Json,
    Jsonl,
    Csv,
    Md,
    Latex,
}

impl ReproduceFormat {
    /// The format of rows, if it is one.
    fn of_rows(self) -> Option<Format> {
        match self {
            Self::Json => Some(Format::Json),
            Self::Jsonl => Some(Format::Jsonl),
            Self::Csv => Some(Format::Csv),
            Self::Text | Self::Md | Self::Latex => None,
        }
    }
}

/// A row with its table.
type NamedRow = (&'static Table, &'static Entry);

/// The options of the verb.
#[derive(Clone, Debug, Args)]
struct Options {
    /// Tables or rows, such as `7-2` or `7-2/good` [default: those that fit in two minutes]
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// Recompute everything: takes over an hour, then rows that take hours each
    #[arg(long, conflicts_with = "tables")]
    all: bool,
    /// List tables and rows without computing them, and what is still missing
    #[arg(long)]
    list: bool,
    /// Exit with 0 even if rows are not computed because their data file is missing
    #[arg(long)]
    allow_missing: bool,
    /// Random seed of the statistical rows
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of random instances of each statistical row that does not fix it
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = value_parser!(u64).range(100..=1_000_000))]
    trials: u64,
    /// Number of threads; does not affect the figures
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Break one convention of the source on purpose, to see its effect
    #[arg(long, value_name = "CONVENTION", value_parser = Change::ALL.map(|(name, _)| name))]
    change: Option<String>,
    /// Time limit: 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    time: Option<Duration>,
    /// Save progress of long rows to this file, and resume from it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    checkpoint: Option<PathBuf>,
    /// Table format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: ReproduceFormat,
}

const EXAMPLES: &str = "\
Examples:
  tremaux lab reproduce
  tremaux lab reproduce 7-2
  tremaux lab reproduce 7-3 growth --threads 2
  tremaux lab reproduce 7-2 --change ties
  tremaux lab reproduce --list
  tremaux lab reproduce --all --format md > docs/reproduced.md
  tremaux lab reproduce sokoban/table-long --threads 2 --checkpoint sokoban.json

A row is exact (must agree to the last printed digit), statistical (within four standard errors
of the difference of two samples) or for orientation (for comparison only). Statistical rows say
the smallest error that they would detect in 19 of 20 runs, in percent of the figure. `--change
ties`, `open`, `reopening` or `goal-test` breaks a convention on purpose.

Exit status: 0 all rows agree; 1 an exact row differs, a statistical row is outside its interval,
or a row for orientation differs from what this program gave before: standard error lists them;
2 bad usage; 3 not everything was computed: time limit reached, Ctrl-C pressed, or a data file
missing (unless --allow-missing). Rows whose board is unknown do not count as missing.";

/// The verb.
pub(crate) fn command() -> Command {
    Options::augment_args(Command::new("reproduce"))
        .about("Recomputes published figures and fails if an exact one differs")
        .after_help(EXAMPLES)
}

/// Recomputes the requested rows; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let options = Options::from_arg_matches(matches).expect("the options of the verb");
    let rows = options.rows()?;
    if options.list {
        let not_yet = if options.tables.is_empty() { NOT_YET.as_slice() } else { &[] };
        return list(&rows, not_yet, options.format, style, out);
    }
    let saved = options.checkpoint.as_deref().map(|path| {
        CheckpointedCases::at(path, options.seed, options.trials, options.change.as_deref())
    });
    let saved = saved.transpose()?;
    let started = Instant::now();
    let line = Arc::new(Mutex::new(RowsLine::new(global.quiet, rows.len())));
    let shown = Arc::clone(&line);
    let cancel = interrupt::token()?;
    let mut context = options.context(&cancel).with_listener(Arc::new(move |message: &str| {
        locked(&shown).say(message);
    }));
    let unsaved = Arc::new(Mutex::new(None));
    if let Some(saved) = saved {
        context = saved.kept_by(context, &cancel, &unsaved);
    }
    let mut writer = Writer {
        out,
        style,
        options: &options,
        waiting: Vec::new(),
        rows: options.format.of_rows().map(|format| Rows::new(format, CSV_COLUMNS)),
    };
    writer.begin(options.change())?;
    let (outcomes, complaints) = recompute(&rows, &context, &line, &mut writer, &cancel)?;
    writer.finish(&outcomes, started.elapsed())?;
    if let Some(failure) = locked(&unsaved).take() {
        return Err(failure.after_result());
    }
    Ok(options.status(&outcomes, &complaints))
}

impl Options {
    /// The rows that are asked for, each once.
    fn rows(&self) -> Result<Vec<NamedRow>, Failure> {
        let mut rows = Vec::new();
        for name in &self.tables {
            rows.extend(find(name).ok_or_else(|| unknown(name))?);
        }
        if self.tables.is_empty() {
            rows = if self.all || self.list { find("all").unwrap_or_default() } else { quick() };
        }
        let mut asked = std::collections::HashSet::new();
        rows.retain(|(_, entry)| asked.insert(entry.id));
        Ok(rows)
    }

    /// The convention to break.
    fn change(&self) -> Option<Change> {
        let change = self.change.as_deref();
        Change::ALL.iter().find(|(name, _)| Some(*name) == change).map(|(_, it)| *it)
    }

    fn context(&self, cancel: &CancelToken) -> Context {
        let context = Context::default()
            .with_seed(self.seed)
            .with_trials(self.trials as usize)
            .with_change(self.change())
            .with_cancel(cancel.clone());
        match self.time {
            Some(time) => context.with_time(time),
            None => context,
        }
    }

    /// Says what differs and what lacks data; returns the exit status.
    fn status(&self, outcomes: &[Outcome], complaints: &[String]) -> u8 {
        for complaint in complaints {
            let _ = writeln!(std::io::stderr(), "differs: {complaint}");
        }
        let lacking: Vec<&Outcome> = outcomes.iter().filter(|it| it.lacks_data()).collect();
        for outcome in &lacking {
            let needs = outcome.needs().unwrap_or_default();
            let _ =
                writeln!(std::io::stderr(), "not computed: {}: needs {needs}", outcome.entry.id);
        }
        let has = |verdict| outcomes.iter().any(|outcome| outcome.verdict() == verdict);
        match () {
            () if has(Verdict::Differs) => 1,
            () if has(Verdict::Stopped) || has(Verdict::SoFar) => 3,
            () if !lacking.is_empty() && !self.allow_missing => 3,
            () => 0,
        }
    }
}

/// Recomputes rows and writes each when it is done; returns them with what is wrong with them.
fn recompute(
    rows: &[NamedRow],
    context: &Context,
    line: &Mutex<RowsLine>,
    writer: &mut Writer<'_>,
    cancel: &CancelToken,
) -> Result<(Vec<Outcome>, Vec<String>), Failure> {
    let (mut failed, mut complaints) = (Ok(()), Vec::new());
    let threads = writer.options.threads as usize;
    let outcomes = tremaux_reproduce::run(rows, context, threads, &mut |event| match event {
        Event::Begun(entry) => locked(line).begin(entry.id),
        Event::Done(outcome) => {
            complaints.extend(outcome.complaints());
            if failed.is_ok() {
                let mut line = locked(line);
                line.line.clear();
                failed = writer.add(outcome);
                line.end();
                if failed.is_err() {
                    // The output is closed.
                    cancel.cancel();
                }
            }
        }
    });
    locked(line).line.clear();
    failed.map(|()| (outcomes, complaints))
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress in rows.
struct RowsLine {
    line: ProgressLine,
    is_quiet: bool,
    done: usize,
    all: usize,
    /// The row that was begun last.
    row: &'static str,
}

impl RowsLine {
    fn new(is_quiet: bool, all: usize) -> Self {
        let line = ProgressLine::new(is_quiet, String::new());
        Self { line, is_quiet, done: 0, all, row: "" }
    }

    fn begin(&mut self, row: &'static str) {
        self.row = row;
        self.line.say(&self.words(""));
    }

    fn say(&self, message: &str) {
        self.line.say(&self.words(message));
    }

    fn end(&mut self) {
        self.done += 1;
        // A cleared line cannot be shown again.
        self.line = ProgressLine::new(self.is_quiet, String::new());
        self.line.say(&self.words(""));
    }

    fn words(&self, message: &str) -> String {
        let Self { done, all, row, .. } = self;
        let gap = if message.is_empty() { "" } else { ": " };
        format!("{done} of {all} rows · {row}{gap}{message}")
    }
}

fn unknown(name: &str) -> Failure {
    let near = tremaux_registry::nearest_names(name, names());
    let known = if near.is_empty() {
        TABLES.iter().map(|table| table.name).collect::<Vec<_>>().join(", ")
    } else {
        near.join(", ")
    };
    Failure::Usage(format!("no table or row `{name}`; expected {known}"))
}

/// Writes tables row by row.
struct Writer<'a> {
    out: &'a mut dyn Write,
    style: Style,
    options: &'a Options,
    /// The rows of the current, incomplete table.
    waiting: Vec<Outcome>,
    /// The rows, in a format of rows.
    rows: Option<Rows>,
}

impl Writer<'_> {
    fn markup(&self) -> Option<Markup> {
        match self.options.format {
            ReproduceFormat::Text => Some(Markup::Text(self.style)),
            ReproduceFormat::Md => Some(Markup::Markdown),
            ReproduceFormat::Latex => Some(Markup::Latex),
            _ => None,
        }
    }

    /// Writes the text before all tables.
    fn begin(&mut self, change: Option<Change>) -> Result<(), Failure> {
        let Options { seed, trials, .. } = self.options;
        let changed = change.map_or(String::new(), |it| format!("; {} on purpose", it.in_words()));
        match self.options.format {
            ReproduceFormat::Md => writeln!(
                self.out,
                "# Published figures, recomputed\n\nPrinted figures beside those that this program \
                 computes: version {}, seed {seed}, {trials} trials{changed}. Rows are *exact* \
                 (equal to the last printed digit), *statistical* (within four standard errors \
                 of the difference of two samples) or for *orientation* (for comparison only: \
                 the source does not state everything that the figure depends on). *detects* is \
                 the smallest error that a statistical row would detect in 19 of 20 runs. A figure \
                 that ours is compared with is *printed* in the source, of a row wholly or \
                 *partly*; or it comes from a run of the authors' *library*, or from other \
                 *literature*. Commands give the figures of a row without this table.",
                env!("CARGO_PKG_VERSION"),
            )?,
            ReproduceFormat::Latex => writeln!(
                self.out,
                "% tremaux {}, seed {seed}, {trials} trials{changed}. Needs the package booktabs.",
                env!("CARGO_PKG_VERSION"),
            )?,
            ReproduceFormat::Text => {
                writeln!(self.out, "seed {seed}, {trials} trials{changed}")?;
            }
            ReproduceFormat::Json | ReproduceFormat::Jsonl | ReproduceFormat::Csv => {}
        }
        Ok(self.out.flush()?)
    }

    fn add(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        match &mut self.rows {
            Some(rows) if self.options.format == ReproduceFormat::Csv => {
                for row in csv_rows(outcome) {
                    rows.write(self.out, &row)?;
                }
            }
            Some(rows) => rows.write(self.out, &object(outcome))?,
            // Only counted in the summary.
            None if outcome.verdict() == Verdict::Stopped => {}
            None => {
                let table = outcome.table.name;
                if self.waiting.first().is_some_and(|first| first.table.name != table) {
                    self.write_table()?;
                }
                self.waiting.push(outcome.clone());
            }
        }
        Ok(self.out.flush()?)
    }

    fn write_table(&mut self) -> Result<(), Failure> {
        let outcomes = std::mem::take(&mut self.waiting);
        if let (Some(markup), Some(sheet)) = (self.markup(), Sheet::of(&outcomes)) {
            sheet.write(markup, self.out)?;
        }
        Ok(self.out.flush()?)
    }

    /// Writes the text after all tables.
    fn finish(&mut self, outcomes: &[Outcome], time: Duration) -> Result<(), Failure> {
        self.write_table()?;
        let count = |kind: Option<Kind>, verdict| {
            let is_meant = |outcome: &&Outcome| {
                kind.is_none_or(|kind| outcome.entry.kind == kind) && outcome.verdict() == verdict
            };
            outcomes.iter().filter(is_meant).count()
        };
        let counts = [
            (count(Some(Kind::Exact), Verdict::Equal), "exact rows equal"),
            (count(Some(Kind::Exact), Verdict::Differs), "exact rows DIFFER"),
            (count(None, Verdict::Within), "statistical rows within their intervals"),
            (count(Some(Kind::Statistical), Verdict::Differs), "statistical rows OUTSIDE"),
            (count(None, Verdict::Beside), "rows for comparison only"),
            (count(None, Verdict::SoFar), "rows incomplete (stopped)"),
            (count(None, Verdict::Needs), "rows not computed (something is missing)"),
            (count(None, Verdict::Stopped), "rows stopped or not started"),
        ];
        let words: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| match count {
                1 => format!("1 {}", what.replacen("rows", "row", 1).replace("their", "its")),
                count => format!("{count} {what}"),
            })
            .collect();
        let summary = words.join(", ");
        let codes = rows_in_words(outcomes);
        match self.options.format {
            ReproduceFormat::Text => {
                let time = seconds_in_words(time.as_secs_f64());
                writeln!(self.out, "\n{}, in {time}", self.style.strong(&summary))?;
                if let Some(codes) = codes {
                    writeln!(self.out, "{codes}")?;
                }
            }
            ReproduceFormat::Md => {
                let codes = codes.map_or(String::new(), |codes| format!(" {codes}"));
                writeln!(self.out, "\n## Summary\n\n{summary}.{codes}")?;
            }
            ReproduceFormat::Latex => {
                writeln!(self.out, "\n% {summary}\n% {}", codes.unwrap_or_default())?;
            }
            ReproduceFormat::Json | ReproduceFormat::Jsonl | ReproduceFormat::Csv => {
                self.rows.iter_mut().try_for_each(|rows| rows.finish(self.out))?;
            }
        }
        Ok(self.out.flush()?)
    }
}

/// The computed exact rows by the code that they run and by the origin of their figures, if there
/// are such rows.
fn rows_in_words(outcomes: &[Outcome]) -> Option<String> {
    let is_compared = |verdict| matches!(verdict, Verdict::Equal | Verdict::Differs);
    let rows = outcomes.iter().filter(|it| it.entry.kind == Kind::Exact);
    let rows: Vec<&Entry> =
        rows.filter(|it| is_compared(it.verdict())).map(|it| it.entry).collect();
    let listed = |counts: &[(usize, &str)]| {
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        counts.map(|(count, what)| format!("{what} {count}")).collect::<Vec<_>>().join(", ")
    };
    let codes = Code::ALL.map(|code| {
        let what = match code {
            Code::Engine => "engines that users run",
            Code::Conventions => "searches by stated conventions",
            Code::Enumeration => "enumerations of what the rules allow",
            Code::Arithmetic => "arithmetic",
        };
        (rows.iter().filter(|entry| entry.code() == Some(code)).count(), what)
    });
    let origins = Origin::ALL.map(|origin| {
        let what = match origin {
            Origin::Printed => "printed",
            Origin::Partly => "printed in part",
            Origin::Library => "runs of the authors' library",
            Origin::Literature => "other literature",
        };
        (rows.iter().filter(|entry| entry.origin == origin).count(), what)
    });
    let (codes, origins) = (listed(&codes), listed(&origins));
    (!codes.is_empty()).then(|| {
        format!(
            "Exact rows by the code that they run: {codes}. By the origin of the figures that they \
             are compared with: {origins}."
        )
    })
}

/// The columns of a line of CSV: one figure.
const CSV_COLUMNS: &str =
    "table id what column kind expected obtained interval ok source detects code origin";

/// A figure of a source in JSON.
fn printed_value(printed: &Printed) -> Value {
    match *printed {
        Printed::Nothing => Value::Null,
        Printed::Count(count) => count.into(),
        Printed::Text(text) => text.into(),
        Printed::Counts(counts) => counts.into(),
        Printed::Decimal(..) | Printed::Real(_) | Printed::About(..) => printed.number().into(),
    }
}

fn obtained_value(obtained: &Obtained) -> Value {
    match obtained {
        Obtained::Count(count) => (*count).into(),
        Obtained::Real(value) | Obtained::Mean { mean: value, .. } => (*value).into(),
        Obtained::Text(text) => text.as_str().into(),
        Obtained::Counts(counts) => counts.as_slice().into(),
        Obtained::SoFar { count, done, of } => {
            json!({ "at_least": count, "searched": done, "of": of })
        }
    }
}

/// Figures by column name; the figure itself if there is only one column.
fn by_column(outcome: &Outcome, mut values: Vec<Value>) -> Value {
    let columns = outcome.table.columns;
    if columns.len() == 1 && values.len() == 1 {
        return values.remove(0);
    }
    columns.iter().zip(values).map(|(name, value)| ((*name).to_owned(), value)).collect()
}

/// A row as a JSON object.
fn object(outcome: &Outcome) -> Value {
    let Outcome { table, entry, obtained, seconds } = outcome;
    let expected = entry.printed.iter().map(printed_value).collect();
    let mut object = json!({
        "id": entry.id, "source": table.source, "what": entry.what, "kind": entry.kind.name(),
        "expected": by_column(outcome, expected),
    });
    match (outcome.needs(), obtained) {
        (Some(needs), _) => object["needs"] = needs.into(),
        (_, Err(stopped)) => object["stopped"] = stopped.to_string().into(),
        (_, Ok(figures)) => {
            let values = figures.iter().map(obtained_value).collect();
            object["obtained"] = by_column(outcome, values);
            let intervals: Vec<Value> = outcome.intervals().into_iter().map(Value::from).collect();
            if intervals.iter().any(|interval| !interval.is_null()) {
                object["interval"] = by_column(outcome, intervals);
            }
            let detects: Vec<Value> = outcome.detects().into_iter().map(Value::from).collect();
            if detects.iter().any(|least| !least.is_null()) {
                object["detects"] = by_column(outcome, detects);
            }
            object["ok"] = (outcome.verdict() != Verdict::Differs).into();
            object["seconds"] = (*seconds).into();
        }
    }
    object["origin"] = entry.origin.name().into();
    if let Some(command) = entry.command {
        object["command"] = command.into();
    }
    if let Some(code) = entry.code() {
        object["code"] = code.name().into();
    }
    if !entry.comment.is_empty() {
        object["comment"] = entry.comment.into();
    }
    object
}

/// A row as lines of CSV, one for each figure.
fn csv_rows(outcome: &Outcome) -> Vec<Value> {
    let Outcome { table, entry, obtained, .. } = outcome;
    let (differences, detects) = (outcome.differences(), outcome.detects());
    let intervals = outcome.intervals();
    let columns = table.columns.iter().zip(entry.printed).enumerate();
    let lines = columns.map(|(at, (column, printed))| {
        let figure = obtained.as_ref().ok().and_then(|figures| figures.get(at));
        let list = |value: Value| match value {
            // Lists would look like several cells.
            Value::Array(items) => {
                let words: Vec<String> = items.iter().map(Value::to_string).collect();
                words.join(" ").into()
            }
            other => other,
        };
        let ok = differences.get(at).map_or(Value::Null, |difference| {
            (outcome.verdict() != Verdict::Differs || difference.is_agreement()).into()
        });
        json!({
            "table": table.name, "id": entry.id, "what": entry.what, "column": column,
            "kind": entry.kind.name(), "expected": list(printed_value(printed)),
            "obtained": figure.map_or(Value::Null, |figure| list(obtained_value(figure))),
            "interval": intervals.get(at).copied().flatten(),
            "ok": ok, "source": table.source,
            "detects": detects.get(at).copied().flatten(),
            "code": entry.code().map(Code::name),
            "origin": entry.origin.name(),
        })
    });
    lines.collect()
}

/// Lists the rows, then the parts of the sources in `not_yet`.
fn list(
    rows: &[NamedRow],
    not_yet: &[NotYet],
    format: ReproduceFormat,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    const COLUMNS: &str = "table id what kind seconds default needs code origin source";
    let of_rows = match format {
        ReproduceFormat::Text => {
            list_rows(rows, style, out)?;
            list_not_yet(not_yet, style, out)?;
            return Ok(0);
        }
        ReproduceFormat::Latex => {
            let message = "--list supports --format text, json, jsonl, csv or md";
            return Err(Failure::Usage(message.into()));
        }
        ReproduceFormat::Md => Format::Md,
        ReproduceFormat::Json => Format::Json,
        ReproduceFormat::Jsonl => Format::Jsonl,
        ReproduceFormat::Csv => Format::Csv,
    };
    let objects = rows.iter().map(|(table, entry)| {
        let mut row = json!({
            "table": table.name, "id": entry.id, "what": entry.what,
            "kind": entry.kind.name(), "seconds": entry.effort.seconds(),
            "default": matches!(entry.effort, Effort::Quick(_)), "source": table.source,
            "origin": entry.origin.name(),
        });
        if let Some(code) = entry.code() {
            row["code"] = code.name().into();
        }
        if let Compute::Needs(needs) = entry.compute {
            row["needs"] = needs.into();
        }
        row
    });
    let parts = not_yet
        .iter()
        .map(|part| json!({ "what": part.what, "kind": "not yet", "source": part.source }));
    write_rows(out, of_rows, COLUMNS, objects.chain(parts))?;
    Ok(0)
}

fn list_rows(rows: &[NamedRow], style: Style, out: &mut dyn Write) -> Result<(), Failure> {
    let width = rows.iter().map(|(_, entry)| entry.id.chars().count()).max().unwrap_or(0);
    let mut before = "";
    for (table, entry) in rows {
        if table.name != before {
            let gap = if before.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{}  {}", style.strong(table.name), table.title)?;
            writeln!(out, "  {}", table.source)?;
            before = table.name;
        }
        let note = match (entry.compute, entry.effort) {
            (Compute::Needs(needs), _) => format!("not computed: needs {needs}"),
            (Compute::By(code, _), effort) => {
                let time = match effort {
                    Effort::Quick(_) => String::new(),
                    Effort::Long(seconds @ ..3600) => format!(", about {seconds} s, run by --all"),
                    Effort::Long(seconds) => {
                        format!(", about {} h, run by --all", seconds / 3600)
                    }
                };
                format!("{}, {}{time}", entry.kind.name(), code.name())
            }
        };
        writeln!(out, "  {:<width$}  {} ({note})", entry.id, entry.what)?;
    }
    Ok(())
}

fn list_not_yet(parts: &[NotYet], style: Style, out: &mut dyn Write) -> Result<(), Failure> {
    let mut before = "";
    for part in parts {
        if before.is_empty() {
            writeln!(
                out,
                "\n{}  parts of the sources that are not there",
                style.strong("not yet")
            )?;
        }
        if part.source != before {
            writeln!(out, "  {}", part.source)?;
            before = part.source;
        }
        writeln!(out, "    {}", part.what)?;
    }
    Ok(())
}
