//! State spaces of instances of any size.

use super::{Board, Board64, Board128, ByteBoard, Instance, SlidingPuzzle};

impl Instance {
    /// The state space with the fastest board type for this size.
    pub fn puzzle(&self) -> AnyPuzzle {
        let cells = self.size().cells();
        if cells <= Board64::MOST_CELLS {
            AnyPuzzle::Small(SlidingPuzzle::of(self))
        } else if cells <= Board128::MOST_CELLS {
            AnyPuzzle::Medium(SlidingPuzzle::of(self))
        } else {
            AnyPuzzle::Large(SlidingPuzzle::of(self))
        }
    }
}

/// A state space whose type depends on the size of its boards.
///
/// Match on it where the types differ, as only small boards implement
/// [`IndexedSpace`](tremaux_core::IndexedSpace); use [`AnyPuzzle::visit`] where one generic
/// function serves all.
///
/// ```
/// use tremaux::StateSpace;
/// use tremaux_tiles::{Board, Instance, SlidingPuzzle, Visitor};
///
/// struct CountActions;
///
/// impl Visitor for CountActions {
///     type Output = usize;
///
///     fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) -> usize {
///         let mut actions = Vec::new();
///         puzzle.actions(&puzzle.initial_state(), &mut actions);
///         actions.len()
///     }
/// }
///
/// let instance = Instance::parse("1 2 3 / 4 0 5", "blank-last", None)?;
/// assert!(instance.is_solvable());
/// assert_eq!(instance.puzzle().visit(CountActions), 3);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub enum AnyPuzzle {
    /// Up to 16 cells.
    Small(SlidingPuzzle<Board64>),
    /// Up to 25 cells.
    Medium(SlidingPuzzle<Board128>),
    /// Up to 64 cells.
    Large(SlidingPuzzle<ByteBoard>),
}

/// An operation on a [`SlidingPuzzle`] of any board type: a generic closure.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the operation.
    fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) -> Self::Output;
}

impl AnyPuzzle {
    /// Calls `visitor` with the space.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Small(puzzle) => visitor.visit(puzzle),
            Self::Medium(puzzle) => visitor.visit(puzzle),
            Self::Large(puzzle) => visitor.visit(puzzle),
        }
    }
}
