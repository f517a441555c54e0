//! Nim: the theory against exhaustive search, and the engine against both.

use std::collections::{HashMap, HashSet};

use tremaux_core::{Game, GameNotation, HashedGame, Limits, Player, Score, Turn, ZeroSumGame};
use tremaux_games::nim::{Heaps, Nim, NimError, NimSum, Take};
use tremaux_play::{AlphaBeta, History, SearchParts, perft};
use tremaux_tables::{TranspositionTable, TwoLevel};
use tremaux_testkit as testkit;

fn nim(sizes: &[u32]) -> Nim {
    Nim::new(sizes).expect("small heaps")
}

/// Whether the player to move wins, by trying everything; on sorted lists of sizes.
fn wins(sizes: &[u32], is_misere: bool, known: &mut HashMap<Vec<u32>, bool>) -> bool {
    let mut sizes: Vec<u32> = sizes.iter().copied().filter(|&size| size > 0).collect();
    sizes.sort_unstable();
    if sizes.is_empty() {
        return is_misere;
    }
    if let Some(&won) = known.get(&sizes) {
        return won;
    }
    let mut won = false;
    for heap in 0..sizes.len() {
        for left in 0..sizes[heap] {
            let mut child = sizes.clone();
            child[heap] = left;
            won |= !wins(&child, is_misere, known);
        }
    }
    known.insert(sizes, won);
    won
}

/// The Sprague-Grundy value: the least number that no move leads to.
fn grundy(sizes: &[u32], known: &mut HashMap<Vec<u32>, u16>) -> u16 {
    if let Some(&value) = known.get(sizes) {
        return value;
    }
    let mut reached = HashSet::new();
    for heap in 0..sizes.len() {
        for left in 0..sizes[heap] {
            let mut child = sizes.to_vec();
            child[heap] = left;
            reached.insert(grundy(&child, known));
        }
    }
    let value = (0..).find(|value| !reached.contains(value)).expect("a finite number of moves");
    known.insert(sizes.to_vec(), value);
    value
}

/// All heaps of these bounds.
fn small_positions(bounds: &[u32]) -> Vec<Vec<u32>> {
    bounds.iter().fold(vec![vec![]], |all, &bound| {
        let longer = |sizes: &Vec<u32>| {
            let sizes = sizes.clone();
            (0..=bound).map(move |size| [&sizes[..], &[size]].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}

#[test]
fn the_theory_agrees_with_exhaustive_search() {
    let (mut normal, mut misere, mut values) = Default::default();
    for sizes in small_positions(&[7, 6, 5, 3]) {
        let heaps = Heaps::new(&sizes, 0).expect("small heaps");
        assert_eq!(heaps.nim_sum(), grundy(&sizes, &mut values), "{sizes:?}");
        for (game, known) in [(nim(&sizes), &mut normal), (nim(&sizes).misere(), &mut misere)] {
            let won = wins(&sizes, game.is_misere(), known);
            assert_eq!(game.is_won(&heaps), won, "{sizes:?} {game:?}");
            // The winning moves are all those, and only those, that leave a lost position.
            let mut moves = Vec::new();
            game.moves(&heaps, &mut moves);
            moves.retain(|take| {
                let mut child = sizes.clone();
                child[usize::from(take.heap)] -= u32::from(take.count);
                !wins(&child, game.is_misere(), known)
            });
            let mut winning = game.winning_moves(&heaps);
            winning.sort_unstable();
            moves.sort_unstable();
            assert_eq!(winning, moves, "{sizes:?} {game:?}");
        }
    }
}

/// The engine's report about a position.
fn solve(game: &Nim, heaps: &Heaps) -> (Score, bool, Take) {
    let parts = SearchParts::new()
        .evaluator(NimSum)
        .ordering((NimSum, History::default()))
        .table(TranspositionTable::<TwoLevel>::with_scheme(1 << 14));
    let report = AlphaBeta::default().solve(game, heaps, parts, &Limits::default());
    (report.score, report.is_exact, report.principal_variation[0])
}

#[test]
fn the_engine_agrees_with_the_theory() {
    for sizes in small_positions(&[4, 3, 3]) {
        for game in [nim(&sizes), nim(&sizes).misere()] {
            let heaps = game.initial_state();
            if game.turn(&heaps) == Turn::Over {
                continue;
            }
            let (score, is_exact, take) = solve(&game, &heaps);
            assert!(is_exact && score.is_decisive(), "{sizes:?}");
            assert_eq!(score > Score::DRAW, game.is_won(&heaps), "{sizes:?} {game:?}");
            let winning = game.winning_moves(&heaps);
            assert!(winning.is_empty() || winning.contains(&take), "{sizes:?} {take:?}");
        }
    }
}

/// Lets the engine play one side and everything be played against it, from a position that
/// it should win.
fn always_wins(game: &Nim, heaps: Heaps, engine: Player, seen: &mut HashSet<Heaps>) {
    match game.turn(&heaps) {
        Turn::Over => assert_eq!(game.final_score(&heaps, engine), Score::WIN, "{game:?}"),
        Turn::Player(player) if player == engine => {
            let (_, _, take) = solve(game, &heaps);
            let mut child = heaps;
            game.play(&mut child, take);
            always_wins(game, child, engine, seen);
        }
        _ => {
            let mut moves = Vec::new();
            game.moves(&heaps, &mut moves);
            for take in moves {
                let mut child = heaps.clone();
                game.play(&mut child, take);
                if seen.insert(child.clone()) {
                    always_wins(game, child, engine, seen);
                }
            }
        }
    }
}

#[test]
fn a_won_position_is_never_lost_whatever_is_played() {
    for sizes in [&[3, 4, 5][..], &[1, 3, 5], &[1, 1, 1], &[2, 2], &[1, 2, 3], &[1, 1]] {
        for game in [nim(sizes), nim(sizes).misere()] {
            let start = game.initial_state();
            let engine = if game.is_won(&start) { 0 } else { 1 };
            always_wins(&game, start, engine, &mut HashSet::new());
        }
    }
}

#[test]
fn contracts() {
    for sizes in [&[3, 4, 5][..], &[1], &[], &[7, 7, 2, 2, 1], &[40, 300]] {
        for game in [nim(sizes), nim(sizes).misere()] {
            testkit::check_zero_sum_game(&game, 1, 50);
            testkit::check_game_notation(&game, 2, 10);
            let canonical = |heaps: &Heaps| {
                let mut sizes: Vec<u16> = heaps.sizes().to_vec();
                sizes.retain(|&size| size > 0);
                sizes.sort_unstable();
                (sizes, heaps.player_to_move())
            };
            let has_long_moves = sizes.contains(&300);
            testkit::check_folded_game(&game, 3, 100, canonical, !has_long_moves);
        }
    }
}

#[test]
fn perft_by_hand() {
    // One heap of n: 2^(n-1) games in all; n sequences of one move, n(n-1)/2 of two.
    let game = nim(&[6]);
    let counts: Vec<u64> =
        (0..=7).map(|depth| perft(&game, &mut game.initial_state(), depth)).collect();
    assert_eq!(counts, [1, 6, 15, 20, 15, 6, 1, 0]);
    // Two heaps of 1: two orders.
    let game = nim(&[1, 1]);
    assert_eq!(perft(&game, &mut game.initial_state(), 2), 2);
    assert_eq!(perft(&game, &mut game.initial_state(), 3), 0);
}

#[test]
fn bad_input_is_refused_where_it_is_wrong() {
    let game = nim(&[3, 4, 5]);
    for (text, column, expected) in [
        ("", 1, "the sizes of the heaps"),
        ("3 x", 3, "a heap of 0 to 65535"),
        ("3, -4", 4, "a heap of 0 to 65535"),
        ("3 +4", 3, "a heap of 0 to 65535"),
        ("3 65536", 3, "a heap of 0 to 65535"),
        ("3 4 : 3", 7, "the player to move"),
        ("3 4 :", 6, "the player to move"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    assert!(game.parse_position(&"1 ".repeat(256)).is_err());
    assert_eq!(Nim::new(&[1; 256]), Err(NimError::TooMany(256)));
    assert_eq!(Nim::new(&[70_000]), Err(NimError::TooLarge(70_000)));
    let position = game.parse_position("3,0 5:2").expect("heaps");
    assert_eq!((position.sizes(), position.player_to_move()), (&[3, 0, 5][..], 1));
    for text in ["", "1", "4-1", "0-1", "2-1", "1-4", "1-0", "1-+1", "x-1", "1-é", "-"] {
        assert!(game.parse_move(&position, text).is_err(), "{text:?}");
    }
    assert_eq!(game.hash(&position), game.hash(&game.parse_position("5 3 : 2").expect("heaps")));
}
