//! Walking distance.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use tremaux_core::{Guarantees, Heuristic};

use super::{Arrangement, Board, Move, Size, SlidingPuzzle, Unsupported};

/// The maximum number of abstract states per direction: a few seconds to build, some tens of
/// MiB.
const MOST_STATES: usize = 1_000_000;

/// Walking distance (Takahashi 2001): the moves to bring every tile into its row plus the moves
/// to bring every tile into its column, where tiles of the same row (or column) are
/// indistinguishable.
///
/// It solves two small abstract puzzles for all states in advance, backwards from the goal.
/// Their states are the numbers of tiles of each goal line in each line, and the blank's line.
/// Consistent. At 4x4 each has 24,964 states, and building both takes about ten milliseconds.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    size: Size,
    by_row: LineDistances,
    by_column: LineDistances,
    /// Indexed by tile.
    goals: [u8; Size::MOST_CELLS],
}

/// The numbers of tiles of each goal line in each line, [`LineDistances::bits`] each.
type Counts = u128;

/// All states of the puzzle in one direction.
#[derive(Clone, Debug)]
struct LineDistances {
    lines: usize,
    bits: usize,
    ids: HashMap<(Counts, usize), u32>,
    distance: Vec<u8>,
    /// Indexed by state, by whether the blank moves to the next line, and by the tile's goal
    /// line.
    next: Vec<u32>,
}

impl LineDistances {
    /// The walk over `lines` lines of `length` cells; `None` if it has too many states.
    fn new(lines: usize, length: usize, places: &[(usize, usize)], blank: usize) -> Option<Self> {
        let bits = length.ilog2() as usize + 1;
        if lines * lines * bits > Counts::BITS as usize {
            return None;
        }
        let mut walk =
            Self { lines, bits, ids: HashMap::new(), distance: vec![0], next: Vec::new() };
        let goal = walk.counts(places.iter().copied());
        let mut queue = vec![(goal, blank)];
        walk.ids.insert((goal, blank), 0);
        let mut head = 0;
        while let Some(&(counts, blank)) = queue.get(head) {
            walk.next.resize((head + 1) * 2 * lines, u32::MAX);
            for (forward, to) in [(0, blank.wrapping_sub(1)), (1, blank + 1)] {
                for of in (0..lines).filter(|_| to < lines) {
                    let (from, there) = (walk.shift(to, of), walk.shift(blank, of));
                    if counts >> from & ((1 << bits) - 1) == 0 {
                        continue;
                    }
                    let child = (counts - (1 << from) + (1 << there), to);
                    let id = match walk.ids.entry(child) {
                        Entry::Occupied(entry) => *entry.get(),
                        Entry::Vacant(_) if queue.len() == MOST_STATES => return None,
                        Entry::Vacant(entry) => {
                            queue.push(child);
                            walk.distance.push(walk.distance[head] + 1);
                            *entry.insert(queue.len() as u32 - 1)
                        }
                    };
                    walk.next[(2 * head + forward) * lines + of] = id;
                }
            }
            head += 1;
        }
        Some(walk)
    }

    /// Bytes allocated, approximately.
    fn bytes(&self) -> usize {
        // A hash table has a byte of control for each place.
        let id = size_of::<((Counts, usize), u32)>() + 1;
        self.ids.capacity() * id * 8 / 7
            + self.distance.capacity()
            + self.next.capacity() * size_of::<u32>()
    }

    #[inline]
    const fn shift(&self, line: usize, of: usize) -> usize {
        self.bits * (self.lines * line + of)
    }

    /// The packed counts of tiles by current line and goal line.
    fn counts(&self, tiles: impl Iterator<Item = (usize, usize)>) -> Counts {
        tiles.map(|(line, of)| 1 << self.shift(line, of)).sum()
    }

    /// The state after a tile of the goal line `of` has let the blank pass.
    #[inline]
    fn after(&self, id: u32, is_forward: bool, of: usize) -> u32 {
        self.next[(2 * id as usize + usize::from(is_forward)) * self.lines + of]
    }
}

impl WalkingDistance {
    /// The estimate for `goal`.
    ///
    /// # Errors
    ///
    /// Fails if there are too many abstract states: at 5x5 there are 65 million, and long lines,
    /// as in 2x8, also have too many.
    pub fn to_goal(goal: &Arrangement) -> Result<Self, Unsupported> {
        let size = goal.size();
        let blank = goal.blank();
        let walk = |lines: usize, line: &dyn Fn(usize) -> usize| {
            let cells = (0..size.cells()).filter(|&cell| cell != blank);
            let places: Vec<_> = cells.map(|cell| (line(cell), line(cell))).collect();
            LineDistances::new(lines, size.cells() / lines, &places, line(blank)).ok_or_else(|| {
                let needs = format!("a smaller board than {size}, for example 4x4, 3x5 or 2x6");
                Unsupported::new("walking-distance", needs)
            })
        };
        Ok(Self {
            size,
            by_row: walk(size.height(), &|cell| size.row(cell))?,
            by_column: walk(size.width(), &|cell| size.column(cell))?,
            goals: goal.cells_by_tile(),
        })
    }

    #[inline]
    fn distance(&self, state: Walked) -> u32 {
        let (rows, columns) = (&self.by_row.distance, &self.by_column.distance);
        u32::from(rows[state.row as usize]) + u32::from(columns[state.column as usize])
    }
}

/// The numbers of the two abstract states of a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walked {
    row: u32,
    column: u32,
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for WalkingDistance {
    type Memo = Walked;

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn table_bytes(&self) -> usize {
        self.by_row.bytes() + self.by_column.bytes()
    }

    fn estimate(&self, space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.root(space, board).0
    }

    fn root(&self, _space: &SlidingPuzzle<B>, board: &B) -> (u32, Walked) {
        let state = |walk: &LineDistances, line: &dyn Fn(usize) -> usize| {
            let cells = (0..self.size.cells()).filter(|&cell| board.tile(cell) != 0);
            let goal = |cell: usize| usize::from(self.goals[board.tile(cell)]);
            let counts = walk.counts(cells.map(|cell| (line(cell), line(goal(cell)))));
            walk.ids[&(counts, line(board.blank()))]
        };
        let walked = Walked {
            row: state(&self.by_row, &|cell| self.size.row(cell)),
            column: state(&self.by_column, &|cell| self.size.column(cell)),
        };
        (self.distance(walked), walked)
    }

    #[inline]
    fn estimate_successor(
        &self,
        _space: &SlidingPuzzle<B>,
        board: &B,
        _h: u32,
        &(mut walked): &Walked,
        mv: Move,
    ) -> Option<(u32, Walked)> {
        let goal = usize::from(self.goals[board.moving(mv) & 63]);
        let is_forward = mv.slide().is_forward();
        if mv.slide().is_vertical() {
            walked.row = self.by_row.after(walked.row, is_forward, self.size.row(goal));
        } else {
            walked.column = self.by_column.after(walked.column, is_forward, self.size.column(goal));
        }
        Some((self.distance(walked), walked))
    }
}
