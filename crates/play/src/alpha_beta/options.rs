//! The options of alpha-beta search.

use std::time::Duration;

use tremaux_tables::Record;

use super::window::Window;

/// When a table record may replace a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum TableUse {
    /// If it was searched to exactly the same depth, or its score holds at any depth. Scores
    /// are those of plain minimax to that depth.
    SameDepth,
    /// If it was searched at least as deep.
    AtLeastAsDeep,
}

impl TableUse {
    /// Whether `record` may replace a search of `depth` plies.
    #[inline(always)]
    pub(super) fn admits(self, record: &Record, depth: i32) -> bool {
        let draft = i32::from(record.draft);
        match self {
            Self::SameDepth => draft == depth || record.is_exact && draft < depth,
            Self::AtLeastAsDeep => draft >= depth || record.is_exact,
        }
    }
}

/// How much the search determines about the root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum RootScores {
    /// One best move.
    Best,
    /// All best moves: these have [`Bound::Exact`](tremaux_core::Bound::Exact) scores equal to
    /// the root's score.
    Ties,
    /// The exact score of every move.
    Every,
}

tremaux_core::options! {
    /// Options of alpha-beta search.
    ///
    /// Sources: alpha-beta, Knuth and Moore 1975. Explicit exactness and distance pruning are
    /// folklore among authors of solvers.
    ///
    /// With b moves per position and d plies, the search visits between b^(d/2) positions (best
    /// move first) and b^d (worst move first). Memory is b·d moves plus the table.
    ///
    /// ```
    /// use tremaux::{Limits, Score};
    /// use tremaux::play::{AlphaBeta, SearchParts};
    /// # use tremaux::play::Player;
    /// # use tremaux::{Game, Turn, ZeroSumGame};
    /// # struct Pile;
    /// # impl Game for Pile {
    /// #     type State = (u32, Player);
    /// #     type Move = u32;
    /// #     type Undo = ();
    /// #     fn initial_state(&self) -> (u32, Player) { (10, 0) }
    /// #     fn turn(&self, &(left, player): &(u32, Player)) -> Turn {
    /// #         if left == 0 { Turn::Over } else { Turn::Player(player) }
    /// #     }
    /// #     fn moves(&self, state: &(u32, Player), moves: &mut Vec<u32>) {
    /// #         moves.extend(1..=state.0.min(3));
    /// #     }
    /// #     fn play(&self, state: &mut (u32, Player), take: u32) {
    /// #         *state = (state.0 - take, 1 - state.1);
    /// #     }
    /// #     fn undo(&self, state: &mut (u32, Player), take: u32, (): ()) {
    /// #         *state = (state.0 + take, 1 - state.1);
    /// #     }
    /// #     fn payoff(&self, state: &(u32, Player), player: Player) -> f64 {
    /// #         if state.1 == player { -1.0 } else { 1.0 }
    /// #     }
    /// # }
    /// # impl ZeroSumGame for Pile {}
    /// // Ten matches: each player takes one to three; whoever takes the last one wins.
    /// let report =
    ///     AlphaBeta::default().solve(&Pile, &(10, 0), SearchParts::new(), &Limits::default());
    /// assert_eq!(report.principal_variation[0], 2);
    /// assert_eq!((report.score, report.is_exact), (Score::win_in(5), true));
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct AlphaBeta {
        /// How the windows at the root are chosen.
        pub window: Window = Window::Scout,
        /// The depth of the first iteration, in plies.
        pub first_depth: u32 = 1,
        /// The depth increment of the next iterations.
        pub step: u32 = 1,
        /// The depth of the last iteration, in plies; at most [`AlphaBeta::MAX_DEPTH`].
        pub max_depth: u32 = 64,
        /// With fewer plies left than this, moves are not rated, since most nodes are leaves.
        pub rated_depth: u32 = 3,
        /// With fewer plies left than this, the table is neither read nor written: one access to a
        /// large table takes longer than searching a few leaves.
        pub table_depth: u32 = 2,
        /// Whether positions beyond the horizon are in the table, too.
        pub stores_quiescence: bool = false,
        /// With at least this many plies left (and more than [`AlphaBeta::table_depth`]), the table
        /// records of all children are prefetched before any child is searched, to hide memory
        /// latency. With more plies left, one of them may refute the position at once (enhanced
        /// transposition cutoffs, Schaeffer and Plaat 1996). Worthwhile if moves are cheap to play
        /// and the table is larger than the caches.
        pub ahead_depth: Option<u32> = None,
        /// When a table record may replace a search.
        pub table_use: TableUse = TableUse::AtLeastAsDeep,
        /// What to determine about the root moves.
        pub root_scores: RootScores = RootScores::Best,
        /// The number of lines to find, each with a different first move; at least one.
        pub lines: usize = 1,
        /// Enables distance pruning: a position is pruned if no win or loss in it can come soon
        /// enough to matter. It changes no score; the counts in textbooks are without it.
        pub distance_pruning: bool = true,
        /// Whether a position that occurs twice on a line counts as a draw. Such a draw depends on
        /// the path to it, so scores that rest on one are never called exact. Exact scores assume
        /// that endless play is a draw. Needs a table, for its keys.
        pub repetition_draws: bool = false,
        /// The number of extra plies for a secondary search, or zero for none. The last position of
        /// the best line is searched this much deeper, and the move is only played if it remains at
        /// least as good as the next best (Greenblatt et al. 1967).
        pub secondary: u32 = 0,
        /// No new iteration starts after the search has taken this long: up to twice as long while
        /// the best move changes or its score falls, and less once it has stayed the same, if
        /// [`AlphaBeta::keeps_unfinished`].
        pub soft_time: Option<Duration> = None,
        /// Whether the first iteration is completed whatever the limits of nodes and time and
        /// although the search is cancelled, so that every root move has a value; unless it takes
        /// more than [`AlphaBeta::MOST_FIRST_NODES`] positions.
        pub completes_first: bool = false,
        /// Whether a search that is stopped reports a better move that it has found in the
        /// iteration it did not finish, with the last score.
        pub keeps_unfinished: bool = false,
    }
}

impl AlphaBeta {
    /// The maximum depth of an iteration.
    pub const MAX_DEPTH: u32 = 4000;

    /// See [`AlphaBeta::completes_first`].
    pub const MOST_FIRST_NODES: u64 = 1 << 16;
}
