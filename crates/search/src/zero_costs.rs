//! The states on a path to which it must not return: those that were left by zero-cost actions,
//! because returning to one of them would close a zero-cost cycle, or all of them.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use tremaux_core::Cost;

/// Up to this many states are compared one by one; more are hashed.
const FEW: usize = 64;

/// The states on a path that were left by zero-cost actions, with the cost of the path to each.
///
/// States of equal cost are adjacent, since costs never fall along a path. A state that the
/// path reaches again at the same cost closes a zero-cost cycle. A few states are compared one
/// by one; for many, a set is kept, so each lookup takes constant time however long the
/// zero-cost stretch is.
///
/// A search that cuts all cycles records every state of the path, all with the cost zero.
pub(crate) struct ZeroCosts<C, P> {
    entries: Vec<(C, P)>,
    /// The long stretches of equal cost, in their order along the path: the index of the first
    /// entry, and a set of the states of all entries.
    long: Vec<(usize, HashSet<P, FixedState>)>,
    /// How many states the sets have.
    in_sets: usize,
    /// The most that they had at once.
    most_in_sets: usize,
}

impl<C: Cost, P: Clone + Eq + std::hash::Hash> ZeroCosts<C, P> {
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new(), long: Vec::new(), in_sets: 0, most_in_sets: 0 }
    }

    #[cfg(feature = "system")]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The most bytes allocated at once so far, approximately: whoever asks at the end hears the
    /// same as one who asks more often.
    pub(crate) fn bytes(&self) -> usize {
        // A hash table has an eighth of its places free at least, and a byte of control for each.
        let places = if self.most_in_sets > 0 {
            (self.most_in_sets * 8).div_ceil(7).next_power_of_two()
        } else {
            0
        };
        self.entries.capacity() * size_of::<(C, P)>() + places * (size_of::<P>() + 1)
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.long.clear();
        self.in_sets = 0;
    }

    /// Only those of the first `count` entries that have the cost `g`.
    #[cfg(feature = "system")]
    pub(crate) fn of_cost(&self, count: usize, g: C) -> Self {
        let entries = self.entries[..count].iter().filter(|entry| entry.0 == g);
        Self { entries: entries.cloned().collect(), ..Self::new() }
    }

    /// Records that the path leaves a state by a zero-cost action.
    #[inline]
    pub(crate) fn push(&mut self, g: C, state: P) {
        if let Some((from, states)) = self.long.last_mut()
            && self.entries[*from].0 == g
        {
            self.in_sets += usize::from(states.insert(state.clone()));
            self.most_in_sets = self.most_in_sets.max(self.in_sets);
        }
        self.entries.push((g, state));
    }

    /// Removes the last entry.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some((_, state)) = self.entries.pop() else { return };
        if let Some((from, states)) = self.long.last_mut() {
            if self.entries.len() <= *from {
                self.in_sets -= states.len();
                self.long.pop();
            } else if self.entries.len() < *from + states.len() {
                self.in_sets -= usize::from(states.remove(&state));
            }
        }
    }

    /// Whether the path visited `state` at the cost `g` before. `g` must be the greatest cost.
    #[cold]
    pub(crate) fn contains(&mut self, g: C, state: P) -> bool {
        let is_of_last = |from: &usize| self.entries[*from].0 == g;
        if let Some((_, states)) = self.long.last().filter(|(from, _)| is_of_last(from)) {
            return states.contains(&state);
        }
        let last = self.entries.len().saturating_sub(FEW);
        let mut near = self.entries[last..].iter().rev();
        if near.by_ref().take_while(|entry| entry.0 == g).any(|entry| entry.1 == state) {
            return true;
        }
        if last == 0 || self.entries[last].0 != g {
            return false;
        }
        let from = self.entries.partition_point(|entry| entry.0 < g);
        let states: HashSet<P, FixedState> =
            self.entries[from..].iter().map(|entry| entry.1.clone()).collect();
        let is_there = states.contains(&state);
        self.in_sets += states.len();
        self.most_in_sets = self.most_in_sets.max(self.in_sets);
        self.long.push((from, states));
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::ZeroCosts;

    /// Random walks up and down, compared with a plain list.
    #[test]
    fn long_stretches_answer_as_short_ones() {
        let mut bits = 1_u64;
        let mut draw = |below: u64| {
            // Knuth's linear congruential generator, its upper bits.
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (bits >> 33) % below
        };
        let (mut ours, mut plain, mut g, mut found) = (ZeroCosts::new(), Vec::new(), 0_u32, 0);
        let mut most_bytes = 0;
        for step in 0..200_000_u32 {
            let rising = step / 3000 % 2 == 0;
            if draw(10) < if rising { 7 } else { 3 } {
                if draw(200) == 0 {
                    g += 1;
                }
                let state = draw(600);
                let is_there = plain.contains(&(g, state));
                assert_eq!(ours.contains(g, state), is_there, "step {step}");
                found += u32::from(is_there);
                if !is_there {
                    ours.push(g, state);
                    plain.push((g, state));
                }
            } else if let Some((before, _)) = plain.pop() {
                ours.pop();
                g = before;
            }
            assert_eq!(ours.len(), plain.len());
            let bytes = ours.bytes();
            assert!(most_bytes <= bytes, "step {step}: {bytes} after {most_bytes}");
            most_bytes = bytes;
        }
        ours.clear();
        assert_eq!(ours.bytes(), most_bytes);
        assert!(found > 1000, "{found}");
    }
}
