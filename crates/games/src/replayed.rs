//! Games of files after their moves were checked.

/// A game of a file that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed<S, M> {
    /// Where it begins.
    pub start: S,
    /// Its moves.
    pub moves: Vec<M>,
    /// Where it ends.
    pub end: S,
}

impl<S: Clone, M> Replayed<S, M> {
    /// A game without moves.
    pub fn new(start: S) -> Self {
        Self { end: start.clone(), start, moves: Vec::new() }
    }
}
