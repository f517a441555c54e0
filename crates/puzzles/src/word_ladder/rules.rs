//! Word ladders as a state space.

use std::sync::Arc;

use tremaux_core::codes::ActionCode;
use tremaux_core::{BackwardSpace, Predecessor, StateSpace};

use super::LadderWords;
use crate::crossword::WordList;

/// A step of a ladder: the next word, which differs from the current one in one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LetterChange {
    /// The place of the letter that changes, from 0.
    pub place: u8,
    /// The number of the next word.
    pub word: u32,
}

impl ActionCode for LetterChange {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.place) << 32 | u64::from(self.word)
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self { place: (code >> 32) as u8, word: code as u32 }
    }
}

/// A word ladder: two words of a list, the first of which is to become the other.
///
/// States are the numbers of words in [`LadderWords`]. Every step costs 1.
#[derive(Clone, Debug)]
pub struct WordLadder {
    pub(super) list: Arc<WordList>,
    pub(super) words: Arc<LadderWords>,
    pub(super) start: u32,
    pub(super) goal: u32,
}

impl WordLadder {
    /// The list it was read with.
    pub fn list(&self) -> &WordList {
        &self.list
    }

    /// The words of the length of this ladder.
    #[inline]
    pub fn words(&self) -> &LadderWords {
        &self.words
    }

    /// The number of the last word.
    #[inline]
    pub const fn goal(&self) -> u32 {
        self.goal
    }

    /// The first or last word, if no other word differs from it in one letter, so that there is no
    /// ladder.
    pub fn isolated_end(&self) -> Option<u32> {
        let ends = [self.start, self.goal].into_iter().filter(|_| self.start != self.goal);
        ends.into_iter().find(|&end| self.words.is_isolated(end))
    }

    #[inline]
    fn push_changes(&self, word: u32, place: usize, actions: &mut Vec<LetterChange>) {
        for next in self.words.neighbours(word, place) {
            actions.push(LetterChange { place: place as u8, word: next });
        }
    }
}

impl StateSpace for WordLadder {
    type State = u32;
    type Packed = u32;
    type Action = LetterChange;
    type Cost = u32;

    fn initial_state(&self) -> u32 {
        self.start
    }

    #[inline]
    fn is_goal(&self, &word: &u32) -> bool {
        word == self.goal
    }

    #[inline]
    fn actions(&self, &word: &u32, actions: &mut Vec<LetterChange>) {
        for place in 0..self.words.length() {
            self.push_changes(word, place, actions);
        }
    }

    /// Leaves out changes of the letter that was changed last: the word before has the same
    /// neighbours there, one step earlier.
    #[inline]
    fn actions_after(&self, &word: &u32, last: LetterChange, actions: &mut Vec<LetterChange>) {
        for place in (0..self.words.length()).filter(|&place| place != usize::from(last.place)) {
            self.push_changes(word, place, actions);
        }
    }

    fn is_reversible(&self) -> bool {
        true
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _word: &u32, _change: LetterChange) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, word: &mut u32, change: LetterChange) {
        *word = change.word;
    }

    #[inline]
    fn pack(&self, &word: &u32) -> u32 {
        word
    }

    #[inline]
    fn unpack(&self, &word: &u32) -> u32 {
        word
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl BackwardSpace for WordLadder {
    fn goal_states(&self, goals: &mut Vec<u32>) {
        goals.push(self.goal);
    }

    fn predecessors(&self, &word: &u32, predecessors: &mut Vec<Predecessor<Self>>) {
        for place in 0..self.words.length() {
            let change = LetterChange { place: place as u8, word };
            for before in self.words.neighbours(word, place) {
                predecessors.push((change, 1, before));
            }
        }
    }
}
