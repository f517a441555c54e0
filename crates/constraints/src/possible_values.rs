//! The values that open variables can have beside those of others.

use crate::Variable;
use crate::store::Store;

/// For each variable without a value, the values that break no constraint together with the
/// values of the others: see [`Model::possible_values`](crate::Model::possible_values).
#[derive(Clone, Debug)]
pub struct PossibleValues {
    /// Where the bit set of each variable begins; that of a variable with a value is empty.
    starts: Vec<usize>,
    words: Vec<u64>,
}

impl PossibleValues {
    /// All values in the domains of the variables without a value.
    pub(crate) fn of_domains(store: &Store, value: impl Fn(Variable) -> Option<u32>) -> Self {
        let (mut starts, mut words) = (vec![0], Vec::new());
        for variable in (0..store.len()).map(|at| Variable(at as u32)) {
            if value(variable).is_none() {
                let start = words.len();
                words.resize(start + store.capacity(variable).div_ceil(64) as usize, 0);
                store.for_each(variable, |value| {
                    words[start + value as usize / 64] |= 1 << (value % 64);
                });
            }
            starts.push(words.len());
        }
        Self { starts, words }
    }

    /// The set of a variable, empty if it has a value.
    pub(crate) fn words_mut(&mut self, variable: Variable) -> &mut [u64] {
        let at = variable.index();
        &mut self.words[self.starts[at]..self.starts[at + 1]]
    }

    /// Removes the values of a variable for which `keeps` is false.
    pub(crate) fn retain(&mut self, variable: Variable, keeps: impl Fn(u32) -> bool) {
        for (word, at) in self.words_mut(variable).iter_mut().zip(0_u32..) {
            let set = *word;
            for bit in (0..64).filter(|bit| set >> bit & 1 == 1 && !keeps(64 * at + bit)) {
                *word &= !(1 << bit);
            }
        }
    }

    fn words(&self, variable: Variable) -> &[u64] {
        let at = variable.index();
        &self.words[self.starts[at]..self.starts[at + 1]]
    }

    /// The number of values that a variable can have; 0 if it has one.
    pub fn count(&self, variable: Variable) -> u32 {
        self.words(variable).iter().map(|word| word.count_ones()).sum()
    }

    /// The values that a variable can have, in order; none if it has one.
    pub fn of(&self, variable: Variable) -> impl Iterator<Item = u32> + '_ {
        let words = self.words(variable).iter().zip(0_u32..);
        words.flat_map(|(&word, at)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at + bit)
        })
    }
}
