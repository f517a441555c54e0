//! Checks that a game keeps the promises of its notation, its dice and its symmetries.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use tremaux_core::{ChanceGame, Game, GameNotation, HashedGame, NO_MOVE, Turn};

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

/// Positions and moves that are written are read back as they were, on one line.
pub fn check_game_notation<G: GameNotation>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    let mut words = HashMap::new();
    play_at_random(game, seed, games, |state, moves| {
        let text = game.position_text(state);
        assert!(!text.contains('\n') && !text.is_empty(), "a position on one line: {text:?}");
        match game.parse_position(&text) {
            Ok(again) => assert_eq!(again, *state, "`{text}` is read as another position"),
            Err(error) => panic!("`{text}` cannot be read back: {error}"),
        }
        for &mv in moves {
            let text = game.move_text(state, mv);
            if let Some(number) = game.move_number(state, mv) {
                let known = words.entry(number).or_insert_with(|| text.clone());
                assert_eq!(*known, text, "two words for the number {number}");
                let is_it = |&&other: &&G::Move| game.move_number(state, other) == Some(number);
                let same = moves.iter().filter(is_it);
                assert_eq!(same.count(), 1, "two moves have the number {number}");
            }
            match game.parse_move(state, &text) {
                Ok(again) => assert_eq!(again, mv, "`{text}` is read as another move"),
                Err(error) => panic!("the move `{text}` cannot be read back: {error}"),
            }
        }
    });
}

/// Wherever chance is to move, its moves have positive probabilities that add up to one.
pub fn check_chance_game<G: ChanceGame>(game: &G, seed: u64, games: usize)
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

/// For a game whose hash folds symmetries: positions have one hash exactly if they have one
/// `canonical` form, and then moves have one code exactly if they lead to one form.
///
/// A stronger law than [`HashedGame`] asks for; a game whose codes are mere hints keeps it
/// only as far as `distinct_codes` is false.
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
    // Which canonical form a move of this code leads to from a position of this hash.
    let mut results: HashMap<(u64, u16), K> = HashMap::new();
    play_at_random(game, seed, games, |state, moves| {
        let (hash, form) = (game.hash(state), canonical(state));
        let known = forms.entry(hash).or_insert_with(|| form.clone());
        assert_eq!(*known, form, "two positions with the hash {hash:x}");
        assert_eq!(*hashes.entry(form).or_insert(hash), hash, "one form, two hashes: {state:?}");
        let mut here = HashMap::new();
        for &mv in moves {
            let code = game.code(state, mv);
            assert_ne!(code, NO_MOVE, "{mv:?} has the code of no move in {state:?}");
            let mut child = state.clone();
            let _ = game.play(&mut child, mv);
            let result = canonical(&child);
            if distinct_codes {
                let known = here.entry(code).or_insert_with(|| result.clone());
                assert_eq!(*known, result, "two moves with the code {code} in {state:?}");
                let known = results.entry((hash, code)).or_insert_with(|| result.clone());
                assert_eq!(*known, result, "the code {code} means two things: {state:?}");
            }
        }
    });
}
