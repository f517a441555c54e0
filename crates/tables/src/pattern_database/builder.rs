//! Backward breadth-first search over numbered states.

use std::fmt;
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::slice::ChunksMut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use super::{PatternDatabase, PatternSpace, Width};

/// No distance yet.
const UNSEEN: u8 = u8::MAX;

/// How far a build is: told after every layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The distance of which all states are known.
    pub distance: u8,
    /// How many indices have a distance.
    pub found: u64,
    /// How many indices there are; not all need be within reach of a goal.
    pub total: u64,
}

/// Why there is no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// It would take more memory than allowed.
    TooMuchMemory {
        /// Bytes that it would take.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Whoever watched the progress said so.
    Cancelled,
    /// A distance or an entry is greater than 254.
    TooGreat,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMuchMemory { needed, allowed } => write!(
                f,
                "building the pattern database takes {} MiB, and {} MiB are allowed",
                needed.div_ceil(1 << 20),
                allowed >> 20
            ),
            Self::Cancelled => f.write_str("building the pattern database was cancelled"),
            Self::TooGreat => f.write_str("a distance in the pattern database exceeds 254"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds pattern databases.
///
/// Breadth-first search from the goals, layer by layer over all indices, two bits a part
/// (Korf 2008; Cooperman and Finkelstein 1992): not seen, in this layer, in the next, done.
/// So that it takes no queue, and threads need nothing but those bits: each goes through
/// blocks of its own and marks what it finds, whoever is first. The database does not depend
/// on the number of threads.
///
/// Takes time linear in the moves between states, and in indices times the greatest
/// distance, of which a block without a state of the layer takes no share; memory as
/// [`Builder::bytes`] says.
///
/// ```
/// use tremaux_tables::{Builder, PatternSpace};
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
///     fn predecessors(&self, (): &(), at: usize, _: u8, mut visit: impl FnMut(usize, u8)) {
///         visit((at + 1) % 12, 0);
///         visit((at + 11) % 12, 0);
///     }
/// }
///
/// let database = Builder::new().build(&Ring)?;
/// assert_eq!((database.get(5), database.get(11)), (5, 1));
/// # Ok::<(), tremaux_tables::BuildError>(())
/// ```
pub struct Builder<'a> {
    threads: usize,
    memory: u64,
    width: Option<Width>,
    progress: Box<dyn FnMut(Progress) -> ControlFlow<()> + 'a>,
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
    /// A builder with as many threads as the machine runs at once, and no limit of memory.
    #[must_use]
    pub fn new() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: u64::MAX,
            width: None,
            progress: Box::new(|_| ControlFlow::Continue(())),
        }
    }

    /// With this many threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// With at most this many bytes of memory, or no database.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// With entries of this width, if they fit. Otherwise nibbles if they fit.
    #[must_use]
    pub fn with_width(self, width: Width) -> Self {
        Self { width: Some(width), ..self }
    }

    /// With `progress` told after every layer, which may end it by `Break`.
    #[must_use]
    pub fn with_progress(self, progress: impl FnMut(Progress) -> ControlFlow<()> + 'a) -> Self {
        Self { progress: Box::new(progress), ..self }
    }

    /// Bytes of memory that a build of `space` takes: three for every index while it
    /// searches, and half of one to one more when it is done.
    #[must_use]
    pub fn bytes<S: PatternSpace>(space: &S) -> u64 {
        3 * space.index_count() as u64 + space.block_count() as u64
    }

    /// Finds the distances of all indices from the goals of `space`.
    ///
    /// # Errors
    ///
    /// Fails if that takes too much memory, if it is told to end, or if a distance or what is
    /// stored for it is greater than 254.
    pub fn build<S: PatternSpace>(&mut self, space: &S) -> Result<PatternDatabase, BuildError> {
        let needed = Self::bytes(space);
        if needed > self.memory {
            return Err(BuildError::TooMuchMemory { needed, allowed: self.memory });
        }
        let mut layers = Layers::new(space);
        let total = space.index_count() as u64;
        for distance in 0..UNSEEN {
            let is_last = !layers.expand(space, distance, self.threads);
            let found = layers.found.load(Ordering::Relaxed);
            let progress = Progress { distance, found, total };
            if (self.progress)(progress).is_break() {
                return Err(BuildError::Cancelled);
            }
            if layers.greatest.load(Ordering::Relaxed) >= u64::from(UNSEEN) {
                return Err(BuildError::TooGreat);
            }
            if is_last {
                return Ok(layers.finish(self.width));
            }
        }
        Err(BuildError::TooGreat)
    }
}

/// The state of a build.
struct Layers {
    /// By index, two bits a part: 0 not seen, 3 done, and the other two in turn this layer
    /// and the next.
    marks: Vec<AtomicU16>,
    /// By index: what is stored.
    values: Vec<u8>,
    /// By block, for this layer and the next in turn: whether it has a state there.
    is_active: [Vec<AtomicBool>; 2],
    block_len: usize,
    found: AtomicU64,
    greatest: AtomicU64,
}

impl Layers {
    fn new<S: PatternSpace>(space: &S) -> Self {
        let (blocks, count) = (space.block_count(), space.index_count());
        let inactive = || (0..blocks).map(|_| AtomicBool::new(false)).collect();
        let layers = Self {
            marks: (0..count).map(|_| AtomicU16::new(0)).collect(),
            values: vec![UNSEEN; count],
            is_active: [inactive(), inactive()],
            block_len: space.block_len(),
            found: AtomicU64::new(0),
            greatest: AtomicU64::new(0),
        };
        let mut goals = Vec::new();
        space.goals(&mut goals);
        for (index, part) in goals {
            layers.mark(index, part, 0);
        }
        layers
    }

    /// Marks a state as one of the layer `turn`, unless it is of an earlier one.
    #[inline]
    fn mark(&self, index: usize, part: u8, turn: usize) {
        let mark = &self.marks[index];
        let at = 2 * u32::from(part);
        // The order does not matter: whoever is first writes the same bits.
        if mark.load(Ordering::Relaxed) >> at & 3 == 0 {
            mark.fetch_or(1 << turn << at, Ordering::Relaxed);
            let is_active = &self.is_active[turn][index / self.block_len];
            if !is_active.load(Ordering::Relaxed) {
                is_active.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Expands all states of this distance. Tells whether there is a next layer.
    fn expand<S: PatternSpace>(&mut self, space: &S, distance: u8, threads: usize) -> bool {
        let mut values = std::mem::take(&mut self.values);
        {
            let blocks = Mutex::new(values.chunks_mut(self.block_len).enumerate());
            let work = || self.work(space, distance, &blocks);
            // A few thousand states take less time than a thread does to start.
            let threads = if self.marks.len() < 50_000 { 1 } else { threads };
            if threads == 1 {
                work();
            } else {
                std::thread::scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(work);
                    }
                });
            }
        }
        self.values = values;
        let [this, next] = [distance, distance + 1].map(|distance| usize::from(distance & 1));
        for is_active in &mut self.is_active[this] {
            *is_active.get_mut() = false;
        }
        self.is_active[next].iter_mut().any(|is_active| *is_active.get_mut())
    }

    /// Expands the states of this distance in blocks that no other thread has taken.
    fn work<S: PatternSpace>(
        &self,
        space: &S,
        distance: u8,
        blocks: &Mutex<Enumerate<ChunksMut<'_, u8>>>,
    ) {
        let turn = usize::from(distance & 1);
        let (mut found, mut greatest) = (0, 0);
        loop {
            let taken = {
                let mut blocks = blocks.lock().expect("no thread panics while it holds it");
                blocks.find(|(number, _)| self.is_active[turn][*number].load(Ordering::Relaxed))
            };
            let Some((number, values)) = taken else { break };
            let block = space.block(number);
            let first = number * self.block_len;
            let marks = &self.marks[first..first + self.block_len];
            for (within, (mark, value)) in marks.iter().zip(values).enumerate() {
                let (parts, done) = parts_of(mark.load(Ordering::Relaxed), turn);
                if parts == 0 {
                    continue;
                }
                mark.fetch_or(done, Ordering::Relaxed);
                if *value == UNSEEN {
                    *value = space.stored(&block, within, distance);
                    greatest = greatest.max(*value);
                    found += 1;
                }
                space.predecessors(&block, within, parts, |index, part| {
                    self.mark(index, part, turn ^ 1);
                });
            }
        }
        self.found.fetch_add(found, Ordering::Relaxed);
        self.greatest.fetch_max(greatest.into(), Ordering::Relaxed);
    }

    fn finish(self, width: Option<Width>) -> PatternDatabase {
        let Self { marks, mut values, greatest, .. } = self;
        drop(marks);
        let fits = greatest.into_inner() <= 15;
        let width = match width {
            Some(Width::Byte) => Width::Byte,
            _ if fits => Width::Nibble,
            _ => Width::Byte,
        };
        for value in values.iter_mut().filter(|value| **value == UNSEEN) {
            *value = 0;
        }
        let entries = values.len();
        let bytes = match width {
            Width::Byte => values,
            Width::Nibble => {
                let pair = |pair: &[u8]| pair[0] | pair.get(1).unwrap_or(&0) << 4;
                values.chunks(2).map(pair).collect()
            }
        };
        PatternDatabase::from_bytes(width, entries, bytes).expect("as many as it takes")
    }
}

/// The parts whose two bits are `1 << turn`, a bit each; and the bits that make them done.
#[inline]
fn parts_of(mark: u16, turn: usize) -> (u8, u16) {
    let (low, high) = (mark & 0x5555, mark >> 1 & 0x5555);
    let spread = if turn == 0 { low & !high } else { high & !low };
    let done = if turn == 0 { spread << 1 } else { spread };
    let parts = (spread | spread >> 1) & 0x3333;
    let parts = (parts | parts >> 2) & 0x0F0F;
    ((parts | parts >> 4) as u8, done)
}

#[cfg(test)]
mod tests {
    use super::parts_of;

    #[test]
    fn the_parts_of_a_layer_are_found_and_done() {
        for mark in 0..=u16::MAX {
            for turn in [0, 1] {
                let (parts, done) = parts_of(mark, turn);
                for part in 0..8 {
                    let code = mark >> (2 * part) & 3;
                    assert_eq!(parts >> part & 1 == 1, code == 1 << turn);
                    let after = (mark | done) >> (2 * part) & 3;
                    assert_eq!(after, if code == 1 << turn { 3 } else { code });
                }
            }
        }
    }
}
