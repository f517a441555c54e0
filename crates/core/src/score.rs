//! The value of a position for one of two players.

use std::ops::Neg;

/// The value of a position for one of two players.
///
/// Wins are worth less the later they come, so that searches prefer the quickest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    #[must_use]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-Self::DECISIVE + 1, Self::DECISIVE - 1))
    }

    /// A win in `plies` plies.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss in `plies` plies.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(Self::LOSS.0 + plies as i32)
    }

    /// The score whose [`Score::get`] is `value`.
    #[inline]
    #[must_use]
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
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

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
}
