//! Plain searches of games for many players and of games with chance.

use tremaux_core::{ChanceGame, Game, PayoffEvaluator, Player, Turn};

use crate::payoff::Chances;

/// What a position comes to: everybody's payoffs, or one value.
trait Fold<G: Game> {
    fn choose(&self, player: Player, best: &[f64], new: &[f64]) -> bool;
}

/// Every player wants the most for itself; the first of equals is taken.
struct Selfish;

impl<G: Game> Fold<G> for Selfish {
    fn choose(&self, player: Player, best: &[f64], new: &[f64]) -> bool {
        new[usize::from(player)] > best[usize::from(player)]
    }
}

/// One wants the most, all others want that one to get the least.
struct Against(Player);

impl<G: Game> Fold<G> for Against {
    fn choose(&self, player: Player, best: &[f64], new: &[f64]) -> bool {
        let at = usize::from(self.0);
        if player == self.0 { new[at] > best[at] } else { new[at] < best[at] }
    }
}

fn fold<G: Game, E: PayoffEvaluator<G>, C: Chances<G>, F: Fold<G>>(
    (game, evaluator, chances, choice): (&G, &E, &C, &F),
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
        let weight = if turn == Turn::Chance { chances.probability(game, state, mv) } else { 1.0 };
        let undo = game.play(state, mv);
        let payoffs = fold((game, evaluator, chances, choice), state, depth - 1);
        game.undo(state, mv, undo);
        match turn {
            Turn::Player(player) => {
                if at == 0 || choice.choose(player, &result, &payoffs) {
                    result = payoffs;
                }
            }
            _ => result.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += weight * payoff),
        }
    }
    result
}

/// What each player gets from `state` when all want the most for themselves (max^n, Luckhardt
/// and Irani 1986), the first move among equals is played, and chance is averaged, to `depth`
/// plies. With two players whose payoffs cancel out that is expectiminimax.
pub fn max_n<G: Game, E: PayoffEvaluator<G>, C: Chances<G>>(
    game: &G,
    evaluator: &E,
    chances: &C,
    state: &mut G::State,
    depth: u32,
) -> Vec<f64> {
    fold((game, evaluator, chances, &Selfish), state, depth)
}

/// What `player` gets from `state` when all others only want that to be little (paranoid
/// search, Sturtevant and Korf 2000), to `depth` plies.
pub fn paranoid<G: Game, E: PayoffEvaluator<G>, C: Chances<G>>(
    game: &G,
    evaluator: &E,
    chances: &C,
    state: &mut G::State,
    (player, depth): (Player, u32),
) -> f64 {
    fold((game, evaluator, chances, &Against(player)), state, depth)[usize::from(player)]
}

/// The payoff each player can expect from `state` when the game is played to its end, which
/// must come.
pub fn expected_payoffs<G: ChanceGame>(game: &G, state: &mut G::State) -> Vec<f64> {
    max_n(game, &(), &crate::payoff::Dice, state, u32::MAX)
}
