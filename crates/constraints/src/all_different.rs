//! Variables with different values.

use crate::Variable;
use crate::possible_values::PossibleValues;
use crate::rows::bit;
use crate::store::{Empty, Store};

/// No two of the variables have the same value, each plus its own offset.
#[derive(Clone, Debug)]
pub(crate) struct AllDifferent {
    pub(crate) variables: Box<[Variable]>,
    /// What is added to the values of each variable.
    offsets: Box<[u32]>,
    /// The number of sums, from 0.
    sums: u32,
}

const NONE: u32 = u32::MAX;

/// Working memory of an [`AllDifferent`].
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    /// The sum of each variable, and the variable of each sum.
    sum_of: Box<[u32]>,
    owner: Box<[u32]>,
    /// For a search of paths: the variable before.
    parent: Box<[u32]>,
    queue: Vec<u32>,
    /// Whether a free sum can be reached.
    reaches_free: Box<[bool]>,
    /// Tarjan's algorithm.
    number: Box<[u32]>,
    low: Box<[u32]>,
    component: Box<[u32]>,
    path: Vec<u32>,
    /// Variables with the values not yet followed: the place of the active word, and its bits.
    frames: Vec<(u32, u32, u64)>,
}

impl Matching {
    pub(crate) fn bytes(&self) -> usize {
        4 * (5 * self.sum_of.len() + self.owner.len()) + self.reaches_free.len()
    }
}

impl AllDifferent {
    /// The variables with their offsets and the numbers of their values.
    pub(crate) fn new(variables: &[(Variable, i32)], sizes: impl Iterator<Item = u32>) -> Self {
        let least = variables.iter().map(|&(_, offset)| offset).min().unwrap_or(0);
        let offsets: Box<[u32]> =
            variables.iter().map(|&(_, offset)| offset.abs_diff(least)).collect();
        let sums = offsets.iter().zip(sizes).map(|(offset, size)| offset + size).max();
        let variables = variables.iter().map(|&(variable, _)| variable).collect();
        Self { variables, offsets, sums: sums.unwrap_or(0) }
    }

    pub(crate) fn memory(&self) -> Matching {
        let (count, sums) = (self.variables.len(), self.sums as usize);
        Matching {
            sum_of: vec![NONE; count].into(),
            owner: vec![NONE; sums].into(),
            parent: vec![NONE; count].into(),
            queue: Vec::with_capacity(count),
            reaches_free: vec![false; count].into(),
            number: vec![0; count].into(),
            low: vec![0; count].into(),
            component: vec![0; count].into(),
            path: Vec::with_capacity(count),
            frames: Vec::with_capacity(count),
        }
    }

    /// Removes the values of the variables `changed` (bits modulo 64) that are fixed from the
    /// others.
    pub(crate) fn remove_fixed(&self, store: &mut Store, changed: u64) -> Result<(), Empty> {
        for (at, &variable) in self.variables.iter().enumerate() {
            if changed & crate::rows::bit(at) == 0 || !store.is_fixed(variable) {
                continue;
            }
            let sum = store.value(variable) + self.offsets[at];
            for (other, &neighbour) in self.variables.iter().enumerate() {
                if other != at
                    && let Some(value) = sum.checked_sub(self.offsets[other])
                    && value < store.capacity(neighbour)
                {
                    store.remove(neighbour, value)?;
                }
            }
        }
        Ok(())
    }

    /// Whether only fixed variables can remove values: then there are so many values left that
    /// any choice leaves enough for the others.
    #[inline]
    pub(crate) fn has_room(&self, store: &Store) -> bool {
        let (mut open, mut least) = (0, u32::MAX);
        for &variable in &self.variables {
            let size = store.size(variable);
            if size > 1 {
                open += 1;
                least = least.min(size);
            }
        }
        least >= open
    }

    /// Removes every value that no solution of this constraint has (Régin 1994).
    ///
    /// From a matching of variables with sums: a variable that takes the sum of another makes
    /// this one look for a new sum, and so on. The chain must end with a free sum, or come back
    /// to the first variable.
    pub(crate) fn filter(&self, store: &mut Store, memory: &mut Matching) -> Result<(), Empty> {
        self.find_matching(store, memory)?;
        self.find_free(store, memory);
        self.find_components(store, memory);
        for (at, &variable) in self.variables.iter().enumerate() {
            if store.is_fixed(variable) {
                continue;
            }
            let offset = self.offsets[at];
            let Matching { owner, reaches_free, component, .. } = &*memory;
            store.retain_values(variable, |value| {
                let owner = owner[(value + offset) as usize];
                owner == NONE
                    || reaches_free[owner as usize]
                    || component[owner as usize] == component[at]
            })?;
        }
        Ok(())
    }

    /// Completes the matching of the last call.
    fn find_matching(&self, store: &Store, memory: &mut Matching) -> Result<(), Empty> {
        for (at, &variable) in self.variables.iter().enumerate() {
            let sum = memory.sum_of[at];
            if sum != NONE {
                let value = sum - self.offsets[at];
                if !store.contains(variable, value) {
                    memory.sum_of[at] = NONE;
                    memory.owner[sum as usize] = NONE;
                }
            }
        }
        for at in 0..self.variables.len() {
            if memory.sum_of[at] == NONE && !self.augment(store, memory, at as u32) {
                return Err(Empty);
            }
        }
        Ok(())
    }

    /// Finds a sum for a variable by a shortest path of exchanges.
    fn augment(&self, store: &Store, memory: &mut Matching, start: u32) -> bool {
        let Matching { sum_of, owner, parent, queue, .. } = memory;
        parent.fill(NONE);
        queue.clear();
        queue.push(start);
        parent[start as usize] = start;
        let mut next = 0;
        while next < queue.len() {
            let at = queue[next];
            next += 1;
            let offset = self.offsets[at as usize];
            let mut free = NONE;
            store.for_each(self.variables[at as usize], |value| {
                let sum = value + offset;
                match owner[sum as usize] {
                    NONE => free = sum,
                    other if parent[other as usize] == NONE => {
                        parent[other as usize] = at;
                        queue.push(other);
                    }
                    _ => {}
                }
            });
            if free == NONE {
                continue;
            }
            // Each variable of the path takes the sum of the next.
            let mut at = at;
            loop {
                let old = std::mem::replace(&mut sum_of[at as usize], free);
                owner[free as usize] = at;
                if at == start {
                    return true;
                }
                (free, at) = (old, parent[at as usize]);
            }
        }
        false
    }

    /// Marks the variables from which exchanges lead to a free sum.
    fn find_free(&self, store: &Store, memory: &mut Matching) {
        let Matching { sum_of, owner, queue, reaches_free, .. } = memory;
        queue.clear();
        for (at, &variable) in self.variables.iter().enumerate() {
            let offset = self.offsets[at];
            let mut has_free = false;
            store.for_each(variable, |value| has_free |= owner[(value + offset) as usize] == NONE);
            reaches_free[at] = has_free;
            if has_free {
                queue.push(at as u32);
            }
        }
        while let Some(at) = queue.pop() {
            let sum = sum_of[at as usize];
            for (other, &variable) in self.variables.iter().enumerate() {
                if !reaches_free[other]
                    && let Some(value) = sum.checked_sub(self.offsets[other])
                    && value < store.capacity(variable)
                    && store.contains(variable, value)
                {
                    reaches_free[other] = true;
                    queue.push(other as u32);
                }
            }
        }
    }

    /// The strongly connected components of the variables, joined to the owners of their values
    /// (Tarjan 1972).
    fn find_components(&self, store: &Store, memory: &mut Matching) {
        let Matching { owner, number, low, component, path, frames, .. } = memory;
        number.fill(NONE);
        component.fill(NONE);
        let mut count = 0;
        for root in 0..self.variables.len() {
            if number[root] != NONE {
                continue;
            }
            let mut enter = Some(root as u32);
            loop {
                if let Some(at) = enter.take() {
                    number[at as usize] = count;
                    low[at as usize] = count;
                    count += 1;
                    path.push(at);
                    frames.push((at, 0, 0));
                }
                let Some((at, place, bits)) = frames.last_mut() else { break };
                let (index, variable) = (*at as usize, self.variables[*at as usize]);
                let active = store.active(variable);
                if *bits == 0 && *place as usize == active.len() {
                    let at = *at;
                    frames.pop();
                    if let Some(&(parent, ..)) = frames.last() {
                        low[parent as usize] = low[parent as usize].min(low[index]);
                    }
                    if low[index] == number[index] {
                        while let Some(member) = path.pop() {
                            component[member as usize] = at;
                            if member == at {
                                break;
                            }
                        }
                    }
                    continue;
                }
                if *bits == 0 {
                    *bits = store.word(variable, active[*place as usize]);
                    *place += 1;
                }
                let value = 64 * active[*place as usize - 1] + bits.trailing_zeros();
                *bits &= *bits - 1;
                let other = owner[(value + self.offsets[index]) as usize];
                if other == NONE {
                    continue;
                }
                if number[other as usize] == NONE {
                    enter = Some(other);
                } else if component[other as usize] == NONE {
                    low[index] = low[index].min(number[other as usize]);
                }
            }
        }
    }

    /// Removes from `left` the values that the open variables cannot have beside the values that
    /// `value` knows; all values, if these break the constraint themselves.
    pub(crate) fn exclude(
        &self,
        value: impl Fn(Variable) -> Option<u32>,
        left: &mut PossibleValues,
        used: &mut Vec<u64>,
    ) {
        used.clear();
        // A word more than the sums need, because values are compared in words at any offset.
        used.resize(self.sums as usize / 64 + 2, 0);
        let mut is_broken = false;
        for (&variable, &offset) in self.variables.iter().zip(&self.offsets) {
            if let Some(value) = value(variable) {
                let sum = (value + offset) as usize;
                is_broken |= used[sum / 64] & bit(sum) != 0;
                used[sum / 64] |= bit(sum);
            }
        }
        for (&variable, &offset) in self.variables.iter().zip(&self.offsets) {
            let (first, shift) = (offset as usize / 64, offset % 64);
            for (at, word) in left.words_mut(variable).iter_mut().enumerate() {
                let low = used.get(first + at).map_or(0, |word| word >> shift);
                let high = used.get(first + at + 1).map_or(0, |word| word << 1 << (63 - shift));
                *word &= if is_broken { 0 } else { !(low | high) };
            }
        }
    }

    /// Whether these values satisfy it.
    pub(crate) fn is_satisfied(&self, value: impl Fn(Variable) -> Option<u32>) -> bool {
        let sum = |at: usize| Some(value(self.variables[at])? + self.offsets[at]);
        let count = self.variables.len();
        (0..count).all(|a| sum(a).is_none_or(|sum_a| (a + 1..count).all(|b| sum(b) != Some(sum_a))))
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Random;

    use super::AllDifferent;
    use crate::Variable;
    use crate::store::Store;

    /// Every solution, found by trying all values.
    fn solutions(domains: &[Vec<u32>], offsets: &[i32]) -> Vec<Vec<u32>> {
        let mut partial = vec![Vec::new()];
        for (domain, &offset) in domains.iter().zip(offsets) {
            let mut longer = Vec::new();
            for values in &partial {
                for &value in domain {
                    let sum = |(value, offset): (&u32, &i32)| *value as i32 + offset;
                    let mut others = values.iter().zip(offsets).map(sum);
                    if others.all(|other| other != value as i32 + offset) {
                        longer.push([&values[..], &[value]].concat());
                    }
                }
            }
            partial = longer;
        }
        partial
    }

    #[test]
    fn filtering_keeps_exactly_the_values_of_solutions() {
        let mut random = Random::new(28);
        let mut contradictions = 0;
        for _ in 0..3000 {
            let count = 2 + random.below(5) as usize;
            let mut store = Store::default();
            let mut domains = Vec::new();
            let mut variables = Vec::new();
            for at in 0..count {
                let size = 1 + random.below(7) as u32;
                store.add(size);
                let variable = Variable(at as u32);
                let keeps: Vec<bool> = (0..size).map(|_| random.below(2) == 0).collect();
                if keeps.contains(&true) {
                    store.retain_values(variable, |value| keeps[value as usize]).expect("a value");
                }
                let mut domain = Vec::new();
                store.for_each(variable, |value| domain.push(value));
                domains.push(domain);
                variables.push((variable, random.below(5) as i32 - 2));
            }
            let sizes = variables.iter().map(|&(variable, _)| store.capacity(variable));
            let constraint = AllDifferent::new(&variables, sizes);
            let mut memory = constraint.memory();
            let offsets: Vec<i32> = variables.iter().map(|&(_, offset)| offset).collect();
            let expected = solutions(&domains, &offsets);
            let mut has_room = true;
            // The second time, some of the values are gone and the old matching is mended.
            for round in 0..2 {
                let is_done = constraint.filter(&mut store, &mut memory).is_ok();
                assert_eq!(is_done, !expected.is_empty());
                contradictions += u32::from(!is_done);
                if !is_done {
                    has_room = false;
                    break;
                }
                for (at, &(variable, _)) in variables.iter().enumerate() {
                    let mut left = Vec::new();
                    store.for_each(variable, |value| left.push(value));
                    left.sort_unstable();
                    let mut supported: Vec<u32> = expected.iter().map(|it| it[at]).collect();
                    supported.sort_unstable();
                    supported.dedup();
                    assert_eq!(left, supported, "round {round} of {domains:?} {offsets:?}");
                }
            }
            assert!(has_room || expected.is_empty());
        }
        assert!(contradictions > 300);
    }

    #[test]
    fn with_room_nothing_is_filtered() {
        let mut random = Random::new(29);
        for _ in 0..2000 {
            let count = 2 + random.below(4) as usize;
            let mut store = Store::default();
            let mut variables = Vec::new();
            for at in 0..count {
                store.add(6);
                let variable = Variable(at as u32);
                let keeps: Vec<bool> = (0..6).map(|_| random.below(3) > 0).collect();
                if keeps.contains(&true) {
                    store.retain_values(variable, |value| keeps[value as usize]).expect("a value");
                }
                variables.push((variable, 0));
            }
            let constraint = AllDifferent::new(&variables, [6; 6].into_iter());
            if constraint.remove_fixed(&mut store, u64::MAX).is_err()
                || constraint.remove_fixed(&mut store, u64::MAX).is_err()
                || !constraint.has_room(&store)
            {
                continue;
            }
            let size = |store: &Store| -> u32 {
                variables.iter().map(|&(variable, _)| store.size(variable)).sum()
            };
            let before = size(&store);
            constraint.filter(&mut store, &mut constraint.memory()).expect("solutions");
            assert_eq!(size(&store), before);
        }
    }
}
