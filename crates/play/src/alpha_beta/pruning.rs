//! The phases of selective search: futility, null moves, singular extensions, reductions.

use std::mem::replace;
use std::ops::Deref;

use tremaux_core::{GameObserver, NO_MOVE, Score, ScoreSource, ZeroSumGame};
use tremaux_tables::Memory;

use super::frame::{Entry, Frame, Stage, Value};
use super::judgement::Judgement;
use super::parts::Config;
use super::search::AlphaBetaSearch;
use super::selectivity::{Knowledge, Selectivity};
use super::tree::{Run, Step};

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    /// Prunes a position whose estimate is far outside a null window, or tries a null move.
    #[inline(always)]
    pub(super) fn prune_or_pass(
        &mut self,
        frame: &mut Frame,
        path: &[Frame],
        ply: u32,
    ) -> Result<(), Judgement> {
        if !self.parts.selectivity.is_used()
            || frame.depth <= 0
            || ply == 0
            || frame.excluded != NO_MOVE
            || frame.beta.is_decisive()
            || frame.alpha.is_decisive()
            || frame.is_open()
            || !self.parts.selectivity.settings().judges()
            || self.parts.selectivity.is_threatened(&self.game, &self.state)
        {
            return Ok(());
        }
        let estimate = self.estimate().value.score;
        self.judge_by_margin(frame, estimate)?;
        self.try_null_move(frame, path, estimate);
        Ok(())
    }

    /// Reduces a position by one ply if no best move is known for it.
    #[inline(always)]
    pub(super) fn reduce_unknown(&self, frame: &mut Frame, ply: u32) {
        if !self.parts.selectivity.is_used() || !self.parts.table.is_used() {
            return;
        }
        let least = self.parts.selectivity.settings().unknown_depth;
        if ply > 0
            && frame.table_code == NO_MOVE
            && frame.excluded == NO_MOVE
            && least.is_some_and(|least| frame.depth >= least as i32)
        {
            frame.depth -= 1;
        }
    }

    /// Futility pruning: the estimate is returned if it is far above the window. If it is far
    /// below, quiet moves are pruned.
    #[inline(always)]
    fn judge_by_margin(&mut self, frame: &mut Frame, estimate: Score) -> Result<(), Judgement> {
        let Some(futility) = self.parts.selectivity.settings().futility else { return Ok(()) };
        if frame.depth > futility.max_depth as i32 {
            return Ok(());
        }
        let margin = futility.margin.saturating_mul(frame.depth);
        let (low, high) = (estimate.get() - margin, estimate.get() + margin);
        if low >= frame.beta.get() {
            self.statistics.futile += 1;
            return Err(Judgement::new(estimate, false, ScoreSource::Futile));
        }
        if high <= frame.alpha.get() {
            frame.is_futile = true;
            frame.all_exact = false;
            frame.best = Score::estimate(high);
        }
        Ok(())
    }

    /// Tries a null move if it may cause a cutoff.
    #[inline(always)]
    fn try_null_move(&mut self, frame: &mut Frame, path: &[Frame], estimate: Score) {
        let selectivity = &self.parts.selectivity;
        if let Some(null) = selectivity.settings().null_move
            && !frame.is_futile
            && frame.depth >= null.min_depth as i32
            && estimate >= frame.beta
            && path.last().is_none_or(|above| above.stage != Stage::NullMove)
            && path.iter().all(|above| above.stage != Stage::Verification)
            && let Some(undo) = selectivity.pass(&self.game, &mut self.state)
        {
            self.undos.push(undo);
            frame.stage = Stage::NullMove;
            let excess = estimate.get() - frame.beta.get();
            frame.child_depth = frame.depth - 1 - null.plies(frame.depth, excess);
        }
    }

    /// Whether something else is searched before the moves of the position: the position after
    /// a null move, or the moves other than the table move, which may be singular.
    #[inline(always)]
    pub(super) fn is_tried_otherwise(&self, frame: &mut Frame) -> bool {
        if frame.stage == Stage::Moves && frame.singular_below.is_some() {
            frame.stage = Stage::Singular;
        }
        frame.stage != Stage::Moves
    }

    /// The position to search instead of a move, depending on the stage.
    #[inline(always)]
    pub(super) fn trial(&self, frame: &Frame) -> Entry {
        if let (Stage::Singular, Some(below)) = (frame.stage, frame.singular_below) {
            let entry = Entry::null_window(frame.mover, frame.depth / 2, below);
            return Entry { excluded: frame.table_code, ..entry };
        }
        Entry::null_window(frame.mover, frame.child_depth, frame.beta)
    }

    /// Uses the value of the search made before the moves of the position on top of the path.
    #[inline(always)]
    pub(super) fn back_up_trial<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        value: Value,
        ply: u32,
        run: &mut Run<Ob>,
    ) -> Step {
        let mut frame = run.path.pop().expect("a position is on the path");
        let is_good = value.score >= frame.beta;
        let stage = replace(&mut frame.stage, Stage::Moves);
        if stage == Stage::NullMove {
            let undo = self.undos.pop().expect("a pass");
            self.parts.selectivity.undo_pass(&self.game, &mut self.state, undo);
            let settings = self.parts.selectivity.settings();
            let verify_depth = settings.null_move.and_then(|null| null.verify_depth);
            if is_good && verify_depth.is_some_and(|least| frame.depth >= least as i32) {
                frame.stage = Stage::Verification;
            }
        } else if stage == Stage::Singular {
            let below = frame.singular_below.take();
            frame.is_singular = below.is_some_and(|below| value.score < below);
        }
        let judged = if frame.stage == Stage::Verification {
            Ok(())
        } else if is_good && stage != Stage::Singular {
            self.statistics.null_move_cutoffs += 1;
            Err(Judgement::new(frame.beta, false, ScoreSource::NullMove))
        } else {
            self.list_moves(&mut frame, ply, run)
        };
        self.descend(judged, &mut frame, ply, run)
    }

    /// Removes quiet moves if they are futile, and the excluded move.
    #[inline(always)]
    pub(super) fn leave_out_moves(&mut self, frame: &Frame) -> Result<(), Judgement> {
        if !self.parts.selectivity.is_used() || frame.excluded == NO_MOVE && !frame.is_futile {
            return Ok(());
        }
        let first = frame.first as usize;
        let mut kept = first;
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            let is_out = if frame.is_futile {
                self.parts.selectivity.is_quiet(&self.game, &self.state, mv)
            } else {
                self.parts.table.code(&self.game, &self.state, mv) == frame.excluded
            };
            if !is_out {
                self.moves[kept] = mv;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        if kept > first {
            return Ok(());
        }
        self.statistics.futile += u64::from(frame.is_futile);
        Err(Judgement::new(frame.best, false, ScoreSource::Futile))
    }

    /// The number of plies by which the next move is reduced.
    #[inline(always)]
    pub(super) fn reduction(&self, frame: &Frame, mv: G::Move, ply: u32) -> i32 {
        let selectivity = &self.parts.selectivity;
        let before = (frame.next - frame.first) as usize - 1;
        match selectivity.settings().reductions {
            Some(late)
                if ply > 0
                    && !frame.alpha.is_decisive()
                    && selectivity.is_quiet(&self.game, &self.state, mv) =>
            {
                late.plies(frame.depth, before, frame.is_open())
            }
            _ => 0,
        }
    }

    /// Whether the moves that are left are pruned, after `mv`: it was quiet, and noisy moves come
    /// first.
    #[inline(always)]
    pub(super) fn prunes_rest(&self, frame: &mut Frame, mv: G::Move) -> bool {
        if !self.parts.selectivity.is_used() || frame.depth <= 0 || frame.is_open() {
            return false;
        }
        let selectivity = &self.parts.selectivity;
        let Some(late) = selectivity.settings().late_pruning else { return false };
        let tried = frame.next - frame.first;
        let is_late = frame.depth <= late.max_depth as i32
            && tried >= late.first + (frame.depth * frame.depth) as u32
            && !frame.best.is_decisive()
            && selectivity.is_quiet(&self.game, &self.state, mv)
            && !selectivity.is_threatened(&self.game, &self.state);
        frame.all_exact &= !is_late;
        is_late
    }

    /// Extends the move just played, or else reduces it by `reduction` plies. Returns the
    /// change in depth.
    #[inline(always)]
    pub(super) fn extend(
        &mut self,
        frame: &mut Frame,
        mv: G::Move,
        is_from_table: bool,
        reduction: i32,
        ply: u32,
    ) -> i32 {
        let mut extension = u32::from(frame.is_singular && is_from_table);
        // No line may become longer than twice the depth.
        if ply < 2 * self.depth {
            extension += self.parts.selectivity.extension(&self.game, &self.state, mv);
        }
        frame.child_depth += extension as i32;
        frame.is_reduced = extension == 0 && reduction > 0;
        self.statistics.extended += u64::from(extension > 0);
        self.statistics.reduced += u64::from(frame.is_reduced);
        if frame.is_reduced { reduction } else { 0 }
    }
}
