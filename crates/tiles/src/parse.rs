//! Boards as text.

use tremaux_core::ParseError;

use super::{Arrangement, Size};

/// A word of a text, and the separators before it.
struct Word<'a> {
    text: &'a str,
    /// It is preceded by `/`.
    after_slash: bool,
    /// It is preceded by `/`, `,` or a line break.
    after_break: bool,
}

/// The first words of `text`, up to one more than the number of cells of the largest board.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut after_slash, mut after_break) = (false, false);
    let mut rest = text;
    while words.len() <= Size::MOST_CELLS {
        let is_between = |c: char| c.is_whitespace() || c == '/' || c == ',';
        let start = rest.find(|c| !is_between(c)).unwrap_or(rest.len());
        let gap = &rest[..start];
        after_slash |= gap.contains('/');
        after_break |= gap.contains(['/', ',', '\n', '\r']);
        rest = &rest[start..];
        if rest.is_empty() {
            break;
        }
        let (text, after) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
        words.push(Word { text, after_slash, after_break });
        (after_slash, after_break) = (false, false);
        rest = after;
    }
    words
}

/// The length of all rows, if there are several and all are equally long.
fn row_length(words: &[Word<'_>], is_break: impl Fn(&Word<'_>) -> bool) -> Option<usize> {
    let inner = words.iter().enumerate().skip(1);
    let breaks: Vec<usize> = inner.filter(|(_, word)| is_break(word)).map(|(at, _)| at).collect();
    let length = *breaks.first()?;
    let ends = breaks.iter().copied().chain([words.len()]);
    ends.zip(1..).all(|(end, rows)| end == rows * length).then_some(length)
}

/// The size of the board written in these words.
fn size_of(text: &str, words: &[Word<'_>]) -> Result<Size, ParseError> {
    const SIDES: &str = "from 2 to 8 rows and columns";
    if let Some(width) = row_length(words, |word| word.after_slash)
        .or_else(|| row_length(words, |word| word.after_break).filter(|&length| length > 1))
    {
        return Size::new(width, words.len() / width).ok_or_else(|| {
            let found = format!("{width} columns and {} rows", words.len() / width);
            ParseError { found, ..ParseError::about(text, words[0].text, SIDES) }
        });
    }
    if words.iter().skip(1).any(|word| word.after_slash) {
        let first = words.iter().skip(1).position(|word| word.after_slash).map_or(0, |at| at + 1);
        let expected = format!("rows of equal length: {first} tiles, like the first row");
        let other = words.iter().enumerate().skip(first + 1);
        let odd = other.into_iter().find(|(at, word)| word.after_slash != (at % first == 0));
        return Err(match odd {
            Some((_, word)) => ParseError::about(text, word.text, expected),
            None => at_end_of(text, expected),
        });
    }
    Size::square_of(words.len()).ok_or_else(|| {
        if words.len() > Size::MOST_CELLS {
            let surplus = words[Size::MOST_CELLS].text;
            return ParseError::about(text, surplus, "at most 64 tiles");
        }
        let found = format!("{} tiles", words.len());
        let expected = "the number of tiles of a square board; for any other board give its size \
                        with --size";
        ParseError { found, ..at_end_of(text, expected) }
    })
}

/// An error about the end of `text`.
fn at_end_of(text: &str, expected: impl Into<String>) -> ParseError {
    let end = text.trim_end().len();
    ParseError::at(text, end, 0, if end == 0 { "nothing" } else { "its end" }, expected)
}

/// Parses a number up to 255.
fn number(word: &str) -> Option<u8> {
    if word == "_" {
        return Some(0);
    }
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_number)
}

impl Arrangement {
    /// Reads the tiles of a board, row by row, `0` or `_` for the blank.
    ///
    /// Tiles are separated by whitespace. Rows may be separated by `/`, `,` or line breaks: if
    /// all rows have the same length, and no `size` is given, they determine the size; otherwise
    /// the board must be square.
    ///
    /// # Errors
    ///
    /// Returns the place where the text is not a board, and what was expected there.
    ///
    /// ```
    /// use tremaux::puzzles::tiles::Arrangement;
    /// let board = Arrangement::parse("3 1 2\n0 4 5", None)?;
    /// assert_eq!(board.size().to_string(), "3x2");
    /// let error = Arrangement::parse("3 1 2\n0 4 4", None).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 5: expected each tile once (tile 5 is missing), found a second 4"
    /// );
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse(text: &str, size: Option<Size>) -> Result<Self, ParseError> {
        let words = words(text);
        if words.is_empty() {
            let expected = "the tiles of a board, row by row, `_` or 0 for the blank";
            return Err(if text.trim().is_empty() {
                ParseError::at_end(text, expected)
            } else {
                at_end_of(text, expected)
            });
        }
        let is_number = |word: &str| word == "_" || word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(word) = words.iter().find(|word| !is_number(word.text)) {
            return Err(ParseError::about(text, word.text, "the number of a tile, or `_`"));
        }
        let size = match size {
            Some(size) => size,
            None => size_of(text, &words)?,
        };
        let cells = size.cells();
        let mut tiles = Vec::with_capacity(cells);
        let mut seen = 0_u64;
        for word in words.iter().take(cells) {
            let tile = number(word.text).filter(|&tile| usize::from(tile) < cells);
            let Some(tile) = tile else {
                let expected = format!("a tile from 0 to {} of a {size} board", cells - 1);
                return Err(ParseError::about(text, word.text, expected));
            };
            if seen >> tile & 1 == 1 {
                let numbers = words.iter().filter_map(|word| number(word.text));
                let there = numbers.fold(0_u64, |there, it| there | 1_u64.wrapping_shl(it.into()));
                let error = ParseError::about(text, word.text, "each tile once");
                let missing = there.trailing_ones() as usize;
                let expected = if missing < cells && words.len() == cells {
                    format!("each tile once (tile {missing} is missing)")
                } else {
                    "each tile once".into()
                };
                return Err(ParseError { found: format!("a second {tile}"), expected, ..error });
            }
            seen |= 1 << tile;
            tiles.push(tile);
        }
        if let Some(surplus) = words.get(cells) {
            let expected = format!("the end after the {cells} tiles of a {size} board");
            return Err(ParseError::about(text, surplus.text, expected));
        }
        if tiles.len() < cells {
            let error = at_end_of(text, format!("the {cells} tiles of a {size} board"));
            return Err(ParseError { found: format!("{} tiles", tiles.len()), ..error });
        }
        if let Some(length) = row_length(&words, |word| word.after_slash)
            && length != size.width()
        {
            let expected = format!("rows of {} tiles, for a {size} board", size.width());
            let error = ParseError::about(text, words[length.min(words.len() - 1)].text, expected);
            return Err(ParseError { found: format!("rows of {length}"), ..error });
        }
        Ok(Self::new(size, &tiles).expect("as many different tiles as cells"))
    }

    /// Reads a goal for boards of this size: `blank-first`, `blank-last`, `ring` (3x3 alone),
    /// `spiral`, or the tiles as [`Arrangement::parse`] reads them.
    ///
    /// # Errors
    ///
    /// Returns the place where the text is not such a goal, and what was expected there.
    pub fn parse_goal(text: &str, size: Size) -> Result<Self, ParseError> {
        match text.trim() {
            "blank-first" => Ok(Self::blank_first(size)),
            "blank-last" => Ok(Self::blank_last(size)),
            "spiral" => Ok(Self::spiral(size)),
            "ring" if size.width() == 3 && size.height() == 3 => Ok(Self::spiral(size)),
            "ring" => {
                let expected = format!("a goal of a {size} board (the ring is one of 3x3)");
                Err(ParseError::about(text, text.trim(), expected))
            }
            name if name.starts_with(|c: char| c.is_alphabetic()) => {
                let expected = "`blank-first`, `blank-last`, `ring`, `spiral`, or a board";
                Err(ParseError::about(text, name, expected))
            }
            _ => Self::parse(text, Some(size)),
        }
    }
}
