//! Time management: how much time a move may take.

use std::time::Duration;

use tremaux_core::Limits;

use crate::alpha_beta::AlphaBeta;

tremaux_core::options! {
    /// The time control of a game as it applies to the next move.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tremaux::play::Clock;
    /// let clock = Clock::default().remaining(Some(Duration::from_secs(60)));
    /// let time = clock.allocate();
    /// // A thirtieth of the minute, and never more than four fifths of it.
    /// assert!(time.soft.unwrap() < Duration::from_secs(2));
    /// assert!(time.hard.unwrap() <= Duration::from_secs(48));
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Clock {
        /// The time left on the clock.
        pub remaining: Option<Duration>,
        /// The time that each move adds to the clock.
        pub increment: Duration,
        /// The number of moves for which the remaining time must last; `None` for the rest of the
        /// game.
        pub moves_to_go: Option<u32>,
        /// A fixed time for this move.
        pub move_time: Option<Duration>,
        /// The maximum number of positions.
        pub nodes: Option<u64>,
        /// The maximum depth, in plies.
        pub depth: Option<u32>,
        /// Reserved at every move for communication delays.
        pub overhead: Duration,
    }
}

tremaux_core::options! {
    /// The time allocated to one move.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct TimeAllocation {
        /// No new iteration starts after this.
        pub soft: Option<Duration>,
        /// The search is stopped after this, and the result of the last completed iteration is
        /// used.
        pub hard: Option<Duration>,
    }
}

impl Clock {
    /// The expected number of further moves if the time control does not specify it.
    pub const EXPECTED_MOVES: u32 = 30;

    /// Allocates the time for the next move.
    ///
    /// The share of a move is the remaining time divided by the moves to go, plus three
    /// quarters of the increment. No iteration starts after 60 % of the share, since the next
    /// one takes longer than all previous ones together. The search is stopped after three
    /// shares, or four fifths of the remaining time if that is less (all of it for the last
    /// move). A fixed time for this move is used in full. The overhead is subtracted first. The
    /// result is always at least a millisecond.
    pub fn allocate(&self) -> TimeAllocation {
        const LEAST: Duration = Duration::from_millis(1);
        let usable = |time: Duration| time.saturating_sub(self.overhead).max(LEAST);
        if let Some(time) = self.move_time {
            let limit = self.remaining.map_or(time, |left| left.min(time));
            return TimeAllocation { soft: None, hard: Some(usable(limit)) };
        }
        let Some(left) = self.remaining.map(usable) else { return TimeAllocation::default() };
        let moves = self.moves_to_go.unwrap_or(Self::EXPECTED_MOVES).max(1);
        let share = left / moves + self.increment.mul_f64(0.75);
        let most = if moves == 1 { left } else { left.mul_f64(0.8) };
        let hard = (share * 3).min(most).max(LEAST);
        TimeAllocation { soft: Some(share.mul_f64(0.6).min(hard)), hard: Some(hard) }
    }

    /// The options and limits of a search under this clock.
    pub fn apply(&self, options: AlphaBeta, limits: Limits) -> (AlphaBeta, Limits) {
        let TimeAllocation { soft, hard } = self.allocate();
        let mut limits = limits;
        limits.time = match (limits.time, hard) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        limits.nodes = self.nodes.or(limits.nodes);
        limits.depth = self.depth.or(limits.depth);
        (AlphaBeta { soft_time: soft.or(options.soft_time), ..options }, limits)
    }
}
