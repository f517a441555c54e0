//! The details that textbooks leave open, as options.

use tremaux_core::Cost;

/// The order of the open list, lowest value first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// The number of actions: breadth-first search.
    Shallowest,
    /// The number of actions, highest first: depth-first search.
    Deepest,
    /// The cost of the path, g: Dijkstra's algorithm.
    G,
    /// The estimated cost to a goal, h: greedy best-first search.
    H,
    /// The sum of the two, f: A*.
    GPlusH,
}

impl Rank {
    /// The score of a path of cost `g` and `length` actions to a state with estimate `h`.
    pub(super) fn score<C: Cost>(self, g: C, h: C, length: usize) -> (C, i64) {
        match self {
            Self::Shallowest => (C::ZERO, length as i64),
            Self::Deepest => (C::ZERO, -(length as i64)),
            Self::G => (g, 0),
            Self::H => (h, 0),
            Self::GPlusH => (g.plus(h), 0),
        }
    }
}

/// A number computed from a state of type `T`, such as a hash.
pub type Number<T> = fn(&T) -> i64;

/// Which of several paths with equal scores comes first. `N` is a [`Number`].
#[derive(Clone, Copy, Debug)]
pub enum Tie<N> {
    /// The path that entered open first: with [`Rank::Shallowest`], open is a queue.
    Oldest,
    /// The path that entered open last: with [`Rank::Deepest`], open is a stack.
    Newest,
    /// The path whose state has the lowest number.
    Least(N),
}

/// When two states count as the same. `N` is a [`Number`].
#[derive(Clone, Copy, Debug)]
pub enum Identity<N> {
    /// When they are equal.
    State,
    /// When their numbers are equal, which may merge different states.
    Number(N),
}

/// What happens to a child whose state is in open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InOpen {
    /// It is inserted in addition to the existing path.
    Keep,
    /// It replaces the existing path if it comes before it in the order, and is dropped
    /// otherwise.
    Replace,
}

/// What happens to a child whose state is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InClosed {
    /// It is dropped.
    Drop,
    /// It is moved from closed to open if its score is lower.
    Reopen,
}

/// When a state is tested against the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is removed from open.
    OnExpansion,
    /// As soon as it is generated.
    OnGeneration,
}

/// The conventions of a textbook. Each preset can be changed field by field. `N` is a
/// [`Number`] of states.
#[derive(Clone, Copy, Debug)]
pub struct Conventions<N> {
    /// The order of the open list.
    pub rank: Rank,
    /// Which of several paths with equal scores comes first.
    pub tie: Tie<N>,
    /// When two states count as the same.
    pub identity: Identity<N>,
    /// What happens to a child whose state is in open.
    pub in_open: InOpen,
    /// What happens to a child whose state is closed.
    pub in_closed: InClosed,
    /// When a state is tested against the goal.
    pub goal_test: GoalTest,
    /// The maximum number of actions of a path: states at the ends of such paths are tested,
    /// but not expanded. With the goal test on generation they do not enter open either.
    pub depth_bound: Option<usize>,
    /// The number of goals wanted. A goal is never expanded, and the search continues until
    /// this many goals are found.
    pub wanted: usize,
}

impl<T> Conventions<Number<T>> {
    /// *Algorithms in a Nutshell*, A* and its relatives: newest first among equal scores, no
    /// check for duplicates in open, closed states reopened for a better score, goals tested
    /// when they are removed from open.
    pub fn nutshell(rank: Rank) -> Self {
        Self {
            rank,
            tie: Tie::Newest,
            identity: Identity::State,
            in_open: InOpen::Keep,
            in_closed: InClosed::Reopen,
            goal_test: GoalTest::OnExpansion,
            depth_bound: None,
            wanted: 1,
        }
    }

    /// *Algorithms in a Nutshell*, breadth-first search: a queue, no check for duplicates in
    /// open, goals tested when they are generated.
    pub fn nutshell_breadth_first() -> Self {
        Self {
            tie: Tie::Oldest,
            in_closed: InClosed::Drop,
            goal_test: GoalTest::OnGeneration,
            ..Self::nutshell(Rank::Shallowest)
        }
    }

    /// *Algorithms in a Nutshell*, depth-first search: a stack, no check for duplicates in
    /// open, goals tested when they are generated.
    pub fn nutshell_depth_first(depth_bound: usize) -> Self {
        Self {
            in_closed: InClosed::Drop,
            goal_test: GoalTest::OnGeneration,
            depth_bound: Some(depth_bound),
            ..Self::nutshell(Rank::Deepest)
        }
    }

    /// *SaC*: ties are broken by the `number` of the state, a better path to a state in open
    /// replaces the existing one, closed states are not reopened, goals are tested when they
    /// are removed from open.
    pub fn sac(rank: Rank, number: Number<T>) -> Self {
        Self {
            rank,
            tie: Tie::Least(number),
            identity: Identity::State,
            in_open: InOpen::Replace,
            in_closed: InClosed::Drop,
            goal_test: GoalTest::OnExpansion,
            depth_bound: None,
            wanted: 1,
        }
    }

    /// Treats states with equal numbers as the same, as the *SaC* library does.
    #[must_use]
    pub fn merging_equal_numbers(self) -> Self {
        match self.tie {
            Tie::Least(number) => Self { identity: Identity::Number(number), ..self },
            Tie::Oldest | Tie::Newest => self,
        }
    }
}
