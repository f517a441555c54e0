//! Errors on the way from names and options to a search.

use thiserror::Error;
use tremaux_core::{ParseError, StopReason};
use tremaux_search::CheckpointError;

use super::checkpoint::CheckpointRefusal;

/// The kind of entity that a name was looked up as.
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
    /// A table that can be built in advance.
    Table,
    /// Any of them.
    Any,
}

impl Kind {
    /// The kind in words, with an article.
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

/// Why a search could not be started from names, options and texts.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RegistryError {
    /// An expression has a syntax error, or an argument out of range.
    #[error("{error}")]
    Expression {
        /// The whole expression.
        text: String,
        /// Where, and what was expected.
        error: Box<ParseError>,
    },
    /// A name is unknown.
    #[error("{error}")]
    UnknownName {
        /// What was looked for.
        kind: Kind,
        /// The text that contains the name.
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
    /// An option was given that does not apply here.
    #[error("`{option}` does not apply: {reason}")]
    NotApplicable {
        /// The option as it is written on the command line.
        option: &'static str,
        /// Why.
        reason: String,
    },
    /// A component cannot be used with this instance.
    #[error("`{component}` cannot be used here: {reason}")]
    NotOffered {
        /// The component.
        component: String,
        /// Why.
        reason: String,
    },
    /// A limit was reached while a search was being prepared.
    #[error("`{component}` was not prepared: {reason}")]
    Unprepared {
        /// The component being prepared.
        component: String,
        /// The limit.
        reason: StopReason,
    },
    /// A limit stopped the building of a table.
    #[error("{what}")]
    Stopped {
        /// The limit.
        reason: StopReason,
        /// A description of what was stopped.
        what: String,
    },
    /// A saved search cannot be resumed.
    #[error("{0}")]
    Checkpoint(CheckpointRefusal),
    /// A plan returned by a search does not reach a goal at the reported cost.
    #[error(
        "the plan found by {algorithm} failed verification and is not shown: this is a bug in the \
         program"
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
    /// The text with the error, and the error's place, if it has one.
    pub fn place(&self) -> Option<(&str, &ParseError)> {
        match self {
            Self::Expression { text, error }
            | Self::UnknownName { text, error, .. }
            | Self::Instance { text, error, .. } => Some((text, error)),
            _ => None,
        }
    }

    /// An error about an argument of an expression.
    pub(crate) fn argument(text: &str, offset: usize, word: &str, expected: &str) -> Self {
        let found = format!("`{word}`");
        let error = ParseError::at(text, offset, word.len(), found, expected);
        Self::Expression { text: text.to_owned(), error: Box::new(error) }
    }
}
