//! `tremaux analyze`.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use tremaux_core::Limits;
use tremaux_registry::{AnalysisReport, AnalysisRequest, GameTable, game};

use crate::failure::{Failure, not_applicable};
use crate::games::analysis::{request, status, write_report};
use crate::games::options::{
    AnalysisOptions, PositionOptions, analyze_example, notation, with_games,
};
use crate::games::positions::{Opening, Selected, SelectionOptions};
use crate::games::proof::{self, GameProof};
use crate::games::suite::{LabelledReport, Suite};
use crate::interrupt;
use crate::options::{Format, FormatOption, GlobalOptions, format_of, option_values};
use crate::output::{Rows, write_json_line};
use crate::program::Invocation;
use crate::progress::ProgressLine;
use crate::proof::proof_argument;
use crate::style::Style;
use crate::table_cache;
use crate::visible;

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let command =
        FormatOption::augment_args(AnalysisOptions::augment_args(Command::new("analyze")))
            .about("Analyzes a game position: best move, score and line, exact or within a limit")
            .arg(proof_argument())
            .after_help(ANALYZE_EXAMPLES);
    with_games(command, |game, command| {
        let info = game.info();
        let example = analyze_example(info);
        SelectionOptions::augment_args(PositionOptions::augment_args(command))
            .after_help(notation(game, &example))
    })
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  tremaux analyze tic-tac-toe
  tremaux analyze tic-tac-toe \"x../.o./...\" --all-moves
  tremaux analyze connect-four 2252576253462244111563365343671351441 --exact --format json
  tremaux analyze connect-four 4453 --depth 8 --lines 3
  tremaux analyze nim \"3 4 5\"
  tremaux analyze connect-four 4453 --level 6
  tremaux analyze chess --file games.pgn --index 3 --ply 40
  tremaux analyze chess --file suite.epd --all --time 1s
  tremaux analyze othello --file positions.obf --all --exact
  printf \"4453\\n445\\n\" | tremaux analyze connect-four - --all --depth 8 --format csv

Without a limit and without --exact, the search stops after 5 seconds, or earlier if it solves
the game. Othello and Connect Four have dedicated solvers: --exact uses them, and near the end of a
game they are used without --exact if they are likely to finish within the limits. All scores and
outcomes are for the side to move, even if the game is over. Exit status: 0 if the requested depth
was completed or the score is exact; 3 if another limit was reached first: the result is then that
of the last completed depth. With --all, invalid games and positions
are skipped; the exit status is then 2 or 3.

In a file of test positions (EPD for chess, OBF for Othello), the best move is compared with those
that the file expects (bm) or warns of (am), and the solved positions are counted. In OBF, a score
that is exact is compared, too.";

/// Runs the analysis given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let info = game.info();
    let mut analysis =
        AnalysisOptions::from_arg_matches(matches).expect("the options of an analysis");
    let format = format_of(matches);
    let positions = PositionOptions::from_arg_matches(matches).expect("the position");
    let selection = SelectionOptions::from_arg_matches(matches).expect("the selection");
    let request = request(&mut analysis)?;
    let proof = matches.get_one::<PathBuf>("proof");
    if proof.is_some() {
        proof::check(game)?;
        if selection.all {
            return not_applicable("--proof", "it is for one position: select one with --index N");
        }
    }
    let cancel = interrupt::token()?;
    let mut limits = analysis.limits(cancel.clone());
    let has_own_limit = analysis.has_own_limit();
    let started = Instant::now();
    let given = option_values(info.options, matches);
    let tables = table_cache::of_game(&limits);
    let opening = Opening { game, given: &given, request: &request, tables: &tables };
    let positions = opening.select(&positions, selection)?;
    // Opening many positions of a game without tables takes no time.
    if !selection.all {
        limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    }
    let table = GameTable::new(analysis.memory).map_err(Failure::Registry)?;
    let mut rows = Rows::new(format, if positions.has_labels { LABEL_COLUMNS } else { "" });
    rows.add_columns(AnalysisReport::COLUMNS);
    rows.add_columns(LAST_COLUMNS);
    let suite = Suite::new(info, positions.title_width);
    let has_tests = selection.all && positions.has_tests;
    let mut analyzer =
        Analyzer { options: &analysis, format, style, global, table, rows, suite, has_tests };
    let (count, is_all) = (positions.count, selection.all);
    let (mut worst, mut is_empty) = (0, true);
    for (nth, selected) in positions.items.enumerate() {
        is_empty = false;
        if nth > 0 && cancel.is_cancelled() {
            worst = 3;
            break;
        }
        let selected = match selected {
            Err(failure) if is_all && failure.status() == 2 => {
                let reason = failure.render(style.is_colored);
                let _ = writeln!(stderr(), "Skipped an invalid game:\n{reason}");
                worst = worst.max(2);
                continue;
            }
            selected => selected?,
        };
        for note in &selected.noted.notes {
            visible::tell(&format!("note: {note}"));
        }
        let label = match count {
            _ if !is_all => String::new(),
            Some(count) => format!("{} of {count} · ", nth + 1),
            None => format!("{} · ", nth + 1),
        };
        let report = analyzer.analyze(&selected, &request, &limits, label);
        worst = worst.max(status(&report, &analysis, has_own_limit));
        analyzer.write(out, &selected, &report, is_all.then_some(nth))?;
        if let Some(path) = proof {
            let proof = GameProof { game, given: &given, request: &request, limits: &limits };
            let start = &*selected.noted.game;
            let written = proof.write(path, start, &report);
            written.map_err(Failure::after_result)?;
        }
    }
    if is_empty {
        return Err(Failure::Usage("expected positions or games, found an empty text".into()));
    }
    analyzer.finish(out, is_all)?;
    Ok(worst)
}

/// What analyses positions and writes their reports.
struct Analyzer<'a> {
    options: &'a AnalysisOptions,
    format: Format,
    style: Style,
    global: &'a GlobalOptions,
    table: GameTable,
    rows: Rows,
    suite: Suite,
    /// Whether there are several positions, some with expected moves.
    has_tests: bool,
}

impl Analyzer<'_> {
    fn analyze(
        &mut self,
        selected: &Selected,
        request: &AnalysisRequest,
        limits: &Limits,
        label: String,
    ) -> AnalysisReport {
        let line = ProgressLine::new(self.global.quiet, label);
        line.say("searching");
        let show = &mut |it: &_| line.show_game(it);
        selected.noted.game.analyze(request, &mut self.table, limits, show)
    }

    /// Writes the report of a position, of several the one numbered `nth` from 0.
    fn write(
        &mut self,
        out: &mut dyn Write,
        selected: &Selected,
        report: &AnalysisReport,
        nth: Option<usize>,
    ) -> Result<(), Failure> {
        let Self { format, style, .. } = *self;
        let labelled = LabelledReport::new(selected, report);
        self.suite.count(&labelled);
        match format {
            Format::Csv | Format::Md if nth.is_some() => {
                self.rows.write(out, &labelled)?;
                out.flush()?;
            }
            Format::Text if self.has_tests && !self.global.verbose => {
                self.suite.write_line(out, &labelled, style)?;
            }
            Format::Json | Format::Jsonl => {
                write_json_line(out, &labelled)?;
                out.flush()?;
            }
            _ => {
                let game = &selected.noted.game;
                if format == Format::Text {
                    let gap = if nth.is_some_and(|nth| nth > 0) { "\n" } else { "" };
                    write!(out, "{gap}{}", labelled.heading())?;
                    writeln!(out, "{}", game.board(style.is_colored))?;
                }
                let has_own_limit = self.options.has_own_limit();
                write_report(out, game.info(), report, format, style, has_own_limit)?;
                if let Some(verdict) = labelled.verdict(style).filter(|_| format == Format::Text) {
                    writeln!(out, "expected {verdict}")?;
                }
            }
        }
        Ok(())
    }

    /// Writes what holds of all of them.
    fn finish(&mut self, out: &mut dyn Write, is_all: bool) -> Result<(), Failure> {
        if is_all && matches!(self.format, Format::Csv | Format::Md) {
            self.rows.finish(out)?;
        }
        if self.has_tests {
            match self.format {
                Format::Text => writeln!(out, "\n{}", self.suite.total())?,
                Format::Json | Format::Jsonl => write_json_line(out, &self.suite)?,
                _ if self.global.quiet => {}
                _ => writeln!(stderr(), "{}", self.suite.total())?,
            }
        }
        Ok(out.flush()?)
    }
}

/// The first columns of games, and of positions with titles or expected moves.
const LABEL_COLUMNS: &str = "number title position side best expected avoid solved";

/// The last columns of several positions.
const LAST_COLUMNS: &str = "lines moves expected_score notes";
