//! Why games end.

use std::fmt;

use serde::Serialize;
use tremaux_chess::Position;
use tremaux_protocol::client::EngineError;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ending {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    InsufficientMaterial,
    /// By the rules of another game.
    Rules,
    Resignation,
    /// By the scores of the players.
    Adjudication,
    /// After the greatest number of moves.
    Length,
    Time,
    IllegalMove,
    /// A result that the rules do not confirm, or a legal move that was rejected.
    WrongClaim,
    /// A program ended in the middle of the game.
    Crash,
    /// A program did not answer.
    Hang,
    /// A program could not be started, or cannot play from the opening.
    NotStarted,
}

impl Ending {
    /// Why a game of chess that is over ended.
    pub(super) fn of(position: &Position) -> Self {
        match position {
            _ if position.is_checkmate() => Self::Checkmate,
            _ if position.is_stalemate() => Self::Stalemate,
            _ if position.is_insufficient_material() => Self::InsufficientMaterial,
            _ if position.is_repetition() => Self::Repetition,
            _ => Self::FiftyMoves,
        }
    }

    /// Whether a program failed, rather than lost.
    pub(super) fn is_failure(self) -> bool {
        matches!(
            self,
            Self::IllegalMove | Self::WrongClaim | Self::Crash | Self::Hang | Self::NotStarted
        )
    }

    /// The name in the JSON, in words.
    pub(super) fn in_words(self) -> String {
        self.to_string().replace('-', " ")
    }

    /// The value of the tag `Termination` of PGN.
    pub(super) fn pgn_tag(self) -> &'static str {
        match self {
            Self::Time => "time forfeit",
            Self::Adjudication | Self::Length => "adjudication",
            Self::IllegalMove | Self::WrongClaim => "rules infraction",
            Self::Crash | Self::Hang | Self::NotStarted => "abandoned",
            _ => "normal",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What a player did wrong: why the game is lost, and the details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) ending: Ending,
    pub(super) details: String,
}

impl Fault {
    /// The fault of a program during the game; `None` if it was stopped from outside.
    pub(super) fn of(error: &EngineError, is_timed: bool) -> Option<Self> {
        let ending = match error {
            EngineError::Cancelled => return None,
            EngineError::NotStarted(_) | EngineError::Unsupported(_) => Ending::NotStarted,
            EngineError::Died { .. } => Ending::Crash,
            EngineError::NoAnswer { .. } if is_timed => Ending::Time,
            EngineError::NoAnswer { .. } => Ending::Hang,
            EngineError::IllegalMove { .. } => Ending::IllegalMove,
            EngineError::Refused { .. } | EngineError::WrongClaim { .. } => Ending::WrongClaim,
        };
        Some(Self { ending, details: error.to_string() })
    }
}
