//! The clocks of both players.

use std::time::Duration;

use tremaux_core::Player;
use tremaux_games::go::Position;
use tremaux_play::{Clock, TimeAllocation};

use super::Settings;
use crate::server::allocated;

/// Main time, then periods of byo-yomi (Canadian) for some stones each.
#[derive(Debug)]
pub struct Clocks {
    /// The most time for each move.
    move_time: Option<Duration>,
    /// The length of a period and its stones; `None` without time control.
    period: Option<(Duration, u32)>,
    /// The time of each player, and the stones that it must last for: 0 in the main time.
    pub left: [(Duration, u32); 2],
}

/// A clock without any limit.
pub(super) fn endless() -> Clock {
    Clock::default()
}

impl Clocks {
    /// Clocks without time control, with the most time for each move.
    pub fn new(move_time: Option<Duration>) -> Self {
        Self { move_time, period: None, left: Default::default() }
    }

    /// Sets both clocks. A period without stones is no limit.
    pub fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let has_limit = period.is_zero() || stones > 0;
        self.period = has_limit.then_some((period, if period.is_zero() { 0 } else { stones }));
        self.left = [(main, 0); 2];
    }

    /// The time for a move.
    pub fn clock(&self, player: Player, position: &Position) -> Clock {
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

    /// The time that a move may take.
    pub fn for_move(&self, player: Player, position: &Position) -> TimeAllocation {
        allocated(self.clock(player, position))
    }

    /// Takes note of the time of a move. What the main time does not cover is taken from the first
    /// period, and the move is one of its stones.
    pub fn spend(&mut self, player: Player, time: Duration) {
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
