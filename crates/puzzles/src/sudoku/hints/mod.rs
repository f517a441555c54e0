//! Hints: how a person solves a board of 9×9, step by step, with the reason of each step.
//!
//! ```
//! use tremaux::puzzles::sudoku::{Clues, Hints, Technique};
//! let clues = Clues::parse(
//!     "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
//! )?;
//! let mut hints = Hints::new(&clues).expect("a board of 9×9");
//! let first = hints.next().expect("a step");
//! assert_eq!(first.technique, Technique::HiddenSingle);
//! assert_eq!(first.to_string(), "hidden single: r2c2 is 6, the only cell for 6 in box 1");
//! assert!(hints.by_ref().all(|hint| hint.technique <= Technique::NakedSingle));
//! assert!(hints.is_solved());
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod chains;
mod drawing;
#[cfg(feature = "catalog")]
#[cfg(feature = "catalog")]
mod output;
mod techniques;

use std::fmt;

use super::clues::Unit;
use super::{Clues, Shape};

#[cfg(feature = "catalog")]
pub(super) use output::{advice, write};

/// A way in which people find digits or exclude candidates, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A unit has one cell left for a digit.
    HiddenSingle,
    /// A cell has one candidate left.
    NakedSingle,
    /// All places of a digit in a box are in one row or column.
    Pointing,
    /// All places of a digit in a row or column are in one box.
    BoxLine,
    /// Two cells of a unit have the same two candidates.
    NakedPair,
    /// Two digits of a unit have the same two cells.
    HiddenPair,
    /// Three cells of a unit have three candidates together.
    NakedTriple,
    /// Three digits of a unit have three cells together.
    HiddenTriple,
    /// A digit's places in two rows are in the same two columns, or the other way round.
    XWing,
    /// A digit's places in three rows are in the same three columns, or the other way round.
    Swordfish,
    /// A cell with two candidates sees two others, which have one of them each and a third in
    /// common.
    XyWing,
    /// The places of a digit that units with two of them link, in two colours.
    Colouring,
    /// A candidate from which singles lead to a contradiction.
    Chain,
}

impl Technique {
    /// All, the easiest first.
    pub const ALL: [Self; 13] = [
        Self::HiddenSingle,
        Self::NakedSingle,
        Self::Pointing,
        Self::BoxLine,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::XWing,
        Self::Swordfish,
        Self::XyWing,
        Self::Colouring,
        Self::Chain,
    ];
}

/// As `X-wing`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HiddenSingle => "hidden single",
            Self::NakedSingle => "naked single",
            Self::Pointing => "pointing",
            Self::BoxLine => "box-line",
            Self::NakedPair => "naked pair",
            Self::HiddenPair => "hidden pair",
            Self::NakedTriple => "naked triple",
            Self::HiddenTriple => "hidden triple",
            Self::XWing => "X-wing",
            Self::Swordfish => "swordfish",
            Self::XyWing => "XY-wing",
            Self::Colouring => "colouring",
            Self::Chain => "chain",
        })
    }
}

/// A step: a digit to write, or candidates to exclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// How it is found.
    pub technique: Technique,
    /// The digit to write, and its cell, from 0 row by row.
    pub digit: Option<(usize, u8)>,
    /// The candidates to exclude: cells and digits.
    pub excluded: Vec<(usize, u8)>,
    /// The cells from which it follows.
    pub cells: Vec<usize>,
    /// Why.
    pub reason: String,
}

/// As `hidden single: r2c2 is 6, the only cell for 6 in box 1`.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.technique)?;
        if let Some((cell, digit)) = self.digit {
            write!(f, "{} is {digit}", Cell(cell))?;
        }
        for (at, &(cell, digit)) in self.excluded.iter().enumerate() {
            let between = if at > 0 { ", " } else { "" };
            write!(f, "{between}{} is not {digit}", Cell(cell))?;
        }
        write!(f, ", {}", self.reason)
    }
}

/// A cell, written as `r1c6`.
struct Cell(usize);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0 / 9 + 1, self.0 % 9 + 1)
    }
}

/// Some cells, written with spaces between them.
struct Cells<'a>(&'a [usize]);

impl fmt::Display for Cells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &cell) in self.0.iter().enumerate() {
            write!(f, "{}{}", if at > 0 { " " } else { "" }, Cell(cell))?;
        }
        Ok(())
    }
}

/// The digits of a set, written with spaces between them.
struct Digits(u16);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, digit) in digits(self.0).enumerate() {
            write!(f, "{}{digit}", if at > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// The digits of a set, in which digit d is bit d.
fn digits(set: u16) -> impl Iterator<Item = u8> {
    (1..=9).filter(move |digit| set >> digit & 1 == 1)
}

/// All digits.
const ALL: u16 = 0x3FE;

/// A board with its candidates, and an iterator over the steps that solve it. Each step is carried
/// out as it is returned; the easiest technique comes first.
///
/// A board without a solution ends with an empty cell that has no candidate, or a unit without a
/// place for a digit. So does one that no technique here solves, with candidates left.
#[derive(Clone, Debug)]
pub struct Hints {
    /// The candidates of each cell; only the digit of a filled one.
    candidates: [u16; 81],
    /// The digits, 0 for an empty cell.
    cells: [u8; 81],
}

/// The cells of nine rows, nine columns and nine boxes.
static UNITS: [[usize; 9]; 27] = units();

const fn units() -> [[usize; 9]; 27] {
    let mut table = [[0; 9]; 27];
    let mut at = 0;
    while at < 81 {
        let (number, place) = (at / 9, at % 9);
        table[number][place] = at;
        table[9 + number][place] = 9 * place + number;
        table[18 + number][place] = number / 3 * 27 + place / 3 * 9 + number % 3 * 3 + place % 3;
        at += 1;
    }
    table
}

/// A unit by its number in [`UNITS`], and its cells.
fn unit(number: usize) -> (Unit, &'static [usize; 9]) {
    let unit = match number {
        0..9 => Unit::Row(number),
        9..18 => Unit::Column(number - 9),
        _ => Unit::Box(number - 18),
    };
    (unit, &UNITS[number])
}

/// Whether two different cells are in one unit.
fn sees(a: usize, b: usize) -> bool {
    let in_box = |cell: usize| Shape::NINE.box_of(cell / 9, cell % 9);
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || in_box(a) == in_box(b))
}

impl Hints {
    /// Starts with these clues. `None` if the board is not one of 9×9.
    pub fn new(clues: &Clues) -> Option<Self> {
        let cells: &[u8; 81] = clues.cells().try_into().ok()?;
        if clues.shape() != Shape::NINE {
            return None;
        }
        let mut hints = Self { candidates: [ALL; 81], cells: [0; 81] };
        for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            hints.put(cell, digit);
        }
        Some(hints)
    }

    /// The digits so far, row by row, 0 for an empty cell.
    pub fn cells(&self) -> &[u8; 81] {
        &self.cells
    }

    /// Whether every cell is filled.
    pub fn is_solved(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Whether a cell is empty and can have a digit.
    #[inline]
    fn can_be(&self, cell: usize, digit: u8) -> bool {
        self.cells[cell] == 0 && self.candidates[cell] >> digit & 1 == 1
    }

    /// Writes a digit and excludes it from the cells that see it.
    fn put(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
        self.candidates[cell] = 1 << digit;
        for other in 0..81 {
            if sees(cell, other) {
                self.candidates[other] &= !(1 << digit);
            }
        }
    }

    /// Carries out a step.
    fn apply(&mut self, hint: &Hint) {
        if let Some((cell, digit)) = hint.digit {
            self.put(cell, digit);
        }
        for &(cell, digit) in &hint.excluded {
            self.candidates[cell] &= !(1 << digit);
        }
    }

    /// A step that excludes those of the candidates that are still there, if any, because of
    /// `cells`.
    fn excluding(
        &self,
        technique: Technique,
        candidates: impl Iterator<Item = (usize, u8)>,
        cells: &[usize],
        reason: impl FnOnce() -> String,
    ) -> Option<Hint> {
        let excluded: Vec<_> =
            candidates.filter(|&(cell, digit)| self.can_be(cell, digit)).collect();
        let is_some = !excluded.is_empty();
        let cells = || cells.to_vec();
        is_some.then(|| Hint { technique, digit: None, excluded, cells: cells(), reason: reason() })
    }

    /// The hardest technique that a board of 9×9 needs when the easiest is always tried first.
    /// `None` if the board has another size, or is not solved by these techniques.
    ///
    /// ```
    /// use tremaux::puzzles::sudoku::{Clues, Hints, Technique};
    /// let clues = Clues::parse(
    ///     "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    /// )?;
    /// assert_eq!(Hints::rating(&clues), Some(Technique::HiddenSingle));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn rating(clues: &Clues) -> Option<Technique> {
        Self::rating_up_to(clues, Technique::Chain)
    }

    /// [`Hints::rating`], or `None` if the board needs a harder technique than `most`, which is
    /// known sooner.
    pub fn rating_up_to(clues: &Clues, most: Technique) -> Option<Technique> {
        let mut hints = Self::new(clues)?;
        let mut hardest = None;
        while !hints.is_solved() {
            let hint = hints.peek_up_to(most)?;
            hints.apply(&hint);
            hardest = hardest.max(Some(hint.technique));
        }
        hardest
    }

    /// Why there is no solution, if an empty cell has no candidate or a unit no place for a digit.
    fn contradiction(&self) -> Option<String> {
        let dead = |&cell: &usize| self.cells[cell] == 0 && self.candidates[cell] == 0;
        if let Some(cell) = (0..81).find(dead) {
            return Some(format!("{} has no candidate left", Cell(cell)));
        }
        (0..27).map(unit).find_map(|(unit, cells)| {
            let possible = cells.iter().fold(0, |all, &cell| all | self.candidates[cell]);
            let missing = digits(ALL & !possible).next()?;
            Some(format!("{unit} has no cell left for {missing}"))
        })
    }

    /// The next step, which is not carried out.
    pub fn peek(&self) -> Option<Hint> {
        self.peek_up_to(Technique::Chain)
    }

    fn peek_up_to(&self, most: Technique) -> Option<Hint> {
        if self.is_solved() || self.contradiction().is_some() {
            return None;
        }
        let mut techniques = Technique::ALL.into_iter().take_while(|&it| it <= most);
        techniques.find_map(|technique| self.find_by(technique))
    }
}

impl Iterator for Hints {
    type Item = Hint;

    fn next(&mut self) -> Option<Hint> {
        let hint = self.peek()?;
        self.apply(&hint);
        Some(hint)
    }
}
