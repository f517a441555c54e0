//! Mazes as text: `#` wall, `.` or a blank free, `S` start, `G` goal, `X` both in one cell.

use super::Maze;
use tremaux_core::ParseError;

impl Maze {
    /// Reads a maze, a line for each row.
    ///
    /// Blank lines at either end are ignored, and so is a carriage return at the end of a line.
    ///
    /// # Errors
    ///
    /// Returns line and column of a row that is shorter or longer than the first, an unknown
    /// letter, a second start or goal, or the end if one of them is missing.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        const LETTERS: &str = "`#`, `.`, `S`, `G` or `X`";
        let rows: Vec<&str> = text.lines().collect();
        let has_cells = |row: &&str| !row.trim().is_empty();
        let from = rows.iter().position(has_cells).unwrap_or(rows.len());
        let to = rows.iter().rposition(has_cells).map_or(from, |last| last + 1);
        let rows = &rows[from..to];
        let width = rows.first().map_or(0, |row| row.chars().count());
        let mut is_free = Vec::new();
        let (mut start, mut goal) = (None, None);
        for row in rows {
            for (place, letter) in row.char_indices() {
                let here = &row[place..place + letter.len_utf8()];
                let column = is_free.len() % width;
                if column == 0 && place > 0 {
                    let expected = format!("a row of {width} cells, like the first row");
                    return Err(ParseError::about(text, here, expected));
                }
                let (is_start, is_goal) = match letter {
                    'S' => (true, false),
                    'G' => (false, true),
                    'X' => (true, true),
                    '#' | '.' | ' ' => (false, false),
                    _ => return Err(ParseError::about(text, here, LETTERS)),
                };
                let ends = [(is_start, &mut start, "start"), (is_goal, &mut goal, "goal")];
                for (is_one, end, name) in ends {
                    if is_one && end.replace(is_free.len()).is_some() {
                        return Err(ParseError::about(text, here, format!("only one {name}")));
                    }
                }
                is_free.push(letter != '#');
                if is_free.len() > Self::MOST_CELLS {
                    return Err(ParseError::about(text, here, "at most 2^30 cells"));
                }
            }
            if is_free.len() % width != 0 || row.is_empty() {
                let expected = format!("a row of {width} cells, like the first row");
                return Err(ParseError::about(text, &row[row.len()..], expected));
            }
        }
        let start = start.ok_or_else(|| ParseError::at_end(text, "a start `S` in the maze"))?;
        let goal = goal.ok_or_else(|| ParseError::at_end(text, "a goal `G` in the maze"))?;
        let maze = Self::new(width, is_free, start, goal);
        maze.ok_or_else(|| ParseError::at_end(text, "a maze"))
    }

    /// Writes the maze as [`Maze::parse`] reads it.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.is_free.len() + self.height());
        for (cell, &is_free) in self.is_free.iter().enumerate() {
            text.push(match cell as u32 {
                cell if cell == self.start && cell == self.goal => 'X',
                cell if cell == self.start => 'S',
                cell if cell == self.goal => 'G',
                _ if is_free => '.',
                _ => '#',
            });
            if (cell + 1).is_multiple_of(self.width()) {
                text.push('\n');
            }
        }
        text
    }
}
