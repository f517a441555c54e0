//! The clocks of both players.

use std::time::Duration;

use tremaux_core::Player;
use tremaux_games::go::Position;
use tremaux_play::Clock;

use super::settings::Settings;

/// Main time, then periods of byo-yomi (Canadian) for some stones each.
#[derive(Debug)]
pub(super) struct Clocks {
    /// The most time for each move.
    move_time: Option<Duration>,
    /// The length of a period and its stones; `None` without time control.
    period: Option<(Duration, u32)>,
    /// The time of each player, and the stones that it must last for: 0 in the main time.
    pub(super) left: [(Duration, u32); 2],
}

/// A clock without any limit.
pub(super) fn endless() -> Clock {
    Clock::default()
}

impl Clocks {
    /// Clocks without time control, with the most time for each move.
    pub(super) fn new(move_time: Option<Duration>) -> Self {
        Self { move_time, period: None, left: Default::default() }
    }

    /// Sets both clocks. A period without stones is no limit.
    pub(super) fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let has_limit = period.is_zero() || stones > 0;
        self.period = has_limit.then_some((period, if period.is_zero() { 0 } else { stones }));
        self.left = [(main, 0); 2];
    }

    /// The time for a move.
    pub(super) fn clock(&self, player: Player, position: &Position) -> Clock {
        let clock = Clock::default().overhead(Duration::from_millis(20));
        let Some((period, stones_of_period)) = self.period else {
            return clock.move_time(self.move_time.or(Some(Settings::DEFAULT_TIME)));
        };
        let clock = clock.move_time(self.move_time);
        let (left, stones) = self.left[usize::from(player)];
        let is_over = left.is_zero() && stones == 0 && stones_of_period > 0;
        let (left, stones) = if is_over { (period, stones_of_period) } else { (left, stones) };
        if stones > 0 {
            return clock.remaining(Some(left)).moves_to_go(Some(stones));
        }
        let share = period.checked_div(stones_of_period).unwrap_or_default();
        if stones_of_period > 0 && left < share {
            // The move begins the first period.
            return clock.remaining(Some(left + period)).moves_to_go(Some(stones_of_period));
        }
        // A game fills most of the board.
        let points = (position.board().size() * position.board().size()) as u32;
        let free = points.saturating_sub(position.board().stones());
        let moves = (free * 2 / 5).max(points / 8).max(5);
        clock.remaining(Some(left)).moves_to_go(Some(moves)).increment(share)
    }

    /// Takes note of the time of a move. What the main time does not cover is taken from the first
    /// period, and the move is one of its stones.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let Some((period, stones_of_period)) = self.period else { return };
        let (left, stones) = &mut self.left[usize::from(player)];
        let is_main = *stones == 0;
        if is_main && time < *left {
            *left -= time;
            return;
        }
        let mut rest = time;
        if is_main {
            rest -= *left;
            (*left, *stones) = (Duration::ZERO, 0);
            if stones_of_period == 0 {
                return;
            }
            (*left, *stones) = (period, stones_of_period);
        }
        *left = left.saturating_sub(rest);
        *stones -= 1;
        if *stones == 0 {
            (*left, *stones) = (period, stones_of_period);
        }
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Game;
    use tremaux_games::go::Go;

    use super::*;
    use crate::server::allocated;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn periods_follow_the_main_time() {
        let position = Go::new(9).expect("a board").initial_state();
        let mut clocks = Clocks::new(None);
        assert_eq!(clocks.clock(0, &position).move_time, Some(Settings::DEFAULT_TIME));
        clocks.set(10 * SECOND, 30 * SECOND, 3);
        let clock = clocks.clock(1, &position);
        assert_eq!((clock.remaining, clock.increment), (Some(10 * SECOND), 10 * SECOND));
        // The last second of the move is the first of the period.
        clocks.spend(1, 11 * SECOND);
        assert_eq!(clocks.left, [(10 * SECOND, 0), (29 * SECOND, 2)]);
        clocks.left[1] = (30 * SECOND, 3);
        clocks.spend(1, 4 * SECOND);
        let clock = clocks.clock(1, &position);
        assert_eq!((clock.remaining, clock.moves_to_go), (Some(26 * SECOND), Some(2)));
        clocks.spend(1, SECOND);
        clocks.spend(1, SECOND);
        assert_eq!(clocks.left[1], (30 * SECOND, 3));
        // Nothing is left of a main time without periods.
        clocks.set(SECOND, Duration::ZERO, 0);
        clocks.spend(0, 2 * SECOND);
        assert!(clocks.clock(0, &position).allocate().hard <= Some(SECOND));
        clocks.set(Duration::ZERO, SECOND, 0);
        assert_eq!(clocks.clock(0, &position).remaining, None);
    }

    /// A GUI that never sends `time_left`: the time of all moves of a period together is at most
    /// its length, also in the first one.
    #[test]
    fn periods_are_charged_by_the_clock_of_the_engine() {
        let position = Go::new(9).expect("a board").initial_state();
        let controls = [
            (0, 5, 3, None),
            (8, 5, 3, None),
            (2, 30, 10, None),
            (0, 5, 1, None),
            (8, 0, 0, Some(2 * SECOND)),
            (8, 5, 3, Some(2 * SECOND)),
        ];
        for (number, (main, period, stones, cap)) in controls.repeat(2).into_iter().enumerate() {
            // Every move takes the longest time that it may take, or the usual one.
            let is_longest = number < controls.len();
            let mut clocks = Clocks::new(cap);
            clocks.set(main * SECOND, period * SECOND, stones);
            let (mut used, mut moves) = (Duration::ZERO, 0);
            let mut shortest = Duration::MAX;
            for _ in 0..3 * stones.max(2) {
                let time = allocated(clocks.clock(0, &position));
                let time = if is_longest { time.hard } else { time.soft }.expect("a limit");
                clocks.spend(0, time);
                (used, moves) = (used + time, moves + 1);
                shortest = shortest.min(time);
                let periods = u32::checked_div(moves, stones).map_or(0, |full| full + 1);
                let most = main * SECOND + periods * period * SECOND;
                assert!(used <= most, "{main}+{period}/{stones}: {used:?} for {moves} moves");
                assert!(cap.is_none_or(|cap| time <= cap));
            }
            let is_short = !is_longest && shortest < Duration::from_millis(100);
            assert!(!is_short, "{main}+{period}/{stones}: {shortest:?}");
        }
        // The other side's clock is its own.
        let mut clocks = Clocks::new(None);
        clocks.set(10 * SECOND, Duration::ZERO, 0);
        clocks.left[0] = (3 * SECOND, 0);
        clocks.spend(0, SECOND);
        assert_eq!(clocks.left, [(2 * SECOND, 0), (10 * SECOND, 0)]);
        assert_eq!(clocks.clock(1, &position).remaining, Some(10 * SECOND));
    }
}
