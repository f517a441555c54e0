//! The engine as a UCI server.
//!
//! The protocol is that of R. Huber and S. Meyer-Kahlen (2000). Input is answered while the engine
//! thinks; wrong input is answered with `info string` and changes nothing.

mod bench;
mod command;
mod info;

use std::io::{self, BufRead, Write};
use std::time::Instant;

use tremaux_chess::{Castling, Chess, Move, Position, endings, perft};
use tremaux_core::{CancelToken, GameDepict as _};
use tremaux_play::Clock;

use crate::server::{
    self, Changed, ChessEngine, Counts, Engine as _, Hold, Iteration, Job, NO_POSITION, Options,
    Outcome, Protocol, Report, Session, Start, Task,
};

pub use bench::{BENCH_DEPTH, bench};
pub use command::{Command, Go};
use info::Moves;

/// Serves a GUI over the UCI protocol until it sends `quit` or the input ends; a search that still
/// runs then is stopped and answered.
///
/// # Errors
///
/// Fails if `writer` does, or if there is not enough memory for a table of 64 MiB.
pub fn serve(reader: impl BufRead + Send + 'static, writer: &mut dyn Write) -> io::Result<()> {
    let options = Options::default();
    let engine = ChessEngine::new(options.hash << 20).ok_or(io::ErrorKind::OutOfMemory)?;
    let mut server = Server {
        writer,
        session: Session::new(reader, engine),
        options,
        position: Some(Position::initial()),
        searched: None,
        printed: None,
        is_debugging: false,
    };
    server.serve()
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<ChessEngine>,
    options: Options,
    /// `None` after a position that was refused.
    position: Option<Position>,
    /// The position that is being searched, which is answered with a move.
    searched: Option<Position>,
    /// The last iteration printed, unless counts were printed since.
    printed: Option<Iteration<Move>>,
    is_debugging: bool,
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
        match Command::parse(line, self.position.as_ref()) {
            Ok(command) => self.obey(command, at),
            Err(mistake) => self.refuse(&mistake),
        }
    }

    fn refuse(&mut self, problem: &str) -> io::Result<()> {
        writeln!(self.writer, "info string {problem}")
    }

    fn show_iteration(&mut self, iteration: Iteration<Move>) -> io::Result<()> {
        if let Some(position) = &self.searched {
            let text = info::iteration(&iteration, position, self.options.castling);
            self.writer.write_all(text.as_bytes())?;
        }
        self.printed = Some(iteration);
        Ok(())
    }

    fn show(&mut self, report: Report<Move>) -> io::Result<()> {
        match report {
            Report::Text(text) => writeln!(self.writer, "{text}"),
            Report::Counts(counts) => self.print_counts(counts),
            Report::Iteration(iteration) => self.show_iteration(iteration),
            Report::Moves(_) => Ok(()),
        }
    }

    fn answer(&mut self, outcome: Outcome<Move>) -> io::Result<()> {
        let Some(position) = self.searched.clone() else { return Ok(()) };
        let Some((&best, rest)) = outcome.line.split_first() else {
            self.searched = None;
            let score = if position.is_check() { "mate 0" } else { "cp 0" };
            return writeln!(self.writer, "info depth 0 score {score}\nbestmove (none)");
        };
        match outcome.iteration {
            None => self.refuse("no iteration is complete: the move is any legal one")?,
            Some(it) => {
                let is_printed = self.printed.as_ref().is_some_and(|printed| {
                    (printed.depth, &printed.lines, printed.counts.nodes)
                        == (it.depth, &it.lines, it.counts.nodes)
                });
                if !is_printed {
                    self.show_iteration(it)?;
                }
            }
        }
        self.searched = None;
        let castling = self.options.castling;
        write!(self.writer, "bestmove {}", position.to_uci(best, castling))?;
        if let Some(reply) = rest.get(..1) {
            let mut position = position;
            position.play(best);
            let reply = Moves { position: &position, moves: reply, castling };
            write!(self.writer, " ponder{reply}")?;
        }
        writeln!(self.writer)
    }
}

impl Server<'_> {
    fn obey(&mut self, command: Command, at: Instant) -> io::Result<()> {
        match command {
            Command::Uci => {
                writeln!(self.writer, "id name Tremaux {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(self.writer, "id author the Tremaux authors")?;
                write!(self.writer, "{}", server::descriptions(false))?;
                writeln!(self.writer, "uciok")
            }
            Command::Debug(is_on) => {
                self.is_debugging = is_on;
                Ok(())
            }
            Command::IsReady => {
                self.session.wait_until_ready();
                writeln!(self.writer, "readyok")
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::NewGame => {
                self.end_search()?;
                self.session.with_engine(ChessEngine::clear);
                Ok(())
            }
            Command::Position(Ok(position)) => {
                if server::is_near_endings(&position) {
                    self.session.prepare(endings::prepare);
                }
                self.position = Some(*position);
                Ok(())
            }
            Command::Position(Err(mistake)) => {
                self.position = None;
                self.refuse(&mistake)
            }
            Command::Go(go) => self.go(*go, at),
            Command::Stop => {
                self.session.stop();
                Ok(())
            }
            Command::PonderHit => {
                if !self.session.hit(at, None) {
                    return self.refuse("ponderhit: expected a search that ponders");
                }
                self.write_time()
            }
            Command::Bench(depth) => {
                let depth = depth.unwrap_or(BENCH_DEPTH);
                self.start_work(at, move |cancel, tell| bench(depth, cancel, tell))
            }
            Command::Display => self.display(),
            Command::Nothing => Ok(()),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let before = self.options;
        let changed = match self.options.set(name, value) {
            Ok(changed) => changed,
            Err(mistake) => return self.refuse(&mistake),
        };
        if changed == Changed::Value {
            return Ok(());
        }
        if self.session.is_searching() {
            self.options = before;
            return self
                .refuse(&format!("option {name}: expected no search to run; send stop first"));
        }
        if changed == Changed::ClearHash {
            self.session.with_engine(ChessEngine::clear);
        } else if let Err(problem) =
            self.session.with_engine(|engine| engine.resize(self.options.hash << 20))
        {
            self.options = before;
            return self.refuse(&format!("option {name}: {problem}"));
        }
        Ok(())
    }

    fn go(&mut self, go: Go, at: Instant) -> io::Result<()> {
        self.end_search()?;
        let Some(position) = self.position.clone() else {
            self.refuse(NO_POSITION)?;
            let is_answered = go.perft.is_none();
            return if is_answered { writeln!(self.writer, "bestmove 0000") } else { Ok(()) };
        };
        for mistake in &go.mistakes {
            self.refuse(mistake)?;
        }
        if let Some(depth) = go.perft {
            let castling = self.options.castling;
            return self.start_work(at, move |cancel, tell| {
                count_sequences(position, depth, castling, cancel, tell);
            });
        }
        let clock = go.clock(position.side_to_move(), self.options.overhead);
        let task = Task {
            root_moves: go.moves,
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            lines: self.options.lines,
            threads: self.options.threads,
            ..Task::new(position.clone())
        };
        let hold = match (go.is_pondering, go.is_infinite) {
            (true, _) => Hold::UntilHit,
            (false, true) => Hold::UntilStop,
            (false, false) => Hold::No,
        };
        let (is_forced, is_awaited) = (task.is_forced(), task.threads > 1);
        let start = Start { at, clock, hold, is_forced, fallback: task.fallback(), is_awaited };
        self.searched = Some(position);
        self.printed = None;
        self.session.start(start, Job::Search(Box::new(task)));
        self.write_time()
    }

    /// Tells the time for the move when its clock starts, while debugging.
    fn write_time(&mut self) -> io::Result<()> {
        let Some(time) = self.session.allocation().filter(|_| self.is_debugging) else {
            return Ok(());
        };
        self.refuse(&format!("time: soft limit {:?}, hard limit {:?}", time.soft, time.hard))
    }

    /// Starts a computation that prints text and is not answered with a move.
    fn start_work(
        &mut self,
        at: Instant,
        work: impl FnOnce(&CancelToken, &mut dyn FnMut(String)) + Send + 'static,
    ) -> io::Result<()> {
        self.end_search()?;
        let start = Start {
            at,
            clock: Clock::default(),
            hold: Hold::No,
            is_forced: false,
            fallback: None,
            is_awaited: false,
        };
        self.session.start(start, Job::Print(Box::new(work)));
        Ok(())
    }

    fn print_counts(&mut self, counts: Counts) -> io::Result<()> {
        self.printed = None;
        write!(self.writer, "{}", info::counts(counts))
    }

    fn display(&mut self) -> io::Result<()> {
        let Some(position) = &self.position else { return self.refuse(NO_POSITION) };
        let board = Chess::new().depict(position).to_text();
        writeln!(self.writer, "{board}\nFen: {}", position.to_fen())
    }
}

/// Counts the move sequences of `depth` plies by their first move.
fn count_sequences(
    mut position: Position,
    depth: u32,
    castling: Castling,
    cancel: &CancelToken,
    tell: &mut dyn FnMut(String),
) {
    let mut total = u64::from(depth == 0);
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    for mv in moves {
        let text = position.to_uci(mv, castling);
        let undo = position.play(mv);
        let Some(count) = sequences(&mut position, depth - 1, cancel) else { return };
        position.undo(undo);
        total += count;
        tell(format!("{text}: {count}"));
    }
    tell(format!("\nNodes searched: {total}"));
}

/// The number of move sequences of `depth` plies; `None` if `cancel` is cancelled. It recurses to
/// that depth, which the parser bounds.
fn sequences(position: &mut Position, depth: u32, cancel: &CancelToken) -> Option<u64> {
    /// So many plies are counted in a few milliseconds.
    const SHORT: u32 = 3;
    if cancel.is_cancelled() {
        return None;
    }
    if depth <= SHORT {
        return Some(perft(position, depth));
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        let undo = position.play(mv);
        total += sequences(position, depth - 1, cancel)?;
        position.undo(undo);
    }
    Some(total)
}
