//! Many players and chance: pruned searches compared with plain ones on random games.

use tremaux_core::*;
use tremaux_play::*;
use tremaux_testkit as testkit;
use tremaux_testkit::random_game::{PayoffGame, Step};
use tremaux_testkit::textbook_games::{expected_payoffs, max_n, paranoid};

const NEAR: f64 = 1e-9;

/// The value of each root move for the player to move, by a plain search of the rest.
fn plain_moves(
    game: &PayoffGame,
    mut value: impl FnMut(&mut (u64, u64), Player) -> f64,
) -> Vec<(Step, f64)> {
    let start = game.initial_state();
    let Turn::Player(player) = game.turn(&start) else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let mut value = |mv| {
        let mut place = start;
        let _ = game.play(&mut place, mv);
        (mv, value(&mut place, player))
    };
    moves.into_iter().map(&mut value).collect()
}

/// The report must give a best move, its value, valid bounds for the others, and a line that
/// leads to the value unless it meets chance.
fn check(
    game: &PayoffGame,
    report: &PayoffReport<Step>,
    expected: &[(Step, f64)],
    depth: u32,
    context: &str,
) {
    let best = expected.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    assert!((report.value - best).abs() < NEAR, "{context}: {report:?}, truly {expected:?}");
    assert_eq!(report.moves.len(), expected.len(), "{context}");
    assert_eq!(report.moves[0].mv, report.line[0], "{context}");
    for mv in &report.moves {
        let (_, value) = expected.iter().find(|(other, _)| *other == mv.mv).expect("legal");
        if mv.is_bound {
            assert!(*value <= mv.value + NEAR && *value <= best + NEAR, "{context}: {mv:?}");
        } else {
            assert!((value - mv.value).abs() < NEAR, "{context}: {mv:?} is {value}");
        }
    }
    let mut place = game.initial_state();
    let Turn::Player(player) = game.turn(&place) else { panic!("no player is to move") };
    for &mv in &report.line {
        let mut moves = Vec::new();
        game.moves(&place, &mut moves);
        assert!(moves.contains(&mv), "{context}");
        let _ = game.play(&mut place, mv);
    }
    let player = usize::from(player);
    let mut payoffs = vec![0.0; game.players];
    match game.turn(&place) {
        Turn::Chance if report.line.len() < depth as usize => return,
        Turn::Over => payoffs[player] = game.payoff(&place, player as Player),
        _ => {
            assert_eq!(report.line.len(), depth as usize, "{context}: {report:?}");
            game.estimate(game, &place, &mut payoffs);
        }
    }
    assert!((payoffs[player] - report.value).abs() < NEAR, "{context}: {report:?}");
}

#[test]
fn selfish_and_paranoid_agree_with_plain_search() {
    let (mut plain_nodes, mut pruned_nodes) = (0, 0);
    for seed in 0..3000 {
        for has_chance in [false, true] {
            let has_constant_sum = seed % 2 == 0;
            let game = PayoffGame { seed, players: 3, has_chance, has_constant_sum };
            testkit::check_game(&game, seed, 2);
            let depth = 1 + (seed % 6) as u32;
            let expected = plain_moves(&game, |place, player| {
                max_n(&game, &game, place, depth - 1)[usize::from(player)]
            });
            let start = game.initial_state();
            let payoffs = max_n(&game, &game, &mut start.clone(), depth);
            for payoff_sum in [None, Some(if has_constant_sum { 6.0 } else { 18.0 })] {
                let search = MaxN::default().max_depth(depth).payoff_sum(payoff_sum);
                let report = search.solve(
                    &game,
                    &start,
                    SearchParts::new().evaluator(game),
                    &Limits::default(),
                );
                let context = format!("seed {seed}, chance {has_chance}, {search:?}");
                check(&game, &report, &expected, report.depth, &context);
                let found = report.payoffs.as_ref().expect("of all players");
                let near = found.iter().zip(&payoffs).all(|(a, b)| (a - b).abs() < NEAR);
                // An iteration without estimates ends the search, because deeper ones are
                // identical.
                assert!(near, "{context}: {found:?}, truly {payoffs:?}");
                if report.is_exact {
                    let truth = expected_payoffs(&game, &mut start.clone());
                    let near = found.iter().zip(&truth).all(|(a, b)| (a - b).abs() < NEAR);
                    assert!(near, "{context}");
                }
                let nodes = report.statistics.iteration_nodes;
                *(if payoff_sum.is_none() { &mut plain_nodes } else { &mut pruned_nodes }) += nodes;
            }
            let Turn::Player(player) = game.turn(&start) else { panic!("just begun") };
            let expected =
                plain_moves(&game, |place, _| paranoid(&game, &game, place, player, depth - 1));
            let opponents = Opponents::Paranoid;
            let search = MaxN::default().max_depth(depth).opponents(opponents);
            let report =
                search.solve(&game, &start, SearchParts::new().evaluator(game), &Limits::default());
            let context = format!("seed {seed}, chance {has_chance}, {search:?}");
            check(&game, &report, &expected, report.depth, &context);
            assert!(report.payoffs.is_none());
        }
    }
    assert!(pruned_nodes < plain_nodes * 95 / 100, "{pruned_nodes} of {plain_nodes}");
}

#[test]
fn star_pruning_agrees_with_expectiminimax() {
    let mut nodes = [0; 3];
    for seed in 0..3000 {
        for has_chance in [false, true] {
            let game = PayoffGame { seed, players: 2, has_chance, has_constant_sum: false };
            testkit::check_game(&game, seed, 2);
            let start = game.initial_state();
            let depth = 1 + (seed % 6) as u32;
            let expected = plain_moves(&game, |place, player| {
                max_n(&game, &game, place, depth - 1)[usize::from(player)]
            });
            let prunings = [ChancePruning::None, ChancePruning::Star1, ChancePruning::Star2];
            for (pruning, nodes) in prunings.into_iter().zip(&mut nodes) {
                for every_move in [false, true] {
                    let range = (-3.0, 3.0);
                    let search = Expectiminimax::default()
                        .max_depth(depth)
                        .pruning(pruning)
                        .range(range)
                        .every_move(every_move);
                    let report = search.solve(
                        &game,
                        &start,
                        SearchParts::new().evaluator(game),
                        &Limits::default(),
                    );
                    let context = format!("seed {seed}, chance {has_chance}, {search:?}");
                    check(&game, &report, &expected, report.depth, &context);
                    assert!(!every_move || report.moves.iter().all(|mv| !mv.is_bound));
                    if every_move {
                        // All best moves must be known.
                        let best = |values: &[(Step, f64)]| {
                            let most = values.iter().map(|v| v.1).fold(f64::MIN, f64::max);
                            let best = values.iter().filter(|v| v.1 > most - NEAR);
                            let mut best: Vec<u64> = best.map(|v| v.0.0).collect();
                            best.sort_unstable();
                            best
                        };
                        let found: Vec<_> =
                            report.moves.iter().map(|mv| (mv.mv, mv.value)).collect();
                        assert_eq!(best(&found), best(&expected), "{context}");
                    } else {
                        *nodes += report.statistics.iteration_nodes;
                    }
                }
            }
        }
    }
    assert!(nodes[1] < nodes[0] * 97 / 100, "{nodes:?}");
}

/// After every playout of Monte Carlo tree search, bounds hold for the root and for every move, at
/// chance as elsewhere; the value is known in the end.
#[test]
fn sampled_bounds_hold_with_chance_at_every_slice() {
    let (mut slices, mut partial) = (0, 0);
    for seed in 0..200 {
        let game = PayoffGame { seed, players: 2, has_chance: true, has_constant_sum: false };
        let places = (0..3).flat_map(|layer| (0..5).map(move |index| (layer, index)));
        for start in places.filter(|place| game.turn(place) != Turn::Over) {
            let (turn, truth) = (game.turn(&start), expected_payoffs(&game, &mut start.clone()));
            let player = if let Turn::Player(player) = turn { usize::from(player) } else { 0 };
            let sampler = PayoffSampler {
                evaluator: (),
                plies: u32::MAX,
                range: (-3.0, 3.0),
                is_zero_sum: true,
            };
            let options = Mcts::default().seed(seed).memory(1 << 16);
            let mut search = options.start(&game, &start, &sampler);
            let slice = Limits::default().with_nodes(1);
            let within = |(least, most): (f64, f64), value: f64, what: &dyn std::fmt::Debug| {
                let holds = least <= value + NEAR && value <= most + NEAR;
                assert!(holds, "seed {seed}, {start:?}: {least} {value} {most} {what:?}");
            };
            for _ in 0..600 {
                let progress = search.advance(&slice, &mut ());
                let report = search.report();
                within(report.bounds, truth[player], &report);
                for mv in &report.moves {
                    let mut after = start;
                    let _ = game.play(&mut after, mv.mv);
                    within(mv.bounds, expected_payoffs(&game, &mut after)[player], mv);
                }
                slices += 1;
                let (least, most) = report.bounds;
                partial += u32::from(turn == Turn::Chance && most < 3.0 && least < most);
                if let Progress::Done(_) = progress {
                    within((report.value.expect("a value"), least), truth[player], &report);
                    break;
                }
            }
        }
    }
    assert!(slices > 10_000 && partial > 1000, "{slices} {partial}");
}

#[test]
fn limits_of_payoff_searches() {
    let game = PayoffGame { seed: 8, players: 3, has_chance: false, has_constant_sum: true };
    let start = game.initial_state();
    for nodes in [0, 1, 4, 20] {
        let limits = Limits::default().with_nodes(nodes);
        let report =
            MaxN::default().solve(&game, &start, SearchParts::new().evaluator(game), &limits);
        assert!(report.statistics.nodes <= nodes);
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        assert!(moves.contains(&report.line[0]));
    }
    let limits = Limits::default().with_depth(2);
    assert!(
        MaxN::default().solve(&game, &start, SearchParts::new().evaluator(game), &limits).depth
            <= 2
    );
    limits.cancel.cancel();
    let report = Expectiminimax::default().solve(
        &PayoffGame { players: 2, ..game },
        &start,
        SearchParts::new().evaluator(game),
        &limits,
    );
    assert_eq!(report.termination, Termination::Stopped(StopReason::Cancelled));
    assert_eq!(report.line.len(), 1);
}

/// A summary of the events of a search.
#[derive(Default)]
struct Told {
    entered: u64,
    leaves: u64,
    cutoffs: u64,
    /// The positions not yet left, by ply.
    open: Vec<u32>,
    /// The last value of the root.
    root: Option<(f64, Vec<f64>)>,
    iterations: Vec<(u32, f64)>,
    reasons: std::collections::HashSet<CutoffReason>,
}

impl GameObserver<PayoffGame, f64> for Told {
    fn observe(&mut self, event: GameEvent<'_, PayoffGame, f64>) {
        match event {
            GameEvent::Entered { mv, ply, alpha, beta, .. } => {
                assert_eq!((ply as usize, mv.is_none()), (self.open.len(), ply == 0));
                assert!(alpha <= beta);
                self.open.push(ply);
                self.entered += 1;
            }
            GameEvent::Left { ply, score: value, payoffs, source, .. } => {
                assert_eq!(self.open.pop(), Some(ply), "positions are left as they were entered");
                self.leaves +=
                    u64::from(!matches!(source, ScoreSource::Moves | ScoreSource::Probe));
                if ply == 0 {
                    self.root = Some((value, payoffs.to_vec()));
                }
            }
            GameEvent::Cutoff { ply, score: value, bound, reason, .. } => {
                assert_eq!(self.open.last(), Some(&ply));
                let is_low = matches!(
                    reason,
                    CutoffReason::AtMost | CutoffReason::MeanAtMost | CutoffReason::ProbedAtMost
                );
                let holds = if is_low { value <= bound + NEAR } else { value >= bound - NEAR };
                assert!(holds, "{reason:?}: {value} against {bound}");
                self.cutoffs += 1;
                self.reasons.insert(reason);
            }
            GameEvent::Iteration { depth, score: value, .. } => {
                self.iterations.push((depth, value))
            }
            _ => unreachable!("no other event is known here"),
        }
    }
}

/// Runs a search to its end, in slices of some nodes.
fn watch(
    mut search: impl GameSearch<PayoffGame, Value = f64, Report = PayoffReport<Step>>,
    told: &mut Told,
) -> PayoffReport<Step> {
    for nodes in 0.. {
        let slice = Limits::default().with_nodes(nodes % 7 + 1);
        if let Progress::Done(_) = search.advance(&slice, told) {
            break;
        }
    }
    search.report()
}

/// Checks that the events agree with the report, and the report with that of an unobserved
/// search.
fn check_told(told: &Told, report: &PayoffReport<Step>, silent: &PayoffReport<Step>, what: &str) {
    let statistics = &report.statistics;
    assert!(told.open.is_empty(), "{what}");
    assert_eq!(told.entered, statistics.nodes, "{what}");
    assert_eq!(told.leaves, statistics.leaves(), "{what}");
    assert_eq!(told.cutoffs, statistics.cutoffs, "{what}");
    let (value, payoffs) = told.root.as_ref().expect("the root was left");
    assert_eq!(*value, report.value, "{what}");
    assert!(payoffs.is_empty() || report.payoffs.as_ref() == Some(payoffs), "{what}");
    assert_eq!(told.iterations.last(), Some(&(report.depth, report.value)), "{what}");
    let untimed = |report: &PayoffReport<Step>| {
        let mut report = report.clone();
        report.statistics.elapsed = std::time::Duration::ZERO;
        report
    };
    assert_eq!(untimed(report), untimed(silent), "{what}");
}

#[test]
fn observers_of_payoffs_are_told_what_the_report_counts() {
    let mut reasons = std::collections::HashSet::new();
    for seed in 0..300 {
        let (has_chance, has_constant_sum) = (seed % 3 > 0, seed % 2 == 0);
        let max_depth = 2 + (seed % 5) as u32;
        for players in [2, 3] {
            let game = PayoffGame { seed, players, has_chance, has_constant_sum };
            let start = game.initial_state();
            let limits = Limits::default();
            for opponents in [Opponents::Selfish, Opponents::Paranoid] {
                let payoff_sum = Some(if has_constant_sum { 6.0 } else { 6.0 * players as f64 });
                let search = MaxN::default()
                    .max_depth(max_depth)
                    .opponents(opponents)
                    .payoff_sum(payoff_sum);
                let mut told = Told::default();
                let report = watch(
                    search.start(&game, &start, SearchParts::new().evaluator(game)),
                    &mut told,
                );
                let silent =
                    search.solve(&game, &start, SearchParts::new().evaluator(game), &limits);
                check_told(&told, &report, &silent, &format!("{game:?} {search:?}"));
                reasons.extend(told.reasons);
            }
        }
        let game = PayoffGame { seed, players: 2, has_chance, has_constant_sum: false };
        let start = game.initial_state();
        for pruning in [ChancePruning::None, ChancePruning::Star1, ChancePruning::Star2] {
            let range = (-3.0, 3.0);
            let search = Expectiminimax::default()
                .max_depth(max_depth)
                .pruning(pruning)
                .range(range)
                .every_move(false);
            let (limits, mut told) = (Limits::default(), Told::default());
            let report =
                watch(search.start(&game, &start, SearchParts::new().evaluator(game)), &mut told);
            let silent = search.solve(&game, &start, SearchParts::new().evaluator(game), &limits);
            check_told(&told, &report, &silent, &format!("{game:?} {search:?}"));
            reasons.extend(told.reasons);
        }
    }
    assert_eq!(reasons.len(), 7, "each reason was given: {reasons:?}");
}
