//! The evaluations against each other, and what they have in common.

use tremaux_core::{CancelToken, Evaluator, Game, Limits, Random, Turn};
use tremaux_othello::tuning::Tuning;
use tremaux_othello::{FewestReplies, Mobility, Othello, Patterns, Position};
use tremaux_play::{AlphaBeta, SearchParts};
use tremaux_testkit as testkit;

/// The board turned by a quarter, a half, and mirrored.
fn symmetric(position: &Position) -> [Position; 3] {
    let map = |to: &dyn Fn(u32, u32) -> (u32, u32)| {
        let discs = [0, 1].map(|player| {
            let squares = (0..64).filter(|at| position.discs_of(player) >> at & 1 == 1);
            let moved = squares.map(|at| to(at % 8, at / 8)).map(|(x, y)| 1_u64 << (8 * y + x));
            moved.sum()
        });
        Position::new(discs[0], discs[1], position.player_to_move())
    };
    [map(&|x, y| (7 - y, x)), map(&|x, y| (7 - x, 7 - y)), map(&|x, y| (x, 7 - y))]
}

#[test]
fn symmetric_positions_have_the_same_estimate() {
    let patterns = Patterns::default();
    testkit::play_at_random(&Othello, 1, 20, |position, _| {
        let estimates =
            |it: &Position| (patterns.evaluate(&Othello, it), Mobility.evaluate(&Othello, it));
        for other in symmetric(position) {
            assert_eq!(estimates(&other), estimates(position));
        }
    });
}

/// The move of an engine with this evaluator, four plies deep.
fn best<E: Evaluator<Othello>>(evaluator: &E, position: &Position) -> tremaux_othello::Move {
    let parts = SearchParts::new().evaluator(evaluator).ordering(FewestReplies);
    let options = AlphaBeta::default().max_depth(4);
    options.solve(&Othello, position, parts, &Limits::default()).principal_variation[0]
}

/// The share of 2 × `openings` games that the patterns win, draws counting half.
fn share_of_patterns(openings: u64) -> f64 {
    let patterns = Patterns::default();
    let mut points = 0.0;
    for seed in 0..openings {
        let (mut random, mut start) = (Random::new(seed), Othello.initial_state());
        for _ in 0..8 {
            let mut moves = Vec::new();
            Othello.moves(&start, &mut moves);
            start.play(moves[random.below(moves.len() as u64) as usize]);
        }
        for player in 0..2 {
            let mut position = start;
            while Othello.turn(&position) != Turn::Over {
                position.play(match position.player_to_move() == player {
                    true => best(&patterns, &position),
                    false => best(&Mobility, &position),
                });
            }
            points += f64::from(1 + position.difference(player).signum()) / 2.0;
        }
    }
    points / (2 * openings) as f64
}

#[test]
fn patterns_beat_mobility() {
    let share = share_of_patterns(100);
    println!("{:.1} % of 200 games", 100.0 * share);
    assert!(share > 0.8, "{share}");
}

#[test]
fn the_same_settings_give_the_same_weights() {
    let fit = |seed| {
        let tuning = Tuning { games: 30, depth: 1, seed };
        tuning.run(&CancelToken::default(), &mut |_| {}).expect("it is not cancelled")
    };
    let (one, two) = (fit(1), fit(2));
    assert_eq!(fit(1).bytes, one.bytes);
    assert_ne!(one.bytes, two.bytes);
    assert_eq!(one.stages.last().map(|it| (it.empties, it.positions)), Some((56, 27)));
}

/// The default weights.
#[test]
#[ignore = "takes a few minutes"]
fn the_default_weights_are_those_of_the_default_settings() {
    let fit = Tuning::default().run(&CancelToken::default(), &mut |_| {}).expect("not cancelled");
    assert!(Patterns::from_bytes(&fit.bytes) == Patterns::default());
}
