//! Search of games for two players with chance.

use std::ops::Deref;

use tremaux_core::{GameSearch, Limits, PayoffEvaluator, Turn, ZeroSumGame};

use super::max_n::MaxN;
use super::report::PayoffReport;
use super::search::{PayoffSearch, Tree};
use super::two_sided::{ChancePruning, TwoSided};
use crate::alpha_beta::SearchParts;

tremaux_core::options! {
    /// Iterative-deepening search of two-player zero-sum games with chance.
    ///
    /// The value is that of plain expectiminimax, except for rounding. Without pruning, time is
    /// (b·c)^d for b player moves and c chance moves; memory is (b + c)·d.
    ///
    /// That what one player gets the other loses is promised by [`ZeroSumGame`]: a game without
    /// that is one for [`MaxN`](super::MaxN), each player for itself. So is a game that is not for
    /// two players, or that is seen to break the promise: the search begins again. If a payoff or
    /// an estimate is beyond [`Expectiminimax::range`], it begins again without one. Ends that
    /// alpha-beta prunes are not met.
    ///
    /// ```
    /// use tremaux::games::backgammon::Backgammon;
    /// use tremaux::play::{Expectiminimax, GameNotation, SearchParts};
    /// use tremaux::Limits;
    /// // Each has a few checkers left to bear off.
    /// let position = Backgammon.parse_position("UgAAEAwAAAAAAA")?;
    /// let search = Expectiminimax::default().max_depth(3).range((-3.0, 3.0));
    /// let report = search.solve(&Backgammon, &position, SearchParts::new(), &Limits::default());
    /// assert!(report.depth == 3 && report.value.abs() <= 3.0);
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct Expectiminimax {
        /// The depth of the last iteration, in plies, including chance; at most
        /// [`MAX_PAYOFF_DEPTH`](super::MAX_PAYOFF_DEPTH).
        pub max_depth: u32 = 64,
        /// How chance nodes are pruned; not at all without a range.
        pub pruning: ChancePruning = ChancePruning::Star1,
        /// The lowest and highest payoff of player 0, including estimates; infinite by default,
        /// which promises nothing.
        #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::bounds"))]
        pub range: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY),
        /// Whether every root move gets its exact value rather than a bound.
        pub every_move: bool = false,
    }
}

impl Expectiminimax {
    /// Creates a search of `state` in its initial state. The search panics if what a player gets is
    /// not a number, or if the probabilities of moves of chance do not sum to 1.
    pub fn start<P, G, E>(
        &self,
        game: P,
        state: &G::State,
        parts: SearchParts<E>,
    ) -> PayoffSearch<P, G, E>
    where
        P: Deref<Target = G>,
        G: ZeroSumGame,
        E: PayoffEvaluator<G>,
    {
        if game.player_count() != 2 {
            return MaxN::default().max_depth(self.max_depth).start(game, state, parts);
        }
        let mut tree = TwoSided::new(0, 2);
        tree.sign = if game.turn(state) == Turn::Player(1) { -1.0 } else { 1.0 };
        (tree.every_move, tree.is_zero_sum) = (self.every_move, true);
        tree.forget_range();
        if self.range.0.is_finite() && self.range.1.is_finite() {
            (tree.pruning, tree.range) = (self.pruning, self.range);
        }
        let tree = Tree::TwoSided(tree);
        PayoffSearch::new(game, state, parts.evaluator, self.max_depth, tree)
    }

    /// Searches `state` with increasing depth until the game is solved or a limit is reached.
    pub fn solve<G: ZeroSumGame, E: PayoffEvaluator<G>>(
        &self,
        game: &G,
        state: &G::State,
        parts: SearchParts<E>,
        limits: &Limits,
    ) -> PayoffReport<G::Move> {
        let mut search = self.start(game, state, parts);
        let _ = search.advance(limits, &mut ());
        search.report()
    }
}
