//! AlphaBeta as printed by G. Heineman, G. Pollice and S. Selkow (*Algorithms in a Nutshell*):
//! fixed depth, all wins equal, evaluation for a given player.

use tremaux_core::{Evaluator, Player, Score, Turn, ZeroSumGame};

/// Fail-hard alpha-beta (Knuth and Moore 1975), which never leaves its window. Moves are tried
/// as generated, and all wins are equal.
///
/// For games in which two players alternate. With the window from [`Score::LOSS`] to
/// [`Score::WIN`], a win ends the search of its position; this gives the counts printed in the
/// book.
#[derive(Debug)]
pub struct FailHard<'a, G, E> {
    game: &'a G,
    evaluator: &'a E,
    /// The positions visited so far, each root among them; texts that do not count it report one
    /// node less.
    pub nodes: u64,
}

impl<'a, G: ZeroSumGame, E: Evaluator<G>> FailHard<'a, G, E> {
    /// A search that has not visited a position.
    pub fn new(game: &'a G, evaluator: &'a E) -> Self {
        Self { game, evaluator, nodes: 0 }
    }

    /// The value of `state` to `depth` plies within the window, for `player`, whose turn it is
    /// (or would be).
    pub fn value(
        &mut self,
        state: &mut G::State,
        player: Player,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        let game = self.game;
        match game.turn(state) {
            Turn::Over => return game.final_score(state, player),
            Turn::Player(mover) if depth == 0 && mover == player => {
                return self.evaluator.evaluate(game, state);
            }
            _ if depth == 0 => return -self.evaluator.evaluate(game, state),
            _ => {}
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let undo = game.play(state, mv);
            let score = -self.value(state, 1 - player, depth - 1, -beta, -alpha);
            game.undo(state, mv, undo);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}
