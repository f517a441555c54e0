//! Checks of the contracts that every game must satisfy.

use std::fmt::Debug;

use tremaux_core::{Game, HashedGame, NO_MOVE, Turn, ZeroSumGame};

use crate::walk::Walker;

/// Checks that undo restores positions, and that a game offers moves until it ends.
pub fn check_game<G: Game>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        while game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            assert!(!moves.is_empty(), "an unfinished game offers no move: {state:?}");
            let mv = moves[walker.below(moves.len())];
            let before = state.clone();
            let undo = game.play(&mut state, mv);
            let after = state.clone();
            game.undo(&mut state, mv, undo);
            assert_eq!(state, before, "undo does not restore the position");
            state = after;
        }
    }
}

/// Checks that payoffs sum to zero and agree with final scores, in addition to [`check_game`].
pub fn check_zero_sum_game<G: ZeroSumGame>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    check_game(game, seed, games);
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        while game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            let _ = game.play(&mut state, moves[walker.below(moves.len())]);
        }
        let score = game.final_score(&state, 0);
        assert_eq!(-score, game.final_score(&state, 1), "final scores do not sum to zero");
        let payoffs = [game.payoff(&state, 0), game.payoff(&state, 1)];
        assert_eq!(payoffs[0], -payoffs[1], "payoffs do not sum to zero");
        let sign = payoffs[0].partial_cmp(&0.0).expect("a number") as i32;
        assert_eq!(sign, score.get().signum(), "the payoff differs from the final score");
    }
}

/// Checks that equal positions have equal hashes, different positions different ones, and that
/// each move has its own code.
pub fn check_hashed_game<G: HashedGame>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    let mut seen: Vec<(u64, G::State)> = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        while game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            let mut codes: Vec<u16> = moves.iter().map(|&mv| game.code(&state, mv)).collect();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), moves.len(), "two moves with the same code in {state:?}");
            assert!(codes.last().is_none_or(|&code| code < NO_MOVE));
            let mv = moves[walker.below(moves.len())];
            let before = game.hash(&state);
            let undo = game.play(&mut state, mv);
            let after = state.clone();
            game.undo(&mut state, mv, undo);
            assert_eq!(game.hash(&state), before, "undo does not restore the hash");
            state = after;
            seen.push((game.hash(&state), state.clone()));
        }
    }
    seen.sort_by_key(|(hash, _)| *hash);
    for pair in seen.windows(2) {
        assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1, "hash of {:?}", pair[0].1);
    }
}
