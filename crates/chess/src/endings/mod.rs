//! Endings against a king alone, solved: the elementary mates, and king and pawn.
//!
//! A table holds the exact number of plies to mate of every position, for both sides to move. It
//! is built by retrograde analysis when it is first needed, and then kept.

mod ending;
mod solver;
mod table;

use std::sync::OnceLock;

use cozy_chess::{CastleRights, Color};
use tremaux_core::{Evaluator, Score};
use tremaux_tables::EndgameValue;

pub use ending::Endgame;
pub use table::EndingCounts;
use table::Table;

use crate::position::{FIFTY_MOVES, Position};
use crate::rules::Chess;

static TABLES: [OnceLock<Table>; Endgame::ALL.len()] =
    [const { OnceLock::new() }; Endgame::ALL.len()];

impl Endgame {
    /// Its table, built at the first call.
    fn table(self) -> &'static Table {
        TABLES[self as usize].get_or_init(|| Table::solve(self, Self::table))
    }

    /// Builds the table now, unless it is already built, and counts its positions.
    ///
    /// ```
    /// use tremaux::games::chess::endings::Endgame;
    /// let counts = Endgame::Queen.counts();
    /// // White mates in ten moves at the latest, whoever begins.
    /// assert_eq!(counts.longest_win, 19);
    /// assert_eq!(counts.drawn_to_defend, 23_048);
    /// ```
    #[must_use]
    pub fn counts(self) -> EndingCounts {
        self.table().counts()
    }
}

/// Builds all tables now, so that no search is delayed by it: some 17 MB, within a second or two.
pub fn prepare() {
    for ending in Endgame::ALL {
        let _ = ending.table();
    }
}

/// The value of a position of an [`Endgame`] for the side to move, with the number of plies to
/// mate; the draw by fifty moves is ignored. `None` for other positions.
///
/// ```
/// use tremaux::games::chess::{Position, endings};
/// use tremaux::play::EndgameValue;
/// assert_eq!(endings::value(&Position::initial()), None);
/// let position = Position::parse_fen("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1")?;
/// assert_eq!(endings::value(&position), Some(EndgameValue::Win(19)));
/// # Ok::<(), tremaux::ParseError>(())
/// ```
pub fn value(position: &Position) -> Option<EndgameValue> {
    solved(position).map(|(_, value)| value)
}

/// The ending that a position belongs to, and its value.
fn solved(position: &Position) -> Option<(Endgame, EndgameValue)> {
    let board = position.board();
    let men = board.occupied().len();
    if !(3..=4).contains(&men) {
        return None;
    }
    let is_alone = |color| board.colors(color).len() == 1;
    let color = Color::ALL.into_iter().find(|&color| is_alone(!color))?;
    let ending = Endgame::of(board, color)?;
    // Castling is not in the tables.
    if *board.castle_rights(color) != CastleRights::EMPTY {
        return None;
    }
    let men = ending.men(board, color);
    let value = ending.table().get(men, board.side_to_move() == color);
    (value != EndgameValue::Invalid).then_some((ending, value))
}

/// The score of a position of an [`Endgame`] for the side to move; `None` for other positions.
///
/// A win that takes too long for the fifty-move rule is a draw; if a pawn can still move, the
/// score is not known.
#[inline]
pub fn known(position: &Position) -> Option<Score> {
    if position.board().occupied().len() > 4 { None } else { known_in_time(position) }
}

fn known_in_time(position: &Position) -> Option<Score> {
    let (ending, value) = solved(position)?;
    let score = value.score()?;
    let clock = u32::from(position.halfmove_clock());
    let is_late = score.plies_to_end().is_some_and(|plies| clock + plies > FIFTY_MOVES.into());
    match ending {
        _ if !is_late => Some(score),
        Endgame::Pawn => None,
        _ => Some(Score::DRAW),
    }
}

/// An evaluator that knows the exact scores of [endings](Endgame), and uses another one for all
/// other positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WithEndings<E>(
    /// Evaluates the other positions.
    pub E,
);

impl<E: Evaluator<Chess>> Evaluator<Chess> for WithEndings<E> {
    #[inline]
    fn evaluate(&self, game: &Chess, position: &Position) -> Score {
        self.0.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &Chess, position: &Position) -> Option<Score> {
        known(position).or_else(|| self.0.known(game, position))
    }
}
