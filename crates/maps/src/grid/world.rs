//! A grid with weights, a start and any number of goals, as one problem for every search.

use std::fmt;
use std::ops::{Add, Mul};
use std::sync::Arc;

use tremaux_core::{
    BackwardSpace, Cost, Depict, Guarantees, Heuristic, IndexedSpace, Notation, ParseError,
    Picture, Predecessor, Role, Shape, StateSpace, UndoSpace,
};

use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::movement::{Movement, StepScale};
use super::space::{OpenDistance, numbered_cells, packed_cells};

/// The order in which the neighbours of a cell are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum NeighbourOrder {
    /// Clockwise from north.
    #[default]
    Compass,
    /// The nearest to a goal by straight line first: for searches that take the first.
    NearestFirst,
    /// The nearest to a goal last: for searches that take the newest.
    NearestLast,
}

/// A query from a start to the nearest of some goals, with every step observable. It is the grid
/// for lessons and mazes; for paths on large maps use [`Pathfinder`](super::Pathfinder).
///
/// A step costs its length times the weight of the cell it leads to. No step is pruned, so a
/// search does exactly what textbooks describe.
///
/// ```
/// use tremaux::{Algorithm, Limits};
/// use tremaux::maps::grid::{GridWorld, Movement, OpenDistance, StepScale};
/// use tremaux::search::{BestFirst, Indexed};
/// let scale = StepScale { straight: 1, diagonal: 1, is_four: true };
/// let world = GridWorld::parse("S9G\n...\n", Movement::FourNeighbours, scale)?;
/// let astar = BestFirst::a_star().table(Indexed);
/// let report = astar.solve(&world, OpenDistance, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().cost, 4);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridWorld<C = u32> {
    grid: Arc<Grid>,
    scale: StepScale<C>,
    start: Cell,
    /// In reading order.
    goals: Vec<Cell>,
    order: NeighbourOrder,
}

/// Costs of steps in a [`GridWorld`]: `u32`, or [`FloatCost`](tremaux_core::FloatCost) where a
/// diagonal step costs the square root of two.
pub trait WorldCost: Cost + From<u32> + Mul<Output = Self> + Add<Output = Self> {}

impl<C: Cost + From<u32> + Mul<Output = Self> + Add<Output = Self>> WorldCost for C {}

impl GridWorld {
    /// The maximum number of cells of a text.
    pub const MOST_CELLS: usize = 1 << 26;

    /// Reads rows of cells: `#` is a wall, `.` free, `1` to `9` free with that weight, `S`
    /// the start and `G` a goal, both of weight 1, `X` start and goal.
    ///
    /// Blank lines at either end are ignored. There may be no goal.
    ///
    /// # Errors
    ///
    /// Returns the place of a row that is shorter or longer than the first, an unknown letter, a
    /// second start, or the end if there is none.
    pub fn parse(
        text: &str,
        movement: Movement,
        scale: StepScale<u32>,
    ) -> Result<Self, ParseError> {
        const LETTERS: &str = "`#`, `.`, `1` to `9`, `S`, `G` or `X`";
        let rows: Vec<&str> = text.lines().collect();
        let has_cells = |row: &&str| !row.trim().is_empty();
        let from = rows.iter().position(has_cells).unwrap_or(rows.len());
        let to = rows.iter().rposition(has_cells).map_or(from, |last| last + 1);
        let rows = &rows[from..to];
        let width = rows.first().map_or(0, |row| row.chars().count());
        let most = usize::from(Grid::LARGEST_SIDE);
        if width > most || rows.len() > most || width * rows.len() > Self::MOST_CELLS {
            let expected = format!("a grid of at most {} cells", Self::MOST_CELLS);
            return Err(ParseError::about(text, text, expected));
        }
        let mut weights = Vec::with_capacity(width * rows.len());
        let (mut start, mut goals) = (None, Vec::new());
        for (y, row) in rows.iter().enumerate() {
            let expected = || format!("a row of {width} cells, like the first row");
            for (x, letter) in row.bytes().enumerate() {
                // All letters before it have one byte.
                let here = || row[x..].chars().next().map_or("", |it| &row[x..x + it.len_utf8()]);
                if x >= width {
                    return Err(ParseError::about(text, here(), expected()));
                }
                weights.push(match letter {
                    b'#' => 0,
                    b'1'..=b'9' => letter - b'0',
                    b'.' | b' ' | b'S' | b'G' | b'X' => 1,
                    _ => return Err(ParseError::about(text, here(), LETTERS)),
                });
                let cell = Cell::new(x as u16, y as u16);
                if matches!(letter, b'S' | b'X') && start.replace(cell).is_some() {
                    return Err(ParseError::about(text, here(), "only one start"));
                }
                if matches!(letter, b'G' | b'X') {
                    goals.push(cell);
                }
            }
            if weights.len() < (y + 1) * width {
                return Err(ParseError::about(text, &row[row.len()..], expected()));
            }
        }
        let start = start.ok_or_else(|| ParseError::at_end(text, "a start `S` in the grid"))?;
        let weight = |cell: Cell| {
            let weight = weights[usize::from(cell.y) * width + usize::from(cell.x)];
            (weight > 0).then_some(weight)
        };
        let grid = Grid::with_weights(width as u16, rows.len() as u16, movement, weight);
        Ok(Self::new(grid, scale, start, goals))
    }
}

impl<C: WorldCost> GridWorld<C> {
    /// The query from `start` to the nearest of `goals` on a grid, which may be shared. Blocked
    /// cells are never reached.
    ///
    /// ```
    /// use tremaux::{Algorithm, NoHeuristic, Limits};
    /// use tremaux::maps::grid::{
    ///     Cell, Grid, GridWorld, MapKind, MazeMethod, Movement, StepScale, TerrainRules,
    /// };
    /// use tremaux::search::{BestFirst, Indexed};
    /// let map = MapKind::WalledMaze { method: MazeMethod::Wilson, braid: 0 }.generate(41, 21, 7);
    /// let grid = Grid::from_file(&map, &TerrainRules::land(), Movement::FourNeighbours);
    /// let scale = StepScale { straight: 1_u32, diagonal: 1, is_four: true };
    /// let maze = GridWorld::new(grid, scale, Cell::new(1, 1), vec![Cell::new(39, 19)]);
    /// let breadth_first = BestFirst::breadth_first().table(Indexed);
    /// let report = breadth_first.solve(&maze, NoHeuristic, &Limits::default(), &mut ());
    /// assert!(report.is_proven_optimal() && report.plan.unwrap().cost >= 56);
    /// ```
    pub fn new(
        grid: impl Into<Arc<Grid>>,
        scale: StepScale<C>,
        start: Cell,
        mut goals: Vec<Cell>,
    ) -> Self {
        goals.sort_unstable_by_key(|goal| (goal.y, goal.x));
        goals.dedup();
        let (grid, order) = (grid.into(), NeighbourOrder::default());
        Self { grid, scale, start, goals, order }
    }

    /// With neighbours in this order.
    #[must_use]
    pub fn with_order(self, order: NeighbourOrder) -> Self {
        Self { order, ..self }
    }

    /// The order of neighbours.
    #[inline]
    pub fn order(&self) -> NeighbourOrder {
        self.order
    }

    /// With these costs of steps.
    pub fn with_scale<D: WorldCost>(self, scale: StepScale<D>) -> GridWorld<D> {
        let Self { grid, start, goals, order, .. } = self;
        GridWorld { grid, scale, start, goals, order }
    }

    /// Writes the grid as [`GridWorld::parse`] reads it.
    pub fn to_text(&self) -> String {
        let (width, height) = (self.grid.width(), self.grid.height());
        let mut text = String::with_capacity((usize::from(width) + 1) * usize::from(height));
        for y in 0..height {
            for x in 0..width {
                text.push(self.letter(Cell { x, y }));
            }
            text.push('\n');
        }
        text
    }

    fn letter(&self, cell: Cell) -> char {
        match (cell == self.start, self.is_goal(&cell)) {
            (true, true) => 'X',
            (true, false) => 'S',
            (false, true) => 'G',
            _ if !self.grid.is_free(cell) => '#',
            _ => match self.grid.weight(cell) {
                1 => '.',
                weight => char::from(b'0' + weight),
            },
        }
    }

    /// The grid.
    #[inline]
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// The step costs.
    #[inline]
    pub fn scale(&self) -> StepScale<C> {
        self.scale
    }

    /// The goals, in reading order.
    #[inline]
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// The minimum of `distance` over all goals; zero if there is none.
    fn nearest(&self, distance: impl Fn(Cell) -> C) -> C {
        self.goals.iter().map(|&goal| distance(goal)).min().unwrap_or(C::ZERO)
    }

    /// The steps from a cell in the order of neighbours; `sorted` is space for them.
    #[inline]
    fn steps<'a>(&self, cell: Cell, sorted: &'a mut [Direction; 8]) -> &'a [Direction] {
        let steps = self.grid.steps(cell);
        if self.order == NeighbourOrder::Compass {
            return steps;
        }
        let sorted = &mut sorted[..steps.len()];
        sorted.copy_from_slice(steps);
        sort_steps(cell, &self.goals, sorted);
        if self.order == NeighbourOrder::NearestLast {
            sorted.reverse();
        }
        sorted
    }
}

/// Sorts the steps from a cell by the square of the distance to the nearest goal.
fn sort_steps(cell: Cell, goals: &[Cell], steps: &mut [Direction]) {
    steps.sort_by_key(|&step| {
        let squares = goals.iter().map(|&goal| {
            let (long, short) = cell.stepped(step, 1).spans(goal);
            long * long + short * short
        });
        squares.min()
    });
}

impl<C: WorldCost> StateSpace for GridWorld<C> {
    type State = Cell;
    type Packed = u32;
    type Action = Direction;
    type Cost = C;

    fn initial_state(&self) -> Cell {
        self.start
    }

    #[inline]
    fn is_goal(&self, cell: &Cell) -> bool {
        // The goals are in reading order.
        self.goals.binary_search_by_key(&(cell.y, cell.x), |goal| (goal.y, goal.x)).is_ok()
    }

    #[inline]
    fn actions(&self, &cell: &Cell, actions: &mut Vec<Direction>) {
        let mut sorted = Direction::ALL;
        actions.extend_from_slice(self.steps(cell, &mut sorted));
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, &cell: &Cell, direction: Direction) -> C {
        let weight = self.grid.weight(cell.stepped(direction, 1));
        self.scale.step(direction) * C::from(weight.into())
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: Direction) {
        *cell = cell.stepped(direction, 1);
    }

    packed_cells!(grid);

    #[inline]
    fn uniform_cost(&self) -> Option<C> {
        let is_even = self.grid.movement() == Movement::FourNeighbours
            || self.scale.straight == self.scale.diagonal;
        (is_even && !self.grid.is_weighted()).then_some(self.scale.straight)
    }
}

impl<C: WorldCost> UndoSpace for GridWorld<C> {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, cell: &mut Cell, direction: Direction) {
        self.apply(cell, direction);
    }

    #[inline]
    fn undo(&self, cell: &mut Cell, direction: Direction, (): ()) {
        *cell = cell.stepped(direction.turned(4), 1);
    }
}

impl<C: WorldCost> BackwardSpace for GridWorld<C> {
    fn goal_states(&self, goals: &mut Vec<Cell>) {
        goals.extend_from_slice(&self.goals);
    }

    fn predecessors(&self, &cell: &Cell, predecessors: &mut Vec<Predecessor<Self>>) {
        let weight = C::from(self.grid.weight(cell).into());
        // Every step is reversible.
        let mut sorted = Direction::ALL;
        for &back in self.steps(cell, &mut sorted) {
            let cost = self.scale.step(back) * weight;
            predecessors.push((back.turned(4), cost, cell.stepped(back, 1)));
        }
    }
}

impl<C: WorldCost> IndexedSpace for GridWorld<C> {
    numbered_cells!(grid);

    #[inline]
    fn predecessor(&self, index: usize, direction: Direction) -> usize {
        self.grid.index(self.grid.cell(index).stepped(direction.turned(4), 1))
    }
}

/// Cells are written as `column,row`, from 0; steps as `n`, `ne`, `e` and so on.
impl<C: WorldCost> Notation for GridWorld<C> {
    fn write_state(&self, cell: &Cell, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{cell}")
    }

    fn parse_state(&self, text: &str) -> Result<Cell, ParseError> {
        let word = text.trim();
        let cell = word.split_once(',').and_then(|(x, y)| {
            let cell = Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
            self.grid.is_free(cell).then_some(cell)
        });
        cell.ok_or_else(|| ParseError::about(text, word, "a free cell, written `column,row`"))
    }

    fn write_action(&self, _: &Cell, step: Direction, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(step.name())
    }

    #[inline]
    fn action_count(&self) -> u8 {
        8
    }

    #[inline]
    fn action_number(&self, step: Direction) -> u8 {
        step as u8
    }

    fn parse_action(&self, &cell: &Cell, text: &str) -> Result<Direction, ParseError> {
        let word = text.trim();
        let mut steps = self.grid.steps(cell).iter().copied();
        let step = steps.find(|&step| step.name() == word);
        step.ok_or_else(|| ParseError::about(text, word, "a step allowed from the current cell"))
    }
}

impl<C: WorldCost> Depict for GridWorld<C> {
    fn depict(&self, &state: &Cell) -> Picture {
        let (width, height) = (self.grid.width(), self.grid.height());
        let mut shapes = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let (cell, x, y) = (Cell { x, y }, i32::from(x), i32::from(y));
                match self.letter(cell) {
                    '#' => shapes.push(Shape::Cell { x, y, role: Role::Wall }),
                    letter @ '1'..='9' => {
                        let text = letter.into();
                        shapes.push(Shape::Glyph { x, y, text, role: Role::Label });
                    }
                    _ => {}
                }
            }
        }
        let marks = self.goals.iter().map(|&goal| (goal, Role::Goal));
        for (cell, role) in marks.chain([(self.start, Role::Start), (state, Role::Piece)]) {
            shapes.push(Shape::Cell { x: cell.x.into(), y: cell.y.into(), role });
        }
        Picture { width: width.into(), height: height.into(), shapes }
    }
}

impl<C: WorldCost> Heuristic<GridWorld<C>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, world: &GridWorld<C>, &cell: &Cell) -> C {
        world.nearest(|goal| world.scale.distance(cell, goal))
    }
}

/// The distance to the nearest goal by a measure that does not match the movement rule, to study
/// its effect on a search.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct OtherDistance {
    measure: Measure,
    is_admissible: bool,
}

/// A measure of distance on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Measure {
    /// Columns plus rows.
    Manhattan,
    /// The larger of columns and rows.
    Chebyshev,
    /// The straight line, rounded down.
    Euclidean,
    /// The open distance on every other cell, like the black squares of a chess board, and zero
    /// on the others.
    EveryOther,
}

impl OtherDistance {
    /// Distances by `measure` in a world with this rule of movement and these costs.
    pub fn new<C: WorldCost>(measure: Measure, world: &GridWorld<C>) -> Self {
        let scale = world.scale;
        let (straight, diagonal) = (scale.straight.to_f64(), scale.diagonal.to_f64());
        let is_admissible = match measure {
            Measure::Manhattan => scale.is_four || diagonal >= 2.0 * straight,
            Measure::Euclidean => scale.is_four || diagonal >= straight * std::f64::consts::SQRT_2,
            Measure::Chebyshev | Measure::EveryOther => true,
        };
        Self { measure, is_admissible }
    }
}

impl<C: WorldCost> Heuristic<GridWorld<C>> for OtherDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        match self.measure {
            Measure::EveryOther => Guarantees::ADMISSIBLE,
            _ if self.is_admissible => Guarantees::CONSISTENT,
            _ => Guarantees::NONE,
        }
    }

    #[inline]
    fn estimate(&self, world: &GridWorld<C>, &cell: &Cell) -> C {
        let straight = world.scale.straight;
        world.nearest(|goal| {
            let (long, short) = cell.spans(goal);
            match self.measure {
                Measure::Manhattan => C::from(long + short) * straight,
                Measure::Chebyshev => C::from(long) * straight,
                Measure::Euclidean => C::from((cell.euclidean(goal) * straight.to_f64()) as u32),
                Measure::EveryOther if (cell.x ^ cell.y) & 1 == 0 => {
                    world.scale.distance(cell, goal)
                }
                Measure::EveryOther => C::ZERO,
            }
        })
    }
}
