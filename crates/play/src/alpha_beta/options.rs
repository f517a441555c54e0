//! The settings of alpha-beta search.

use std::ops::Deref;
use std::time::Duration;

use tremaux_core::{Evaluator, GameReport, GameSearch, Limits, MoveOrdering, ZeroSumGame};
use tremaux_tables::{Memory, Record};

use super::parts::Parts;
use super::search::AlphaBetaSearch;
use super::selectivity::Selectivity;
use super::window::Window;
use crate::horizon::Horizon;

/// When a record of the table may stand for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUse {
    /// If it was searched exactly as deep, or no depth would change it: scores are those of
    /// plain minimax of that depth.
    SameDepth,
    /// If it was searched at least as deep.
    AtLeastAsDeep,
}

impl TableUse {
    /// Whether `record` may stand for a search of `depth` plies.
    #[inline(always)]
    pub(super) fn admits(self, record: &Record, depth: i32) -> bool {
        let draft = i32::from(record.draft);
        match self {
            Self::SameDepth => draft == depth || record.is_exact && draft < depth,
            Self::AtLeastAsDeep => draft >= depth || record.is_exact,
        }
    }
}

/// How much is found out about the moves at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootScores {
    /// One best move.
    Best,
    /// All best moves: those have [`Bound::Exact`](tremaux_core::Bound::Exact) scores equal to the root's.
    Ties,
    /// The score of every move.
    Every,
}

/// Options of alpha-beta search.
///
/// Sources: alpha-beta, Knuth and Moore 1975; explicit exactness and distance pruning are
/// folklore of solvers.
///
/// With b moves a position and d plies, between b^(d/2) (best moves first) and b^d (worst
/// first) positions are visited in time, and memory for b·d moves and the table is used.
///
/// ```
/// use tremaux_core::{Limits, Score};
/// use tremaux_play::{AlphaBeta, Parts};
/// # use tremaux_core::{Game, Player, Turn, ZeroSumGame};
/// # struct Pile;
/// # impl Game for Pile {
/// #     type State = (u32, Player);
/// #     type Move = u32;
/// #     type Undo = ();
/// #     fn player_count(&self) -> usize { 2 }
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
/// # impl ZeroSumGame for Pile {
/// #     fn final_score(&self, state: &(u32, Player), player: Player) -> Score {
/// #         if state.1 == player { Score::LOSS } else { Score::WIN }
/// #     }
/// # }
/// // Ten matches, each player takes one to three, who takes the last has won.
/// let report =
///     AlphaBeta::default().solve(&Pile, &(10, 0), Parts::new(), &Limits::default());
/// assert_eq!(report.principal_variation[0], 2);
/// assert_eq!((report.score, report.is_exact), (Score::win_in(5), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta {
    /// The windows at the root.
    pub window: Window,
    /// The first iteration, in plies.
    pub first_depth: u32,
    /// How much deeper the next one is.
    pub step: u32,
    /// The last iteration, in plies; at most [`AlphaBeta::MAX_DEPTH`].
    pub max_depth: u32,
    /// With fewer plies left than this, moves are not rated: the leaves are the many.
    pub rated_depth: u32,
    /// With fewer plies left than this, the table is neither asked nor told: a look into a
    /// large one takes longer than a handful of leaves.
    pub table_depth: u32,
    /// With at least so many plies left (and more than [`AlphaBeta::table_depth`]), the
    /// table's records of all children are fetched before any is searched, so that none is
    /// waited for; with more, one of them may refute the position at once (enhanced
    /// transposition cutoffs, Schaeffer and Plaat 1996). Worth it where moves are cheap to
    /// play and the table is larger than the caches.
    pub ahead_depth: Option<u32>,
    /// When the table answers.
    pub table_use: TableUse,
    /// What is found out about the moves at the root.
    pub root_scores: RootScores,
    /// How many lines with different first moves are found, at least one.
    pub lines: usize,
    /// Whether a position is given up where no win can come soon enough, or no loss, to
    /// matter. It changes no score; the textbooks' counts are without.
    pub distance_pruning: bool,
    /// Whether a position that stands twice on a line is a draw. Such a draw depends on the
    /// line by which it came: scores that rest on one are never called exact, and those that
    /// are exact hold for endless play being a draw. Needs a table, for its keys.
    pub repetition_draws: bool,
    /// The last position of the best line is searched so many plies deeper, and the move is
    /// only played if it holds its own against the next best (secondary search, Greenblatt
    /// et al. 1967). Zero for none.
    pub secondary: u32,
    /// No iteration is begun when the search has taken so long.
    pub soft_time: Option<Duration>,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        Self {
            window: Window::Scout,
            first_depth: 1,
            step: 1,
            max_depth: 64,
            rated_depth: 3,
            table_depth: 2,
            ahead_depth: None,
            table_use: TableUse::AtLeastAsDeep,
            root_scores: RootScores::Best,
            lines: 1,
            distance_pruning: true,
            repetition_draws: false,
            secondary: 0,
            soft_time: None,
        }
    }
}

impl AlphaBeta {
    /// No iteration is deeper.
    pub const MAX_DEPTH: u32 = 4000;

    /// A search of `state` that has not yet taken a step.
    ///
    /// # Panics
    ///
    /// If the game is not for two players, and later if chance is to move.
    pub fn start<P, G, E, O, T, H, X>(
        &self,
        game: P,
        state: &G::State,
        parts: Parts<E, O, T, H, X>,
    ) -> AlphaBetaSearch<P, G, E, O, T, H, X>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame,
        E: Evaluator<G>,
        O: MoveOrdering<G>,
        T: Memory<G>,
        H: Horizon<G>,
        X: Selectivity<G>,
    {
        AlphaBetaSearch::new(*self, game, state, parts)
    }

    /// Searches `state` ever deeper, until the game is solved or a limit is reached.
    pub fn solve<G, E, O, T, H, X>(
        &self,
        game: &G,
        state: &G::State,
        parts: Parts<E, O, T, H, X>,
        limits: &Limits,
    ) -> GameReport<G::Move>
    where
        G: ZeroSumGame,
        E: Evaluator<G>,
        O: MoveOrdering<G>,
        T: Memory<G>,
        H: Horizon<G>,
        X: Selectivity<G>,
    {
        let mut search = self.start(game, state, parts);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}
