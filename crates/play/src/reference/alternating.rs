//! Minimax, NegMax and AlphaBeta as printed by G. Heineman, G. Pollice and S. Selkow
//! (*Algorithms in a Nutshell*): fixed depth, all wins equal, evaluation for a given player.
//!
//! For games in which two players alternate. The root counts as a node; texts that do not count
//! it report one node less.

use tremaux_core::{Evaluator, Player, Score, Turn, ZeroSumGame};

/// The estimate of `state` for `player`, whoever is to move: the evaluator's estimate for the
/// player to move, or its negation. A finished game has its final score.
fn judge<G: ZeroSumGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    player: Player,
) -> Score {
    match game.turn(state) {
        Turn::Over => game.final_score(state, player),
        Turn::Player(mover) if mover == player => evaluator.evaluate(game, state),
        _ => -evaluator.evaluate(game, state),
    }
}

fn moves_of<G: ZeroSumGame>(game: &G, state: &G::State, depth: u32) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if depth > 0 && game.turn(state) != Turn::Over {
        game.moves(state, &mut moves);
    }
    moves
}

/// The player who chooses: the maximising or the minimising one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Comparator {
    /// The maximising player.
    Max,
    /// The minimising player.
    Min,
}

impl Comparator {
    /// The other player.
    #[must_use]
    pub fn opposite(self) -> Self {
        if self == Self::Max { Self::Min } else { Self::Max }
    }

    /// The initial value, before any move is known: the worst possible.
    #[must_use]
    pub fn initial(self) -> Score {
        if self == Self::Max { Score::LOSS } else { Score::WIN }
    }

    /// Whether `new` is better than `old`.
    #[must_use]
    pub fn prefers(self, new: Score, old: Score) -> bool {
        if self == Self::Max { new > old } else { new < old }
    }
}

/// Minimax with a [`Comparator`] for the player who chooses. Returns the best move (none at a leaf)
/// and the value for `player`.
///
/// ```
/// use tremaux::Game;
/// use tremaux::play::reference::{Comparator, minimax_by_comparator};
/// use tremaux::games::tic_tac_toe::{OpenLines, TicTacToe};
/// let (game, max) = (TicTacToe, Comparator::Max);
/// let (mut start, mut nodes) = (game.initial_state(), 0);
/// let (best, _) = minimax_by_comparator(&game, &OpenLines, (&mut start, 0), 2, max, &mut nodes);
/// assert!(best.is_some() && nodes == 1 + 9 + 9 * 8);
/// ```
#[doc(hidden)]
pub fn minimax_by_comparator<G: ZeroSumGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (state, player): (&mut G::State, Player),
    depth: u32,
    comparator: Comparator,
    nodes: &mut u64,
) -> (Option<G::Move>, Score) {
    *nodes += 1;
    let moves = moves_of(game, state, depth);
    if moves.is_empty() {
        return (None, judge(game, evaluator, state, player));
    }
    let (mut best, mut best_move) = (comparator.initial(), None);
    for mv in moves {
        let undo = game.play(state, mv);
        let (child, next) = ((&mut *state, player), comparator.opposite());
        let (_, value) = minimax_by_comparator(game, evaluator, child, depth - 1, next, nodes);
        game.undo(state, mv, undo);
        if best_move.is_none() || comparator.prefers(value, best) {
            (best, best_move) = (value, Some(mv));
        }
    }
    (best_move, best)
}

/// Minimax from the view of the player to move, whose gain is the opponent's loss. The value is
/// for `player`, whose turn it is.
pub fn negmax<G: ZeroSumGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (state, player): (&mut G::State, Player),
    depth: u32,
    nodes: &mut u64,
) -> (Option<G::Move>, Score) {
    *nodes += 1;
    let mut best = None;
    for mv in moves_of(game, state, depth) {
        let undo = game.play(state, mv);
        let (_, value) = negmax(game, evaluator, (state, 1 - player), depth - 1, nodes);
        game.undo(state, mv, undo);
        if best.is_none_or(|(_, so_far)| -value > so_far) {
            best = Some((mv, -value));
        }
    }
    match best {
        Some((mv, value)) => (Some(mv), value),
        None => (None, judge(game, evaluator, state, player)),
    }
}

/// Fail-hard alpha-beta (Knuth and Moore 1975), which never leaves its window. Moves are tried
/// as generated, all wins are equal, and the root counts in `nodes`.
///
/// For games in which two players alternate. The value is for `player`, whose turn it is (or
/// would be). With the window from [`Score::LOSS`] to [`Score::WIN`], a win ends the search of
/// its position; this gives the counts printed in the book.
pub fn alpha_beta_fail_hard<G: ZeroSumGame, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (state, player): (&mut G::State, Player),
    depth: u32,
    (mut alpha, beta): (Score, Score),
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let moves = moves_of(game, state, depth);
    if moves.is_empty() {
        return judge(game, evaluator, state, player);
    }
    for mv in moves {
        let undo = game.play(state, mv);
        let (child, window) = ((&mut *state, 1 - player), (-beta, -alpha));
        let score = -alpha_beta_fail_hard(game, evaluator, child, depth - 1, window, nodes);
        game.undo(state, mv, undo);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
