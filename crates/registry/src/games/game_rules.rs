//! What a game tells the registry.

use tremaux_core::{
    Evaluator, Game, GameDepict, GameNotation, HashedGame, Limits, MoveKey, MoveOrdering,
    ParseError, Score, ZeroSumGame,
};
use tremaux_play::Horizon;

use super::entry::AnalysisRequest;
use super::report::GameSnapshot;
use super::search::Found;
use crate::domain::Given;
use crate::error::RegistryError;

/// The positions of a game.
pub(super) type StateOf<R> = <<R as Rules>::Game as Game>::State;
/// Its moves.
pub(super) type MoveOf<R> = <<R as Rules>::Game as Game>::Move;

/// A game for two players without chance, with its options.
///
/// One short implementation makes positions, every search and every verb available.
pub(super) trait Rules: Sized + Send + Sync + 'static {
    /// The game.
    type Game: ZeroSumGame<State: Send + Sync, Move: Send>
        + HashedGame
        + MoveKey
        + GameNotation
        + GameDepict
        + Sync;
    /// Judges positions that are not over.
    type Evaluator: Evaluator<Self::Game> + Sync;
    /// What the game itself knows about the order of moves.
    type Ordering: MoveOrdering<Self::Game> + Default;
    /// What is still searched where the depth runs out, unless the search is that of the books;
    /// `()` for nothing.
    type Horizon: Horizon<Self::Game> + Default;

    /// The game.
    fn game(&self) -> &Self::Game;

    /// Judges positions that are not over.
    fn evaluator(&self) -> &Self::Evaluator;

    /// The number that is shown for `score`, the value of `state` for the side to move, or
    /// for the first side if the game is over.
    fn shown(&self, state: &StateOf<Self>, score: Score) -> i64 {
        let _ = state;
        i64::from(score.get())
    }

    /// `state` drawn in characters.
    fn picture(&self, state: &StateOf<Self>) -> String {
        self.game().depict_in_text(state)
    }

    /// What a solver made for the game finds out, if it has one and is asked for it.
    fn solve(
        &self,
        state: &StateOf<Self>,
        request: &AnalysisRequest,
        table_bytes: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> Option<Found<MoveOf<Self>>> {
        let _ = (state, request, table_bytes, limits, watch);
        None
    }
}

/// The value given for the option `name`.
pub(super) fn option<'a>(given: Given<'a>, name: &str) -> Option<&'a str> {
    given.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
}

/// An option whose value is wrong.
pub(super) fn wrong(name: &'static str, text: &str, expected: impl Into<String>) -> RegistryError {
    let error = Box::new(ParseError::about(text, text.trim(), expected));
    RegistryError::Instance { option: Some(name), text: text.to_owned(), error }
}

/// Two numbers as `7x6`.
pub(super) fn size(name: &'static str, text: &str) -> Result<(u32, u32), RegistryError> {
    let number = |word: &str| {
        let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse::<u32>().ok().filter(|_| is_plain)
    };
    let sides = text.trim().split_once(['x', 'X']);
    let sides = sides.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
    sides.ok_or_else(|| wrong(name, text, "columns x rows, as `7x6`"))
}
