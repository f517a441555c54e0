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
use super::selectivity::Selectivity;

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
        self.add_to_line(&[mv])
    }

    fn add_to_line(&mut self, moves: &[G::Move]) -> Task {
        let game = &*self.game;
        for &mv in moves {
            self.line.push(mv);
            let _ = game.play(&mut self.line_state, mv);
        }
        match game.turn(&self.line_state) {
            Turn::Player(mover)
                if self.line.len() < self.searched_length() || self.is_decided_at_end() =>
            {
                self.line_mover = mover;
                self.line_best = None;
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

    /// How far the line is searched again: to the depth, or to the end of the game if that was
    /// seen beyond the horizon. A line that is kept needs no more.
    fn searched_length(&self) -> usize {
        let is_to_end = self.is_proving || !self.keeps_lines();
        let end = self.lower.score.plies_to_end().filter(|_| is_to_end);
        end.unwrap_or(0).max(self.depth) as usize
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
            // Records of other depths have changed since, or a quicker win was found.
            return Ok(match self.line_best {
                Some((_, mv)) => self.add_to_line(&[mv]),
                None => Task::LineDone,
            });
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
        let end = score.plies_to_end().filter(|_| self.is_proving).unwrap_or(self.depth);
        let depth = end as i32 - self.line.len() as i32 - 1;
        let entry = Entry::null_window(self.line_mover, depth, beta);
        let value = self.tree(entry, meter, observer)?;
        if value.score >= beta {
            return Ok(self.add_to_line(&[mv]));
        }
        let is_lost = self.is_proving && beta < Score::DRAW;
        if is_lost && self.line_best.is_none_or(|(best, _)| value.score > best) {
            self.line_best = Some((value.score, mv));
        }
        Ok(Task::Line(index + 1))
    }

    /// Continues `line`, which ends before the win or loss that the score promises: the rest is
    /// searched again without leaving anything out.
    pub(super) fn prove_line(&mut self, line: &[G::Move]) -> Task {
        self.is_proving = true;
        self.line.clear();
        self.line_state.clone_from(&self.root);
        self.add_to_line(line)
    }

    /// Whether `line`, which is kept, ends before the win or loss that the score promises.
    pub(super) fn ends_early(&self, line: &[G::Move]) -> bool {
        let plies = self.lower.score.plies_to_end();
        self.keeps_lines() && plies.is_some_and(|plies| line.len() < plies as usize)
    }

    /// Whether the best line below each position with an open window is kept while the tree is
    /// searched. Below the others, the table has it.
    ///
    /// Without selectivity there is no need: whoever searches the line again finds the same
    /// scores.
    #[inline(always)]
    pub(super) fn keeps_lines(&self) -> bool {
        self.parts.selectivity.is_used()
    }

    /// Keeps the line that begins with the root move at `index`, which was just searched; `is_open`
    /// says whether with an open window, so that the line below it is known.
    pub(super) fn keep_root_line(&mut self, index: usize, is_open: bool) {
        if self.keeps_lines() {
            let line = &mut self.root_lines[index];
            line.clear();
            line.push(self.root_moves[index].mv);
            line.extend_from_slice(if is_open { self.variations.at(1) } else { &[] });
        }
    }

    /// The line that was kept while the tree was searched, or that found by searching it again if
    /// that is longer, as far as the table continues it.
    pub(super) fn whole_line(&self) -> Vec<G::Move> {
        let kept = self.root_lines.get(self.best_move);
        let kept = kept.filter(|kept| kept.len() >= self.line.len());
        let mut line = kept.unwrap_or(&self.line).clone();
        if self.keeps_lines() {
            self.continue_by_table(&mut line);
        }
        line
    }

    /// Lengthens `line` by moves of the table, as long as its records have the score of the root.
    fn continue_by_table(&self, line: &mut Vec<G::Move>) {
        let (game, table, score) = (&*self.game, &self.parts.table, self.lower.score);
        let most = score.plies_to_end().unwrap_or(self.depth) as usize;
        let mut state = self.root.clone();
        for &mv in &*line {
            let _ = game.play(&mut state, mv);
        }
        let mut moves = Vec::new();
        while line.len() < most
            && let Turn::Player(mover) = game.turn(&state)
            && let Some(record) = table.get(table.key(game, &state))
        {
            let expected = if mover == self.root_mover { score } else { -score };
            if Score::from_raw(record.value).after(line.len() as u32) != expected {
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let is_it = |mv: &&G::Move| table.code(game, &state, **mv) == record.code;
            let Some(&mv) = moves.iter().find(is_it) else { break };
            let _ = game.play(&mut state, mv);
            line.push(mv);
        }
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
