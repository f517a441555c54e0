//! Domains as bit sets, with a trail to undo changes.

use crate::Variable;

/// A domain has become empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Empty;

/// The domain of a variable: a range of words, of which only the active ones can differ from 0.
#[derive(Clone, Copy, Debug)]
struct Domain {
    /// The first of its words.
    start: u32,
    /// The number of active words.
    active: u32,
    /// The number of values.
    size: u32,
    /// The number of values at the beginning.
    capacity: u32,
    /// The time of the last entry in the trail.
    saved: u64,
}

/// The number of active words and of values of a variable before a change.
#[derive(Clone, Copy, Debug)]
struct Saved {
    variable: u32,
    active: u32,
    size: u32,
}

/// Lengths of the trails when a level began.
#[derive(Clone, Copy, Debug)]
struct Level {
    words: usize,
    domains: usize,
}

/// The domains of all variables, reversible level by level.
///
/// A domain is a bit set. The numbers of its words that are not zero come first in a list of their
/// own, so that the domain of a variable with thousands of values costs little once few are left
/// (the sparse bit sets of Demeulenaere and others, *Compact-Table*, 2016).
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    words: Vec<u64>,
    /// For each word, the time of its last entry in the trail.
    saved: Vec<u64>,
    /// For each domain, the numbers of its words, the active ones first.
    order: Vec<u32>,
    domains: Vec<Domain>,
    word_trail: Vec<(u32, u64)>,
    domain_trail: Vec<Saved>,
    levels: Vec<Level>,
    /// Increases whenever a level begins or ends.
    now: u64,
    /// The variables whose domains have changed, each once.
    pub(crate) changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl Store {
    /// Adds a variable with the values from 0 to `size` − 1.
    pub(crate) fn add(&mut self, size: u32) {
        let start = self.words.len() as u32;
        let count = size.div_ceil(64);
        for word in 0..count {
            let left = size - 64 * word;
            self.words.push(if left < 64 { (1 << left) - 1 } else { u64::MAX });
            self.order.push(word);
            self.saved.push(0);
        }
        self.domains.push(Domain { start, active: count, size, capacity: size, saved: 0 });
        self.is_changed.push(false);
    }

    /// The number of variables.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.domains.len()
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 16
            + self.domains.capacity() * size_of::<Domain>()
            + self.word_trail.capacity() * size_of::<(u32, u64)>()
            + self.domain_trail.capacity() * size_of::<Saved>()
    }

    #[inline]
    pub(crate) fn size(&self, variable: Variable) -> u32 {
        self.domains[variable.index()].size
    }

    /// The number of values at the beginning.
    #[inline]
    pub(crate) fn capacity(&self, variable: Variable) -> u32 {
        self.domains[variable.index()].capacity
    }

    #[inline]
    pub(crate) fn is_fixed(&self, variable: Variable) -> bool {
        self.size(variable) == 1
    }

    #[inline]
    pub(crate) fn contains(&self, variable: Variable, value: u32) -> bool {
        let domain = &self.domains[variable.index()];
        let word = self.words[(domain.start + value / 64) as usize];
        word >> (value % 64) & 1 != 0
    }

    /// Word number `word` of a domain.
    #[inline]
    pub(crate) fn word(&self, variable: Variable, word: u32) -> u64 {
        self.words[(self.domains[variable.index()].start + word) as usize]
    }

    /// The numbers of the words of a domain that are not zero.
    #[inline]
    pub(crate) fn active(&self, variable: Variable) -> &[u32] {
        let domain = &self.domains[variable.index()];
        &self.order[domain.start as usize..(domain.start + domain.active) as usize]
    }

    /// The only value of a fixed variable; of another, any of its values.
    #[inline]
    pub(crate) fn value(&self, variable: Variable) -> u32 {
        let word = self.active(variable)[0];
        64 * word + self.word(variable, word).trailing_zeros()
    }

    /// The least value.
    pub(crate) fn least(&self, variable: Variable) -> u32 {
        let word = self.active(variable).iter().copied().min().unwrap_or(0);
        64 * word + self.word(variable, word).trailing_zeros()
    }

    /// The greatest value.
    pub(crate) fn greatest(&self, variable: Variable) -> u32 {
        let word = self.active(variable).iter().copied().max().unwrap_or(0);
        64 * word + self.word(variable, word).checked_ilog2().unwrap_or(0)
    }

    /// Whether two variables have a value in common.
    pub(crate) fn intersects(&self, a: Variable, b: Variable) -> bool {
        let words = self.capacity(b).div_ceil(64);
        let mut active = self.active(a).iter();
        active.any(|&word| word < words && self.word(a, word) & self.word(b, word) != 0)
    }

    /// The value that comes after `skipped` others, in the order of the active words.
    pub(crate) fn nth(&self, variable: Variable, mut skipped: u32) -> u32 {
        for &word in self.active(variable) {
            let mut bits = self.word(variable, word);
            let count = bits.count_ones();
            if skipped < count {
                for _ in 0..skipped {
                    bits &= bits - 1;
                }
                return 64 * word + bits.trailing_zeros();
            }
            skipped -= count;
        }
        self.value(variable)
    }

    /// Calls `visit` with each value, word by word.
    #[inline]
    pub(crate) fn for_each(&self, variable: Variable, mut visit: impl FnMut(u32)) {
        for &word in self.active(variable) {
            let mut bits = self.word(variable, word);
            while bits != 0 {
                visit(64 * word + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    /// Removes the values of the active word at `place` that are not in `mask`. Goes through the
    /// places from the last to the first: then none is skipped.
    #[inline]
    fn keep(&mut self, variable: usize, place: u32, mask: u64) {
        let domain = &mut self.domains[variable];
        let word = domain.start + self.order[(domain.start + place) as usize];
        let old = self.words[word as usize];
        let new = old & mask;
        if new == old {
            return;
        }
        if domain.saved != self.now {
            domain.saved = self.now;
            let Domain { active, size, .. } = *domain;
            self.domain_trail.push(Saved { variable: variable as u32, active, size });
        }
        if self.saved[word as usize] != self.now {
            self.saved[word as usize] = self.now;
            self.word_trail.push((word, old));
        }
        self.words[word as usize] = new;
        domain.size -= (old ^ new).count_ones();
        if new == 0 {
            domain.active -= 1;
            let last = domain.start + domain.active;
            self.order.swap((domain.start + place) as usize, last as usize);
        }
        if !self.is_changed[variable] {
            self.is_changed[variable] = true;
            self.changed.push(variable as u32);
        }
    }

    /// Whether a domain has a value.
    #[inline]
    fn checked(&self, variable: Variable) -> Result<(), Empty> {
        if self.size(variable) == 0 { Err(Empty) } else { Ok(()) }
    }

    /// Removes one value.
    #[inline]
    pub(crate) fn remove(&mut self, variable: Variable, value: u32) -> Result<(), Empty> {
        if !self.contains(variable, value) {
            return Ok(());
        }
        let word = value / 64;
        let active = self.active(variable);
        let place = active.iter().position(|&other| other == word).unwrap_or(0);
        self.keep(variable.index(), place as u32, !(1 << (value % 64)));
        self.checked(variable)
    }

    /// Removes all other values.
    #[inline]
    pub(crate) fn assign(&mut self, variable: Variable, value: u32) -> Result<(), Empty> {
        self.retain(variable, |word| if word == value / 64 { 1 << (value % 64) } else { 0 })
    }

    /// Removes, from each active word, the values that are not in the mask that `mask` returns
    /// for the number of the word.
    #[inline]
    pub(crate) fn retain(
        &mut self,
        variable: Variable,
        mut mask: impl FnMut(u32) -> u64,
    ) -> Result<(), Empty> {
        let Domain { start, active, .. } = self.domains[variable.index()];
        for place in (0..active).rev() {
            let word = self.order[(start + place) as usize];
            self.keep(variable.index(), place, mask(word));
        }
        self.checked(variable)
    }

    /// Removes the values below `least` and above `greatest`.
    #[inline]
    pub(crate) fn retain_range(
        &mut self,
        variable: Variable,
        least: u32,
        greatest: u32,
    ) -> Result<(), Empty> {
        self.retain(variable, |word| {
            let below = least.saturating_sub(64 * word);
            let from = u64::MAX.checked_shl(below).unwrap_or(0);
            match greatest.checked_sub(64 * word) {
                None => 0,
                Some(last) => from & u64::MAX >> 63_u32.saturating_sub(last),
            }
        })
    }

    /// Removes the values for which `keeps` is false.
    #[inline]
    pub(crate) fn retain_values(
        &mut self,
        variable: Variable,
        mut keeps: impl FnMut(u32) -> bool,
    ) -> Result<(), Empty> {
        let Domain { start, active, .. } = self.domains[variable.index()];
        for place in (0..active).rev() {
            let word = self.order[(start + place) as usize];
            let mut bits = self.words[(start + word) as usize];
            let mut mask = bits;
            while bits != 0 {
                if !keeps(64 * word + bits.trailing_zeros()) {
                    mask &= !(bits & bits.wrapping_neg());
                }
                bits &= bits - 1;
            }
            self.keep(variable.index(), place, mask);
        }
        self.checked(variable)
    }

    /// The next variable whose domain has changed since it was last returned.
    #[inline]
    pub(crate) fn next_changed(&mut self) -> Option<Variable> {
        let variable = self.changed.pop()?;
        self.is_changed[variable as usize] = false;
        Some(Variable(variable))
    }

    /// Begins a level: later changes are undone with it.
    pub(crate) fn begin_level(&mut self) {
        self.now += 1;
        self.levels.push(Level { words: self.word_trail.len(), domains: self.domain_trail.len() });
    }

    /// Undoes the last level. Forgets which variables have changed.
    pub(crate) fn end_level(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.now += 1;
        for (word, old) in self.word_trail.drain(level.words..).rev() {
            self.words[word as usize] = old;
        }
        for saved in self.domain_trail.drain(level.domains..).rev() {
            let domain = &mut self.domains[saved.variable as usize];
            (domain.active, domain.size) = (saved.active, saved.size);
        }
        if self.levels.is_empty() {
            self.word_trail.clear();
            self.domain_trail.clear();
        }
        self.forget_changes();
    }

    /// Forgets which variables have changed.
    pub(crate) fn forget_changes(&mut self) {
        while self.next_changed().is_some() {}
    }
}
