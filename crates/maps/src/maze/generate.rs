//! Generates random mazes. The same seed gives the same maze.

use super::Maze;

/// A method of generating perfect mazes: there is exactly one path between any two rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// A random walk that backtracks when it is stuck: long, winding passages.
    #[default]
    DepthFirst,
    /// Removes walls in random order if they separate two components (Kruskal 1956): many short
    /// dead ends.
    Kruskal,
    /// One component that grows at a random place (Prim 1957): short paths from the start.
    Prim,
    /// Loop-erased random walks (Wilson 1996): every maze is equally likely.
    Wilson,
    /// Splits ever smaller halls by walls with one gap: long straight walls.
    RecursiveDivision,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 5] =
        [Self::DepthFirst, Self::Kruskal, Self::Prim, Self::Wilson, Self::RecursiveDivision];
}

/// A small random number generator (xorshift, Marsaglia 2003).
pub(crate) struct Xorshift(pub(crate) u64);

impl Xorshift {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x2545_F491_4F6C_DD1D | 1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 to below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Rooms with walls between them: a room is a cell with odd column and row.
struct Rooms {
    wide: usize,
    high: usize,
    is_free: Vec<bool>,
}

impl Rooms {
    fn new(wide: usize, high: usize) -> Self {
        let mut is_free = vec![false; (2 * wide + 1) * (2 * high + 1)];
        for room in 0..wide * high {
            is_free[Self::cell_of(wide, room)] = true;
        }
        Self { wide, high, is_free }
    }

    fn cell_of(wide: usize, room: usize) -> usize {
        (2 * (room / wide) + 1) * (2 * wide + 1) + 2 * (room % wide) + 1
    }

    fn count(&self) -> usize {
        self.wide * self.high
    }

    /// Opens the wall between two rooms side by side.
    fn join(&mut self, a: usize, b: usize) {
        let between = (Self::cell_of(self.wide, a) + Self::cell_of(self.wide, b)) / 2;
        self.is_free[between] = true;
    }

    /// The neighbours of `room`, and their number.
    fn beside(&self, room: usize) -> ([usize; 4], usize) {
        let (x, y) = (room % self.wide, room / self.wide);
        let mut found = ([0; 4], 0);
        let mut add = |is_there: bool, other: usize| {
            if is_there {
                found.0[found.1] = other;
                found.1 += 1;
            }
        };
        add(y > 0, room.wrapping_sub(self.wide));
        add(x + 1 < self.wide, room + 1);
        add(y + 1 < self.high, room + self.wide);
        add(x > 0, room.wrapping_sub(1));
        found
    }

    /// From the first room to the last.
    fn finish(self) -> Option<Maze> {
        let goal = Self::cell_of(self.wide, self.count() - 1);
        Maze::new(2 * self.wide + 1, self.is_free, Self::cell_of(self.wide, 0), goal)
    }
}

/// A perfect maze of `wide` × `high` rooms, which has `2·wide + 1` columns and `2·high + 1`
/// rows; from the room at the top left to the one at the bottom right.
///
/// Takes time about proportional to the number of rooms, times a logarithm for Wilson's method.
///
/// Returns `None` if there is no room, or more cells than [`Maze::MOST_CELLS`].
///
/// ```
/// use tremaux::maps::maze::generate::{Method, perfect};
/// let maze = perfect(10, 5, Method::Wilson, 42).unwrap();
/// assert_eq!((maze.width(), maze.height()), (21, 11));
/// assert_eq!(maze.free_cells(), 50 + 49);
/// ```
pub fn perfect(wide: usize, high: usize, method: Method, seed: u64) -> Option<Maze> {
    let columns = wide.checked_mul(2)?.checked_add(1)?;
    let cells = high.checked_mul(2)?.checked_add(1)?.checked_mul(columns)?;
    if wide == 0 || high == 0 || cells > Maze::MOST_CELLS {
        return None;
    }
    let mut draws = Xorshift::new(seed);
    let mut rooms = Rooms::new(wide, high);
    match method {
        Method::DepthFirst => depth_first(&mut rooms, &mut draws),
        Method::Kruskal => kruskal(&mut rooms, &mut draws),
        Method::Prim => prim(&mut rooms, &mut draws),
        Method::Wilson => wilson(&mut rooms, &mut draws),
        Method::RecursiveDivision => division(&mut rooms, &mut draws),
    }
    rooms.finish()
}

fn depth_first(rooms: &mut Rooms, draws: &mut Xorshift) {
    let mut is_done = vec![false; rooms.count()];
    let mut trail = vec![draws.below(rooms.count())];
    is_done[trail[0]] = true;
    while let Some(&here) = trail.last() {
        let (beside, count) = rooms.beside(here);
        let mut new = [0; 4];
        let mut open = 0;
        for &room in beside[..count].iter().filter(|&&room| !is_done[room]) {
            new[open] = room;
            open += 1;
        }
        if open == 0 {
            trail.pop();
            continue;
        }
        let next = new[draws.below(open)];
        is_done[next] = true;
        rooms.join(here, next);
        trail.push(next);
    }
}

fn kruskal(rooms: &mut Rooms, draws: &mut Xorshift) {
    let mut walls = Vec::with_capacity(2 * rooms.count());
    for room in 0..rooms.count() {
        let (beside, count) = rooms.beside(room);
        walls.extend(beside[..count].iter().filter(|&&b| b > room).map(|&b| (room, b)));
    }
    draws.shuffle(&mut walls);
    let mut piece: Vec<usize> = (0..rooms.count()).collect();
    for (a, b) in walls {
        let roots = [a, b].map(|mut room| {
            while piece[room] != room {
                piece[room] = piece[piece[room]];
                room = piece[room];
            }
            room
        });
        if roots[0] != roots[1] {
            piece[roots[0]] = roots[1];
            rooms.join(a, b);
        }
    }
}

fn prim(rooms: &mut Rooms, draws: &mut Xorshift) {
    let mut is_done = vec![false; rooms.count()];
    let mut walls = Vec::new();
    let mut next = Some(draws.below(rooms.count()));
    while let Some(room) = next {
        is_done[room] = true;
        let (beside, count) = rooms.beside(room);
        walls.extend(beside[..count].iter().filter(|&&b| !is_done[b]).map(|&b| (room, b)));
        next = None;
        while !walls.is_empty() && next.is_none() {
            let (inside, outside) = walls.swap_remove(draws.below(walls.len()));
            if !is_done[outside] {
                rooms.join(inside, outside);
                next = Some(outside);
            }
        }
    }
}

fn wilson(rooms: &mut Rooms, draws: &mut Xorshift) {
    let mut is_done = vec![false; rooms.count()];
    let mut next = vec![0; rooms.count()];
    let mut order: Vec<usize> = (0..rooms.count()).collect();
    draws.shuffle(&mut order);
    is_done[order[0]] = true;
    for &from in &order {
        // Only the last exit of each room counts, which erases the loops of the walk.
        let mut room = from;
        while !is_done[room] {
            let (beside, count) = rooms.beside(room);
            next[room] = beside[draws.below(count)];
            room = next[room];
        }
        room = from;
        while !is_done[room] {
            is_done[room] = true;
            rooms.join(room, next[room]);
            room = next[room];
        }
    }
}

fn division(rooms: &mut Rooms, draws: &mut Xorshift) {
    // Join rooms instead of separating halls: at the gap of each wall, and along halls one room
    // wide.
    let mut halls = vec![(0, 0, rooms.wide, rooms.high)];
    while let Some((x, y, wide, high)) = halls.pop() {
        if wide == 1 && high == 1 {
            continue;
        }
        let is_across = high > wide || high == wide && draws.below(2) == 0;
        if is_across {
            let above = 1 + draws.below(high - 1);
            let gap = (y + above - 1) * rooms.wide + x + draws.below(wide);
            rooms.join(gap, gap + rooms.wide);
            halls.push((x, y, wide, above));
            halls.push((x, y + above, wide, high - above));
        } else {
            let left = 1 + draws.below(wide - 1);
            let gap = (y + draws.below(high)) * rooms.wide + x + left - 1;
            rooms.join(gap, gap + 1);
            halls.push((x, y, left, high));
            halls.push((x + left, y, wide - left, high));
        }
    }
}

/// `maze` with about `percent` of its dead ends opened, each into another passage beyond the
/// wall, so that there are several paths.
///
/// For mazes of rooms, as [`perfect`] generates them; the outer walls stay.
pub fn braided(maze: &Maze, percent: u32, seed: u64) -> Maze {
    let mut draws = Xorshift::new(seed);
    let mut braided = maze.clone();
    let (width, height) = (maze.width() as i64, maze.height() as i64);
    for y in (1..height - 1).step_by(2) {
        for x in (1..width - 1).step_by(2) {
            const SIDES: [(i64, i64); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            if !braided.is_free(x, y) {
                continue;
            }
            let is_wall = |&(dx, dy): &(i64, i64)| !braided.is_free(x + dx, y + dy);
            let opens = |&(dx, dy): &(i64, i64)| braided.is_free(x + 2 * dx, y + 2 * dy);
            if SIDES.iter().filter(|side| is_wall(side)).count() != 3 {
                continue;
            }
            let walls: Vec<(i64, i64)> =
                SIDES.into_iter().filter(|side| is_wall(side) && opens(side)).collect();
            if !walls.is_empty() && draws.below(100) < percent as usize {
                let (dx, dy) = walls[draws.below(walls.len())];
                braided.is_free[((y + dy) * width + x + dx) as usize] = true;
            }
        }
    }
    braided
}

/// A field of `width` × `height` cells, `percent` of which are walls at random; from the top
/// left to the bottom right, whether or not there is a path.
///
/// Returns `None` if there is no cell, or more than [`Maze::MOST_CELLS`].
pub fn obstacles(width: usize, height: usize, percent: u32, seed: u64) -> Option<Maze> {
    let cells = width.checked_mul(height).filter(|&cells| cells <= Maze::MOST_CELLS)?;
    let mut draws = Xorshift::new(seed);
    let mut is_free: Vec<bool> = (0..cells).map(|_| draws.below(100) >= percent as usize).collect();
    *is_free.first_mut()? = true;
    *is_free.last_mut()? = true;
    Maze::new(width, is_free, 0, cells - 1)
}
