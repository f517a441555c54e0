//! How long an engine may think: time controls, and limits of each move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tremaux_core::ParseError;
use tremaux_play::Clock;

/// A time control: so much time for so many moves, and so much more for each.
///
/// Written as `10+0.1` (seconds, and an increment), `40/60` (60 seconds for every 40 moves) or
/// `40/1:30+0.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeControl {
    /// The number of moves for which the time must last; `None` for the whole game.
    pub moves: Option<u32>,
    /// The time.
    pub time: Duration,
    /// The time that each move adds.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a time control: seconds and an increment such as 10+0.1, moves and \
                                seconds such as 40/60, or minutes:seconds such as 1:30+1";
        let wrong = || ParseError::about(text, text.trim(), EXPECTED);
        let (moves, rest) = match text.trim().split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse().ok().filter(|it| *it > 0).ok_or_else(wrong)?), rest)
            }
            None => (None, text.trim()),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let minutes = minutes.parse::<u32>().map_err(|_| wrong())?;
        let time = self::seconds(seconds).ok_or_else(wrong)?;
        let time = time + Duration::from_secs(60 * u64::from(minutes));
        let increment = self::seconds(increment).ok_or_else(wrong)?;
        let control = Self { moves, time, increment };
        const MOST: Duration = Duration::from_secs(30 * 86_400);
        let is_possible = !time.is_zero() && time <= MOST && increment <= MOST;
        if is_possible { Ok(control) } else { Err(wrong()) }
    }
}

/// A number of seconds, without sign and exponent.
fn seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = text.parse().ok().filter(|_| is_plain && text.len() < 20)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// As PGN has it: `40/60`, `10+0.1`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// All limits of an engine's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveLimits {
    /// The time control of the game.
    pub control: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
}

impl MoveLimits {
    /// Whether there is any.
    pub fn is_limited(&self) -> bool {
        *self != Self::default()
    }

    /// The clock before a move, with this time left and so many own moves made.
    pub fn clock(&self, remaining: Duration, moves_made: u32) -> Clock {
        let moves_to_go = self.control.and_then(|it| it.moves).map(|all| all - moves_made % all);
        Clock::default()
            .remaining(self.control.map(|_| remaining))
            .increment(self.control.map_or(Duration::ZERO, |it| it.increment))
            .moves_to_go(moves_to_go)
            .move_time(self.move_time)
            .nodes(self.nodes)
            .depth(self.depth)
            .overhead(Duration::ZERO)
    }
}
