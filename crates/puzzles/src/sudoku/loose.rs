//! Sudokus as other programs and people write them, made plain for the parser.
//!
//! Each step replaces bytes by others, so that places in the plain text are those of the original.

use std::borrow::Cow;

use super::Shape;

/// The names of the column of boards in tables with a header.
const COLUMNS: [&str; 6] = ["puzzle", "puzzles", "quiz", "quizzes", "board", "sudoku"];

/// Keys of boards in JSON, besides [`COLUMNS`].
const KEYS: [&str; 6] = ["grid", "grids", "boards", "sudokus", "cells", "value"];

const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The cells of the longest row.
const LONGEST_ROW: usize = 25;

/// Signs of empty cells that only people use.
const EMPTY: &str = "·•∙⋅◦○□☐▢–—−?xX";

/// A text that only has cells, frames, heads and comments.
pub(super) struct Plain<'a> {
    pub(super) text: Cow<'a, str>,
    /// What was left out.
    pub(super) notes: Vec<String>,
}

/// A step that changes a text, and perhaps says what it left out; `None` if it changes nothing.
type Step = fn(&str) -> Option<(String, Option<String>)>;

const STEPS: [Step; 5] = [sections, fields, empty_signs, dashes, pencil_marks];

/// Makes a text plain.
pub(super) fn plain(text: &str) -> Plain<'_> {
    let is_usual = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'*' | b'_' | b'\n' | b' ');
    let mut plain = Plain { text: text.into(), notes: Vec::new() };
    if text.bytes().all(is_usual) {
        return plain;
    }
    if let Some(text) = json(text) {
        return Plain { text: text.into(), ..plain };
    }
    for step in STEPS {
        if let Some((text, note)) = step(&plain.text) {
            plain.text = text.into();
            plain.notes.extend(note);
        }
    }
    plain
}

/// A copy of a text in which parts are replaced.
struct Edited<'a> {
    text: &'a str,
    bytes: Vec<u8>,
}

impl<'a> Edited<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes().to_vec() }
    }

    /// Puts `by` and blanks into the place of a part of the text.
    fn replace(&mut self, part: &str, by: &str) {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.bytes[start..start + part.len()].fill(b' ');
        self.bytes[start..start + by.len()].copy_from_slice(by.as_bytes());
    }

    /// Leaves out all of a line but a part of it.
    fn keep_only(&mut self, line: &str, part: Option<&str>) {
        self.replace(line, "");
        if let Some(part) = part {
            self.replace(part, part);
        }
    }

    fn finish(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// The cells of boards in JSON: numbers, nulls and texts in brackets of any depth that end with a
/// board, or one text.
fn json(text: &str) -> Option<String> {
    let mut edited = Edited { text, bytes: vec![b' '; text.len()] };
    let (mut rest, mut depth, mut cells) = (value_of_json(text.trim_start())?, 0_usize, 0);
    // Where the cells stand: boards end two levels above.
    let mut depth_of_cells = None;
    loop {
        rest = rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ',');
        let is_end = |sign: char| sign.is_whitespace() || ",[]}".contains(sign);
        let length = match rest.chars().next()? {
            '[' | ']' => 1,
            '"' => rest[1..].find('"')? + 2,
            _ => rest.find(is_end).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        match word {
            "[" => depth += 1,
            "]" => {
                depth = depth.checked_sub(1)?;
                if cells > LONGEST_ROW || depth_of_cells == Some(depth + 2) {
                    edited.replace(word, "\n");
                }
                cells = 0;
            }
            _ => {
                depth_of_cells.get_or_insert(depth);
                cells += 1;
                let cell = word.trim_matches('"');
                let is_digits = !cell.is_empty() && cell.bytes().all(|it| it.is_ascii_digit());
                match cell.trim() {
                    "" | "null" | "None" | "-1" | "false" if !word.is_empty() => {
                        edited.replace(word, ".");
                    }
                    _ if is_digits || word.starts_with('"') => edited.replace(cell, cell),
                    _ => return None,
                }
                // A board as one text.
                if word.starts_with('"') && cell.len() > LONGEST_ROW {
                    edited.replace(&word[word.len() - 1..], "\n");
                }
            }
        }
        if depth == 0 {
            return Some(edited.finish());
        }
    }
}

/// The value of the first known key in an object, or a list that has no objects.
fn value_of_json(body: &str) -> Option<&str> {
    if !body.starts_with('{') {
        let inside = body.strip_prefix('[')?.trim_start();
        let is_value = inside.starts_with(['[', '"', '-'])
            || inside.starts_with("null")
            || inside.starts_with(|sign: char| sign.is_ascii_digit());
        return Some(body).filter(|_| is_value);
    }
    let starts_object = |value: &str| {
        value.trim_start_matches(|sign: char| sign == '[' || sign.is_whitespace()).starts_with('{')
    };
    body.match_indices('"').find_map(|(at, _)| {
        let (key, rest) = body[at + 1..].split_once('"')?;
        let value = rest.trim_start().strip_prefix(':')?.trim_start();
        let is_known = KEYS.iter().chain(&COLUMNS).any(|known| key.eq_ignore_ascii_case(known));
        (is_known && value.starts_with(['[', '"']) && !starts_object(value)).then_some(value)
    })
}

/// Leaves out the sections of files of the form `.sdk` that have neither puzzle nor state.
fn sections(text: &str) -> Option<(String, Option<String>)> {
    let head = |line: &str| {
        let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
        let is_name = name.starts_with(char::is_alphabetic);
        is_name.then(|| name.trim().to_ascii_lowercase())
    };
    let is_other = |name: &String| !["puzzle", "state"].contains(&&**name);
    if !text.lines().filter_map(head).any(|name| name == "puzzle") {
        return None;
    }
    let mut edited = Edited::new(text);
    let (mut is_left_out, mut others) = (false, Vec::new());
    for line in text.lines() {
        if let Some(name) = head(line) {
            is_left_out = is_other(&name);
            if is_left_out {
                others.push(format!("[{}]", line.trim().trim_matches(['[', ']'])));
            }
        }
        if is_left_out {
            edited.replace(line, "");
        }
    }
    let note = format!("sections are left out: {}", others.join(", "));
    (!others.is_empty()).then(|| (edited.finish(), Some(note)))
}

/// Whether a field is a whole board.
fn is_board(field: &str) -> bool {
    let is_cell = |sign: char| sign.is_ascii_alphanumeric() || ".*_-".contains(sign);
    field.len() >= 16 && field.chars().all(is_cell) && Shape::of_cells(field.len()).is_some()
}

fn has_empty(field: &str) -> bool {
    field.contains(['0', '.', '*', '_', '-'])
}

/// The fields of a row of a table.
pub(super) fn fields_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(SEPARATORS).map(|field| field.trim().trim_matches('"'))
}

/// Whether a field is the name of the column of boards.
pub(super) fn is_column(field: &str) -> bool {
    COLUMNS.iter().any(|name| field.eq_ignore_ascii_case(name))
}

/// Leaves out all fields but the puzzle's in rows of a table whose header names no puzzle.
fn fields(text: &str) -> Option<(String, Option<String>)> {
    let is_row = |line: &str| line.contains(SEPARATORS) && fields_of(line).any(is_board);
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
    if !text.lines().any(is_row) || fields_of(first).any(is_column) {
        return None;
    }
    let mut edited = Edited::new(text);
    for line in text.lines().filter(|line| line.contains(SEPARATORS)) {
        let boards = || fields_of(line).filter(|field| is_board(field));
        let puzzle = boards().find(|field| has_empty(field)).or_else(|| boards().next());
        // A row without a board may be the header.
        if puzzle.is_some() || line.contains(char::is_alphabetic) {
            edited.keep_only(line, puzzle);
        }
    }
    Some((edited.finish(), None))
}

/// Replaces other signs of empty cells by dots.
fn empty_signs(text: &str) -> Option<(String, Option<String>)> {
    let is_empty = |sign: char| EMPTY.contains(sign);
    // Letters of words are no cells.
    let is_cell = |sign: char| {
        !sign.is_alphabetic() || is_empty(sign) || ('A'..='P').contains(&sign.to_ascii_uppercase())
    };
    text.contains(is_empty).then(|| {
        let mut edited = Edited::new(text);
        let rows = text.lines().filter(|line| line.chars().all(is_cell));
        rows.flat_map(|row| row.matches(is_empty)).for_each(|sign| edited.replace(sign, "."));
        (edited.finish(), None)
    })
}

/// Replaces dashes by dots where they are empty cells: some stand beside digits. A line of dashes
/// is a row if it is written like the others, and otherwise drawn between boxes.
fn dashes(text: &str) -> Option<(String, Option<String>)> {
    let is_digit = |sign: char| sign.is_ascii_alphanumeric();
    let cells = |line: &str| line.chars().filter(|&sign| is_digit(sign) || sign == '-').count();
    let is_shape = |count: usize| {
        Shape::USUAL.iter().any(|shape| [shape.side(), shape.cells()].contains(&count))
    };
    let body = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let is_mixed = |line: &str| {
        line.contains('-')
            && line.contains(is_digit)
            && !line.contains(['.', '+'])
            && is_shape(cells(line))
    };
    let written = |row: &str| (cells(row), row.contains(' '), row.contains('|'));
    let like = written(&text.lines().map(body).find(|line| is_mixed(line))?);
    let mut edited = Edited::new(text);
    for line in text.lines() {
        let row = body(line);
        let is_empty_row = !row.is_empty() && row.chars().all(|sign| "-| ".contains(sign));
        if is_mixed(&row) || is_empty_row && written(&row) == like {
            line.matches('-').for_each(|dash| edited.replace(dash, "."));
        }
    }
    Some((edited.finish(), None))
}

/// Replaces cells with the candidates that people note, such as `379`, by dots: if there are as
/// many words as cells, each of increasing digits.
fn pencil_marks(text: &str) -> Option<(String, Option<String>)> {
    let is_frame = |sign: char| {
        sign.is_whitespace() || sign == '|' || ('\u{2500}'..='\u{257f}').contains(&sign)
    };
    let is_line = |line: &&str| line.contains(|sign: char| sign.is_ascii_digit());
    let lines = text.lines().filter(is_line);
    let words: Vec<&str> =
        lines.flat_map(|line| line.split(is_frame)).filter(|word| !word.is_empty()).collect();
    let is_marks = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            && word.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
    };
    let longer = |than: usize| words.iter().filter(move |word| word.len() > than);
    let has_long = longer(2).count() > 0 || longer(1).count() > 8;
    if !has_long || words.len() != 81 || !words.iter().all(|it| is_marks(it) || *it == ".") {
        return None;
    }
    let mut edited = Edited::new(text);
    longer(1).for_each(|word| edited.replace(word, "."));
    // Lines drawn with `.` and `'` at their corners.
    text.lines().filter(|line| !is_line(line)).for_each(|line| edited.replace(line, ""));
    Some((edited.finish(), Some("the candidates in cells are left out".to_owned())))
}

/// Leaves out words that are no cells, and the lines that have nothing else; how many lines had
/// such words.
pub(super) fn without_prose(text: &str) -> Option<(String, usize)> {
    let is_word = |word: &str| {
        let letters = word.chars().filter(|sign| sign.is_alphabetic()).count();
        letters > 2 && !is_board(word) || letters > 0 && word.contains(['\'', ':', ',', '!', '?'])
    };
    let mut edited = Edited::new(text);
    let has_word = |line: &&str| line.split_whitespace().any(is_word);
    let mut count = 0;
    for line in text.lines().filter(has_word) {
        let board = line.split_whitespace().find(|word| is_board(word) && has_empty(word));
        edited.keep_only(line, board);
        count += 1;
    }
    (count > 0).then(|| (edited.finish(), count))
}
