//! What can go wrong between a name and a search.

use thiserror::Error;
use tremaux_core::{ParseError, StopReason};
use tremaux_search::CheckpointError;

use crate::checkpoint::CheckpointRefusal;

/// What kind of thing a name was looked up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A puzzle or search problem.
    Domain,
    /// A game.
    Game,
    /// An algorithm.
    Algorithm,
    /// A heuristic.
    Heuristic,
    /// A table that can be built ahead.
    Table,
    /// Any of them.
    Any,
}

impl Kind {
    /// The kind in words, with its article.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Domain => "a domain",
            Self::Game => "a game",
            Self::Algorithm => "an algorithm",
            Self::Heuristic => "a heuristic",
            Self::Table => "a table",
            Self::Any => "a domain, an algorithm or a heuristic",
        }
    }
}

/// Why names, options and texts do not make a search.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RegistryError {
    /// An expression is written wrongly, or an argument in it is out of bounds.
    #[error("{error}")]
    Expression {
        /// The whole expression.
        text: String,
        /// Where, and what was expected.
        error: Box<ParseError>,
    },
    /// A name is not known.
    #[error("{error}")]
    UnknownName {
        /// What was looked for.
        kind: Kind,
        /// The text in which the name stands.
        text: String,
        /// Where, and what was expected.
        error: Box<ParseError>,
        /// The most similar names.
        nearest: Vec<&'static str>,
    },
    /// The text of an instance, or an option of it, is wrong.
    #[error("{error}")]
    Instance {
        /// The option, or `None` for the instance itself.
        option: Option<&'static str>,
        /// The text.
        text: String,
        /// Where, and what was expected.
        error: Box<ParseError>,
    },
    /// An option has no effect here, and was given all the same.
    #[error("`{option}` does not apply: {reason}")]
    NotApplicable {
        /// The option as it is written on the command line.
        option: &'static str,
        /// Why.
        reason: String,
    },
    /// A component is known and cannot be used with this instance.
    #[error("`{component}` cannot be used here: {reason}")]
    NotOffered {
        /// The component.
        component: String,
        /// Why.
        reason: String,
    },
    /// A limit stepped in while a search was being prepared.
    #[error("`{component}` was not prepared: {reason}")]
    Unprepared {
        /// What was being prepared.
        component: String,
        /// The limit.
        reason: StopReason,
    },
    /// A limit stopped the building of a table.
    #[error("{what}")]
    Stopped {
        /// The limit.
        reason: StopReason,
        /// What was stopped, in words.
        what: String,
    },
    /// A saved search is not gone on with.
    #[error("{0}")]
    Checkpoint(CheckpointRefusal),
    /// A plan that a search returned does not reach a goal at the cost it claims.
    #[error(
        "a plan of {algorithm} did not stand up to being replayed, and is not shown: this is a \
         fault of the program"
    )]
    WrongPlan {
        /// The algorithm.
        algorithm: &'static str,
    },
}

impl From<CheckpointError> for RegistryError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(CheckpointRefusal::Search(error))
    }
}

impl RegistryError {
    /// The text that is wrong and where, if the error has a place.
    #[must_use]
    pub fn place(&self) -> Option<(&str, &ParseError)> {
        match self {
            Self::Expression { text, error }
            | Self::UnknownName { text, error, .. }
            | Self::Instance { text, error, .. } => Some((text, error)),
            _ => None,
        }
    }

    /// An argument of an expression that is not what was expected.
    pub(crate) fn argument(text: &str, offset: usize, word: &str, expected: &str) -> Self {
        let found = format!("`{word}`");
        let error = ParseError::at(text, offset, word.len(), found, expected);
        Self::Expression { text: text.to_owned(), error: Box::new(error) }
    }
}
