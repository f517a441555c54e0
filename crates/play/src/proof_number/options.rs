//! The settings of proof-number search.

/// Where proof numbers are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum ProofVariant {
    /// In a tree (Allis 1994).
    Tree,
    /// In a tree whose leaves are developed by a second search, the tree of which is forgotten
    /// (PN², Breuker, Uiterwijk and van den Herik 2001).
    SecondLevel,
    /// In a table, by a depth-first search with thresholds (df-pn, Nagai 2002).
    DepthFirst,
}

tremaux_core::options! {
    /// Proof-number search (Allis 1994): who wins, and by which moves.
    ///
    /// It asks whether the player to move can reach a value, and always develops the position that
    /// may decide it with the fewest further ones. It is at its best where few moves are possible,
    /// as with forced lines; alpha-beta is better where all lines are about as long. The first
    /// question is whether the player wins; further ones follow until the value is known. How soon
    /// a game is won does not matter.
    ///
    /// **Repetitions.** A table ignores how a position was reached. A win proved by it is a win:
    /// repetitions never count as one, so the proof can be followed without any. What rests on a
    /// position that is drawn because it repeats another (a draw, or that there is no win) may be
    /// different on another line; such an answer is not
    /// [exact](super::ProofReport::is_exact). Trees know the line of each position. Rules that
    /// count moves without progress are not part of a position's hash.
    ///
    /// Time is not bounded by anything better than the size of the game; memory is that of the
    /// tree, of two trees that share it, or of the table, whose positions with the least work are
    /// replaced.
    ///
    /// ```
    /// use tremaux::games::tic_tac_toe::TicTacToe;
    /// use tremaux::play::ProofNumber;
    /// use tremaux::{Game, Limits};
    /// let (start, limits) = (TicTacToe.initial_state(), Limits::default());
    /// let report = ProofNumber::default().solve(&TicTacToe, &start, &limits);
    /// // Neither wins.
    /// assert_eq!((report.value, report.is_exact), (Some(0.0), true));
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct ProofNumber {
        /// Where proof numbers are kept.
        pub variant: ProofVariant = ProofVariant::DepthFirst,
        /// The size of tree or table in bytes.
        pub memory: usize = 64 << 20,
        /// By how much a depth-first search may exceed the next best move's number before it turns
        /// to that: the 1 + ε trick (Pawlewicz and Lew 2007).
        pub epsilon: f64 = 0.25,
    }
}
