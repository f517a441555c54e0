//! Grids: steps to four or eight neighbours, walls, and weights by which steps cost more.

use crate::cost::{Cost, digits};
use crate::fields::Fields;
use crate::json::Json;
use crate::space::{NUMBERS, Space, Step};

/// A cell: the number of cells before it, row by row.
type Cell = u32;

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

/// A grid with any number of goals.
pub(crate) struct Grid {
    width: isize,
    height: isize,
    /// By cell; 0 for a wall.
    weights: Vec<u8>,
    /// See [`MOVEMENTS`].
    free_beside: Option<usize>,
    straight: Cost,
    diagonal: Cost,
    goals: Vec<Cell>,
}

impl Grid {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, Cell), String> {
        let rows = header.texts("rows")?;
        let (width, height) = (rows.first().map_or(0, String::len), rows.len());
        if rows.iter().any(|row| row.len() != width) {
            return Err("all rows must have the same length".to_owned());
        }
        let weights = rows.iter().flat_map(|row| row.chars()).map(weight);
        let weights: Vec<u8> = weights.collect::<Result<_, String>>()?;
        if u32::try_from(weights.len()).is_err() {
            return Err("expected at most 2^32 - 1 cells".to_owned());
        }
        let name = header.text("movement")?;
        let movement = MOVEMENTS.iter().find(|(known, _)| *known == name);
        let (_, free_beside) = *movement.ok_or_else(|| format!("unknown movement `{name}`"))?;
        let (straight, diagonal) = costs(&header.take("costs")?)?;
        let (width, height) = (width as isize, height as isize);
        let goals = Vec::new();
        let mut grid = Self { width, height, weights, free_beside, straight, diagonal, goals };
        let start = grid.read(&header.text("from")?)?;
        grid.goals =
            header.texts("to")?.iter().map(|it| grid.read(it)).collect::<Result<_, _>>()?;
        match grid.weights[start as usize] {
            0 => Err("the start is not a free cell".to_owned()),
            _ => Ok((grid, start)),
        }
    }

    /// The column and row of a cell.
    fn place(&self, cell: Cell) -> (isize, isize) {
        (cell as isize % self.width, cell as isize / self.width)
    }

    /// The weight of a cell; 0 for a wall, and off the map.
    fn weight(&self, x: isize, y: isize) -> u8 {
        let is_there = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if is_there { self.weights[(y * self.width + x) as usize] } else { 0 }
    }

    /// The cost between two cells of a grid without walls and weights.
    fn distance(&self, from: Cell, to: Cell) -> Cost {
        let (from, to) = (self.place(from), self.place(to));
        let (dx, dy) = (from.0.abs_diff(to.0) as u64, from.1.abs_diff(to.1) as u64);
        match self.free_beside {
            None => self.straight.times(dx + dy),
            Some(_) => self.straight.times(dx.abs_diff(dy)).plus(self.diagonal.times(dx.min(dy))),
        }
    }
}

fn weight(letter: char) -> Result<u8, String> {
    match letter {
        '#' => Ok(0),
        '.' => Ok(1),
        '1'..='9' => Ok(letter as u8 - b'0'),
        _ => Err(format!("expected `#`, `.` or `1` to `9` in a row, found `{letter}`")),
    }
}

/// The costs of a straight and a diagonal step. Estimates rely on a diagonal step that costs at
/// least as much as a straight one, and at most as much as two.
fn costs(value: &Json) -> Result<(Cost, Cost), String> {
    let expected = "expected costs: \"sqrt2\", or a list of two, as [10, 14]";
    match value {
        Json::Text(name) if name == "sqrt2" => Ok((Cost::whole(1), Cost::ROOT)),
        Json::List(two) if two.len() == 2 => {
            let (straight, diagonal) = (Cost::read(&two[0])?, Cost::read(&two[1])?);
            let is_valid = straight <= diagonal && diagonal <= straight.times(2);
            if is_valid { Ok((straight, diagonal)) } else { Err(expected.to_owned()) }
        }
        _ => Err(expected.to_owned()),
    }
}

impl Space for Grid {
    type State = Cell;

    const HEURISTICS: &'static [&'static str] = &["open-distance"];

    fn is_goal(&self, cell: &Cell) -> bool {
        self.goals.contains(cell)
    }

    fn steps(&self, cell: &Cell, steps: &mut Vec<Step<Cell>>) {
        let (x, y) = self.place(*cell);
        for (action, (_, dx, dy)) in (0..).zip(DIRECTIONS) {
            let is_diagonal = dx != 0 && dy != 0;
            let beside = [self.weight(x + dx, y), self.weight(x, y + dy)];
            let free = beside.iter().filter(|weight| **weight > 0).count();
            let is_allowed = !is_diagonal || self.free_beside.is_some_and(|needed| free >= needed);
            let weight = self.weight(x + dx, y + dy);
            if weight > 0 && is_allowed {
                let cost = if is_diagonal { self.diagonal } else { self.straight };
                let state = ((y + dy) * self.width + x + dx) as Cell;
                steps.push(Step { action, cost: cost.times(weight.into()), state });
            }
        }
    }

    fn number(state: &Cell) -> Option<usize> {
        Some(*state as usize).filter(|number| *number < NUMBERS)
    }

    fn word(&self, _cell: &Cell, action: u32) -> String {
        DIRECTIONS[action as usize].0.to_owned()
    }

    fn read(&self, text: &str) -> Result<Cell, String> {
        let place = text.split_once(',').and_then(|(x, y)| Some((digits(x)?, digits(y)?)));
        let (x, y) = place.ok_or_else(|| format!("expected a cell such as 3,0, found `{text}`"))?;
        match x < self.width as u64 && y < self.height as u64 {
            true => Ok((y * self.width as u64 + x) as Cell),
            false => Err(format!("`{text}` is off the map")),
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
