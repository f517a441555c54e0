//! Instances of any size, and their conversion to a state space of the right type.

use std::fmt;

use tremaux_core::ParseError;

use super::{Arrangement, Board, Board64, Board128, ByteBoard, Size, SlidingPuzzle};

/// Two boards of the same size: start and goal.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    start: Arrangement,
    goal: Arrangement,
}

/// The error for a start and a goal of different sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentSizes {
    /// The size of the start.
    pub start: Size,
    /// The size of the goal.
    pub goal: Size,
}

impl fmt::Display for DifferentSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a {} goal, like the start, found {}", self.start, self.goal)
    }
}

impl std::error::Error for DifferentSizes {}

impl Instance {
    /// The instance from `start` to `goal`.
    ///
    /// # Errors
    ///
    /// Fails if they differ in size.
    pub fn new(start: Arrangement, goal: Arrangement) -> Result<Self, DifferentSizes> {
        if start.size() == goal.size() {
            Ok(Self { start, goal })
        } else {
            Err(DifferentSizes { start: start.size(), goal: goal.size() })
        }
    }

    /// Reads a start by [`Arrangement::parse`] and a goal by [`Arrangement::parse_goal`].
    ///
    /// # Errors
    ///
    /// Returns the error of the start, or else of the goal.
    pub fn parse(start: &str, goal: &str, size: Option<Size>) -> Result<Self, ParseError> {
        let start = Arrangement::parse(start, size)?;
        let goal = Arrangement::parse_goal(goal, start.size())?;
        Ok(Self { start, goal })
    }

    /// The start.
    pub const fn start(&self) -> &Arrangement {
        &self.start
    }

    /// The goal.
    pub const fn goal(&self) -> &Arrangement {
        &self.goal
    }

    /// The width and height.
    pub const fn size(&self) -> Size {
        self.start.size()
    }

    /// Whether the goal can be reached, by [`Arrangement::parity`], without a search.
    pub fn is_solvable(&self) -> bool {
        self.start.parity() == self.goal.parity()
    }

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
