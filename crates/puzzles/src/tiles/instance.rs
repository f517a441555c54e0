//! Instances of any size, and the way from them to a space of the right type.

use std::fmt;

use tremaux_core::ParseError;

use super::{Arrangement, Board, Board64, Board128, ByteBoard, Size, SlidingPuzzle};

/// Two boards of one size: where to start, and where to end.
///
/// ```
/// use tremaux_core::StateSpace;
/// use tremaux_puzzles::tiles::{Board, Instance, SlidingPuzzle, Visitor};
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
/// # Ok::<(), tremaux_core::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    start: Arrangement,
    goal: Arrangement,
}

/// The start has one size and the goal another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentSizes {
    /// The size of the start.
    pub start: Size,
    /// The size of the goal.
    pub goal: Size,
}

impl fmt::Display for DifferentSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a goal of {}, as the start, found one of {}", self.start, self.goal)
    }
}

impl std::error::Error for DifferentSizes {}

impl Instance {
    /// The instance that leads from `start` to `goal`.
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
    /// Returns the error of the first that is wrong: the start, then the goal.
    pub fn parse(start: &str, goal: &str, size: Option<Size>) -> Result<Self, ParseError> {
        let start = Arrangement::parse(start, size)?;
        let goal = Arrangement::parse_goal(goal, start.size())?;
        Ok(Self { start, goal })
    }

    /// Where it starts.
    #[must_use]
    pub const fn start(&self) -> &Arrangement {
        &self.start
    }

    /// Where it ends.
    #[must_use]
    pub const fn goal(&self) -> &Arrangement {
        &self.goal
    }

    /// The width and height.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.start.size()
    }

    /// Whether the goal can be reached, by [`Arrangement::parity`]: without a search.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.start.parity() == self.goal.parity()
    }

    /// The space with the fastest board that holds this size.
    #[must_use]
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

/// A space whose type depends on the size of its boards.
///
/// Match it where the types differ, as [`IndexedSpace`](tremaux_core::IndexedSpace) is for
/// small boards alone; [`AnyPuzzle::visit`] it where one generic function serves all.
#[derive(Clone, Debug)]
pub enum AnyPuzzle {
    /// Up to 16 cells.
    Small(SlidingPuzzle<Board64>),
    /// Up to 25 cells.
    Medium(SlidingPuzzle<Board128>),
    /// Up to 64 cells.
    Large(SlidingPuzzle<ByteBoard>),
}

/// Something to be done with a [`SlidingPuzzle`] whatever its board: a generic closure.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) -> Self::Output;
}

impl AnyPuzzle {
    /// Hands the space to `visitor`.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Small(puzzle) => visitor.visit(puzzle),
            Self::Medium(puzzle) => visitor.visit(puzzle),
            Self::Large(puzzle) => visitor.visit(puzzle),
        }
    }
}
