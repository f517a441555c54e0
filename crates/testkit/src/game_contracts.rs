//! Checks of a game's notation, chance moves and symmetries.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use tremaux_core::{Game, GameNotation, HashedGame, HiddenGame, NO_MOVE, Turn};

use crate::Walker;

/// Calls `check` with every position of `games` random games, and its legal moves.
pub fn play_at_random<G: Game>(
    game: &G,
    seed: u64,
    games: usize,
    mut check: impl FnMut(&G::State, &[G::Move]),
) {
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        loop {
            moves.clear();
            if game.turn(&state) != Turn::Over {
                game.moves(&state, &mut moves);
            }
            check(&state, &moves);
            if moves.is_empty() {
                break;
            }
            let _ = game.play(&mut state, moves[walker.below(moves.len())]);
        }
    }
}

/// Checks that written positions and moves parse back to the same values and take one line.
pub fn check_game_notation<G: GameNotation>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
    G::Move: PartialEq,
{
    play_at_random(game, seed, games, |state, moves| {
        let text = game.position_text(state);
        assert!(!text.contains('\n') && !text.is_empty(), "a position on one line: {text:?}");
        match game.parse_position(&text) {
            Ok(again) => assert_eq!(again, *state, "`{text}` parses as a different position"),
            Err(error) => panic!("`{text}` does not parse: {error}"),
        }
        for &mv in moves {
            let text = game.move_text(state, mv);
            match game.parse_move(state, &text) {
                Ok(again) => assert_eq!(again, mv, "`{text}` parses as a different move"),
                Err(error) => panic!("the move `{text}` does not parse: {error}"),
            }
        }
    });
}

/// Checks that the probabilities of chance moves are positive and sum to one.
pub fn check_chance_game<G: Game>(game: &G, seed: u64, games: usize)
where
    G::State: Debug,
{
    play_at_random(game, seed, games, |state, moves| {
        if game.turn(state) == Turn::Chance {
            let chances: Vec<f64> = moves.iter().map(|&mv| game.probability(state, mv)).collect();
            assert!(chances.iter().all(|&chance| chance > 0.0), "{chances:?} in {state:?}");
            let sum: f64 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "probabilities add up to {sum} in {state:?}");
        }
    });
}

/// Checks a game with hidden information: what a player knows determines who moves, the legal
/// moves, and what the player knew and played at its last turn (perfect recall).
pub fn check_hidden_game<G: HiddenGame>(game: &G, seed: u64, games: usize)
where
    G::Move: PartialEq,
{
    let mut walker = Walker::new(seed);
    let mut known = HashMap::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        let mut last: [Option<(G::Information, G::Move)>; 2] = [None, None];
        loop {
            let turn = game.turn(&state);
            let mut moves = Vec::new();
            if turn == Turn::Over {
                break;
            }
            game.moves(&state, &mut moves);
            let mv = moves[walker.below(moves.len())];
            if let Turn::Player(player) = turn {
                let information = game.information(&state, player);
                let own = &mut last[usize::from(player)];
                let (first_moves, first_own) = known
                    .entry((player, information.clone()))
                    .or_insert_with(|| (moves.clone(), own.clone()));
                assert!(*first_moves == moves, "different moves with {information:?}");
                assert!(first_own == own, "player {player} forgets, with {information:?}");
                *own = Some((information, mv));
            }
            let _ = game.play(&mut state, mv);
        }
    }
}

/// Checks a game whose hash folds symmetries: positions have the same hash exactly if they have
/// the same `canonical` form, and moves then have the same code exactly if they lead to the
/// same form.
///
/// This is stronger than what [`HashedGame`] requires. For a game whose codes are mere hints,
/// set `distinct_codes` to false.
pub fn check_folded_game<G: HashedGame, K: Hash + Eq + Clone + Debug>(
    game: &G,
    seed: u64,
    games: usize,
    canonical: impl Fn(&G::State) -> K,
    distinct_codes: bool,
) where
    G::State: Debug,
{
    let mut forms: HashMap<u64, K> = HashMap::new();
    let mut hashes: HashMap<K, u64> = HashMap::new();
    // The canonical form that a move with this code leads to from a position with this hash.
    let mut results: HashMap<(u64, u16), K> = HashMap::new();
    play_at_random(game, seed, games, |state, moves| {
        let (hash, form) = (game.hash(state), canonical(state));
        let known = forms.entry(hash).or_insert_with(|| form.clone());
        assert_eq!(*known, form, "two positions with the hash {hash:x}");
        assert_eq!(*hashes.entry(form).or_insert(hash), hash, "two hashes for one form: {state:?}");
        let mut here = HashMap::new();
        for &mv in moves {
            let code = game.code(state, mv);
            assert_ne!(code, NO_MOVE, "{mv:?} has the code of the missing move in {state:?}");
            let mut child = state.clone();
            let _ = game.play(&mut child, mv);
            let result = canonical(&child);
            if distinct_codes {
                let known = here.entry(code).or_insert_with(|| result.clone());
                assert_eq!(*known, result, "two moves have the code {code} in {state:?}");
                let known = results.entry((hash, code)).or_insert_with(|| result.clone());
                assert_eq!(*known, result, "the code {code} is ambiguous: {state:?}");
            }
        }
    });
}
