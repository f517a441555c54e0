//! A lower bound for word ladders.

use tremaux_core::{Guarantees, Heuristic};

use super::WordLadder;
use super::rules::LetterChange;

/// The number of letters that differ from the last word. Consistent, because a step changes one
/// letter, and zero only at the goal.
///
/// Takes time proportional to the number of letters for the first word, and a few instructions for
/// each later one.
#[derive(Clone, Copy, Debug, Default)]
pub struct DifferingLetters;

impl Heuristic<WordLadder> for DifferingLetters {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, ladder: &WordLadder, &word: &u32) -> u32 {
        let pairs = ladder.words().word(word).iter().zip(ladder.words().word(ladder.goal()));
        pairs.filter(|(letter, wanted)| letter != wanted).count() as u32
    }

    #[inline]
    fn estimate_successor(
        &self,
        ladder: &WordLadder,
        &parent: &u32,
        h: u32,
        (): &(),
        change: LetterChange,
    ) -> Option<(u32, ())> {
        let letter = |word| ladder.words().word(word)[usize::from(change.place)];
        let wanted = letter(ladder.goal());
        let (before, after) = (letter(parent) != wanted, letter(change.word) != wanted);
        Some((h + u32::from(after) - u32::from(before), ()))
    }
}
