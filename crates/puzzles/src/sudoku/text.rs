//! Sudokus as text.

use std::fmt::Write;

use crate::notation::signs;
use tremaux_core::ParseError;

use super::clues::Unit;
use super::loose;
use super::{Clues, Shape};

/// A cell of a board as a part of the text: a character, a number, or nothing for an empty cell
/// between separators.
type Sign<'a> = &'a str;

const SIGNS: &str = "a digit, a letter from A to P for 10 to 25, or `.`, `0`, `*` or `_` for an \
                     empty cell";

/// The kind of a line.
enum Line<'a> {
    /// Nothing, or a line drawn between boxes.
    Nothing,
    /// The head of a board, as `Grid 01`.
    Head(&'a str),
    /// Cells.
    Cells(Vec<Sign<'a>>),
}

/// Reads `line`, a part of `text`; what follows `#` is ignored.
fn read_line<'a>(text: &'a str, line: &'a str) -> Result<Line<'a>, ParseError> {
    let line = line.split('#').next().unwrap_or("");
    let words = line.trim();
    let is_frame = |sign: char| "-=+|".contains(sign) || ('\u{2500}'..='\u{257f}').contains(&sign);
    let is_corner = |sign: char| sign == '*' && words.contains(['-', '=']);
    if words.chars().all(|sign| sign.is_whitespace() || is_frame(sign) || is_corner(sign)) {
        return Ok(Line::Nothing);
    }
    if words.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("grid")) {
        return Ok(Line::Head(words));
    }
    if let Some(cells) = separated(line.trim_matches(' ')).or_else(|| numbers(words)) {
        return Ok(Line::Cells(cells));
    }
    let is_cell = |sign: char| !sign.is_whitespace() && !is_frame(sign);
    let parts = signs(line).filter(|(sign, _)| is_cell(*sign));
    let largest = Shape::USUAL[Shape::USUAL.len() - 1];
    let signs = parts.map(|(sign, part)| {
        let is_known = largest.digit(sign).is_some();
        if is_known { Ok(part) } else { Err(ParseError::about(text, part, SIGNS)) }
    });
    signs.collect::<Result<_, _>>().map(Line::Cells)
}

/// The signs of an empty cell besides 0.
const EMPTY: [&str; 4] = ["", ".", "*", "_"];

/// Whether a cell is a whole number of at most two digits.
fn is_number(sign: Sign<'_>) -> bool {
    (1..=2).contains(&sign.len()) && sign.bytes().all(|byte| byte.is_ascii_digit())
}

/// The cells of a line between commas, semicolons or tabs, if there is one cell between any two.
fn separated(line: &str) -> Option<Vec<Sign<'_>>> {
    let cells: Vec<Sign<'_>> = line.split([',', ';', '\t']).map(str::trim).collect();
    let is_cell = |sign: &Sign<'_>| sign.chars().count() < 2 || is_number(sign);
    // Tabs may also indent a line, or part its cells into groups.
    let is_size = |shape: &Shape| [shape.side(), shape.cells()].contains(&cells.len());
    let is_row = line.contains([',', ';']) || Shape::USUAL.iter().any(is_size);
    (cells.len() > 1 && is_row && cells.iter().all(is_cell)).then_some(cells)
}

/// The cells of a line of numbers between spaces, some above 9: a row or a whole board.
fn numbers(line: &str) -> Option<Vec<Sign<'_>>> {
    let cells: Vec<Sign<'_>> = line.split_whitespace().collect();
    let is_cell = |sign: &Sign<'_>| is_number(sign) || EMPTY.contains(sign);
    let fits = |shape: &Shape| {
        let is_small = |sign: &Sign<'_>| sign.parse().is_ok_and(|it: usize| it <= shape.side());
        let is_full = cells.len() == shape.side() || cells.len() == shape.cells();
        is_full && cells.iter().all(|sign| is_small(sign) || EMPTY.contains(sign))
    };
    let is_row = cells.iter().all(is_cell) && cells.iter().any(|sign| sign.len() > 1);
    (is_row && Shape::USUAL.iter().any(fits)).then_some(cells)
}

/// The lines of `text` that can have cells. The states of play in files of the form `.sdk`, which
/// follow a line `[State]`, are left out, and so are all columns but that of boards in tables with
/// a header such as `puzzle,solution`.
fn lines(text: &str) -> impl Iterator<Item = Result<&str, ParseError>> + Clone {
    let mut is_state = false;
    let mut column = None;
    text.lines().filter_map(move |line| {
        let fields = || loose::fields_of(line);
        if let Some((at, name)) = column {
            let expected = || format!("column {} (`{name}`)", at + 1);
            let field = fields().nth(at);
            let missing = || ParseError::about(text, line.trim(), expected());
            return (!line.trim().is_empty()).then(|| field.ok_or_else(missing));
        }
        if line.starts_with(|sign: char| sign.is_alphabetic() || sign == '"') {
            column = fields().enumerate().find(|(_, field)| loose::is_column(field));
            if column.is_some() {
                return None;
            }
        }
        let word = line.trim();
        if !word.starts_with('[') {
            return (!is_state).then_some(Ok(line));
        }
        is_state = word.eq_ignore_ascii_case("[State]");
        let is_known = is_state || word.eq_ignore_ascii_case("[Puzzle]");
        (!is_known).then(|| Err(ParseError::about(text, word, "`[Puzzle]` or `[State]`")))
    })
}

/// The clues on a line of 81 digits and signs of empty cells, the form of long lists; `None` if
/// it has another form or an error.
fn plain_line(line: &str) -> Option<Clues> {
    let signs: &[u8; 81] = line.trim_ascii().as_bytes().try_into().ok()?;
    let mut cells = vec![0; 81];
    let (mut rows, mut columns, mut boxes) = ([0_u16; 9], [0_u16; 9], [0_u16; 9]);
    let mut cell = 0;
    while cell < 81 {
        let sign = signs[cell];
        if let b'1'..=b'9' = sign {
            let digit = sign - b'0';
            cells[cell] = digit;
            let (row, column) = (cell / 9, cell % 9);
            let number = row / 3 * 3 + column / 3;
            if (rows[row] | columns[column] | boxes[number]) >> digit & 1 == 1 {
                return None;
            }
            rows[row] |= 1 << digit;
            columns[column] |= 1 << digit;
            boxes[number] |= 1 << digit;
        } else if !matches!(sign, b'.' | b'0' | b'*' | b'_') {
            return None;
        }
        cell += 1;
    }
    Some(Clues::unchecked(Shape::NINE, cells))
}

/// The number of `numbers` that is nearest to `count`.
fn nearest(numbers: impl Iterator<Item = usize>, count: usize) -> usize {
    numbers.min_by_key(|number| number.abs_diff(count)).unwrap_or(0)
}

/// An error about the number of `signs`, of which there should be `wanted`.
fn wrong_length(text: &str, signs: &[Sign<'_>], wanted: usize, expected: String) -> ParseError {
    let found = match signs.len() {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    };
    let start = text.as_ptr() as usize;
    let (offset, length) = match (signs.get(wanted), signs.last()) {
        (Some(surplus), _) => (surplus.as_ptr() as usize - start, surplus.len()),
        (None, Some(last)) => (last.as_ptr() as usize - start + last.len(), 0),
        (None, None) => return ParseError::at_end(text, expected),
    };
    ParseError::at(text, offset, length, found, expected)
}

/// The sizes of boards in words.
fn sizes(shape: Option<Shape>) -> String {
    if let Some(shape) = shape {
        return format!("{0} cells for a board of {1}×{1}", shape.cells(), shape.side());
    }
    let others = Shape::USUAL.iter().filter(|shape| **shape != Shape::NINE);
    let mut text = "81 cells for a board of 9×9, or".to_owned();
    let mut between = " ";
    for shape in others {
        // A string takes everything.
        let _ = write!(text, "{between}{}", shape.cells());
        between = if shape.cells() == 400 { " or " } else { ", " };
    }
    text
}

/// Whether 0 is a digit and no sign of an empty cell: on boards with letters, if another sign marks
/// empty cells and the greatest digit counted from 1 does not occur.
fn is_from_zero(signs: &[Sign<'_>], shape: Shape) -> bool {
    let greatest = shape.sign(shape.side() as u8);
    shape.side() > 9
        && signs.contains(&"0")
        && signs.iter().any(|sign| EMPTY.contains(sign))
        && signs.iter().all(|sign| sign.len() < 2)
        && !signs.iter().any(|sign| sign.chars().any(|it| it.eq_ignore_ascii_case(&greatest)))
}

/// Builds clues from all cells of a board.
fn board(text: &str, signs: &[Sign<'_>], shape: Option<Shape>) -> Result<Clues, ParseError> {
    let fitting = match shape {
        Some(shape) => Some(shape).filter(|shape| shape.cells() == signs.len()),
        None => Shape::of_cells(signs.len()),
    };
    let Some(fitting) = fitting else {
        let usual = nearest(Shape::USUAL.iter().map(|shape| shape.cells()), signs.len());
        let wanted = shape.map_or(usual, Shape::cells);
        return Err(wrong_length(text, signs, wanted, sizes(shape)));
    };
    let fitting = if is_from_zero(signs, fitting) { fitting.from_zero() } else { fitting };
    let has_numbers = signs.iter().any(|sign| is_number(sign) && sign.len() > 1);
    let mut cells = Vec::with_capacity(signs.len());
    for sign in signs {
        let number = || sign.parse().ok().filter(|&it: &u8| usize::from(it) <= fitting.side());
        let digit = match sign.chars().next() {
            None => Some(0),
            Some(_) if has_numbers && is_number(sign) => number(),
            Some(sign) => fitting.digit(sign),
        };
        cells.push(digit.ok_or_else(|| {
            let [least, most] = [1, fitting.side() as u8].map(|digit| fitting.sign(digit));
            let expected = match fitting.side() {
                side if has_numbers => format!("a number from 1 to {side}"),
                ..10 => format!("a digit from 1 to {most}"),
                10 => format!("a digit from {least} to 9, or `{most}`"),
                _ => format!("a digit from {least} to 9, a letter from A to {most}"),
            };
            let zero = if fitting.digit('0') == Some(0) { " `0`," } else { "" };
            let expected = format!("{expected}, or `.`,{zero} `*` or `_` for an empty cell");
            ParseError::about(text, sign, expected)
        })?);
    }
    let clues = Clues::unchecked(fitting, cells);
    if let Some((cell, unit, other)) = clues.repeated() {
        let (row, column) = (other / fitting.side() + 1, other % fitting.side() + 1);
        let place = match unit {
            Unit::Row(_) => format!("in column {column}"),
            Unit::Column(_) => format!("in row {row}"),
            Unit::Box(_) => format!("in row {row}, column {column}"),
        };
        let expected = format!("each digit once in {unit}");
        let found = format!("a second {} (the first is {place})", signs[cell]);
        return Err(ParseError { found, ..ParseError::about(text, signs[cell], expected) });
    }
    Ok(clues)
}

/// The boards of a text.
#[derive(Clone, Debug)]
pub struct TitledBoards {
    /// Each with the head before it.
    pub boards: Vec<(Option<String>, Clues)>,
    /// What was left out, in words.
    pub notes: Vec<String>,
}

/// What `parse` reads in a text that was made plain, with its errors in the text itself; and what
/// was left out.
fn made_plain<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<(T, Vec<String>), ParseError> {
    let loose::Plain { text: plain, mut notes } = loose::plain(text);
    let error = match parse(&plain) {
        Ok(read) => return Ok((read, notes)),
        Err(error) => error,
    };
    if let Some((other, count)) = loose::without_prose(&plain)
        && let Ok(read) = parse(&other)
    {
        let lines = if count == 1 { "1 line that is" } else { "lines that are" };
        let count = if count == 1 { String::new() } else { format!("{count} ") };
        notes.push(format!("{count}{lines} no row of cells left out"));
        return Ok((read, notes));
    }
    let ParseError { offset, length, found, expected, .. } = error;
    Err(ParseError::at(text, offset, length, found, expected))
}

impl Clues {
    /// Reads one board: 81 cells, or as many as another board has, row by row. Cells are single
    /// characters, or numbers and characters between commas, semicolons, tabs or, where some are
    /// above 9, spaces. In a table with a header, the column called `puzzle`, `quizzes`, `board` or
    /// `sudoku` counts. Spaces, line breaks, frames (`|`, lines of `-`, `=`, `+` and corners `*`,
    /// line drawing characters), headings such as `Grid 01` and `[Puzzle]`, what follows `[State]`
    /// and other heads in files of the form `.sdk`, and what follows `#` in a line are ignored.
    /// Empty cells may also be dashes, `·`, `?` and `x`; cells with several candidates count as
    /// empty. In JSON, it is an array of rows or cells, or the value of `grid`, `puzzle` or
    /// `board`.
    ///
    /// On boards with letters, `0` is a digit if another sign marks empty cells and the greatest
    /// digit does not occur: those of 16×16 may be written 1 to G or 0 to F.
    ///
    /// # Errors
    ///
    /// Returns the place of an invalid character, of the cell where there are too many or too
    /// few, or of a duplicate digit in a row, column or box.
    ///
    /// ```
    /// use tremaux::puzzles::sudoku::Clues;
    /// let error = Clues::parse("12.. ..3. .2.4 ....").unwrap_err();
    /// let expected = "line 1, column 12: expected each digit once in column 2, found a second 2 \
    ///                 (the first is in row 1)";
    /// assert_eq!(error.to_string(), expected);
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_shaped(text, None)
    }

    /// Like [`Clues::parse`], only for boards of this shape if one is given.
    ///
    /// # Errors
    ///
    /// The same as for that function.
    pub fn parse_shaped(text: &str, shape: Option<Shape>) -> Result<Self, ParseError> {
        Self::parse_noted(text, shape).map(|(clues, _)| clues)
    }

    /// Like [`Clues::parse_shaped`]; also what was left out, in words.
    ///
    /// # Errors
    ///
    /// The same as for that function.
    pub fn parse_noted(
        text: &str,
        shape: Option<Shape>,
    ) -> Result<(Self, Vec<String>), ParseError> {
        made_plain(text, |text| {
            let mut signs = Vec::new();
            for line in lines(text) {
                if let Line::Cells(cells) = read_line(text, line?)? {
                    signs.extend(cells);
                }
            }
            board(text, &signs, shape)
        })
    }

    /// Reads many boards, only of this shape if one is given: each on one line or in as many
    /// lines as it has rows, with an optional heading such as `Grid 01`.
    ///
    /// Sixteen consecutive lines of sixteen cells are one 16×16 board, unless a shape is given.
    ///
    /// # Errors
    ///
    /// As for [`Clues::parse`]; also the end of the text if there is no board or an incomplete
    /// one.
    pub fn parse_all(text: &str, shape: Option<Shape>) -> Result<Vec<Self>, ParseError> {
        let TitledBoards { boards, .. } = Self::parse_titled(text, shape)?;
        Ok(boards.into_iter().map(|(_, clues)| clues).collect())
    }

    /// Like [`Clues::parse_all`], each board with the head before it; and what was left out.
    ///
    /// # Errors
    ///
    /// As [`Clues::parse_all`].
    pub fn parse_titled(text: &str, shape: Option<Shape>) -> Result<TitledBoards, ParseError> {
        let (boards, notes) = made_plain(text, |text| Self::titled(text, shape))?;
        Ok(TitledBoards { boards, notes })
    }

    fn titled(text: &str, shape: Option<Shape>) -> Result<Vec<(Option<String>, Self)>, ParseError> {
        let is_nine = shape.is_none_or(|shape| shape == Shape::NINE);
        let mut lines = lines(text);
        let mut boards = Vec::new();
        let mut title = None;
        let mut signs: Vec<Sign<'_>> = Vec::new();
        // The number of rows of the current board, and the rows read so far.
        let (mut side, mut rows) = (0, 0);
        let next_row =
            |rows: usize, side: usize| format!("row {} of {side}, {side} cells", rows + 1);
        while let Some(line) = lines.next() {
            let line = line?;
            if rows == 0
                && is_nine
                && let Some(clues) = plain_line(line)
            {
                boards.push((title.take(), clues));
                continue;
            }
            let cells = match read_line(text, line)? {
                Line::Nothing => continue,
                Line::Head(head) if rows > 0 => {
                    return Err(ParseError::about(text, head, next_row(rows, side)));
                }
                Line::Head(head) => {
                    title = Some(head.trim().to_owned());
                    continue;
                }
                Line::Cells(cells) => cells,
            };
            if rows == 0 {
                if !is_first_row(text, &cells, shape, lines.clone()) {
                    boards.push((title.take(), board(text, &cells, shape)?));
                    continue;
                }
                side = cells.len();
            } else if cells.len() != side {
                return Err(wrong_length(text, &cells, side, next_row(rows, side)));
            }
            signs.extend(cells);
            rows += 1;
            if rows == side {
                boards.push((title.take(), board(text, &signs, shape)?));
                signs.clear();
                rows = 0;
            }
        }
        if rows > 0 {
            return Err(ParseError::at_end(text, next_row(rows, side)));
        }
        if boards.is_empty() {
            return Err(ParseError::at_end(text, sizes(shape)));
        }
        Ok(boards)
    }
}

/// Whether a line of cells is the first row of a board of this shape, not a whole board; the `next`
/// ones follow.
fn is_first_row<'a>(
    text: &'a str,
    cells: &[Sign<'_>],
    shape: Option<Shape>,
    next: impl Iterator<Item = Result<&'a str, ParseError>>,
) -> bool {
    let is_row = |shape: &Shape| shape.side() == cells.len();
    match shape {
        Some(shape) => is_row(&shape),
        None if cells.len() == 16 => are_sixteen_rows(text, next),
        None => Shape::USUAL.iter().any(is_row),
    }
}

/// Whether a line of sixteen cells and the `next` ones are a board of 16×16.
fn are_sixteen_rows<'a>(
    text: &'a str,
    next: impl Iterator<Item = Result<&'a str, ParseError>>,
) -> bool {
    let cells = next.map(|line| read_line(text, line.ok()?).ok());
    let has_cells = cells.filter(|line| !matches!(line, Some(Line::Nothing)));
    let is_row =
        |line: &Option<Line<'_>>| matches!(line, Some(Line::Cells(cells)) if cells.len() == 16);
    has_cells.take(15).filter(is_row).count() == 15
}
