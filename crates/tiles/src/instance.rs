//! Instances of any size.

use std::fmt;

use tremaux_core::ParseError;

use super::{Arrangement, Size};

/// Two boards of the same size: start and goal.
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
}
