//! An outside engine, whatever protocol it speaks.

use std::time::Duration;

use tremaux_chess::{Color, File, Position};
use tremaux_core::CancelToken;

use super::error::EngineError;
use super::limits::MoveLimits;
use super::process::Process;
use super::request::{Answer, Search};
use super::uci::Uci;
use super::xboard::Xboard;

/// The protocol of an outside engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of xboard and WinBoard.
    Xboard,
}

/// A program to play against, and how it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options and their values.
    pub options: Vec<(String, String)>,
}

/// A running engine. It is asked to quit when it is dropped, and killed if it does not.
///
/// ```no_run
/// use std::time::Duration;
/// use tremaux_protocol::client::{Engine, Program, Protocol};
/// let program = Program {
///     protocol: Protocol::Uci,
///     command: vec!["stockfish".into()],
///     options: vec![("Hash".into(), "16".into())],
/// };
/// let engine = Engine::start(&program, Duration::from_secs(10), &Default::default())?;
/// println!("{}", engine.name());
/// # Ok::<(), tremaux_protocol::client::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    speaker: Speaker,
    timeout: Duration,
    cancel: CancelToken,
}

#[derive(Debug)]
enum Speaker {
    Uci(Uci),
    Xboard(Xboard),
}

impl Engine {
    /// Starts a program, sets its options and waits until it is ready. `timeout` is the longest
    /// that it may take for any answer but a move; `cancel` stops all waiting.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be started, does not answer or does not have an option.
    pub fn start(
        program: &Program,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, EngineError> {
        let process = Process::start(&program.command)?;
        let name = program.command[0].rsplit('/').next().unwrap_or_default();
        let speaker = match program.protocol {
            Protocol::Uci => Speaker::Uci(Uci::greet(process, name, timeout, cancel)?),
            Protocol::Xboard => Speaker::Xboard(Xboard::greet(process, name, timeout, cancel)?),
        };
        let mut engine = Self { speaker, timeout, cancel: cancel.clone() };
        for (name, value) in &program.options {
            match &mut engine.speaker {
                Speaker::Uci(uci) => uci.set_option(name, value)?,
                Speaker::Xboard(xboard) => xboard.set_option(name, value)?,
            }
        }
        engine.synchronize()?;
        Ok(engine)
    }

    /// The name that it gives itself, or that of its file.
    pub fn name(&self) -> &str {
        match &self.speaker {
            Speaker::Uci(uci) => &uci.name,
            Speaker::Xboard(xboard) => &xboard.name,
        }
    }

    fn synchronize(&mut self) -> Result<(), EngineError> {
        match &mut self.speaker {
            Speaker::Uci(uci) => uci.synchronize(self.timeout, &self.cancel),
            Speaker::Xboard(xboard) => xboard.synchronize(self.timeout, &self.cancel),
        }
    }

    /// Whether it can play another game without being started again.
    pub fn is_reusable(&self) -> bool {
        match &self.speaker {
            Speaker::Uci(_) => true,
            Speaker::Xboard(xboard) => xboard.is_reusable(),
        }
    }

    /// Begins a game from `start` under these limits.
    ///
    /// # Errors
    ///
    /// Fails if the engine cannot play from this position or under these limits, or does not
    /// answer.
    pub fn new_game(&mut self, start: &Position, limits: &MoveLimits) -> Result<(), EngineError> {
        let is_chess960 = !has_usual_castling(start);
        match &mut self.speaker {
            Speaker::Uci(uci) => uci.new_game(is_chess960)?,
            Speaker::Xboard(xboard) if is_chess960 => return Err(xboard.no_chess960()),
            Speaker::Xboard(xboard) => xboard.new_game(start, limits)?,
        }
        self.synchronize()
    }

    /// Asks for a move.
    ///
    /// # Errors
    ///
    /// Fails if the engine does not answer in time, ends, or answers with an illegal move.
    pub fn choose(&mut self, search: &Search<'_>) -> Result<Answer, EngineError> {
        match &mut self.speaker {
            Speaker::Uci(uci) => uci.choose(search, &self.cancel),
            Speaker::Xboard(xboard) => xboard.choose(search, &self.cancel),
        }
    }

    /// Kills the program at once when the value is dropped.
    pub fn give_up(&mut self) {
        match &mut self.speaker {
            Speaker::Uci(uci) => uci.process.give_up(),
            Speaker::Xboard(xboard) => xboard.process.give_up(),
        }
    }
}

/// Whether kings and rooks with castling rights stand as in usual chess.
fn has_usual_castling(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = position.board().castle_rights(color);
        let is_usual = rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A);
        let has_rights = rights.short.is_some() || rights.long.is_some();
        !has_rights || is_usual && position.board().king(color).file() == File::E
    })
}
