//! Estimates how many different states a search has seen.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

/// The same in every run, so that runs can be repeated. Of high quality, because the estimate
/// depends on the order of the hashes.
const HASHER: FixedState = FixedState::with_seed(3);

/// Estimates the number of different states in a stream with repetitions from the smallest of
/// their hashes (Bar-Yossef, Jayram, Kumar, Sivakumar and Trevisan 2002).
///
/// If hashes are uniformly distributed and there are `n` different ones, the `k` smallest lie
/// in the fraction `k / n` of the range, however often each occurs. The estimate is exact up to
/// `k` states; beyond that its relative error is about `1 / sqrt(k)`. Each state costs a hash
/// and a comparison, and rarely an insertion.
#[derive(Clone, Debug)]
pub(crate) struct DistinctStates {
    /// The smallest hashes in ascending order. Its full capacity is allocated at the start.
    least: Vec<u64>,
}

impl DistinctStates {
    /// An estimator that keeps this many hashes of eight bytes each.
    pub(crate) fn keeping(hashes: usize) -> Self {
        Self { least: Vec::with_capacity(hashes) }
    }

    /// Counts a state. Returns whether the estimate may have changed.
    #[inline]
    pub(crate) fn see(&mut self, packed: &impl Hash) -> bool {
        let hash = HASHER.hash_one(packed);
        let is_full = self.least.len() == self.least.capacity();
        if is_full && self.least.last().is_none_or(|&last| hash >= last) {
            return false;
        }
        self.keep(hash)
    }

    #[inline]
    fn keep(&mut self, hash: u64) -> bool {
        let Err(at) = self.least.binary_search(&hash) else { return false };
        if self.least.len() == self.least.capacity() {
            self.least.pop();
        }
        self.least.insert(at, hash);
        true
    }

    /// The approximate number of different states seen.
    #[inline]
    pub(crate) fn estimate(&self) -> u64 {
        let kept = self.least.len();
        match self.least.last() {
            Some(&last) if kept == self.least.capacity() => {
                // One less than the number kept, because the last hash sets the scale.
                let scaled = ((kept as u128 - 1) << 64) / (u128::from(last) + 1);
                u64::try_from(scaled).unwrap_or(u64::MAX).max(kept as u64)
            }
            _ => kept as u64,
        }
    }

    /// Bytes allocated.
    #[inline]
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
