//! The states on a path that were left at no cost: what a path must not come back to.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use tremaux_core::Cost;

/// How many states are gone through one by one before they are hashed.
const FEW: usize = 64;

/// The states on a path that were left at no cost, with the cost of the path to them.
///
/// States of one cost lie side by side, since costs never fall along a path. A state that the
/// path comes to again at the same cost is a circle that costs nothing. Few states are gone
/// through; of many a set is kept, so that each look takes constant time however long the
/// path has been free.
pub(crate) struct ZeroCosts<C, P> {
    entries: Vec<(C, P)>,
    /// Of the stretches of one cost that are long: where they begin, and their states. In
    /// their order along the path, and no entry of one is missing.
    long: Vec<(usize, HashSet<P, FixedState>)>,
}

impl<C: Cost, P: Clone + Eq + std::hash::Hash> ZeroCosts<C, P> {
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new(), long: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.long.clear();
    }

    /// The first `count` of them that have the cost `g`, alone.
    pub(crate) fn of_cost(&self, count: usize, g: C) -> Self {
        let entries = self.entries[..count].iter().filter(|entry| entry.0 == g);
        Self { entries: entries.cloned().collect(), long: Vec::new() }
    }

    /// Goes on from a state by an action that costs nothing.
    #[inline]
    pub(crate) fn push(&mut self, g: C, state: P) {
        if let Some((from, states)) = self.long.last_mut()
            && self.entries[*from].0 == g
        {
            states.insert(state.clone());
        }
        self.entries.push((g, state));
    }

    /// Goes back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        let Some((_, state)) = self.entries.pop() else { return };
        if let Some((from, states)) = self.long.last_mut() {
            if self.entries.len() <= *from {
                self.long.pop();
            } else if self.entries.len() < *from + states.len() {
                states.remove(&state);
            }
        }
    }

    /// Whether the path came through `state` at the cost `g`, the greatest there is, before.
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
        self.long.push((from, states));
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::ZeroCosts;

    /// Random walks up and down, against a plain list.
    #[test]
    fn long_stretches_answer_as_short_ones() {
        let mut bits = 1_u64;
        let mut draw = |below: u64| {
            // Knuth's linear congruential generator, its upper bits.
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (bits >> 33) % below
        };
        let (mut ours, mut plain, mut g, mut found) = (ZeroCosts::new(), Vec::new(), 0_u32, 0);
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
        }
        assert!(found > 1000, "{found}");
    }
}
