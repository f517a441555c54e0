//! Relations between two variables.

use crate::Variable;
use crate::possible_values::PossibleValues;
use crate::rows::Scratch;
use crate::store::{Empty, Store};

/// The pairs of values that two variables can have.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) variables: [Variable; 2],
    /// For each value of one variable, the values that the other can have; in both directions.
    allowed: [Box<[u64]>; 2],
    /// The words of such a set.
    words: [usize; 2],
}

impl Relation {
    pub(crate) fn new(
        variables: [Variable; 2],
        sizes: [u32; 2],
        mut allows: impl FnMut(u32, u32) -> bool,
    ) -> Self {
        let words = [sizes[1].div_ceil(64) as usize, sizes[0].div_ceil(64) as usize];
        let mut allowed = [0, 1].map(|side| vec![0; sizes[side] as usize * words[side]]);
        for a in 0..sizes[0] {
            for b in 0..sizes[1] {
                if allows(a, b) {
                    allowed[0][a as usize * words[0] + b as usize / 64] |= 1 << (b % 64);
                    allowed[1][b as usize * words[1] + a as usize / 64] |= 1 << (a % 64);
                }
            }
        }
        Self { variables, allowed: allowed.map(Vec::into), words }
    }

    /// Makes both domains consistent, where the variables `changed` have changed.
    pub(crate) fn propagate(
        &self,
        store: &mut Store,
        scratch: &mut Scratch,
        changed: u64,
    ) -> Result<(), Empty> {
        for side in 0..2 {
            if changed & 1 << side == 0 {
                continue;
            }
            let (words, allowed) = (self.words[side], &self.allowed[side]);
            let set = &mut scratch.set;
            set.clear();
            set.resize(words, 0);
            store.for_each(self.variables[side], |value| {
                let start = value as usize * words;
                for (word, &more) in set.iter_mut().zip(&allowed[start..start + words]) {
                    *word |= more;
                }
            });
            store.retain(self.variables[1 - side], |word| set[word as usize])?;
        }
        Ok(())
    }

    /// Removes from `left` the values that one variable cannot have beside the value of the other,
    /// if `value` knows it.
    pub(crate) fn exclude(
        &self,
        value: impl Fn(Variable) -> Option<u32>,
        left: &mut PossibleValues,
    ) {
        for side in 0..2 {
            let Some(known) = value(self.variables[side]) else { continue };
            let words = self.words[side];
            let allowed = &self.allowed[side][known as usize * words..][..words];
            for (word, allowed) in left.words_mut(self.variables[1 - side]).iter_mut().zip(allowed)
            {
                *word &= allowed;
            }
        }
    }

    /// Whether it allows this pair.
    #[inline]
    pub(crate) fn allows(&self, a: u32, b: u32) -> bool {
        let word = self.allowed[0][a as usize * self.words[0] + b as usize / 64];
        word >> (b % 64) & 1 != 0
    }
}
