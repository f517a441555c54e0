//! Positions on the path, and the data passed between the phases of the search.

use tremaux_core::{Bound, Meter, NO_MOVE, Player, Score};

/// A score, and whether it is exact: no estimate contributed to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    pub(super) is_exact: bool,
}

/// A position about to be searched, from the view of the player who moved into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) mover: Player,
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The code of a move to exclude.
    pub(super) excluded: u16,
    /// Whether it is expected to fail high.
    pub(super) is_cut: bool,
    /// The key, or zero if it has not been computed.
    pub(super) key: u64,
}

impl Entry {
    pub(super) fn new(mover: Player, depth: i32, alpha: Score, beta: Score) -> Self {
        Self { mover, depth, alpha, beta, excluded: NO_MOVE, is_cut: false, key: 0 }
    }

    /// Whether the window is wider than a null window.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.beta > self.alpha.next_up()
    }

    /// The same kind of entry with a null window, which tests whether the score reaches `beta`.
    pub(super) fn null_window(mover: Player, depth: i32, beta: Score) -> Self {
        Self::new(mover, depth, beta.next_down(), beta)
    }
}

/// What is currently searched below a position on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its moves.
    Moves,
    /// The position after a null move.
    NullMove,
    /// The same position to a reduced depth, to verify a null-move cutoff.
    Verification,
    /// The same position without the table move.
    Singular,
    /// The same position beyond the horizon.
    Razoring,
}

/// A position on the path, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) key: u64,
    pub(super) mover: Player,
    pub(super) stage: Stage,
    /// Whether the current move is searched with a null window.
    pub(super) is_scout: bool,
    /// Whether the current move is searched to a reduced depth.
    pub(super) is_reduced: bool,
    /// Whether all scores so far are exact.
    pub(super) all_exact: bool,
    /// Whether the score of the best move is exact.
    pub(super) best_is_exact: bool,
    /// Whether to pick the best-rated move each time.
    pub(super) picks: bool,
    /// Whether the moves from `next` on have ratings.
    pub(super) is_rated: bool,
    /// Whether quiet moves are pruned as futile.
    pub(super) is_futile: bool,
    /// Whether the position is expected to fail high.
    pub(super) is_cut: bool,
    /// Whether the estimate has risen since the player's last turn.
    pub(super) is_improving: bool,
    /// Whether the table says that the score may be at least beta.
    pub(super) may_fail_high: bool,
    /// Whether the current move is quiet.
    pub(super) is_quiet: bool,
    /// By how many plies the table move is extended, because it is singular.
    pub(super) singular_plies: i8,
    /// The number of moves from the root.
    pub(super) ply: u32,
    /// The evaluator's estimate, or [`Frame::NO_ESTIMATE`].
    pub(super) estimate: i32,
    pub(super) depth: i32,
    /// The depth for the current move, before reduction.
    pub(super) child_depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The initial alpha.
    pub(super) floor: Score,
    pub(super) best: Score,
    pub(super) best_code: u16,
    /// The table move. Once the moves are listed, it is set only if it comes first.
    pub(super) table_code: u16,
    /// The move to exclude.
    pub(super) excluded: u16,
    /// The table move is singular if all other moves score below this.
    pub(super) singular_below: Option<Score>,
    /// The index of its first move on the move stack, and of the first move not yet tried.
    pub(super) first: u32,
    pub(super) next: u32,
}

impl Frame {
    /// Stands for an estimate that was not made.
    pub(super) const NO_ESTIMATE: i32 = i32::MIN;

    /// Creates the frame for the position of `entry`, with `mover` to move, `ply` moves from the
    /// root. Its moves will start at `first`.
    #[inline(always)]
    pub(super) fn new(entry: Entry, mover: Player, is_rated: bool, ply: u32, first: usize) -> Self {
        let Entry { depth, excluded, is_cut, key, .. } = entry;
        let (alpha, beta) = match mover == entry.mover {
            true => (entry.alpha, entry.beta),
            false => (-entry.beta, -entry.alpha),
        };
        let first = first as u32;
        Self {
            key,
            mover,
            stage: Stage::Moves,
            is_scout: false,
            is_reduced: false,
            all_exact: true,
            best_is_exact: false,
            picks: !is_rated,
            is_rated,
            is_futile: false,
            is_cut,
            is_improving: false,
            may_fail_high: false,
            is_quiet: false,
            singular_plies: 0,
            ply,
            estimate: Self::NO_ESTIMATE,
            depth,
            child_depth: depth - 1,
            alpha,
            beta,
            floor: alpha,
            best: Score::LOSS,
            best_code: NO_MOVE,
            table_code: NO_MOVE,
            excluded,
            singular_below: None,
            first,
            next: first,
        }
    }

    /// Whether the same position, rather than a child, is searched below.
    #[inline]
    pub(super) fn stays(&self) -> bool {
        matches!(self.stage, Stage::Verification | Stage::Singular | Stage::Razoring)
    }

    /// Whether the window is wider than a null window.
    #[inline(always)]
    pub(super) fn is_open(&self) -> bool {
        self.beta > self.alpha.next_up()
    }

    /// Whether the current move is searched with the window of the position.
    #[inline(always)]
    pub(super) fn searches_open(&self) -> bool {
        !(self.is_scout || self.is_reduced)
    }

    /// The entry for the position after the current move, with the depth reduced by `reduction`
    /// plies.
    #[inline(always)]
    pub(super) fn child(&self, reduction: i32) -> Entry {
        let is_null = !self.searches_open();
        let beta = if is_null { self.alpha.next_up() } else { self.beta };
        let entry = Entry::new(self.mover, self.child_depth - reduction, self.alpha, beta);
        Entry { is_cut: is_null || !self.is_cut && !self.is_open(), ..entry }
    }

    /// Updates the scores with the value of the current move. Returns whether it is the best so
    /// far.
    #[inline(always)]
    pub(super) fn accept(&mut self, value: Value) -> bool {
        self.all_exact &= value.is_exact;
        let is_better = value.score > self.best;
        if is_better {
            self.best = value.score;
            self.best_is_exact = value.is_exact;
            self.alpha = self.alpha.max(value.score);
        }
        is_better
    }

    /// What kind of bound the best score is.
    #[inline(always)]
    pub(super) fn bound(&self) -> Bound {
        if self.best >= self.beta {
            Bound::AtLeast
        } else if self.best <= self.floor {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}

/// The data shared by the phases of one tree search.
pub(super) struct Run<'a, Ob: ?Sized> {
    /// The positions from the root up to, but excluding, the current one, which is added when a
    /// move is played from it.
    pub(super) path: Vec<Frame>,
    pub(super) meter: &'a mut Meter,
    pub(super) observer: &'a mut Ob,
}
