//! Candidates for a level: sorted late, bucket by bucket, while they fit in the cache.

use std::mem::take;
use std::path::PathBuf;

use crate::levels::LevelFiles;
use crate::run_file::{RunReader, RunWriter};
use crate::word::Word;

const BUCKET_BITS: u32 = 12;
const BUCKETS: usize = 1 << BUCKET_BITS;

/// The bits by which a pass of the sort distributes states.
const DIGIT: u32 = 9;
const DIGITS: usize = 1 << DIGIT;

/// Candidates in buckets by their highest bits; beyond a limit, sorted runs on disk.
pub(crate) struct Candidates<W> {
    buckets: Vec<Vec<W>>,
    /// The number of bits below those that name the bucket.
    shift: u32,
    count: usize,
    most: usize,
    runs: Vec<PathBuf>,
    scratch: Vec<W>,
}

impl<W: Word> Candidates<W> {
    /// For states that are mostly not above `largest`, at most `most` of them in memory.
    pub(crate) fn new(largest: W, most: usize) -> Self {
        let shift = largest.bits().saturating_sub(BUCKET_BITS);
        let buckets = (0..BUCKETS).map(|_| Vec::new()).collect();
        Self { buckets, shift, count: 0, most, runs: Vec::new(), scratch: Vec::new() }
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
                writer.write(&take(bucket));
            }
            writer.finish(false);
            self.runs.push(path);
            self.count = 0;
        }
    }

    /// Sorts a bucket, and leaves each of its states once.
    fn sort(&mut self, bucket: usize) {
        let states = &mut self.buckets[bucket];
        // In the last one there may be states above the largest.
        if states.len() < 1024 || bucket == BUCKETS - 1 || self.shift > 5 * DIGIT {
            states.sort_unstable();
        } else {
            sort_by_digits(states, &mut self.scratch, self.shift);
        }
        states.dedup();
    }

    /// Writes the candidates that `known` does not contain, ascending.
    pub(crate) fn write(mut self, known: &mut [RunReader<W>], writer: &mut RunWriter<W>) {
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
            let mut states = take(&mut self.buckets[bucket]);
            for run in &mut *known {
                run.subtract_from(&mut states);
            }
            writer.write(&states);
        }
        for path in &self.runs {
            LevelFiles::remove(path);
        }
    }
}

/// Sorts states that differ only in their lowest `bits` bits, from the lowest digit on.
fn sort_by_digits<W: Word>(states: &mut Vec<W>, scratch: &mut Vec<W>, bits: u32) {
    scratch.clear();
    scratch.resize(states.len(), W::default());
    let passes = bits.div_ceil(DIGIT) as usize;
    let mut places = vec![[0_u32; DIGITS]; passes];
    for &state in &*states {
        for (pass, places) in places.iter_mut().enumerate() {
            places[state.bits_from(pass as u32 * DIGIT) % DIGITS] += 1;
        }
    }
    for (pass, places) in places.iter_mut().enumerate() {
        let mut sum = 0;
        for place in &mut *places {
            (*place, sum) = (sum, sum + *place);
        }
        for &state in &*states {
            let place = &mut places[state.bits_from(pass as u32 * DIGIT) % DIGITS];
            scratch[*place as usize] = state;
            *place += 1;
        }
        std::mem::swap(states, scratch);
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
            let mut candidates = Candidates::new(largest, most);
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
}
