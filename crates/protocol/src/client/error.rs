//! What can go wrong with an outside engine.

use std::fmt;
use std::time::Duration;

/// Why an outside engine did not do what it was asked for.
///
/// After any of these the engine is in an unknown state: drop it, and start it again if it is
/// needed once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The program cannot be started.
    NotStarted(String),
    /// The program ended, or closed its output.
    Died {
        /// How it ended, such as `exit status: 1`.
        status: String,
        /// The end of what it wrote to its standard error; may be empty.
        last_words: String,
    },
    /// It did not answer in time.
    NoAnswer {
        /// What was expected: `uciok`, a move.
        expected: &'static str,
        /// After how long it was given up.
        after: Duration,
    },
    /// It does not support an option or position, or was given a wrong value.
    Unsupported(String),
    /// It played a move that is not legal.
    IllegalMove {
        /// The move as it wrote it.
        text: String,
    },
    /// It rejected a legal move, or a command that it said it knows.
    Refused {
        /// What it wrote.
        text: String,
    },
    /// It claimed a result that the rules do not confirm.
    WrongClaim {
        /// What it wrote.
        text: String,
    },
    /// The search was cancelled from outside.
    Cancelled,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(reason) => write!(f, "cannot be started: {reason}"),
            Self::Died { status, last_words } if last_words.is_empty() => {
                write!(f, "ended unexpectedly ({status})")
            }
            Self::Died { status, last_words } => {
                write!(f, "ended unexpectedly ({status}): {last_words}")
            }
            Self::NoAnswer { expected, after } => {
                write!(f, "did not answer with {expected} within {:.2} s", after.as_secs_f64())
            }
            Self::Unsupported(what) => f.write_str(what),
            Self::IllegalMove { text } => write!(f, "played the illegal move `{text}`"),
            Self::Refused { text } => write!(f, "rejected a legal move: {text}"),
            Self::WrongClaim { text } => write!(f, "claimed a wrong result: {text}"),
            Self::Cancelled => f.write_str("was stopped"),
        }
    }
}

impl std::error::Error for EngineError {}
