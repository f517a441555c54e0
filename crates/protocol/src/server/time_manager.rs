//! When a search should stop.

use std::time::{Duration, Instant};

use tremaux_core::Score;
use tremaux_play::{Clock, TimeAllocation};

use super::engine::Iteration;

/// The time of one search: how long it should take and how long it may take.
///
/// The first is longer while iterations disagree about the best move or its score falls, and
/// shorter while they agree.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager<M> {
    allocation: TimeAllocation,
    /// How long to wait for a search that was cancelled.
    grace: Duration,
    /// When the clock started: later than the search if that was pondering.
    clock_started: Instant,
    /// The best move and its score in the last iteration.
    best: Option<(M, Score)>,
    /// The number of iterations that agree about it.
    agreeing: u32,
}

impl<M: Clone + PartialEq> TimeManager<M> {
    /// Thirty years: with longer times, sums might overflow.
    const LONGEST: Duration = Duration::from_secs(1_000_000_000);

    /// The time that a search may take under `clock`, which started at `clock_started`;
    /// `is_forced` says that there is only one move.
    ///
    /// Of a fixed time for this move at most a fifth is reserved for communication. If the clock
    /// also has a remaining time, the fixed one is the most.
    pub(crate) fn new(mut clock: Clock, clock_started: Instant, is_forced: bool) -> Self {
        clock.remaining = clock.remaining.map(|time| time.min(Self::LONGEST));
        clock.move_time = clock.move_time.map(|time| time.min(Self::LONGEST));
        clock.increment = clock.increment.min(Self::LONGEST);
        if clock.remaining.is_none() {
            clock.overhead = clock.overhead.min(clock.move_time.unwrap_or_default() / 5);
        }
        let mut allocation = allocated(clock);
        if is_forced && allocation.soft.is_some() {
            allocation.soft = Some(Duration::ZERO);
        }
        let (best, agreeing) = (None, 0);
        Self { allocation, grace: clock.overhead / 2, clock_started, best, agreeing }
    }

    /// The allocation, for those who want to know.
    pub(crate) fn allocation(&self) -> TimeAllocation {
        self.allocation
    }

    /// When a search must be cancelled; `None` for never.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.clock_started.checked_add(self.allocation.hard?)
    }

    /// How long to wait for the answer of a search that was cancelled at its deadline.
    pub(crate) fn grace(&self) -> Duration {
        self.grace
    }

    /// Takes note of an iteration of a search that started at `search_started`. Returns whether
    /// another iteration is worth its time.
    pub(crate) fn continues_after(&mut self, it: &Iteration<M>, search_started: Instant) -> bool {
        let Some(line) = it.lines.first() else { return true };
        let best = line.moves.first().map(|mv| (mv.clone(), line.score));
        let before = std::mem::replace(&mut self.best, best);
        let mv = |best: &Option<(M, Score)>| best.as_ref().map(|(mv, _)| mv.clone());
        self.agreeing = if mv(&before) == mv(&self.best) { self.agreeing + 1 } else { 0 };
        let fall = before.map_or(0, |(_, score)| score.get() - line.score.get());
        let Some(soft) = self.allocation.soft else { return true };
        search_started.elapsed() < soft.mul_f64(factor(self.agreeing, fall))
    }
}

/// The time for a move. On a clock, a fixed time for the move is the most that it may take.
pub(crate) fn allocated(clock: Clock) -> TimeAllocation {
    let Some(most) = clock.move_time.filter(|_| clock.remaining.is_some()) else {
        return clock.allocate();
    };
    let TimeAllocation { soft, hard, .. } = clock.move_time(None).allocate();
    let soft = soft.map(|soft| soft.min(most));
    TimeAllocation::default().soft(soft).hard(hard.map(|hard| hard.min(most)))
}

/// What the time for a move is multiplied by after so many iterations that agree about the best
/// move, whose score fell by `fall` hundredths of a pawn in the last one.
fn factor(agreeing: u32, fall: i32) -> f64 {
    let doubt = [1.6, 1.35, 1.15, 1.0, 0.9, 0.8];
    let doubt = doubt[(agreeing as usize).min(doubt.len() - 1)];
    if fall > 30 { doubt * 1.4 } else { doubt }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Line;

    use super::super::engine::Counts;
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn iteration(mv: &'static str, score: i32) -> Iteration<&'static str> {
        let line = Line::new(Score::estimate(score), false, vec![mv]);
        Iteration { depth: 1, longest: 1, lines: vec![line], counts: Counts::default() }
    }

    #[test]
    fn a_move_takes_longer_while_iterations_disagree() {
        let clock = Clock::default().remaining(Some(60 * SECOND));
        let now = Instant::now();
        let Some(started) = now.checked_sub(SECOND * 6 / 5) else { return };
        let mut time = TimeManager::new(clock, now, false);
        // The soft limit is 1.2 s.
        assert!(time.continues_after(&iteration("e2e4", 20), started));
        assert!(time.continues_after(&iteration("d2d4", 20), started));
        for _ in 0..2 {
            assert!(time.continues_after(&iteration("d2d4", 20), started));
        }
        assert!(!time.continues_after(&iteration("d2d4", 20), started));
        assert!(!time.continues_after(&iteration("d2d4", 10), started));
        assert!(time.continues_after(&iteration("d2d4", -25), started));
        assert!(time.continues_after(&iteration("e2e4", -25), started));
    }

    #[test]
    fn a_forced_move_is_played_after_one_iteration() {
        let now = Instant::now();
        let clock = Clock::default().remaining(Some(60 * SECOND));
        let mut time = TimeManager::new(clock, now, true);
        assert!(!time.continues_after(&iteration("e2e4", 20), now));
        let mut unlimited = TimeManager::new(Clock::default(), now, true);
        assert!(unlimited.continues_after(&iteration("e2e4", 20), now));
        assert_eq!(unlimited.deadline(), None);
    }

    #[test]
    fn most_of_a_short_time_for_one_move_is_used() {
        let overhead = Duration::from_millis(20);
        let move_time = Some(Duration::from_millis(10));
        let now = Instant::now();
        let clock = Clock::default().move_time(move_time).overhead(overhead);
        let time = TimeManager::<()>::new(clock, now, false);
        assert_eq!(time.deadline(), Some(now + Duration::from_millis(8)));
        assert_eq!(time.grace(), Duration::from_millis(1));
    }

    #[test]
    fn no_time_is_too_long() {
        let most = Some(Duration::MAX);
        for (remaining, move_time) in [(most, None), (None, most)] {
            let clock =
                Clock::default().remaining(remaining).move_time(move_time).increment(Duration::MAX);
            let mut time = TimeManager::new(clock, Instant::now(), false);
            assert!(time.deadline() > Some(Instant::now()), "{clock:?}");
            assert!(time.continues_after(&iteration("e2e4", 20), Instant::now()));
        }
    }
}
