//! Rows of signs: mazes and maps of rogue-like games.

use tremaux_core::ParseError;

use super::super::cell::Cell;
use super::rows::Rows;
use super::{DrawnMap, DrawnRules};

/// What a sign means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Wall,
    Free,
    Start,
    Goal,
    /// Start and goal.
    Both,
    Weight(u8),
}

const KNOWN: &str = "`#` for a wall, `.` or a blank for a free cell, `1` to `9` for one with that \
                     cost, `S`, `A`, `P` or `@` for the start, `G`, `E`, `B`, `F` or `>` for a \
                     goal; others need --wall or --terrain, such as --terrain \"~=3\"";

const WALLS: &str = "#%█▓■";

fn usual(sign: char) -> Option<Sign> {
    Some(match sign {
        _ if WALLS.contains(sign) => Sign::Wall,
        '.' | ' ' | '·' | '_' | '-' | '+' | '<' | '\'' | '░' => Sign::Free,
        'S' | 's' | 'A' | 'P' | '@' => Sign::Start,
        'G' | 'g' | 'E' | 'e' | 'B' | 'F' | '>' => Sign::Goal,
        'X' => Sign::Both,
        '1'..='9' => Sign::Weight(sign as u8 - b'0'),
        _ => return None,
    })
}

/// Whether a text is rows of known signs with walls enough to be no list of links: without blanks
/// rows of one length, otherwise as many walls as rows.
pub(super) fn is_signs(text: &str) -> bool {
    let rows = trimmed(text);
    if is_enclosed(rows) {
        return true;
    }
    let mut width = None;
    let (mut count, mut walls, mut free, mut has_blank, mut is_even) = (0, 0, 0, false, true);
    for row in rows.split('\n') {
        let row = row.trim_end();
        let mut length = 0;
        for sign in row.chars() {
            match usual(sign) {
                None if sign == '|' => {}
                None => return false,
                Some(Sign::Wall) => walls += 1,
                Some(_) => free += usize::from(sign == '.'),
            }
            has_blank |= sign == ' ';
            length += 1;
        }
        is_even &= *width.get_or_insert(length) == length;
        count += 1;
        // Long lists of links end here.
        if (has_blank || !is_even) && walls * 8 < count {
            return false;
        }
    }
    let is_mostly = if has_blank || !is_even { walls >= count } else { walls + free > 0 };
    let first_row = rows.split('\n').next().unwrap_or_default();
    let is_wide = first_row.chars().count() > 1;
    let at_signs = if walls + free > 0 { 0 } else { rows.matches('@').count() };
    is_wide && (count > 1 || walls + free > 1) && (is_mostly || at_signs > 1 && free > 0)
}

/// Whether walls are all around, so that other signs within are no names of nodes.
fn is_enclosed(rows: &str) -> bool {
    let is_wall = |sign: char| WALLS.contains(sign);
    let mut lines = rows.split('\n').map(str::trim_end);
    let (Some(first), Some(last)) = (lines.next(), lines.next_back()) else { return false };
    let is_side = |line: &str| line.chars().count() > 2 && line.chars().all(is_wall);
    is_side(first)
        && is_side(last)
        && lines.all(|line| line.starts_with(is_wall) && line.ends_with(is_wall))
}

/// A text without blank lines at its ends.
fn trimmed(text: &str) -> &str {
    let end = text.trim_end().len();
    let start = text.len() - text.trim_start().len();
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    text.get(line..end).unwrap_or_default()
}

/// The signs that a text has.
struct Legend<'a> {
    text: &'a str,
    rules: &'a DrawnRules<'a>,
    walls: Vec<char>,
    /// Whether `@` is the start: there is one, and other walls.
    is_at_start: bool,
    /// Whether `+`, `-` and `|` are walls.
    has_lines: bool,
    has_other_ends: bool,
}

impl Legend<'_> {
    fn meaning(&self, part: &str) -> Result<Sign, ParseError> {
        let wrong = |expected: &str| Err(ParseError::about(self.text, part, expected));
        let Some(sign) = part.chars().next() else { return Ok(Sign::Free) };
        if self.walls.contains(&sign) {
            return Ok(Sign::Wall);
        }
        let letter = u8::try_from(sign).unwrap_or_default();
        if self.rules.terrain.given().contains(&letter) {
            return Ok(self.rules.terrain.weight(letter).map_or(Sign::Wall, Sign::Weight));
        }
        match sign {
            '|' | '+' | '-' if self.has_lines => Ok(Sign::Wall),
            '@' if !self.is_at_start => Ok(Sign::Wall),
            'X' if self.has_other_ends => {
                wrong("a sign with one meaning: `X` beside a start or a goal needs --wall X")
            }
            '.' => Ok(self.rules.terrain.weight(b'.').map_or(Sign::Wall, Sign::Weight)),
            _ => usual(sign).map_or_else(|| wrong(KNOWN), Ok),
        }
    }
}

/// Reads rows of signs.
pub(super) fn parse(text: &str, rules: &DrawnRules<'_>) -> Result<DrawnMap, ParseError> {
    of_rows(&Rows::of_signs(text, trimmed(text)), rules)
}

/// Reads rows whose cells are signs.
pub(super) fn of_rows(rows: &Rows<'_>, rules: &DrawnRules<'_>) -> Result<DrawnMap, ParseError> {
    let mut walls = Vec::new();
    for item in rules.walls.unwrap_or_default().split(',').filter(|item| !item.is_empty()) {
        let mut signs = item.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => walls.push(sign),
            _ => return Err(ParseError::about(rules.walls.unwrap_or(item), item, "a sign")),
        }
    }
    let cells = || rows.cells.iter().flatten();
    let has_any = |signs: &str| cells().any(|cell| !cell.is_empty() && signs.contains(cell));
    let bar = cells().find(|cell| **cell == "|");
    if let Some(bar) = bar.filter(|_| has_any("#") && walls.is_empty()) {
        let expected = "only one of `#` and `|`: with both, --wall \"|,-\" says what is a wall";
        return Err(ParseError::about(rows.text, bar, expected));
    }
    let legend = Legend {
        text: rows.text,
        rules,
        is_at_start: has_any(WALLS) && cells().filter(|cell| **cell == "@").count() == 1,
        has_lines: bar.is_some() && walls.is_empty(),
        has_other_ends: has_any("SsAPGgEeBF>"),
        walls,
    };
    let mut map = cells_of(rows, &legend)?;
    map.notes = notes(rows, &legend);
    Ok(map)
}

/// The cells of the rows.
fn cells_of(rows: &Rows<'_>, legend: &Legend<'_>) -> Result<DrawnMap, ParseError> {
    let (width, height) = rows.sides()?;
    let mut weights = Vec::with_capacity(usize::from(width) * usize::from(height));
    let (mut start, mut goals) = (None, Vec::new());
    for (y, row) in rows.cells.iter().enumerate() {
        for (x, part) in row.iter().enumerate() {
            let cell = Cell::new(x as u16, y as u16);
            let sign = legend.meaning(part)?;
            weights.push(match sign {
                Sign::Wall => 0,
                Sign::Weight(weight) => weight,
                _ => 1,
            });
            if matches!(sign, Sign::Start | Sign::Both) && start.replace(cell).is_some() {
                return Err(ParseError::about(legend.text, part, "only one start"));
            }
            if matches!(sign, Sign::Goal | Sign::Both) {
                goals.push(cell);
            }
        }
        // Blanks at the ends of lines are lost easily.
        weights.resize((y + 1) * usize::from(width), 1);
    }
    let map = DrawnMap::of_weights(width, height, weights);
    Ok(DrawnMap { start, goals, ..map })
}

/// What was assumed about signs.
fn notes(rows: &Rows<'_>, legend: &Legend<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let of = |wanted: Sign, unsaid: &str| {
        let mut signs: Vec<&str> = Vec::new();
        for part in rows.cells.iter().flatten() {
            let is_new = !signs.contains(part) && !unsaid.contains(*part);
            if is_new && legend.meaning(part) == Ok(wanted) {
                signs.push(part);
            }
        }
        signs.iter().map(|sign| format!("`{sign}`")).collect::<Vec<_>>().join(", ")
    };
    let kinds = [
        (Sign::Wall, "#", "a wall"),
        (Sign::Free, ".", "free"),
        (Sign::Start, "S", "the start"),
        (Sign::Goal, "G", "a goal"),
    ];
    let said = kinds.map(|(sign, unsaid, what)| (of(sign, unsaid), what));
    let said: Vec<String> = said
        .into_iter()
        .filter(|(signs, _)| !signs.is_empty())
        .map(|(signs, what)| format!("{signs} {what}"))
        .collect();
    if !said.is_empty() {
        notes.push(format!("read as a drawn map: {}", said.join("; ")));
    }
    if rows.filled > 0 {
        notes.push(format!("short rows filled with blanks: {}", rows.filled));
    }
    notes
}
