//! Solved endgames: built, stored and looked up.

use tremaux_core::{Evaluator, Limits, Score};
use tremaux_play::{RetrogradeError, retrograde_layer};
use tremaux_tables::{EndgameTable, EndgameValue};

use super::endgames::{Endings, Layer};
use super::position::Position;
use super::rules::Checkers;
use super::variant::Variant;

/// The values of all endgames with few pieces: a table for each layer in which the first
/// player has the more pieces. The others are these with the players exchanged.
///
/// ```
/// use tremaux::games::checkers::{Checkers, EndingTables, Endings, English};
/// use tremaux::play::{EndgameValue, GameNotation};
/// use tremaux::Limits;
/// let endings: Endings<English> = Endings::new(2);
/// let tables = EndingTables::build(endings, &Limits::default(), |_, _, build| build())?;
/// // White is in the corner and moves; Black has the opposition.
/// let game: Checkers<English> = Checkers::new();
/// let position = game.parse_position("W:WK4:BK11").unwrap();
/// assert!(matches!(tables.get(&position), Some(EndgameValue::Loss(_))));
/// # Ok::<(), tremaux::play::RetrogradeError>(())
/// ```
#[derive(Debug)]
pub struct EndingTables<V> {
    endings: Endings<V>,
    /// By layer; none for those with the players exchanged.
    tables: Vec<Option<EndgameTable>>,
}

impl<V: Variant> EndingTables<V> {
    /// Solves one layer after the other by retrograde analysis ([`retrograde_layer`]).
    ///
    /// `obtain` is called with each layer, the name of its table and a function that builds it; it
    /// can load the table instead, so that a build that was stopped goes on where it was. English
    /// endings with five pieces take about 1 GB while they are built.
    ///
    /// # Errors
    ///
    /// Returns the errors of `obtain`; the function that builds a table fails if a limit of time
    /// or memory is reached.
    pub fn build<E>(
        endings: Endings<V>,
        limits: &Limits,
        mut obtain: impl FnMut(&Layer, &str, BuildTable<'_>) -> Result<EndgameTable, E>,
    ) -> Result<Self, E> {
        let mut tables = Self { tables: Vec::new(), endings };
        for layer in tables.endings.layers().to_vec() {
            let table = if layer.is_first() {
                let name = tables.endings.table_name(&layer);
                let solve = || {
                    let known =
                        |position: &Position| tables.get(position).unwrap_or(EndgameValue::Invalid);
                    let numbers = layer.numbers.clone();
                    let solved = retrograde_layer(&tables.endings, numbers, known, limits);
                    solved.map(|solved| solved.table(&name))
                };
                Some(obtain(&layer, &name, &solve)?)
            } else {
                None
            };
            tables.tables.push(table);
        }
        Ok(tables)
    }

    /// The numbering of the positions.
    pub const fn endings(&self) -> &Endings<V> {
        &self.endings
    }

    /// The value of a position for the player to move, if it has few pieces.
    pub fn get(&self, position: &Position) -> Option<EndgameValue> {
        let (layer, number) = self.endings.number(position)?;
        match self.tables.get(layer)? {
            Some(table) => Some(table.get(number)),
            None => {
                let (layer, number) = self.endings.number(&position.reversed::<V>())?;
                // Finished games count for the first player.
                Some(match self.tables.get(layer)?.as_ref()?.get(number) {
                    EndgameValue::Win(0) => EndgameValue::Loss(0),
                    EndgameValue::Loss(0) => EndgameValue::Win(0),
                    value => value,
                })
            }
        }
    }
}

/// A function that builds a table.
type BuildTable<'a> = &'a dyn Fn() -> Result<EndgameTable, RetrogradeError>;

/// An evaluator that returns the true value of every endgame in a table, and uses another
/// evaluator for other positions.
///
/// A win that the opponent could delay until the move-count draw does not count as known.
#[derive(Clone, Copy, Debug)]
pub struct WithEndings<'a, V, E> {
    /// The solved endgames.
    pub tables: &'a EndingTables<V>,
    /// Evaluates positions that are not in the tables.
    pub evaluator: E,
}

impl<V: Variant, E: Evaluator<Checkers<V>>> Evaluator<Checkers<V>> for WithEndings<'_, V, E> {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position) -> Score {
        self.evaluator.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &Checkers<V>, position: &Position) -> Option<Score> {
        let score = self.tables.get(position).and_then(EndgameValue::score);
        let is_in_time = |score: &Score| match (score.plies_to_end(), game.most_quiet_plies()) {
            (Some(plies), Some(most)) => {
                u32::from(position.quiet_plies()) + plies <= u32::from(most)
            }
            _ => true,
        };
        let known = score.filter(is_in_time);
        known.or_else(|| self.evaluator.known(game, position))
    }
}
