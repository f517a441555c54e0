//! Evaluation by patterns: a weight for every configuration of certain lines of squares.

use std::sync::{Arc, LazyLock};

use tremaux_core::{Evaluator, Score};

use super::mobility::Mobility;
use crate::rules::{Othello, Position};

/// The squares of each pattern: an edge with the two squares diagonally inside its corners, a
/// corner of 3×3, rows 2 to 4, diagonals of 8 to 4 squares, a corner of 2×5 and its mirror image.
const LENGTHS: [u32; PATTERNS] = [10, 9, 8, 8, 8, 8, 7, 6, 5, 4, 10, 10];
const PATTERNS: usize = 12;

/// The number of weights that a position uses: every pattern in four rotations.
pub(crate) const USED: usize = 4 * PATTERNS;

/// Where the weights of each pattern begin; the last number is that of all weights.
const OFFSETS: [usize; PATTERNS + 1] = {
    let mut offsets = [0; PATTERNS + 1];
    let mut at = 0;
    while at < PATTERNS {
        offsets[at + 1] = offsets[at] + 3_usize.pow(LENGTHS[at]);
        at += 1;
    }
    // Mirror images share their weights.
    offsets[PATTERNS] = offsets[PATTERNS - 1];
    offsets[PATTERNS - 1] = offsets[PATTERNS - 2];
    offsets
};

/// The number of weights in a stage.
const COUNT: usize = OFFSETS[PATTERNS];

/// The number of weights in a stage where mirror images share one.
pub(crate) const FOLDED: usize = 113_877;

/// The number of empty squares that make a stage.
pub(crate) const STAGE: u32 = 4;

/// The number of stages of a game, from the last to the first.
pub(crate) const STAGES: usize = 15;

/// The stage of a position.
#[inline]
fn stage(mine: u64, theirs: u64) -> usize {
    (((mine | theirs).count_zeros() / STAGE) as usize).min(STAGES - 1)
}

/// Ten bits as digits of base three.
static TERNARY: [u16; 1024] = {
    let mut digits = [0; 1024];
    let mut bits = 1;
    while bits < 1024 {
        digits[bits] = 3 * digits[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    digits
};

/// The squares of each pattern at the top left, as bits from the lowest on.
#[inline(always)]
fn bits(discs: u64) -> [usize; PATTERNS] {
    const GATHER: u64 = 0x0101_0101_0101_0101;
    let diagonal =
        |mask: u64, first: u32| ((discs & mask).wrapping_mul(GATHER) >> 56 >> first) as usize;
    [
        (discs & 0xFF | discs >> 9 << 8 & 0x100 | discs >> 14 << 9 & 0x200) as usize,
        (discs & 7 | discs >> 5 & 0x38 | discs >> 10 & 0x1C0) as usize,
        (discs >> 8 & 0xFF) as usize,
        (discs >> 16 & 0xFF) as usize,
        (discs >> 24 & 0xFF) as usize,
        diagonal(0x8040_2010_0804_0201, 0),
        diagonal(0x0080_4020_1008_0402, 1),
        diagonal(0x0000_8040_2010_0804, 2),
        diagonal(0x0000_0080_4020_1008, 3),
        diagonal(0x0000_0000_8040_2010, 4),
        (discs & 0x1F | discs >> 3 & 0x3E0) as usize,
        (discs >> 56 & 0x1F | discs >> 43 & 0x3E0) as usize,
    ]
}

/// The board mirrored at the diagonal from a1 to h8 (three exchanges of blocks).
#[inline(always)]
fn transposed(mut discs: u64) -> u64 {
    for (shift, mask) in
        [(28, 0x0000_0000_F0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)]
    {
        let moved = (discs ^ discs >> shift) & mask;
        discs ^= moved | moved << shift;
    }
    discs
}

/// The numbers of the weights that a position uses: of every pattern in four rotations.
#[inline(always)]
pub(crate) fn indices(mine: u64, theirs: u64) -> [usize; USED] {
    let rotations = |discs: u64| {
        let quarter = transposed(discs).swap_bytes();
        [discs, quarter, discs.reverse_bits(), quarter.reverse_bits()]
    };
    let (mine, theirs) = (rotations(mine), rotations(theirs));
    let mut indices = [0; USED];
    for turn in 0..4 {
        let (own, other) = (bits(mine[turn]), bits(theirs[turn]));
        for at in 0..PATTERNS {
            let digits = TERNARY[own[at] & 1023] + 2 * TERNARY[other[at] & 1023];
            indices[PATTERNS * turn + at] = OFFSETS[at] + usize::from(digits);
        }
    }
    indices
}

/// For each weight, its number where mirror images share one.
pub(crate) fn fold() -> &'static [u32] {
    static FOLD: LazyLock<Vec<u32>> = LazyLock::new(folded);
    &FOLD
}

fn folded() -> Vec<u32> {
    let mut folded = Vec::with_capacity(COUNT);
    let mut next = 0;
    for (pattern, length) in LENGTHS.into_iter().enumerate().take(PATTERNS - 1) {
        let first = folded.len();
        for index in 0..3_usize.pow(length) {
            let mut mirrored = 0;
            for at in 0..length {
                let digit = index / 3_usize.pow(at) % 3;
                let to = match (pattern, at) {
                    (0, 8 | 9) => 17 - at,
                    (0, _) => 7 - at,
                    (1, _) => at % 3 * 3 + at / 3,
                    (10, _) => at,
                    _ => length - 1 - at,
                };
                mirrored += digit * 3_usize.pow(to);
            }
            if mirrored < index {
                folded.push(folded[first + mirrored]);
            } else {
                folded.push(next);
                next += 1;
            }
        }
    }
    folded
}

/// The sum of the weights of all patterns of a position, and a share of [`Mobility`].
///
/// Patterns are the edges with the squares diagonally inside their corners, the corners of 3×3 and
/// 2×5, all other rows and columns, and the diagonals of at least four squares (Buro 1997). Each
/// state of a pattern has a weight in each stage of the game, the same for mirror images; an
/// estimate adds up 48 of them. [`Patterns::default`] has the weights that `tremaux lab tune
/// othello` fits to games of the program with itself (see [`crate::tuning`]).
///
/// ```
/// use tremaux::games::othello::{Othello, Patterns};
/// use tremaux::play::{Evaluator, GameNotation};
/// let patterns = Patterns::default();
/// let score = |text| patterns.evaluate(&Othello, &Othello.parse_position(text).unwrap());
/// assert_eq!(score("f5d6c3"), score("e6f4c3"), "mirror images");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    /// In eighths of a disc, by stage.
    weights: Arc<[i8]>,
    /// The share of mobility, in percent, by stage.
    mobility: Arc<[i8]>,
}

/// The weights of [`Patterns::default`], as [`crate::tuning`] writes them.
static WEIGHTS: &[u8] = include_bytes!("patterns.weights");

impl Default for Patterns {
    fn default() -> Self {
        static DEFAULT: LazyLock<Patterns> = LazyLock::new(|| Patterns::from_bytes(WEIGHTS));
        DEFAULT.clone()
    }
}

impl Patterns {
    /// The weights of a file: for each stage, the share of mobility, then the weights where
    /// mirror images share one. Missing bytes are zero.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let fold = fold();
        let byte = |at: usize| bytes.get(at).map_or(0, |&byte| byte as i8);
        let starts = (0..STAGES).map(|stage| stage * (FOLDED + 1));
        let weight_of = |start: usize| fold.iter().map(move |&at| byte(start + 1 + at as usize));
        Self {
            weights: starts.clone().flat_map(weight_of).collect(),
            mobility: starts.map(byte).collect(),
        }
    }

    /// The estimate for the player with the discs `mine`, who is to move, in eighths of a disc.
    #[inline]
    pub(crate) fn eighths(&self, mine: u64, theirs: u64) -> i32 {
        let stage = stage(mine, theirs);
        let weights = &self.weights[stage * COUNT..][..COUNT];
        let mut sum = Mobility::eighths(mine, theirs) * i32::from(self.mobility[stage]) / 100;
        for index in indices(mine, theirs) {
            sum += i32::from(weights[index]);
        }
        sum
    }
}

impl Evaluator<Othello> for Patterns {
    #[inline]
    fn evaluate(&self, _: &Othello, position: &Position) -> Score {
        let discs = self.eighths(position.mine(), position.theirs()) / 8;
        Score::estimate(discs.clamp(-64, 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_weights() {
        let fold = fold();
        assert_eq!(fold.iter().max(), Some(&(FOLDED as u32 - 1)));
        assert_eq!(transposed(0x0000_0000_0000_00FF), 0x0101_0101_0101_0101);
        let mut discs = tremaux_core::Random::new(1);
        for _ in 0..100 {
            let (mine, theirs) = (discs.bits(), discs.bits());
            let (mine, theirs) = (mine & !theirs, theirs & !mine);
            let sorted = |mine, theirs| {
                let mut all = indices(mine, theirs).map(|at| fold[at]);
                all.sort_unstable();
                all
            };
            let expected = sorted(mine, theirs);
            assert_eq!(sorted(transposed(mine), transposed(theirs)), expected);
            assert_eq!(sorted(mine.swap_bytes(), theirs.swap_bytes()), expected);
        }
    }
}
