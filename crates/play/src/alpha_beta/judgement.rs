//! The values of positions whose moves need not be searched.

use std::ops::Deref;

use tremaux_core::{
    Evaluator, GameEvent, GameObserver, MoveOrdering, Player, Score, ScoreSource, Turn, ZeroSumGame,
};
use tremaux_tables::Memory;

use super::frame::{Entry, Frame, Run, Value};
use super::parts::Config;
use super::search::AlphaBetaSearch;
use super::selectivity::Selectivity;
use crate::horizon::LeafSearch;

/// The value of a position for the player to move, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement {
    pub(super) value: Value,
    pub(super) source: ScoreSource,
}

impl Judgement {
    #[inline(always)]
    pub(super) fn new(score: Score, is_exact: bool, source: ScoreSource) -> Self {
        Self { value: Value { score, is_exact }, source }
    }
}

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    /// Counts and reports a position reached by `mv`. Judges it if the game is over, its value
    /// is known, it repeats a position on the path, or it is at the horizon. Otherwise returns
    /// the player to move.
    #[inline(always)]
    pub(super) fn judge_statically<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        Entry { mover: parent, depth, alpha, beta, key, .. }: Entry,
        mv: Option<G::Move>,
        ply: u32,
        path: &[Frame],
        observer: &mut Ob,
    ) -> Result<Player, Value> {
        self.statistics.nodes += 1;
        let state = &self.state;
        observer.observe(GameEvent::Entered { state, mv, ply, depth, alpha, beta });
        let mover = match self.game.turn(state) {
            Turn::Player(mover) => mover,
            Turn::Over => {
                let score = self.game.final_score(state, parent);
                let is_exact = !self.game.depends_on_history(state) && !score.is_clamped();
                let judgement = Judgement::new(score.after(ply), is_exact, ScoreSource::Final);
                return Err(self.leave(judgement, true, ply, observer));
            }
            Turn::Chance => panic!("alpha-beta is for games without chance"),
        };
        let known = if ply > 0 { self.parts.evaluator.known(&self.game, state) } else { None };
        let judgement = if let Some(score) = known {
            Judgement::new(score.after(ply), true, ScoreSource::Known)
        } else if self.options.repetition_draws && Self::is_repetition(key, path) {
            Judgement::new(Score::DRAW, false, ScoreSource::Repetition)
        } else if depth <= 0 && !self.parts.horizon.is_used() {
            self.estimate()
        } else {
            return Ok(mover);
        };
        Err(self.leave(judgement, mover == parent, ply, observer))
    }

    /// Whether the position already occurs on the path, other than as a position being searched
    /// a second time.
    fn is_repetition(key: u64, path: &[Frame]) -> bool {
        !path.last().is_some_and(Frame::stays) && path.iter().any(|above| above.key == key)
    }

    /// The evaluator's estimate.
    #[inline(always)]
    pub(super) fn estimate(&mut self) -> Judgement {
        self.statistics.evaluated += 1;
        let score = self.parts.evaluator.evaluate(&self.game, &self.state);
        Judgement::new(score, false, ScoreSource::Estimate)
    }

    /// Reports the value of a position and converts it to the view of the player who moved.
    #[inline(always)]
    pub(super) fn leave<Ob: GameObserver<G> + ?Sized>(
        &self,
        Judgement { value, source }: Judgement,
        is_same_player: bool,
        ply: u32,
        observer: &mut Ob,
    ) -> Value {
        let score = if is_same_player { value.score } else { -value.score };
        observer.observe(GameEvent::Left { state: &self.state, ply, score, payoffs: &[], source });
        Value { score, ..value }
    }

    /// Distance pruning: no win or loss can come sooner than by the next move. Judges the
    /// position if every remaining score is outside the window, and otherwise narrows the
    /// window.
    #[inline(always)]
    pub(super) fn narrow_by_distance(&self, frame: &mut Frame, ply: u32) -> Result<(), Judgement> {
        if ply == 0 || !self.options.distance_pruning {
            return Ok(());
        }
        let (worst, best) = (Score::loss_in(ply + 1), Score::win_in(ply + 1));
        if frame.alpha >= best || frame.beta <= worst {
            let score = if frame.alpha >= best { best } else { worst };
            return Err(Judgement::new(score, true, ScoreSource::Distance));
        }
        frame.beta = frame.beta.min(best);
        Ok(())
    }

    /// Judges a position one ply before the horizon by its children without adding it to the
    /// path, provided that no limit can be reached among them.
    #[inline(always)]
    pub(super) fn frontier_children<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        frame: &mut Frame,
        ply: u32,
        run: &mut Run<Ob>,
    ) -> Result<(), Judgement> {
        if self.parts.horizon.is_used()
            || self.parts.selectivity.is_used()
            || self.options.repetition_draws
        {
            return Ok(());
        }
        let end = self.moves.len();
        let count = end as u64 - u64::from(frame.first);
        let may_stop = self.statistics.nodes + count >= run.meter.next_poll();
        let is_picked = self.parts.ordering.is_used() && frame.picks;
        if frame.depth != 1 || is_picked || ply == 0 || may_stop {
            return Ok(());
        }
        while (frame.next as usize) < end {
            let mv = self.moves[frame.next as usize];
            frame.next += 1;
            let undo = self.game.play(&mut self.state, mv);
            let entry = Entry::new(frame.mover, 0, frame.alpha, frame.beta);
            let judged = self.judge_statically(entry, Some(mv), ply + 1, &[], run.observer);
            let Err(value) = judged else { unreachable!("a leaf is judged at once") };
            self.game.undo(&mut self.state, mv, undo);
            if frame.accept(value) {
                if self.uses_table(frame.depth) {
                    frame.best_code = self.parts.table.code(&self.game, &self.state, mv);
                }
                if frame.best >= frame.beta {
                    self.cut_off(frame, ply, run.observer);
                    break;
                }
            }
        }
        Err(self.store(frame, ply))
    }
}
