//! Minimax and alpha-beta over max and min states, with depth counted in half moves of 0.5,
//! quiescence search, and a table whose hits are counted but not expanded, as described by P.
//! Klęsk (*Algorithms for searching graphs and game trees*) and implemented in his library SaC.

use std::collections::HashMap;

use tremaux_core::{Evaluator, HashedGame, Player, Score, TacticalGame, Turn, ZeroSumGame};

/// The settings of such a search. Player 0 maximises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfMoves {
    /// The depth, in moves of two plies: 1.5 is three plies.
    pub depth: f64,
    /// Whether the remaining moves of a refuted position are pruned.
    pub prunes: bool,
    /// Whether positions at the depth and beyond are expanded until they are quiet.
    pub quiescence: bool,
    /// Whether a position already searched with at least the same depth left is taken from a
    /// table.
    pub table: bool,
}

/// The result of such a search.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfMoveSearch<M> {
    /// The value for player 0.
    pub score: Score,
    /// The number of positions reached, including the root and those answered by the table.
    pub states: u64,
    /// The root moves with their values, best first. With pruning, some values are bounds.
    pub moves: Vec<(M, Score)>,
}

/// The kind of a stored score.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

struct Run<'a, G, E> {
    game: &'a G,
    evaluator: &'a E,
    settings: HalfMoves,
    /// Half moves left, score and kind, by position.
    table: HashMap<u64, (i32, Score, Kind)>,
    states: u64,
}

impl HalfMoves {
    /// Searches `state` to [`HalfMoves::depth`], and further only while it is noisy.
    ///
    /// A position at the depth is evaluated, unless quiescence search is enabled and the side
    /// to move has noisy moves: then all its legal moves are searched.
    pub fn solve<G, E>(&self, game: &G, evaluator: &E, state: &G::State) -> HalfMoveSearch<G::Move>
    where
        G: ZeroSumGame + TacticalGame + HashedGame,
        E: Evaluator<G>,
    {
        let mut run = Run { game, evaluator, settings: *self, table: HashMap::new(), states: 1 };
        let mut state = state.clone();
        let left = (self.depth * 2.0).round().clamp(0.0, 1e6) as i32;
        let mut moves = Vec::new();
        let score = run.expand(&mut state, left, Score::LOSS, Score::WIN, Some(&mut moves));
        let is_max = game.turn(&state) == Turn::Player(0);
        moves.sort_by_key(|&(_, score)| if is_max { -score } else { score });
        HalfMoveSearch { score, states: run.states, moves }
    }
}

impl<G, E> Run<'_, G, E>
where
    G: ZeroSumGame + TacticalGame + HashedGame,
    E: Evaluator<G>,
{
    /// The score in the table, if it decides within the window.
    fn stored(&self, key: u64, left: i32, alpha: Score, beta: Score) -> Option<Score> {
        let &(stored, score, kind) = self.table.get(&key)?;
        let decides = match kind {
            Kind::Exact => true,
            Kind::AtLeast => score >= beta,
            Kind::AtMost => score <= alpha,
        };
        (stored >= left && decides).then_some(score)
    }

    /// The value of `state`, which is already counted, for player 0.
    fn expand(
        &mut self,
        state: &mut G::State,
        left: i32,
        mut alpha: Score,
        mut beta: Score,
        mut scores: Option<&mut Vec<(G::Move, Score)>>,
    ) -> Score {
        let game = self.game;
        let player: Player = match game.turn(state) {
            Turn::Over => return game.final_score(state, 0),
            Turn::Player(player) => player,
            Turn::Chance => panic!("half-move search is for games without chance"),
        };
        let mut moves = Vec::new();
        if left <= 0 && self.settings.quiescence {
            game.noisy_moves(state, &mut moves);
        }
        if left <= 0 && moves.is_empty() {
            let score = self.evaluator.evaluate(game, state);
            return if player == 0 { score } else { -score };
        }
        let key = game.hash(state);
        if scores.is_none()
            && let Some(score) = self.stored(key, left, alpha, beta)
        {
            return score;
        }
        moves.clear();
        game.moves(state, &mut moves);
        let (floor, ceiling) = (alpha, beta);
        let is_max = player == 0;
        let mut best = if is_max { Score::LOSS } else { Score::WIN };
        for mv in moves {
            let undo = game.play(state, mv);
            self.states += 1;
            let [least, most] =
                if self.settings.prunes { [alpha, beta] } else { [Score::LOSS, Score::WIN] };
            let score = self.expand(state, left - 1, least, most, None);
            game.undo(state, mv, undo);
            if let Some(scores) = &mut scores {
                scores.push((mv, score));
            }
            if is_max {
                best = best.max(score);
                alpha = alpha.max(score);
            } else {
                best = best.min(score);
                beta = beta.min(score);
            }
            if self.settings.prunes && alpha >= beta {
                break;
            }
        }
        if self.settings.table {
            let kind = if !self.settings.prunes || floor < best && best < ceiling {
                Kind::Exact
            } else if best >= ceiling {
                Kind::AtLeast
            } else {
                Kind::AtMost
            };
            self.table.insert(key, (left, best, kind));
        }
        best
    }
}
