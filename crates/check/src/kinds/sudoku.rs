//! Sudoku: each row, column and box has each digit once.

use std::io::BufRead;

use crate::fields::Fields;
use crate::lines::Lines;
use crate::refused::{Accepted, Refused};

/// A grid of 4 or 9 rows, row by row; 0 for an empty cell.
type Grid = Vec<u8>;

/// The rules for a size.
pub(crate) struct Sudoku {
    /// The number of rows.
    side: usize,
    /// That of the rows of a box.
    base: usize,
}

impl Sudoku {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, Grid), String> {
        let text = header.text("grid")?;
        let (side, base) = match text.len() {
            16 => (4, 2),
            81 => (9, 3),
            _ => return Err("expected a grid of 16 or 81 cells".to_owned()),
        };
        let sudoku = Self { side, base };
        let given = sudoku.read(&text)?;
        Ok((sudoku, given))
    }

    fn read(&self, text: &str) -> Result<Grid, String> {
        let digit = |letter: char| match letter {
            '.' => Some(0),
            _ => letter.to_digit(10).filter(|it| (1..=self.side as u32).contains(it)),
        };
        let grid: Option<Grid> = text.chars().map(|it| digit(it).map(|it| it as u8)).collect();
        let grid = grid.filter(|grid| grid.len() == self.side * self.side);
        grid.ok_or_else(|| format!("expected digits and `.`, found `{text}`"))
    }

    /// Whether a digit may stand in a cell, beside the other digits.
    fn fits(&self, grid: &[u8], cell: usize, digit: u8) -> bool {
        let place = |cell: usize, size: usize| (cell / self.side / size, cell % self.side / size);
        let is_near = |other: usize| {
            let (one, that) = (place(cell, 1), place(other, 1));
            one.0 == that.0 || one.1 == that.1 || place(cell, self.base) == place(other, self.base)
        };
        (0..grid.len()).all(|other| other == cell || grid[other] != digit || !is_near(other))
    }

    /// The digits that fit an empty cell.
    fn digits(&self, grid: &[u8], cell: usize) -> Vec<u8> {
        (1..=self.side as u8).filter(|digit| self.fits(grid, cell, *digit)).collect()
    }

    /// Completes a grid in up to `most` ways, by trying the cell with the fewest digits. At most as
    /// many calls are nested as there are cells.
    fn complete(&self, grid: &mut Grid, most: usize, found: &mut Vec<Grid>) {
        let empty = (0..grid.len()).filter(|cell| grid[*cell] == 0);
        let choices = empty.map(|cell| (cell, self.digits(grid, cell)));
        let Some((cell, digits)) = choices.min_by_key(|(_, digits)| digits.len()) else {
            return found.push(grid.clone());
        };
        for digit in digits {
            if found.len() < most {
                grid[cell] = digit;
                self.complete(grid, most, found);
                grid[cell] = 0;
            }
        }
    }

    /// Checks a claim by a search for two solutions; returns it in words.
    fn claim(&self, given: &Grid, claim: &mut Fields) -> Result<&'static str, String> {
        let name = claim.text("claim")?;
        let (mut grid, mut found) = (given.clone(), Vec::new());
        let is_given = |cell: usize| given[cell] == 0 || self.fits(given, cell, given[cell]);
        if (0..grid.len()).all(is_given) {
            self.complete(&mut grid, 2, &mut found);
        }
        if name == "no-solution" {
            let words = found.is_empty().then_some("there is no solution");
            return words.ok_or_else(|| "there is a solution".to_owned());
        }
        if name != "only-solution" {
            return Err(format!("unknown claim `{name}`"));
        }
        let solution = self.read(&claim.text("solution")?)?;
        match (found.len(), found.first() == Some(&solution)) {
            (1, true) => Ok("the solution is the only one"),
            (1, false) => Err("the only solution is another one".to_owned()),
            (count, _) => Err(format!("there are {count} solutions, or more")),
        }
    }
}

/// Judges the claim on the line after the header.
pub(crate) fn judge(
    kind: &str,
    sudoku: &mut Sudoku,
    given: Grid,
    lines: &mut Lines<impl BufRead>,
) -> Result<Accepted, Refused> {
    let claim = lines.read_to_claim(|_, _| Err("expected the claim".to_owned()))?;
    lines.finish(claim, |claim| {
        let claim = format!("{kind}: {} (searched again)", sudoku.claim(&given, claim)?);
        Ok(Accepted { claim, closed: 0, steps: 0 })
    })
}
