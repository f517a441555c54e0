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

#[cfg(test)]
mod tests {
    use super::boards;

    fn counts(text: &str) -> Vec<usize> {
        let boards = boards(text, None).expect(text);
        boards.iter().map(|board| board.size().cells()).collect()
    }

    #[test]
    fn a_board_may_take_several_lines() {
        assert_eq!(counts("1 4 2\n3 0 5\n6 7 8\n"), [9]);
        assert_eq!(counts("# of 3x2\n1 4 2\n3 0 5\n"), [6]);
        assert_eq!(counts("0 1 2 3\n3 2 1 0\n"), [4, 4]);
        assert_eq!(counts("1 4 2 / 3 0 5\n\n1 4 2 / 3 5 0 # the next\n"), [6, 6]);
    }

    #[test]
    fn a_number_and_a_length_may_stand_in_front() {
        let published = "# id length tiles\n\
            1 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n\
            2 55 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n";
        assert_eq!(counts(published), [16, 16]);
        assert_eq!(counts("7 2 1 4 2 3 0 5 6 7 8"), [9]);
    }

    #[test]
    fn places_are_those_of_the_file() {
        let place = |text: &str| {
            let error = boards(text, None).expect_err(text);
            (error.line, error.column)
        };
        assert_eq!(place("# é\n0 1 2 3\n0 1 2 x\n"), (3, 7));
        assert_eq!(place("1 4 2\n3 0 5\n6 7 7\n"), (3, 5));
        assert_eq!(place("0 1 2 3 # one\n\n  0 1 2 2\n"), (3, 9));
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("# nothing\n").0, 1);
    }
}
