//! The notation: positions as rows of edges, moves by direction, row and column.

use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameNotation, ParseError, Picture, Player, Role, Shape, Turn,
};

use super::rules::{DotsAndBoxes, Edge, Position};

/// Positions are written as the rows of edges from the top, separated by `/`, horizontal and
/// vertical rows alternating: `-` and `|` for drawn edges, `.` otherwise; then the boxes of each
/// player and the player to move: `--/|.|/../.../.. 0-0 2`. Boxes and player may be omitted
/// while no box is closed.
///
/// Moves are `h` for a horizontal or `v` for a vertical edge, its row from the top and its
/// column from the left, from 1: `h1,2`.
///
/// Rejects positions whose numbers of boxes do not match the closed ones, and a player to move
/// that the number of edges rules out.
impl<const PLAYERS: usize> GameNotation for DotsAndBoxes<PLAYERS> {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        for nth in 0..=2 * self.rows() {
            if nth > 0 {
                out.write_char('/')?;
            }
            for edge in self.edges_of_row(nth) {
                let is_drawn = position.edges() >> edge & 1 == 1;
                let sign = if nth % 2 == 0 { '-' } else { '|' };
                out.write_char(if is_drawn { sign } else { '.' })?;
            }
        }
        for player in 0..PLAYERS {
            write!(out, "{}{}", if player == 0 { ' ' } else { '-' }, position.boxes[player])?;
        }
        write!(out, " {}", position.player_to_move() + 1)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let mut words = text.split_whitespace();
        let Some(rows) = words.next() else {
            return Err(ParseError::at_end(text, "rows of edges"));
        };
        let edges = self.parse_edges(text, rows)?;
        let closed = self.closed(edges).count() as u32;
        let mut position = Position { edges, boxes: [0; 4], mover: 0 };
        match words.next() {
            Some(word) => position.boxes = self.parse_boxes(text, word, closed)?,
            None if closed > 0 => {
                let expected = format!("the boxes of {PLAYERS} players, {closed} in all");
                return Err(ParseError::at_end(text, expected));
            }
            None => {}
        }
        // Edges that closed no box passed the turn; each other edge closed one or two boxes.
        let drawn = edges.count_ones();
        let is_possible = |mover: u32| {
            let mut closing = closed.div_ceil(2)..=closed.min(drawn);
            closing.any(|closing| (drawn - closing) % PLAYERS as u32 == mover)
        };
        position.mover = match words.next() {
            None if closed == 0 => (drawn % PLAYERS as u32) as Player,
            None => return Err(ParseError::at_end(text, self.players_expected())),
            Some(word) => {
                let number =
                    word.parse().ok().filter(|number| (1..=PLAYERS as u32).contains(number));
                match number {
                    Some(number) if is_possible(number - 1) => (number - 1) as Player,
                    Some(_) => {
                        let expected = "the player whose turn it is after this many edges";
                        return Err(ParseError::about(text, word, expected));
                    }
                    None => return Err(ParseError::about(text, word, self.players_expected())),
                }
            }
        };
        match words.next() {
            Some(word) => Err(ParseError::about(text, word, "the end")),
            None => Ok(position),
        }
    }

    fn write_move(&self, _: &Position, edge: Edge, out: &mut dyn fmt::Write) -> fmt::Result {
        let (edge, lying) = (u32::from(edge.0), self.standing(0, 0));
        let (letter, edge, columns) = match edge.checked_sub(lying) {
            None => ('h', edge, self.columns()),
            Some(edge) => ('v', edge, self.columns() + 1),
        };
        let mut digits = itoa::Buffer::new();
        out.write_char(letter)?;
        out.write_str(digits.format(edge / columns + 1))?;
        out.write_char(',')?;
        out.write_str(digits.format(edge % columns + 1))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Edge, ParseError> {
        let word = text.trim();
        let wrong = |expected: &str| ParseError::about(text, word, expected);
        let expected = format!(
            "an edge from h1,1 to h{},{} or from v1,1 to v{},{}",
            self.rows() + 1,
            self.columns(),
            self.rows(),
            self.columns() + 1
        );
        let number = |word: &str, most: u32| {
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
            let number = word.parse::<u32>().ok().filter(|_| is_plain)?;
            (1..=most).contains(&number).then(|| number - 1)
        };
        let is_standing = word.starts_with(['v', 'V']);
        let rest = word.strip_prefix(['h', 'H', 'v', 'V']);
        let place = rest.and_then(|rest| rest.split_once(',')).and_then(|(row, column)| {
            let more = u32::from(is_standing);
            let row = number(row, self.rows() + 1 - more)?;
            Some((row, number(column, self.columns() + more)?))
        });
        let Some((row, column)) = place else { return Err(wrong(&expected)) };
        let edge = if is_standing { self.standing(row, column) } else { self.lying(row, column) };
        if self.turn(position) == Turn::Over {
            Err(wrong("no move: the game is over"))
        } else if position.edges() >> edge & 1 == 1 {
            Err(wrong("an edge that is not yet drawn"))
        } else {
            Ok(Edge(edge as u8))
        }
    }
}

impl<const PLAYERS: usize> DotsAndBoxes<PLAYERS> {
    /// The edges of a row of the text; even rows are horizontal.
    fn edges_of_row(&self, nth: u32) -> std::ops::Range<u32> {
        if nth.is_multiple_of(2) {
            self.lying(nth / 2, 0)..self.lying(nth / 2 + 1, 0)
        } else {
            self.standing(nth / 2, 0)..self.standing(nth / 2 + 1, 0)
        }
    }

    fn players_expected(&self) -> String {
        format!("the player to move, from 1 to {PLAYERS}")
    }

    /// Reads the edges in `word`, a part of `text`.
    fn parse_edges(&self, text: &str, word: &str) -> Result<u64, ParseError> {
        let mut edges = 0;
        let mut count = 0;
        for (nth, row) in (0..).zip(word.split('/')) {
            if nth > 2 * self.rows() {
                let expected = format!("{} rows of edges", 2 * self.rows() + 1);
                return Err(ParseError::about(text, row, expected));
            }
            let sign = if nth % 2 == 0 { '-' } else { '|' };
            let mut places = self.edges_of_row(nth);
            let length = places.len();
            for (at, letter) in row.char_indices() {
                let part = &row[at..at + letter.len_utf8()];
                if letter != sign && letter != '.' {
                    return Err(ParseError::about(text, part, format!("`{sign}` or `.`")));
                }
                let Some(edge) = places.next() else {
                    return Err(ParseError::about(text, part, format!("{length} edges in a row")));
                };
                edges |= u64::from(letter == sign) << edge;
            }
            if !places.is_empty() {
                return Err(ParseError::about(text, row, format!("{length} edges in a row")));
            }
            count = nth + 1;
        }
        if count <= 2 * self.rows() {
            let expected = format!("{} rows of edges", 2 * self.rows() + 1);
            return Err(ParseError::about(text, word, expected));
        }
        Ok(edges)
    }

    /// Reads the boxes of each player in `word`, `closed` in total.
    fn parse_boxes(&self, text: &str, word: &str, closed: u32) -> Result<[u8; 4], ParseError> {
        let expected = || format!("the boxes of {PLAYERS} players, {closed} in all");
        let mut boxes = [0; 4];
        let mut count = 0;
        for number in word.split('-') {
            let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
            match (number.parse::<u8>(), count < PLAYERS) {
                (Ok(number), true) if is_plain => boxes[count] = number,
                _ => return Err(ParseError::about(text, word, expected())),
            }
            count += 1;
        }
        let sum: u32 = boxes.iter().map(|&count| u32::from(count)).sum();
        if count == PLAYERS && sum == closed {
            Ok(boxes)
        } else {
            Err(ParseError::about(text, word, expected()))
        }
    }
}

impl<const PLAYERS: usize> GameDepict for DotsAndBoxes<PLAYERS> {
    /// The edges as lines between dots in the corners of the cells.
    fn depict(&self, position: &Position) -> Picture {
        let mut shapes = Vec::new();
        for nth in 0..=2 * self.rows() {
            let y = (nth / 2) as f32;
            for (x, edge) in self.edges_of_row(nth).enumerate() {
                if position.edges() >> edge & 1 == 1 {
                    let from = (x as f32, y);
                    let to = if nth % 2 == 0 { (from.0 + 1.0, y) } else { (from.0, from.1 + 1.0) };
                    shapes.push(Shape::Line { from, to, role: Role::Wall });
                }
            }
        }
        Picture { width: self.columns(), height: self.rows(), shapes }
    }

    /// Draws the dots with the edges between them.
    fn depict_in_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for nth in 0..=2 * self.rows() {
            let is_lying = nth % 2 == 0;
            for (at, edge) in self.edges_of_row(nth).enumerate() {
                let is_drawn = position.edges() >> edge & 1 == 1;
                // A horizontal edge follows a dot, a vertical one a box.
                if is_lying || at > 0 {
                    text.push(if is_lying { '•' } else { '.' });
                }
                let sign = if is_lying { '─' } else { '│' };
                text.push(if is_drawn { sign } else { '.' });
            }
            text.push_str(if is_lying { "•\n" } else { "\n" });
        }
        text
    }
}
