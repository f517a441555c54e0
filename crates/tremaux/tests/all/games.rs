//! Games by closures: with and without a table, and by every search against plain recursion.

use tremaux::play::{
    AlphaBeta, Expectiminimax, MaxN, Mcts, Minimax, PayoffSampler, ProofNumber, ProofVariant,
    SearchParts, TranspositionTable,
};
use tremaux::{Game, Limits, Score};

#[test]
fn a_game_by_closures_is_searched_alike_with_and_without_a_table() {
    for heap in 1..30_u32 {
        let nim = tremaux::game(
            heap,
            |&left| 1..=left.min(3),
            |&left, take| left - take,
            |&left| (left == 0).then_some(Score::LOSS),
        );
        let (start, limits) = (nim.initial_state(), Limits::default());
        let table = TranspositionTable::with_bytes(1 << 14);
        let parts = SearchParts::new().table(table);
        let report = AlphaBeta::default().solve(&nim, &start, parts, &limits);
        assert!(report.is_exact);
        assert_eq!(report.score.get() > 0, heap % 4 != 0, "{heap}");
        if heap < 10 {
            let minimax = Minimax::default().max_depth(10).deepens(true);
            let plain = minimax.solve(&nim, &start, SearchParts::new(), &limits);
            assert_eq!((plain.score, plain.is_exact), (report.score, true), "{heap}");
        }
    }
}

/// A position of a random tree: its moves so far as one number, and how many there were.
type Place = (u64, u32);

/// Random bits of a position, by a step of SplitMix64.
fn bits((at, ply): Place, salt: u64) -> u64 {
    let mut x = at.wrapping_add((u64::from(ply) << 8 | salt).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// The number of moves; 0 at the end.
fn width(place: Place) -> u64 {
    let ends = place.1 == 5 || place.1 > 0 && bits(place, 1).is_multiple_of(5);
    if ends { 0 } else { 1 + bits(place, 2) % 3 }
}

fn after(place: Place, mv: u64) -> Place {
    (bits(place, 10 + mv), place.1 + 1)
}

/// What the player to move gets at the end: margins, or wins, losses and draws, or both.
fn outcome(place: Place, kind: u64) -> i32 {
    let margin = (bits(place, 3) % 21) as i32 - 10;
    let decided = [-1_000_000, 0, 1_000_000][(bits(place, 4) % 3) as usize];
    match kind {
        0 => margin,
        1 => decided,
        _ if bits(place, 5).is_multiple_of(2) => margin,
        _ => decided,
    }
}

/// The value for the player to move, by recursion alone.
fn naive(place: Place, kind: u64) -> i32 {
    let values = (0..width(place)).map(|mv| -naive(after(place, mv), kind));
    values.max().unwrap_or_else(|| outcome(place, kind))
}

#[test]
fn every_search_of_closures_has_the_value_of_plain_recursion() {
    let limits = Limits::default();
    let (mut margins, mut decided) = (0, 0);
    for seed in 0..600_u64 {
        let (root, kind) = ((seed, 0), seed % 3);
        let game = tremaux::game(
            root,
            |&place| 0..width(place),
            |&place, mv| after(place, mv),
            |&place| (width(place) == 0).then(|| Score::from_raw(outcome(place, kind))),
        );
        let (start, truth) = (game.initial_state(), naive(root, kind));
        let value = f64::from(truth);
        let is_best = |line: &[u64]| -naive(after(root, line[0]), kind) == truth;
        // Scores of wins count plies, those of margins do not.
        let is_same = |score: Score| match score.is_decisive() {
            true => score.get().signum() == truth.signum() && truth.abs() == 1_000_000,
            false => score.get() == truth,
        };
        let plain = Minimax::default().solve(&game, &start, SearchParts::new(), &limits);
        assert!(is_same(plain.score) && plain.is_exact, "seed {seed}: {plain:?}, truly {truth}");
        let pruned = AlphaBeta::default().solve(&game, &start, SearchParts::new(), &limits);
        assert!(is_same(pruned.score) && pruned.is_exact, "seed {seed}: {pruned:?}, {truth}");
        assert!(is_best(&pruned.principal_variation), "seed {seed}: {pruned:?}");

        let chance = Expectiminimax::default().solve(&game, &start, SearchParts::new(), &limits);
        assert_eq!((chance.value, chance.is_exact), (value, true), "seed {seed}: {chance:?}");
        assert!(is_best(&chance.line), "seed {seed}: {chance:?}");
        // A range that is too narrow is noticed, unless a move already reaches its end: then no
        // other one is met.
        let narrow = Expectiminimax::default().range((-1.0, 1.0));
        let narrow = narrow.solve(&game, &start, SearchParts::new(), &limits);
        let is_noticed = narrow.value == value || !narrow.is_exact;
        assert!(is_noticed || narrow.value.abs() == 1.0, "seed {seed}: {narrow:?}, {truth}");
        let selfish = MaxN::default().solve(&game, &start, SearchParts::new(), &limits);
        assert_eq!(selfish.payoffs, Some(vec![value, -value]), "seed {seed}");

        for variant in [ProofVariant::Tree, ProofVariant::SecondLevel, ProofVariant::DepthFirst] {
            let search = ProofNumber::default().variant(variant).memory(1 << 20);
            let proved = search.solve(&game, &start, &limits);
            assert_eq!((proved.value, proved.is_exact), (Some(value), true), "seed {seed}");
        }
        let range = (-1e6, 1e6);
        let sampler = PayoffSampler { evaluator: (), plies: u32::MAX, range, is_zero_sum: true };
        let sampled = Mcts::default().memory(1 << 18).solve(&game, &start, &sampler, &limits);
        assert_eq!(sampled.value, Some(value), "seed {seed}: {sampled:?}");
        assert!(is_best(&sampled.line), "seed {seed}: {sampled:?}");
        margins += u32::from(value.abs() > 1.0 && value.abs() < 100.0);
        decided += u32::from(value.abs() == 1e6);
    }
    assert!(margins > 150 && decided > 100, "{margins} {decided}");
}
