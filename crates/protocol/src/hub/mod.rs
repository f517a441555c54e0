//! International draughts over the Hub protocol, version 2, as of the program Scan.
//!
//! Any command but `ping`, `ponder-hit` and wrong ones ends a search that runs. Wrong input is
//! answered with `error` and changes nothing, except that there is no position after one that is
//! refused.

mod arguments;
mod notation;

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use tremaux_core::{Game, GameNotation, Turn, is_obeyed};
use tremaux_games::catalog::CHECKERS;
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
    Server { writer, session, game, position, clock: None, clock_started: None }.serve()
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<GameEngine>,
    game: Checkers<International>,
    /// `None` after a position that was refused.
    position: Option<Position>,
    /// `None` if there was no `level`. The moves of the engine are charged until the next one.
    clock: Option<Clock>,
    /// When the clock of the running search started.
    clock_started: Option<Instant>,
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
        if let (Some(clock), Some(started)) = (&mut self.clock, self.clock_started.take()) {
            *clock = charged(*clock, started.elapsed());
        }
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
                self.clock_started = is_hit.then_some(at);
                return if is_hit { Ok(()) } else { self.refuse("expected a search that ponders") };
            }
            _ => {}
        }
        // Extensions of the protocol are arguments, which need not be understood.
        let command = self.read(name, &mut given).and_then(|command| match given.left() {
            Some(left) => Err(format!("{name}: unknown argument `{left}`")),
            None => Ok(command),
        });
        let command = match command {
            Ok(command) => command,
            Err(problem) => {
                if name == "pos" {
                    self.end_search()?;
                    self.position = None;
                }
                return self.refuse(&problem);
            }
        };
        self.end_search()?;
        match command {
            Command::Stop => Ok(()),
            Command::Hub => writeln!(
                self.writer,
                "id name=Tremaux version={} author=\"the Tremaux authors\"\n\
                 param name=variant value=normal type=enum values=\"normal\"\nwait",
                env!("CARGO_PKG_VERSION")
            ),
            Command::Init => writeln!(self.writer, "ready"),
            Command::NewGame => {
                self.session.with_engine(GameEngine::clear);
                Ok(())
            }
            Command::Position(position) => {
                self.position = Some(position);
                Ok(())
            }
            Command::Level(clock) => {
                self.clock = Some(clock);
                Ok(())
            }
            Command::Go(mode) => {
                let done = self.go(mode, at)?;
                done.or_else(|problem| self.refuse(&problem))
            }
        }
    }

    /// The command of a line; its arguments are checked before anything changes.
    fn read(&self, name: &str, given: &mut Arguments) -> Result<Command, String> {
        Ok(match name {
            "stop" => Command::Stop,
            "hub" => Command::Hub,
            "init" => Command::Init,
            "new-game" => Command::NewGame,
            "set-param" => {
                check_param(given)?;
                // There is one variant.
                Command::Stop
            }
            "pos" => Command::Position(self.read_position(given)?),
            "level" => Command::Level(read_level(given)?),
            "go" => {
                let modes = [Mode::Think, Mode::Analyze, Mode::Ponder];
                let given: Vec<Mode> =
                    modes.into_iter().filter(|mode| given.has(mode.name())).collect();
                let [mode] = given[..] else {
                    return Err("go: expected one of `think`, `analyze` and `ponder`".into());
                };
                Command::Go(mode)
            }
            _ => return Err(format!("unknown command: {}", shown(name))),
        })
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
    fn go(&mut self, mode: Mode, at: Instant) -> io::Result<Result<(), String>> {
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
        let is_bounded = mode != Mode::Analyze;
        if self.clock.is_none() && is_bounded {
            let seconds = TIME_WITHOUT_LIMIT.as_secs();
            self.refuse(&format!("go: no level: this search takes {seconds} s"))?;
        }
        let move_time = is_bounded.then_some(TIME_WITHOUT_LIMIT);
        let clock = self.clock.unwrap_or(Clock::default().move_time(move_time));
        let hold = if mode == Mode::Ponder { Hold::UntilHit } else { Hold::No };
        let is_forced = moves.len() == 1;
        let fallback = Some(self.game.move_text(&position, first));
        let start = Start { at, clock, hold, is_forced, fallback, is_awaited: true };
        let request = AnalysisRequest { depth: clock.depth, ..AnalysisRequest::default() };
        self.clock_started = (mode == Mode::Think).then_some(at);
        self.session.start(start, GameTask { game, request, nodes: clock.nodes, interval: None });
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

/// What [`Arguments`] ask for.
enum Command {
    Stop,
    Hub,
    Init,
    NewGame,
    Position(Position),
    Level(Clock),
    Go(Mode),
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Think,
    Analyze,
    Ponder,
}

impl Mode {
    fn name(self) -> &'static str {
        match self {
            Self::Think => "think",
            Self::Analyze => "analyze",
            Self::Ponder => "ponder",
        }
    }
}

fn check_param(given: &mut Arguments) -> Result<(), String> {
    match (given.take("name").as_deref(), given.take("value").as_deref()) {
        (Some("variant"), Some("normal")) => Ok(()),
        (Some("variant"), Some(value)) => {
            Err(format!("variant: expected `normal`, found `{}`", shown(value)))
        }
        (Some(name), Some(_)) => Err(format!("unknown parameter: {}", shown(name))),
        _ => Err("set-param: expected name= and value=".into()),
    }
}

/// The clock after a move that took this time.
fn charged(clock: Clock, time: Duration) -> Clock {
    let left = |left: Duration| left.saturating_sub(time) + clock.increment;
    let moves = clock.moves_to_go.map(|moves| (moves - 1).max(1));
    clock.remaining(clock.remaining.map(left)).moves_to_go(moves)
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::charged;
    use tremaux_play::Clock;

    #[test]
    fn moves_are_charged() {
        let second = Duration::from_secs(1);
        let clock = Clock::default().remaining(Some(8 * second)).increment(second);
        let clock = charged(clock.moves_to_go(Some(3)), 3 * second);
        assert_eq!((clock.remaining, clock.moves_to_go), (Some(6 * second), Some(2)));
        let clock = charged(charged(clock, 7 * second), second);
        assert_eq!((clock.remaining, clock.moves_to_go), (Some(second), Some(1)));
        let fixed = Clock::default().move_time(Some(second));
        assert_eq!(charged(fixed, second), fixed);
    }
}
