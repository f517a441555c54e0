//! Boards of any size, solved tile by tile.

use tremaux_core::{Plan, StateSpace};

use super::{Board, Move, Slide, SlidingPuzzle};

/// The published upper bound on moves for a `side` × `side` board, without lower-order terms:
/// 5·side³ (Parberry, "A real-time algorithm for the (n²−1)-puzzle", 1995).
pub const fn published_bound(side: u64) -> u64 {
    5 * side * side * side
}

/// Moves the blank from `start` to `goal` on a board of `columns` columns, tile by tile. It does
/// not search among boards, so there is no size limit (Parberry 1995).
///
/// It solves one line at an edge that does not contain the blank's goal cell, then the rest of
/// the board, down to a square of four cells. A tile moves to its goal cell on a shortest path,
/// at each step in the direction that the blank reaches sooner. The last two tiles of a line are
/// brought near its end, and from there to their goal cells by the fewest moves within six
/// cells.
///
/// Takes a few dozen steps per move, and memory proportional to cells and moves. The plan is not
/// shortest: on random boards it has about half of [`published_bound`].
///
/// Returns `None` unless both are permutations of the same tiles, with 0 for the blank, in at
/// least two rows and columns, and have the same parity.
///
/// ```
/// use tremaux::puzzles::tiles::{Slide, constructive_plan};
/// let plan = constructive_plan(2, &[1, 0, 2, 3], &[0, 1, 2, 3]);
/// assert_eq!(plan, Some(vec![Slide::Left]));
/// assert_eq!(constructive_plan(2, &[2, 0, 1, 3], &[0, 1, 2, 3]), None);
/// ```
pub fn constructive_plan(columns: usize, start: &[u16], goal: &[u16]) -> Option<Vec<Slide>> {
    let mut plan = TileByTile::new(columns, start, goal)?;
    while !plan.set_next_line(goal)? {}
    Some(plan.into_slides())
}

/// A [`constructive_plan`] in the making, line by line.
pub(crate) struct TileByTile {
    board: Builder,
    homes: Vec<usize>,
    /// The columns and rows that are left: from here to there.
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl TileByTile {
    /// `None` where [`constructive_plan`] returns it.
    pub(crate) fn new(columns: usize, start: &[u16], goal: &[u16]) -> Option<Self> {
        let is_board = columns > 1
            && start.len() == goal.len()
            && start.len().is_multiple_of(columns)
            && start.len() / columns > 1;
        let homes = places(goal).filter(|_| is_board)?;
        places(start)?;
        if parity(columns, start) != parity(columns, goal) {
            return None;
        }
        let board = Builder {
            columns,
            tiles: start.to_vec(),
            blank: start.iter().position(|&tile| tile == 0)?,
            is_locked: vec![false; start.len()],
            seen: vec![(0, 0); start.len()],
            round: 0,
            queue: Vec::new(),
            slides: Vec::new(),
        };
        let rows = start.len() / columns;
        Some(Self { board, homes, left: 0, right: columns, top: 0, bottom: rows })
    }

    /// Sets one more line right, or the last four cells; returns whether all are right then.
    pub(crate) fn set_next_line(&mut self, goal: &[u16]) -> Option<bool> {
        let Self { board, homes, left, right, top, bottom } = self;
        let (width, height) = (*right - *left, *bottom - *top);
        if width <= 2 && height <= 2 {
            board.turn_square([*left, *right - 1], [*top, *bottom - 1], goal)?;
            return Some(true);
        }
        let columns = board.columns;
        let (blank_column, blank_row) = (homes[0] % columns, homes[0] / columns);
        let stride = columns as isize;
        let corner = |column: usize, row: usize| (row * columns + column) as isize;
        let line = if height > 2 && (height >= width || width == 2) {
            if blank_row > *top {
                *top += 1;
                Line { first: corner(*left, *top - 1), along: 1, inward: stride, length: width }
            } else {
                *bottom -= 1;
                Line { first: corner(*left, *bottom), along: 1, inward: -stride, length: width }
            }
        } else if blank_column > *left {
            *left += 1;
            Line { first: corner(*left - 1, *top), along: stride, inward: 1, length: height }
        } else {
            *right -= 1;
            Line { first: corner(*right, *top), along: stride, inward: -1, length: height }
        };
        board.set_line(&line, goal, homes)?;
        Some(false)
    }

    /// The moves so far.
    pub(crate) fn into_slides(self) -> Vec<Slide> {
        self.board.slides
    }
}

impl<B: Board> SlidingPuzzle<B> {
    /// [`constructive_plan`] of the puzzle: computed without a search, but not shortest.
    pub fn constructive_plan(&self) -> Option<Plan<Move, u32>> {
        let (size, start) = (self.size(), self.initial_state());
        let tiles = |board: &B| -> Vec<u16> {
            (0..size.cells()).map(|cell| board.tile(cell) as u16).collect()
        };
        let slides = constructive_plan(size.width(), &tiles(&start), &tiles(self.goal_board()))?;
        let mut blank = start.blank();
        let moves = slides.into_iter().map(|slide| {
            blank = size.beside(blank, slide)?;
            Move::new(blank, slide)
        });
        let actions: Vec<Move> = moves.collect::<Option<_>>()?;
        let cost = actions.len() as u32;
        Some(Plan { actions, cost })
    }
}

/// The cell of each tile, if the tiles are a permutation.
fn places(tiles: &[u16]) -> Option<Vec<usize>> {
    let mut places = vec![usize::MAX; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate() {
        let place = places.get_mut(usize::from(tile))?;
        if *place != usize::MAX {
            return None;
        }
        *place = cell;
    }
    Some(places)
}

/// What no move changes: the parity of the permutation, and of the way of the blank.
pub(super) fn parity(columns: usize, tiles: &[u16]) -> bool {
    let mut is_seen = vec![false; tiles.len()];
    let (mut cycles, mut blank) = (0, 0);
    for first in 0..tiles.len() {
        let mut cell = first;
        cycles += usize::from(!is_seen[cell]);
        while !is_seen[cell] {
            is_seen[cell] = true;
            cell = usize::from(tiles[cell]);
        }
        if tiles[first] == 0 {
            blank = first / columns + first % columns;
        }
    }
    (tiles.len() - cycles + blank) % 2 == 1
}

/// A line of cells at an edge of the remaining rectangle.
struct Line {
    first: isize,
    /// To the next cell of the line.
    along: isize,
    /// To the next line.
    inward: isize,
    length: usize,
}

impl Line {
    /// The cell at position `place` of the line that is `depth` lines further in.
    #[inline]
    fn cell(&self, place: usize, depth: usize) -> usize {
        (self.first + self.along * place as isize + self.inward * depth as isize) as usize
    }
}

/// A board on which a plan is constructed.
struct Builder {
    columns: usize,
    tiles: Vec<u16>,
    blank: usize,
    /// Cells whose tiles must not move.
    is_locked: Vec<bool>,
    /// For each cell: the last search round that reached it, and its predecessor.
    seen: Vec<(u32, u32)>,
    round: u32,
    queue: Vec<usize>,
    slides: Vec<Slide>,
}

impl Builder {
    /// The neighbours of `cell`, and the directions to them.
    #[inline]
    fn beside(&self, cell: usize) -> impl Iterator<Item = (Slide, usize)> + use<> {
        let (columns, cells, column) = (self.columns, self.tiles.len(), cell % self.columns);
        Slide::ALL.into_iter().filter_map(move |slide| {
            let other = match slide {
                Slide::Up => cell.checked_sub(columns),
                Slide::Down => Some(cell + columns).filter(|&other| other < cells),
                Slide::Left => (column > 0).then(|| cell - 1),
                Slide::Right => (column + 1 < columns).then_some(cell + 1),
            };
            Some((slide, other?))
        })
    }

    #[inline]
    fn slide(&mut self, slide: Slide, to: usize) {
        self.tiles.swap(self.blank, to);
        self.blank = to;
        self.slides.push(slide);
    }

    /// Moves the blank to the nearest of `targets` around locked cells and `kept`; returns
    /// which.
    fn bring_blank(&mut self, targets: &[usize], kept: usize) -> Option<usize> {
        if targets.contains(&self.blank) {
            return Some(self.blank);
        }
        // A backward search would be simpler, but only a forward search finds the nearest
        // target.
        self.round += 1;
        self.queue.clear();
        self.queue.push(self.blank);
        self.seen[self.blank] = (self.round, self.blank as u32);
        let mut head = 0;
        let found = 'search: loop {
            let &cell = self.queue.get(head)?;
            head += 1;
            for (_, other) in self.beside(cell) {
                if self.is_locked[other] || other == kept || self.seen[other].0 == self.round {
                    continue;
                }
                self.seen[other] = (self.round, cell as u32);
                if targets.contains(&other) {
                    break 'search other;
                }
                self.queue.push(other);
            }
        };
        self.queue.clear();
        let mut cell = found;
        while cell != self.blank {
            self.queue.push(cell);
            cell = self.seen[cell].1 as usize;
        }
        while let Some(next) = self.queue.pop() {
            let (slide, _) = self.beside(self.blank).find(|&(_, other)| other == next)?;
            self.slide(slide, next);
        }
        Some(found)
    }

    #[inline]
    fn distance(&self, a: usize, b: usize) -> usize {
        let columns = self.columns;
        (a % columns).abs_diff(b % columns) + (a / columns).abs_diff(b / columns)
    }

    /// Moves `tile` to the cell `home` on a shortest path around locked cells.
    fn bring(&mut self, tile: u16, home: usize) -> Option<()> {
        let mut cell = self.tiles.iter().position(|&other| other == tile)?;
        while cell != home {
            let distance = self.distance(cell, home);
            let nearer = self
                .beside(cell)
                .map(|(_, other)| other)
                .filter(|&other| self.distance(other, home) < distance && !self.is_locked[other]);
            let nearer: Vec<usize> = nearer.collect();
            let next = self.bring_blank(&nearer, cell)?;
            let (slide, _) = self.beside(next).find(|&(_, other)| other == cell)?;
            self.slide(slide, cell);
            cell = next;
        }
        Some(())
    }

    /// Solves the tiles of `line` and locks its cells. At least two more lines must remain next
    /// to it.
    fn set_line(&mut self, line: &Line, goal: &[u16], homes: &[usize]) -> Option<()> {
        let tile = |place: usize| goal[line.cell(place, 0)];
        let last = line.length - 1;
        for place in 0..last - 1 {
            self.bring(tile(place), homes[usize::from(tile(place))])?;
            self.is_locked[line.cell(place, 0)] = true;
        }
        let [second, end] = [tile(last - 1), tile(last)];
        let window = [(0, 1), (0, 0), (1, 1), (1, 0), (2, 1), (2, 0)];
        let window = window.map(|(depth, back)| line.cell(last - back, depth));
        if self.tiles[window[0]] != second || self.tiles[window[1]] != end {
            self.bring(second, window[0])?;
            self.is_locked[window[0]] = true;
            // In the corner it is close enough, and there the blank cannot get behind it.
            if self.tiles[window[1]] != end {
                self.bring(end, window[3])?;
            }
            let end_at = window.into_iter().find(|&cell| self.tiles[cell] == end)?;
            let free: Vec<usize> = window[1..].iter().copied().filter(|&it| it != end_at).collect();
            self.bring_blank(&free, end_at)?;
            self.finish_pair(&window, second, end)?;
        }
        self.is_locked[window[0]] = true;
        self.is_locked[window[1]] = true;
        Some(())
    }

    /// Moves two tiles, which are with the blank in the `window` of three rows of two cells, to
    /// its first and second cell, by the fewest moves within the window, found among its 120
    /// states.
    fn finish_pair(&mut self, window: &[usize; 6], first: u16, second: u16) -> Option<()> {
        let place = |tile: u16| window.iter().position(|&cell| self.tiles[cell] == tile);
        let start = [place(first)?, place(second)?, place(0)?];
        let number = |state: [usize; 3]| state[0] * 36 + state[1] * 6 + state[2];
        let mut from = [None; 216];
        let mut queue = Vec::with_capacity(120);
        // Search backwards from the end, so that the path can be read forwards.
        for blank in 2..6 {
            from[number([0, 1, blank])] = Some([0, 1, blank]);
            queue.push([0, 1, blank]);
        }
        let mut head = 0;
        while from[number(start)].is_none() {
            let &state = queue.get(head)?;
            head += 1;
            let blank = state[2];
            let beside =
                [blank.checked_sub(2), Some(blank + 2).filter(|&at| at < 6), Some(blank ^ 1)];
            for next in beside.into_iter().flatten() {
                let moved = |at: usize| if at == next { blank } else { at };
                let before = [moved(state[0]), moved(state[1]), next];
                let known = &mut from[number(before)];
                if known.is_none() {
                    *known = Some(state);
                    queue.push(before);
                }
            }
        }
        let mut state = start;
        while state[0] != 0 || state[1] != 1 {
            state = from[number(state)]?;
            let next = window[state[2]];
            let (slide, _) = self.beside(self.blank).find(|&(_, other)| other == next)?;
            self.slide(slide, next);
        }
        Some(())
    }

    /// Rotates the last four cells until they are solved, in the shorter direction.
    fn turn_square(
        &mut self,
        [left, right]: [usize; 2],
        [top, bottom]: [usize; 2],
        goal: &[u16],
    ) -> Option<()> {
        let row = |row: usize| row * self.columns;
        let ring = [row(top) + left, row(top) + right, row(bottom) + right, row(bottom) + left];
        let is_right = |board: &Self| ring.iter().all(|&cell| board.tiles[cell] == goal[cell]);
        let (tiles, blank, length) = (self.tiles.clone(), self.blank, self.slides.len());
        let mut plans: Vec<Vec<Slide>> = Vec::new();
        for step in [1, 3] {
            let mut count = 0;
            // Twelve moves restore the square.
            while count < 12 && !is_right(self) {
                let at = ring.iter().position(|&cell| cell == self.blank)?;
                let next = ring[(at + step) % 4];
                let (slide, _) = self.beside(self.blank).find(|&(_, other)| other == next)?;
                self.slide(slide, next);
                count += 1;
            }
            if is_right(self) {
                plans.push(self.slides.split_off(length));
            }
            self.slides.truncate(length);
            self.tiles.clone_from(&tiles);
            self.blank = blank;
        }
        let best = plans.into_iter().min_by_key(Vec::len)?;
        self.slides.extend(best);
        Some(())
    }
}
