//! A look at the table's records of all children before any is searched.

use tremaux_core::{Bound, Game, Score, Turn};
use tremaux_tables::Memory;

use super::frame::{Frame, Rules, Value};

/// Fetches the records of the children of the position at `ply`, so that memory answers while
/// others are computed; and, if `refutes`, looks for one that refutes the position by itself:
/// its value for the player to move.
///
/// `ahead` is scratch memory.
#[inline]
pub(super) fn look_ahead<G: Game, T: Memory<G>>(
    game: &G,
    table: &T,
    (state, ply): (&mut G::State, u32),
    frame: &Frame,
    rules: Rules,
    moves: &[G::Move],
    (ahead, refutes): (&mut Vec<(u64, bool)>, bool),
) -> Option<Value> {
    ahead.clear();
    for &mv in moves {
        let undo = game.play(state, mv);
        let key = table.key(game, state);
        table.prefetch(key);
        let is_same = refutes && game.turn(state) == Turn::Player(frame.mover);
        ahead.push((key, is_same));
        game.undo(state, mv, undo);
    }
    if !refutes {
        return None;
    }
    ahead.iter().find_map(|&(key, is_same)| {
        let record = table.get(key)?;
        let score = Score::from_raw(record.value).after(ply + 1);
        let (score, bound) =
            if is_same { (score, Bound::AtLeast) } else { (-score, Bound::AtMost) };
        let is_bound = record.bound == Bound::Exact || record.bound == bound;
        let fits = rules.table_use.admits(&record, frame.depth - 1);
        let is_it = fits && is_bound && score >= frame.beta;
        is_it.then_some(Value { score, is_exact: record.is_exact })
    })
}
