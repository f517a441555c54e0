//! Positions in files, with what the file says of them.

use std::fmt;
use std::io;

use tremaux_core::ParseError;

use super::played_game::PlayedGame;

/// A position from a file, with what the file says of it.
pub struct NotedPosition {
    /// The game at this position.
    pub game: Box<dyn PlayedGame>,
    /// Its name: the identifier of a test position, the players of a game.
    pub title: Option<String>,
    /// The moves of which the best is expected to be one; empty if the file names none.
    pub best: Vec<String>,
    /// The moves that are expected not to be the best.
    pub avoid: Vec<String>,
    /// The expected exact score.
    pub score: Option<i64>,
    /// What is not as the file has it.
    pub notes: Vec<String>,
}

impl NotedPosition {
    /// A position of which nothing is said.
    pub fn new(game: Box<dyn PlayedGame>) -> Self {
        let (title, best, avoid) = (None, Vec::new(), Vec::new());
        Self { game, title, best, avoid, score: None, notes: Vec::new() }
    }

    /// Whether `mv` is a move that the file expects, if it expects any, and `exact`, the score if
    /// it is proved, the score that it expects.
    pub fn is_solved_by(&self, mv: Option<&str>, exact: Option<i64>) -> Option<bool> {
        if self.best.is_empty() && self.avoid.is_empty() {
            return None;
        }
        let is_among = |moves: &[String]| moves.iter().any(|it| Some(it.as_str()) == mv);
        let is_best = self.best.is_empty() || is_among(&self.best);
        let is_score = exact.is_none() || self.score.is_none() || exact == self.score;
        Some(mv.is_some() && is_best && !is_among(&self.avoid) && is_score)
    }
}

/// The games of a file, one after the other.
pub type GameFile<'a> = Box<dyn Iterator<Item = Result<NotedPosition, GameFileError>> + 'a>;

/// Why a game of a file is left out.
#[derive(Debug)]
pub enum GameFileError {
    /// The file cannot be read.
    Read(io::Error),
    /// The game with this number, from 1, is wrong.
    Wrong {
        /// The number of the game.
        number: u64,
        /// What is wrong; line, column and offset count from the start of the file.
        error: Box<ParseError>,
    },
    /// The game with this number, from 1, ends before the position asked for.
    Short {
        /// The number of the game.
        number: u64,
        /// Its length.
        plies: usize,
    },
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot read games: {error}"),
            Self::Wrong { number, error } => write!(f, "game {number}, {error}"),
            Self::Short { number, plies: 1 } => write!(f, "game {number} has only 1 ply"),
            Self::Short { number, plies } => write!(f, "game {number} has only {plies} plies"),
        }
    }
}

impl std::error::Error for GameFileError {}
