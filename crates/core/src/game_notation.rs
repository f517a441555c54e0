//! Positions and moves of games as people write them, and pictures of positions.

use std::fmt;

use crate::depict::Picture;
use crate::game::Game;
use crate::parse::ParseError;

/// How the positions and moves of a game are written and read: the counterpart of
/// [`Notation`](crate::Notation).
///
/// Everything that is written must be readable; the test kit checks this. Reading rejects a
/// position that cannot arise (two winners, wrong counts).
pub trait GameNotation: Game {
    /// Writes `state` on one line.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_position(&self, state: &Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads a position of this game.
    ///
    /// # Errors
    ///
    /// Returns where `text` is no position, and what was expected.
    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError>;

    /// Writes `mv`, which is legal in `state`.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    fn write_move(
        &self,
        state: &Self::State,
        mv: Self::Move,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result;

    /// Reads a move that is legal in `state`.
    ///
    /// # Errors
    ///
    /// Returns where `text` is no such move, and what was expected.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseError>;

    /// `state` as [`GameNotation::write_position`] writes it.
    fn position_text(&self, state: &Self::State) -> String {
        let mut text = String::new();
        self.write_position(state, &mut text).expect("a string takes everything");
        text
    }

    /// `mv` as [`GameNotation::write_move`] writes it.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(state, mv, &mut text).expect("a string takes everything");
        text
    }
}

/// A game whose positions can be drawn.
pub trait GameDepict: Game {
    /// A picture of `state`.
    fn depict(&self, state: &Self::State) -> Picture;

    /// `state` drawn in characters, by default with [`Picture::to_text`].
    fn depict_in_text(&self, state: &Self::State) -> String {
        self.depict(state).to_text()
    }
}
