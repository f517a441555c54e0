//! The settings of Monte Carlo tree search.

/// How a move is selected in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Selection {
    /// UCB1: the mean, plus what it may be more as long as the move was tried little (Kocsis and
    /// Szepesvári 2006).
    Ucb,
    /// PUCT: the same in proportion to the prior (Rosin 2011, Silver et al. 2017).
    Puct,
}

tremaux_core::options! {
    /// Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) and its descendants.
    ///
    /// From the root, moves are selected whose mean reward is high or that were tried little; a new
    /// position is added to the tree, a playout from it gives a reward, and the means of all moves
    /// on the line are updated. It needs no evaluation, works for any number of players and with
    /// chance, and can be stopped at any time.
    ///
    /// With two players whose payoffs cancel out, finished games are proofs: bounds on the value
    /// are backed up (score-bounded search, Cazenave and Saffidine 2010), what is proved to be no
    /// better is not tried again, and the search ends when the root is solved. Proved values are
    /// shared between lines that lead to the same position, unless they depend on the line.
    ///
    /// The tree has a pool of nodes of fixed size; when it is full, positions that were visited
    /// least lose what is below them. Time is proportional to the playouts.
    ///
    /// ```
    /// use tremaux::games::tic_tac_toe::TicTacToe;
    /// use tremaux::play::{Mcts, ScoreSampler};
    /// use tremaux::{Game, Limits};
    /// let start = TicTacToe.initial_state();
    /// let sampler = ScoreSampler::new(());
    /// let report = Mcts::default().solve(&TicTacToe, &start, &sampler, &Limits::default());
    /// // Solved: a draw.
    /// assert_eq!(report.value, Some(0.0));
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct Mcts {
        /// How moves are selected.
        pub selection: Selection = Selection::Ucb,
        /// The weight of curiosity, at least 0.
        pub exploration: f64 = 0.7,
        /// After how many visits the mean of a move counts as much as that of all playouts in which
        /// it was played later (RAVE, Gelly and Silver 2007); 0 to ignore those.
        pub rave: f64 = 0.0,
        /// The weight of priors, which fades as a move is visited (progressive bias, Chaslot et al.
        /// 2008).
        pub bias: f64 = 0.0,
        /// After n visits of a position its n^widening most promising moves are tried (progressive
        /// widening, Coulom 2007); 0 for all.
        pub widening: f64 = 0.0,
        /// The number of visits after which a position gets its moves.
        pub expands_after: u32 = 1,
        /// The size of the tree in bytes.
        pub memory: usize = 256 << 20,
        /// The seed of the random numbers.
        pub seed: u64 = 0,
    }
}
