//! The notation: positions as numbers, moves as heap and count.

use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameNotation, ParseError, Picture, Player, Role, Shape, Turn,
};

use super::rules::{Heaps, Nim, Take};

/// Positions are written as the sizes of the heaps, separated by spaces or commas, empty heaps
/// as 0, with `: 2` at the end if the second player is to move: `3 4 5 : 2`.
///
/// Moves are the number of the heap, from 1, and the number of objects to take: `2-3` takes
/// three from the second heap.
impl GameNotation for Nim {
    fn write_position(&self, heaps: &Heaps, out: &mut dyn fmt::Write) -> fmt::Result {
        for (heap, size) in heaps.sizes().iter().enumerate() {
            write!(out, "{}{size}", if heap > 0 { " " } else { "" })?;
        }
        // Without heaps, the colon prevents an empty line.
        if heaps.player_to_move() == 1 || heaps.sizes().is_empty() {
            write!(out, " : {}", heaps.player_to_move() + 1)?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, ParseError> {
        let (numbers, mover) = match text.split_once(':') {
            None => (text, 0),
            Some((numbers, player)) => {
                let mover = match player.trim() {
                    "1" => 0,
                    "2" => 1,
                    "" => return Err(ParseError::at_end(text, "the player to move, 1 or 2")),
                    word => {
                        return Err(ParseError::about(text, word, "the player to move, 1 or 2"));
                    }
                };
                (numbers, mover)
            }
        };
        let mut sizes = Vec::new();
        let separators = |letter: char| letter.is_whitespace() || letter == ',';
        for word in numbers.split(separators).filter(|word| !word.is_empty()) {
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
            match word.parse::<u16>() {
                Ok(size) if is_plain => sizes.push(u32::from(size)),
                _ => return Err(ParseError::about(text, word, "a heap of 0 to 65535 objects")),
            }
            if sizes.len() > Self::MAX_HEAPS {
                let expected = format!("at most {} heaps", Self::MAX_HEAPS);
                return Err(ParseError::about(text, word, expected));
            }
        }
        if sizes.is_empty() && !text.contains(':') {
            return Err(ParseError::at_end(text, "the sizes of the heaps"));
        }
        Ok(Heaps::new(&sizes, mover as Player).expect("sizes within their bounds"))
    }

    fn write_move(&self, _: &Heaps, take: Take, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}-{}", u32::from(take.heap) + 1, take.count)
    }

    fn parse_move(&self, heaps: &Heaps, text: &str) -> Result<Take, ParseError> {
        let expected = "a heap and the number of objects to take, for example 1-2";
        let Some((heap_text, count_text)) = text.trim().split_once('-') else {
            return Err(ParseError::about(text, text.trim(), expected));
        };
        if self.turn(heaps) == Turn::Over {
            let expected = "no move: all heaps are empty";
            return Err(ParseError::about(text, text.trim(), expected));
        }
        let number = |word: &str| {
            let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
            word.parse::<u16>().ok().filter(|_| is_plain)
        };
        let count = heaps.sizes().len();
        let heap = number(heap_text).map(usize::from).filter(|heap| (1..=count).contains(heap));
        let Some(heap) = heap else {
            return Err(ParseError::about(text, heap_text, format!("a heap from 1 to {count}")));
        };
        let size = heaps.sizes()[heap - 1];
        if size == 0 {
            return Err(ParseError::about(text, heap_text, "a heap that is not empty"));
        }
        match number(count_text).filter(|count| (1..=size).contains(count)) {
            Some(count) => Ok(Take { heap: (heap - 1) as u8, count }),
            None => {
                let expected = format!("from 1 to {size} objects");
                Err(ParseError::about(text, count_text, expected))
            }
        }
    }
}

impl GameDepict for Nim {
    /// Draws a column for each heap, its size on top, with at most twenty objects.
    fn depict(&self, heaps: &Heaps) -> Picture {
        const MOST: i32 = 20;
        let tallest = heaps.sizes().iter().map(|&size| i32::from(size).min(MOST)).max();
        let ground = tallest.unwrap_or(0);
        let mut shapes = Vec::new();
        for (x, &size) in heaps.sizes().iter().enumerate() {
            let x = x as i32;
            let drawn = i32::from(size).min(MOST);
            shapes.extend((0..drawn).map(|nth| Shape::Cell {
                x,
                y: ground - nth,
                role: Role::Piece,
            }));
            let text = size.to_string();
            shapes.push(Shape::Glyph { x, y: ground - drawn, text, role: Role::Label });
        }
        Picture { width: heaps.sizes().len() as u32, height: ground as u32 + 1, shapes }
    }
}
