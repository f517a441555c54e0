//! An element of a list of variables.

use crate::Variable;
use crate::rows::Scratch;
use crate::store::{Empty, Store};

/// The variable of `list` at the place that is the value of `index` has the value of `result`.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) list: Box<[Variable]>,
    pub(crate) index: Variable,
    pub(crate) result: Variable,
}

impl Element {
    pub(crate) fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        [self.index, self.result].into_iter().chain(self.list.iter().copied())
    }

    /// Makes all domains consistent.
    pub(crate) fn propagate(&self, store: &mut Store, scratch: &mut Scratch) -> Result<(), Empty> {
        let set = &mut scratch.set;
        let clear = |set: &mut Vec<u64>, size: u32| {
            set.clear();
            set.resize(size.div_ceil(64) as usize, 0);
        };
        clear(set, store.capacity(self.index));
        store.for_each(self.index, |place| {
            if store.intersects(self.list[place as usize], self.result) {
                set[place as usize / 64] |= 1 << (place % 64);
            }
        });
        store.retain(self.index, |word| set[word as usize])?;
        clear(set, store.capacity(self.result));
        store.for_each(self.index, |place| {
            let variable = self.list[place as usize];
            for &word in store.active(variable) {
                if let Some(values) = set.get_mut(word as usize) {
                    *values |= store.word(variable, word);
                }
            }
        });
        store.retain(self.result, |word| set[word as usize])?;
        if !store.is_fixed(self.index) {
            return Ok(());
        }
        let chosen = self.list[store.value(self.index) as usize];
        clear(set, store.capacity(chosen));
        for &word in store.active(self.result) {
            if let Some(values) = set.get_mut(word as usize) {
                *values = store.word(self.result, word);
            }
        }
        store.retain(chosen, |word| set[word as usize])
    }

    /// Whether it can hold with the values that `value` knows.
    pub(crate) fn is_satisfied(&self, value: impl Fn(Variable) -> Option<u32>) -> bool {
        let Some(place) = value(self.index) else { return true };
        let Some(&chosen) = self.list.get(place as usize) else { return false };
        match [chosen, self.result].map(value) {
            [Some(a), Some(b)] => a == b,
            _ => true,
        }
    }
}
