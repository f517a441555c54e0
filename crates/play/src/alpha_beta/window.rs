//! With which windows the root is searched.

use tremaux_core::Score;

/// With which windows the root is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// One search, open on both sides.
    Full,
    /// The same, and all moves but the first are tried with a null window before
    /// (NegaScout, Reinefeld 1983; principal variation search).
    Scout,
    /// Like `Scout`, starting with a window of so much on either side of the score of the
    /// iteration before, which is opened on the side where the score falls out.
    Aspiration(u16),
    /// Null windows at the last score that was returned, beginning with that of the
    /// iteration before (MTD(f), Plaat et al. 1996).
    Mtd,
    /// Null windows from plus infinity down (SSS*, Stockman 1979, as Plaat et al. put it).
    SssStar,
    /// Null windows from minus infinity up.
    DualStar,
    /// Null windows in the middle of what is possible: for solving.
    Bisect,
}

impl Window {
    /// After so many passes in one iteration, the rest of the range is bisected.
    pub const MAX_STEPS: u32 = 64;

    /// The window of the next pass over the root, when the score is known to lie between
    /// `lower` and `upper`, which differ. `guess` is what the last pass returned; `is_first`
    /// says whether none was made in this iteration, `has_guess` whether any ever was.
    pub(super) fn next(
        self,
        (lower, upper): (Score, Score),
        guess: Score,
        is_first: bool,
        has_guess: bool,
    ) -> (Score, Score) {
        let null = |beta: Score| {
            let beta = beta.clamp(lower.next_up(), upper);
            (beta.next_down(), beta)
        };
        match self {
            Self::Full | Self::Scout => (lower, upper),
            Self::Aspiration(margin) if is_first && has_guess => {
                let around = |by| Score::from_raw(guess.get() + by).clamp(lower, upper);
                let margin = i32::from(margin).max(1);
                let (alpha, beta) = (around(-margin), around(margin));
                if alpha < beta { (alpha, beta) } else { (lower, upper) }
            }
            Self::Aspiration(_) => (lower, upper),
            Self::Mtd => null(guess),
            Self::SssStar => null(upper),
            Self::DualStar => null(lower.next_up()),
            Self::Bisect => {
                // Draw or not first; then won or not.
                let middle = i32::midpoint(lower.get(), upper.get());
                let middle = if lower < Score::DRAW && upper > Score::DRAW { 0 } else { middle };
                null(Score::from_raw(middle).next_up())
            }
        }
    }
}
