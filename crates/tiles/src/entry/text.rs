//! Files of boards.

use crate::{Arrangement, Size};
use tremaux_core::ParseError;

/// The boards in `text`: one board over several lines, or one per line.
pub(super) fn boards(text: &str, size: Option<Size>) -> Result<Vec<Arrangement>, ParseError> {
    let text = &without_comments(text);
    let whole = Arrangement::parse(text, size);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let [first, others @ ..] = lines.as_slice() else {
        return whole.map(|board| vec![board]);
    };
    if let Ok(board) = whole {
        return Ok(vec![board]);
    }
    let first = board_of_line(text, first, size);
    let first = match (first, whole) {
        (Ok(board), _) => board,
        // This few lines look like the rows of one board.
        (Err(_), Err(error)) if !others.is_empty() && lines.len() <= Size::MOST_SIDE => {
            return Err(error);
        }
        (Err(error), _) => return Err(error),
    };
    let mut boards = vec![first];
    for line in others {
        boards.push(board_of_line(text, line, size)?);
    }
    Ok(boards)
}

/// `text` with comments replaced by spaces, so that offsets stay valid.
fn without_comments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let length = line.find('#').unwrap_or(line.len());
        bare.push_str(&line[..length]);
        let comment = &line[length..];
        let end = if comment.ends_with('\n') { "\n" } else { "" };
        bare.extend(std::iter::repeat_n(' ', comment.len() - end.len()));
        bare.push_str(end);
    }
    bare
}

/// The board in `line`, a part of `text`. If it is valid only without its first two numbers,
/// they are skipped.
fn board_of_line(text: &str, line: &str, size: Option<Size>) -> Result<Arrangement, ParseError> {
    let error = match Arrangement::parse(line, size) {
        Ok(board) => return Ok(board),
        Err(error) => error,
    };
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut words = line.split_whitespace();
    let (number, length) = (words.next(), words.next());
    let is_number = |word: Option<&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
    if is_number(number)
        && is_number(length)
        && let Some(first) = words.next()
    {
        let offset = first.as_ptr() as usize - line.as_ptr() as usize;
        if let Ok(board) = Arrangement::parse(&line[offset..], size) {
            return Ok(board);
        }
    }
    Err(ParseError::at(text, start + error.offset, error.length, error.found, error.expected))
}
