//! The value of a position for one of two players.

use std::fmt;
use std::ops::Neg;

/// The value of a position for one of two players.
///
/// Wins are worth less the later they come, so that searches prefer the quickest.
///
/// ```
/// use tremaux::Score;
/// let scores = [Score::win_in(3), Score::loss_in(1), Score::estimate(12), Score::DRAW];
/// let text = scores.map(|score| score.to_string());
/// assert_eq!(text, ["win in 3 plies", "loss in 1 ply", "+12", "0"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// A game already won.
    pub const WIN: Self = Self(1_000_000);
    /// A game already lost.
    pub const LOSS: Self = Self(-1_000_000);
    /// Scores above this are wins, and scores below its negation are losses.
    const DECISIVE: i32 = 990_000;

    /// An estimate or a margin of points, clamped to leave room for wins and losses.
    #[inline]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-Self::DECISIVE + 1, Self::DECISIVE - 1))
    }

    /// A win in `plies` plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss in `plies` plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(Self::LOSS.0 + plies as i32)
    }

    /// The score whose [`Score::get`] is `value`; beyond that of a game won or lost, that one.
    #[inline]
    pub const fn from_raw(value: i32) -> Self {
        match value {
            ..=-1_000_000 => Self::LOSS,
            1_000_000.. => Self::WIN,
            _ => Self(value),
        }
    }

    /// The raw value.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether this is a win or a loss, not a draw or an estimate.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::DECISIVE
    }

    /// Whether this is the greatest margin, for which [`Score::estimate`] takes all that are
    /// greater.
    #[inline]
    #[must_use]
    pub const fn is_clamped(self) -> bool {
        self.0.abs() == Self::DECISIVE - 1
    }

    /// The number of plies to the end, for a win or a loss.
    #[inline]
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() { Some((Self::WIN.0 - self.0.abs()) as u32) } else { None }
    }

    /// The score seen from `plies` plies earlier: wins and losses are that much farther away.
    #[inline]
    #[must_use]
    pub const fn after(self, plies: u32) -> Self {
        if self.0 >= Self::DECISIVE {
            Self(self.0 - plies as i32)
        } else if self.0 <= -Self::DECISIVE {
            Self(self.0 + plies as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::after`].
    #[inline]
    #[must_use]
    pub const fn before(self, plies: u32) -> Self {
        if self.0 >= Self::DECISIVE {
            Self(self.0 + plies as i32)
        } else if self.0 <= -Self::DECISIVE {
            Self(self.0 - plies as i32)
        } else {
            self
        }
    }

    /// The next better score.
    #[inline]
    #[must_use]
    pub const fn next_up(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next worse score.
    #[inline]
    #[must_use]
    pub const fn next_down(self) -> Self {
        Self(self.0 - 1)
    }
}

/// A win or a loss with the number of plies to it, or a number with its sign.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_win = self.0 > 0;
        match self.plies_to_end() {
            Some(0) => f.pad(if is_win { "won" } else { "lost" }),
            Some(plies) => {
                let (what, unit) =
                    (if is_win { "win" } else { "loss" }, if plies == 1 { "ply" } else { "plies" });
                f.pad(&format!("{what} in {plies} {unit}"))
            }
            None if is_win => f.pad(&format!("+{}", self.0)),
            None => f.pad(&self.0.to_string()),
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
}
