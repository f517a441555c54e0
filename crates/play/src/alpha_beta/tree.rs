//! The search of the tree below the root, in phases, with an explicit stack.

use std::mem::take;
use std::ops::Deref;

use tremaux_core::{
    Bound, CutoffReason, GameEvent, GameObserver, Meter, MoveOrdering, NO_MOVE, Score, StopReason,
    ZeroSumGame,
};
use tremaux_tables::Memory;

use super::frame::{Entry, Frame, Run, Stage, Value};
use super::judgement::Judgement;
use super::parts::Config;
use super::search::AlphaBetaSearch;
use super::selectivity::{Knowledge, Selectivity};
use crate::horizon::LeafSearch;

/// The next step.
pub(super) enum Step {
    /// Search the position just reached.
    Enter(Entry),
    /// Back up the value of a position to the player who moved into it.
    ///
    /// These are the fields of a [`Value`]. The compiler would lay out a whole [`Value`] over
    /// part of the entry's key and pass both through memory.
    BackUp { score: Score, is_exact: bool },
}

impl From<Value> for Step {
    fn from(Value { score, is_exact }: Value) -> Self {
        Self::BackUp { score, is_exact }
    }
}

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    /// The value of `self.state` for `entry.mover`. Continues where it was stopped.
    #[inline(never)]
    pub(super) fn tree<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        mut entry: Entry,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Value, StopReason> {
        match self.entry.take() {
            Some(stopped) => entry = stopped,
            None => self.base_mover = entry.mover,
        }
        let mut run = Run { path: take(&mut self.path), meter, observer };
        let result = 'enter: loop {
            let memory = || self.parts.table.bytes();
            if let Err(reason) = run.meter.check(self.statistics.nodes, memory)
                && !self.must_go_on(reason)
            {
                self.entry = Some(entry);
                break Err(reason);
            }
            let mut step = self.enter(entry, &mut run);
            entry = loop {
                step = match step {
                    Step::Enter(entry) => break entry,
                    Step::BackUp { score, is_exact } if run.path.is_empty() => {
                        break 'enter Ok(Value { score, is_exact });
                    }
                    Step::BackUp { score, is_exact } => {
                        self.back_up(Value { score, is_exact }, &mut run)
                    }
                };
            };
        };
        self.path = run.path;
        result
    }

    /// Judges the position just reached, or adds it to the path.
    #[inline(always)]
    fn enter<Ob: GameObserver<G> + ?Sized>(&mut self, mut entry: Entry, run: &mut Run<Ob>) -> Step {
        let above = run.path.last();
        let ply = above.map_or(self.base_ply, |above| above.ply + u32::from(!above.stays()));
        if self.keeps_lines() && entry.is_open() {
            self.variations.clear(ply);
        }
        let above = above.filter(|above| above.stage == Stage::Moves);
        let mv = above.and_then(|above| self.moves.get(above.next as usize - 1)).copied();
        if self.options.repetition_draws && entry.key == 0 {
            entry.key = self.parts.table.key(&self.game, &self.state);
        }
        let mover = match self.judge_statically(entry, mv, ply, &run.path, run.observer) {
            Ok(mover) => mover,
            Err(value) => return value.into(),
        };
        let is_rated = !self.parts.ordering.is_used()
            || ply == 0
            || entry.depth < self.options.rated_depth as i32;
        let mut frame = Frame::new(entry, mover, is_rated, ply, self.moves.len());
        let judged = self
            .narrow_by_distance(&mut frame, ply)
            .and_then(|()| self.probe_table(&mut frame, ply))
            .inspect(|()| self.reduce_unknown(&mut frame, ply))
            .and_then(|()| self.prune_or_pass(&mut frame, &run.path, ply))
            .and_then(|()| self.list_moves(&mut frame, ply, run));
        self.descend(judged, &mut frame, ply, run)
    }

    /// Adds a position to the path and plays a move, unless the position is judged.
    #[inline(always)]
    pub(super) fn descend<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        judged: Result<(), Judgement>,
        frame: &mut Frame,
        ply: u32,
        run: &mut Run<Ob>,
    ) -> Step {
        if let Err(judgement) = judged {
            return self.return_score(judgement, frame, ply, run);
        }
        let entry = match frame.stage {
            Stage::Moves => self.play_next(frame, true, ply),
            _ => Some(self.trial(frame)),
        };
        let Some(entry) = entry else {
            let judgement = self.store(frame, ply);
            return self.return_score(judgement, frame, ply, run);
        };
        run.path.push(*frame);
        Step::Enter(entry)
    }

    /// Backs up the value of a position that is not, or no longer, on the path.
    #[inline(always)]
    fn return_score<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        judgement: Judgement,
        frame: &Frame,
        ply: u32,
        run: &mut Run<Ob>,
    ) -> Step {
        self.moves.truncate(frame.first as usize);
        let player_above = run.path.last().map_or(self.base_mover, |above| above.mover);
        self.leave(judgement, frame.mover == player_above, ply, run.observer).into()
    }

    /// Lists the moves of a position, unless something else is searched first. Beyond the
    /// horizon the position may be judged by its estimate, before it by its children.
    #[inline(always)]
    pub(super) fn list_moves<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        frame: &mut Frame,
        ply: u32,
        run: &mut Run<Ob>,
    ) -> Result<(), Judgement> {
        if self.parts.selectivity.is_used() && self.is_tried_otherwise(frame) {
            return Ok(());
        }
        if frame.depth <= 0 {
            self.list_noisy_moves(frame)?;
        } else if ply == 0 {
            self.list_root_moves();
        } else {
            self.game.moves(&self.state, &mut self.moves);
        }
        self.statistics.expanded += 1;
        self.statistics.generated += self.moves.len() as u64 - u64::from(frame.first);
        self.leave_out_moves(frame)?;
        self.probe_children(frame, ply)?;
        self.move_from_table_first(frame);
        self.frontier_children(frame, ply, run)
    }

    #[cold]
    fn list_root_moves(&mut self) {
        let skip = self.skip;
        self.moves.extend(self.root_moves[skip..].iter().map(|mv| mv.mv));
        for mv in &mut self.root_moves[skip..] {
            // What is known about the root moves from an earlier line remains valid.
            if skip == 0 || mv.bound != Bound::Exact {
                (mv.score, mv.bound) = (Score::WIN, Bound::AtMost);
            }
        }
    }

    #[inline(always)]
    fn list_noisy_moves(&mut self, frame: &mut Frame) -> Result<(), Judgement> {
        self.statistics.quiescence_nodes += 1;
        frame.all_exact = false;
        let judgement = self.estimate();
        let (estimate, beyond) = (judgement.value.score, -frame.depth as u32);
        let may_rest = self.parts.horizon.moves(&self.game, &self.state, beyond, &mut self.moves);
        if self.moves.len() == frame.first as usize || may_rest && estimate >= frame.beta {
            return Err(judgement);
        }
        if may_rest {
            frame.estimate = estimate.get();
            frame.best = estimate;
            frame.alpha = frame.alpha.max(estimate);
        }
        Ok(())
    }

    /// Picks the next move of a position and plays it. Returns the position it leads to, or
    /// nothing if the moves that are left are pruned.
    #[inline(always)]
    fn play_next(&mut self, frame: &mut Frame, is_first: bool, ply: u32) -> Option<Entry> {
        let at = frame.next as usize;
        let is_from_table = self.parts.table.is_used() && is_first && frame.table_code != NO_MOVE;
        let is_selective = self.parts.selectivity.is_used();
        let (mut reduction, mv) = loop {
            let is_picked = self.parts.ordering.is_used() && frame.picks && !is_from_table;
            if is_picked {
                if !frame.is_rated {
                    frame.is_rated = true;
                    self.ratings.resize(at, 0);
                    let (ordering, moves) = (&self.parts.ordering, &self.moves[at..]);
                    ordering.rate(&self.game, &self.state, ply, moves, &mut self.ratings);
                }
                let end = self.moves.len();
                pick(&mut self.moves[at..], &mut self.ratings[at..end]);
            }
            let mv = *self.moves.get(at)?;
            if !is_selective {
                break (0, mv);
            }
            let mut reduction = 0;
            if frame.depth > 0 {
                frame.is_quiet =
                    self.parts.selectivity.knowledge().is_quiet(&self.game, &self.state, mv);
                if !is_first {
                    let rating = if is_picked { self.ratings[at] } else { 0 };
                    reduction = self.reduction(frame, at - frame.first as usize, rating);
                }
            }
            if is_first && frame.depth > 0 || !self.prunes(frame, mv, reduction) {
                break (reduction, mv);
            }
            frame.all_exact = false;
            self.moves.remove(at);
            if is_picked {
                self.ratings.remove(at);
            }
        };
        frame.next += 1;
        // Not below a null window, which is one already, and not at the last ply, because the
        // value of a leaf does not depend on the window.
        frame.is_scout = self.scouts
            && !is_first
            && frame.is_open()
            && (self.parts.horizon.is_used() || is_selective || frame.depth > 1);
        frame.child_depth = frame.depth - 1;
        self.play(mv, frame, ply);
        if is_selective && frame.depth > 0 {
            reduction = self.extend(frame, mv, is_from_table, reduction, ply);
        }
        Some(self.child(frame.child(reduction)))
    }

    #[inline(always)]
    fn play(&mut self, mv: G::Move, frame: &Frame, ply: u32) {
        if self.parts.ordering.is_used() && frame.depth > self.options.rated_depth as i32 {
            self.parts.ordering.follow(&self.game, &self.state, ply, mv);
        }
        self.undos.push(self.game.play(&mut self.state, mv));
    }

    /// The entry of the position just reached, with its key. Prefetches its record.
    #[inline(always)]
    fn child(&self, entry: Entry) -> Entry {
        if !self.uses_table(entry.depth) {
            return entry;
        }
        let key = self.parts.table.key(&self.game, &self.state);
        self.parts.table.prefetch(key);
        Entry { key, ..entry }
    }

    /// Undoes the move that led to `value` and updates the position on top of the path: the
    /// move is searched again, the next one is played, or the position is done.
    #[inline(always)]
    fn back_up<Ob: GameObserver<G> + ?Sized>(&mut self, value: Value, run: &mut Run<Ob>) -> Step {
        let frame = run.path.last_mut().expect("a position is on the path");
        let ply = frame.ply;
        if self.parts.selectivity.is_used() && frame.stage != Stage::Moves {
            return self.back_up_trial(value, ply, run);
        }
        let tried = frame.next as usize;
        let mv = self.moves[tried - 1];
        self.game.undo(&mut self.state, mv, self.undos.pop().expect("a move was played"));
        let must_deepen =
            self.parts.selectivity.is_used() && frame.is_reduced && value.score > frame.alpha;
        let must_widen = frame.is_scout && value.score > frame.alpha && value.score < frame.beta;
        if must_deepen || must_widen {
            self.statistics.searched_again += 1;
            frame.is_reduced = false;
            frame.is_scout = must_deepen && self.scouts && frame.is_open();
            self.play(mv, frame, ply);
            return Step::Enter(self.child(frame.child(0)));
        }
        if ply == 0 {
            self.record_root_score(value, frame);
        }
        let has_line = self.keeps_lines() && frame.is_open();
        if frame.accept(value) {
            if self.uses_table(frame.depth) {
                frame.best_code = self.parts.table.code(&self.game, &self.state, mv);
            }
            if has_line {
                self.variations.set(ply, mv, frame.searches_open());
            }
        }
        if frame.best >= frame.beta {
            self.cut_off(frame, ply, run.observer);
        } else if tried < self.moves.len()
            && !self.prunes_rest(frame)
            && let Some(entry) = self.play_next(frame, false, ply)
        {
            return Step::Enter(entry);
        }
        self.store_and_pop(ply, run)
    }

    /// Stores the value of the position on top of the path and removes the position.
    #[inline(always)]
    fn store_and_pop<Ob: GameObserver<G> + ?Sized>(&mut self, ply: u32, run: &mut Run<Ob>) -> Step {
        let frame = run.path.pop().expect("a position is on the path");
        let judgement = self.store(&frame, ply);
        self.return_score(judgement, &frame, ply, run)
    }

    /// Records the value of a root move.
    #[inline(always)]
    fn record_root_score(&mut self, value: Value, frame: &Frame) {
        let bound = if value.score >= frame.beta {
            Bound::AtLeast
        } else if value.score <= frame.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let index = self.skip + frame.next as usize - 1;
        let known = &mut self.root_moves[index];
        if self.skip == 0 || known.bound != Bound::Exact || bound == Bound::Exact {
            (known.score, known.bound, known.is_exact) = (value.score, bound, value.is_exact);
        }
        if value.score > frame.alpha {
            self.best_move = index;
            self.improved = Some(known.mv);
            self.keep_root_line(index, frame.is_open() && frame.searches_open());
        }
    }

    /// Counts and reports a cutoff by the last move played, and updates the move ordering.
    #[inline(always)]
    pub(super) fn cut_off<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        frame: &Frame,
        ply: u32,
        observer: &mut Ob,
    ) {
        let tried = &self.moves[frame.first as usize..frame.next as usize];
        let (mv, tried_before) = (tried[tried.len() - 1], tried.len() - 1);
        let (state, score, beta) = (&self.state, frame.best, frame.beta);
        self.statistics.cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(tried_before == 0);
        let (bound, reason) = (beta, CutoffReason::AtLeast);
        let event = GameEvent::Cutoff { state, mv, tried_before, ply, score, bound, reason };
        observer.observe(event);
        if self.parts.ordering.is_used() && frame.depth >= (self.options.rated_depth as i32).max(1)
        {
            self.parts.ordering.learn(&self.game, state, ply, frame.depth as u32, tried);
        }
    }
}

/// Moves the best-rated move to the front and keeps the others in order.
#[inline]
fn pick<M>(moves: &mut [M], ratings: &mut [i32]) {
    let mut best = 0;
    for i in 1..ratings.len() {
        if ratings[i] > ratings[best] {
            best = i;
        }
    }
    if best > 0 {
        moves[..=best].rotate_right(1);
        ratings[..=best].rotate_right(1);
    }
}
