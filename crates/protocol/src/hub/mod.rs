//! International draughts over the Hub protocol, version 2, as of the program Scan.
//!
//! Any command but `ping` and `ponder-hit` ends a search that runs. Wrong input is answered with
//! `error` and changes nothing, except that there is no position after one that is refused.

mod arguments;
mod notation;

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use tremaux_core::{Game, GameNotation, Turn, is_obeyed};
use tremaux_games::checkers::entry::CHECKERS;
use tremaux_games::checkers::{Checkers, International, Position};
use tremaux_games::named::AnalysisRequest;
use tremaux_play::{AlphaBeta, Clock};

use crate::lines::shown;
use crate::server::{
    Engine as _, GameEngine, GameTask, Hold, Iteration, NO_POSITION, Outcome, Protocol, Session,
    Start, TIME_WITHOUT_LIMIT,
};
use arguments::Arguments;
use notation::{line_text, read_moves, read_position, score_text};

/// Serves a GUI over the Hub protocol until it sends `quit` or the input ends; a search that still
/// runs then is stopped and answered.
///
/// # Errors
///
/// Fails if `writer` does, or if there is not enough memory for a table of 64 MiB.
pub fn serve(reader: impl BufRead + Send + 'static, writer: &mut dyn Write) -> io::Result<()> {
    let engine = GameEngine::new(64 << 20).map_err(io::Error::other)?;
    let game = Checkers::new();
    let session = Session::new(reader, engine);
    let position = Some(game.initial_state());
    Server { writer, session, game, position, clock: None }.serve()
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<GameEngine>,
    game: Checkers<International>,
    /// `None` after a position that was refused.
    position: Option<Position>,
    /// `None` if there was no `level`, or the last one was refused.
    clock: Option<Clock>,
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
        match Arguments::read(line) {
            Ok((name, arguments)) => self.obey(name, arguments, at),
            Err(problem) => self.refuse(&problem),
        }
    }

    fn refuse(&mut self, problem: &str) -> io::Result<()> {
        let problem = problem.replace(is_obeyed, " ").replace('"', "'");
        writeln!(self.writer, "error message=\"{problem}\"")
    }

    fn show_iteration(&mut self, iteration: Iteration<String>) -> io::Result<()> {
        self.write_iteration(&iteration).map(|_| ())
    }

    fn answer(&mut self, outcome: Outcome<String>) -> io::Result<()> {
        let line = match &outcome.iteration {
            Some(iteration) => self.write_iteration(iteration)?,
            None => self.line(&outcome.line),
        };
        match &line[..] {
            [] => self.refuse("go: the search found no move"),
            [best] => writeln!(self.writer, "done move={best}"),
            [best, reply, ..] => writeln!(self.writer, "done move={best} ponder={reply}"),
        }
    }
}

impl Server<'_> {
    fn obey(&mut self, name: &str, mut given: Arguments, at: Instant) -> io::Result<()> {
        match name {
            "" => return Ok(()),
            "ping" => return writeln!(self.writer, "pong"),
            // It may cross the end of the search.
            "ponder-hit" if !self.session.is_searching() => return Ok(()),
            "ponder-hit" => {
                let is_hit = self.session.hit(at, None);
                return if is_hit { Ok(()) } else { self.refuse("expected a search that ponders") };
            }
            _ => self.end_search()?,
        }
        let done = match name {
            "stop" => Ok(()),
            "hub" => {
                let version = env!("CARGO_PKG_VERSION");
                writeln!(
                    self.writer,
                    "id name=Tremaux version={version} author=\"the Tremaux authors\"\n\
                     param name=variant value=normal type=enum values=\"normal\"\nwait"
                )?;
                Ok(())
            }
            "init" => writeln!(self.writer, "ready").map(Ok)?,
            "new-game" => {
                self.session.with_engine(GameEngine::clear);
                Ok(())
            }
            "set-param" => set_param(&mut given),
            "pos" => {
                let position = self.read_position(&mut given);
                self.position = position.as_ref().ok().copied();
                position.map(|_| ())
            }
            "level" => {
                let clock = read_level(&mut given);
                self.clock = clock.as_ref().ok().copied();
                clock.map(|_| ())
            }
            "go" => self.go(&mut given, at)?,
            _ => return self.refuse(&format!("unknown command: {}", shown(name))),
        };
        match (done, given.left()) {
            (Err(problem), _) => self.refuse(&problem),
            // Extensions of the protocol are arguments, which need not be understood.
            (Ok(()), Some(left)) => self.refuse(&format!("{name}: unknown argument `{left}`")),
            (Ok(()), None) => Ok(()),
        }
    }

    fn read_position(&self, given: &mut Arguments) -> Result<Position, String> {
        let mut position = match given.take("pos") {
            Some(text) if text != "start" => read_position(&self.game, &text)?,
            Some(_) => self.game.initial_state(),
            None if given.has("start") => self.game.initial_state(),
            None => return Err("pos: expected pos=, the side to move and 50 squares".into()),
        };
        read_moves(&self.game, &mut position, &given.take("moves").unwrap_or_default())?;
        Ok(position)
    }

    /// Starts a search. The inner error is what is wrong with the command.
    fn go(&mut self, given: &mut Arguments, at: Instant) -> io::Result<Result<(), String>> {
        let modes = ["think", "analyze", "ponder"];
        let [&mode] = modes.iter().filter(|mode| given.has(mode)).collect::<Vec<_>>()[..] else {
            return Ok(Err("go: expected one of `think`, `analyze` and `ponder`".into()));
        };
        let Some(position) = self.position else { return Ok(Err(format!("go: {NO_POSITION}"))) };
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let text = self.game.position_text(&position);
        // A GUI may continue a game that is drawn by the number of moves of kings.
        let counter = text.find(":H").filter(|_| self.game.turn(&position) == Turn::Over);
        let text = &text[..counter.unwrap_or(text.len())];
        let opened = CHECKERS.open(&[("rules", "international".into())], text);
        let (Ok(game), Some(&first)) = (opened, moves.first()) else {
            return Ok(Err("go: the game is over".into()));
        };
        let is_bounded = mode != "analyze";
        if self.clock.is_none() && is_bounded {
            let seconds = TIME_WITHOUT_LIMIT.as_secs();
            self.refuse(&format!("go: no level: this search takes {seconds} s"))?;
        }
        let move_time = is_bounded.then_some(TIME_WITHOUT_LIMIT);
        let clock = self.clock.unwrap_or(Clock::default().move_time(move_time));
        let hold = if mode == "ponder" { Hold::UntilHit } else { Hold::No };
        let is_forced = moves.len() == 1;
        let fallback = Some(self.game.move_text(&position, first));
        let start = Start { at, clock, hold, is_forced, fallback, is_awaited: true };
        let request = AnalysisRequest { depth: clock.depth, ..AnalysisRequest::default() };
        self.session.start(start, GameTask { game, request, nodes: clock.nodes });
        Ok(Ok(()))
    }

    /// A line in the words of the protocol.
    fn line(&self, line: &[String]) -> Vec<String> {
        self.position.map_or_else(Vec::new, |position| line_text(&self.game, &position, line))
    }

    /// Shows an iteration and returns its line; the speed is in millions of positions a second.
    fn write_iteration(&mut self, iteration: &Iteration<String>) -> io::Result<Vec<String>> {
        let Iteration { depth, counts, .. } = iteration;
        let Some(best) = iteration.lines.first() else { return Ok(Vec::new()) };
        let line = self.line(&best.moves);
        let (score, seconds) = (score_text(best.score), counts.elapsed.as_secs_f64());
        let speed = counts.nodes as f64 / seconds.max(1e-3) / 1e6;
        let (nodes, text) = (counts.nodes, line.join(" "));
        writeln!(
            self.writer,
            "info depth={depth} score={score} nodes={nodes} time={seconds:.3} nps={speed:.3} \
             pv=\"{text}\""
        )?;
        Ok(line)
    }
}

fn set_param(given: &mut Arguments) -> Result<(), String> {
    match (given.take("name").as_deref(), given.take("value").as_deref()) {
        (Some("variant"), Some("normal")) => Ok(()),
        (Some("variant"), Some(value)) => {
            Err(format!("variant: expected `normal`, found `{}`", shown(value)))
        }
        (Some(name), Some(_)) => Err(format!("unknown parameter: {}", shown(name))),
        _ => Err("set-param: expected name= and value=".into()),
    }
}

/// The limits of the next searches.
fn read_level(given: &mut Arguments) -> Result<Clock, String> {
    let is_unlimited = given.has("infinite") | given.has("ponder");
    let clock = Clock::default()
        .depth(given.number("depth", 1, AlphaBeta::MAX_DEPTH)?)
        .nodes(given.number("nodes", 1, u64::MAX)?)
        .move_time(given.seconds("move-time")?)
        .remaining(given.seconds("time")?)
        .moves_to_go(given.number("moves", 1, 1000)?)
        .increment(given.seconds("inc")?.unwrap_or_default())
        .overhead(Duration::from_millis(20));
    let none = Clock::default().overhead(clock.overhead);
    match (is_unlimited, clock == none) {
        (true, false) => Err("level: expected no limits beside `infinite` or `ponder`".into()),
        (false, true) => {
            Err("level: expected depth=, move-time=, time=, nodes= or infinite".into())
        }
        _ if clock.remaining.is_none()
            && (clock.moves_to_go.is_some() || !clock.increment.is_zero()) =>
        {
            Err("level: expected time= beside moves= and inc=".into())
        }
        _ => Ok(clock),
    }
}
