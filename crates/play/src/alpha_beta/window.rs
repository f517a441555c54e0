//! The windows with which the root is searched.

use tremaux_core::Score;

/// Selects the windows with which the root is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Window {
    /// A single search with an open window.
    Full,
    /// An open window; all moves but the first are tried with a null window first (NegaScout,
    /// Reinefeld 1983; principal variation search).
    Scout,
    /// Like `Scout`, but starts with a window of this size on either side of the previous
    /// iteration's score. If the score falls outside, that side is widened, and at last opened.
    Aspiration(u16),
    /// Null windows at the last score returned, starting with that of the previous iteration
    /// (MTD(f), Plaat et al. 1996).
    Mtd,
    /// Null windows from plus infinity downwards (SSS*, Stockman 1979, as formulated by Plaat
    /// et al.).
    SssStar,
    /// Null windows from minus infinity upwards (DUAL*).
    DualStar,
    /// Null windows in the middle of the possible range. Useful for solving.
    Bisect,
}

impl Window {
    /// After this many passes in one iteration, the rest of the range is bisected.
    pub const MAX_STEPS: u32 = 64;

    /// The window of the next pass over the root when the score is known to lie between `lower`
    /// and `upper`, which differ. `guess` is the result of the last pass. `passes` is the number of
    /// earlier passes of the iteration; `has_guess` says whether there is a result of any earlier
    /// pass.
    pub(super) fn next(
        self,
        lower: Score,
        upper: Score,
        guess: Score,
        passes: u32,
        has_guess: bool,
    ) -> (Score, Score) {
        let null = |beta: Score| {
            let beta = beta.clamp(lower.next_up(), upper);
            (beta.next_down(), beta)
        };
        match self {
            Self::Full | Self::Scout => (lower, upper),
            Self::Aspiration(margin) if passes == 0 && has_guess => {
                let around = |by| Score::from_raw(guess.get() + by).clamp(lower, upper);
                let margin = i32::from(margin).max(1);
                let (alpha, beta) = (around(-margin), around(margin));
                if alpha < beta { (alpha, beta) } else { (lower, upper) }
            }
            // The window grows fourfold on the side that the score was on.
            Self::Aspiration(margin) if has_guess && passes < 4 => {
                let margin = i32::from(margin).max(1) << (2 * passes);
                let to = |by: i32| Score::from_raw(guess.get() + by).clamp(lower, upper);
                let is_low = upper < Score::WIN && guess <= upper && lower == Score::LOSS;
                if is_low && !guess.is_decisive() {
                    let alpha = to(-margin);
                    if alpha < upper { (alpha, upper) } else { (lower, upper) }
                } else if lower > Score::LOSS && upper == Score::WIN && !guess.is_decisive() {
                    let beta = to(margin);
                    if lower < beta { (lower, beta) } else { (lower, upper) }
                } else {
                    (lower, upper)
                }
            }
            Self::Aspiration(_) => (lower, upper),
            Self::Mtd => null(guess),
            Self::SssStar => null(upper),
            Self::DualStar => null(lower.next_up()),
            Self::Bisect => {
                // First decide whether it is a draw, then whether it is a win.
                let middle = i32::midpoint(lower.get(), upper.get());
                let middle = if lower < Score::DRAW && upper > Score::DRAW { 0 } else { middle };
                null(Score::from_raw(middle).next_up())
            }
        }
    }
}
