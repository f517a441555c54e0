//! Grids: steps to four or eight neighbours, walls, and weights by which steps cost more.

use serde_json::Value;

use crate::cost::{Cost, digits};
use crate::fields::Fields;
use crate::space::{Space, Step};

/// A cell: its column and row, from 0.
type Cell = (usize, usize);

/// The directions, clockwise from north: names, and changes of column and row.
const DIRECTIONS: [(&str, isize, isize); 8] = [
    ("n", 0, -1),
    ("ne", 1, -1),
    ("e", 1, 0),
    ("se", 1, 1),
    ("s", 0, 1),
    ("sw", -1, 1),
    ("w", -1, 0),
    ("nw", -1, -1),
];

/// The rules of movement, each with the number of free cells that a diagonal step needs among the
/// two that it passes; `None` if there are no diagonal steps.
const MOVEMENTS: [(&str, Option<usize>); 4] = [
    ("four", None),
    ("eight-no-corners", Some(2)),
    ("eight-one-side", Some(1)),
    ("eight-always", Some(0)),
];

/// A grid with a start and any number of goals.
pub(crate) struct Grid {
    /// By row and column; 0 for a wall.
    weights: Vec<Vec<u64>>,
    /// See [`MOVEMENTS`].
    free_beside: Option<usize>,
    straight: Cost,
    diagonal: Cost,
    start: Cell,
    goals: Vec<Cell>,
}

impl Grid {
    pub(crate) fn new(header: &mut Fields) -> Result<Self, String> {
        let rows = header.texts("rows")?;
        let weights = rows.iter().map(|row| row.chars().map(weight).collect());
        let weights: Vec<Vec<u64>> = weights.collect::<Result<_, String>>()?;
        if weights.iter().any(|row| row.len() != weights[0].len()) {
            return Err("all rows must have the same length".to_owned());
        }
        let name = header.text("movement")?;
        let movement = MOVEMENTS.iter().find(|(known, _)| *known == name);
        let (_, free_beside) = *movement.ok_or_else(|| format!("unknown movement `{name}`"))?;
        let (straight, diagonal) = costs(&header.take("costs")?)?;
        let start = cell(&header.text("from")?)?;
        let goals = header.texts("to")?.iter().map(|text| cell(text)).collect::<Result<_, _>>()?;
        let grid = Self { weights, free_beside, straight, diagonal, start, goals };
        if grid.weight(start.0 as isize, start.1 as isize) == 0 {
            return Err("the start is not a free cell".to_owned());
        }
        Ok(grid)
    }

    /// The weight of a cell; 0 for a wall, and off the map.
    fn weight(&self, x: isize, y: isize) -> u64 {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return 0 };
        self.weights.get(y).and_then(|row| row.get(x)).copied().unwrap_or(0)
    }

    /// The cost between two cells of a grid without walls and weights.
    fn distance(&self, from: Cell, to: Cell) -> Cost {
        let (dx, dy) = (from.0.abs_diff(to.0) as u64, from.1.abs_diff(to.1) as u64);
        match self.free_beside {
            None => self.straight.times(dx + dy),
            Some(_) => self.straight.times(dx.abs_diff(dy)).plus(self.diagonal.times(dx.min(dy))),
        }
    }
}

fn weight(letter: char) -> Result<u64, String> {
    match letter {
        '#' => Ok(0),
        '.' => Ok(1),
        '1'..='9' => Ok(u64::from(letter) - u64::from('0')),
        _ => Err(format!("expected `#`, `.` or `1` to `9` in a row, found `{letter}`")),
    }
}

/// The costs of a straight and a diagonal step. Estimates rely on a diagonal step that costs at
/// least as much as a straight one, and at most as much as two.
fn costs(value: &Value) -> Result<(Cost, Cost), String> {
    let expected = "expected costs: \"sqrt2\", or a list of two, as [10, 14]";
    match value {
        Value::String(name) if name == "sqrt2" => Ok((Cost::whole(1), Cost::ROOT)),
        Value::Array(two) if two.len() == 2 => {
            let (straight, diagonal) = (Cost::read(&two[0])?, Cost::read(&two[1])?);
            let is_valid = straight <= diagonal && diagonal <= straight.times(2);
            if is_valid { Ok((straight, diagonal)) } else { Err(expected.to_owned()) }
        }
        _ => Err(expected.to_owned()),
    }
}

/// Reads `column,row`.
fn cell(text: &str) -> Result<Cell, String> {
    let cell = text.split_once(',').and_then(|(x, y)| {
        Some((usize::try_from(digits(x)?).ok()?, usize::try_from(digits(y)?).ok()?))
    });
    cell.ok_or_else(|| format!("expected a cell such as 3,0, found `{text}`"))
}

impl Space for Grid {
    type State = Cell;

    const HEURISTICS: &'static [&'static str] = &["open-distance"];

    fn start(&self) -> Cell {
        self.start
    }

    fn is_goal(&self, cell: &Cell) -> bool {
        self.goals.contains(cell)
    }

    fn steps(&self, &(x, y): &Cell, steps: &mut Vec<Step<Cell>>) {
        let (x, y) = (x as isize, y as isize);
        for (action, (_, dx, dy)) in (0..).zip(DIRECTIONS) {
            let is_diagonal = dx != 0 && dy != 0;
            let beside = [self.weight(x + dx, y), self.weight(x, y + dy)];
            let free = beside.iter().filter(|weight| **weight > 0).count();
            let is_allowed = !is_diagonal || self.free_beside.is_some_and(|needed| free >= needed);
            let weight = self.weight(x + dx, y + dy);
            if weight > 0 && is_allowed {
                let cost = if is_diagonal { self.diagonal } else { self.straight };
                let state = ((x + dx) as usize, (y + dy) as usize);
                steps.push(Step { action, cost: cost.times(weight), state });
            }
        }
    }

    fn word(&self, _cell: &Cell, action: u32) -> String {
        DIRECTIONS[action as usize].0.to_owned()
    }

    fn read(&self, text: &str) -> Result<Cell, String> {
        let cell = cell(text)?;
        match self.weights.get(cell.1).and_then(|row| row.get(cell.0)) {
            Some(_) => Ok(cell),
            None => Err(format!("`{text}` is off the map")),
        }
    }

    fn least_cost(&self) -> Cost {
        self.straight
    }

    /// The distance to the nearest goal without walls and weights. A step changes it by no more
    /// than the step costs, and it is zero at goals.
    fn estimate(&self, _heuristic: usize, cell: &Cell) -> Cost {
        let distances = self.goals.iter().map(|goal| self.distance(*cell, *goal));
        distances.min().unwrap_or(Cost::ZERO)
    }
}
