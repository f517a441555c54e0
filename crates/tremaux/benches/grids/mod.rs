//! Grids of eight kinds, as games and robots have them: noise, rooms, a maze, caves, blocks.

type Cell = (i32, i32);

const SIDE: i32 = 384;

/// A grid, and a way across.
pub(crate) struct Grid {
    pub(crate) name: &'static str,
    free: Vec<bool>,
    pub(crate) start: Cell,
    pub(crate) goal: Cell,
}

fn index((x, y): Cell) -> usize {
    (y * SIDE + x) as usize
}

impl Grid {
    /// From a free cell of its largest part to one that is as far away as possible.
    fn new(name: &'static str, free: Vec<bool>) -> Self {
        let mut grid = Self { name, free, start: (0, 0), goal: (0, 0) };
        let reached = |grid: &Self, from: Cell| {
            tremaux::breadth_first_all([from], |&cell| grid.neighbours(cell).collect::<Vec<_>>())
        };
        let cells = (0..SIDE * SIDE).map(|at| (at % SIDE, at / SIDE));
        let free = cells.filter(|&cell| grid.free[index(cell)]).step_by(997);
        let parts = free.map(|cell| reached(&grid, cell));
        let part = parts.max_by_key(|part| part.len()).expect("a free cell");
        let last = |part: &tremaux::DistanceMap<Cell, u64>| *part.iter().last().expect("a cell").0;
        grid.start = last(&part);
        grid.goal = last(&reached(&grid, grid.start));
        grid
    }

    /// The free cells beside one.
    pub(crate) fn neighbours(&self, (x, y): Cell) -> impl Iterator<Item = Cell> + '_ {
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .map(move |(dx, dy)| (x + dx, y + dy))
            .filter(|&(x, y)| (0..SIDE).contains(&x) && (0..SIDE).contains(&y))
            .filter(|&cell| self.free[index(cell)])
    }
}

/// Random numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 8) % bound
    }
}

/// One of each kind.
pub(crate) fn all() -> Vec<Grid> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    vec![
        Grid::new("noise of 10 %", noise(10, &mut random)),
        Grid::new("noise of 20 %", noise(20, &mut random)),
        Grid::new("noise of 35 %", noise(35, &mut random)),
        Grid::new("rooms of 8", rooms(8, &mut random)),
        Grid::new("rooms of 32", rooms(32, &mut random)),
        Grid::new("maze", maze(&mut random)),
        Grid::new("caves", caves(&mut random)),
        Grid::new("blocks", blocks(&mut random)),
    ]
}

fn noise(percent: u64, random: &mut Random) -> Vec<bool> {
    (0..SIDE * SIDE).map(|_| random.below(100) >= percent).collect()
}

/// Square rooms, most of which have a door to those beside them.
fn rooms(size: i32, random: &mut Random) -> Vec<bool> {
    let is_wall = |at: i32| at % size == size - 1;
    let cells = (0..SIDE * SIDE).map(|at| (at % SIDE, at / SIDE));
    let mut free: Vec<bool> = cells.map(|(x, y)| !is_wall(x) && !is_wall(y)).collect();
    for y in (0..SIDE).step_by(size as usize) {
        for x in (0..SIDE).step_by(size as usize) {
            let door = random.below(size as u64 - 1) as i32;
            free[index(((x + size - 1).min(SIDE - 1), (y + door).min(SIDE - 1)))] = true;
            free[index(((x + door).min(SIDE - 1), (y + size - 1).min(SIDE - 1)))] = true;
        }
    }
    free
}

/// A tree of corridors, by a walk that goes back where it cannot go on.
fn maze(random: &mut Random) -> Vec<bool> {
    let mut free = vec![false; (SIDE * SIDE) as usize];
    let mut path: Vec<Cell> = vec![(0, 0)];
    free[0] = true;
    while let Some(&(x, y)) = path.last() {
        let ways = [(2, 0), (-2, 0), (0, 2), (0, -2)].map(|(dx, dy)| (x + dx, y + dy));
        let mut left = ways.to_vec();
        left.retain(|&(x, y)| (0..SIDE).contains(&x) && (0..SIDE).contains(&y));
        left.retain(|&cell| !free[index(cell)]);
        if left.is_empty() {
            path.pop();
            continue;
        }
        let next = left[random.below(left.len() as u64) as usize];
        free[index(next)] = true;
        free[index(((x + next.0) / 2, (y + next.1) / 2))] = true;
        path.push(next);
    }
    free
}

/// Noise in which a cell becomes what most of the nine around it are.
fn caves(random: &mut Random) -> Vec<bool> {
    let mut free = noise(44, random);
    for _ in 0..5 {
        let count = |(x, y): Cell| {
            let around = (0..9).map(|at| (x + at % 3 - 1, y + at / 3 - 1));
            let inside = around.filter(|&(x, y)| (0..SIDE).contains(&x) && (0..SIDE).contains(&y));
            inside.filter(|&cell| free[index(cell)]).count()
        };
        free = (0..SIDE * SIDE).map(|at| count((at % SIDE, at / SIDE)) > 4).collect();
    }
    free
}

/// An open field with rectangles in it.
fn blocks(random: &mut Random) -> Vec<bool> {
    let mut free = vec![true; (SIDE * SIDE) as usize];
    for _ in 0..300 {
        let mut draw = |bound: i32| random.below(bound as u64) as i32;
        let (left, top, width, height) = (draw(SIDE), draw(SIDE), 1 + draw(30), 1 + draw(30));
        for y in top..(top + height).min(SIDE) {
            for x in left..(left + width).min(SIDE) {
                free[index((x, y))] = false;
            }
        }
    }
    free
}
