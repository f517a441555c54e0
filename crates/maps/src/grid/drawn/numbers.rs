//! Rows of numbers: as text, CSV, JSON, or printed by `NumPy`.

use std::ops::ControlFlow;

use tremaux_core::ParseError;

use super::rows::{Rows, signs_of};
use super::{DrawnMap, DrawnRules, signs};
use crate::tokens::{Syntax, Tokens};

/// Keys of a grid in a JSON object.
const KEYS: [&str; 6] = ["grid", "maze", "map", "board", "matrix", "cells"];

/// What stands for the numbers that `NumPy` does not print.
const LEFT_OUT: &str = "...";

/// Where an array stands that `NumPy` did not print as a whole.
fn left_out(text: &str) -> Option<&str> {
    let is_end = |sign: char| sign.is_whitespace() || ",[]".contains(sign);
    text.split(is_end).find(|word| *word == LEFT_OUT)
}

/// The most rows that are looked at to recognise a table.
const LOOKED_AT: usize = 64;

/// The numbers of an array in brackets, or of a table in rows.
fn rows(text: &str) -> Option<Rows<'_>> {
    let body = text.trim();
    match array(body) {
        Some(array) => bracketed(text, array),
        None => table(text, usize::MAX),
    }
}

/// The part of a text with an array in two pairs of brackets.
fn array(body: &str) -> Option<&str> {
    if body.starts_with('{') {
        let value = |key: &&str| {
            let at = body.find(&format!("\"{key}\""))? + key.len() + 2;
            Some(body[at..].trim_start().strip_prefix(':')?.trim_start())
        };
        return KEYS.iter().find_map(value).filter(|value| value.starts_with('['));
    }
    let inside =
        ["np.array(", "numpy.array(", "array("].iter().find_map(|it| body.strip_prefix(it));
    Some(inside.unwrap_or(body)).filter(|array| array.starts_with('['))
}

/// Whether a text is an array in brackets.
pub(super) fn is_array(text: &str) -> bool {
    array(text.trim_start()).is_some()
}

/// What stands between brackets.
const SYNTAX: &Syntax = &Syntax {
    signs: &["[", "]", ","],
    quotes: &['"', '\''],
    has_escapes: false,
    has_angles: false,
    comments: &[],
    is_in_word: |c| !c.is_whitespace() && !matches!(c, ',' | '[' | ']'),
};

/// The cells between brackets; `None` if the brackets are not those of rows.
fn bracketed<'a>(text: &'a str, array: &'a str) -> Option<Rows<'a>> {
    let mut tokens = Tokens::new(text, array, SYNTAX);
    let (mut depth, mut cells, mut row) = (0_usize, Vec::new(), Vec::new());
    loop {
        let token = tokens.take().ok()?;
        let is_quoted = token.starts_with(SYNTAX.quotes);
        let inside = if is_quoted { &token[1..token.len() - 1] } else { token };
        match token {
            "" => return None,
            "," => {}
            "[" if depth > 1 || !row.is_empty() => return None,
            "[" => depth += 1,
            "]" => {
                depth = depth.checked_sub(1)?;
                if !row.is_empty() {
                    cells.push(std::mem::take(&mut row));
                }
                if depth == 0 {
                    return Some(Rows { text, cells, filled: 0 });
                }
            }
            // A row as one text.
            _ if is_quoted && depth == 1 => cells.push(signs_of(inside).collect()),
            _ if depth < 2 && !is_quoted => return None,
            _ => row.push(inside),
        }
    }
}

/// The cells of lines: digits without separators, or words between separators.
fn table(text: &str, most: usize) -> Option<Rows<'_>> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty()).take(most);
    let is_digits = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit());
    if lines().all(is_digits) {
        let cells = lines().map(|line| (0..line.len()).map(|at| &line[at..=at]).collect());
        return Some(Rows { text, cells: cells.collect(), filled: 0 });
    }
    let first = lines().next()?;
    let separators: &[char] = if first.contains(';') {
        &[';']
    } else if first.contains(',') {
        &[',']
    } else {
        &[' ', '\t']
    };
    let is_blank = separators.contains(&' ');
    let cells = lines().map(|line| {
        let words = line.split(separators).map(|word| word.trim().trim_matches('"'));
        words.filter(|word| !is_blank || !word.is_empty()).collect()
    });
    Some(Rows { text, cells: cells.collect(), filled: 0 })
}

/// The value of a cell: infinite and missing ones are walls in every convention.
fn value(word: &str) -> Option<f64> {
    match word {
        "true" | "True" | "TRUE" => Some(1.0),
        "false" | "False" | "FALSE" => Some(0.0),
        "null" | "None" => Some(f64::NAN),
        _ => word.parse().ok(),
    }
}

fn is_zero_or_one(value: f64) -> bool {
    value == 0.0 || value == 1.0 || !value.is_finite()
}

/// Whether rows of one length have numbers only.
pub(super) fn is_table(text: &str) -> bool {
    let rows = rows(text);
    rows.is_some_and(|rows| {
        let width = rows.cells.first().map_or(0, Vec::len);
        let is_row =
            |row: &Vec<&str>| row.len() == width && row.iter().all(|it| value(it).is_some());
        width > 0 && rows.cells.iter().all(is_row)
    })
}

/// Whether a text is a grid of numbers, or of signs between separators, and no list of links and
/// no matrix of distances.
pub(super) fn is_grid(text: &str) -> bool {
    let is_array = is_array(text);
    if is_array && left_out(text).is_some() {
        return true;
    }
    let rows = if is_array { rows(text) } else { table(text, LOOKED_AT) };
    let Some(Rows { cells, .. }) = rows else { return false };
    let width = cells.first().map_or(0, Vec::len);
    if width < 2 || cells.len() < 2 && !is_array || cells.iter().any(|row| row.len() != width) {
        return false;
    }
    if cells.iter().flatten().all(|cell| cell.chars().count() == 1)
        && cells.iter().flatten().any(|cell| *cell == "#")
    {
        let lines: Vec<String> = cells.iter().map(|row| row.concat()).collect();
        return signs::is_signs(&lines.join("\n"));
    }
    let is_parted = is_array || text.trim().contains([' ', ',', ';', '\t']);
    let mut is_binary = true;
    let looked_at = cells.iter().flatten().try_for_each(|cell| match value(cell) {
        Some(value) => {
            is_binary &= is_zero_or_one(value);
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    });
    if looked_at.is_break() || is_parted && is_adjacency(&cells) {
        return false;
    }
    // `0 1 1` may be a link with its cost.
    let is_no_link = is_array || width > 3 || width == 3 && cells.len() > 2;
    match is_binary {
        true => is_no_link || !is_parted,
        false => !is_parted && width > 2 || width > 4 && width != cells.len() && has_digits(&cells),
    }
}

/// Whether every number has one digit.
fn has_digits(cells: &[Vec<&str>]) -> bool {
    cells.iter().flatten().all(|cell| cell.len() == 1)
}

/// Whether a table is square and symmetric with zeros on its diagonal: a matrix of a graph.
fn is_adjacency(cells: &[Vec<&str>]) -> bool {
    let of = |row: usize, column: usize| cells[row].get(column).and_then(|cell| value(cell));
    cells.iter().all(|row| row.len() == cells.len())
        && (0..cells.len()).all(|row| of(row, row) == Some(0.0))
        && (0..cells.len()).all(|row| (0..row).all(|column| of(row, column) == of(column, row)))
}

/// Reads rows of numbers, or of signs between separators.
pub(super) fn parse(text: &str, rules: &DrawnRules<'_>) -> Result<DrawnMap, ParseError> {
    if let Some(word) = left_out(text) {
        let expected = "every number: NumPy's set_printoptions(threshold=sys.maxsize) prints all";
        return Err(ParseError::about(text, word, expected));
    }
    let expected = "rows of 0 and 1 in two pairs of brackets, or in lines";
    let rows = rows(text).ok_or_else(|| ParseError::about(text, text.trim(), expected))?;
    let sides = rows.sides()?;
    let mut values = Vec::with_capacity(usize::from(sides.0) * usize::from(sides.1));
    for cell in rows.cells.iter().flatten() {
        match value(cell) {
            Some(value) => values.push(value),
            None if rows.cells.iter().flatten().any(|cell| *cell == "#") => {
                return signs::of_rows(&rows, rules);
            }
            None => return Err(ParseError::about(text, cell, "a number, such as 0 or 1")),
        }
    }
    let at = |index: usize| *rows.cells.iter().flatten().nth(index).expect("as many as values");
    of_values(sides, &values, rules.walls).map_err(|(index, expected)| match index {
        Some(index) => ParseError::about(text, at(index), expected),
        None => ParseError::about(rules.walls.unwrap_or(text), "", expected),
    })
}

/// The map of numbers, or the index of one that is not understood, and what was expected. Without
/// an index, it is about `walls`.
pub(super) fn of_values(
    sides: (u16, u16),
    values: &[f64],
    walls: Option<&str>,
) -> Result<DrawnMap, (Option<usize>, String)> {
    let walls = walls.map(wall_values).transpose().map_err(|expected| (None, expected))?;
    let mut notes = Vec::new();
    let is_whole = |value: f64| value.fract() == 0.0 && (0.0..=255.0).contains(&value);
    let cost = |value: f64| (value as u8).max(1);
    let weights: Vec<u8> = if let Some(walls) = walls {
        let wrong = values
            .iter()
            .position(|value| value.is_finite() && !walls.contains(value) && !is_whole(*value));
        if let Some(index) = wrong {
            return Err((Some(index), "a cost from 0 to 255, or a value of --wall".to_owned()));
        }
        let unused = walls.iter().filter(|wall| !values.contains(wall));
        notes.extend(unused.map(|wall| format!("--wall: the map has no {wall}")));
        let is_wall = |value: &f64| walls.contains(value) || !value.is_finite();
        values.iter().map(|value| if is_wall(value) { 0 } else { cost(*value) }).collect()
    } else if values.iter().all(|&value| is_zero_or_one(value)) {
        notes.push("cells with 0 are free, with 1 walls (`--wall 0`: the reverse)".to_owned());
        values.iter().map(|&value| u8::from(value == 0.0)).collect()
    } else if values.iter().all(|&it| !it.is_finite() || is_whole(it) && it > 0.0) {
        notes.push("numbers are the costs of steps to their cells".to_owned());
        values.iter().map(|&value| if value.is_finite() { value as u8 } else { 0 }).collect()
    } else {
        let index = values.iter().position(|&value| !is_zero_or_one(value));
        let expected =
            "0 for a free cell or 1 for a wall: --wall LIST names other numbers of walls";
        return Err((index, expected.to_owned()));
    };
    if values.iter().any(|value| !value.is_finite()) {
        notes.push("cells without a finite number are walls".to_owned());
    }
    let map = DrawnMap::of_rows(sides, weights);
    let map = map.ok_or_else(|| (None, "as many numbers as cells".to_owned()))?;
    Ok(DrawnMap { notes, ..map })
}

/// The numbers of `--wall`.
fn wall_values(walls: &str) -> Result<Vec<f64>, String> {
    let numbers = walls.split(',').map(|item| item.trim().parse::<f64>().ok());
    let numbers: Option<Vec<f64>> = numbers.collect();
    numbers.ok_or_else(|| "the numbers of walls, for example --wall 1,2".to_owned())
}
