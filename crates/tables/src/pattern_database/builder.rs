//! Backward breadth-first search over numbered states.

use std::fmt;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::slice::ChunksMut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tremaux_core::clock::Instant;

use tremaux_core::start_thread;

use super::modulo::modulo_three;
use super::progress::{AT_ONCE, ProgressListener, TOLD_EVERY, filled};
use super::{BuildError, BuildProgress, PatternDatabase, PatternSpace, Width};

/// No distance yet.
const UNSEEN: u8 = u8::MAX;

/// Number of indices whose marks share one word.
const TOGETHER: usize = 4;

/// Builds pattern databases.
///
/// Breadth-first search from the goals, layer by layer over all indices, two bits a part (Korf
/// 2008; Cooperman and Finkelstein 1992): not seen, in this layer, in the next, done. So it
/// needs no queue, and threads share only these bits: each expands blocks of its own and marks
/// the states that it reaches. The database does not depend on the number of threads.
///
/// Time is linear in the number of moves between states, plus, for each layer, the number of
/// indices in blocks that have a state in it; for the memory, see [`Builder::bytes`].
///
/// ```
/// use tremaux::search::patterns::{Builder, PatternSpace};
///
/// /// A ring of twelve, of which the way to 0 is asked.
/// struct Ring;
///
/// impl PatternSpace for Ring {
///     type Block = ();
///
///     fn name(&self) -> String {
///         "ring".into()
///     }
///     fn description(&self) -> String {
///         "a ring of twelve, 0 the goal".into()
///     }
///     fn block_count(&self) -> usize {
///         1
///     }
///     fn block_len(&self) -> usize {
///         12
///     }
///     fn block(&self, _number: usize) {}
///     fn goals(&self, goals: &mut Vec<(usize, u8)>) {
///         goals.push((0, 0));
///     }
///     fn predecessors(
///         &self,
///         (): &(),
///         at: usize,
///         _parts: u8,
///         mut visit: impl FnMut(usize, usize, u8),
///     ) {
///         visit(0, (at + 1) % 12, 0);
///         visit(0, (at + 11) % 12, 0);
///     }
/// }
///
/// let database = Builder::new().build(&Ring)?;
/// assert_eq!((database.get(5), database.get(11)), (5, 1));
/// # Ok::<(), tremaux::search::patterns::BuildError>(())
/// ```
pub struct Builder<'a> {
    threads: usize,
    memory: u64,
    width: Option<Width>,
    progress: Box<ProgressListener<'a>>,
    layers: Vec<u64>,
}

impl Default for Builder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Builder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}

impl<'a> Builder<'a> {
    /// A builder with one thread per processor, and no memory limit.
    pub fn new() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: u64::MAX,
            width: None,
            progress: Box::new(|_| ControlFlow::Continue(())),
            layers: Vec::new(),
        }
    }

    /// Sets the number of threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Sets the memory limit in bytes; a build that needs more fails.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Sets the width of the entries. Nibbles, the default, are used only if all entries fit.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Self { width: Some(width), ..self }
    }

    /// Sets a callback for the progress, called after every layer, about twenty times a second
    /// within one, and while gigabytes of memory are prepared, on the building thread. It stops the
    /// build by returning `Break`, which takes effect within a block of indices.
    #[must_use]
    pub fn with_progress(
        self,
        progress: impl FnMut(BuildProgress) -> ControlFlow<()> + 'a,
    ) -> Self {
        Self { progress: Box::new(progress), ..self }
    }

    /// Bytes of memory for a build of `space`: three for every index, a little more if blocks
    /// are short; half a byte for distances modulo 3, a part of it at the end.
    pub fn bytes<S: PatternSpace>(space: &S) -> u64 {
        if space.is_modulo_three() {
            return space.index_count() as u64 / 2;
        }
        let words = space.block_count() * space.block_len().div_ceil(TOGETHER);
        (space.index_count() + 8 * words + 2 * space.block_count()) as u64
    }

    /// The number of states at each distance in the last database that this builder built;
    /// indices count as often as [`PatternSpace::weight`] says if distances are stored modulo 3.
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// Finds the distances of all indices from the goals of `space`.
    ///
    /// # Errors
    ///
    /// Fails if the build needs too much memory, if it is cancelled, or if a distance or its
    /// stored entry is greater than 254.
    pub fn build<S: PatternSpace>(&mut self, space: &S) -> Result<PatternDatabase, BuildError> {
        let needed = Self::bytes(space);
        if needed > self.memory {
            return Err(BuildError::TooMuchMemory { needed, allowed: self.memory });
        }
        if space.is_modulo_three() {
            let (database, layers) = modulo_three(space, self.threads, &mut self.progress)?;
            self.layers = layers;
            return Ok(database);
        }
        self.layers.clear();
        let mut layers = Layers::new(space, &mut self.progress)?;
        let total = space.index_count() as u64;
        let mut found_before = 0;
        for distance in 0..UNSEEN {
            let is_last = !layers.expand(space, distance, self.threads, &mut self.progress)?;
            let found = layers.found.load(Ordering::Relaxed);
            self.layers.push(found - found_before);
            found_before = found;
            let progress = BuildProgress { distance, found, total };
            if (self.progress)(progress).is_break() {
                return Err(BuildError::Cancelled);
            }
            if layers.greatest.load(Ordering::Relaxed) >= u64::from(UNSEEN) {
                return Err(BuildError::TooGreat);
            }
            if is_last {
                return layers.finish(self.width, &mut self.progress);
            }
        }
        Err(BuildError::TooGreat)
    }
}

/// The state of a build.
struct Layers {
    /// Two bits for each part of each index: 0 not seen, 3 done, and 1 and 2 alternately this
    /// layer and the next. Each block begins at a new word.
    marks: Vec<AtomicU64>,
    /// Words in a block.
    words: usize,
    /// The stored entry of each index.
    values: Vec<u8>,
    /// For each block, alternately for this layer and the next: whether it has a state in the
    /// layer.
    is_active: [Vec<AtomicBool>; 2],
    block_len: usize,
    found: AtomicU64,
    greatest: AtomicU64,
}

impl Layers {
    fn new<S: PatternSpace>(
        space: &S,
        progress: &mut ProgressListener<'_>,
    ) -> Result<Self, BuildError> {
        let (blocks, count) = (space.block_count(), space.index_count());
        let words = space.block_len().div_ceil(TOGETHER);
        let inactive = || (0..blocks).map(|_| AtomicBool::new(false)).collect();
        let total = count as u64;
        let mut watched = || progress(BuildProgress { distance: 0, found: 0, total });
        let layers = Self {
            marks: filled(blocks * words, || AtomicU64::new(0), &mut watched)?,
            words,
            values: filled(count, || UNSEEN, &mut watched)?,
            is_active: [inactive(), inactive()],
            block_len: space.block_len(),
            found: AtomicU64::new(0),
            greatest: AtomicU64::new(0),
        };
        let mut goals = Vec::new();
        space.goals(&mut goals);
        for (index, part) in goals {
            layers.mark(index / layers.block_len, index % layers.block_len, part, 0);
        }
        Ok(layers)
    }

    /// Marks a state as one of the layer `turn`, unless it is in an earlier layer.
    #[inline]
    fn mark(&self, block: usize, within: usize, part: u8, turn: usize) {
        let mark = &self.marks[block * self.words + within / TOGETHER];
        let at = 16 * (within % TOGETHER) as u32 + 2 * u32::from(part);
        // The order of threads does not matter: all write the same bits.
        if mark.load(Ordering::Relaxed) >> at & 3 == 0 {
            mark.fetch_or(1 << turn << at, Ordering::Relaxed);
            let is_active = &self.is_active[turn][block];
            if !is_active.load(Ordering::Relaxed) {
                is_active.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Expands all states of this distance. Returns whether there is a next layer.
    fn expand<S: PatternSpace>(
        &mut self,
        space: &S,
        distance: u8,
        threads: usize,
        progress: &mut ProgressListener<'_>,
    ) -> Result<bool, BuildError> {
        let mut values = std::mem::take(&mut self.values);
        let is_over = AtomicBool::new(false);
        {
            let blocks = Mutex::new(values.chunks_mut(self.block_len).enumerate());
            // Expanding a few thousand states takes less time than starting a thread.
            let threads = if self.marks.len() < 10_000 { 1 } else { threads };
            let total = (self.block_len * self.is_active[0].len()) as u64;
            let mut told = Instant::now();
            let watched = || {
                if told.elapsed() < TOLD_EVERY {
                    return ControlFlow::Continue(());
                }
                told = Instant::now();
                let found = self.found.load(Ordering::Relaxed);
                progress(BuildProgress { distance, found, total })
            };
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    let helper = start_thread(scope, || {
                        let unwatched = || ControlFlow::Continue(());
                        self.work(space, distance, &blocks, &is_over, unwatched);
                    });
                    if helper.is_none() {
                        break;
                    }
                }
                self.work(space, distance, &blocks, &is_over, watched);
            });
        }
        if is_over.into_inner() {
            return Err(BuildError::Cancelled);
        }
        self.values = values;
        let [this, next] = [distance, distance + 1].map(|distance| usize::from(distance & 1));
        for is_active in &mut self.is_active[this] {
            *is_active.get_mut() = false;
        }
        Ok(self.is_active[next].iter_mut().any(|is_active| *is_active.get_mut()))
    }

    /// Expands the states of this distance in blocks that no other thread has taken. `watched`
    /// is called after each block, and may stop all threads.
    fn work<S: PatternSpace>(
        &self,
        space: &S,
        distance: u8,
        blocks: &Mutex<Enumerate<ChunksMut<'_, u8>>>,
        is_over: &AtomicBool,
        mut watched: impl FnMut() -> ControlFlow<()>,
    ) {
        let turn = usize::from(distance & 1);
        let mut greatest = 0;
        while !is_over.load(Ordering::Relaxed) {
            let mut found = 0;
            let taken = {
                let mut blocks = blocks.lock().expect("no thread panics while it holds it");
                blocks.find(|(number, _)| self.is_active[turn][*number].load(Ordering::Relaxed))
            };
            let Some((number, values)) = taken else { break };
            let block = space.block(number);
            let marks = &self.marks[number * self.words..][..self.words];
            for (word, (mark, values)) in marks.iter().zip(values.chunks_mut(TOGETHER)).enumerate()
            {
                let mut layer = in_layer(mark.load(Ordering::Relaxed), turn);
                if layer == 0 {
                    continue;
                }
                let done = if turn == 0 { layer << 1 } else { layer };
                mark.fetch_or(done, Ordering::Relaxed);
                while layer != 0 {
                    let place = layer.trailing_zeros() as usize / 16;
                    let parts = parts_of((layer >> (16 * place)) as u16);
                    layer &= !(0xFFFF << (16 * place));
                    let within = TOGETHER * word + place;
                    if values[place] == UNSEEN {
                        values[place] = space.stored(&block, within, distance);
                        greatest = greatest.max(values[place]);
                        found += 1;
                    }
                    space.predecessors(&block, within, parts, |block, within, part| {
                        self.mark(block, within, part, turn ^ 1);
                    });
                }
            }
            self.found.fetch_add(found, Ordering::Relaxed);
            if watched().is_break() {
                is_over.store(true, Ordering::Relaxed);
            }
        }
        self.greatest.fetch_max(greatest.into(), Ordering::Relaxed);
    }

    fn finish(
        self,
        width: Option<Width>,
        progress: &mut ProgressListener<'_>,
    ) -> Result<PatternDatabase, BuildError> {
        let Self { marks, mut values, greatest, found, .. } = self;
        drop(marks);
        let fits = greatest.into_inner() <= 15;
        let width = match width {
            Some(Width::Byte) => Width::Byte,
            _ if fits => Width::Nibble,
            _ => Width::Byte,
        };
        let (entries, found) = (values.len(), found.into_inner());
        let told = BuildProgress { distance: UNSEEN, found, total: entries as u64 };
        let mut nibbles = Vec::new();
        for (at, part) in values.chunks_mut(AT_ONCE).enumerate() {
            if at > 0 && progress(told).is_break() {
                return Err(BuildError::Cancelled);
            }
            for value in part.iter_mut().filter(|value| **value == UNSEEN) {
                *value = 0;
            }
            if matches!(width, Width::Nibble) {
                let pair = |pair: &[u8]| pair[0] | pair.get(1).unwrap_or(&0) << 4;
                nibbles.extend(part.chunks(2).map(pair));
            }
        }
        let bytes = if matches!(width, Width::Nibble) { nibbles } else { values };
        Ok(PatternDatabase::from_bytes(width, entries, bytes).expect("as many as it takes"))
    }
}

/// The lower of the two bits of each part that are `1 << turn`.
#[inline]
const fn in_layer(marks: u64, turn: usize) -> u64 {
    const LOW: u64 = 0x5555_5555_5555_5555;
    let (low, high) = (marks & LOW, marks >> 1 & LOW);
    if turn == 0 { low & !high } else { high & !low }
}

/// Every other bit.
#[inline]
const fn parts_of(spread: u16) -> u8 {
    let parts = (spread | spread >> 1) & 0x3333;
    let parts = (parts | parts >> 2) & 0x0F0F;
    (parts | parts >> 4) as u8
}

#[cfg(test)]
mod tests {
    use super::{in_layer, parts_of};

    #[test]
    fn the_parts_of_a_layer_are_found() {
        for marks in 0..=u16::MAX {
            for turn in [0, 1] {
                let parts = parts_of(in_layer(marks.into(), turn) as u16);
                for part in 0..8 {
                    let code = marks >> (2 * part) & 3;
                    assert_eq!(parts >> part & 1 == 1, code == 1 << turn);
                }
            }
        }
    }
}
