//! Equilibria of random games with hidden information, against references that enumerate pure
//! strategies and supports.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tremaux_core::{
    Game, HiddenGame, Limits, Player, Progress, Random, StopReason, Termination, Turn,
};
use tremaux_play::{Equilibrium, EquilibriumMethod, EquilibriumReport, evaluate};
use tremaux_testkit::random_game::mix;

/// A random game of `depth` plies with two or three moves each. Who moves, and who sees the move,
/// depends on the ply; the end and the payoffs on all moves.
struct RandomGame {
    seed: u64,
    depth: usize,
}

const UNSEEN: u8 = u8::MAX;

impl RandomGame {
    fn of_ply(&self, ply: usize, what: u64) -> u64 {
        mix(self.seed, ply as u64, what)
    }

    fn of_history(&self, moves: &[u8], what: u64) -> u64 {
        moves.iter().fold(mix(self.seed, what, 99), |hash, &mv| mix(hash, u64::from(mv), 7))
    }

    fn actor(&self, ply: usize) -> Turn {
        match self.of_ply(ply, 1) % 5 {
            0 => Turn::Chance,
            odd @ (1 | 3) => Turn::Player((odd / 2) as Player),
            even => Turn::Player((even / 2 - 1) as Player),
        }
    }
}

impl Game for RandomGame {
    type State = Vec<u8>;
    type Move = u8;
    type Undo = ();

    fn initial_state(&self) -> Vec<u8> {
        Vec::new()
    }

    fn turn(&self, moves: &Vec<u8>) -> Turn {
        let ends_early = moves.len() > 1 && self.of_history(moves, 2).is_multiple_of(6);
        if moves.len() == self.depth || ends_early { Turn::Over } else { self.actor(moves.len()) }
    }

    fn moves(&self, moves: &Vec<u8>, list: &mut Vec<u8>) {
        list.extend(0..2 + u8::from(self.of_ply(moves.len(), 3).is_multiple_of(4)));
    }

    fn play(&self, moves: &mut Vec<u8>, mv: u8) {
        moves.push(mv);
    }

    fn undo(&self, moves: &mut Vec<u8>, _mv: u8, (): ()) {
        moves.pop();
    }

    fn payoff(&self, moves: &Vec<u8>, player: Player) -> f64 {
        let payoff = (self.of_history(moves, 4) % 21) as f64 - 10.0;
        if player == 0 { payoff } else { -payoff }
    }

    fn probability(&self, moves: &Vec<u8>, mv: u8) -> f64 {
        let mut list = Vec::new();
        self.moves(moves, &mut list);
        let weight = |mv: u8| (1 + self.of_ply(moves.len(), 5 + u64::from(mv)) % 4) as f64;
        weight(mv) / list.iter().map(|&mv| weight(mv)).sum::<f64>()
    }
}

impl HiddenGame for RandomGame {
    type Information = Vec<u8>;

    fn information(&self, moves: &Vec<u8>, player: Player) -> Vec<u8> {
        let seen = moves.iter().enumerate().map(|(ply, &mv)| {
            let is_own = self.actor(ply) == Turn::Player(player);
            let is_seen = is_own || self.of_ply(ply, 10 + u64::from(player)).is_multiple_of(2);
            if is_seen { mv } else { UNSEEN }
        });
        seen.collect()
    }
}

/// The probabilities of moves by player and information.
type Strategy = HashMap<(Player, Vec<u8>), Vec<f64>>;

/// The expected payoff of the first player, by the definition.
fn expected(game: &RandomGame, state: &Vec<u8>, strategy: &Strategy) -> f64 {
    let turn = game.turn(state);
    if turn == Turn::Over {
        return game.payoff(state, 0);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut sum = 0.0;
    for (nth, &mv) in moves.iter().enumerate() {
        let probability = match turn {
            Turn::Player(player) => strategy[&(player, game.information(state, player))][nth],
            _ => game.probability(state, mv),
        };
        let mut child = state.clone();
        game.play(&mut child, mv);
        sum += probability * expected(game, &child, strategy);
    }
    sum
}

/// A random strategy for every information set.
fn random_strategy(game: &RandomGame, random: &mut Random) -> Strategy {
    let mut strategy = Strategy::new();
    let mut open = vec![game.initial_state()];
    while let Some(state) = open.pop() {
        let turn = game.turn(&state);
        if turn == Turn::Over {
            continue;
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if let Turn::Player(player) = turn {
            strategy.entry((player, game.information(&state, player))).or_insert_with(|| {
                let weights: Vec<f64> =
                    moves.iter().map(|_| (random.below(5) as f64).powi(2)).collect();
                let sum: f64 = weights.iter().sum();
                let count = weights.len() as f64;
                weights.iter().map(|it| if sum > 0.0 { it / sum } else { 1.0 / count }).collect()
            });
        }
        for mv in moves {
            let mut child = state.clone();
            game.play(&mut child, mv);
            open.push(child);
        }
    }
    strategy
}

/// The number of pure strategies of `player`.
fn pure_strategies(strategy: &Strategy, player: Player) -> u64 {
    let own = strategy.iter().filter(|((owner, _), _)| *owner == player);
    own.map(|(_, moves)| moves.len() as u64).fold(1, u64::saturating_mul)
}

/// What `player` gets by the best of all pure strategies against the other's strategy.
fn best_pure(game: &RandomGame, strategy: &Strategy, player: Player) -> f64 {
    let mut keys: Vec<_> = strategy.keys().filter(|key| key.0 == player).cloned().collect();
    keys.sort();
    let mut best = f64::NEG_INFINITY;
    for mut number in 0..pure_strategies(strategy, player) {
        let mut pure = strategy.clone();
        for key in &keys {
            let moves = pure.get_mut(key).expect("a key of it");
            let chosen = (number % moves.len() as u64) as usize;
            number /= moves.len() as u64;
            moves.fill(0.0);
            moves[chosen] = 1.0;
        }
        let value = expected(game, &game.initial_state(), &pure);
        best = best.max(if player == 0 { value } else { -value });
    }
    best
}

/// Random games with few pure strategies.
fn small_games(count: usize) -> Vec<RandomGame> {
    let games = (0..).map(|seed| RandomGame { seed, depth: 3 + seed as usize % 3 });
    let is_small = |game: &RandomGame| {
        let strategy = random_strategy(game, &mut Random::new(0));
        (0..2).all(|player| (2..=600).contains(&pure_strategies(&strategy, player)))
    };
    games.filter(is_small).take(count).collect()
}

fn strategy_of(game: &RandomGame, report: &EquilibriumReport<Vec<u8>, u8>) -> Strategy {
    let sets = report.strategy.iter().map(|set| {
        let key = (set.player, game.information(&set.state, set.player));
        (key, set.moves.iter().map(|&(_, probability)| probability).collect())
    });
    sets.collect()
}

#[test]
fn best_responses_are_the_best_pure_strategies() {
    for game in small_games(40) {
        let mut random = Random::new(game.seed);
        let strategy = random_strategy(&game, &mut random);
        let found = evaluate(&game, |state, mv| {
            let Turn::Player(player) = game.turn(state) else { unreachable!("a player moves") };
            strategy[&(player, game.information(state, player))][usize::from(mv)]
        });
        let value = expected(&game, &game.initial_state(), &strategy);
        assert!((found.value - value).abs() < 1e-9, "seed {}", game.seed);
        for player in [0, 1] {
            let best = best_pure(&game, &strategy, player);
            let found = found.best_responses[usize::from(player)];
            assert!((found - best).abs() < 1e-9, "seed {}: {found} is not {best}", game.seed);
        }
    }
}

const METHODS: [EquilibriumMethod; 5] = [
    EquilibriumMethod::Cfr,
    EquilibriumMethod::CfrPlus,
    EquilibriumMethod::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 },
    EquilibriumMethod::ExternalSampling,
    EquilibriumMethod::OutcomeSampling { exploration: 0.6 },
];

/// What is reported of the strategy is true of it, and every method converges.
#[test]
fn reports_are_true_and_every_method_converges() {
    for game in small_games(12) {
        for (method, iterations, most) in METHODS
            .into_iter()
            .zip([4000, 4000, 4000, 40_000, 400_000])
            .zip([0.05, 0.002, 0.002, 0.1, 0.1])
            .map(|((method, iterations), most)| (method, iterations, most))
        {
            let search =
                Equilibrium::default().method(method).iterations(iterations).target(-1.0).seed(5);
            let report = search.solve(&game, &Limits::default());
            let context = format!("seed {}, {method:?}, {}", game.seed, report.exploitability);
            let strategy = strategy_of(&game, &report);
            let value = expected(&game, &game.initial_state(), &strategy);
            assert!((report.value - value).abs() < 1e-9, "{context}");
            let best = [0, 1].map(|player| best_pure(&game, &strategy, player));
            assert!((report.exploitability - (best[0] + best[1]) / 2.0).abs() < 1e-9, "{context}");
            assert!((report.bounds.0 + best[1]).abs() < 1e-9, "{context}");
            assert!((report.bounds.1 - best[0]).abs() < 1e-9, "{context}");
            assert!(report.exploitability < most, "{context}");
            assert!(report.exploitability > -1e-9, "{context}");
            assert_eq!(report.iterations, iterations, "{context}");
            let powers: Vec<u64> = report.curve.iter().map(|point| point.0).collect();
            let expected: Vec<u64> = (0..powers.len()).map(|power| 1 << power).collect();
            assert_eq!(powers, expected, "{context}");
        }
    }
}

/// Slices of any size, one node among them, lead to the same report at the same node.
#[test]
fn slices_change_nothing() {
    for game in small_games(4) {
        for method in METHODS {
            let options = Equilibrium::default().method(method).iterations(40).seed(9);
            let mut whole = options.solve(&game, &Limits::default());
            whole.elapsed = Duration::ZERO;
            for slice in [1, 2, 7, 100] {
                let mut search = options.start(&game);
                let limits = Limits::default().with_nodes(slice);
                let mut nodes = 0;
                while let Progress::Paused(reason) = search.advance(&limits) {
                    assert_eq!(reason, StopReason::NodeLimit);
                    nodes += slice;
                    let report = search.report();
                    assert_eq!(report.nodes, nodes);
                    assert_eq!(report.termination, Termination::Stopped(StopReason::NodeLimit));
                    if nodes.is_multiple_of(70) {
                        let other = options.solve(&game, &Limits::default().with_nodes(nodes));
                        assert_eq!(other.strategy, report.strategy);
                    }
                }
                let mut report = search.report();
                report.elapsed = Duration::ZERO;
                assert_eq!(report, whole, "seed {}, {method:?}, {slice}", game.seed);
            }
        }
    }
}

#[test]
fn limits_hold() {
    let game = RandomGame { seed: 3, depth: 40 };
    let endless = Equilibrium::default();
    let limits = Limits::default().with_memory(1 << 20);
    let report = endless.solve(&game, &limits);
    assert_eq!(report.termination, Termination::Stopped(StopReason::MemoryLimit));
    assert_eq!((report.iterations, report.strategy.len()), (0, 0));
    assert!(report.nodes * 32 < 1 << 20 && report.exploitability.is_infinite());

    let started = Instant::now();
    let limits = Limits::default().with_time(Duration::from_millis(30)).with_memory(1 << 30);
    let report = endless.solve(&game, &limits);
    assert_eq!(report.termination, Termination::Stopped(StopReason::TimeLimit));
    assert!(started.elapsed() < Duration::from_secs(5));

    let limits = Limits::default();
    limits.cancel.cancel();
    let report = endless.solve(&small_games(1)[0], &limits);
    assert_eq!(report.termination, Termination::Stopped(StopReason::Cancelled));
    let report = endless.iterations(0).solve(&small_games(1)[0], &Limits::default());
    assert_eq!((report.termination, report.iterations), (Termination::Finished, 0));
}

/// A game that is over, or has only chance, has a value too.
#[test]
fn games_without_decisions() {
    struct Toss(usize);
    impl Game for Toss {
        type State = Vec<u8>;
        type Move = u8;
        type Undo = ();
        fn initial_state(&self) -> Vec<u8> {
            Vec::new()
        }
        fn turn(&self, moves: &Vec<u8>) -> Turn {
            if moves.len() == self.0 { Turn::Over } else { Turn::Chance }
        }
        fn moves(&self, _: &Vec<u8>, moves: &mut Vec<u8>) {
            moves.extend([0, 1]);
        }
        fn play(&self, moves: &mut Vec<u8>, mv: u8) {
            moves.push(mv);
        }
        fn undo(&self, moves: &mut Vec<u8>, _: u8, (): ()) {
            moves.pop();
        }
        fn payoff(&self, moves: &Vec<u8>, player: Player) -> f64 {
            let sum = f64::from(moves.iter().sum::<u8>()) + 1.0;
            if player == 0 { sum } else { -sum }
        }
    }
    impl HiddenGame for Toss {
        type Information = ();
        fn information(&self, _: &Vec<u8>, _: Player) {}
    }
    for method in METHODS {
        for (tosses, value) in [(0, 1.0), (3, 2.5)] {
            let search = Equilibrium::default().method(method).iterations(3);
            let report = search.solve(&Toss(tosses), &Limits::default());
            assert_eq!((report.value, report.exploitability), (value, 0.0), "{method:?}");
        }
    }
}

/// Two players who choose at the same time.
struct Matrix(Vec<Vec<f64>>);

impl Game for Matrix {
    type State = Vec<usize>;
    type Move = usize;
    type Undo = ();

    fn initial_state(&self) -> Vec<usize> {
        Vec::new()
    }

    fn turn(&self, moves: &Vec<usize>) -> Turn {
        if moves.len() == 2 { Turn::Over } else { Turn::Player(moves.len() as Player) }
    }

    fn moves(&self, moves: &Vec<usize>, list: &mut Vec<usize>) {
        list.extend(0..if moves.is_empty() { self.0.len() } else { self.0[0].len() });
    }

    fn play(&self, moves: &mut Vec<usize>, mv: usize) {
        moves.push(mv);
    }

    fn undo(&self, moves: &mut Vec<usize>, _: usize, (): ()) {
        moves.pop();
    }

    fn payoff(&self, moves: &Vec<usize>, player: Player) -> f64 {
        let payoff = self.0[moves[0]][moves[1]];
        if player == 0 { payoff } else { -payoff }
    }
}

impl HiddenGame for Matrix {
    type Information = ();

    fn information(&self, _: &Vec<usize>, _: Player) {}
}

/// The mix of the rows of a square matrix that makes all columns equal, and their value, by
/// elimination; `None` if there is none.
fn equalizer(square: &[Vec<f64>]) -> Option<(Vec<f64>, f64)> {
    let size = square.len();
    // Unknown: the mix and the value. Each column yields the value; the mix sums to one.
    let mut system: Vec<Vec<f64>> = (0..size)
        .map(|column| {
            let mut line: Vec<f64> = square.iter().map(|row| row[column]).collect();
            line.extend([-1.0, 0.0]);
            line
        })
        .collect();
    system.push([vec![1.0; size], vec![0.0, 1.0]].concat());
    for at in 0..=size {
        let pivot =
            (at..=size).max_by(|&a, &b| system[a][at].abs().total_cmp(&system[b][at].abs()))?;
        system.swap(at, pivot);
        if system[at][at].abs() < 1e-12 {
            return None;
        }
        for row in (0..=size).filter(|&row| row != at) {
            let factor = system[row][at] / system[at][at];
            let above = system[at].clone();
            for (number, above) in system[row].iter_mut().zip(above) {
                *number -= factor * above;
            }
        }
    }
    let solved: Vec<f64> = (0..=size).map(|at| system[at][size + 1] / system[at][at]).collect();
    Some((solved[..size].to_vec(), solved[size]))
}

/// The value of a matrix game by trying all pairs of supports of equal size.
fn value_by_supports(rows: &[Vec<f64>]) -> f64 {
    let (height, width) = (rows.len(), rows[0].len());
    let members = |mask: usize, size: usize| -> Vec<usize> {
        (0..size).filter(|&at| mask >> at & 1 == 1).collect()
    };
    for row_mask in 1..1 << height {
        for column_mask in 1..1 << width {
            let (mine, theirs) = (members(row_mask, height), members(column_mask, width));
            if mine.len() != theirs.len() {
                continue;
            }
            let square: Vec<Vec<f64>> =
                mine.iter().map(|&row| theirs.iter().map(|&it| rows[row][it]).collect()).collect();
            let turned: Vec<Vec<f64>> = (0..theirs.len())
                .map(|column| square.iter().map(|row| row[column]).collect())
                .collect();
            let (Some((mix, value)), Some((other_mix, _))) =
                (equalizer(&square), equalizer(&turned))
            else {
                continue;
            };
            let is_mix = |mix: &[f64]| mix.iter().all(|&share| share >= -1e-9);
            let least = |column: usize| -> f64 {
                mine.iter().zip(&mix).map(|(&row, share)| share * rows[row][column]).sum()
            };
            let most = |row: usize| -> f64 {
                theirs.iter().zip(&other_mix).map(|(&it, share)| share * rows[row][it]).sum()
            };
            let is_equilibrium = is_mix(&mix)
                && is_mix(&other_mix)
                && (0..width).all(|column| least(column) >= value - 1e-9)
                && (0..height).all(|row| most(row) <= value + 1e-9);
            if is_equilibrium {
                return value;
            }
        }
    }
    panic!("every matrix game has an equilibrium");
}

#[test]
fn matrix_games_have_the_value_of_support_enumeration() {
    let mut random = Random::new(17);
    for _ in 0..60 {
        let (height, width) = (1 + random.below(4), 1 + random.below(4));
        let rows: Vec<Vec<f64>> =
            (0..height).map(|_| (0..width).map(|_| 2.0 * random.unit() - 1.0).collect()).collect();
        let value = value_by_supports(&rows);
        let game = Matrix(rows);
        for method in &METHODS[..3] {
            let search = Equilibrium::default().method(*method).iterations(4096);
            let report = search.solve(&game, &Limits::default());
            let context = format!("{method:?} of {:?}: {report:?}", game.0);
            let (least, most) = report.bounds;
            assert!(least <= value + 1e-9 && value <= most + 1e-9, "{value} {context}");
            assert!(report.exploitability < 0.02, "{context}");
        }
    }
}
