//! Exhaustive max^n with chance nodes: every player maximises its own payoff.

use tremaux_core::{ChanceGame, Turn};

/// The payoff each player can expect from `state`, which is left unchanged.
pub fn expected_payoffs<G: ChanceGame>(game: &G, state: &mut G::State) -> Vec<f64> {
    let players = 0..game.player_count();
    let turn = game.turn(state);
    if turn == Turn::Over {
        return players.map(|player| game.payoff(state, player as u8)).collect();
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut result: Option<Vec<f64>> = None;
    for mv in moves {
        let probability = if turn == Turn::Chance { game.probability(state, mv) } else { 1.0 };
        let undo = game.play(state, mv);
        let payoffs = expected_payoffs(game, state);
        game.undo(state, mv, undo);
        let weighted = payoffs.iter().map(|payoff| payoff * probability);
        result = Some(match (result, turn) {
            (None, _) => weighted.collect(),
            (Some(sum), Turn::Chance) => sum.iter().zip(weighted).map(|(a, b)| a + b).collect(),
            (Some(best), Turn::Player(player)) => {
                let player = usize::from(player);
                if payoffs[player] > best[player] { payoffs } else { best }
            }
            (Some(_), Turn::Over) => unreachable!("the game goes on"),
        });
    }
    result.expect("an unfinished game offers a move")
}
