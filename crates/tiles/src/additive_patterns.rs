//! Additive pattern databases.

use std::fmt;
use std::sync::Arc;

use tremaux_core::{Guarantees, Heuristic};
use tremaux_tables::{BuildError, Builder, Cache, Origin, PatternDatabase};

use super::cell_sets::{CellSets, MOST_CELLS};
use super::tile_pattern::{Orientation, TilePattern, passing};
use super::{Arrangement, Board, Manhattan, Move, Partition, Slide, SlidingPuzzle, Unsupported};

/// The number of cells a tile passes on a board four cells wide; wider boards have more.
const FEW: usize = 3;

/// Disjoint pattern databases, whose values add up (Korf and Felner 2002).
///
/// Each counts the moves of its own tiles. An entry stores by how much that exceeds the tiles'
/// Manhattan distance; this is always even, so half of it is stored, in four bits. A search
/// keeps an index as a set of cells and the number of an order: a move changes the set by an
/// exclusive or, and the order by a sum over the few tiles that the tile passes.
///
/// Supports boards of up to 32 cells, and up to `COUNT` patterns.
///
/// The blank is not part of an index, hence the sum is admissible and **not** consistent: a
/// move may change a value by three or more.
///
/// ```
/// use tremaux::puzzles::tiles::{AdditivePatterns, AnyPuzzle, Instance};
/// use tremaux::search::{IdaStar, Max};
/// use tremaux::{Algorithm, Limits};
///
/// let instance = Instance::parse("8 1 3 / 4 _ 2 / 7 6 5", "blank-last", None)?;
/// let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("nine cells") };
/// let patterns = AdditivePatterns::<2>::new(puzzle.goal(), &[&[1, 2, 3, 4], &[5, 6, 7, 8]]);
/// let patterns = patterns.expect("two patterns");
/// let reflected = patterns.reflected().expect("the blank is on the diagonal");
/// let heuristic = Max(&patterns, &reflected);
/// let report = IdaStar::compact().solve(&puzzle, &heuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.map(|plan| plan.cost), Some(14));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone)]
pub struct AdditivePatterns<const COUNT: usize = 4> {
    partition: Partition,
    views: Box<[View]>,
    /// By tile: its pattern.
    pattern_of: [u8; MOST_CELLS],
    /// By moving tile, then by tile it passes on the way to later cells: how much the first
    /// index of the order grows. 0 for the blank and for tiles of other patterns.
    passing: Box<[[i32; MOST_CELLS]; MOST_CELLS]>,
    manhattan: Manhattan,
    cells: usize,
    is_wide: bool,
    /// Whether the tables are those of another heuristic, which counts their bytes.
    is_reflection: bool,
}

/// A pattern placed on the board.
#[derive(Clone)]
struct View {
    database: Arc<PatternDatabase>,
    /// A copy of the pattern's cell sets, which avoids one more pointer.
    sets: CellSets,
    pattern: Arc<TilePattern>,
    /// By cell of the board: the cell in the pattern's orientation.
    cells: [u8; MOST_CELLS],
    /// The tiles in the pattern's order.
    tiles: Vec<u8>,
    steps: Box<[Step; Move::CODES]>,
}

/// The change of an index by a move.
#[derive(Clone, Copy)]
struct Step {
    /// The cells that the tile leaves and enters.
    flip: u32,
    /// -1 if the tile moves to an earlier cell, otherwise 0.
    sign: i32,
    /// The board's cells in between; then the one that the tile leaves.
    between: [u8; 7],
}

/// The memo of [`AdditivePatterns`]: sets of cells, orders and entries.
#[derive(Clone, Copy, Debug)]
pub struct Indices<const COUNT: usize> {
    sets: [u32; COUNT],
    orders: [u32; COUNT],
    entries: [u8; COUNT],
}

impl<const COUNT: usize> Default for Indices<COUNT> {
    fn default() -> Self {
        Self { sets: [0; COUNT], orders: [0; COUNT], entries: [0; COUNT] }
    }
}

/// Why pattern databases are not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// They are not supported for this board, goal and partition.
    Unsupported(Unsupported),
    /// A database could not be built.
    Build(BuildError),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::Build(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PatternError {}

impl From<Unsupported> for PatternError {
    fn from(error: Unsupported) -> Self {
        Self::Unsupported(error)
    }
}

impl From<BuildError> for PatternError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl<const COUNT: usize> AdditivePatterns<COUNT> {
    /// Builds the databases of these patterns, lists of tiles, for `goal`, in memory.
    ///
    /// # Errors
    ///
    /// Fails unless every tile is in one pattern. See also [`AdditivePatterns::in_memory`].
    pub fn new(goal: &Arrangement, patterns: &[&[u8]]) -> Result<Self, Unsupported> {
        Self::in_memory(&Partition::new(goal, patterns)?)
    }

    /// Builds the databases of `partition` in memory.
    ///
    /// Takes time and three bytes of memory per state of the largest pattern: [`Builder::bytes`]
    /// of [`Partition::databases`].
    ///
    /// # Errors
    ///
    /// Fails unless there are at most `COUNT` patterns, none has more than twelve tiles or four
    /// billion states, and the board has at most 32 cells.
    pub fn in_memory(partition: &Partition) -> Result<Self, Unsupported> {
        Self::load_or_build(partition, &Cache::none(), &mut Builder::new(), |_, _| ()).map_err(
            |error| match error {
                PatternError::Unsupported(error) => error,
                PatternError::Build(error) => {
                    Unsupported::new("pdb", format!("other patterns: {error}"))
                }
            },
        )
    }

    /// Loads the databases of `partition` from `cache`; missing or invalid ones are built by
    /// `builder` and stored. Patterns that a symmetry of the board maps to each other share one
    /// database. Calls `told` with the origin of each database once it is available.
    ///
    /// # Errors
    ///
    /// Fails if a pattern or the board is too large, there are more than `COUNT` patterns, or
    /// the builder fails.
    pub fn load_or_build(
        partition: &Partition,
        cache: &Cache,
        builder: &mut Builder<'_>,
        mut told: impl FnMut(&TilePattern, &Origin),
    ) -> Result<Self, PatternError> {
        let mut there: Vec<(Arc<TilePattern>, Arc<PatternDatabase>)> = Vec::new();
        Self::with(partition, &mut |pattern| {
            if let Some(pair) = there.iter().find(|(other, _)| other.is_same(&pattern)) {
                return Ok(pair.clone());
            }
            let loaded = cache.load_or_build(&pattern, builder)?;
            told(&pattern, &loaded.origin);
            there.push((Arc::new(pattern), Arc::new(loaded.database)));
            Ok(there[there.len() - 1].clone())
        })
    }

    /// The same databases for the board reflected in its main diagonal, which gives another
    /// estimate to be combined by [`Max`](tremaux_core::Max). Nothing is built or copied.
    ///
    /// # Errors
    ///
    /// Fails unless the board is square and the goal's blank on the diagonal.
    pub fn reflected(&self) -> Result<Self, Unsupported> {
        let reflected = Self::with(&self.partition.reflected()?, &mut |pattern| {
            let is_same = |view: &&View| view.pattern.is_same(&pattern);
            let view = self.views.iter().find(is_same).expect("a reflection is a symmetry");
            Ok((Arc::clone(&view.pattern), Arc::clone(&view.database)))
        });
        let reflected = reflected.map(|it| Self { is_reflection: true, ..it });
        reflected.map_err(|error| match error {
            PatternError::Unsupported(error) => error,
            PatternError::Build(_) => unreachable!("nothing is built"),
        })
    }

    /// Builds the heuristic of `partition` with the databases returned by `get`.
    #[inline(never)]
    fn with(
        partition: &Partition,
        get: &mut dyn FnMut(
            TilePattern,
        )
            -> Result<(Arc<TilePattern>, Arc<PatternDatabase>), PatternError>,
    ) -> Result<Self, PatternError> {
        let (goal, patterns) = (partition.goal(), partition.patterns());
        if patterns.len() > COUNT {
            let needs = format!("at most {COUNT} patterns");
            return Err(Unsupported::new("pdb", needs).into());
        }
        let (mut views, mut pattern_of) = (Vec::new(), [0; MOST_CELLS]);
        let mut table = Box::new([[0; MOST_CELLS]; MOST_CELLS]);
        for (number, tiles) in patterns.iter().enumerate() {
            let (pattern, orientation) = TilePattern::of(goal, tiles)?;
            let (pattern, database) = get(pattern)?;
            let length = pattern.sets().len() as i64;
            for (place, &tile) in orientation.tiles.iter().enumerate() {
                pattern_of[usize::from(tile)] = number as u8;
                for (other, &passed) in orientation.tiles.iter().enumerate() {
                    let growth = passing(place, other) * length;
                    // Numbers are below 2^32 and added modulo 2^32.
                    table[usize::from(tile)][usize::from(passed)] = growth as i32;
                }
            }
            views.push(View::new(goal, pattern, database, orientation));
        }
        let is_wide = views.iter().any(|view| view.pattern.size().width() > FEW + 1);
        Ok(Self {
            partition: partition.clone(),
            views: views.into(),
            pattern_of,
            passing: table,
            manhattan: Manhattan::to_goal(goal),
            cells: goal.size().cells(),
            is_wide,
            is_reflection: false,
        })
    }

    /// The partition.
    pub const fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The size of the databases in bytes, counting shared ones once.
    pub fn bytes(&self) -> usize {
        let is_first = |number: &usize| {
            let same = |view: &View| Arc::ptr_eq(&view.database, &self.views[*number].database);
            self.views.iter().position(same) == Some(*number)
        };
        let first = (0..self.views.len()).filter(is_first);
        first.map(|number| self.views[number].database.bytes().len()).sum()
    }

    /// The estimate of `board` from scratch, in time quadratic in the size of the patterns.
    fn of<B: Board>(&self, board: &B) -> (u32, Indices<COUNT>) {
        let mut memo = Indices::default();
        let mut cell_of = [0_u8; MOST_CELLS];
        for cell in 0..self.cells {
            cell_of[board.tile(cell) & (MOST_CELLS - 1)] = cell as u8;
        }
        let mut h = self.manhattan.of_board(board);
        for (number, view) in self.views.iter().enumerate() {
            let mut cells = [0; MOST_CELLS];
            for (cell, &tile) in cells.iter_mut().zip(&view.tiles) {
                *cell = view.cells[usize::from(cell_of[usize::from(tile)])];
            }
            let (set, order) = view.pattern.locate(&cells[..view.tiles.len()]);
            let entry = view.entry(set, order);
            memo.sets[number] = set;
            memo.orders[number] = order;
            memo.entries[number] = entry;
            h += 2 * u32::from(entry);
        }
        (h, memo)
    }
}

impl View {
    fn new(
        goal: &Arrangement,
        pattern: Arc<TilePattern>,
        database: Arc<PatternDatabase>,
        orientation: Orientation,
    ) -> Self {
        let size = goal.size();
        let Orientation { symmetry, tiles } = orientation;
        let (mut cells, mut back) = ([0; MOST_CELLS], [0; MOST_CELLS]);
        for cell in 0..size.cells() {
            let seen = symmetry.cell(size, cell);
            cells[cell] = seen as u8;
            back[seen] = cell as u8;
        }
        let none = Step { flip: 0, sign: 0, between: [0; 7] };
        let mut steps = Box::new([none; Move::CODES]);
        for (from, slide) in
            (0..size.cells()).flat_map(|from| Slide::ALL.map(|slide| (from, slide)))
        {
            // The tile moves to where the blank came from.
            let (Some(mv), Some(to)) =
                (Move::new(from, slide), size.beside(from, slide.opposite()))
            else {
                continue;
            };
            let (a, b) = (usize::from(cells[from]), usize::from(cells[to]));
            let between = &back[a.min(b) + 1..a.max(b)];
            let mut step =
                Step { flip: 1 << a | 1 << b, sign: -i32::from(b < a), between: [from as u8; 7] };
            step.between[..between.len()].copy_from_slice(between);
            steps[usize::from(mv.code())] = step;
        }
        Self { database, sets: pattern.sets().clone(), pattern, cells, tiles, steps }
    }

    #[inline]
    fn entry(&self, set: u32, order: u32) -> u8 {
        self.database.get(order as usize + self.sets.number(set) as usize)
    }
}

impl<B: Board, const COUNT: usize> Heuristic<SlidingPuzzle<B>> for AdditivePatterns<COUNT> {
    type Memo = Indices<COUNT>;

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn table_bytes(&self) -> usize {
        let is_first = |at: usize| {
            let same = |view: &View| Arc::ptr_eq(&view.database, &self.views[at].database);
            !self.is_reflection && !self.views[..at].iter().any(same)
        };
        let counted = (0..self.views.len()).filter(|&at| is_first(at));
        counted.map(|at| self.views[at].database.bytes().len()).sum()
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.of(board).0
    }

    fn root(&self, _space: &SlidingPuzzle<B>, board: &B) -> (u32, Indices<COUNT>) {
        self.of(board)
    }

    // Otherwise the memo is returned through memory, once for each of two combined heuristics.
    #[inline(always)]
    fn estimate_successor(
        &self,
        _space: &SlidingPuzzle<B>,
        board: &B,
        h: u32,
        memo: &Indices<COUNT>,
        mv: Move,
    ) -> Option<(u32, Indices<COUNT>)> {
        let tile = board.moving(mv) & (MOST_CELLS - 1);
        let number = usize::from(self.pattern_of[tile]);
        let view = &self.views[number];
        let step = &view.steps[usize::from(mv.code())];
        let passing = &self.passing[tile];
        let growth = |&cell: &u8| passing[board.tile(cell.into()) & (MOST_CELLS - 1)];
        let mut sum = 0_i32;
        for cell in &step.between[..FEW] {
            // If there are fewer cells in between, the tile passes itself, which adds nothing.
            sum = sum.wrapping_add(growth(cell));
        }
        if self.is_wide {
            let more = step.between[FEW..].iter().map(growth);
            sum = more.fold(sum, i32::wrapping_add);
        }
        let turned = ((sum ^ step.sign).wrapping_sub(step.sign)) as u32;
        let order = memo.orders[number].wrapping_add(turned);
        let entry = view.entry(memo.sets[number] ^ step.flip, order);
        let exceeds = entry.wrapping_sub(memo.entries[number]);
        let h = self.manhattan.after(h, tile, mv).wrapping_add_signed(2 * i32::from(exceeds as i8));
        // Write all entries: writing one alone would stall a later copy of the whole memo (store
        // forwarding).
        let is = |other: usize| u32::from(other == number).wrapping_neg();
        let memo = Indices {
            sets: std::array::from_fn(|other| memo.sets[other] ^ (step.flip & is(other))),
            orders: std::array::from_fn(|other| {
                memo.orders[other].wrapping_add(turned & is(other))
            }),
            entries: std::array::from_fn(|other| {
                memo.entries[other].wrapping_add(exceeds & is(other) as u8)
            }),
        };
        Some((h, memo))
    }
}

impl<const COUNT: usize> fmt::Debug for AdditivePatterns<COUNT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdditivePatterns")
            .field("partition", &self.partition)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}
