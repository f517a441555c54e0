//! Search of games for any number of players: each for itself, or all against one.

use std::ops::Deref;

use tremaux_core::{Game, GameSearch, Limits, PayoffEvaluator, Turn};

use super::report::PayoffReport;
use super::search::{PayoffSearch, Tree};
use super::selfish::Selfish;
use super::two_sided::TwoSided;
use crate::alpha_beta::SearchParts;

/// The assumed goal of the opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Opponents {
    /// They maximise their own payoff (max^n, Luckhardt and Irani 1986).
    Selfish,
    /// They minimise the payoff of the player at the root (paranoid, Sturtevant and Korf 2000).
    /// This makes it a two-sided game, so alpha-beta applies.
    Paranoid,
}

tremaux_core::options! {
    /// Iterative-deepening search of games for any number of players, with or without chance.
    ///
    /// With shallow pruning (Korf 1991), the value is that of the unpruned search in which the
    /// first of equal moves is played. A position is pruned when its player is already certain of
    /// so much that the rest cannot improve on the previous player's best. Deep pruning is not
    /// sound for more than two players. Without pruning, time is b^d for b moves and d plies;
    /// memory is b·d.
    ///
    /// ```
    /// use tremaux::{Game, Limits};
    /// use tremaux::play::{MaxN, SearchParts};
    /// use tremaux::games::dots_and_boxes::DotsAndBoxes;
    /// let game: DotsAndBoxes<3> = DotsAndBoxes::new(2, 1)?;
    /// let search = MaxN::default().payoff_sum(Some(2.0));
    /// let (start, parts) = (game.initial_state(), SearchParts::new());
    /// let report = search.solve(&game, &start, parts, &Limits::default());
    /// assert!(report.is_exact);
    /// assert_eq!(report.payoffs.unwrap().iter().sum::<f64>(), 2.0);
    /// # Ok::<(), tremaux::games::dots_and_boxes::SizeError>(())
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct MaxN {
        /// The depth of the last iteration, in plies; at most
        /// [`MAX_PAYOFF_DEPTH`](super::MAX_PAYOFF_DEPTH).
        pub max_depth: u32 = 64,
        /// The assumed goal of the opponents.
        pub opponents: Opponents = Opponents::Selfish,
        /// An upper bound on the sum of all players' payoffs, none of which may be negative,
        /// including estimates. This is the condition for shallow pruning; `None` disables it.
        /// If payoffs or estimates that are met break this promise, the search begins again without
        /// it.
        /// Paranoid search prunes without it.
        pub payoff_sum: Option<f64> = None,
    }
}

impl MaxN {
    /// Creates a search of `state` in its initial state, which panics like that of
    /// [`Expectiminimax`](super::Expectiminimax::start).
    pub fn start<P, G, E>(
        &self,
        game: P,
        state: &G::State,
        parts: SearchParts<E>,
    ) -> PayoffSearch<P, G, E>
    where
        P: Deref<Target = G>,
        G: Game,
        E: PayoffEvaluator<G>,
    {
        let root = match game.turn(state) {
            Turn::Player(player) => player,
            _ => 0,
        };
        let players = game.player_count();
        let tree = match self.opponents {
            Opponents::Selfish => Tree::Selfish(Selfish::new(root, players, self.payoff_sum)),
            Opponents::Paranoid => Tree::TwoSided(TwoSided::new(root, players)),
        };
        PayoffSearch::new(game, state, parts.evaluator, self.max_depth, tree)
    }

    /// Searches `state` with increasing depth until the game is solved or a limit is reached.
    pub fn solve<G: Game, E: PayoffEvaluator<G>>(
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
