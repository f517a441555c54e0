//! Exact scores of the first positions of a game, which take longest to solve.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use tremaux_core::{Game, GameNotation};

use super::rules::{ConnectFour, Position};
use super::size::{Size, Standard};

/// Positions with their scores, a line each. The example `solve_connect_four` solves them again.
const SCORES: &str = include_str!("book.txt");

/// Scores as [`exact_score`](super::exact_score) counts them, for the player to move, of the
/// first positions of the standard board, computed by [`Solver`](super::Solver).
#[derive(Debug)]
pub(super) struct Book(BTreeMap<u64, i32>);

impl Book {
    /// The book of boards of this size, if there is one; it is read when it is used for the first
    /// time.
    pub(super) fn of<S: Size>(size: S) -> Option<&'static Self> {
        static BOOK: OnceLock<Book> = OnceLock::new();
        let is_standard = size.full() == Standard.full() && size.stride() == Standard.stride();
        is_standard.then(|| BOOK.get_or_init(Self::read))
    }

    fn read() -> Self {
        let read = |line: &str| {
            let (columns, score) = line.split_once(' ')?;
            let position = GAME.parse_position(columns).ok()?;
            Some((key(&position), score.parse().ok()?))
        };
        Self(SCORES.lines().filter_map(read).collect())
    }

    /// Whether it has the scores after all moves of a position.
    pub(super) fn has_all_after(&self, position: &Position) -> bool {
        let mut columns = Vec::new();
        GAME.moves(position, &mut columns);
        columns.into_iter().all(|column| {
            let mut after = *position;
            GAME.play(&mut after, column);
            self.score(&after).is_some()
        })
    }

    /// The score of a position, if it is in the book.
    pub(super) fn score(&self, position: &Position) -> Option<i32> {
        self.0.get(&key(position)).copied()
    }
}

const GAME: ConnectFour = ConnectFour::of(Standard);

fn key(position: &Position) -> u64 {
    GAME.canonical_key(position).0
}
