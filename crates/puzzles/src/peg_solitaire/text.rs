//! Puzzles as text.

use std::fmt;

use tremaux_core::ParseError;

use super::board::Lattice;
use super::{Board, Goal, PegSolitaire};
use crate::notation::signs;

const SIGNS: &str = "`o` for a peg, `.` for an empty hole, `#` or a blank for no hole";
const START: &str = "a position or a board, for example `board english`";
const BOARDS: &str = "`english`, `european` or `triangle`";

/// The holes of a drawing: row, column, and whether there is a peg.
#[derive(Default)]
struct Drawing {
    rows: usize,
    holes: Vec<(usize, usize, bool)>,
}

impl Drawing {
    /// Reads `rows`, a part of `text`: rows separated by `/`.
    fn read(&mut self, text: &str, rows: &str) -> Result<(), ParseError> {
        for row in rows.split('/') {
            for (column, (sign, here)) in signs(row).enumerate() {
                let wrong = |expected: &str| ParseError::about(text, here, expected);
                let has_peg = match sign {
                    'o' | 'O' | 'x' => true,
                    '.' => false,
                    '#' | ' ' => continue,
                    _ => return Err(wrong(SIGNS)),
                };
                if self.holes.len() == Board::MAX_HOLES {
                    return Err(wrong("at most 64 holes"));
                }
                self.holes.push((self.rows, column, has_peg));
            }
            self.rows += 1;
        }
        Ok(())
    }

    /// The column and row of each hole, without empty rows and columns at the margins.
    fn places(&self, text: &str, lattice: Lattice) -> Result<Vec<(u8, u8)>, ParseError> {
        let holes = || self.holes.iter();
        let left =
            holes().map(|hole| hole.1).min().ok_or_else(|| ParseError::at_end(text, SIGNS))?;
        let top = self.holes[0].0;
        let mut places: Vec<(u8, u8)> = Vec::new();
        for &(row, column, _) in holes() {
            let (row, mut column) = (row - top, column - left);
            if lattice == Lattice::Triangle {
                // Count the holes in a row, not the spaces between them.
                column = places.iter().filter(|place| usize::from(place.1) == row).count();
            }
            if row.max(column) >= Board::MAX_SIDE {
                let expected = format!("at most {0} rows and {0} columns", Board::MAX_SIDE);
                return Err(ParseError::at_end(text, expected));
            }
            places.push((column as u8, row as u8));
        }
        Ok(places)
    }

    fn pegs(&self) -> u64 {
        let pegs = self.holes.iter().zip(0..).filter(|(hole, _)| hole.2);
        pegs.fold(0, |pegs, (_, hole)| pegs | 1 << hole)
    }
}

/// The holes that `words` name.
fn read_holes(board: &Board, text: &str, words: &[&str]) -> Result<u64, ParseError> {
    words.iter().try_fold(0, |holes, word| match board.hole(word) {
        Some(hole) if holes >> hole & 1 == 0 => Ok(holes | 1 << hole),
        Some(_) => Err(ParseError::about(text, word, "each hole once")),
        None => Err(ParseError::about(text, word, "a hole of the board, for example `d4`")),
    })
}

/// The board that `words` name, and the hole that is empty at the start.
fn read_board(text: &str, head: &str, words: &[&str]) -> Result<(Board, &'static str), ParseError> {
    let wrong = |word: &str, expected: &str| ParseError::about(text, word, expected);
    let end = || &head[head.len()..];
    let (board, rest) = match words {
        ["english", rest @ ..] => ((Board::english(), "d4"), rest),
        ["european", rest @ ..] => ((Board::european(), "d4"), rest),
        ["triangle", rest @ ..] => {
            let (size, rest) = rest.split_first().unwrap_or((&"5", &[]));
            let is_number = size.bytes().all(|byte| byte.is_ascii_digit());
            let board = size.parse().ok().filter(|_| is_number).and_then(Board::triangle);
            let board = board.ok_or_else(|| wrong(size, "the size of a triangle, 4 to 10"))?;
            // These sizes have no solution from the top, as the classes differ.
            let empty = if board.size().1 % 3 == 1 { "a2" } else { "a1" };
            ((board, empty), rest)
        }
        [other, ..] => return Err(wrong(other, BOARDS)),
        [] => return Err(wrong(end(), BOARDS)),
    };
    rest.first().map_or(Ok(board), |surplus| Err(wrong(surplus, "the end of the line")))
}

/// The board and the pegs at the start: of the drawing, whose first line is `drawn`, or of the
/// clauses for the board, with the hole that is usually empty, and the start.
fn placed(
    text: &str,
    board: Option<(Board, &str)>,
    start: Option<(&str, Vec<&str>)>,
    drawing: &Drawing,
    drawn: Option<&str>,
) -> Result<(Board, u64), ParseError> {
    match (board, drawn, start) {
        (_, Some(_), Some((head, _))) => {
            Err(ParseError::about(text, head, "no other start, as the position is drawn"))
        }
        (None, Some(_), None) => {
            let places = drawing.places(text, Lattice::Square)?;
            Ok((Board::new(Lattice::Square, places), drawing.pegs()))
        }
        (Some((board, _)), Some(first), None) => {
            if drawing.places(text, board.lattice())? != board.places() {
                let expected = format!("the {} holes of the board", board.holes());
                return Err(ParseError::about(text, first.trim(), expected));
            }
            Ok((board, drawing.pegs()))
        }
        (Some((board, empty)), None, start) => {
            let (head, holes) = start.unwrap_or(("empty", vec![empty]));
            let holes = read_holes(&board, text, &holes)?;
            let pegs = if head == "empty" { board.full() & !holes } else { holes };
            Ok((board, pegs))
        }
        (None, None, _) => Err(ParseError::at_end(text, START)),
    }
}

impl PegSolitaire {
    /// Reads an instance: clauses, one per line or separated by `;`.
    ///
    /// * A drawn position: rows on separate lines or separated by `/`, with `o`, `O` or `x` for
    ///   a peg, `.` for an empty hole, and `#` or a space for no hole. If no board is named, the
    ///   drawing also defines the board, and pegs jump along rows and columns.
    /// * `board english`, `board european` or `board triangle 5`: a [`Board`]; triangles have 4
    ///   to 10 holes on each side. In a drawn triangle, spaces are ignored.
    /// * `empty d4`, `pegs d4 d5`: without a drawn position, the only empty holes, or the only
    ///   holes with pegs, named as described for [`Board`]. By default the hole in the middle is
    ///   empty, or the top of a triangle; `a2` on triangles of 4, 7 or 10, which have no
    ///   solution from the top.
    /// * `goal d4 d5`: the only holes with pegs at the end; `goal any`, the default: one peg
    ///   anywhere.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown character or word, or the end of the text if there is no
    /// board.
    ///
    /// ```
    /// use tremaux::puzzles::peg_solitaire::{Goal, PegSolitaire};
    /// let puzzle = PegSolitaire::parse("#..#\nooo.\ngoal c2")?;
    /// assert_eq!((puzzle.start(), puzzle.goal()), (0b01_1100, Goal::Pegs(0b01_0000)));
    /// let error = PegSolitaire::parse("board english\ngoal a1").unwrap_err();
    /// let expected = "expected a hole of the board, for example `d4`, found `a1`";
    /// assert_eq!(error.to_string(), format!("line 2, column 6: {expected}"));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (mut board, mut start, mut goal) = (None, None, None);
        let (mut drawing, mut drawn) = (Drawing::default(), None);
        let parts = text.lines().flat_map(|line| {
            let parts = line.split(';').enumerate();
            parts.map(|(at, part)| part.strip_prefix(' ').filter(|_| at > 0).unwrap_or(part))
        });
        for part in parts {
            let mut words = part.split_whitespace();
            let Some(head) = words.next() else { continue };
            let words: Vec<&str> = words.collect();
            let is_second = match head {
                "board" => board.replace(read_board(text, head, &words)?).is_some(),
                "empty" | "pegs" => start.replace((head, words.clone())).is_some(),
                "goal" => goal.replace((head, words.clone())).is_some(),
                _ => {
                    drawing.read(text, part)?;
                    drawn.get_or_insert(part);
                    continue;
                }
            };
            if is_second {
                return Err(ParseError::about(text, head, "each clause once"));
            }
            if words.is_empty() {
                let expected = "a hole of the board, for example `d4`";
                return Err(ParseError::about(text, &head[head.len()..], expected));
            }
        }
        let (board, start) = placed(text, board, start, &drawing, drawn)?;
        let goal = match goal {
            None => Goal::OnePeg,
            Some((_, words)) if words == ["any"] => Goal::OnePeg,
            Some((_, words)) => Goal::Pegs(read_holes(&board, text, &words)?),
        };
        Self::new(board, start, goal).ok_or_else(|| ParseError::at_end(text, START))
    }

    /// Reads a position: a drawing of the board.
    pub(super) fn read_position(&self, text: &str) -> Result<u64, ParseError> {
        let mut drawing = Drawing::default();
        text.lines().try_for_each(|line| drawing.read(text, line))?;
        if drawing.places(text, self.board().lattice())? == self.board().places() {
            return Ok(drawing.pegs());
        }
        let expected = format!("the {} holes of the board", self.board().holes());
        Err(ParseError::about(text, text.trim(), expected))
    }

    /// Writes a position on one line.
    pub(super) fn write_position(&self, pegs: u64, out: &mut dyn fmt::Write) -> fmt::Result {
        let board = self.board();
        let (width, height) = board.size();
        for row in 0..height {
            out.write_str(if row == 0 { "" } else { "/" })?;
            let last = if board.is_triangular() { row + 1 } else { width };
            for column in 0..last {
                let place = (column as u8, row as u8);
                let hole = board.places().iter().position(|&other| other == place);
                let has_peg = hole.map(|hole| pegs >> hole & 1 == 1);
                out.write_char(has_peg.map_or('#', |has_peg| if has_peg { 'o' } else { '.' }))?;
            }
        }
        Ok(())
    }
}

/// Writes one line that [`PegSolitaire::parse`] can read.
impl fmt::Display for PegSolitaire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.board().is_triangular() {
            write!(f, "board triangle {}; ", self.board().size().1)?;
        }
        self.write_position(self.start(), f)?;
        f.write_str("; goal")?;
        match self.goal() {
            Goal::OnePeg => f.write_str(" any"),
            Goal::Pegs(pegs) => {
                let mut holes = (0..self.board().holes()).filter(|hole| pegs >> hole & 1 == 1);
                holes.try_for_each(|hole| write!(f, " {}", self.board().name(hole)))
            }
        }
    }
}
