//! Lights Out: a press toggles a cell and its neighbours; all lights are to be off.

use crate::cost::{Cost, digits};
use crate::fields::Fields;
use crate::space::{Space, Step};

/// Rows of lights as bits, row by row.
pub(crate) struct Lights {
    width: usize,
    height: usize,
    /// What the press of each cell toggles.
    toggled: Vec<u64>,
}

impl Lights {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, u64), String> {
        let text = header.text("lights")?;
        let rows = text.strip_prefix("torus ");
        let (width, height, start) = lights(rows.unwrap_or(&text))?;
        let press = |cell| toggled(cell, width, height, rows.is_some());
        Ok((Self { width, height, toggled: (0..width * height).map(press).collect() }, start))
    }

    /// The cell that is written `row,column`, from 1.
    fn cell(&self, text: &str) -> Option<usize> {
        let (row, column) = text.split_once(',')?;
        let row = usize::try_from(digits(row)?.checked_sub(1)?).ok()?;
        let column = usize::try_from(digits(column)?.checked_sub(1)?).ok()?;
        (row < self.height && column < self.width).then(|| row * self.width + column)
    }
}

/// Width, height and lights of rows that are separated by `/`.
fn lights(text: &str) -> Result<(usize, usize, u64), String> {
    let rows: Vec<&str> = text.split('/').map(str::trim).collect();
    let (width, mut cells, mut lights) = (rows[0].chars().count(), 0, 0);
    for letter in rows.iter().flat_map(|row| row.chars()) {
        let is_on = match letter {
            '#' => 1,
            '.' => 0,
            _ => return Err(format!("expected `#` or `.` for a light, found `{letter}`")),
        };
        if cells == 64 {
            return Err("expected at most 64 lights".to_owned());
        }
        lights |= is_on << cells;
        cells += 1;
    }
    if width == 0 || rows.iter().any(|row| row.chars().count() != width) {
        return Err("all rows must have the same length".to_owned());
    }
    Ok((width, rows.len(), lights))
}

/// A cell and its neighbours. On a torus, they may be beyond the edge; each is toggled once.
fn toggled(cell: usize, width: usize, height: usize, is_torus: bool) -> u64 {
    let (row, column) = ((cell / width) as isize, (cell % width) as isize);
    let (width, height) = (width as isize, height as isize);
    let mut lights = 0;
    for (down, right) in [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (mut row, mut column) = (row + down, column + right);
        if is_torus {
            (row, column) = (row.rem_euclid(height), column.rem_euclid(width));
        }
        if (0..height).contains(&row) && (0..width).contains(&column) {
            lights |= 1 << (row * width + column);
        }
    }
    lights
}

impl Space for Lights {
    type State = u64;

    const HEURISTICS: &'static [&'static str] = &["lights"];

    fn is_goal(&self, lights: &u64) -> bool {
        *lights == 0
    }

    fn steps(&self, lights: &u64, steps: &mut Vec<Step<u64>>) {
        for (action, toggled) in (0..).zip(&self.toggled) {
            steps.push(Step { action, cost: Cost::whole(1), state: lights ^ toggled });
        }
    }

    fn word(&self, _lights: &u64, action: u32) -> String {
        let cell = action as usize;
        format!("{},{}", cell / self.width + 1, cell % self.width + 1)
    }

    fn read(&self, text: &str) -> Result<u64, String> {
        let (width, height, lights) = lights(text)?;
        match (width, height) == (self.width, self.height) {
            true => Ok(lights),
            false => Err(format!("expected {} rows of {} lights", self.height, self.width)),
        }
    }

    /// The lights that are on, divided by the most that a press toggles, rounded up.
    fn estimate(&self, _heuristic: usize, lights: &u64) -> Cost {
        let most = self.toggled.iter().map(|toggled| toggled.count_ones()).max().unwrap_or(1);
        Cost::whole(lights.count_ones().div_ceil(most).into())
    }

    /// Each press toggles an even number of the cells, so that the parity of those among them that
    /// are on never changes. It is odd at the start, and even at the goal.
    fn refutes(&self, start: &u64, name: &str, cells: &[String]) -> Result<(), String> {
        if name != "cells" {
            return Err(format!("lights have no proof by `{name}`"));
        }
        let mut set = 0_u64;
        for text in cells {
            set |= 1 << self.cell(text).ok_or_else(|| format!("`{text}` is not a cell"))?;
        }
        let is_odd = |lights: &u64| (lights & set).count_ones() % 2 == 1;
        if let Some(press) = self.toggled.iter().position(is_odd) {
            let word = self.word(&0, press as u32);
            return Err(format!("the press of {word} toggles an odd number of the cells"));
        }
        match is_odd(start) {
            true => Ok(()),
            false => Err("an even number of the cells is on at the start".to_owned()),
        }
    }
}
