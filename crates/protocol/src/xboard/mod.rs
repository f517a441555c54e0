//! The engine as a server of the Chess Engine Communication Protocol, version 2 (T. Mann and H. G.
//! Muller), which xboard, WinBoard and many match programs speak.
//!
//! Input is answered while the engine thinks. Wrong input is answered in the words of the protocol
//! and changes nothing.

mod command;

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use tremaux_chess::{Castling, Chess, Color, Move, Position, Undo, endings};
use tremaux_core::{Game as _, Score, Turn};
use tremaux_play::Clock;

use crate::lines::shown;
use crate::server::{
    self, Changed, ChessEngine, Engine as _, Hold, Iteration, Job, NO_POSITION, Options, Outcome,
    Protocol, Session, Start, Task,
};

pub use command::{Command, Level};

/// Serves a GUI over the xboard protocol until it sends `quit` or the input ends; a search that
/// still runs then is stopped and answered.
///
/// # Errors
///
/// Fails if `writer` does, or if there is not enough memory for a table of 64 MiB.
pub fn serve(reader: impl BufRead + Send + 'static, writer: &mut dyn Write) -> io::Result<()> {
    Server::new(reader, writer)?.serve()
}

/// What the engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It checks moves and plays none.
    Force,
    /// It plays this side.
    Plays(Color),
    /// It analyzes the position.
    Analyzes,
}

/// What the running search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinking {
    /// The engine's move.
    Move,
    /// The engine's move, if the opponent plays this one.
    Ponder(Move),
    /// The analysis of the position.
    Analysis,
}

/// How the time for a move is determined.
#[derive(Clone, Copy, Debug)]
enum Control {
    Level(Level),
    /// The same time for each move.
    MoveTime(Duration),
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<ChessEngine>,
    options: Options,
    /// `None` after a position that was refused.
    position: Option<Position>,
    /// The moves of the game, which can be undone.
    played: Vec<(Move, Undo)>,
    mode: Mode,
    is_960: bool,
    control: Control,
    /// The maximum depth.
    depth: Option<u32>,
    /// The time on the engine's clock, if the GUI has sent it. Moves are charged until it does so
    /// again.
    remaining: Option<Duration>,
    /// When the clock for the engine's move started.
    clock_started: Option<Instant>,
    is_posting: bool,
    /// Whether to think on the opponent's time.
    is_pondering: bool,
    thinking: Option<Thinking>,
    /// The reply that the engine expects.
    hint: Option<Move>,
    /// Pings to answer after the engine's move.
    pings: Vec<String>,
}

impl Protocol for Server<'_> {
    type Engine = ChessEngine;

    fn session(&mut self) -> &mut Session<ChessEngine> {
        &mut self.session
    }

    fn output(&mut self) -> &mut dyn Write {
        self.writer
    }

    fn execute(&mut self, line: &str, at: Instant) -> io::Result<()> {
        match Command::parse(line) {
            Ok(command) => self.obey(command, at, &shown(line)),
            Err(answer) => writeln!(self.writer, "{answer}"),
        }
    }

    fn refuse(&mut self, problem: &str) -> io::Result<()> {
        writeln!(self.writer, "Error ({problem}): ")
    }

    fn show_iteration(&mut self, iteration: Iteration<Move>) -> io::Result<()> {
        self.post(&iteration)
    }

    /// Plays the move that a search has found.
    fn answer(&mut self, outcome: Outcome<Move>) -> io::Result<()> {
        let thinking = self.thinking.take();
        let Some(&mv) = outcome.line.first().filter(|_| thinking == Some(Thinking::Move)) else {
            return Ok(());
        };
        let Some(position) = &self.position else { return Ok(()) };
        let text = self.move_text(position, mv);
        writeln!(self.writer, "move {text}")?;
        if let Some(started) = self.clock_started.take() {
            self.charge(started.elapsed());
        }
        self.play(mv);
        self.hint = outcome.line.get(1).copied();
        let is_over = self.write_result()?;
        self.answer_pings()?;
        if let Some(reply) = self.hint.filter(|_| self.is_pondering && !is_over)
            && let Some(mut position) = self.position.clone()
        {
            position.play(reply);
            if position.has_move() {
                self.start(position, Thinking::Ponder(reply), Instant::now());
            }
        }
        Ok(())
    }
}

impl<'a> Server<'a> {
    fn new(reader: impl BufRead + Send + 'static, writer: &'a mut dyn Write) -> io::Result<Self> {
        let options = Options::default();
        let engine = ChessEngine::new(options.hash << 20).ok_or(io::ErrorKind::OutOfMemory)?;
        let (moves, base, increment) = (40, Duration::from_secs(300), Duration::ZERO);
        Ok(Self {
            writer,
            session: Session::new(reader, engine),
            options,
            position: Some(Position::initial()),
            played: Vec::new(),
            mode: Mode::Plays(Color::Black),
            is_960: false,
            control: Control::Level(Level { moves, base, increment }),
            depth: None,
            remaining: None,
            clock_started: None,
            is_posting: false,
            is_pondering: false,
            thinking: None,
            hint: None,
            pings: Vec::new(),
        })
    }

    fn obey(&mut self, command: Command, at: Instant, line: &str) -> io::Result<()> {
        match command {
            Command::Nothing => {}
            Command::Features | Command::Hint | Command::Status => self.describe(&command)?,
            Command::New => self.begin_game(at)?,
            Command::Force | Command::Result => self.change_mode(Mode::Force),
            Command::Exit if self.mode == Mode::Analyzes => self.change_mode(Mode::Force),
            Command::Exit => {}
            Command::Go if self.thinking == Some(Thinking::Move) => {}
            Command::Go | Command::PlayOther | Command::Analyze if self.position.is_none() => {
                writeln!(self.writer, "Error ({NO_POSITION}): {line}")?;
            }
            Command::Go => {
                self.change_mode(Mode::Plays(self.side_to_move()));
                self.think(at)?;
            }
            Command::PlayOther => self.change_mode(Mode::Plays(!self.side_to_move())),
            Command::Analyze => {
                self.change_mode(Mode::Analyzes);
                self.think(at)?;
            }
            Command::Move(text) => self.accept_move(&text, at)?,
            Command::MoveNow if self.thinking == Some(Thinking::Move) => self.session.stop(),
            Command::MoveNow => {}
            Command::Ping(text) => self.pings.push(text),
            Command::SetBoard(Ok(position)) => {
                self.give_up();
                self.set_position(Some(*position));
                self.think_in_analysis(at)?;
            }
            Command::SetBoard(Err(answer)) => {
                self.give_up();
                self.set_position(None);
                writeln!(self.writer, "{answer}")?;
            }
            Command::Undo => self.undo(1, at, line)?,
            Command::Remove => self.undo(2, at, line)?,
            Command::Memory(size) => self.set_memory(size, line)?,
            Command::Cores(count) => self.set("Threads", &count.to_string(), line)?,
            Command::Option(name, value) => self.set(&name, &value, line)?,
            setting => self.change_setting(&setting),
        }
        self.answer_pings()
    }

    /// The commands that ask what the engine can, expects or does.
    fn describe(&mut self, command: &Command) -> io::Result<()> {
        match command {
            Command::Features => writeln!(
                self.writer,
                "feature myname=\"Tremaux {}\"\n\
                 feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0\n\
                 feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=0\n\
                 feature pause=0 nps=0 debug=1 memory=1 smp=1\n\
                 feature variants=\"normal,fischerandom\"\n{}feature done=1",
                env!("CARGO_PKG_VERSION"),
                server::descriptions(true),
            ),
            Command::Hint => match (&self.position, self.hint) {
                (Some(position), Some(hint)) if position.is_legal(hint) => {
                    let hint = self.move_text(position, hint);
                    writeln!(self.writer, "Hint: {hint}")
                }
                _ => Ok(()),
            },
            _ => match self.session.latest() {
                Some(Iteration { depth, counts, .. }) => {
                    let (time, nodes) = (counts.elapsed.as_millis() / 10, counts.nodes);
                    writeln!(self.writer, "stat01: {time} {nodes} {depth} 0 0")
                }
                None => Ok(()),
            },
        }
    }

    /// The commands that change nothing but what later searches do.
    fn change_setting(&mut self, command: &Command) {
        match *command {
            Command::Variant { is_960 } => self.is_960 = is_960,
            Command::Level(level) => {
                (self.control, self.remaining) = (Control::Level(level), Some(level.base));
            }
            Command::MoveTime(time) => {
                (self.control, self.remaining) = (Control::MoveTime(time), None);
            }
            Command::Depth(depth) => self.depth = Some(depth),
            Command::Time(time) => self.remaining = Some(time),
            Command::Ponder(is_on) => {
                self.is_pondering = is_on;
                if let Some(Thinking::Ponder(_)) = self.thinking {
                    self.give_up();
                }
            }
            Command::Post(is_on) => self.is_posting = is_on,
            _ => {}
        }
    }

    fn begin_game(&mut self, at: Instant) -> io::Result<()> {
        self.give_up();
        self.session.with_engine(ChessEngine::clear);
        self.set_position(Some(Position::initial()));
        (self.depth, self.remaining, self.is_960) = (None, None, false);
        // In an analysis, `new` is a change of the position.
        if self.mode != Mode::Analyzes {
            self.mode = Mode::Plays(Color::Black);
        }
        self.think(at)
    }

    fn change_mode(&mut self, mode: Mode) {
        self.give_up();
        self.mode = mode;
    }

    fn set_position(&mut self, position: Option<Position>) {
        self.position = position;
        self.prepare_endings();
        self.played.clear();
        self.hint = None;
    }

    fn prepare_endings(&mut self) {
        if self.position.as_ref().is_some_and(server::is_near_endings) {
            self.session.prepare(endings::prepare);
        }
    }

    fn side_to_move(&self) -> Color {
        self.position.as_ref().map_or(Color::White, Position::side_to_move)
    }

    /// Gives up the search; nothing will come of it.
    fn give_up(&mut self) {
        self.session.give_up();
        self.thinking = None;
    }

    fn set(&mut self, name: &str, value: &str, line: &str) -> io::Result<()> {
        let before = self.options;
        match self.options.set(name, value) {
            Ok(Changed::Value) => Ok(()),
            Ok(_) => {
                self.options = before;
                writeln!(self.writer, "Error (expected `memory` for this): {line}")
            }
            Err(problem) => writeln!(self.writer, "Error ({problem}): {line}"),
        }
    }

    fn set_memory(&mut self, size: usize, line: &str) -> io::Result<()> {
        if self.session.is_searching() {
            return writeln!(self.writer, "Error (the engine is thinking): {line}");
        }
        let size = size.clamp(1, 1 << 20);
        match self.session.with_engine(|engine| engine.resize(size << 20)) {
            Ok(()) => Ok(()),
            Err(problem) => writeln!(self.writer, "Error ({problem}): {line}"),
        }
    }

    /// Plays a move of the opponent.
    fn accept_move(&mut self, text: &str, at: Instant) -> io::Result<()> {
        let shown = shown(text);
        if self.thinking == Some(Thinking::Move) {
            return writeln!(self.writer, "Illegal move (it is the engine's turn): {shown}");
        }
        let Some(position) = &self.position else {
            return writeln!(self.writer, "Illegal move ({NO_POSITION}): {shown}");
        };
        let mv = match position.parse_move(text) {
            Ok(mv) => mv,
            Err(error) => {
                let reason = format!("expected {}", error.expected);
                return writeln!(self.writer, "Illegal move ({reason}): {shown}");
            }
        };
        self.play(mv);
        if self.write_result()? && self.mode != Mode::Analyzes {
            self.give_up();
            return Ok(());
        }
        if self.thinking == Some(Thinking::Ponder(mv)) {
            self.thinking = Some(Thinking::Move);
            self.clock_started = Some(at);
            let _ = self.session.hit(at, Some(self.clock()));
            return Ok(());
        }
        self.give_up();
        self.think(at)
    }

    fn play(&mut self, mv: Move) {
        if let Some(position) = &mut self.position {
            let undo = position.play(mv);
            self.played.push((mv, undo));
        }
        self.prepare_endings();
    }

    fn undo(&mut self, count: usize, at: Instant, line: &str) -> io::Result<()> {
        if self.played.len() < count {
            let (most, moves) =
                (self.played.len(), if count == 1 { "a move" } else { "two moves" });
            return writeln!(self.writer, "Error (expected {moves} to undo, found {most}): {line}");
        }
        self.give_up();
        for _ in 0..count {
            if let (Some((_, undo)), Some(position)) = (self.played.pop(), &mut self.position) {
                position.undo(undo);
            }
        }
        self.hint = None;
        self.think_in_analysis(at)
    }

    fn think_in_analysis(&mut self, at: Instant) -> io::Result<()> {
        if self.mode == Mode::Analyzes { self.think(at) } else { Ok(()) }
    }

    /// Starts a search if it is the engine's turn, or in an analysis.
    fn think(&mut self, at: Instant) -> io::Result<()> {
        let Some(position) = self.position.clone() else { return Ok(()) };
        let thinking = match self.mode {
            Mode::Force => return Ok(()),
            Mode::Plays(side) if side != position.side_to_move() => return Ok(()),
            _ if !position.has_move() => return self.write_result().map(|_| ()),
            Mode::Plays(_) => Thinking::Move,
            Mode::Analyzes => Thinking::Analysis,
        };
        self.start(position, thinking, at);
        Ok(())
    }

    fn start(&mut self, position: Position, thinking: Thinking, at: Instant) {
        let is_analysis = thinking == Thinking::Analysis;
        let task = Task {
            depth: self.depth.filter(|_| !is_analysis),
            lines: if is_analysis { self.options.lines } else { 1 },
            threads: self.options.threads,
            ..Task::new(position)
        };
        self.thinking = Some(thinking);
        self.clock_started = (thinking == Thinking::Move).then_some(at);
        let hold = match thinking {
            Thinking::Move => Hold::No,
            Thinking::Ponder(_) => Hold::UntilHit,
            Thinking::Analysis => Hold::UntilStop,
        };
        let (clock, is_forced, is_awaited) = (self.clock(), task.is_forced(), task.threads > 1);
        let start = Start { at, clock, hold, is_forced, fallback: task.fallback(), is_awaited };
        self.session.start(start, Job::Search(Box::new(task)));
    }

    /// Takes the time of the engine's move, which is not played yet, from its clock.
    fn charge(&mut self, time: Duration) {
        let Control::Level(Level { moves, base, increment }) = self.control else { return };
        let left = self.remaining.unwrap_or(base).saturating_sub(time) + increment;
        let before = (self.played.len() / 2) as u32;
        let is_last = moves > 0 && before % moves + 1 == moves;
        self.remaining = Some(if is_last { left + base } else { left });
    }

    /// The clock for the engine's move.
    fn clock(&self) -> Clock {
        let overhead = self.options.overhead;
        match self.control {
            Control::MoveTime(time) => Clock::default().move_time(Some(time)).overhead(overhead),
            Control::Level(Level { moves, base, increment }) => {
                // Half of the moves of the game are the engine's.
                let before = (self.played.len() / 2) as u32;
                let moves_to_go = (moves > 0).then(|| moves - before % moves);
                let remaining = Some(self.remaining.unwrap_or(base));
                Clock::default()
                    .remaining(remaining)
                    .increment(increment)
                    .moves_to_go(moves_to_go)
                    .overhead(overhead)
            }
        }
    }

    /// Shows an iteration: depth, score, time in hundredths of a second, nodes, line.
    fn post(&mut self, iteration: &Iteration<Move>) -> io::Result<()> {
        let (Some(thinking), Some(position)) = (self.thinking, &self.position) else {
            return Ok(());
        };
        if !self.is_posting && thinking != Thinking::Analysis {
            return Ok(());
        }
        let mut root = position.clone();
        if let Thinking::Ponder(mv) = thinking {
            root.play(mv);
        }
        let Iteration { depth, counts, .. } = iteration;
        let (time, nodes) = (counts.elapsed.as_millis() / 10, counts.nodes);
        for line in &iteration.lines {
            let score = score(line.score);
            write!(self.writer, "{depth} {score} {time} {nodes}")?;
            let mut position = root.clone();
            for &mv in &line.moves {
                let text = self.move_text(&position, mv);
                write!(self.writer, " {text}")?;
                position.play(mv);
            }
            writeln!(self.writer)?;
        }
        Ok(())
    }

    fn answer_pings(&mut self) -> io::Result<()> {
        if self.thinking != Some(Thinking::Move) && !self.pings.is_empty() {
            self.session.wait_until_ready();
            for ping in std::mem::take(&mut self.pings) {
                writeln!(self.writer, "pong {}", shown(&ping))?;
            }
        }
        Ok(())
    }

    /// Whether the game has ended; says how, in a game that the engine plays.
    fn write_result(&mut self) -> io::Result<bool> {
        let Some(position) = &self.position else { return Ok(false) };
        if Chess::new().turn(position) != Turn::Over {
            return Ok(false);
        }
        let result = if position.is_checkmate() {
            match position.side_to_move() {
                Color::White => "0-1 {Black mates}",
                Color::Black => "1-0 {White mates}",
            }
        } else if position.is_stalemate() {
            "1/2-1/2 {Stalemate}"
        } else if position.is_insufficient_material() {
            "1/2-1/2 {Insufficient material}"
        } else if position.is_repetition() {
            "1/2-1/2 {Draw by repetition}"
        } else {
            "1/2-1/2 {Draw by the fifty-move rule}"
        };
        if let Mode::Plays(_) = self.mode {
            writeln!(self.writer, "{result}")?;
        }
        Ok(true)
    }

    /// A move as the protocol has it: squares, but castling in Chess960 as `O-O`.
    fn move_text(&self, position: &Position, mv: Move) -> String {
        if self.is_960 && position.is_castling(mv) {
            let is_short = mv.from.file() < mv.to.file();
            return (if is_short { "O-O" } else { "O-O-O" }).to_owned();
        }
        position.to_uci(mv, Castling::KingMoves)
    }
}

/// A score as the protocol has it: 100000 and the number of moves for a mate.
fn score(score: Score) -> i32 {
    match score.plies_to_end() {
        None => score.get(),
        Some(plies) => score.get().signum() * (100_000 + plies.div_ceil(2) as i32),
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::{Duration, Instant};

    use super::{Server, score};
    use crate::server::Protocol as _;
    use tremaux_core::Score;
    use tremaux_play::Clock;

    #[test]
    fn mates_are_beyond_a_hundred_thousand() {
        let scores = [Score::estimate(12), Score::win_in(3), Score::loss_in(4), Score::DRAW];
        assert_eq!(scores.map(score), [12, 100_002, -100_002, 0]);
    }

    #[test]
    fn time_controls_repeat_and_the_clock_is_the_engine_s() {
        let mut output = Vec::new();
        let mut server = Server::new(io::empty(), &mut output).expect("enough memory");
        let overhead = server.options.overhead;
        let time = |milliseconds| Some(Duration::from_millis(milliseconds));
        for (lines, remaining, moves_to_go) in [
            (&["force", "level 2 0:10 1"][..], time(10_000), Some(2)),
            (&["usermove e2e4"], time(10_000), Some(2)),
            (&["time 1234", "otim 99"], time(12_340), Some(2)),
            (&["usermove e7e5", "usermove g1f3", "otim 7"], time(12_340), Some(1)),
            // The second time control.
            (&["usermove b8c6", "usermove f1b5"], time(12_340), Some(2)),
            (&["usermove a7a6", "usermove b5a4", "time 1"], time(10), Some(1)),
            (&["undo"], time(10), Some(1)),
            (&["level 0 2 1", "otim 5"], time(120_000), None),
        ] {
            for line in lines {
                server.execute(line, Instant::now()).expect("it writes");
            }
            let increment = Duration::from_secs(1);
            let expected = Clock::default()
                .remaining(remaining)
                .increment(increment)
                .moves_to_go(moves_to_go)
                .overhead(overhead);
            assert_eq!(server.clock(), expected, "{lines:?}");
        }
        // Without `time`, its moves are charged; the second move of two starts a new control.
        for (lines, left) in [
            (&["new", "force", "level 2 0:10 1"][..], time(7000)),
            (&["usermove e2e4", "usermove e7e5"], time(14_000)),
            (&["level 0 2 1"], time(117_000)),
        ] {
            for line in lines {
                server.execute(line, Instant::now()).expect("it writes");
            }
            server.charge(Duration::from_secs(4));
            assert_eq!(server.remaining, left, "{lines:?}");
        }
        server.execute("st 5", Instant::now()).expect("it writes");
        let expected = Clock::default().move_time(time(5000)).overhead(overhead);
        assert_eq!(server.clock(), expected);
        assert_eq!(String::from_utf8_lossy(&output), "");
    }
}
