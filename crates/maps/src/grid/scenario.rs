//! Scenarios of the MovingAI benchmarks: queries about a map with known answers.

use std::fmt;

use tremaux_core::ParseError;

use super::cell::Cell;
use super::grid::Grid;

/// One query: start, goal, and the length of the shortest path.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
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
    /// The length of the shortest path, in cells.
    pub length: f64,
    /// The tolerance for the length, as files truncate decimals.
    pub tolerance: f64,
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
}

/// A line cut into words, as places in the text.
struct Line<'a> {
    text: &'a str,
    words: Vec<&'a str>,
    end: &'a str,
}

impl Line<'_> {
    fn word(&self, index: usize, expected: &str) -> Result<&str, ParseError> {
        let missing = || ParseError::about(self.text, self.end, expected);
        self.words.get(index).copied().filter(|word| !word.is_empty()).ok_or_else(missing)
    }

    fn number<T: std::str::FromStr>(&self, index: usize, expected: &str) -> Result<T, ParseError> {
        let word = self.word(index, expected)?;
        word.parse().map_err(|_| ParseError::about(self.text, word, expected))
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
    /// Returns the place of whatever is missing or not a number; a blank text is an error.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse(text, None)
    }

    /// Like [`ScenarioFile::parse`], and checks that sizes are those of `grid`, and that starts
    /// and goals lie on its free cells.
    ///
    /// # Errors
    ///
    /// Returns also the place of a cell that is off the map or blocked.
    pub fn parse_for(text: &str, grid: &Grid) -> Result<Self, ParseError> {
        parse(text, Some(grid))
    }
}

fn parse(text: &str, grid: Option<&Grid>) -> Result<ScenarioFile, ParseError> {
    let mut scenarios = Vec::new();
    let mut decimals = Vec::new();
    let mut has_version = false;
    let mut is_first = true;
    for line in text.split('\n') {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        // A map's name may have spaces in it, but no tabs.
        let words: Vec<&str> = if trimmed.contains('\t') {
            trimmed.split('\t').map(str::trim).collect()
        } else {
            trimmed.split_whitespace().collect()
        };
        let line = Line { text, words, end: &trimmed[trimmed.len()..] };
        if std::mem::take(&mut is_first) && trimmed.starts_with("version") {
            parse_version(text, trimmed)?;
            has_version = true;
            continue;
        }
        let (scenario, length) = parse_scenario(&line, has_version, grid)?;
        decimals.push(Digits::of(length));
        scenarios.push(scenario);
    }
    if is_first {
        return Err(ParseError::at_end(text, "`version 1`, or a scenario"));
    }
    set_tolerances(&mut scenarios, &decimals);
    Ok(ScenarioFile { scenarios })
}

fn parse_version(text: &str, line: &str) -> Result<(), ParseError> {
    let version = line["version".len()..].trim();
    let is_known = version.parse::<f64>().is_ok_and(|version| version == 0.0 || version == 1.0);
    if is_known { Ok(()) } else { Err(ParseError::about(text, version, "version 1")) }
}

/// Reads a line; also returns the word with the length.
fn parse_scenario<'a>(
    line: &'a Line<'_>,
    has_version: bool,
    grid: Option<&Grid>,
) -> Result<(Scenario, &'a str), ParseError> {
    let bucket = line.number(0, "a scenario's bucket, a number")?;
    let map = line.word(1, "the name of a map")?.to_owned();
    let has_size = has_version || line.words.len() > 7;
    let mut at = 2;
    let mut size = None;
    if has_size {
        let sides = (
            line.number(2, "the map's width, a number")?,
            line.number(3, "the map's height, a number")?,
        );
        if let Some(grid) = grid {
            for (index, side, true_side) in
                [(2, sides.0, grid.width()), (3, sides.1, grid.height())]
            {
                if side != true_side {
                    let expected = format!("{true_side}, the map's value");
                    return Err(ParseError::about(line.text, line.words[index], expected));
                }
            }
        }
        (size, at) = (Some(sides), 4);
    }
    let start = parse_cell(line, at, "start", grid)?;
    let goal = parse_cell(line, at + 2, "goal", grid)?;
    let length: f64 = line.number(at + 4, "the length of a path, a number")?;
    let word = line.word(at + 4, "a length")?;
    if !(0.0..1e12).contains(&length) {
        return Err(ParseError::about(line.text, word, "the length of a path, not negative"));
    }
    if let Some(more) = line.words.get(at + 5) {
        return Err(ParseError::about(line.text, more, "the end of the line"));
    }
    Ok((Scenario { bucket, map, size, start, goal, length, tolerance: 0.0 }, word))
}

fn parse_cell(
    line: &Line<'_>,
    at: usize,
    name: &str,
    grid: Option<&Grid>,
) -> Result<Cell, ParseError> {
    let x = line.number(at, &format!("the column of the {name}, a number"))?;
    let y = line.number(at + 1, &format!("the row of the {name}, a number"))?;
    let Some(grid) = grid else {
        return Ok(Cell { x, y });
    };
    let checks = [
        (at, x >= grid.width(), format!("a column below {}, the map's width", grid.width())),
        (at + 1, y >= grid.height(), format!("a row below {}, the map's height", grid.height())),
    ];
    for (index, is_beyond, expected) in checks {
        if is_beyond {
            return Err(ParseError::about(line.text, line.words[index], expected));
        }
    }
    if !grid.is_free(Cell { x, y }) {
        let (offset, end) = [line.words[at], line.words[at + 1]]
            .map(|word| word.as_ptr() as usize - line.text.as_ptr() as usize)
            .into();
        let length = end + line.words[at + 1].len() - offset;
        let found = format!("the blocked cell {x},{y}");
        let expected = format!("a free cell for the {name}");
        return Err(ParseError::at(line.text, offset, length, found, expected));
    }
    Ok(Cell { x, y })
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
    let is_fixed = digits.windows(2).all(|pair| pair[0].after_point == pair[1].after_point);
    let most = digits.iter().map(|digits| digits.before_point + digits.after_point).max();
    let most_after = digits.iter().map(|digits| digits.after_point).max();
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
