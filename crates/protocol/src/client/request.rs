//! A request for a move, and its answer.

use std::time::Duration;

use tremaux_chess::{Move, Position};
use tremaux_play::Clock;

use super::thought::Thought;

/// A request for a move.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The first position of the game.
    pub start: &'a Position,
    /// The legal moves since.
    pub moves: &'a [Move],
    /// The limits of this move.
    pub clock: Clock,
    /// The opponent's clock.
    pub opponent: Clock,
    /// The time after which the engine is given up.
    pub deadline: Duration,
}

/// What an engine does when it is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A legal move.
    Move(Move),
    /// It resigns.
    Resign,
}

/// The answer to a [`Search`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it does.
    pub action: Action,
    /// What it said about it.
    pub thought: Thought,
    /// The time that it took.
    pub elapsed: Duration,
}
