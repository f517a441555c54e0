//! Maps in the format of the MovingAI benchmarks.

use std::fmt;

use tremaux_core::ParseError;
use tremaux_core::parse::floor_char_boundary;

use super::cell::{Cell, LARGEST_SIDE};
use super::terrain::TerrainRules;

/// A map as stored in a file: a letter for each cell.
///
/// [`Grid`](super::Grid) is made from it for searching.
///
/// ```
/// use tremaux::maps::grid::{Cell, MapFile, TerrainRules};
/// let text = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
/// let map = MapFile::parse(text, &TerrainRules::land())?;
/// assert_eq!(map.letter(Cell::new(1, 0)), Some(b'@'));
/// assert_eq!(map.to_string(), text);
///
/// let text = "type octile\nheight 2\nwidth 3\nmap\n.@.\n.x.\n";
/// let error = MapFile::parse(text, &TerrainRules::land());
/// assert!(error.is_err_and(|error| (error.line, error.column) == (6, 2)));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFile {
    width: u16,
    height: u16,
    letters: Vec<u8>,
}

impl MapFile {
    /// The map whose rows are these letters, one row after the other.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many letters as cells, or no cells at all.
    pub fn new(width: u16, height: u16, letters: Vec<u8>) -> Self {
        assert!(letters.len() == usize::from(width) * usize::from(height) && !letters.is_empty());
        Self { width, height, letters }
    }

    /// Reads a map: a header of `type`, `height` and `width` in any order, `map`, and rows. Plain
    /// rows of `.` and `#` need no header; `#` is a wall.
    ///
    /// Lines may end with a carriage return, and blank ones may follow the last row.
    ///
    /// # Errors
    ///
    /// Returns the place of whatever is missing, superfluous or not a letter of `rules`.
    pub fn parse(text: &str, rules: &TerrainRules) -> Result<Self, ParseError> {
        if Self::is_plain(text) {
            let rows: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
            let mut map = Self::from_rows(&rows, &rules.clone().with_weight(b'#', 0))?;
            map.letters.iter_mut().filter(|it| **it == b'#').for_each(|it| *it = b'@');
            return Ok(map);
        }
        let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let (width, height) = parse_header(text, &mut lines)?;
        // The length of the text bounds the memory, whatever the header says.
        let cells = usize::from(width) * usize::from(height);
        let mut letters = Vec::with_capacity(cells.min(text.len()));
        for row in 0..height {
            let Some(line) = lines.next() else {
                return Err(ParseError::at_end(text, rows_expected(height, row)));
            };
            parse_row(text, line, width, rules, &mut letters).map_err(|error| {
                let is_last = line.is_empty() && text[error.offset..].trim().is_empty();
                if is_last { ParseError::at_end(text, rows_expected(height, row)) } else { error }
            })?;
        }
        for line in lines {
            if !line.trim().is_empty() {
                let expected = format!("the end of a map of {height} rows");
                return Err(ParseError::about(text, line, expected));
            }
        }
        Ok(Self { width, height, letters })
    }

    /// Whether a text has nothing but rows of `.`, `#` and `@`, and some free cell.
    pub fn is_plain(text: &str) -> bool {
        let mut has_free = false;
        let is_row = |row: &str| {
            has_free |= row.contains('.');
            !row.is_empty() && row.bytes().all(|cell| matches!(cell, b'.' | b'#' | b'@'))
        };
        text.trim_end().lines().map(str::trim_end).all(is_row) && has_free
    }

    /// Whether the text begins as a file of the `MovingAI` benchmarks does.
    pub fn has_header(text: &str) -> bool {
        let first = text.split_whitespace().next();
        first.is_some_and(|word| ["type", "height", "width"].contains(&word))
    }

    /// Reads rows of letters, without a header. The first row says how wide the map is.
    ///
    /// # Errors
    ///
    /// Returns the place, with rows as lines, of a letter that is not one of `rules`, or where a
    /// row is shorter or longer than the first, or than [`Grid::LARGEST_SIDE`].
    ///
    /// [`Grid::LARGEST_SIDE`]: super::Grid::LARGEST_SIDE
    pub fn from_rows(rows: &[impl AsRef<str>], rules: &TerrainRules) -> Result<Self, ParseError> {
        let text = rows.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n");
        let first = text.lines().next().unwrap_or_default();
        let most = LARGEST_SIDE;
        let side = |len: usize| u16::try_from(len).ok().filter(|side| (1..=most).contains(side));
        let Some(width) = side(first.len()) else {
            let expected = format!("a row of 1 to {most} letters");
            return Err(ParseError::about(&text, first, expected));
        };
        let Some(height) = side(rows.len()) else {
            return Err(ParseError::at_end(&text, format!("at most {most} rows")));
        };
        let mut letters = Vec::with_capacity(usize::from(width) * usize::from(height));
        for row in text.split('\n') {
            parse_row(&text, row, width, rules, &mut letters)?;
        }
        Ok(Self { width, height, letters })
    }

    /// The number of columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The letter of a cell; `None` off the map.
    pub fn letter(&self, cell: Cell) -> Option<u8> {
        let is_inside = cell.x < self.width && cell.y < self.height;
        is_inside.then(|| self.row(cell.y)[usize::from(cell.x)])
    }

    /// The letters of a row.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row.
    pub fn row(&self, y: u16) -> &[u8] {
        let width = usize::from(self.width);
        &self.letters[usize::from(y) * width..][..width]
    }

    /// All letters, one row after the other.
    pub fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// All letters, one row after the other.
    pub(super) fn into_letters(self) -> Vec<u8> {
        self.letters
    }
}

fn rows_expected(height: u16, row: u16) -> String {
    format!("row {} of {height}", row + 1)
}

/// Reads the lines up to `map`: width and height.
fn parse_header<'a>(
    text: &'a str,
    lines: &mut impl Iterator<Item = &'a str>,
) -> Result<(u16, u16), ParseError> {
    let (mut has_type, mut sides) = (false, [None; 2]);
    for line in lines {
        let mut words = line.split_whitespace();
        let Some(key) = words.next() else {
            continue;
        };
        let value = words.next();
        let superfluous = if key == "map" { value } else { words.next() };
        if let Some(word) = superfluous {
            return Err(ParseError::about(text, word, "the end of the line"));
        }
        let end = &line[line.trim_end().len()..];
        let missing = |what| ParseError::about(text, key, what);
        match key {
            "map" if !has_type => return Err(missing("`type octile` before `map`")),
            "map" => {
                let width = sides[0].ok_or_else(|| missing("`width` before `map`"))?;
                return Ok((width, sides[1].ok_or_else(|| missing("`height` before `map`"))?));
            }
            // The user chooses the movement rule, so any type is accepted.
            "type" if !has_type && value.is_some() => has_type = true,
            "type" if !has_type => {
                return Err(ParseError::about(text, &end[..0], "a type, for example `octile`"));
            }
            "width" | "height" => {
                let side = &mut sides[usize::from(key == "height")];
                if side.is_some() {
                    return Err(missing("each header line once"));
                }
                *side = Some(parse_side(text, value.unwrap_or(&end[..0]))?);
            }
            _ => return Err(missing("`type`, `height`, `width` or `map`")),
        }
    }
    Err(ParseError::at_end(text, "a header that ends with `map`"))
}

fn parse_side(text: &str, word: &str) -> Result<u16, ParseError> {
    let most = LARGEST_SIDE;
    let side = word.parse().ok().filter(|side| (1..=most).contains(side));
    side.ok_or_else(|| ParseError::about(text, word, format!("a number from 1 to {most}")))
}

fn parse_row(
    text: &str,
    line: &str,
    width: u16,
    rules: &TerrainRules,
    letters: &mut Vec<u8>,
) -> Result<(), ParseError> {
    let width = usize::from(width);
    let bytes = line.as_bytes();
    let unknown = bytes.iter().take(width).position(|&letter| !rules.is_known(letter));
    if let Some(at) = unknown {
        let rest = &line[floor_char_boundary(line, at)..];
        let is_blank = rest.trim().is_empty();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let expected = if is_blank && bytes.len() >= width {
            format!("a row of {width} letters")
        } else {
            format!("a letter of the map: {}", rules.known_letters())
        };
        return Err(ParseError::about(text, &rest[..first], expected));
    }
    if bytes.len() < width {
        let expected = format!("a row of {width} letters");
        let found = format!("the end of a row of {}", bytes.len());
        let offset = line.as_ptr() as usize - text.as_ptr() as usize + line.len();
        return Err(ParseError::at(text, offset, 0, found, expected));
    }
    let rest = line[floor_char_boundary(line, width)..].trim_end();
    if !rest.is_empty() {
        return Err(ParseError::about(text, rest, format!("the end of a row of {width} letters")));
    }
    letters.extend_from_slice(&bytes[..width]);
    Ok(())
}

impl fmt::Display for MapFile {
    /// Writes the map in the file format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "type octile\nheight {}\nwidth {}\nmap", self.height, self.width)?;
        for y in 0..self.height {
            let row: String = self.row(y).iter().copied().map(char::from).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
