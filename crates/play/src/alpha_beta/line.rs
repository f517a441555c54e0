//! Extracts the principal variation, with proof.

use std::ops::Deref;

use tremaux_core::{
    Bound, Evaluator, GameEvent, GameObserver, Meter, NO_MOVE, RootMove, Score, StopReason, Turn,
    ZeroSumGame,
};
use tremaux_tables::Memory;

use super::frame::Entry;
use super::options::RootScores;
use super::parts::Config;
use super::search::{AlphaBetaSearch, Task};

impl<P, G, C> AlphaBetaSearch<P, G, C>
where
    P: Deref<Target = G>,
    G: ZeroSumGame,
    C: Config<G>,
{
    /// Decides the next task when the score is known and the root moves before `index` have
    /// theirs.
    pub(super) fn after_passes(&mut self, index: usize) -> Task {
        let score = self.lower.score;
        let is_wanted = |i: usize, mv: &RootMove<G::Move>| match self.options.root_scores {
            _ if self.skip > 0 => false,
            RootScores::Best => false,
            RootScores::Ties => i != self.best_move && mv.score >= score,
            RootScores::Every => i != self.best_move,
        };
        // A bound that holds at any depth does not make the score hold at any depth.
        let is_exact = self.lower.is_exact && self.upper.is_exact;
        let best = &mut self.root_moves[self.best_move];
        (best.score, best.bound, best.is_exact) = (score, Bound::Exact, is_exact);
        let wanted = (index..self.root_moves.len()).find(|&i| is_wanted(i, &self.root_moves[i]));
        if let Some(index) = wanted {
            return Task::Score(index);
        }
        self.line.clear();
        self.line_state.clone_from(&self.root);
        self.line_mover = self.root_mover;
        let mv = self.root_moves[self.best_move].mv;
        self.add_to_line(mv)
    }

    fn add_to_line(&mut self, mv: G::Move) -> Task {
        let game = &*self.game;
        self.line.push(mv);
        let _ = game.play(&mut self.line_state, mv);
        match game.turn(&self.line_state) {
            Turn::Player(mover)
                if self.line.len() < self.depth as usize || self.is_decided_at_end() =>
            {
                self.line_mover = mover;
                self.line_moves.clear();
                game.moves(&self.line_state, &mut self.line_moves);
                if self.parts.table.is_used() {
                    let table = &self.parts.table;
                    let key = table.key(game, &self.line_state);
                    let code = table.get(key).map_or(NO_MOVE, |record| record.code);
                    let is_it = |&mv: &G::Move| table.code(game, &self.line_state, mv) == code;
                    if let Some(at) = self.line_moves.iter().position(is_it) {
                        self.line_moves[..=at].rotate_right(1);
                    }
                }
                Task::Line(0)
            }
            _ => Task::LineDone,
        }
    }

    /// Whether the evaluator knows who wins at the end of the line, which then continues to the
    /// end of the game.
    fn is_decided_at_end(&self) -> bool {
        let known = self.parts.evaluator.known(&self.game, &self.line_state);
        self.lower.is_exact && known.is_some_and(Score::is_decisive)
    }

    /// Tests whether the line continues with the move at this index, that is, whether the move
    /// is worth the score of the root. Usually the table knows; otherwise the move is searched
    /// once more.
    pub(super) fn lengthen_line<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        index: usize,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Task, StopReason> {
        let Some(&mv) = self.line_moves.get(index) else {
            return Ok(Task::LineDone); // Records of other depths have changed since.
        };
        if self.entry.is_none() {
            self.state.clone_from(&self.line_state);
            let _ = self.game.play(&mut self.state, mv);
            self.base_ply = self.line.len() as u32 + 1;
            self.line.push(mv);
            observer.observe(GameEvent::Resumed { line: &self.line, is_again: true });
            self.line.pop();
        }
        let score = self.lower.score;
        let beta = if self.line_mover == self.root_mover { score } else { -score };
        let depth = self.depth as i32 - self.line.len() as i32 - 1;
        let entry = Entry::null_window(self.line_mover, depth, beta);
        let value = self.tree(entry, meter, observer)?;
        Ok(if value.score >= beta { self.add_to_line(mv) } else { Task::Line(index + 1) })
    }

    /// Searches beyond the end of the line to find the score a few plies later.
    pub(super) fn look_farther<Ob: GameObserver<G> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut Ob,
    ) -> Result<Score, StopReason> {
        if self.entry.is_none() {
            self.state.clone_from(&self.line_state);
            self.base_ply = self.line.len() as u32;
            observer.observe(GameEvent::Resumed { line: &self.line, is_again: false });
        }
        let depth = self.options.secondary as i32;
        let entry = Entry::new(self.root_mover, depth, Score::LOSS, Score::WIN);
        Ok(self.tree(entry, meter, observer)?.score)
    }
}
