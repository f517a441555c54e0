//! Mazes of rooms, by several methods. The same seed gives the same maze.

use super::canvas::Canvas;

/// A method of making a maze in which there is exactly one path between any two rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum MazeMethod {
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

impl MazeMethod {
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
    canvas: Canvas,
}

impl Rooms {
    /// As many rooms as there is space for, at least one if there are two columns and rows.
    fn new(width: u16, height: u16) -> Self {
        let count = |side: u16| usize::from((side / 2).min(1).max((side - 1) / 2));
        let (wide, high) = (count(width), count(height));
        let mut rooms = Self { wide, high, canvas: Canvas::new(width, height, b'@') };
        for room in 0..rooms.count() {
            let cell = rooms.cell(room);
            rooms.canvas.letters[cell] = b'.';
        }
        rooms
    }

    fn cell(&self, room: usize) -> usize {
        (2 * (room / self.wide) + 1) * usize::from(self.canvas.width) + 2 * (room % self.wide) + 1
    }

    fn count(&self) -> usize {
        self.wide * self.high
    }

    /// Opens the wall between two rooms side by side.
    fn join(&mut self, a: usize, b: usize) {
        let between = (self.cell(a) + self.cell(b)) / 2;
        self.canvas.letters[between] = b'.';
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
}

/// A maze with walls around it; what does not make up a whole room is wall. About `braid` percent
/// of its dead ends are opened.
///
/// Takes time about proportional to the number of rooms, times a logarithm for Wilson's method.
pub(super) fn walled(width: u16, height: u16, method: MazeMethod, braid: u8, seed: u64) -> Canvas {
    let mut draws = Xorshift::new(seed);
    let mut rooms = Rooms::new(width, height);
    if rooms.count() > 0 {
        match method {
            MazeMethod::DepthFirst => depth_first(&mut rooms, &mut draws),
            MazeMethod::Kruskal => kruskal(&mut rooms, &mut draws),
            MazeMethod::Prim => prim(&mut rooms, &mut draws),
            MazeMethod::Wilson => wilson(&mut rooms, &mut draws),
            MazeMethod::RecursiveDivision => division(&mut rooms, &mut draws),
        }
    }
    if braid > 0 {
        open_dead_ends(&mut rooms, braid, &mut Xorshift::new(seed));
    }
    rooms.canvas
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

/// Opens about `percent` of the dead ends, each into another passage beyond the wall.
fn open_dead_ends(rooms: &mut Rooms, percent: u8, draws: &mut Xorshift) {
    for room in 0..rooms.count() {
        let here = rooms.cell(room);
        let (beside, count) = rooms.beside(room);
        let (mut closed, mut walls) = ([0; 4], 0);
        for &other in &beside[..count] {
            if rooms.canvas.letters[(here + rooms.cell(other)) / 2] == b'@' {
                closed[walls] = other;
                walls += 1;
            }
        }
        let is_dead_end = walls > 0 && count - walls == 1;
        if is_dead_end && draws.below(100) < usize::from(percent) {
            rooms.join(room, closed[draws.below(walls)]);
        }
    }
}
