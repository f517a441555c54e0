//! Reads from and writes to the transposition table.

use std::ops::Deref;

use tremaux_core::{Bound, NO_MOVE, Score, ScoreSource, ZeroSumGame};
use tremaux_tables::{Memory, Record};

use super::frame::Frame;
use super::judgement::Judgement;
use super::parts::Config;
use super::search::AlphaBetaSearch;
use super::selectivity::Selectivity;

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    /// Whether positions with so many plies left are in the table.
    #[inline(always)]
    pub(super) fn uses_table(&self, depth: i32) -> bool {
        self.parts.table.is_used()
            && (depth >= self.options.table_depth as i32
                || self.options.stores_quiescence && depth <= 0)
    }

    /// Looks up the position's record, which may judge the position or supply the table move.
    #[inline(always)]
    pub(super) fn probe_table(&mut self, frame: &mut Frame, ply: u32) -> Result<(), Judgement> {
        if !self.uses_table(frame.depth) || frame.excluded != NO_MOVE {
            return Ok(());
        }
        let table = &self.parts.table;
        if frame.key == 0 {
            frame.key = table.key(&self.game, &self.state);
        }
        if ply == 0 {
            return Ok(());
        }
        let Some(record) = table.get(frame.key) else { return Ok(()) };
        frame.table_code = record.code;
        let score = Score::from_raw(record.value).after(ply);
        let decides = match record.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= frame.beta,
            Bound::AtMost => score <= frame.alpha,
        };
        if decides && self.options.table_use.admits(&record, frame.depth.max(0)) {
            self.statistics.table_hits += 1;
            return Err(Judgement::new(score, record.is_exact, ScoreSource::Table));
        }
        if self.parts.selectivity.is_used() {
            let settings = self.parts.selectivity.settings();
            frame.singular_below = settings.singular_below(&record, score, frame.depth);
            frame.may_fail_high = score >= frame.beta;
        }
        Ok(())
    }

    /// Moves the table move to the front of the moves just listed.
    #[inline(always)]
    pub(super) fn move_from_table_first(&mut self, frame: &mut Frame) {
        if !self.parts.table.is_used() || frame.table_code == NO_MOVE {
            return;
        }
        let moves = &mut self.moves[frame.first as usize..];
        let (table, code) = (&self.parts.table, frame.table_code);
        let is_it = |&mv: &G::Move| table.code(&self.game, &self.state, mv) == code;
        match moves.iter().position(is_it) {
            Some(at) => moves[..=at].rotate_right(1),
            None => frame.table_code = NO_MOVE,
        }
    }

    /// Stores and returns the value of a position whose moves were searched.
    #[inline(always)]
    pub(super) fn store(&self, frame: &Frame, ply: u32) -> Judgement {
        let (score, bound) = (frame.best, frame.bound());
        let is_near = self.near_is_exact
            && score.plies_to_end().is_some_and(|plies| plies as i32 - ply as i32 <= frame.depth);
        let is_cut = bound == Bound::AtLeast;
        let is_exact = is_near || if is_cut { frame.best_is_exact } else { frame.all_exact };
        let leaves_out = ply == 0 && (self.skip > 0 || self.leaves_out_root_moves);
        let is_whole = frame.excluded == NO_MOVE && !leaves_out;
        if self.uses_table(frame.depth) && is_whole {
            let value = score.before(ply).get();
            let (draft, code) = (frame.depth.max(0) as u16, frame.best_code);
            self.parts.table.insert(frame.key, Record { value, draft, bound, is_exact, code });
        }
        Judgement::new(score, is_exact, ScoreSource::Moves)
    }
}
