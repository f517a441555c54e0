//! Estimates of the remaining cost.

use tremaux_core::{Cost, Guarantees, Heuristic};

use super::Crossword;
use super::rules::Letters;

/// The cost of the open words, each at the best word of the list that matches: consistent.
///
/// Infinite if no word matches one of them, which is a dead end. Where all fillings cost the same,
/// it is the number of open words.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenWords;

impl Heuristic<Crossword> for OpenWords {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, crossword: &Crossword, letters: &Letters) -> u32 {
        let mut sum = 0_u32;
        let is_alive = crossword.visit_open(letters, |slot, set, _| {
            let words = set.iter().enumerate().flat_map(|(block, &bits)| {
                (0..64).filter(move |at| bits >> at & 1 == 1).map(move |at| 64 * block + at)
            });
            sum += words.map(|word| crossword.cost_of_word(slot, word)).min().unwrap_or(0);
        });
        if is_alive { sum } else { u32::INFINITY }
    }
}

/// The sum of 1,000 divided by the number of matching words, over all open words.
///
/// Infinite if no word matches one of them. It makes a greedy search prefer words that leave
/// much choice. Not admissible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scarcity;

impl Heuristic<Crossword> for Scarcity {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees { safe: true, ..Guarantees::NONE }
    }

    fn estimate(&self, crossword: &Crossword, letters: &Letters) -> u32 {
        let mut sum = 0;
        let is_alive = crossword.visit_open(letters, |_, _, count| sum += 1000 / count);
        if is_alive { sum } else { u32::INFINITY }
    }
}
