//! Sudokus as other programs and people write them, made plain for the parser.
//!
//! Each step replaces bytes by others, so that places in the plain text are those of the original.

use std::borrow::Cow;

use super::Shape;

/// The names of the column of boards in tables with a header.
pub(super) const COLUMNS: [&str; 6] = ["puzzle", "puzzles", "quiz", "quizzes", "board", "sudoku"];

/// A text that only has cells, frames, heads and comments.
pub(super) struct Plain<'a> {
    pub(super) text: Cow<'a, str>,
    /// What was left out.
    pub(super) notes: Vec<String>,
}

/// Keys of boards in JSON.
const KEYS: [&str; 12] = [
    "grid", "grids", "puzzle", "puzzles", "board", "boards", "sudoku", "sudokus", "quiz",
    "quizzes", "cells", "value",
];

/// The cells of the longest row.
const LONGEST_ROW: usize = 25;

/// Signs of empty cells that only people use.
const EMPTY: &str = "·•∙⋅◦○□☐▢–—−?xX";

/// Makes a text plain.
pub(super) fn plain(text: &str) -> Plain<'_> {
    let is_usual = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'*' | b'_' | b'\n' | b' ');
    if text.bytes().all(is_usual) {
        return Plain { text: text.into(), notes: Vec::new() };
    }
    if let Some(text) = json(text) {
        return Plain { text: text.into(), notes: Vec::new() };
    }
    let (text, notes) = sections(text);
    let text = fields(&text).map_or(text, Cow::Owned);
    let text = empty_signs(&text).map_or(text, Cow::Owned);
    let text = dashes(&text).map_or(text, Cow::Owned);
    let (text, has_marks) = match pencil_marks(&text) {
        Some(text) => (text.into(), true),
        None => (text, false),
    };
    let mut notes: Vec<String> = notes.into_iter().collect();
    if has_marks {
        notes.push("the candidates in cells are left out".to_owned());
    }
    Plain { text, notes }
}

/// Puts `by` and blanks into the place of `part`, a part of `text` that became `bytes`.
fn replace(bytes: &mut [u8], text: &str, part: &str, by: &str) {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    bytes[start..start + part.len()].fill(b' ');
    bytes[start..start + by.len()].copy_from_slice(by.as_bytes());
}

fn whole(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).ok()
}

/// The cells of boards in JSON: numbers, nulls and texts in brackets of any depth that end with a
/// board, or one text.
fn json(text: &str) -> Option<String> {
    let body = text.trim_start();
    let value = if body.starts_with('{') {
        let values = body.match_indices('"').filter_map(|(at, _)| {
            let (key, rest) = body[at + 1..].split_once('"')?;
            let value = rest.trim_start().strip_prefix(':')?.trim_start();
            let is_known = KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
            (is_known && value.starts_with(['[', '"']) && !starts_object(value)).then_some(value)
        });
        values.into_iter().next()?
    } else {
        let inside = body.strip_prefix('[')?.trim_start();
        let is_value = inside.starts_with(['[', '"', '-'])
            || inside.starts_with("null")
            || inside.starts_with(|sign: char| sign.is_ascii_digit());
        Some(body).filter(|_| is_value)?
    };
    let mut bytes = vec![b' '; text.len()];
    let (mut rest, mut depth, mut cells) = (value, 0_usize, 0);
    // Where the cells stand: boards end two levels above.
    let mut depth_of_cells = None;
    loop {
        rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ',');
        let start = text.len() - rest.len();
        let (word, after) = match rest.chars().next()? {
            '[' => {
                depth += 1;
                ("", &rest[1..])
            }
            ']' => {
                depth = depth.checked_sub(1)?;
                if cells > LONGEST_ROW || depth_of_cells == Some(depth + 2) {
                    bytes[start] = b'\n';
                }
                cells = 0;
                ("", &rest[1..])
            }
            '"' => {
                let end = rest[1..].find('"')?;
                let word = &rest[1..=end];
                bytes[start + 1..=start + end].copy_from_slice(word.as_bytes());
                depth_of_cells.get_or_insert(depth);
                cells += 1;
                if word.trim().is_empty() {
                    bytes[start] = b'.';
                }
                // A row or a board as one text, or a cell.
                if word.len() > LONGEST_ROW {
                    bytes[start + end + 1] = b'\n';
                }
                ("", &rest[end + 2..])
            }
            _ => {
                let is_end = |sign: char| sign.is_whitespace() || ",[]}".contains(sign);
                let end = rest.find(is_end).unwrap_or(rest.len());
                (&rest[..end], &rest[end..])
            }
        };
        match word {
            "" => {}
            "null" | "None" | "-1" | "false" => bytes[start] = b'.',
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                bytes[start..start + word.len()].copy_from_slice(word.as_bytes());
            }
            _ => return None,
        }
        if !word.is_empty() {
            depth_of_cells.get_or_insert(depth);
            cells += 1;
        }
        rest = after;
        if depth == 0 {
            return whole(bytes);
        }
    }
}

/// Whether a list in JSON has objects.
fn starts_object(value: &str) -> bool {
    value.trim_start_matches(|sign: char| sign == '[' || sign.is_whitespace()).starts_with('{')
}

/// Leaves out the sections of files of the form `.sdk` that have neither puzzle nor state.
fn sections(text: &str) -> (Cow<'_, str>, Option<String>) {
    let head = |line: &str| {
        let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
        let is_name = name.starts_with(char::is_alphabetic);
        is_name.then(|| name.trim().to_ascii_lowercase())
    };
    let names: Vec<String> = text.lines().filter_map(head).collect();
    let is_other = |name: &String| !["puzzle", "state"].contains(&&**name);
    if !names.contains(&"puzzle".to_owned()) || !names.iter().any(is_other) {
        return (text.into(), None);
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut is_left_out = false;
    let mut others = Vec::new();
    for line in text.lines() {
        if let Some(name) = head(line) {
            is_left_out = is_other(&name);
            if is_left_out {
                others.push(format!("[{}]", line.trim().trim_matches(['[', ']'])));
            }
        }
        if is_left_out {
            replace(&mut bytes, text, line, "");
        }
    }
    let note = format!("sections are left out: {}", others.join(", "));
    (whole(bytes).map_or(text.into(), Cow::Owned), Some(note))
}

/// Whether a field is a whole board.
fn is_board(field: &str) -> bool {
    let is_cell = |sign: char| sign.is_ascii_alphanumeric() || ".*_-".contains(sign);
    field.len() >= 16 && field.chars().all(is_cell) && Shape::of_cells(field.len()).is_some()
}

fn has_empty(field: &str) -> bool {
    field.contains(['0', '.', '*', '_', '-'])
}

/// Leaves out all fields but the puzzle's in rows of a table whose header names no puzzle.
fn fields(text: &str) -> Option<String> {
    const SEPARATORS: [char; 3] = [',', ';', '\t'];
    let named = COLUMNS;
    let parts = |line: &'_ str| -> Vec<String> {
        line.split(SEPARATORS).map(|it| it.trim().trim_matches('"').to_ascii_lowercase()).collect()
    };
    let is_named = |line: &str| parts(line).iter().any(|part| named.contains(&&**part));
    let is_row = |line: &str| {
        line.contains(SEPARATORS)
            && line.split(SEPARATORS).any(|it| is_board(it.trim().trim_matches('"')))
    };
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    let has_row = text.lines().any(is_row);
    if !has_row || is_named(first) {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for line in text.lines() {
        if !is_row(line) {
            // The header.
            if line.contains(SEPARATORS) && line.contains(char::is_alphabetic) {
                replace(&mut bytes, text, line, "");
            }
            continue;
        }
        let fields = || line.split(SEPARATORS).map(|it| it.trim().trim_matches('"'));
        let boards: Vec<&str> = fields().filter(|field| is_board(field)).collect();
        let puzzle = boards.iter().find(|field| has_empty(field)).or(boards.first())?;
        replace(&mut bytes, text, line, "");
        let start = puzzle.as_ptr() as usize - text.as_ptr() as usize;
        bytes[start..start + puzzle.len()].copy_from_slice(puzzle.as_bytes());
    }
    whole(bytes)
}

/// Replaces other signs of empty cells by dots.
fn empty_signs(text: &str) -> Option<String> {
    if !text.contains(|sign| EMPTY.contains(sign)) {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for line in text.lines() {
        // Letters of words are no cells.
        let is_cells = |sign: char| {
            !sign.is_alphabetic()
                || EMPTY.contains(sign)
                || ('A'..='P').contains(&sign.to_ascii_uppercase())
        };
        if !line.chars().all(is_cells) {
            continue;
        }
        for (at, sign) in line.char_indices().filter(|(_, sign)| EMPTY.contains(*sign)) {
            replace(&mut bytes, text, &line[at..at + sign.len_utf8()], ".");
        }
    }
    whole(bytes)
}

/// Replaces dashes by dots where they are empty cells: some stand beside digits. A line of dashes
/// is a row if it is written like the others, and otherwise drawn between boxes.
fn dashes(text: &str) -> Option<String> {
    let is_digit = |sign: char| sign.is_ascii_alphanumeric();
    let cells = |line: &str| line.chars().filter(|&sign| is_digit(sign) || sign == '-').count();
    let is_shape = |count: usize| {
        Shape::USUAL.iter().any(|shape| [shape.side(), shape.cells()].contains(&count))
    };
    let body = |line: &'_ str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let is_mixed = |line: &str| {
        line.contains('-')
            && line.contains(is_digit)
            && !line.contains(['.', '+'])
            && is_shape(cells(line))
    };
    let mixed = text.lines().map(body).find(|line| is_mixed(line))?;
    let (has_blanks, has_bars) = (mixed.contains(' '), mixed.contains('|'));
    let mut bytes = text.as_bytes().to_vec();
    for line in text.lines() {
        let shown = body(line);
        let is_row = is_mixed(&shown)
            || !shown.is_empty()
                && shown.chars().all(|sign| "-| ".contains(sign))
                && cells(&shown) == cells(&mixed)
                && (shown.contains(' '), shown.contains('|')) == (has_blanks, has_bars);
        if is_row {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            bytes[start..start + line.len()]
                .iter_mut()
                .filter(|byte| **byte == b'-')
                .for_each(|byte| *byte = b'.');
        }
    }
    whole(bytes)
}

/// Replaces cells with the candidates that people note, such as `379`, by dots: if there are as
/// many words as cells, each of increasing digits.
fn pencil_marks(text: &str) -> Option<String> {
    let is_frame = |sign: char| {
        sign.is_whitespace() || "|".contains(sign) || ('\u{2500}'..='\u{257f}').contains(&sign)
    };
    let is_line = |line: &&str| line.contains(|sign: char| sign.is_ascii_digit());
    let words = || {
        let lines = text.lines().filter(is_line);
        lines.flat_map(|line| line.split(is_frame)).filter(|word| !word.is_empty())
    };
    let is_marks = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            && word.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
    };
    let is_cell = |word: &str| is_marks(word) || word == ".";
    let has_long =
        words().any(|word| word.len() > 2) || words().filter(|it| it.len() > 1).count() > 8;
    if !has_long || words().count() != 81 || !words().all(is_cell) {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for word in words().filter(|word| word.len() > 1) {
        replace(&mut bytes, text, word, ".");
    }
    // Lines drawn with `.` and `'` at their corners.
    for line in text.lines().filter(|line| !is_line(line)) {
        replace(&mut bytes, text, line, "");
    }
    whole(bytes)
}

/// Leaves out words that are no cells, and the lines that have nothing else; how many lines had
/// such words.
pub(super) fn without_prose(text: &str) -> Option<(String, usize)> {
    let is_word = |word: &str| {
        let letters = word.chars().filter(|sign| sign.is_alphabetic()).count();
        letters > 2 && !is_board(word) || letters > 0 && word.contains(['\'', ':', ',', '!', '?'])
    };
    let mut bytes = text.as_bytes().to_vec();
    let mut count = 0;
    for line in text.lines() {
        if !line.split_whitespace().any(is_word) {
            continue;
        }
        count += 1;
        let board = line.split_whitespace().find(|word| is_board(word) && has_empty(word));
        replace(&mut bytes, text, line, "");
        if let Some(board) = board {
            let start = board.as_ptr() as usize - text.as_ptr() as usize;
            bytes[start..start + board.len()].copy_from_slice(board.as_bytes());
        }
    }
    Some((whole(bytes)?, count)).filter(|(_, count)| *count > 0)
}
