//! Generates maps and scenarios from a seed: rooms, caves, mazes, random obstacles, cities.

use tremaux_core::Random;

use super::canvas::Canvas;
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::map_file::MapFile;
use super::mazes::{self, MazeMethod};
use super::movement::{Movement, StepCosts};
use super::path_method::{PathError, PathMethod};
use super::path_search::Workspace;
use super::pathfinder::Pathfinder;
use super::route::Route;
use super::scenario::{Scenario, ScenarioFile};
use super::terrain::TerrainRules;

/// A kind of map that can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum MapKind {
    /// Square rooms with walls of one cell and doors between most neighbours.
    Rooms {
        /// The side of a room without its walls.
        size: u16,
    },
    /// Caverns: random clutter smoothed by a cellular automaton.
    Caves,
    /// A maze without loops, its walls one cell thick.
    Maze {
        /// The width of the corridors.
        corridor: u16,
    },
    /// A maze with walls around it: rooms of one cell, in every second column and row, and
    /// passages between them.
    WalledMaze {
        /// How it is made.
        method: MazeMethod,
        /// The percentage of dead ends that are opened, so that there are several paths.
        braid: u8,
    },
    /// Cells blocked at random.
    Random {
        /// The percentage of blocked cells.
        percent: u8,
    },
    /// Houses of many sizes along streets.
    City,
}

/// Random numbers for maps: [`Random`] with its own method for numbers below a bound.
struct Draws(Random);

impl Draws {
    fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `bound`, which is not zero.
    fn below(&mut self, bound: u16) -> u16 {
        (self.next() >> 32).wrapping_mul(bound.into()).wrapping_shr(32) as u16
    }
}

impl MapKind {
    /// Generates a map. The same arguments always give the same map.
    ///
    /// Takes time and memory proportional to the cells.
    ///
    /// ```
    /// use tremaux::maps::grid::MapKind;
    /// let map = MapKind::Maze { corridor: 1 }.generate(21, 11, 7);
    /// assert_eq!((map.width(), map.height()), (21, 11));
    /// assert_eq!(map, MapKind::Maze { corridor: 1 }.generate(21, 11, 7));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a side is 0 or more than [`Grid::LARGEST_SIDE`].
    #[must_use]
    pub fn generate(self, width: u16, height: u16, seed: u64) -> MapFile {
        let sides = 1..=Grid::LARGEST_SIDE;
        assert!(sides.contains(&width) && sides.contains(&height), "a side of 1 to 32767");
        let mut random = Draws::new(seed);
        let canvas = match self {
            Self::Rooms { size } => rooms(width, height, size.max(1), &mut random),
            Self::Caves => caves(width, height, &mut random),
            Self::Maze { corridor } => maze(width, height, corridor.max(1), &mut random),
            Self::WalledMaze { method, braid } => mazes::walled(width, height, method, braid, seed),
            Self::Random { percent } => clutter(width, height, percent, &mut random),
            Self::City => city(width, height, &mut random),
        };
        MapFile::new(width, height, canvas.letters)
    }
}

fn rooms(width: u16, height: u16, size: u16, random: &mut Draws) -> Canvas {
    let mut canvas = Canvas::new(width, height, b'.');
    let pitch = size.saturating_add(1);
    for x in (size..width).step_by(pitch.into()) {
        canvas.fill(x, 0, 1, height, b'@');
    }
    for y in (size..height).step_by(pitch.into()) {
        canvas.fill(0, y, width, 1, b'@');
    }
    for y in (0..height).step_by(pitch.into()) {
        for x in (0..width).step_by(pitch.into()) {
            // Doors of one or two cells, right and down.
            let breadth = 1 + random.below(2).min(size - 1);
            let offset = random.below(size - breadth + 1);
            if random.below(10) > 0 {
                canvas.fill(x.saturating_add(size), y.saturating_add(offset), 1, breadth, b'.');
            }
            let offset = random.below(size - breadth + 1);
            if random.below(10) > 0 {
                canvas.fill(x.saturating_add(offset), y.saturating_add(size), breadth, 1, b'.');
            }
        }
    }
    canvas
}

fn caves(width: u16, height: u16, random: &mut Draws) -> Canvas {
    let mut canvas = clutter(width, height, 43, random);
    canvas
        .letters
        .iter_mut()
        .for_each(|letter| *letter = if *letter == b'T' { b'@' } else { b'.' });
    for _ in 0..5 {
        let mut next = Canvas::new(width, height, b'.');
        for y in 0..height {
            for x in 0..width {
                let here = Cell { x, y };
                let walls = Direction::ALL
                    .into_iter()
                    .map(|direction| here.stepped(direction, 1))
                    .filter(|beside| {
                        let is_off = beside.x >= width || beside.y >= height;
                        is_off || canvas.letters[canvas.index(beside.x, beside.y)] == b'@'
                    })
                    .count();
                let index = canvas.index(x, y);
                let is_wall = walls + usize::from(canvas.letters[index] == b'@') >= 5;
                next.letters[index] = if is_wall { b'@' } else { b'.' };
            }
        }
        canvas = next;
    }
    canvas
}

/// A maze by depth-first search with an explicit stack.
fn maze(width: u16, height: u16, corridor: u16, random: &mut Draws) -> Canvas {
    let mut canvas = Canvas::new(width, height, b'@');
    let pitch = corridor.saturating_add(1);
    let columns = (width.saturating_add(1) / pitch).max(1);
    let rows = (height.saturating_add(1) / pitch).max(1);
    let mut seen = vec![false; usize::from(columns) * usize::from(rows)];
    let place = |x: u16, y: u16| usize::from(y) * usize::from(columns) + usize::from(x);
    let mut stack = vec![(random.below(columns), random.below(rows))];
    let (x, y) = stack[0];
    seen[place(x, y)] = true;
    canvas.fill(x * pitch, y * pitch, corridor, corridor, b'.');
    while let Some(&(x, y)) = stack.last() {
        let ways = [(1, 0), (-1, 0), (0, 1), (0, -1_i16)];
        let open: Vec<(u16, u16)> = ways
            .into_iter()
            .map(|(dx, dy)| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)))
            .filter(|&(x, y)| x < columns && y < rows && !seen[place(x, y)])
            .collect();
        if open.is_empty() {
            stack.pop();
            continue;
        }
        let (to_x, to_y) = open[usize::from(random.below(open.len() as u16))];
        seen[place(to_x, to_y)] = true;
        let (left, top) = (x.min(to_x) * pitch, y.min(to_y) * pitch);
        let spans = (x.abs_diff(to_x) * pitch + corridor, y.abs_diff(to_y) * pitch + corridor);
        canvas.fill(left, top, spans.0, spans.1, b'.');
        stack.push((to_x, to_y));
    }
    canvas
}

fn clutter(width: u16, height: u16, percent: u8, random: &mut Draws) -> Canvas {
    let mut canvas = Canvas::new(width, height, b'.');
    for letter in &mut canvas.letters {
        if random.below(100) < percent.into() {
            *letter = b'T';
        }
    }
    canvas
}

fn city(width: u16, height: u16, random: &mut Draws) -> Canvas {
    let mut canvas = Canvas::new(width, height, b'.');
    let mut y = 2 + random.below(4);
    while y < height {
        let depth = 8 + random.below(20);
        let mut x = 2 + random.below(6);
        while x < width {
            // One or two houses with a yard behind, then a lane; squares stay empty.
            let breadth = 6 + random.below(24);
            if random.below(12) > 0 {
                let front = depth / 2 + random.below(depth / 2);
                canvas.fill(x, y, breadth, front, b'@');
                if random.below(2) == 0 {
                    let wing = 2 + random.below(breadth / 2);
                    canvas.fill(x, y, wing, depth, b'@');
                }
                if random.below(3) == 0 {
                    canvas.fill(x + breadth / 3, y + front / 3, breadth / 3, front / 3, b'.');
                }
            }
            x = x.saturating_add(breadth + [1, 2, 4][usize::from(random.below(3))]);
        }
        y = y.saturating_add(depth + [3, 4, 8][usize::from(random.below(3))]);
    }
    canvas
}

/// Generates scenarios for a map: at most `count` pairs of cells with a path between them,
/// sorted by length. Jump point search computes the lengths.
///
/// Pairs are chosen at random among the free cells; if few of them are connected, there are
/// fewer scenarios.
///
/// ```
/// use tremaux::maps::grid::{MapKind, Movement, generate_scenarios};
/// let map = MapKind::Caves.generate(60, 40, 3);
/// let file = generate_scenarios(&map, "caves.map", Movement::NoCornerCutting, 20, 1)?;
/// assert!(file.scenarios.windows(2).all(|pair| pair[0].length <= pair[1].length));
/// # Ok::<(), tremaux::maps::grid::PathError>(())
/// ```
///
/// # Errors
///
/// Fails if the map is too large.
pub fn generate_scenarios(
    map: &MapFile,
    name: &str,
    movement: Movement,
    count: usize,
    seed: u64,
) -> Result<ScenarioFile, PathError> {
    let grid = Grid::from_file(map, &TerrainRules::land(), movement);
    let (width, height) = (grid.width(), grid.height());
    let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints)?;
    let mut random = Draws::new(seed);
    let (mut workspace, mut route) = (Workspace::default(), Route::default());
    let mut scenarios = Vec::new();
    // At most twenty attempts each, so that this also ends on a map of many small components.
    for _ in 0..count.saturating_mul(20) {
        if scenarios.len() == count {
            break;
        }
        let [start, goal] = [0, 1].map(|_| Cell::new(random.below(width), random.below(height)));
        if !finder.is_reachable(start, goal) {
            continue;
        }
        finder.find(start, goal, &mut workspace, &mut route)?;
        let length = route.cost;
        scenarios.push(Scenario {
            number: scenarios.len() + 1,
            bucket: (length / 4.0) as u32,
            map: name.to_owned(),
            size: Some((width, height)),
            start,
            goal,
            length,
            tolerance: 1e-8,
        });
    }
    scenarios.sort_by(|a, b| a.length.total_cmp(&b.length));
    Ok(ScenarioFile { scenarios, skipped: Vec::new() })
}
