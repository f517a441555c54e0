//! `tremaux nboard`.

use std::io::{BufRead, Read, Write};

use clap::{ArgMatches, Command};
use tremaux_core::{CancelToken, Limits};
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, GameTable, PlayedGame, RegistryError, game,
};

use crate::failure::Failure;
use crate::interrupt;
use crate::verb::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    Command::new("nboard").about("Plays Othello behind a GUI, over the NBoard protocol").after_help(
        "Add the engine to a GUI (NBoard and others) with the path of this program as the \
             command\nand `nboard` as its argument. The GUI sets the depth; endings of up to twice \
             as many empty\nsquares, at most 20, are solved exactly.\n\n\
             Example:\n  tremaux nboard",
    )
}

/// Serves until the input ends.
pub(crate) fn run(_: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    /// The maximum length of a line, in bytes.
    const LONGEST: u64 = 1 << 16;
    let cancel = interrupt::token()?;
    let mut engine = Engine {
        game: opened(START).map_err(Failure::Registry)?,
        table: GameTable::new(64 << 20).map_err(Failure::Registry)?,
        depth: 8,
        cancel: cancel.clone(),
    };
    let mut input = std::io::stdin().lock();
    while !cancel.is_cancelled() {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&line);
        if line.trim() == "quit" {
            break;
        }
        if let Err(problem) = engine.answer(line.trim(), invocation.out)? {
            writeln!(invocation.out, "status {}", problem.replace(char::is_control, " "))?;
        }
        invocation.out.flush()?;
    }
    Ok(if cancel.is_cancelled() { 3 } else { 0 })
}

/// The first position.
const START: &str = "---------------------------OX------XO--------------------------- X";

fn opened(position: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
    game("othello")?.open(&[], position)
}

/// The engine between two commands.
struct Engine {
    game: Box<dyn PlayedGame>,
    table: GameTable,
    depth: u32,
    cancel: CancelToken,
}

impl Engine {
    /// Does what a line says; an inner error is what is wrong with the line.
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> std::io::Result<Result<(), String>> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (name, rest.split_once(' ').unwrap_or((rest, ""))) {
            ("", _) | ("set", ("contempt", _)) => {}
            ("nboard", _) => writeln!(out, "set myname Tremaux {}", env!("CARGO_PKG_VERSION"))?,
            ("ping", _) => writeln!(out, "pong {rest}")?,
            ("learn", _) => writeln!(out, "learned")?,
            ("set", ("depth", depth)) => match depth.trim().parse() {
                Ok(depth @ 1..=60) => self.depth = depth,
                _ => return Ok(Err(format!("expected a depth from 1 to 60, found `{depth}`"))),
            },
            ("set", ("game", text)) => match read_game(text) {
                Ok(game) => self.game = game,
                Err(problem) => return Ok(Err(problem)),
            },
            ("move", _) => {
                let mv = rest.split('/').next().unwrap_or_default();
                if let Err(error) = self.game.play(mv) {
                    return Ok(Err(error.to_string()));
                }
            }
            ("go", _) => {
                let report = self.analyze(1);
                let Some(best) = &report.best else {
                    return Ok(Err("the game is over".into()));
                };
                let AnalysisReport { counts, seconds, .. } = &report;
                writeln!(out, "nodestats {} {seconds:.2}", counts.nodes)?;
                let score = report.score.unwrap_or(0);
                writeln!(out, "=== {}/{score}.00/{seconds:.2}", move_text(best))?;
            }
            ("hint", (count, _)) => {
                let Ok(count @ 1..=64) = count.parse() else {
                    return Ok(Err(format!("expected 1 to 64 lines, found `{count}`")));
                };
                let report = self.analyze(count);
                let best = report.value().map(|value| (value, &report.line));
                let several = report.lines.iter().map(|it| (it.value, &it.line));
                let best = best.filter(|_| report.lines.is_empty());
                for (value, line) in several.chain(best) {
                    let line: String = line.iter().map(|mv| move_text(mv)).collect();
                    let depth = if value.exact { "100%".into() } else { report.depth.to_string() };
                    writeln!(out, "search {line} {}.00 0 {depth}", value.score)?;
                }
                writeln!(out, "nodestats {} {:.2}", report.counts.nodes, report.seconds)?;
            }
            _ => return Ok(Err(format!("unknown command: {}", first_letters(line)))),
        }
        Ok(Ok(()))
    }

    fn analyze(&mut self, lines: usize) -> AnalysisReport {
        /// Endings of so many empty squares are solved in a second.
        const MOST_EMPTIES: usize = 20;
        let empties = self.game.position().matches('-').count();
        let exact = empties <= MOST_EMPTIES.min(2 * self.depth as usize);
        let depth = (!exact).then_some(self.depth);
        let request = AnalysisRequest { exact, depth, lines, ..AnalysisRequest::default() };
        let limits = Limits::default().with_cancel(self.cancel.clone());
        self.game.analyze(&request, &mut self.table, &limits, &mut |_| {})
    }
}

/// A move as the protocol has it.
fn move_text(mv: &str) -> String {
    if mv == "pass" { "PA".into() } else { mv.to_ascii_uppercase() }
}

fn first_letters(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The position at the end of a game in GGF: `(;GM[Othello]…BO[8 SQUARES SIDE]B[F5]W[D6//1.2];)`.
fn read_game(text: &str) -> Result<Box<dyn PlayedGame>, String> {
    let mut game = None;
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('[') {
        let Some((value, after)) = after.split_once(']') else {
            return Err(format!("expected `]` after `[{}`", first_letters(after)));
        };
        rest = after;
        match (name.trim_matches(|it: char| !it.is_ascii_alphabetic()), &mut game) {
            ("BO", _) => {
                let board = value.trim().strip_prefix("8 ");
                let board = board.ok_or("expected a board of size 8 in BO")?.replace('*', "X");
                game = Some(opened(&board).map_err(|error| format!("in BO: {error}"))?);
            }
            ("B" | "W", Some(game)) => {
                let mv = value.split('/').next().unwrap_or_default();
                game.play(mv).map_err(|error| format!("in a move: {error}"))?;
            }
            ("B" | "W", None) => return Err("expected the board (BO) before the moves".into()),
            _ => {}
        }
    }
    game.ok_or_else(|| "expected a game in GGF with a board (BO)".into())
}
