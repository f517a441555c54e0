//! Plain searches of games for many players and of games with chance.

use tremaux_core::{Game, PayoffEvaluator, Player, Turn};

/// The values of all players; `prefers` tells whether a player prefers new ones, its last argument,
/// to the best so far.
fn fold<G: Game, E: PayoffEvaluator<G>, F: Fn(Player, &[f64], &[f64]) -> bool>(
    game: &G,
    evaluator: &E,
    prefers: &F,
    state: &mut G::State,
    depth: u32,
) -> Vec<f64> {
    let mut result = vec![0.0; game.player_count()];
    let turn = game.turn(state);
    if turn == Turn::Over {
        for (player, payoff) in result.iter_mut().enumerate() {
            *payoff = game.payoff(state, player as Player);
        }
        return result;
    }
    if depth == 0 {
        evaluator.estimate(game, state, &mut result);
        return result;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for (at, mv) in moves.into_iter().enumerate() {
        let weight = if turn == Turn::Chance { game.probability(state, mv) } else { 1.0 };
        let undo = game.play(state, mv);
        let payoffs = fold(game, evaluator, prefers, state, depth - 1);
        game.undo(state, mv, undo);
        match turn {
            Turn::Player(player) => {
                if at == 0 || prefers(player, &result, &payoffs) {
                    result = payoffs;
                }
            }
            _ => result.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += weight * payoff),
        }
    }
    result
}

/// The payoffs of all players in `state` if each maximises its own payoff (max^n, Luckhardt and
/// Irani 1986), the first of equal moves is played, and chance is averaged, to `depth` plies.
/// For two players with opposite payoffs this is expectiminimax.
pub fn max_n<G: Game, E: PayoffEvaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &mut G::State,
    depth: u32,
) -> Vec<f64> {
    let prefers = |player: Player, best: &[f64], new: &[f64]| {
        let at = usize::from(player);
        new[at] > best[at]
    };
    fold(game, evaluator, &prefers, state, depth)
}

/// The payoff of `player` in `state` if all others minimise it (paranoid search, Sturtevant and
/// Korf 2000), to `depth` plies.
pub fn paranoid<G: Game, E: PayoffEvaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &mut G::State,
    player: Player,
    depth: u32,
) -> f64 {
    let at = usize::from(player);
    let prefers = |mover: Player, best: &[f64], new: &[f64]| {
        if mover == player { new[at] > best[at] } else { new[at] < best[at] }
    };
    fold(game, evaluator, &prefers, state, depth)[at]
}

/// The expected payoff of each player if the game is played from `state` to its end. Every game
/// must end.
pub fn expected_payoffs<G: Game>(game: &G, state: &mut G::State) -> Vec<f64> {
    max_n(game, &(), state, u32::MAX)
}
