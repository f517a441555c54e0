//! TopSpin: contracts, distances against a naive search, parity, texts that are wrong.

use std::collections::{HashMap, VecDeque};

use tremaux_core::{Algorithm, Heuristic, Limits, Notation, StateSpace};
use tremaux_puzzles::topspin::{Breaks, TopSpin};
use tremaux_search::{BestFirst, IdaStar};
use tremaux_testkit as kit;

/// The turns from the ring in order to every ring that can be reached, by tokens in plain vectors
/// of which all rotations are the same.
fn distances(tokens: u8, turnstile: usize) -> HashMap<Vec<u8>, u32> {
    let first: Vec<u8> = (1..=tokens).collect();
    let mut distances = HashMap::from([(first.clone(), 0)]);
    let mut queue = VecDeque::from([first]);
    while let Some(ring) = queue.pop_front() {
        let next = distances[&ring] + 1;
        for from in 0..ring.len() {
            let mut turned: Vec<u8> = ring[from..].iter().chain(&ring[..from]).copied().collect();
            turned[..turnstile].reverse();
            let one = turned.iter().position(|&token| token == 1).expect("token 1");
            let turned: Vec<u8> = turned[one..].iter().chain(&turned[..one]).copied().collect();
            if !distances.contains_key(&turned) {
                distances.insert(turned.clone(), next);
                queue.push_back(turned);
            }
        }
    }
    distances
}

#[test]
fn distances_are_those_of_a_naive_search() {
    for (tokens, turnstile) in [(3, 2), (5, 2), (6, 3), (6, 4), (7, 4)] {
        let naive = distances(tokens, turnstile);
        let mut rings: Vec<_> = naive.into_iter().collect();
        rings.sort_unstable();
        for (ring, distance) in rings.iter().step_by(1 + rings.len() / 100) {
            let words: Vec<String> = ring.iter().map(u8::to_string).collect();
            let puzzle = TopSpin::parse(&words.join(" "), turnstile).expect("a ring");
            assert!(Breaks.estimate(&puzzle, &puzzle.initial_state()) <= *distance);
            let limits = Limits::default();
            let report = BestFirst::a_star().solve(&puzzle, Breaks, &limits, &mut ());
            assert!(report.is_proven_optimal());
            assert_eq!(report.plan.map(|plan| plan.cost), Some(*distance), "{words:?}");
            let report = IdaStar::new().solve(&puzzle, Breaks, &limits, &mut ());
            assert_eq!(report.plan.map(|plan| plan.cost), Some(*distance), "{words:?}");
        }
    }
}

#[test]
fn four_of_five_tokens_are_exchanged_in_pairs() {
    let puzzle = TopSpin::parse("1 3 2 4 5", 4).expect("a ring");
    assert!(puzzle.is_odd() && !TopSpin::parse("1 3 4 2 5", 4).expect("a ring").is_odd());
    assert!(!TopSpin::parse("1 3 2 4 5 6", 4).expect("a ring").is_odd());
    let report = BestFirst::a_star().solve(&puzzle, Breaks, &Limits::default(), &mut ());
    assert!(report.is_proven_unsolvable());
}

#[test]
fn contracts_hold() {
    for (text, turnstile) in [("3 1 2", 2), ("4 2 6 1 5 3", 3), ("1 5 4 3 2 6 7 8", 4)] {
        let puzzle = TopSpin::parse(text, turnstile).expect("a ring");
        kit::check_space(&puzzle, 1, 50);
        kit::check_backward(&puzzle, 1, 50);
        kit::check_pruning(&puzzle, 1, 50);
        kit::check_heuristic(&puzzle, &Breaks, 1, 50);
        kit::check_notation(&puzzle, 1, 20);
        kit::check_depict(&puzzle, 1, 5);
    }
}

#[test]
fn wrong_texts_say_where() {
    let wrong = |text: &str| {
        let error = TopSpin::parse(text, 4).expect_err("wrong");
        (error.column, error.expected)
    };
    assert_eq!(wrong("1 2 3"), (6, "at least 5 tokens, as 4 are turned over".into()));
    assert_eq!(wrong("1 2 3 4 9"), (9, "a token from 1 to 5, the number of tokens".into()));
    assert_eq!(wrong("1 2 3 3 5"), (7, "each token once".into()));
    let puzzle = TopSpin::parse("2 3 4 5 6 1", 4).expect("a ring");
    let state = puzzle.initial_state();
    assert_eq!(puzzle.state_text(&state), "1 2 3 4 5 6");
    assert!(puzzle.parse_action(&state, "1-3").is_err());
    assert!(puzzle.parse_action(&state, "5-2").is_ok());
}
