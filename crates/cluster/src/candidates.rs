//! Candidates for a level: sorted late, bucket by bucket, while they fit in the cache.

use std::mem::take;
use std::ops::Range;
use std::path::PathBuf;

use crate::run_file::{RunReader, RunWriter, remove};
use crate::word::Word;

const BUCKET_BITS: u32 = 12;
const BUCKETS: usize = 1 << BUCKET_BITS;

/// The most bits by which a pass of the sort distributes states.
const DIGIT: usize = 9;

/// Candidates in buckets by their highest bits; beyond a limit, sorted runs on disk.
pub(crate) struct Candidates<W> {
    buckets: Vec<Vec<W>>,
    /// The number of bits below those that name the bucket.
    shift: u32,
    count: usize,
    most: usize,
    /// The bits in which numbers of one state may differ.
    marks: W,
    mark_bits: u32,
    runs: Vec<PathBuf>,
    scratch: Vec<W>,
}

impl<W: Word> Candidates<W> {
    /// At most `most` states in memory, whose lowest `mark_bits` are marks.
    pub(crate) fn new(most: usize, mark_bits: u32) -> Self {
        let buckets = (0..BUCKETS).map(|_| Vec::new()).collect();
        let marks = W::narrow((1 << mark_bits) - 1);
        let (runs, scratch) = (Vec::new(), Vec::new());
        Self { buckets, shift: 0, count: 0, most, marks, mark_bits, runs, scratch }
    }

    /// The same for states that are mostly not above `largest`. There must be none yet.
    pub(crate) fn up_to(mut self, largest: W) -> Self {
        self.shift = largest.bits().saturating_sub(BUCKET_BITS).max(self.mark_bits);
        self
    }

    /// Whether the memory that it holds on to is not much more than may be used.
    pub(crate) fn is_small(&self) -> bool {
        let held = self.buckets.iter().map(Vec::capacity).sum::<usize>() + self.scratch.capacity();
        held <= self.most.saturating_mul(2)
    }

    #[inline]
    fn bucket(state: W, shift: u32) -> usize {
        state.bits_from(shift).min(BUCKETS - 1)
    }

    /// Adds states; `path` names the file of a run.
    pub(crate) fn add(&mut self, states: &[W], path: impl FnOnce(usize) -> PathBuf) {
        for &state in states {
            self.buckets[Self::bucket(state, self.shift)].push(state);
        }
        self.count += states.len();
        if self.count < self.most {
            return;
        }
        self.count = 0;
        for bucket in 0..BUCKETS {
            self.sort(bucket);
            self.count += self.buckets[bucket].len();
        }
        // Duplicates may have been most of them.
        if self.count > self.most / 2 {
            let path = path(self.runs.len());
            let mut writer = RunWriter::create(&path);
            for bucket in &mut self.buckets {
                writer.write(bucket);
                bucket.clear();
            }
            writer.finish(false);
            self.runs.push(path);
            self.count = 0;
        }
    }

    /// Sorts a bucket, and leaves each of its states once, with all its marks.
    fn sort(&mut self, bucket: usize) {
        let states = &mut self.buckets[bucket];
        // In the last one there may be states above the largest.
        if states.len() < 1024 || bucket == BUCKETS - 1 || self.shift > 6 * DIGIT as u32 {
            states.sort_unstable();
        } else {
            sort_by_digits(states, &mut self.scratch, self.mark_bits..self.shift);
        }
        // Without branches: which one is new is hard to predict.
        let Some(&first) = states.first() else { return };
        let (mut last, mut kept) = (first, 0);
        for at in 1..states.len() {
            let state = states[at];
            let is_new = (state ^ last) > self.marks;
            states[kept] = last;
            kept += usize::from(is_new);
            last = if is_new { state } else { state | last };
        }
        states[kept] = last;
        states.truncate(kept + 1);
    }

    /// Writes the candidates that `known` does not contain, ascending. None are left.
    pub(crate) fn write(&mut self, known: &mut [RunReader<W>], writer: &mut RunWriter<W>) {
        let mut runs: Vec<_> = self.runs.iter().map(|path| RunReader::open(path)).collect();
        for bucket in 0..BUCKETS {
            let shift = self.shift;
            for run in &mut runs {
                let belongs = |state| Self::bucket(state, shift) <= bucket;
                run.take_while(belongs, &mut self.buckets[bucket]);
            }
            if self.buckets[bucket].is_empty() {
                continue;
            }
            self.sort(bucket);
            let states = &mut self.buckets[bucket];
            for run in &mut *known {
                run.subtract_from(states, self.marks);
            }
            writer.write(states);
            states.clear();
        }
        for path in take(&mut self.runs) {
            remove(&path);
        }
        self.count = 0;
    }
}

/// Sorts states by these bits, from the lowest digit on.
fn sort_by_digits<W: Word>(states: &mut [W], scratch: &mut Vec<W>, bits: Range<u32>) {
    if bits.is_empty() {
        return;
    }
    let count = states.len();
    if scratch.len() < count {
        scratch.resize(count, W::default());
    }
    let (mut from, mut to) = (states, &mut scratch[..count]);
    let passes = bits.len().div_ceil(DIGIT);
    let digit = bits.len().div_ceil(passes);
    let mask = (1 << digit) - 1;
    let mut places = vec![0_u32; passes << digit];
    for &state in &*from {
        let mut shift = bits.start;
        for places in places.chunks_exact_mut(mask + 1) {
            places[state.bits_from(shift) & mask] += 1;
            shift += digit as u32;
        }
    }
    for (shift, places) in bits.step_by(digit).zip(places.chunks_exact_mut(mask + 1)) {
        let mut sum = 0;
        for place in &mut *places {
            (*place, sum) = (sum, sum + *place);
        }
        for &state in &*from {
            let place = &mut places[state.bits_from(shift) & mask];
            to[*place as usize] = state;
            *place += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    if passes % 2 == 1 {
        to.copy_from_slice(from);
    }
}

#[cfg(test)]
mod tests {
    use super::Candidates;
    use crate::run_file::{RunReader, RunWriter};

    #[test]
    fn sorted_once_each_with_any_memory_and_any_largest() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut state = 1_u64;
        let states: Vec<u64> = (0..60_000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                ((state >> 20) % 40_000) << 20
            })
            .collect();
        let mut expected = states.clone();
        expected.sort_unstable();
        expected.dedup();
        for (largest, most) in [(40_000 << 20, usize::MAX), (1 << 44, 5000), (7, 30_000), (0, 1)] {
            let mut candidates = Candidates::new(most, 0).up_to(largest);
            for some in states.chunks(777) {
                candidates.add(some, |number| folder.path().join(format!("{number}.run")));
            }
            let path = folder.path().join("all.run");
            let mut writer = RunWriter::create(&path);
            candidates.write(&mut [], &mut writer);
            assert_eq!(writer.finish(false), expected.len() as u64);
            let mut found = Vec::new();
            RunReader::<u64>::open(&path).take_while(|_| true, &mut found);
            assert!(found == expected, "{largest} {most}");
            assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 1);
        }
    }

    #[test]
    fn marks_of_equal_states_are_united() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("all.run");
        for (largest, most) in [(1 << 30, usize::MAX), (0, 2000)] {
            let mut candidates = Candidates::<u64>::new(most, 4).up_to(largest);
            for mark in 0..4 {
                let states: Vec<u64> = (0..5000)
                    .map(|at| (at * at) << 4 | u64::from(at >> mark & 1 == 1) << mark)
                    .collect();
                candidates.add(&states, |number| folder.path().join(format!("{number}.run")));
            }
            let mut writer = RunWriter::create(&path);
            candidates.write(&mut [], &mut writer);
            assert_eq!(writer.finish(false), 5000);
            let mut found = Vec::new();
            RunReader::<u64>::open(&path).take_while(|_| true, &mut found);
            assert!(found.iter().zip(0..).all(|(&state, at)| state == (at * at) << 4 | at & 15));
        }
    }
}
