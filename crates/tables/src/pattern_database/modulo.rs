//! Backward breadth-first search whose distances are stored modulo 3 (Cooperman and Finkelstein
//! 1992).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use tremaux_core::clock::Instant;

use tremaux_core::start_thread;

use super::progress::{ProgressListener, TOLD_EVERY, filled};
use super::{BuildError, BuildProgress, PatternDatabase, PatternSpace, Width};

/// The entry of an index without a distance.
const UNSEEN: u64 = 3;

/// Entries in a word.
const TOGETHER: usize = 32;

/// The lower bit of each entry of a word.
const LOW: u64 = 0x5555_5555_5555_5555;

/// Blocks that a thread takes at once.
const TAKEN: usize = 16;

/// The lower bits of the entries of `word` that are equal to `entry`.
#[inline]
const fn equal(word: u64, entry: u64) -> u64 {
    let different = word ^ (LOW * entry);
    !(different | different >> 1) & LOW
}

/// The distances found so far, modulo 3.
struct Entries {
    all: Vec<AtomicU64>,
    /// Words in a block.
    words: usize,
}

impl Entries {
    #[inline]
    fn get(&self, block: usize, within: usize) -> u64 {
        let word = self.all[block * self.words + within / TOGETHER].load(Ordering::Relaxed);
        word >> (2 * (within % TOGETHER)) & 3
    }

    /// Sets the entry of an index that has none. Threads that set the same one agree.
    #[inline]
    fn set(&self, block: usize, within: usize, entry: u64) {
        let word = &self.all[block * self.words + within / TOGETHER];
        let at = 2 * (within % TOGETHER);
        if word.load(Ordering::Relaxed) >> at & 3 == UNSEEN {
            word.fetch_and(!((UNSEEN ^ entry) << at), Ordering::Relaxed);
        }
    }

    /// The number of entries equal to `entry`, and of the states for which they stand.
    fn count<S: PatternSpace>(&self, space: &S, entry: u64) -> [u64; 2] {
        let mut counts = [0; 2];
        for (block, words) in self.all.chunks(self.words).enumerate() {
            let mut count = 0;
            for word in words {
                count += u64::from(equal(word.load(Ordering::Relaxed), entry).count_ones());
            }
            counts[0] += count;
            counts[1] += count * space.weight(block);
        }
        counts
    }

    /// Finds the indices one move further away than those of `distance`, on several threads; false
    /// if `watched` stops it.
    fn add_layer<S: PatternSpace>(
        &self,
        space: &S,
        distance: u8,
        is_forward: bool,
        threads: usize,
        watched: impl FnMut() -> ControlFlow<()>,
    ) -> bool {
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 1..threads {
                let helper = start_thread(scope, || {
                    let unwatched = || ControlFlow::Continue(());
                    self.work(space, distance, is_forward, &next, &is_over, unwatched);
                });
                if helper.is_none() {
                    break;
                }
            }
            self.work(space, distance, is_forward, &next, &is_over, watched);
        });
        !is_over.into_inner()
    }

    /// Finds the indices one move further away than those of `distance` in blocks that no other
    /// thread has taken. `watched` may stop all threads.
    fn work<S: PatternSpace>(
        &self,
        space: &S,
        distance: u8,
        is_forward: bool,
        next: &AtomicUsize,
        is_over: &AtomicBool,
        mut watched: impl FnMut() -> ControlFlow<()>,
    ) {
        let (this, after) = (u64::from(distance) % 3, (u64::from(distance) + 1) % 3);
        let wanted = if is_forward { this } else { UNSEEN };
        while !is_over.load(Ordering::Relaxed) {
            let first = next.fetch_add(TAKEN, Ordering::Relaxed);
            if first >= space.block_count() {
                break;
            }
            for number in first..space.block_count().min(first + TAKEN) {
                let words = &self.all[number * self.words..][..self.words];
                let mut block = None;
                for (at, word) in words.iter().enumerate() {
                    let mut left = equal(word.load(Ordering::Relaxed), wanted);
                    while left != 0 {
                        let within = TOGETHER * at + left.trailing_zeros() as usize / 2;
                        left &= left - 1;
                        let block = block.get_or_insert_with(|| space.block(number));
                        if is_forward {
                            space.predecessors(block, within, 1, |block, within, _| {
                                self.set(block, within, after);
                            });
                        } else if space
                            .has_neighbour(block, within, |block, at| self.get(block, at) == this)
                        {
                            self.set(number, within, after);
                        }
                    }
                }
            }
            if watched().is_break() {
                is_over.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Builds the database of `space` modulo 3. Returns the number of states at each distance, too.
///
/// While few indices have a distance, those of the last layer are expanded; when most have one,
/// the others are asked whether they have a neighbour in the last layer, which needs only a few
/// looks for each.
///
/// Expanding the entries of a layer also expands those of three layers before, again: their
/// neighbours all have distances, so nothing changes.
pub(super) fn modulo_three<S: PatternSpace>(
    space: &S,
    threads: usize,
    progress: &mut ProgressListener<'_>,
) -> Result<(PatternDatabase, Vec<u64>), BuildError> {
    let (blocks, total) = (space.block_count(), space.index_count() as u64);
    assert_eq!(space.block_len() % TOGETHER, 0, "a block's length is a multiple of {TOGETHER}");
    let words = space.block_len() / TOGETHER;
    let nothing = BuildProgress { distance: 0, found: 0, total };
    let all = filled(blocks * words, || AtomicU64::new(!0), &mut || progress(nothing))?;
    let entries = Entries { all, words };
    let mut goals = Vec::new();
    space.goals(&mut goals);
    for (index, _) in goals {
        entries.set(index / space.block_len(), index % space.block_len(), 0);
    }
    let mut layers = vec![entries.count(space, 0)];
    let (mut found, mut is_forward) = (layers[0][0], true);
    for distance in 0..u8::MAX {
        let [last, _] = layers[usize::from(distance)];
        // An index is expanded by all its moves; one without a distance is asked for fewer.
        is_forward &= last.saturating_mul(3) < total - found;
        let mut told = Instant::now();
        let watched = || {
            if told.elapsed() < TOLD_EVERY {
                return ControlFlow::Continue(());
            }
            told = Instant::now();
            progress(BuildProgress { distance, found, total })
        };
        if !entries.add_layer(space, distance, is_forward, threads, watched) {
            return Err(BuildError::Cancelled);
        }
        let counts = entries.count(space, (u64::from(distance) + 1) % 3);
        let known =
            |of: usize| layers.iter().rev().skip(2).step_by(3).map(|it| it[of]).sum::<u64>();
        let new = [counts[0] - known(0), counts[1] - known(1)];
        found += new[0];
        if progress(BuildProgress { distance, found, total }).is_break() {
            return Err(BuildError::Cancelled);
        }
        if new[0] == 0 {
            let layers = layers.iter().map(|layer| layer[1]).collect();
            return Ok((finish(entries, space.index_count(), progress)?, layers));
        }
        layers.push(new);
    }
    Err(BuildError::TooGreat)
}

fn finish(
    entries: Entries,
    count: usize,
    progress: &mut ProgressListener<'_>,
) -> Result<PatternDatabase, BuildError> {
    /// Words between two looks at the progress.
    const AT_ONCE: usize = 1 << 20;
    let mut bytes = Vec::with_capacity(Width::Crumb.bytes(count));
    let told = BuildProgress { distance: u8::MAX, found: count as u64, total: count as u64 };
    for part in entries.all.chunks(AT_ONCE) {
        if !bytes.is_empty() && progress(told).is_break() {
            return Err(BuildError::Cancelled);
        }
        for word in part {
            bytes.extend_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
        }
    }
    Ok(PatternDatabase::from_bytes(Width::Crumb, count, bytes).expect("as many as it takes"))
}
