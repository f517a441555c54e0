//! Levels as text: XSB, one level or a collection.

use std::str::FromStr;

use tremaux_core::ParseError;

use super::{Level, SMALL, level};

/// A level of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitledLevel {
    /// The text of its `Title:` line, or else the line of text just before it.
    pub title: Option<String>,
    /// The level.
    pub level: Level,
}

const SIGNS: &str = "`#`, `@`, `+`, `$`, `*`, `.` (or `p`, `P`, `b`, `B`), a blank, `-` or `_`";
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

/// Where a line that is a part of `text` begins in it.
fn place_in(text: &str, line: &str) -> usize {
    line.as_ptr() as usize - text.as_ptr() as usize
}

/// Where the block of comments ends that begins with this line of `text`, if one does: it has a
/// line that ends it.
fn end_of_comment(text: &str, line: &str) -> Option<usize> {
    let is_begin = line.trim().trim_end_matches(':').eq_ignore_ascii_case("comment");
    let rest = text.get(place_in(text, line) + line.len()..).filter(|_| is_begin)?;
    let end = rest.lines().find(|line| {
        let word = line.trim().trim_end_matches(':').to_ascii_lowercase();
        ["comment-end", "comment end", "comment_end", "end comment"].contains(&&*word)
    })?;
    Some(place_in(text, end) + end.len())
}

/// Reads the rows in one line, separated by `|`; a number repeats the next character.
fn read_rows(
    text: &str,
    line: &str,
    most: usize,
    rows: &mut Vec<Vec<Cell>>,
) -> Result<(), ParseError> {
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut row = Vec::new();
    let mut count: Option<usize> = None;
    for (at, sign) in line.char_indices() {
        let offset = start + at;
        let error = |expected: String| {
            ParseError::at(text, offset, sign.len_utf8(), format!("`{sign}`"), expected)
        };
        let wrong = || Err(error(SIGNS.to_owned()));
        let too_large = || Err(error(format!("at most {most} columns")));
        let sign = match sign {
            '0'..='9' => {
                let digit = usize::from(sign as u8 - b'0');
                let sum = count.unwrap_or(0) * 10 + digit;
                if sum > most {
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
            'p' => b'@',
            'P' => b'+',
            'b' => b'$',
            'B' => b'*',
            ' ' | '-' | '_' => b' ',
            _ => return wrong(),
        };
        let count = count.take().unwrap_or(1);
        if row.len() + count > most {
            return too_large();
        }
        row.extend(std::iter::repeat_n(Cell { sign, offset }, count));
    }
    if count.is_some() {
        return Err(ParseError::at(text, start + line.len(), 0, "the end of the line", SIGNS));
    }
    rows.push(row);
    if rows.len() > most {
        return Err(ParseError::about(text, line, format!("at most {most} rows")));
    }
    Ok(())
}

/// The cells of `rows` that the player, who is in this row and column, could walk to if there
/// were no boxes.
fn enclosed(
    text: &str,
    cells: &[Vec<Cell>],
    rows: &[Vec<u8>],
    row: usize,
    column: usize,
) -> Result<Vec<Vec<bool>>, ParseError> {
    let width = rows[0].len();
    let first = cells.iter().flatten().next().map_or(0, |cell| cell.offset);
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
    Ok(inside)
}

/// Builds a level from the cells, if it is playable.
fn build<const W: usize>(text: &str, cells: &[Vec<Cell>]) -> Result<level::Level<W>, ParseError> {
    let most = level::Level::<W>::MOST_SQUARES;
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
    let inside = enclosed(text, cells, &rows, row, column)?;
    let squares: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|row| (0..width).map(move |column| (row, column)))
        .filter(|&(row, column)| inside[row][column])
        .collect();
    if squares.len() > most {
        let found = format!("{} squares", squares.len());
        let expected = format!("at most {most} squares inside the walls");
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
    let level = level::Level::of_rows(rows, &squares);
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
    let levels = levels::<SMALL>(text)?.into_iter();
    levels.map(|(title, level)| Ok(TitledLevel { title, level: level? })).collect()
}

/// A level of a collection with its title, or why it cannot be played.
pub(super) type ReadLevel<const W: usize> = (Option<String>, Result<level::Level<W>, ParseError>);

/// Like [`collection`], but a level that is too large or wrong refuses only itself, and `W`
/// decides what is too large.
///
/// # Errors
///
/// Returns the end of the text if there is no level.
pub(super) fn levels<const W: usize>(text: &str) -> Result<Vec<ReadLevel<W>>, ParseError> {
    let most = level::Level::<W>::MOST_SQUARES;
    let mut levels: Vec<ReadLevel<W>> = Vec::new();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut wrong: Option<ParseError> = None;
    let mut title: Option<String> = None;
    let mut comment_ends = 0;
    for line in text.lines().chain([&text[text.len()..]]) {
        let line = line.trim_end();
        if place_in(text, line) < comment_ends {
            continue;
        }
        let comment = end_of_comment(text, line);
        comment_ends = comment.unwrap_or(comment_ends);
        if is_row(line) {
            if wrong.is_none() {
                wrong = read_rows(text, line, most, &mut rows).err();
            }
            continue;
        }
        if !rows.is_empty() || wrong.is_some() {
            let level = wrong.take().map_or_else(|| build(text, &rows), Err);
            levels.push((title.take(), level));
            rows.clear();
        }
        let line = line.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if comment.is_some() {
            continue;
        }
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
impl<const W: usize> FromStr for level::Level<W> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut rows = Vec::new();
        let mut comment_ends = 0;
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            if place_in(text, line) < comment_ends {
                continue;
            }
            if let Some(end) = end_of_comment(text, line) {
                comment_ends = end;
            } else if is_row(line) {
                read_rows(text, line, Self::MOST_SQUARES, &mut rows)?;
            } else if !rows.is_empty() && !line.is_empty() {
                let expected = "the next row, or nothing after one level";
                return Err(ParseError::about(text, line, expected));
            }
        }
        if rows.is_empty() { Err(ParseError::at_end(text, LEVEL)) } else { build(text, &rows) }
    }
}
