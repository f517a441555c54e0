//! The notation of amounts and pours, and pictures of jugs.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::{Jugs, Pour};
use crate::notation::possible_action;

/// The height of a picture in cells.
const ROWS: u32 = 8;

/// A state is written as its amounts; a pour as the numbers of two jugs from 1: `1>2`, `fill-1`
/// or `empty-1`.
impl Notation for Jugs {
    fn write_state(&self, state: &[u16; Self::MOST], out: &mut dyn fmt::Write) -> fmt::Result {
        for (jug, amount) in state[..self.count()].iter().enumerate() {
            write!(out, "{}{amount}", if jug == 0 { "" } else { " " })?;
        }
        Ok(())
    }

    fn parse_state(&self, text: &str) -> Result<[u16; Self::MOST], ParseError> {
        self.amounts(text, text)
    }

    fn write_action(
        &self,
        _state: &[u16; Self::MOST],
        pour: Pour,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        match pour {
            Pour::Over(from, to) => write!(out, "{}>{}", from + 1, to + 1),
            Pour::Fill(jug) => write!(out, "fill-{}", jug + 1),
            Pour::Empty(jug) => write!(out, "empty-{}", jug + 1),
        }
    }

    fn parse_action(&self, state: &[u16; Self::MOST], text: &str) -> Result<Pour, ParseError> {
        let expected = "a legal move, for example `1>2`, `fill-1` or `empty-1`";
        possible_action(self, state, text, expected)
    }
}

impl Depict for Jugs {
    fn depict(&self, state: &[u16; Self::MOST]) -> Picture {
        let mut shapes = Vec::new();
        let largest = u32::from(self.capacities().iter().copied().max().unwrap_or(1));
        for (jug, (&capacity, &amount)) in self.capacities().iter().zip(state).enumerate() {
            let rows = |litres: u16| (u32::from(litres) * ROWS).div_ceil(largest) as i32;
            let x = 2 * jug as i32;
            for height in 0..rows(capacity) {
                let role = if height < rows(amount) { Role::Piece } else { Role::Wall };
                shapes.push(Shape::Cell { x, y: ROWS as i32 - 1 - height, role });
            }
            let text = format!("{amount}/{capacity}");
            shapes.push(Shape::Glyph { x, y: ROWS as i32, text, role: Role::Label });
        }
        Picture { width: 2 * self.count() as u32, height: ROWS + 1, shapes }
    }
}
