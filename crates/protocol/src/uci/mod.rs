//! The engine as a UCI server.
//!
//! The protocol is that of R. Huber and S. Meyer-Kahlen (2000). Input is answered while the engine
//! thinks; wrong input is answered with `info string` and changes nothing.

mod bench;
mod command;
mod info;

use std::io::{self, BufRead, Write};
use std::time::Instant;

use tremaux_chess::{Castling, Chess, Move, Position, perft};
use tremaux_core::{CancelToken, GameDepict as _};
use tremaux_play::Clock;

use crate::server::{
    self, Changed, Counts, Engine, Event, Iteration, Options, Outcome, Report, Session, Start,
    Task, TimeManager,
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
    let engine = Engine::new(options.hash << 20).ok_or(io::ErrorKind::OutOfMemory)?;
    let mut server = Server {
        writer,
        session: Session::new(reader, engine),
        options,
        position: Position::initial(),
        searched: None,
        ponder_clock: None,
        is_forced: false,
        printed: None,
        is_debugging: false,
    };
    server.run()
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session,
    options: Options,
    position: Position,
    /// The position that is being searched, which is answered with a move.
    searched: Option<Position>,
    /// The clock that starts with `ponderhit`.
    ponder_clock: Option<Clock>,
    /// Whether there is only one move in the position that is being searched.
    is_forced: bool,
    /// The last iteration printed.
    printed: Option<Iteration>,
    is_debugging: bool,
}

impl Server<'_> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            match self.session.next() {
                Event::Input(line, at) => match Command::parse(&line, &self.position) {
                    Ok(Command::Quit) => break,
                    Ok(command) => self.execute(command, at)?,
                    Err(mistake) => self.tell(&mistake)?,
                },
                Event::TooLong => self.tell("a line that is too long was ignored")?,
                Event::EndOfInput => break,
                event => self.follow(event)?,
            }
            self.writer.flush()?;
        }
        self.end_search()?;
        self.writer.flush()
    }

    fn execute(&mut self, command: Command, at: Instant) -> io::Result<()> {
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
                self.session.wait_until_prepared();
                writeln!(self.writer, "readyok")
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::NewGame => {
                self.end_search()?;
                self.session.with_engine(Engine::clear);
                Ok(())
            }
            Command::Position(position) => {
                self.position = *position;
                Ok(())
            }
            Command::Go(go) => self.go(*go, at),
            Command::Stop => {
                self.session.stop();
                Ok(())
            }
            Command::PonderHit => self.ponder_hit(at),
            Command::Bench(depth) => {
                let depth = depth.unwrap_or(BENCH_DEPTH);
                self.start_work(at, move |cancel, tell| bench(depth, cancel, tell))
            }
            Command::Display => self.display(),
            Command::Nothing | Command::Quit => Ok(()),
        }
    }

    /// Tells the user something.
    fn tell(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.writer, "info string {text}")
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let before = self.options;
        let changed = match self.options.set(name, value) {
            Ok(changed) => changed,
            Err(mistake) => return self.tell(&mistake),
        };
        if changed == Changed::Value {
            return Ok(());
        }
        if self.session.is_searching() {
            self.options = before;
            return self
                .tell(&format!("option {name}: expected no search to run; send stop first"));
        }
        if changed == Changed::ClearHash {
            self.session.with_engine(Engine::clear);
        } else if let Err(problem) =
            self.session.with_engine(|engine| engine.resize(self.options.hash << 20))
        {
            self.options = before;
            return self.tell(&format!("option {name}: {problem}"));
        }
        Ok(())
    }

    fn go(&mut self, go: Go, at: Instant) -> io::Result<()> {
        self.end_search()?;
        for mistake in &go.mistakes {
            self.tell(mistake)?;
        }
        if let Some(depth) = go.perft {
            let (position, castling) = (self.position.clone(), self.options.castling);
            let count = move |cancel: &CancelToken, tell: &mut dyn FnMut(String)| {
                count_sequences(&position, depth, castling, cancel, tell);
            };
            return self.start_work(at, count);
        }
        let task = Task {
            root_moves: go.moves.clone(),
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            lines: self.options.lines,
            threads: self.options.threads,
            ..Task::new(self.position.clone())
        };
        let clock = go.clock(self.position.side_to_move(), self.options.overhead);
        self.is_forced = task.is_forced();
        self.ponder_clock = go.is_pondering.then_some(clock);
        let is_held = go.is_pondering || go.is_infinite;
        let is_timed = !is_held && (clock.remaining.is_some() || clock.move_time.is_some());
        let time = is_timed.then(|| TimeManager::new(clock, at, self.is_forced));
        self.tell_time(time.as_ref())?;
        let is_awaited = task.threads > 1;
        let start = Start { at, time, is_held, fallback: task.fallback(), is_awaited };
        self.searched = Some(self.position.clone());
        self.printed = None;
        self.session.start(start, move |engine, cancel, tell| engine.search(&task, cancel, tell));
        Ok(())
    }

    fn tell_time(&mut self, time: Option<&TimeManager>) -> io::Result<()> {
        let Some(time) = time.filter(|_| self.is_debugging) else { return Ok(()) };
        let allocation = time.allocation();
        let text =
            format!("time: soft limit {:?}, hard limit {:?}", allocation.soft, allocation.hard);
        self.tell(&text)
    }

    fn ponder_hit(&mut self, at: Instant) -> io::Result<()> {
        let Some(clock) = self.ponder_clock.take().filter(|_| self.session.is_searching()) else {
            return self.tell("ponderhit: expected a search that ponders");
        };
        let is_timed = clock.remaining.is_some() || clock.move_time.is_some();
        let time = is_timed.then(|| TimeManager::new(clock, at, self.is_forced));
        self.tell_time(time.as_ref())?;
        self.session.release(time);
        Ok(())
    }

    /// Starts a computation that prints text and is not answered with a move.
    fn start_work(
        &mut self,
        at: Instant,
        work: impl FnOnce(&CancelToken, &mut dyn FnMut(String)) + Send + 'static,
    ) -> io::Result<()> {
        self.end_search()?;
        let (time, fallback) = (None, None);
        let start = Start { at, time, is_held: false, fallback, is_awaited: false };
        self.session.start(start, move |_, cancel, tell| {
            work(cancel, &mut |text| tell(Report::Text(text)));
            None
        });
        Ok(())
    }

    /// Stops the search and waits for its answer.
    fn end_search(&mut self) -> io::Result<()> {
        self.session.stop();
        while let Some(event) = self.session.next_of_search() {
            self.follow(event)?;
        }
        Ok(())
    }

    /// Prints progress or the result of a search.
    fn follow(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(Report::Text(text)) => writeln!(self.writer, "{text}"),
            Event::Report(Report::Counts(counts)) => self.print_counts(counts),
            Event::Report(Report::Iteration(iteration)) => self.print(iteration),
            Event::Finished(outcome) => self.answer(outcome),
            _ => Ok(()),
        }
    }

    fn print(&mut self, iteration: Iteration) -> io::Result<()> {
        if let Some(position) = &self.searched {
            let text = info::iteration(&iteration, position, self.options.castling);
            self.writer.write_all(text.as_bytes())?;
        }
        self.printed = Some(iteration);
        Ok(())
    }

    fn print_counts(&mut self, counts: Counts) -> io::Result<()> {
        write!(self.writer, "{}", info::counts(counts))
    }

    fn answer(&mut self, outcome: Outcome) -> io::Result<()> {
        self.ponder_clock = None;
        if let Some(iteration) = outcome.iteration {
            let is_printed = self.printed.as_ref().is_some_and(|printed| {
                (printed.depth, &printed.lines) == (iteration.depth, &iteration.lines)
            });
            let counts = self.printed.as_ref().map(|printed| printed.counts);
            if !is_printed {
                self.print(iteration)?;
            } else if counts != Some(iteration.counts) {
                self.print_counts(iteration.counts)?;
            }
        }
        let Some(position) = self.searched.take() else { return Ok(()) };
        let Some((&best, rest)) = outcome.line.split_first() else {
            let score = if position.is_check() { "mate 0" } else { "cp 0" };
            return writeln!(self.writer, "info depth 0 score {score}\nbestmove (none)");
        };
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

    fn display(&mut self) -> io::Result<()> {
        let game = Chess::new();
        let board = game.depict(&self.position).to_text();
        writeln!(self.writer, "{board}\nFen: {}", self.position.to_fen())
    }
}

/// Counts the move sequences of `depth` plies by their first move.
fn count_sequences(
    position: &Position,
    depth: u32,
    castling: Castling,
    cancel: &CancelToken,
    tell: &mut dyn FnMut(String),
) {
    let mut total = u64::from(depth == 0);
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    for mv in moves {
        let mut child = position.clone();
        child.play(mv);
        // In small parts, so that it can be stopped.
        let replies: &[Move] = &if depth > 4 { child.legal_moves() } else { Vec::new() };
        let mut count = if depth > 4 { 0 } else { perft(&child, depth - 1) };
        for &reply in replies {
            if cancel.is_cancelled() {
                return;
            }
            let undo = child.play(reply);
            count += perft(&child, depth - 2);
            child.undo(undo);
        }
        total += count;
        tell(format!("{}: {count}", position.to_uci(mv, castling)));
    }
    tell(format!("\nNodes searched: {total}"));
}
