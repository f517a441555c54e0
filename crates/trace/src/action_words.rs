//! Words of actions that are found without being written.

use tremaux_core::StateSpace;

use crate::describe::Describe;
use crate::writer::Direct;

/// Actions with numbers below this are known by them.
const MOST_ACTIONS: usize = 64;

/// A word that the file has.
#[derive(Clone, Copy)]
pub(crate) struct KnownWord {
    /// Its number.
    pub(crate) number: u32,
    /// Whether it has no letters.
    pub(crate) is_empty: bool,
}

/// Which words the file has for the actions that have numbers.
#[derive(Default)]
pub(crate) struct ActionWords {
    /// By the number of the action, and 0 where that is not known.
    numbers: Vec<u32>,
}

impl ActionWords {
    /// The word of an action, if it was written before and is found at once: it is one that
    /// stays where it is, or that of an action with a number.
    #[inline]
    pub(crate) fn known<S: StateSpace, D: Describe<S>>(
        &mut self,
        (state, action): (&S::State, S::Action),
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) -> Option<KnownWord> {
        if let Some(word) = describe.action_word(space, state, action) {
            let number = out.known_word(word)?;
            return Some(KnownWord { number, is_empty: word.is_empty() });
        }
        if describe.action_count(space) == 0 {
            return None;
        }
        let at = usize::from(describe.action_number(space, action)) % MOST_ACTIONS;
        match self.numbers.get(at) {
            Some(&number) if number > 0 => Some(KnownWord { number, is_empty: false }),
            _ => self.learn((state, action), at, (space, describe), out),
        }
    }

    /// Looks up the word of an action with this number.
    #[cold]
    fn learn<S: StateSpace, D: Describe<S>>(
        &mut self,
        (state, action): (&S::State, S::Action),
        at: usize,
        (space, describe): (&S, &D),
        out: &mut Direct<'_>,
    ) -> Option<KnownWord> {
        let mut word = String::new();
        describe.write_action(space, state, action, &mut word).ok()?;
        let number = out.written_word(&word).filter(|_| !word.is_empty())?;
        self.numbers.resize(MOST_ACTIONS, 0);
        self.numbers[at] = number;
        Some(KnownWord { number, is_empty: false })
    }
}
