//! The phases of selective search: futility, null moves, singular extensions, reductions.

use std::mem::replace;
use std::ops::Deref;

use tremaux_core::{GameObserver, MoveOrdering, NO_MOVE, Score, ScoreSource, ZeroSumGame};
use tremaux_tables::Memory;

use super::frame::{Entry, Frame, Run, Stage, Value};
use super::judgement::Judgement;
use super::parts::Config;
use super::search::AlphaBetaSearch;
use super::selectivity::{Knowledge, Selectivity};
use super::tree::Step;

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
            || frame.excluded != NO_MOVE
            || !self.parts.selectivity.settings().judges()
            || self.parts.selectivity.knowledge().is_threatened(&self.game, &self.state)
        {
            return Ok(());
        }
        let is_closed =
            ply > 0 && !frame.is_open() && !frame.beta.is_decisive() && !frame.alpha.is_decisive();
        if !is_closed && !self.parts.selectivity.settings().follows_trend() {
            return Ok(());
        }
        let estimate = self.estimate().value.score;
        frame.estimate = estimate.get();
        frame.is_improving = path
            .iter()
            .rev()
            .skip(1)
            .take(3)
            .find(|above| above.ply + 2 == ply)
            .is_some_and(|above| frame.estimate > above.estimate);
        if !is_closed {
            return Ok(());
        }
        self.judge_by_margin(frame, estimate)?;
        self.try_null_move(frame, path, estimate);
        Ok(())
    }

    /// Reduces a position by one ply if no best move is known for it.
    #[inline(always)]
    pub(super) fn reduce_unknown(&self, frame: &mut Frame, ply: u32) {
        if !self.parts.selectivity.is_used() || !self.parts.table.is_used() || self.is_proving {
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
        let settings = self.parts.selectivity.settings();
        if let Some(reverse) = settings.reverse_futility
            && frame.depth <= reverse.max_depth as i32
        {
            let plies = frame.depth - i32::from(frame.is_improving);
            if estimate.get() - reverse.margin.saturating_mul(plies) >= frame.beta.get() {
                self.statistics.futile += 1;
                return Err(Judgement::new(estimate, false, ScoreSource::Futile));
            }
        }
        if let Some(razoring) = settings.razoring
            && frame.depth <= razoring.max_depth as i32
            && estimate.get() + razoring.margin.saturating_mul(frame.depth) <= frame.alpha.get()
        {
            frame.stage = Stage::Razoring;
            return Ok(());
        }
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
            && frame.stage == Stage::Moves
            && frame.depth >= null.min_depth as i32
            && estimate >= frame.beta
            && path.last().is_none_or(|above| above.stage != Stage::NullMove)
            && path.iter().all(|above| above.stage != Stage::Verification)
            && let Some(undo) = selectivity.knowledge().pass(&self.game, &mut self.state)
        {
            self.undos.push(undo);
            self.parts.ordering.follow_pass(frame.ply);
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
            return Entry { excluded: frame.table_code, is_cut: frame.is_cut, ..entry };
        }
        if frame.stage == Stage::Razoring {
            return Entry::new(frame.mover, 0, frame.alpha, frame.beta);
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
        let mut judged_by_trial = None;
        let stage = replace(&mut frame.stage, Stage::Moves);
        if stage == Stage::NullMove {
            let undo = self.undos.pop().expect("a pass");
            self.parts.selectivity.knowledge().undo_pass(&self.game, &mut self.state, undo);
            let settings = self.parts.selectivity.settings();
            let verify_depth = settings.null_move.and_then(|null| null.verify_depth);
            if is_good && verify_depth.is_some_and(|least| frame.depth >= least as i32) {
                frame.stage = Stage::Verification;
            }
        } else if stage == Stage::Singular {
            if let (Some(below), Some(singular)) =
                (frame.singular_below.take(), self.parts.selectivity.settings().singular)
            {
                if value.score < below {
                    let far = singular.double_margin.map(|far| below.get() - i32::from(far));
                    let is_far = far.is_some_and(|far| value.score.get() < far) && !frame.is_open();
                    frame.singular_plies = if is_far { 2 } else { 1 };
                } else if singular.cuts && below >= frame.beta && !frame.is_open() {
                    judged_by_trial = Some(Judgement::new(below, false, ScoreSource::Probe));
                } else if singular.cuts && frame.may_fail_high {
                    frame.singular_plies = -1;
                }
            }
        } else if stage == Stage::Razoring && value.score <= frame.alpha {
            self.statistics.futile += 1;
            judged_by_trial = Some(Judgement::new(value.score, false, ScoreSource::Futile));
        }
        let judged = if let Some(judgement) = judged_by_trial {
            Err(judgement)
        } else if frame.stage == Stage::Verification {
            Ok(())
        } else if is_good && !matches!(stage, Stage::Singular | Stage::Razoring) {
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
                self.parts.selectivity.knowledge().is_quiet(&self.game, &self.state, mv)
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
    pub(super) fn reduction(&self, frame: &Frame, before: usize, rating: i32) -> i32 {
        match self.parts.selectivity.settings().reductions {
            Some(late) if frame.is_quiet && !frame.alpha.is_decisive() => {
                late.plies(frame, before, rating)
            }
            _ => 0,
        }
    }

    /// Whether the next move is pruned.
    #[inline(always)]
    pub(super) fn prunes(&self, frame: &Frame, mv: G::Move, reduction: i32) -> bool {
        let (selectivity, settings) = (&self.parts.selectivity, self.parts.selectivity.settings());
        if frame.depth <= 0 {
            // Beyond the horizon: only where the estimate may be chosen.
            let Some(margin) = settings.delta else { return false };
            return frame.estimate != Frame::NO_ESTIMATE
                && !frame.alpha.is_decisive()
                && frame.estimate.saturating_add(margin)
                    <= frame.alpha.get().saturating_sub(selectivity.knowledge().gain(
                        &self.game,
                        &self.state,
                        mv,
                    ))
                && !selectivity.knowledge().is_forcing(&self.game, &self.state, mv);
        }
        if frame.ply == 0 || frame.best.is_decisive() || frame.alpha.is_decisive() {
            return false;
        }
        if !frame.is_quiet || selectivity.knowledge().is_forcing(&self.game, &self.state, mv) {
            return false;
        }
        let left = (frame.depth - 1 - reduction).max(0);
        if let Some(futility) = settings.move_futility
            && left <= futility.max_depth as i32
            && frame.estimate != Frame::NO_ESTIMATE
            && !frame.is_open()
            && frame.estimate + futility.base + futility.margin * left <= frame.alpha.get()
        {
            return true;
        }
        settings.exchanges.is_some_and(|exchanges| {
            frame.depth <= exchanges.max_depth as i32
                && frame.estimate != Frame::NO_ESTIMATE
                && selectivity.knowledge().exchange(&self.game, &self.state, mv)
                    < -exchanges.margin.saturating_mul(frame.depth)
        })
    }

    /// Whether the moves that are left are pruned: the last one was quiet, and noisy moves come
    /// first.
    #[inline(always)]
    pub(super) fn prunes_rest(&self, frame: &mut Frame) -> bool {
        if !self.parts.selectivity.is_used()
            || self.is_proving
            || frame.depth <= 0
            || frame.is_open()
        {
            return false;
        }
        let selectivity = &self.parts.selectivity;
        let Some(late) = selectivity.settings().late_pruning else { return false };
        let is_late = late.is_late(frame, frame.next - frame.first)
            && frame.is_quiet
            && !frame.best.is_decisive()
            && !selectivity.knowledge().is_threatened(&self.game, &self.state);
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
        let mut extension = if is_from_table { i32::from(frame.singular_plies) } else { 0 };
        // No line may become longer than twice the depth.
        if ply < 2 * self.depth {
            let more = self.parts.selectivity.knowledge().extension(&self.game, &self.state, mv);
            extension = if more > 0 { extension.max(more as i32) } else { extension };
        } else {
            extension = extension.min(0);
        }
        frame.child_depth += extension;
        frame.is_reduced = extension <= 0 && reduction > 0;
        self.statistics.extended += u64::from(extension > 0);
        self.statistics.reduced += u64::from(frame.is_reduced);
        if frame.is_reduced { reduction } else { 0 }
    }
}
