//! How many different states a search has seen, told from a few of them.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

/// Always the same, so that runs can be repeated; of the better kind, as it is the order of
/// the hashes that counts.
const HASHER: FixedState = FixedState::with_seed(3);

/// Estimates the number of different states among many that come again and again, from the
/// least of their hashes (Bar-Yossef, Jayram, Kumar, Sivakumar and Trevisan 2002).
///
/// Of hashes spread evenly the `k` least lie in the part `k / n` of all numbers if there
/// are `n`, however often each comes. The estimate is exact up to `k` states, and then off
/// by a part of about `1 / sqrt(k)`. A state takes a hash and a comparison, and once in a
/// while, ever more seldom, an insertion.
#[derive(Clone, Debug)]
pub(crate) struct DistinctStates {
    /// The least hashes, in order; room for all there may be is made at the start.
    least: Vec<u64>,
}

impl DistinctStates {
    /// To keep so many hashes, of eight bytes each.
    pub(crate) fn keeping(hashes: usize) -> Self {
        Self { least: Vec::with_capacity(hashes) }
    }

    /// Counts a state, and tells whether the estimate may have changed.
    #[inline]
    pub(crate) fn see(&mut self, packed: &impl Hash) -> bool {
        let hash = HASHER.hash_one(packed);
        let is_full = self.least.len() == self.least.capacity();
        if is_full && self.least.last().is_none_or(|&last| hash >= last) {
            return false;
        }
        self.keep(hash)
    }

    fn keep(&mut self, hash: u64) -> bool {
        let Err(at) = self.least.binary_search(&hash) else { return false };
        if self.least.len() == self.least.capacity() {
            self.least.pop();
        }
        self.least.insert(at, hash);
        true
    }

    /// How many different states were seen, about.
    pub(crate) fn estimate(&self) -> u64 {
        let kept = self.least.len();
        match self.least.last() {
            Some(&last) if kept == self.least.capacity() => {
                // One less than are kept, as the last one sets the scale.
                let scaled = ((kept as u128 - 1) << 64) / (u128::from(last) + 1);
                u64::try_from(scaled).unwrap_or(u64::MAX).max(kept as u64)
            }
            _ => kept as u64,
        }
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> usize {
        self.least.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::DistinctStates;

    #[test]
    fn few_are_counted_and_many_estimated_however_often_they_come() {
        for (kept, off) in [(8, 0.9), (64, 0.4), (1024, 0.1)] {
            let mut seen = DistinctStates::keeping(kept);
            assert_eq!((seen.estimate(), seen.bytes()), (0, 8 * kept));
            for state in 0..kept as u64 - 1 {
                for _ in 0..3 {
                    seen.see(&state);
                }
                assert_eq!(seen.estimate(), state + 1);
            }
            for power in 11..20 {
                let count = 1_u64 << power;
                for round in 0..3_u64 {
                    for state in 0..count {
                        let changed = seen.see(&state);
                        assert!(round == 0 || !changed);
                    }
                }
                let ratio = seen.estimate() as f64 / count as f64;
                assert!((ratio - 1.0).abs() < off, "{kept} kept: {ratio} of {count}");
            }
            assert_eq!(seen.bytes(), 8 * kept);
        }
    }
}
