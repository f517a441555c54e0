//! Scenarios of the MovingAI benchmarks: queries about a map with known answers.

use std::fmt;

use tremaux_core::ParseError;

use super::cell::Cell;
use super::grid::Grid;

/// One query: start, goal, and the length of the shortest path.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Usually the length of the shortest path divided by four.
    pub bucket: u32,
    /// The name of the map.
    pub map: String,
    /// Columns and rows of the map; `None` if the file does not say.
    pub size: Option<(u16, u16)>,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
    /// The length of the shortest path, in cells. Where there is no path, files have -1, or 0
    /// between different cells: see [`Scenario::has_path`].
    pub length: f64,
    /// The tolerance for the length, as files truncate decimals.
    pub tolerance: f64,
}

impl Scenario {
    /// Whether the file says that there is a path.
    pub fn has_path(&self) -> bool {
        self.length > 0.0 || self.length == 0.0 && self.start == self.goal
    }
}

/// A file of scenarios.
///
/// ```
/// use tremaux::maps::grid::{Cell, ScenarioFile};
/// let text = "version 1\n0\trooms.map\t512\t512\t3\t4\t5\t5\t2.41421\n";
/// let file = ScenarioFile::parse(text)?;
/// assert_eq!(file.scenarios[0].goal, Cell::new(5, 5));
///
/// let error = ScenarioFile::parse("version 1\n0\trooms.map\t512\t512\t3\tx\t5\t5\t2.4\n");
/// let error = error.expect_err("no number");
/// assert_eq!((error.line, error.column), (2, 23));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenarioFile {
    /// The scenarios in the order of the file.
    pub scenarios: Vec<Scenario>,
    /// Scenarios that were left out because their start or goal is blocked: their numbers, and the
    /// places.
    pub skipped: Vec<(usize, ParseError)>,
}

/// The words of a line, as places in the text, which are taken one after the other.
struct Line<'a> {
    text: &'a str,
    words: Vec<&'a str>,
    taken: usize,
    end: &'a str,
}

impl<'a> Line<'a> {
    /// A map's name may have spaces in it, but no tabs.
    fn new(text: &'a str, line: &'a str) -> Self {
        let words = match line.contains('\t') {
            true => line.split('\t').map(str::trim).collect(),
            false => line.split_whitespace().collect(),
        };
        Self { text, words, taken: 0, end: &line[line.len()..] }
    }

    fn word(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        self.taken += 1;
        let word = self.words.get(self.taken - 1).copied().filter(|word| !word.is_empty());
        word.ok_or_else(|| ParseError::about(self.text, self.end, expected))
    }

    fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, ParseError> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| ParseError::about(self.text, word, expected))
    }

    /// An error about the last word.
    fn wrong(&self, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.text, self.words[self.taken - 1], expected)
    }

    /// Reads a side, which must be the map's.
    fn side(&mut self, name: &str, of_map: Option<u16>) -> Result<u16, ParseError> {
        let side = self.number(&format!("the map's {name}, a number"))?;
        match of_map.filter(|it| *it != side) {
            Some(it) => Err(self.wrong(format!("{it}, the map's value"))),
            None => Ok(side),
        }
    }

    /// Reads a cell, which must be on the map.
    fn cell(&mut self, name: &str, grid: Option<&Grid>) -> Result<Cell, ParseError> {
        let sides = grid.map_or([None; 2], |grid| [Some(grid.width()), Some(grid.height())]);
        let places = [("column", "width", sides[0]), ("row", "height", sides[1])];
        let mut read = [0; 2];
        for (number, (place, of, side)) in read.iter_mut().zip(places) {
            *number = self.number(&format!("the {place} of the {name}, a number"))?;
            if let Some(side) = side.filter(|side| *number >= *side) {
                return Err(self.wrong(format!("a {place} below {side}, the map's {of}")));
            }
        }
        Ok(Cell::new(read[0], read[1]))
    }
}

impl ScenarioFile {
    /// Reads scenarios: a line `version 1`, or 1.0, or none, then a line for each.
    ///
    /// A line has a bucket, the name of the map, its width and height, the columns and rows
    /// of start and goal, and the length, separated by tabs or spaces. Without a version line
    /// there may be no width and height, as in the oldest files.
    ///
    /// # Errors
    ///
    /// Returns the place of whatever is missing or not a number; a text without scenarios is an
    /// error.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse(text, None)
    }

    /// Like [`ScenarioFile::parse`], and checks that sizes are those of `grid`. Scenarios whose
    /// start or goal is blocked are left out: see [`ScenarioFile::skipped`].
    ///
    /// # Errors
    ///
    /// Returns also the place of a cell that is off the map.
    pub fn parse_for(text: &str, grid: &Grid) -> Result<Self, ParseError> {
        parse(text, Some(grid))
    }
}

fn parse(text: &str, grid: Option<&Grid>) -> Result<ScenarioFile, ParseError> {
    let (mut scenarios, mut skipped) = (Vec::new(), Vec::new());
    let mut decimals = Vec::new();
    let mut number = 0;
    let mut has_version = false;
    let mut is_first = true;
    for line in text.split('\n') {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        let mut line = Line::new(text, trimmed);
        if std::mem::take(&mut is_first) && trimmed.starts_with("version") {
            parse_version(text, trimmed)?;
            has_version = true;
            continue;
        }
        number += 1;
        let (mut scenario, length) = parse_scenario(&mut line, has_version, grid)?;
        scenario.number = number;
        if let Some(error) = grid.and_then(|grid| blocked(&line, &scenario, grid)) {
            skipped.push((number, error));
            continue;
        }
        decimals.push(Digits::of(length));
        scenarios.push(scenario);
    }
    if number == 0 {
        let expected = if is_first { "`version 1`, or a scenario" } else { "a scenario" };
        return Err(ParseError::at_end(text, expected));
    }
    set_tolerances(&mut scenarios, &decimals);
    Ok(ScenarioFile { scenarios, skipped })
}

/// The place of a start or goal that is not free.
fn blocked(line: &Line<'_>, scenario: &Scenario, grid: &Grid) -> Option<ParseError> {
    let first = line.words.len() - 5;
    let ends = [(first, "start", scenario.start), (first + 2, "goal", scenario.goal)];
    let (at, name, cell) = ends.into_iter().find(|&(.., cell)| !grid.is_free(cell))?;
    let place = |word: &str| word.as_ptr() as usize - line.text.as_ptr() as usize;
    let [x, y] = [line.words[at], line.words[at + 1]];
    let length = place(y) + y.len() - place(x);
    let found = format!("the blocked cell {cell}");
    let expected = format!("a free cell for the {name}");
    Some(ParseError::at(line.text, place(x), length, found, expected))
}

fn parse_version(text: &str, line: &str) -> Result<(), ParseError> {
    let version = line["version".len()..].trim();
    let is_known = version.parse::<f64>().is_ok_and(|version| version == 0.0 || version == 1.0);
    if is_known { Ok(()) } else { Err(ParseError::about(text, version, "version 1")) }
}

/// Reads a line; also returns the word with the length.
fn parse_scenario<'a>(
    line: &mut Line<'a>,
    has_version: bool,
    grid: Option<&Grid>,
) -> Result<(Scenario, &'a str), ParseError> {
    let bucket = line.number("a scenario's bucket, a number")?;
    let map = line.word("the name of a map")?.to_owned();
    let mut size = None;
    if has_version || line.words.len() > 7 {
        let width = line.side("width", grid.map(Grid::width))?;
        size = Some((width, line.side("height", grid.map(Grid::height))?));
    }
    let start = line.cell("start", grid)?;
    let goal = line.cell("goal", grid)?;
    let length: f64 = line.number("the length of a path, a number")?;
    if !(0.0..1e12).contains(&length) && length != -1.0 {
        return Err(line.wrong("the length of a path, or -1 for no path"));
    }
    let word = line.words[line.taken - 1];
    if let Some(more) = line.words.get(line.taken) {
        return Err(ParseError::about(line.text, more, "the end of the line"));
    }
    Ok((Scenario { number: 0, bucket, map, size, start, goal, length, tolerance: 0.0 }, word))
}

/// How a number is written.
#[derive(Clone, Copy)]
struct Digits {
    before_point: i32,
    after_point: i32,
}

impl Digits {
    fn of(word: &str) -> Self {
        let (before, after) = word.split_once('.').unwrap_or((word, ""));
        Self { before_point: before.len() as i32, after_point: after.len() as i32 }
    }
}

/// Sets the tolerances for lengths written with few digits.
///
/// Some files have a fixed number of decimals. Others have a fixed number of digits, and no
/// zeros at the end: there 12 means 12.0000.
fn set_tolerances(scenarios: &mut [Scenario], digits: &[Digits]) {
    let of_paths = scenarios.iter().zip(digits).filter(|(scenario, _)| scenario.has_path());
    let known: Vec<Digits> = of_paths.map(|(_, &digits)| digits).collect();
    let is_fixed = known.windows(2).all(|pair| pair[0].after_point == pair[1].after_point);
    let most = known.iter().map(|digits| digits.before_point + digits.after_point).max();
    let most_after = known.iter().map(|digits| digits.after_point).max();
    let (most, most_after) = (most.unwrap_or(0), most_after.unwrap_or(0));
    for (scenario, digits) in scenarios.iter_mut().zip(digits) {
        let decimals = if is_fixed {
            digits.after_point
        } else {
            (most - digits.before_point).clamp(0, most_after)
        };
        // Some lengths were summed from a root with eight decimals.
        scenario.tolerance = 10_f64.powi(-decimals) + 3e-9 * scenario.length;
    }
}

impl fmt::Display for ScenarioFile {
    /// Writes the scenarios in the file format, with eight decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "version 1")?;
        for scenario in &self.scenarios {
            let Scenario { bucket, map, size, start, goal, length, .. } = scenario;
            let (width, height) = size.unwrap_or_default();
            writeln!(
                f,
                "{bucket}\t{map}\t{width}\t{height}\t{}\t{}\t{}\t{}\t{length:.8}",
                start.x, start.y, goal.x, goal.y
            )?;
        }
        Ok(())
    }
}
