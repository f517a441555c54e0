//! Levels as text: XSB, one level or a collection.

use std::str::FromStr;

use tremaux_core::ParseError;

use super::level::Level;

/// A level of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitledLevel {
    /// The text of its `Title:` line, or else the line of text just before it.
    pub title: Option<String>,
    /// The level.
    pub level: Level,
}

const SIGNS: &str = "`#`, `@`, `+`, `$`, `*`, `.`, a blank, `-` or `_`";
const LEVEL: &str = "a level: rows of `#` walls, `@` player, `$` boxes, `.` goals";

/// One cell of a text.
#[derive(Clone, Copy)]
struct Cell {
    sign: u8,
    /// The offset in the whole text.
    offset: usize,
}

/// Whether a line of text is a row of a level: only spaces and counts precede its first wall.
fn is_row(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit() || " -_\t".contains(c));
    rest.starts_with('#')
}

/// Why rows cannot be read.
enum RowError {
    /// A sign means nothing.
    Sign(ParseError),
    /// There are too many columns or rows.
    TooLarge(ParseError),
}

impl From<RowError> for ParseError {
    fn from(error: RowError) -> Self {
        let (RowError::Sign(error) | RowError::TooLarge(error)) = error;
        error
    }
}

/// Reads the rows in one line, separated by `|`; a number repeats the next character.
fn read_rows(text: &str, line: &str, rows: &mut Vec<Vec<Cell>>) -> Result<(), RowError> {
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut row = Vec::new();
    let mut count: Option<usize> = None;
    for (at, sign) in line.char_indices() {
        let offset = start + at;
        let error = |expected: String| {
            ParseError::at(text, offset, sign.len_utf8(), format!("`{sign}`"), expected)
        };
        let wrong = || Err(RowError::Sign(error(SIGNS.to_owned())));
        let too_large = || {
            let expected = format!("at most {} columns", Level::MOST_SQUARES);
            Err(RowError::TooLarge(error(expected)))
        };
        let sign = match sign {
            '0'..='9' => {
                let digit = usize::from(sign as u8 - b'0');
                let sum = count.unwrap_or(0) * 10 + digit;
                if sum > Level::MOST_SQUARES {
                    return too_large();
                }
                count = Some(sum);
                continue;
            }
            '|' => {
                if count.is_some() {
                    return wrong();
                }
                rows.push(std::mem::take(&mut row));
                continue;
            }
            '#' | '@' | '+' | '$' | '*' | '.' => sign as u8,
            ' ' | '-' | '_' => b' ',
            _ => return wrong(),
        };
        let count = count.take().unwrap_or(1);
        if row.len() + count > Level::MOST_SQUARES {
            return too_large();
        }
        row.extend(std::iter::repeat_n(Cell { sign, offset }, count));
    }
    if count.is_some() {
        let error = ParseError::at(text, start + line.len(), 0, "the end of the line", SIGNS);
        return Err(RowError::Sign(error));
    }
    rows.push(row);
    if rows.len() > Level::MOST_SQUARES {
        let expected = format!("at most {} rows", Level::MOST_SQUARES);
        return Err(RowError::TooLarge(ParseError::about(text, line, expected)));
    }
    Ok(())
}

/// Builds a level from the cells, if it is playable.
fn build(text: &str, cells: &[Vec<Cell>]) -> Result<Level, ParseError> {
    // Trailing spaces of a row are not significant.
    let length =
        |row: &Vec<Cell>| row.iter().rposition(|it| it.sign != b' ').map_or(0, |it| it + 1);
    let width = cells.iter().map(length).max().unwrap_or(0);
    let first = cells.iter().flatten().next().map_or(0, |cell| cell.offset);
    let about = |cell: &Cell, expected: String| {
        Err(ParseError::at(text, cell.offset, 1, format!("`{}`", char::from(cell.sign)), expected))
    };
    let all = || {
        let rows = cells.iter().enumerate();
        rows.flat_map(|(row, line)| {
            line.iter().enumerate().map(move |(column, it)| (row, column, it))
        })
    };
    let mut players = all().filter(|(_, _, cell)| b"@+".contains(&cell.sign));
    let Some((row, column, _)) = players.next() else {
        let expected = "a player, `@` or `+`, in the level that starts here";
        return Err(ParseError::at(text, first, 0, "none", expected));
    };
    if let Some((_, _, second)) = players.next() {
        return about(second, "one player".to_owned());
    }
    let rows: Vec<Vec<u8>> = cells
        .iter()
        .map(|line| {
            let signs = line.iter().map(|cell| cell.sign);
            signs.chain(std::iter::repeat(b' ')).take(width).collect()
        })
        .collect();
    let mut inside = vec![vec![false; width]; rows.len()];
    inside[row][column] = true;
    let mut waiting = vec![(row, column)];
    while let Some((row, column)) = waiting.pop() {
        let around = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        for (row_there, column_there) in around {
            if row_there >= rows.len() || column_there >= width {
                let line = &cells[row];
                let (found, offset) = match (line.get(column), line.last()) {
                    (Some(cell), _) => (format!("`{}`", char::from(cell.sign)), cell.offset),
                    (None, Some(last)) => ("the end of the row".to_owned(), last.offset + 1),
                    (None, None) => ("an empty row".to_owned(), first),
                };
                let expected = "a wall (the level is not enclosed here)";
                return Err(ParseError::at(text, offset, 1, found, expected));
            }
            if rows[row_there][column_there] != b'#' && !inside[row_there][column_there] {
                inside[row_there][column_there] = true;
                waiting.push((row_there, column_there));
            }
        }
    }
    let squares: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|row| (0..width).map(move |column| (row, column)))
        .filter(|&(row, column)| inside[row][column])
        .collect();
    if squares.len() > Level::MOST_SQUARES {
        let found = format!("{} squares", squares.len());
        let expected = format!("at most {} squares inside the walls", Level::MOST_SQUARES);
        return Err(ParseError::at(text, first, 0, found, expected));
    }
    let beyond = |signs: &'static [u8]| {
        all().find(|(row, column, cell)| signs.contains(&cell.sign) && !inside[*row][*column])
    };
    if let Some((_, _, cell)) = beyond(b"$") {
        return about(cell, "a box inside the walls, or one already on a goal".to_owned());
    }
    if let Some((_, _, cell)) = beyond(b".") {
        return about(cell, "a goal inside the walls".to_owned());
    }
    let level = Level::of_rows(rows, &squares);
    let (boxes, goals) = (level.boxes().len(), level.goals().len());
    let wrong = |found: String, expected: String| {
        Err(ParseError::at(
            text,
            first,
            0,
            found,
            format!("{expected} in the level that starts here"),
        ))
    };
    if boxes != goals {
        return wrong(format!("{boxes} boxes, {goals} goals"), "as many boxes as goals".to_owned());
    }
    if boxes == 0 || boxes as usize > Level::MOST_BOXES {
        return wrong(format!("{boxes} boxes"), format!("1 to {} boxes", Level::MOST_BOXES));
    }
    Ok(level)
}

/// Reads a collection of levels in XSB: rows of `#` walls, `@` player, `$` boxes, `.` goals, `+`
/// and `*` player and box on a goal, and spaces, `-` or `_` for floor.
///
/// A level is a sequence of lines that are rows, or rows separated by `|`; a number repeats the
/// next character. All other lines are text: titles, authors, comments.
///
/// # Errors
///
/// Returns the place of an unknown character, or of what makes a level unplayable: no player or
/// two, a level that is not enclosed, different numbers of boxes and goals, no boxes or too
/// many. If there is no level, returns the end of the text.
///
/// ```
/// use tremaux::puzzles::sokoban::collection;
/// let levels = collection("; the first\n#####\n#@$.#\n#####\n\n6#|#.$-@#|6#\nTitle: two\n")?;
/// assert_eq!(levels[1].title.as_deref(), Some("two"));
/// let error = collection("######\n#@$ .\n######\n").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 6));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn collection(text: &str) -> Result<Vec<TitledLevel>, ParseError> {
    let levels = levels(text)?.into_iter();
    levels.map(|(title, level)| Ok(TitledLevel { title, level: level? })).collect()
}

/// A level of a collection with its title, or why it cannot be played.
pub type ReadLevel = (Option<String>, Result<Level, ParseError>);

/// Like [`collection`], but a level that is too large or unplayable refuses only itself.
///
/// # Errors
///
/// Returns the place of a sign that means nothing. The end, if there is no level.
pub fn levels(text: &str) -> Result<Vec<ReadLevel>, ParseError> {
    let mut levels: Vec<ReadLevel> = Vec::new();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut too_large: Option<ParseError> = None;
    let mut title: Option<String> = None;
    for line in text.lines().chain([""]) {
        let line = line.trim_end();
        if is_row(line) {
            if too_large.is_none() {
                match read_rows(text, line, &mut rows) {
                    Ok(()) => {}
                    Err(RowError::Sign(error)) => return Err(error),
                    Err(RowError::TooLarge(error)) => too_large = Some(error),
                }
            }
            continue;
        }
        if !rows.is_empty() || too_large.is_some() {
            let level = too_large.take().map_or_else(|| build(text, &rows), Err);
            levels.push((title.take(), level));
            rows.clear();
        }
        let line = line.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if let Some((key, value)) = line.split_once(':')
            && key.eq_ignore_ascii_case("title")
            && let Some(last) = levels.last_mut()
        {
            last.0 = Some(value.trim().to_owned());
        } else if !line.is_empty() {
            title = Some(line.to_owned());
        }
    }
    if levels.is_empty() { Err(ParseError::at_end(text, LEVEL)) } else { Ok(levels) }
}

/// Reads one level, as [`collection`] does.
impl FromStr for Level {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut rows = Vec::new();
        for line in text.lines().map(str::trim_end) {
            if is_row(line) {
                read_rows(text, line, &mut rows)?;
            } else if !rows.is_empty() && !line.is_empty() {
                let expected = "the next row, or nothing after one level";
                return Err(ParseError::about(text, line, expected));
            }
        }
        if rows.is_empty() { Err(ParseError::at_end(text, LEVEL)) } else { build(text, &rows) }
    }
}
