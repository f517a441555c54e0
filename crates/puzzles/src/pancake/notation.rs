//! The notation of stacks and flips, and pictures of stacks.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::{Flip, PancakePuzzle, Pile, Stack};

/// A stack is written as its sizes from the top; a flip as the number of flipped pancakes.
impl<T: Stack> Notation for PancakePuzzle<T> {
    fn write_state(&self, stack: &T, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", Pile::of_sizes(self.sizes(stack).collect()))
    }

    fn parse_state(&self, text: &str) -> Result<T, ParseError> {
        let pile = Pile::parse(text)?;
        if pile.pancakes() != self.pancakes() {
            let found = format!("{} pancakes", pile.pancakes());
            let expected = format!("{} pancakes", self.pancakes());
            return Err(ParseError { found, ..ParseError::at_end(text, expected) });
        }
        Ok(T::from_sizes(pile.sizes()))
    }

    fn write_action(&self, _stack: &T, flip: Flip, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", flip.count())
    }

    fn action_count(&self) -> u8 {
        u8::try_from(self.pancakes() + 1).ok().filter(|&count| count <= 64).unwrap_or(0)
    }

    #[inline]
    fn action_number(&self, flip: Flip) -> u8 {
        flip.count() as u8
    }

    fn parse_action(&self, _stack: &T, text: &str) -> Result<Flip, ParseError> {
        let word = text.trim();
        let count = word.parse::<u8>().ok().filter(|&count| usize::from(count) <= self.pancakes());
        count.and_then(Flip::new).ok_or_else(|| {
            let expected = format!("the number of pancakes to flip, 2 to {}", self.pancakes());
            ParseError::about(text, word, expected)
        })
    }
}

impl<T: Stack> Depict for PancakePuzzle<T> {
    fn depict(&self, stack: &T) -> Picture {
        let pancakes = self.pancakes() as i32;
        let mut shapes = Vec::new();
        for (y, size) in self.sizes(stack).enumerate() {
            let (y, size) = (y as i32, i32::from(size) + 1);
            let left = pancakes - size;
            // A pancake that is one size larger extends by half of the difference on each side.
            shapes.extend((left..left + 2 * size).map(|x| Shape::Cell { x, y, role: Role::Piece }));
            shapes.push(Shape::Glyph { x: pancakes, y, text: size.to_string(), role: Role::Label });
        }
        Picture { width: 2 * pancakes as u32, height: pancakes as u32, shapes }
    }
}
