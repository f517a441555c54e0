//! The notation: boards as rows of stones, moves as in the Go Text Protocol.

use std::fmt;

use tremaux_core::{Game, GameDepict, GameNotation, ParseError, Picture, Role, Shape, Turn};

use super::board::{Board, EMPTY, NOWHERE};
use super::rules::{Go, Move, Position};

/// The stones of Black and White, and an empty point.
const STONES: [char; 3] = ['X', 'O', '.'];

/// As many prisoners as any game has.
const MOST_PRISONERS: i32 = 10_000;

/// The letters of the columns: there is no I.
pub(super) const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Go {
    /// The stones of the rows of a board.
    fn read_stones(&self, text: &str, rows: &str) -> Result<Vec<(u16, u8)>, ParseError> {
        let size = self.size();
        let mut stones = Vec::new();
        let mut count = 0;
        for row in rows.split('/') {
            count += 1;
            if count > size || row.chars().count() != size {
                let (rows, points) =
                    [["rows", "points"], ["row", "point"]][usize::from(size == 1)].into();
                let expected = format!("{size} {rows} of {size} {points}");
                return Err(ParseError::about(text, row, expected));
            }
            for (column, (at, letter)) in row.char_indices().enumerate() {
                let kind = STONES.iter().position(|&it| it == letter.to_ascii_uppercase());
                let Some(kind) = kind else {
                    let word = &row[at..at + letter.len_utf8()];
                    return Err(ParseError::about(text, word, "`X`, `O` or `.`"));
                };
                if kind < 2 {
                    let mv = self.point(column, count - 1).unwrap_or(Move::PASS);
                    stones.push((mv.0, kind as u8));
                }
            }
        }
        if count < size {
            return Err(ParseError::about(text, &rows[rows.len()..], format!("{size} rows")));
        }
        Ok(stones)
    }

    /// Reads the word number `at` after the rows: the side to move, or what cannot be seen.
    fn read_note(
        &self,
        text: &str,
        at: usize,
        word: &str,
        board: &mut Board,
    ) -> Result<(), ParseError> {
        match (at, word.split_once('=').unwrap_or((word, ""))) {
            (0, ("b" | "B", "")) => board.to_move = 0,
            (0, ("w" | "W", "")) => board.to_move = 1,
            (1.., ("ko", point)) => {
                let found = self.read_point(point).filter(|mv| board.color(mv.0) == EMPTY);
                let expected = || ParseError::about(text, word, "`ko=` and an empty point");
                board.ko = found.ok_or_else(expected)?.0;
            }
            (1.., ("passes", "1")) => board.passes = 1,
            (1.., ("passes", "2")) => board.passes = 2,
            (1.., ("prisoners", count)) => {
                let count = count.parse().ok().filter(|it: &i32| it.abs() <= MOST_PRISONERS);
                let count = count.filter(|_| self.ruleset().counts_territory());
                let expected = || {
                    let expected = "a whole number of prisoners, by rules that count territory";
                    ParseError::about(text, word, expected)
                };
                board.surplus -= count.ok_or_else(expected)?;
            }
            (0, _) => return Err(ParseError::about(text, word, "`b` or `w`")),
            _ => {
                let expected =
                    "`ko=` and a point, `passes=` and 1 or 2, or `prisoners=` and a number";
                return Err(ParseError::about(text, word, expected));
            }
        }
        Ok(())
    }
}

/// Positions are written as rows from the top, separated by `/`, with `X` for Black, `O` for White
/// and `.` for empty points; then the side to move, `b` or `w` (`b` if it is missing), the point
/// that a ko forbids, and the passes just before: `.XO./XO.O/.XO./.... b ko=C3`. Where territory
/// counts, `prisoners=2` says how many more prisoners Black has than White, -2 how many fewer.
///
/// Moves are the letter of the column, without I, and the number of the row from the bottom, or
/// `pass`. Lower case is accepted.
impl GameNotation for Go {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        let board = position.board();
        for row in 0..self.size() {
            if row > 0 {
                out.write_char('/')?;
            }
            for column in 0..self.size() {
                out.write_char(STONES[usize::from(board.color(board.at(column, row)))])?;
            }
        }
        out.write_str([" b", " w"][usize::from(board.to_move)])?;
        if board.ko != NOWHERE {
            out.write_str(" ko=")?;
            self.write_move(position, Move(board.ko), out)?;
        }
        if board.passes > 0 {
            write!(out, " passes={}", board.passes)?;
        }
        if self.ruleset().counts_territory() {
            // Stones that were played and are not there.
            let mut empty = board.clone();
            self.count_stones(&mut empty);
            match empty.surplus - board.surplus {
                0 => {}
                prisoners => write!(out, " prisoners={prisoners}")?,
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let mut words = text.split_whitespace();
        let size = self.size();
        let Some(rows) = words.next() else {
            return Err(ParseError::at_end(text, format!("{size} rows of {size} points")));
        };
        let stones = self.read_stones(text, rows)?;
        let board = Board::set_up(size, &stones);
        let mut board =
            board.ok_or_else(|| ParseError::about(text, rows, "a liberty for every stone"))?;
        self.count_stones(&mut board);
        for (at, word) in words.enumerate() {
            self.read_note(text, at, word, &mut board)?;
        }
        Ok(Position::of(board))
    }

    fn write_move(&self, _: &Position, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.place(mv) {
            Some((x, y)) => write!(out, "{}{}", char::from(COLUMNS[x]), self.size() - y),
            None => out.write_str("pass"),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let word = text.trim();
        let is_pass = word.eq_ignore_ascii_case("pass");
        let found = if is_pass { Some(Move::PASS) } else { self.read_point(word) };
        let Some(mv) = found else {
            let last = char::from(COLUMNS[self.size() - 1]);
            let expected = format!("`pass` or a point from A1 to {last}{}", self.size());
            return Err(ParseError::about(text, word, expected));
        };
        match self.refusal(position, mv) {
            Some(expected) => Err(ParseError::about(text, word, expected)),
            None => Ok(mv),
        }
    }
}

impl Go {
    /// What is expected instead of a move that is not legal.
    pub(super) fn refusal(&self, position: &Position, mv: Move) -> Option<&'static str> {
        if self.turn(position) == Turn::Over {
            return Some("no move: the game is over");
        }
        if self.is_legal(position, mv) {
            return None;
        }
        let (board, point) = (position.board(), mv.0);
        Some(if board.color(point) != EMPTY {
            "an empty point"
        } else if point != board.ko
            && !Self::repeats(position, board.after(point, board.to_move).0, self.ruleset().ko())
        {
            "a move that is not suicide"
        } else {
            "a move that does not repeat an earlier board"
        })
    }

    /// The point of a letter and a number.
    fn read_point(&self, word: &str) -> Option<Move> {
        let letter = word.bytes().next()?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&it| it == letter)?;
        let number = word.get(1..)?;
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
        let row = number.parse::<usize>().ok().filter(|_| is_plain)?;
        self.point(column, self.size().checked_sub(row)?)
    }
}

impl GameDepict for Go {
    fn depict(&self, position: &Position) -> Picture {
        let stones = self.all_points().zip(0..).filter_map(|(mv, number)| {
            let player = usize::from(position.board().color(mv.0));
            Some((number, player, [Role::Piece, Role::OtherPiece].get(player).copied()?))
        });
        let side = self.size() as i32;
        let shapes = stones.map(|(number, player, role)| Shape::Glyph {
            x: number % side,
            y: number / side,
            text: STONES[player].into(),
            role,
        });
        Picture { width: side as u32, height: side as u32, shapes: shapes.collect() }
    }
}
