//! Othello over the NBoard protocol, version 2, as of the GUI NBoard.
//!
//! The protocol wants an engine that stops thinking before it answers `ping`; here every command
//! ends a search that runs, which is answered first. Wrong input is answered with `status`.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use tremaux_core::{GameNotation, is_obeyed};
use tremaux_domain::RegistryError;
use tremaux_games::named::{AnalysisRequest, PlayedGame};
use tremaux_othello::catalog::OTHELLO;
use tremaux_othello::{GgfGame, Othello};
use tremaux_play::Clock;

use crate::lines::shown;
use crate::server::{
    GameEngine, GameTask, Hold, Iteration, NO_POSITION, Outcome, Protocol, Session, Start,
};

/// Serves a GUI over the NBoard protocol until it sends `quit` or the input ends; a search that
/// still runs then is stopped and answered.
///
/// # Errors
///
/// Fails if `writer` does, or if there is not enough memory for a table of 64 MiB.
pub fn serve(reader: impl BufRead + Send + 'static, writer: &mut dyn Write) -> io::Result<()> {
    let engine = GameEngine::new(64 << 20).map_err(io::Error::other)?;
    let game = Some(opened("").map_err(io::Error::other)?);
    let session = Session::new(reader, engine);
    Server { writer, session, game, depth: 8, is_playing: false }.serve()
}

/// A game at this position; at the start if it is blank.
fn opened(position: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
    OTHELLO.open(&[], position)
}

/// The position at the end of a game in GGF.
fn ended(text: &str) -> Result<Box<dyn PlayedGame>, String> {
    let game = GgfGame::read_each(text).swap_remove(0);
    let line = game.and_then(|game| game.replay(text)).map_err(|error| error.to_string())?;
    opened(&Othello.position_text(&line.end)).map_err(|error| error.to_string())
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<GameEngine>,
    /// `None` after a game or a move that was refused.
    game: Option<Box<dyn PlayedGame>>,
    depth: u32,
    /// Whether the search is for a move, not for hints.
    is_playing: bool,
}

impl Protocol for Server<'_> {
    type Engine = GameEngine;

    fn session(&mut self) -> &mut Session<GameEngine> {
        &mut self.session
    }

    fn output(&mut self) -> &mut dyn Write {
        self.writer
    }

    fn execute(&mut self, line: &str, at: Instant) -> io::Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let parts = (name, rest.split_once(' ').unwrap_or((rest, "")));
        // What is wrong changes nothing and ends no search, except a position, after which there is
        // none.
        let number = match parts {
            ("set", ("depth", text)) => in_range(text, 60, "a depth from 1 to 60"),
            ("hint", (count, _)) => in_range(count, 64, "1 to 64 lines"),
            ("set", ("contempt" | "game", _))
            | ("nboard" | "ping" | "learn" | "move" | "go", _) => Ok(0),
            _ => Err(format!("unknown command: {}", shown(line))),
        };
        let number = match number {
            Ok(number) => number,
            Err(problem) => return self.refuse(&problem),
        };
        self.end_search()?;
        let done = match parts {
            ("set", ("depth", _)) => {
                self.depth = number;
                Ok(())
            }
            ("set", ("game", text)) => self.set_game(ended(text)),
            ("nboard", _) => {
                writeln!(self.writer, "set myname Tremaux {}", env!("CARGO_PKG_VERSION")).map(Ok)?
            }
            ("ping", _) => writeln!(self.writer, "pong {}", shown(rest)).map(Ok)?,
            ("learn", _) => writeln!(self.writer, "learned").map(Ok)?,
            ("move", _) => {
                let mv = rest.split('/').next().unwrap_or_default();
                let game = self.game.take().ok_or_else(|| NO_POSITION.to_owned());
                let played = game.and_then(|mut game| {
                    game.play(mv).map_err(|error| error.to_string())?;
                    Ok(game)
                });
                self.set_game(played)
            }
            ("go", _) => self.think(1, true, at),
            ("hint", _) => self.think(number as usize, false, at),
            _ => Ok(()),
        };
        done.or_else(|problem| self.refuse(&problem))
    }

    fn refuse(&mut self, problem: &str) -> io::Result<()> {
        writeln!(self.writer, "status {}", problem.replace(is_obeyed, " "))
    }

    fn show_iteration(&mut self, iteration: Iteration<String>) -> io::Result<()> {
        self.show_lines(&iteration)
    }

    fn answer(&mut self, outcome: Outcome<String>) -> io::Result<()> {
        let mut score = None;
        if let Some(iteration) = &outcome.iteration {
            self.show_lines(iteration)?;
            score = iteration.lines.first().map(|best| best.score.get());
            let (nodes, time) = (iteration.counts.nodes, iteration.counts.elapsed.as_secs_f64());
            writeln!(self.writer, "nodestats {nodes} {time:.2}")?;
        }
        let Some(best) = outcome.line.first().filter(|_| self.is_playing) else { return Ok(()) };
        write!(self.writer, "=== {}", move_text(best))?;
        if let (Some(score), Some(iteration)) = (score, &outcome.iteration) {
            write!(self.writer, "/{score}.00/{:.2}", iteration.counts.elapsed.as_secs_f64())?;
        }
        writeln!(self.writer)
    }
}

impl Server<'_> {
    fn set_game(&mut self, game: Result<Box<dyn PlayedGame>, String>) -> Result<(), String> {
        let (game, done) = match game {
            Ok(game) => (Some(game), Ok(())),
            Err(problem) => (None, Err(problem)),
        };
        self.game = game;
        done
    }

    /// Starts a search for so many lines.
    fn think(&mut self, lines: usize, is_playing: bool, at: Instant) -> Result<(), String> {
        /// Endings of so many empty squares are solved in a second.
        const MOST_EMPTIES: usize = 20;
        let position = self.game.as_ref().ok_or(NO_POSITION)?.position();
        let game = opened(&position).map_err(|error| error.to_string())?;
        let moves = game.moves();
        let fallback = Some(moves.first().ok_or("the game is over")?.clone());
        let empties = position.matches('-').count();
        let exact = empties <= MOST_EMPTIES.min(2 * self.depth as usize);
        let depth = (!exact).then_some(self.depth);
        let request = AnalysisRequest { exact, depth, lines, ..AnalysisRequest::default() };
        let (clock, hold, is_forced) = (Clock::default(), Hold::No, moves.len() == 1);
        let start = Start { at, clock, hold, is_forced, fallback, is_awaited: true };
        self.is_playing = is_playing;
        self.session.start(start, GameTask { game, request, nodes: None, interval: None });
        Ok(())
    }

    fn show_lines(&mut self, iteration: &Iteration<String>) -> io::Result<()> {
        for line in &iteration.lines {
            let moves: String = line.moves.iter().map(|mv| move_text(mv)).collect();
            let depth = if line.is_exact { "100%".to_owned() } else { iteration.depth.to_string() };
            writeln!(self.writer, "search {moves} {}.00 0 {depth}", line.score.get())?;
        }
        Ok(())
    }
}

/// A number from 1 to `most`.
fn in_range(text: &str, most: u32, expected: &str) -> Result<u32, String> {
    let number = text.trim().parse().ok().filter(|it| (1..=most).contains(it));
    number.ok_or_else(|| format!("expected {expected}, found `{}`", shown(text)))
}

/// A move as the protocol has it.
fn move_text(mv: &str) -> String {
    if mv == "pass" { "PA".into() } else { mv.to_ascii_uppercase() }
}
