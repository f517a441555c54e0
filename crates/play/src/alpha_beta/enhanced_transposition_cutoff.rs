//! Enhanced transposition cutoffs: probes the table records of all children before any child is
//! searched.

use std::ops::Deref;

use tremaux_core::{Bound, Score, ScoreSource, Turn, ZeroSumGame};
use tremaux_tables::Memory;

use super::frame::Frame;
use super::judgement::Judgement;
use super::parts::Config;
use super::search::AlphaBetaSearch;

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    /// Prefetches the records of the children of a position. With more plies left, one of them
    /// may refute the position at once.
    #[inline(always)]
    pub(super) fn probe_children(&mut self, frame: &Frame, ply: u32) -> Result<(), Judgement> {
        match self.options.ahead_depth {
            Some(depth) if self.parts.table.is_used() && ply > 0 => {
                let fetch_depth = depth.max(self.options.table_depth + 1) as i32;
                if frame.depth < fetch_depth {
                    return Ok(());
                }
                self.fetch_children(*frame, frame.depth > fetch_depth, ply)
            }
            _ => Ok(()),
        }
    }

    /// Takes the position by value: a reference would force it to stay in memory.
    #[inline(never)]
    fn fetch_children(&mut self, frame: Frame, refutes: bool, ply: u32) -> Result<(), Judgement> {
        let (game, table, children) = (&*self.game, &self.parts.table, frame.first as usize..);
        self.child_keys.clear();
        for &mv in &self.moves[children.clone()] {
            let undo = game.play(&mut self.state, mv);
            let key = table.key(game, &self.state);
            table.prefetch(key);
            let is_same = refutes && game.turn(&self.state) == Turn::Player(frame.mover);
            self.child_keys.push((key, is_same));
            game.undo(&mut self.state, mv, undo);
        }
        if !refutes {
            return Ok(());
        }
        let mut keys = self.child_keys.iter();
        let refutation = |&(key, is_same)| self.refutation(&frame, key, is_same, ply);
        let Some(judgement) = keys.find_map(refutation) else { return Ok(()) };
        self.statistics.table_hits += 1;
        self.statistics.expanded -= 1;
        self.statistics.generated -= self.moves[children].len() as u64;
        Err(judgement)
    }

    /// The value of the position according to the record of the child with this key, if it is
    /// sufficient for a cutoff. `is_same` says whether the same player moves there.
    #[inline(always)]
    fn refutation(&self, frame: &Frame, key: u64, is_same: bool, ply: u32) -> Option<Judgement> {
        let record = self.parts.table.get(key)?;
        let score = Score::from_raw(record.value).after(ply + 1);
        let (score, bound) =
            if is_same { (score, Bound::AtLeast) } else { (-score, Bound::AtMost) };
        let is_bound = record.bound == Bound::Exact || record.bound == bound;
        let fits = self.options.table_use.admits(&record, frame.depth - 1);
        let refutes = fits && is_bound && score >= frame.beta;
        refutes.then(|| Judgement::new(score, record.is_exact, ScoreSource::Table))
    }
}
