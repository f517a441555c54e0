//! Stronger heuristics: linear conflict, walking distance, additive pattern databases.

use std::collections::HashMap;

use super::{Board, Manhattan, Move, Slide, SlidingPuzzle};
use tremaux_core::{Guarantees, Heuristic, StateSpace};

/// Manhattan distance plus two for each tile that must leave its goal line to let others
/// pass (Hansson, Mayer and Yung 1992), by table of line contents.
#[derive(Clone, Debug)]
pub struct LinearConflict<const SIDE: usize> {
    manhattan: Manhattan<SIDE>,
    /// By row, then column, then the tiles of the line as they stand, four bits each.
    rows: Vec<Vec<u8>>,
    columns: Vec<Vec<u8>>,
}

impl<const SIDE: usize> LinearConflict<SIDE> {
    /// The estimate for the goal of `space`.
    #[must_use]
    pub fn to_goal(space: &SlidingPuzzle<SIDE>) -> Self {
        let goal_of = |tile: usize| (0..SIDE * SIDE).find(|&cell| space.goal.tile(cell) == tile);
        let table = |line: usize, place: fn(usize) -> (usize, usize)| {
            let conflict = |contents: usize| {
                // Goal places, in order, of the tiles that belong here.
                let belongs = |at: &usize| {
                    let tile = contents >> (4 * at) & 0xF;
                    let (its_line, its_place) = place(goal_of(tile).filter(|_| tile != 0)?);
                    (its_line == line).then_some(its_place)
                };
                let places: Vec<usize> = (0..SIDE).filter_map(|at| belongs(&at)).collect();
                // All but a longest increasing subsequence must step aside.
                let mut longest = vec![1; places.len()];
                for last in 0..places.len() {
                    for before in 0..last {
                        if places[before] < places[last] {
                            longest[last] = longest[last].max(longest[before] + 1);
                        }
                    }
                }
                2 * (places.len() - longest.iter().max().copied().unwrap_or(0)) as u8
            };
            (0..1 << (4 * SIDE)).map(conflict).collect()
        };
        Self {
            manhattan: Manhattan::to_goal(space),
            rows: (0..SIDE).map(|row| table(row, |cell| (cell / SIDE, cell % SIDE))).collect(),
            columns: (0..SIDE).map(|col| table(col, |cell| (cell % SIDE, cell / SIDE))).collect(),
        }
    }

    #[inline]
    fn row(&self, board: &Board, row: usize) -> u32 {
        let mask = (1 << (4 * SIDE)) - 1;
        self.rows[row][(board.tiles >> (4 * SIDE * row)) as usize & mask].into()
    }

    #[inline]
    fn column(&self, board: &Board, column: usize) -> u32 {
        let tiles = board.tiles >> (4 * column);
        let cell = |at: usize| tiles >> (4 * (SIDE - 1) * at) & 0xF << (4 * at);
        let contents = (0..SIDE).fold(0, |contents, at| contents | cell(at));
        self.columns[column][contents as usize].into()
    }
}

impl<const SIDE: usize> Heuristic<SlidingPuzzle<SIDE>> for LinearConflict<SIDE> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        let lines = (0..SIDE).map(|line| self.row(board, line) + self.column(board, line));
        self.manhattan.estimate(space, board) + lines.sum::<u32>()
    }

    #[inline]
    fn ahead(
        &self,
        space: &SlidingPuzzle<SIDE>,
        board: &Board,
        h: u32,
        memo: &(),
        mv: Move,
    ) -> Option<(u32, ())> {
        let (h, ()) = self.manhattan.ahead(space, board, h, memo, mv)?;
        let mut child = *board;
        SlidingPuzzle::<SIDE>::slide(&mut child, mv);
        let (from, to) = (usize::from(child.blank), usize::from(board.blank));
        // The line along which the tile slides keeps its order; two others change.
        let (before, after) = match mv.slide() {
            Slide::Up | Slide::Down => {
                let (a, b) = (from / SIDE, to / SIDE);
                (self.row(board, a) + self.row(board, b), self.row(&child, a) + self.row(&child, b))
            }
            Slide::Left | Slide::Right => {
                let (a, b) = (from % SIDE, to % SIDE);
                (
                    self.column(board, a) + self.column(board, b),
                    self.column(&child, a) + self.column(&child, b),
                )
            }
        };
        Some((h + after - before, ()))
    }
}

/// Moves to bring every tile to its row, and every tile to its column, where all tiles of a
/// row are alike (Takahashi 2001).
#[derive(Clone, Debug)]
pub struct WalkingDistance<const SIDE: usize> {
    by_row: Walk<SIDE>,
    by_column: Walk<SIDE>,
    /// Where tiles belong.
    goals: [usize; 16],
}

/// How many tiles of which goal line stand in which line, three bits each.
type Counts = u64;

#[derive(Clone, Debug)]
struct Walk<const SIDE: usize> {
    ids: HashMap<(Counts, usize), u16>,
    distance: Vec<u8>,
    /// By state; then whether the blank goes to the next line; then the tile's goal line.
    next: Vec<[[u16; 4]; 2]>,
}

impl<const SIDE: usize> Walk<SIDE> {
    fn new(goal: Counts, blank: usize) -> Self {
        let mut walk = Self { ids: HashMap::new(), distance: Vec::new(), next: Vec::new() };
        let mut queue = vec![(goal, blank)];
        walk.ids.insert((goal, blank), 0);
        walk.distance.push(0);
        let mut head = 0;
        while let Some(&(counts, blank)) = queue.get(head) {
            let mut next = [[u16::MAX; 4]; 2];
            for (forward, to) in [(0, blank.wrapping_sub(1)), (1, blank + 1)] {
                for of in (0..SIDE).filter(|_| to < SIDE) {
                    let shift = |line: usize| 3 * (SIDE * line + of);
                    if counts >> shift(to) & 7 == 0 {
                        continue;
                    }
                    let child = (counts - (1 << shift(to)) + (1 << shift(blank)), to);
                    let id = *walk.ids.entry(child).or_insert_with(|| {
                        queue.push(child);
                        walk.distance.push(walk.distance[head] + 1);
                        queue.len() as u16 - 1
                    });
                    next[forward][of] = id;
                }
            }
            walk.next.push(next);
            head += 1;
        }
        walk
    }
}

impl<const SIDE: usize> WalkingDistance<SIDE> {
    /// The estimate for the goal of `space`.
    #[must_use]
    pub fn to_goal(space: &SlidingPuzzle<SIDE>) -> Self {
        let mut goals = [0; 16];
        for cell in 0..SIDE * SIDE {
            goals[space.goal.tile(cell)] = cell;
        }
        let blank = goals[0];
        let counts = |line: fn(usize) -> usize| Self::counts(&space.goal, &goals, line);
        Self {
            by_row: Walk::new(counts(|cell| cell / SIDE), blank / SIDE),
            by_column: Walk::new(counts(|cell| cell % SIDE), blank % SIDE),
            goals,
        }
    }

    fn counts(board: &Board, goals: &[usize; 16], line: fn(usize) -> usize) -> Counts {
        let tiles = (0..SIDE * SIDE).filter(|&cell| board.tile(cell) != 0);
        tiles.map(|cell| 1 << (3 * (SIDE * line(cell) + line(goals[board.tile(cell)])))).sum()
    }

    #[inline]
    fn distance(&self, (row, column): (u16, u16)) -> u32 {
        let (rows, columns) = (&self.by_row.distance, &self.by_column.distance);
        u32::from(rows[usize::from(row)]) + u32::from(columns[usize::from(column)])
    }
}

impl<const SIDE: usize> Heuristic<SlidingPuzzle<SIDE>> for WalkingDistance<SIDE> {
    /// The numbers of the two abstract states.
    type Memo = (u16, u16);

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        self.root(space, board).0
    }

    fn root(&self, _space: &SlidingPuzzle<SIDE>, board: &Board) -> (u32, (u16, u16)) {
        let blank = usize::from(board.blank);
        let counts = |line: fn(usize) -> usize| Self::counts(board, &self.goals, line);
        let row = self.by_row.ids[&(counts(|cell| cell / SIDE), blank / SIDE)];
        let column = self.by_column.ids[&(counts(|cell| cell % SIDE), blank % SIDE)];
        (self.distance((row, column)), (row, column))
    }

    #[inline]
    fn ahead(
        &self,
        _space: &SlidingPuzzle<SIDE>,
        board: &Board,
        _h: u32,
        &(mut row, mut column): &(u16, u16),
        mv: Move,
    ) -> Option<(u32, (u16, u16))> {
        let goal = self.goals[(board.tiles >> mv.shift() & 0xF) as usize];
        let slide = mv.slide();
        let forward = usize::from(matches!(slide, Slide::Down | Slide::Right));
        if matches!(slide, Slide::Up | Slide::Down) {
            row = self.by_row.next[usize::from(row)][forward][(goal / SIDE) & 3];
        } else {
            column = self.by_column.next[usize::from(column)][forward][(goal % SIDE) & 3];
        }
        Some((self.distance((row, column)), (row, column)))
    }
}

/// Disjoint pattern databases, whose values add up (Korf and Felner 2002).
///
/// Each counts the moves of its own tiles. A table has a byte for every choice of four bits
/// a tile, reachable or not: an index is then changed by one exclusive or.
#[derive(Clone, Debug)]
pub struct AdditivePatterns<const SIDE: usize, const COUNT: usize> {
    tables: [Vec<u8>; COUNT],
    /// By tile: its pattern and where its cell is in the index; the blank has none.
    places: [(u8, u8); 16],
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

impl<const SIDE: usize, const COUNT: usize> AdditivePatterns<SIDE, COUNT> {
    /// Builds the tables for the goal of `space`.
    ///
    /// # Panics
    ///
    /// Panics unless every tile is in one pattern, and none has more than six.
    #[must_use]
    pub fn to_goal(space: &SlidingPuzzle<SIDE>, patterns: [&[u8]; COUNT]) -> Self {
        let mut places = [(u8::MAX, 0); 16];
        for (number, pattern) in patterns.iter().enumerate() {
            assert!(pattern.len() <= 6, "a table of more than 16 MiB");
            for (at, &tile) in pattern.iter().enumerate() {
                let place = &mut places[usize::from(tile)];
                assert!(tile != 0 && place.0 == u8::MAX, "tile {tile} in two patterns");
                *place = (number as u8, 4 * at as u8);
            }
        }
        assert!(places[1..SIDE * SIDE].iter().all(|place| place.0 < u8::MAX), "a tile is missing");
        Self { tables: patterns.map(|pattern| build::<SIDE>(&space.goal, pattern)), places }
    }

    fn of(&self, tiles: impl Fn(usize) -> (usize, usize)) -> (u32, Indices<COUNT>) {
        let mut memo = Indices::default();
        for (tile, cell) in (0..SIDE * SIDE).map(tiles).filter(|&(tile, _)| tile != 0) {
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

/// Breadth-first search back from the goal over the cells of the pattern's tiles and the
/// region of the blank, within which it moves at no cost.
fn build<const SIDE: usize>(goal: &Board, pattern: &[u8]) -> Vec<u8> {
    let cells = SIDE * SIDE;
    let neighbours: Vec<u32> = (0..cells)
        .map(|cell| {
            let (row, column) = (cell / SIDE, cell % SIDE);
            let is_beside =
                |other: &usize| (other / SIDE).abs_diff(row) + (other % SIDE).abs_diff(column) == 1;
            (0..cells).filter(is_beside).map(|other| 1 << other).sum()
        })
        .collect();
    let mut table = vec![u8::MAX; 1 << (4 * pattern.len())];
    // For each index, the cells of the blank that were seen.
    let mut seen = vec![0_u16; table.len()];
    let cell_of = |tile| (0..cells).find(|&cell| goal.tile(cell) == tile).expect("every tile");
    let indices = pattern.iter().enumerate();
    let start = indices.map(|(at, &tile)| (cell_of(tile.into()) as u32) << (4 * at)).sum::<u32>();
    let mut layer = vec![(start, cell_of(0) as u8)];
    let mut next = Vec::new();
    for distance in 0_u8.. {
        for (index, blank) in layer.drain(..) {
            if seen[index as usize] & 1 << blank != 0 {
                continue;
            }
            let cell = |at: usize| index >> (4 * at) & 0xF;
            let taken = (0..pattern.len()).fold(0_u32, |taken, at| taken | 1 << cell(at));
            let mut region = 1_u32 << blank;
            let mut edge = region;
            while edge != 0 {
                let around = neighbours[edge.trailing_zeros() as usize] & !taken & !region;
                edge = (edge & (edge - 1)) | around;
                region |= around;
            }
            seen[index as usize] |= region as u16;
            let value = &mut table[index as usize];
            *value = distance.min(*value);
            for at in 0..pattern.len() {
                let mut targets = neighbours[cell(at) as usize] & region;
                while targets != 0 {
                    let target = targets.trailing_zeros();
                    targets &= targets - 1;
                    let moved = index ^ (cell(at) ^ target) << (4 * at);
                    if seen[moved as usize] & 1 << cell(at) == 0 {
                        next.push((moved, cell(at) as u8));
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

impl<const SIDE: usize, const COUNT: usize> Heuristic<SlidingPuzzle<SIDE>>
    for AdditivePatterns<SIDE, COUNT>
{
    type Memo = Indices<COUNT>;

    fn guarantees(&self) -> Guarantees {
        // The blank is forgotten, so a move may change a value by three or more.
        Guarantees::ADMISSIBLE
    }

    fn estimate(&self, space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        self.root(space, board).0
    }

    fn root(&self, _space: &SlidingPuzzle<SIDE>, board: &Board) -> (u32, Indices<COUNT>) {
        self.of(|cell| (board.tile(cell), cell))
    }

    #[inline]
    fn ahead(
        &self,
        _space: &SlidingPuzzle<SIDE>,
        board: &Board,
        h: u32,
        memo: &Indices<COUNT>,
        mv: Move,
    ) -> Option<(u32, Indices<COUNT>)> {
        let tile = (board.tiles >> mv.shift() & 0xF) as usize;
        let change = u32::from(mv.shift() / 4) ^ u32::from(board.blank);
        Some(self.step(h, memo, tile, change))
    }
}

/// [`AdditivePatterns`] of the board reflected in its main diagonal: another estimate from
/// the same tables, to be combined by [`Max`](tremaux_core::Max).
#[derive(Clone, Debug)]
pub struct Reflected<'a, const SIDE: usize, const COUNT: usize> {
    patterns: &'a AdditivePatterns<SIDE, COUNT>,
    /// By tile.
    tiles: [u8; 16],
    /// By cell.
    cells: [u8; 16],
}

impl<'a, const SIDE: usize, const COUNT: usize> Reflected<'a, SIDE, COUNT> {
    /// The reflection of `patterns`, which were built for the goal of `space`.
    ///
    /// # Panics
    ///
    /// Panics unless the goal's blank is on the diagonal.
    #[must_use]
    pub fn new(space: &SlidingPuzzle<SIDE>, patterns: &'a AdditivePatterns<SIDE, COUNT>) -> Self {
        let (mut tiles, mut cells) = ([0; 16], [0; 16]);
        for cell in 0..SIDE * SIDE {
            let mirrored = cell % SIDE * SIDE + cell / SIDE;
            cells[cell] = mirrored as u8;
            tiles[space.goal.tile(cell)] = space.goal.tile(mirrored) as u8;
        }
        assert_eq!(tiles[0], 0, "the goal's blank is not on the diagonal");
        Self { patterns, tiles, cells }
    }
}

impl<const SIDE: usize, const COUNT: usize> Heuristic<SlidingPuzzle<SIDE>>
    for Reflected<'_, SIDE, COUNT>
{
    type Memo = Indices<COUNT>;

    fn guarantees(&self) -> Guarantees {
        // The blank is forgotten, so a move may change a value by three or more.
        Guarantees::ADMISSIBLE
    }

    fn estimate(&self, space: &SlidingPuzzle<SIDE>, board: &Board) -> u32 {
        self.root(space, board).0
    }

    fn root(&self, _space: &SlidingPuzzle<SIDE>, board: &Board) -> (u32, Indices<COUNT>) {
        self.patterns.of(|cell| (self.tiles[board.tile(cell)].into(), self.cells[cell].into()))
    }

    #[inline]
    fn ahead(
        &self,
        _space: &SlidingPuzzle<SIDE>,
        board: &Board,
        h: u32,
        memo: &Indices<COUNT>,
        mv: Move,
    ) -> Option<(u32, Indices<COUNT>)> {
        let tile = (board.tiles >> mv.shift() & 0xF) as usize;
        let cell = |cell: u8| u32::from(self.cells[usize::from(cell & 15)]);
        let change = cell(mv.shift() / 4) ^ cell(board.blank);
        Some(self.patterns.step(h, memo, self.tiles[tile].into(), change))
    }
}

impl<const SIDE: usize> SlidingPuzzle<SIDE> {
    /// The same puzzle from another start.
    #[must_use]
    pub fn starting_at(&self, start: Board) -> Self {
        Self { start, ..self.clone() }
    }

    /// The moves from every board to the goal, by packed board: for `SIDE` 2 and 3.
    #[must_use]
    pub fn distances(&self) -> HashMap<u64, u32> {
        let mut distances = HashMap::from([(self.goal.tiles, 0)]);
        let (mut layer, mut actions) = (vec![self.goal], Vec::new());
        for distance in 1.. {
            let mut next = Vec::new();
            for board in layer {
                actions.clear();
                self.actions(&board, &mut actions);
                for &mv in &actions {
                    let mut child = board;
                    self.apply(&mut child, mv);
                    distances.entry(child.tiles).or_insert_with(|| {
                        next.push(child);
                        distance
                    });
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        distances
    }
}
