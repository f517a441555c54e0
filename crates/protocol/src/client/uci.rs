//! An engine that speaks UCI.

use std::fmt::Write;
use std::time::{Duration, Instant};

use tremaux_chess::{Castling, Color};
use tremaux_core::CancelToken;
use tremaux_play::Clock;

use super::error::EngineError;
use super::option::EngineOption;
use super::process::{Deadline, Process};
use super::request::{Action, Answer, Search};
use super::thought::Thought;
use super::uci_message::UciMessage;
use crate::lines::shown;

/// Options that are kept; a program that declares more is not to be trusted.
const MOST_OPTIONS: usize = 1000;

#[derive(Debug)]
pub(super) struct Uci {
    pub(super) process: Process,
    pub(super) name: String,
    options: Vec<EngineOption>,
    /// Whether it was told to play Chess960.
    is_chess960: bool,
}

impl Uci {
    /// Waits for the engine to introduce itself; without a name it is called `name`.
    pub(super) fn greet(
        mut process: Process,
        name: &str,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, EngineError> {
        process.send("uci")?;
        let deadline = Deadline::new("uciok", timeout);
        let (mut name, mut options) = (name.to_owned(), Vec::new());
        loop {
            match UciMessage::parse(&process.next(deadline, cancel)?) {
                UciMessage::Name(text) if !text.is_empty() => name = shown(&text),
                UciMessage::Option(option) if options.len() < MOST_OPTIONS => options.push(option),
                UciMessage::UciOk => break,
                _ => {}
            }
        }
        Ok(Self { process, name, options, is_chess960: false })
    }

    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, &self.name, name, value)?;
        let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
        self.process.send(&format!("setoption name {}{value}", option.name))
    }

    /// Waits until the engine has done what it was told.
    pub(super) fn synchronize(
        &mut self,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<(), EngineError> {
        self.process.send("isready")?;
        let deadline = Deadline::new("readyok", timeout);
        while UciMessage::parse(&self.process.next(deadline, cancel)?) != UciMessage::ReadyOk {}
        Ok(())
    }

    pub(super) fn new_game(&mut self, is_chess960: bool) -> Result<(), EngineError> {
        if is_chess960 != self.is_chess960 {
            let value = if is_chess960 { "true" } else { "false" };
            self.set_option("UCI_Chess960", value)?;
            self.is_chess960 = is_chess960;
        }
        self.process.send("ucinewgame")
    }

    pub(super) fn choose(
        &mut self,
        search: &Search<'_>,
        cancel: &CancelToken,
    ) -> Result<Answer, EngineError> {
        let castling = match self.is_chess960 {
            true => Castling::KingTakesRook,
            false => Castling::KingMoves,
        };
        let mut line = match search.start.to_fen() {
            fen if fen == tremaux_chess::Position::initial().to_fen() => "position startpos".into(),
            fen => format!("position fen {fen}"),
        };
        let mut position = search.start.clone();
        for (at, &mv) in search.moves.iter().enumerate() {
            line.push_str(if at == 0 { " moves " } else { " " });
            position.write_uci(mv, castling, &mut line).expect("a string takes everything");
            position.play(mv);
        }
        self.process.send(&line)?;
        let started = Instant::now();
        self.process.send(&go(search, position.side_to_move()))?;
        let deadline = Deadline::new("a move", search.deadline);
        let mut thought = Thought::default();
        // Some engines ignore limits of nodes.
        let most_nodes = search.clock.nodes.map(|nodes| nodes.saturating_mul(2));
        let mut is_stopped = false;
        loop {
            match UciMessage::parse(&self.process.next(deadline, cancel)?) {
                UciMessage::Info(later) => {
                    thought.update(later);
                    if !is_stopped && most_nodes.is_some_and(|most| thought.nodes > Some(most)) {
                        is_stopped = true;
                        self.process.send("stop")?;
                    }
                }
                UciMessage::BestMove(text) => {
                    let elapsed = self.process.elapsed_since(started);
                    let mv = position.parse_uci(&text);
                    let mv = mv.map_err(|_| EngineError::IllegalMove { text: shown(&text) })?;
                    return Ok(Answer { action: Action::Move(mv), thought, elapsed });
                }
                _ => {}
            }
        }
    }
}

/// The command `go` with all limits.
fn go(search: &Search<'_>, side: Color) -> String {
    let mut line = "go".to_owned();
    let mut add = |key: &str, value: u64| write!(line, " {key} {value}").expect("a string");
    let Clock { remaining, increment, moves_to_go, move_time, nodes, depth, .. } = search.clock;
    if let Some(own) = remaining {
        // Engines without time left would not move at all.
        let milliseconds = |time: Duration| (time.as_millis() as u64).max(1);
        let (other, their_increment) = match search.opponent {
            Clock { remaining: Some(time), increment, .. } => (time, increment),
            _ => (own, increment),
        };
        let own = (own, increment);
        let other = (other, their_increment);
        let (white, black) = if side == Color::White { (own, other) } else { (other, own) };
        add("wtime", milliseconds(white.0));
        add("btime", milliseconds(black.0));
        add("winc", white.1.as_millis() as u64);
        add("binc", black.1.as_millis() as u64);
        if let Some(moves) = moves_to_go {
            add("movestogo", u64::from(moves));
        }
    }
    if let Some(time) = move_time {
        add("movetime", (time.as_millis() as u64).max(1));
    }
    if let Some(depth) = depth {
        add("depth", u64::from(depth));
    }
    if let Some(nodes) = nodes {
        add("nodes", nodes);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use tremaux_chess::Position;

    #[test]
    fn limits_are_sent() {
        let start = Position::initial();
        let second = Duration::from_secs(1);
        let clock = Clock::default()
            .remaining(Some(Duration::from_micros(200)))
            .increment(second / 10)
            .moves_to_go(Some(7))
            .depth(Some(3));
        let opponent = Clock::default().remaining(Some(2 * second));
        let search = |clock, opponent| Search {
            start: &start,
            moves: &[],
            clock,
            opponent,
            deadline: second,
        };
        let black = go(&search(clock, opponent), Color::Black);
        assert_eq!(black, "go wtime 2000 btime 1 winc 0 binc 100 movestogo 7 depth 3");
        let fixed = Clock::default().move_time(Some(second)).nodes(Some(10_000));
        let white = go(&search(fixed, opponent), Color::White);
        assert_eq!(white, "go movetime 1000 nodes 10000");
        // An opponent without a clock: the engine believes that both have the same time.
        let white = go(&search(clock, fixed), Color::White);
        assert!(white.starts_with("go wtime 1 btime 1 winc 100 binc 100"), "{white}");
    }
}
