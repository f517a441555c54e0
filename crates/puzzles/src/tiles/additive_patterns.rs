//! Additive pattern databases.

use tremaux_core::{Guarantees, Heuristic};

use super::{Arrangement, Board, Move, Slide, SlidingPuzzle, Unsupported};

/// Cells of the largest board: an index has four bits a tile.
const MOST_CELLS: usize = 16;

/// Tiles of the largest pattern: its table has 16 MiB.
const MOST_TILES: usize = 6;

/// Disjoint pattern databases, whose values add up (Korf and Felner 2002).
///
/// Each counts the moves of its own tiles. A table has a byte for every choice of four bits
/// a tile, reachable or not: an index is then changed by one exclusive or. For boards of up
/// to sixteen cells.
///
/// The blank is not part of an index, hence the sum is admissible and **not** consistent: a
/// move may change a value by three or more.
#[derive(Clone, Debug)]
pub struct AdditivePatterns<const COUNT: usize> {
    tables: [Vec<u8>; COUNT],
    /// By tile: its pattern and where its cell is in the index; the blank has none.
    places: [(u8, u8); MOST_CELLS],
    cells: usize,
}

/// What [`AdditivePatterns`] remembers: indices and values.
#[derive(Clone, Copy, Debug)]
pub struct Indices<const COUNT: usize> {
    indices: [u32; COUNT],
    values: [u8; COUNT],
}

impl<const COUNT: usize> Default for Indices<COUNT> {
    fn default() -> Self {
        Self { indices: [0; COUNT], values: [0; COUNT] }
    }
}

impl AdditivePatterns<3> {
    /// Three patterns of five tiles for a 4x4 board with the blank first or last: 3 MiB.
    ///
    /// # Errors
    ///
    /// Fails unless `goal` is of 4x4.
    pub fn five_five_five(goal: &Arrangement) -> Result<Self, Unsupported> {
        Self::by_cells(goal, [&[1, 2, 3, 6, 7], &[4, 5, 8, 9, 12], &[10, 11, 13, 14, 15]])
    }

    /// Two patterns of six tiles and one of three for a 4x4 board: 32 MiB.
    ///
    /// # Errors
    ///
    /// Fails unless `goal` is of 4x4.
    pub fn six_six_three(goal: &Arrangement) -> Result<Self, Unsupported> {
        Self::by_cells(goal, [&[1, 4, 5, 8, 9, 12], &[6, 7, 10, 11, 13, 14], &[2, 3, 15]])
    }

    /// The patterns of the tiles that `goal` has in these cells, counted from the blank's
    /// corner if the blank is last.
    fn by_cells(goal: &Arrangement, patterns: [&[u8]; 3]) -> Result<Self, Unsupported> {
        let (size, blank) = (goal.size(), goal.blank());
        if size.width() != 4 || size.height() != 4 || (blank != 0 && blank != 15) {
            let needs = "a 4x4 board and a goal with the blank in the first or last cell";
            return Err(Unsupported::new("pdb", needs));
        }
        let tile = |&cell: &u8| goal.tiles()[usize::from(cell).abs_diff(blank)];
        let patterns = patterns.map(|cells| cells.iter().map(tile).collect::<Vec<u8>>());
        Self::to_goal(goal, patterns.each_ref().map(Vec::as_slice))
    }
}

impl<const COUNT: usize> AdditivePatterns<COUNT> {
    /// Builds the tables of these patterns, lists of tiles, for `goal`.
    ///
    /// Takes time and memory of the order of 16 to the number of tiles in the greatest: a
    /// byte for each, and two more while it is built.
    ///
    /// # Errors
    ///
    /// Fails unless every tile is in one pattern, none has more than six, and the board has
    /// at most sixteen cells.
    pub fn to_goal(goal: &Arrangement, patterns: [&[u8]; COUNT]) -> Result<Self, Unsupported> {
        let fail = |needs: &str| Err(Unsupported::new("pdb", needs));
        let cells = goal.size().cells();
        if cells > MOST_CELLS {
            return fail("a board of at most sixteen cells");
        }
        let mut places = [(u8::MAX, 0); MOST_CELLS];
        for (number, pattern) in patterns.iter().enumerate() {
            if pattern.len() > MOST_TILES {
                return fail("patterns of at most six tiles");
            }
            for (at, &tile) in pattern.iter().enumerate() {
                if tile == 0 || usize::from(tile) >= cells {
                    return fail("patterns of tiles that the board has");
                }
                let place = &mut places[usize::from(tile)];
                if place.0 != u8::MAX {
                    return fail("each tile in one pattern alone");
                }
                *place = (number as u8, 4 * at as u8);
            }
        }
        if places[1..cells].iter().any(|place| place.0 == u8::MAX) {
            return fail("each tile in a pattern");
        }
        Ok(Self { tables: patterns.map(|pattern| build(goal, pattern)), places, cells })
    }

    /// Bytes in the tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }

    fn of(&self, tiles: impl Fn(usize) -> (usize, usize)) -> (u32, Indices<COUNT>) {
        let mut memo = Indices::default();
        for (tile, cell) in (0..self.cells).map(tiles).filter(|&(tile, _)| tile != 0) {
            let (pattern, shift) = self.places[tile];
            memo.indices[usize::from(pattern)] |= (cell as u32) << shift;
        }
        for (value, (table, &index)) in
            memo.values.iter_mut().zip(self.tables.iter().zip(&memo.indices))
        {
            *value = table[index as usize];
        }
        (memo.values.iter().map(|&value| u32::from(value)).sum(), memo)
    }

    #[inline]
    fn step(
        &self,
        h: u32,
        memo: &Indices<COUNT>,
        tile: usize,
        change: u32,
    ) -> (u32, Indices<COUNT>) {
        let mut memo = *memo;
        let (pattern, shift) = self.places[tile & 15];
        let pattern = usize::from(pattern);
        memo.indices[pattern] ^= change << shift;
        let value = self.tables[pattern][memo.indices[pattern] as usize];
        let h = h + u32::from(value) - u32::from(memo.values[pattern]);
        memo.values[pattern] = value;
        (h, memo)
    }
}

/// The cells within reach of each cell without entering one in `taken`.
fn regions(neighbours: &[u16], taken: u16) -> [u16; MOST_CELLS] {
    let mut regions = [0; MOST_CELLS];
    for cell in 0..neighbours.len() {
        if taken >> cell & 1 == 1 || regions[cell] != 0 {
            continue;
        }
        let mut region = 1_u16 << cell;
        let mut edge = region;
        while edge != 0 {
            let around = neighbours[edge.trailing_zeros() as usize] & !taken & !region;
            edge = (edge & (edge - 1)) | around;
            region |= around;
        }
        for (of, entry) in regions.iter_mut().enumerate().take(neighbours.len()) {
            if region >> of & 1 == 1 {
                *entry = region;
            }
        }
    }
    regions
}

/// Breadth-first search back from the goal over the cells of the pattern's tiles and the
/// region of the blank, within which it moves at no cost.
fn build(goal: &Arrangement, pattern: &[u8]) -> Vec<u8> {
    let size = goal.size();
    let neighbours: Vec<u16> = (0..size.cells())
        .map(|cell| {
            let beside = Slide::ALL.into_iter().filter_map(|slide| size.beside(cell, slide));
            beside.map(|other| 1 << other).sum()
        })
        .collect();
    // By set of cells: all sets of as many cells as the pattern has tiles.
    let by_taken: Vec<[u16; MOST_CELLS]> = (0..1_u32 << size.cells())
        .map(|taken| match taken.count_ones() as usize == pattern.len() {
            true => regions(&neighbours, taken as u16),
            false => [0; MOST_CELLS],
        })
        .collect();
    let mut table = vec![u8::MAX; 1 << (4 * pattern.len())];
    // For each index, the cells of the blank that were seen.
    let mut seen = vec![0_u16; table.len()];
    let taken_by = |index: u32| {
        (0..pattern.len()).fold(0_u16, |taken, at| taken | 1 << (index >> (4 * at) & 0xF))
    };
    let start = pattern
        .iter()
        .enumerate()
        .fold(0, |index, (at, &tile)| index | (goal.cell_of(tile.into()) as u32) << (4 * at));
    let region = by_taken[usize::from(taken_by(start))][goal.blank()];
    let mut layer = vec![(start, region)];
    seen[start as usize] = region;
    table[start as usize] = 0;
    let mut next = Vec::new();
    for distance in 1_u8.. {
        for (index, region) in layer.drain(..) {
            let taken = taken_by(index);
            for at in 0..pattern.len() {
                let cell = index >> (4 * at) & 0xF;
                let mut targets = neighbours[cell as usize] & region;
                while targets != 0 {
                    let target = targets.trailing_zeros();
                    targets &= targets - 1;
                    let moved = index ^ (cell ^ target) << (4 * at);
                    let seen = &mut seen[moved as usize];
                    if *seen >> cell & 1 == 0 {
                        let taken = taken ^ 1 << cell ^ 1 << target;
                        let region = by_taken[usize::from(taken)][cell as usize];
                        if *seen == 0 {
                            table[moved as usize] = distance;
                        }
                        *seen |= region;
                        next.push((moved, region));
                    }
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        if layer.is_empty() {
            break;
        }
    }
    table
}

impl<B: Board, const COUNT: usize> Heuristic<SlidingPuzzle<B>> for AdditivePatterns<COUNT> {
    type Memo = Indices<COUNT>;

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn estimate(&self, space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.root(space, board).0
    }

    fn root(&self, _space: &SlidingPuzzle<B>, board: &B) -> (u32, Indices<COUNT>) {
        self.of(|cell| (board.tile(cell), cell))
    }

    #[inline]
    fn ahead(
        &self,
        _space: &SlidingPuzzle<B>,
        board: &B,
        h: u32,
        memo: &Indices<COUNT>,
        mv: Move,
    ) -> Option<(u32, Indices<COUNT>)> {
        let change = mv.cell() as u32 ^ board.blank() as u32;
        Some(self.step(h, memo, board.moving(mv), change))
    }
}

/// [`AdditivePatterns`] of the board reflected in its main diagonal: another estimate from
/// the same tables, to be combined by [`Max`](tremaux_core::Max).
///
/// `P` is a reference or a shared pointer to the patterns.
#[derive(Clone, Debug)]
pub struct Reflected<P> {
    patterns: P,
    /// By tile.
    tiles: [u8; MOST_CELLS],
    /// By cell.
    cells: [u8; MOST_CELLS],
}

impl<P> Reflected<P> {
    /// The reflection of `patterns`, which were built for `goal`.
    ///
    /// # Errors
    ///
    /// Fails unless the board is square, of at most sixteen cells, and the goal's blank is
    /// on the diagonal.
    pub fn new(goal: &Arrangement, patterns: P) -> Result<Self, Unsupported> {
        let size = goal.size();
        let (side, blank) = (size.width(), goal.blank());
        let is_fit = size.is_square() && size.cells() <= MOST_CELLS;
        if !is_fit || size.row(blank) != size.column(blank) {
            let needs = "a square board of at most 4x4, and the goal's blank on its diagonal";
            return Err(Unsupported::new("the reflection of a pdb", needs));
        }
        let (mut tiles, mut cells) = ([0; MOST_CELLS], [0; MOST_CELLS]);
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            let mirrored = size.column(cell) * side + size.row(cell);
            cells[cell] = mirrored as u8;
            tiles[usize::from(tile)] = goal.tiles()[mirrored];
        }
        Ok(Self { patterns, tiles, cells })
    }
}

impl<B, P, const COUNT: usize> Heuristic<SlidingPuzzle<B>> for Reflected<P>
where
    B: Board,
    P: std::ops::Deref<Target = AdditivePatterns<COUNT>>,
{
    type Memo = Indices<COUNT>;

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn estimate(&self, space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.root(space, board).0
    }

    fn root(&self, _space: &SlidingPuzzle<B>, board: &B) -> (u32, Indices<COUNT>) {
        self.patterns.of(|cell| (self.tiles[board.tile(cell)].into(), self.cells[cell].into()))
    }

    #[inline]
    fn ahead(
        &self,
        _space: &SlidingPuzzle<B>,
        board: &B,
        h: u32,
        memo: &Indices<COUNT>,
        mv: Move,
    ) -> Option<(u32, Indices<COUNT>)> {
        let cell = |cell: usize| u32::from(self.cells[cell & 15]);
        let change = cell(mv.cell()) ^ cell(board.blank());
        Some(self.patterns.step(h, memo, self.tiles[board.moving(mv) & 15].into(), change))
    }
}
