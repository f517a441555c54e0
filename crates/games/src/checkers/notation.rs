//! Positions as the FEN tag of PDN, moves as in PDN, pictures of boards.

use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameNotation, ParseError, Picture, Player, Role, Shape, Turn,
};

use super::board::{Board, bits};
use super::captures::Trail;
use super::position::{Colour, Move, Position};
use super::rules::Checkers;
use super::variant::Variant;

/// Positions are written as in the FEN tag of PDN 3.0: `W` or `B` for the side to move, then the
/// squares of White and of Black, kings with a `K` before the square: `W:W31,K32:B1,2`. If only
/// kings have moved for some plies, `:H` and their number follow.
///
/// When reading positions, the sides may come in any order, ranges such as `1-12` mean all
/// squares in between, and squares are numbers or letters (`a1` is at the bottom left, a dark
/// square) on every board.
///
/// Moves are `11-15` and `22x15x6` with every square on which the piece lands, or `c3-d4` and
/// `c3xe5xc7` in variants that use letters. When reading moves, any of `-`, `x`, `:` and `*` may
/// separate squares (capturing is compulsory, so the squares determine the kind of move),
/// squares may be numbers or letters, and intermediate squares may be omitted if the move is
/// unambiguous.
///
/// Rejects duplicate squares, men on the promotion row, more pieces than a side starts with, and
/// positions in which the side that has just moved has no pieces.
impl<V: Variant> GameNotation for Checkers<V> {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char(letter(self.colour(position.player_to_move())))?;
        for colour in [Colour::White, Colour::Black] {
            write!(out, ":{}", letter(colour))?;
            let own = position.pieces[usize::from(Self::player(colour))];
            for (nth, piece) in bits(own).enumerate() {
                out.write_str(if nth > 0 { "," } else { "" })?;
                out.write_str(if position.kings & piece != 0 { "K" } else { "" })?;
                Self::write_square(piece.trailing_zeros(), out)?;
            }
        }
        if position.quiet > 0 { write!(out, ":H{}", position.quiet) } else { Ok(()) }
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let trimmed = text.trim();
        let trimmed = trimmed.strip_suffix('.').unwrap_or(trimmed);
        if trimmed.is_empty() {
            return Err(ParseError::at_end(text, "a position, for example `W:W31,K32:B1,2`"));
        }
        let mut parts = trimmed.split(':');
        let word = parts.next().unwrap_or("").trim();
        let mover = colour_of(word)
            .ok_or_else(|| ParseError::about(text, word, "`W` or `B`, the side to move"))?;
        let mut position = Position::EMPTY;
        let mut seen: Vec<Colour> = Vec::new();
        let mut last = word;
        for part in parts {
            let part = part.trim();
            last = part;
            if seen.len() == 2 {
                self.parse_counter(text, part, &mut position)?;
                continue;
            }
            let sign = part.chars().next().map_or(0, char::len_utf8);
            let expected = "`W` or `B` and the squares of that side";
            let colour = colour_of(&part[..sign])
                .filter(|colour| !seen.contains(colour))
                .ok_or_else(|| ParseError::about(text, part, expected))?;
            seen.push(colour);
            self.parse_pieces(text, &part[sign..], colour, &mut position)?;
        }
        if seen.len() < 2 {
            return Err(ParseError::at_end(text, "`:` and the squares of White and of Black"));
        }
        position.set_mover(Self::player(mover));
        if position.pieces[usize::from(1 - position.player_to_move())] == 0 {
            let expected = "at least one piece of the side that has just moved";
            return Err(ParseError::about(text, last, expected));
        }
        Ok(position)
    }

    fn write_move(&self, position: &Position, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        Self::write_square(u32::from(mv.from), out)?;
        // The rules are only needed for the squares between several captures.
        if mv.captured.count_ones() < 2 {
            out.write_char(if mv.captured == 0 { '-' } else { 'x' })?;
            return Self::write_square(u32::from(mv.to), out);
        }
        for bit in self.landings(position, mv) {
            out.write_char('x')?;
            Self::write_square(bit, out)?;
        }
        Ok(())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let word = text.trim();
        let expected = if V::WRITES_LETTERS {
            "a move, for example `c3-d4` or `c3xe5`"
        } else {
            "a move, for example `11-15` or `22x15`"
        };
        let mut squares = Vec::new();
        let mut rest = word;
        loop {
            let is_separator = |sign: char| "-xX:*\u{2013}\u{2212}×".contains(sign);
            let end = rest.find(is_separator).unwrap_or(rest.len());
            let square = &rest[..end];
            let bit = Self::parse_square(square).ok_or_else(|| {
                let expected = format!("{} in {expected}", Self::square_expected());
                ParseError::about(text, square, expected)
            })?;
            squares.push(bit as u8);
            if end == rest.len() {
                break;
            }
            let mut after = rest[end..].chars();
            after.next();
            rest = after.as_str();
        }
        let [from, .., to] = squares[..] else {
            return Err(ParseError::about(text, word, expected));
        };
        let mut moves = Vec::new();
        if self.turn(position) != Turn::Over {
            self.moves(position, &mut moves);
        }
        let must_capture = moves.first().is_some_and(|mv| mv.captured != 0);
        moves.retain(|mv| (mv.from, mv.to) == (from, to));
        let between = &squares[1..squares.len() - 1];
        if !between.is_empty() {
            let goes_by = |mv: &Move| mv.captured != 0 && self.goes_by(position, *mv, between);
            moves.retain(goes_by);
        }
        match moves[..] {
            [mv] => Ok(mv),
            [] if self.turn(position) == Turn::Over => {
                Err(ParseError::about(text, word, "no move: the game is over"))
            }
            [] if must_capture => {
                let most = if V::MOST_MUST_BE_TAKEN { " of the most pieces" } else { "" };
                let expected = format!("a capture{most}: capturing is compulsory");
                Err(ParseError::about(text, word, expected))
            }
            [] => Err(ParseError::about(text, word, "a legal move")),
            _ => {
                let expected = "all squares on which the piece lands: several captures match";
                Err(ParseError::about(text, word, expected))
            }
        }
    }
}

/// Records the landing squares of the captures for which `is_wanted` holds.
struct Landings<W> {
    is_wanted: W,
    here: Vec<u32>,
    found: Option<Vec<u32>>,
}

impl<W: Fn(Move, &[u32]) -> bool> Trail for Landings<W> {
    fn land(&mut self, bit: u32) {
        self.here.push(bit);
    }

    fn lift(&mut self) {
        self.here.pop();
    }

    fn end(&mut self, mv: Move) {
        if self.found.is_none() && (self.is_wanted)(mv, &self.here) {
            self.found = Some(self.here.clone());
        }
    }
}

impl<V: Variant> Checkers<V> {
    /// The squares on which the piece lands in a capture, in order.
    fn landings(&self, position: &Position, mv: Move) -> Vec<u32> {
        self.follow(position, mv.from, |it, _| it == mv).unwrap_or_default()
    }

    /// The squares that a move names, by column and row from the top left.
    #[cfg(feature = "catalog")]
    pub(super) fn squares(&self, position: &Position, mv: Move) -> Vec<(u32, u32)> {
        let mut bits = vec![u32::from(mv.from)];
        match mv.captured.count_ones() {
            0 | 1 => bits.push(u32::from(mv.to)),
            _ => bits.extend(self.landings(position, mv)),
        }
        bits.into_iter().map(Board::<V>::place).collect()
    }

    /// Whether a capture lands on these squares in this order, possibly among others.
    fn goes_by(&self, position: &Position, mv: Move, between: &[u8]) -> bool {
        let is_it = |it: Move| {
            let is_alike = (it.captured, it.to) == (mv.captured, mv.to);
            it == mv || V::ORDERS_ARE_ONE_MOVE && is_alike
        };
        let found = self.follow(position, mv.from, |it, landings| {
            let mut landings = landings.iter();
            is_it(it) && between.iter().all(|&bit| landings.any(|&at| at == u32::from(bit)))
        });
        found.is_some()
    }

    /// The landing squares of the first capture by the piece on a square for which `is_wanted`
    /// holds.
    fn follow<W>(&self, position: &Position, from: u8, is_wanted: W) -> Option<Vec<u32>>
    where
        W: Fn(Move, &[u32]) -> bool,
    {
        let (mut moves, trail) = (Vec::new(), Landings { is_wanted, here: vec![], found: None });
        let mut capturing = self.capturing(position, &mut moves, trail);
        let piece = 1 << from;
        if position.kings & piece != 0 {
            capturing.king(piece);
        } else {
            capturing.man(piece);
        }
        capturing.trail.found
    }

    fn write_square(bit: u32, out: &mut dyn fmt::Write) -> fmt::Result {
        if V::WRITES_LETTERS {
            let (column, row) = Board::<V>::place(bit);
            out.write_char(char::from(b'a' + column as u8))?;
            out.write_str(itoa::Buffer::new().format(V::SIDE - row))
        } else {
            out.write_str(itoa::Buffer::new().format(Board::<V>::index(bit) + 1))
        }
    }

    /// The bit of a square by number or letter.
    fn parse_square(word: &str) -> Option<u32> {
        let word = word.trim();
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.len() <= 2;
            digits.parse::<u32>().ok().filter(|&number| is_plain && number > 0)
        };
        match word.as_bytes().first()?.to_ascii_lowercase() {
            letter @ b'a'..=b'j' => {
                let row = number(&word[1..]).filter(|&row| row <= V::SIDE)?;
                Board::<V>::at(u32::from(letter - b'a'), V::SIDE - row)
            }
            _ => {
                let index = number(word)? - 1;
                (index < Board::<V>::SQUARES).then(|| Board::<V>::bit(index))
            }
        }
    }

    fn square_expected() -> String {
        let last = char::from(b'a' + V::SIDE as u8 - 1);
        format!("a dark square, 1 to {} or a1 to {last}{}", Board::<V>::SQUARES, V::SIDE)
    }

    /// Puts the pieces of a side on the squares listed in `list`, a part of `text`.
    fn parse_pieces(
        &self,
        text: &str,
        list: &str,
        colour: Colour,
        position: &mut Position,
    ) -> Result<(), ParseError> {
        if list.trim().is_empty() {
            return Ok(());
        }
        let player = Self::player(colour);
        let most = V::ROWS_OF_MEN * Board::<V>::WIDTH;
        for word in list.split(',') {
            let word = word.trim();
            let squares = word.strip_prefix(['K', 'k']);
            let is_king = squares.is_some();
            let squares = squares.unwrap_or(word);
            let square = |part: &str| {
                let bit = Self::parse_square(part);
                bit.ok_or_else(|| ParseError::about(text, part, Self::square_expected()))
            };
            let (first, last) = match squares.split_once('-') {
                None => (square(squares)?, square(squares)?),
                Some((first, last)) => (square(first)?, square(last)?),
            };
            let range = Board::<V>::index(first)..=Board::<V>::index(last);
            if range.is_empty() {
                return Err(ParseError::about(
                    text,
                    word,
                    "a range from a smaller to a larger number",
                ));
            }
            for bit in range.map(Board::<V>::bit) {
                if (position.pieces[0] | position.pieces[1]) >> bit & 1 == 1 {
                    return Err(ParseError::about(text, word, "an empty square"));
                }
                if !is_king && self.last_row(player) >> bit & 1 == 1 {
                    let expected = "a king on the last row, with a `K`";
                    return Err(ParseError::about(text, word, expected));
                }
                if position.men(player) + position.kings(player) == most {
                    let expected = format!("at most {most} pieces of a side");
                    return Err(ParseError::about(text, word, expected));
                }
                position.put(player, is_king, bit);
            }
        }
        Ok(())
    }

    /// Reads the number of plies with only king moves; the move number is ignored.
    fn parse_counter(
        &self,
        text: &str,
        part: &str,
        position: &mut Position,
    ) -> Result<(), ParseError> {
        let most = self.most_quiet_plies().unwrap_or(0);
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|_| is_plain)
        };
        let is_counter = part.starts_with('H');
        match part.strip_prefix(['H', 'F']).and_then(number) {
            Some(plies) if is_counter && plies <= most => {
                position.quiet = plies;
                Ok(())
            }
            Some(_) if !is_counter => Ok(()),
            _ => {
                let expected =
                    format!("`H` and the number of plies with only king moves, at most {most}");
                Err(ParseError::about(text, part, expected))
            }
        }
    }
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

fn colour_of(word: &str) -> Option<Colour> {
    match word {
        "W" | "w" => Some(Colour::White),
        "B" | "b" => Some(Colour::Black),
        _ => None,
    }
}

impl<V: Variant> GameDepict for Checkers<V> {
    /// Draws White's pieces as `w` and `W`, Black's as `b` and `B`, kings in upper case.
    fn depict(&self, position: &Position) -> Picture {
        let mut shapes = Vec::new();
        for (row, column) in (0..V::SIDE).flat_map(|row| (0..V::SIDE).map(move |at| (row, at))) {
            let (x, y) = (column as i32, row as i32);
            let Some(bit) = Board::<V>::at(column, row) else {
                shapes.push(Shape::Cell { x, y, role: Role::Ground });
                shapes.push(Shape::Glyph { x, y, text: " ".into(), role: Role::Label });
                continue;
            };
            let is_of = |player: &Player| position.pieces[usize::from(*player)] >> bit & 1 == 1;
            let Some(player) = (0..2).find(is_of) else { continue };
            let mut text = letter(self.colour(player)).to_string();
            if position.kings >> bit & 1 == 0 {
                text.make_ascii_lowercase();
            }
            let role = if player == 0 { Role::Piece } else { Role::OtherPiece };
            shapes.push(Shape::Glyph { x, y, text, role });
        }
        Picture { width: V::SIDE, height: V::SIDE, shapes }
    }

    /// Uses the same letters, `□` for light squares and `.` for empty dark ones.
    fn depict_in_text(&self, position: &Position) -> String {
        let mut picture = self.depict(position);
        for shape in &mut picture.shapes {
            if let Shape::Glyph { text, role: Role::Label, .. } = shape {
                "□".clone_into(text);
            }
        }
        picture.to_text()
    }
}
