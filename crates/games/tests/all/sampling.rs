//! Monte Carlo tree search and proof numbers against exact values.

use std::collections::HashSet;
use std::fmt::Debug;

use tremaux_core::{Game, GameSearch, HashedGame, Limits, MoveKey, Progress, Turn, ZeroSumGame};
use tremaux_games::connect_four::ConnectFour;
use tremaux_games::dots_and_boxes::DotsAndBoxes;
use tremaux_games::hex::Hex;
use tremaux_games::nim::Nim;
use tremaux_games::tic_tac_toe::TicTacToe;
use tremaux_play::{
    AlphaBeta, Mcts, ProofNumber, ProofVariant, ScoreSampler, SearchParts, Selection, value_of,
};
use tremaux_tables::TranspositionTable;
use tremaux_testkit::random_game::LayeredGame;

const VARIANTS: [ProofVariant; 3] =
    [ProofVariant::Tree, ProofVariant::SecondLevel, ProofVariant::DepthFirst];

/// The settings of Monte Carlo tree search that are compared, by a number.
fn settings(seed: u64) -> Mcts {
    let options = Mcts::default().seed(seed).memory(1 << 21);
    match seed % 4 {
        0 => options,
        1 => options.rave(300.0).exploration(0.3),
        2 => options.selection(Selection::Puct).bias(0.2),
        _ => options.widening(0.5).expands_after(2),
    }
}

/// Compares all searches with alpha-beta.
fn compare<G>(game: &G, state: &G::State, seed: u64, table: &TranspositionTable)
where
    G: ZeroSumGame + HashedGame + MoveKey,
    G::State: Debug,
    G::Move: PartialEq,
{
    let limits = Limits::default();
    let exact = AlphaBeta::default().solve(game, state, SearchParts::new().table(table), &limits);
    assert!(exact.is_exact);
    let value = value_of(exact.score);
    let sampled = settings(seed).solve(game, state, &ScoreSampler::new(()), &limits);
    assert_eq!(sampled.value, Some(value), "mcts, seed {seed}: {state:?}");
    assert!(loses_nothing(game, state, sampled.line.first(), value, table));
    for variant in VARIANTS {
        let memory = if variant == ProofVariant::DepthFirst { 1 << 22 } else { 1 << 28 };
        let search = ProofNumber::default().variant(variant).memory(memory);
        let proved = search.solve(game, state, &limits);
        assert_eq!(proved.value, Some(value), "{variant:?}: {state:?}");
        assert!(proved.is_exact);
        assert!(loses_nothing(game, state, proved.line.first(), value, table), "{variant:?}");
    }
}

/// Whether a move keeps the value.
fn loses_nothing<G: ZeroSumGame + HashedGame>(
    game: &G,
    state: &G::State,
    mv: Option<&G::Move>,
    value: f64,
    table: &TranspositionTable,
) -> bool {
    let Turn::Player(player) = game.turn(state) else { return true };
    let mut after = state.clone();
    let _ = game.play(&mut after, *mv.expect("a move"));
    let parts = SearchParts::new().table(table);
    let exact = AlphaBeta::default().solve(game, &after, parts, &Limits::default()).score;
    let is_first = match game.turn(&after) {
        Turn::Player(next) => next == player,
        _ => player == 0,
    };
    value_of(if is_first { exact } else { -exact }) == value
}

/// Positions of random games with at least so many moves played, each once.
fn positions<G: Game>(game: &G, least: usize, count: usize) -> Vec<G::State> {
    let mut random = tremaux_core::Random::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = game.initial_state();
        let mut moves = Vec::new();
        for played in 0.. {
            if game.turn(&state) == Turn::Over {
                break;
            }
            if played >= least && random.below(3) == 0 {
                found.push(state.clone());
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let _ = game.play(&mut state, moves[random.below(moves.len() as u64) as usize]);
        }
    }
    found
}

fn compare_all<G>(game: &G, least: usize, count: usize)
where
    G: ZeroSumGame + HashedGame + MoveKey,
    G::State: Debug,
    G::Move: PartialEq,
{
    let table = TranspositionTable::with_bytes(1 << 24);
    for (seed, state) in (0..).zip(positions(game, least, count)) {
        compare(game, &state, seed, &table);
    }
}

#[test]
fn every_position_of_tic_tac_toe() {
    let table = TranspositionTable::with_bytes(1 << 20);
    let mut seen = HashSet::new();
    let mut open = vec![TicTacToe.initial_state()];
    while let Some(state) = open.pop() {
        if !seen.insert(format!("{state:?}")) {
            continue;
        }
        compare(&TicTacToe, &state, seen.len() as u64, &table);
        let mut moves = Vec::new();
        if TicTacToe.turn(&state) != Turn::Over {
            TicTacToe.moves(&state, &mut moves);
        }
        for mv in moves {
            let mut after = state;
            let _ = TicTacToe.play(&mut after, mv);
            open.push(after);
        }
    }
    assert_eq!(seen.len(), 5478);
}

fn random_positions(count: usize) {
    let nim = Nim::new(&[3, 4, 5]).expect("heaps");
    compare_all(&nim.clone().misere(), 0, count / 2);
    compare_all(&nim, 0, count / 2);
    compare_all(&ConnectFour::<_>::with_size(4, 4).expect("a size"), 2, count / 2);
    compare_all(&ConnectFour::<_>::with_size(5, 4).expect("a size"), 8, count / 2);
    compare_all(&Hex::new(3).expect("a size"), 0, count / 2);
    compare_all(&Hex::new(4).expect("a size"), 4, count / 2);
    compare_all(&DotsAndBoxes::<2>::new(2, 2).expect("a size"), 4, count);
}

#[test]
fn positions_of_small_games() {
    random_positions(60);
}

#[test]
#[ignore = "takes a minute"]
fn a_thousand_positions_of_small_games() {
    random_positions(1000);
}

#[test]
fn random_games() {
    for seed in 0..300 {
        let game = LayeredGame { seed };
        compare(&game, &(0, 0), seed, &TranspositionTable::with_bytes(1 << 16));
    }
}

#[test]
fn slices_of_one_playout_or_position_change_nothing() {
    let game = ConnectFour::<_>::with_size(5, 4).expect("a size");
    let start = game.initial_state();
    let (slice, whole) = (Limits::default().with_nodes(1), Limits::default().with_nodes(3000));
    for seed in 0..4 {
        let options = settings(seed).memory(1 << 16);
        let sampler = ScoreSampler::new(());
        let mut sliced = options.start(&game, &start, &sampler);
        while sliced.report().statistics.nodes < 3000 {
            let _ = sliced.advance(&slice, &mut ());
        }
        let (whole, sliced) =
            (options.solve(&game, &start, &ScoreSampler::new(()), &whole), sliced.report());
        assert_eq!(
            (whole.moves, whole.line, whole.bounds),
            (sliced.moves, sliced.line, sliced.bounds)
        );
        assert!(whole.recycled > 0 && whole.tree_nodes < 1 << 10, "{}", whole.tree_nodes);
    }
    for variant in VARIANTS {
        let options = ProofNumber::default().variant(variant).memory(1 << 20);
        let mut search = options.start(&game, &start);
        let mut slices = 0;
        while let Progress::Paused(reason) = search.advance(&slice, &mut ()) {
            slices += 1;
            if reason != tremaux_core::StopReason::NodeLimit || slices > 100_000 {
                break;
            }
        }
        let sliced = search.report();
        let limits = Limits::default().with_nodes(sliced.statistics.nodes);
        let whole = options.solve(&game, &start, &limits);
        assert_eq!((whole.value, whole.bounds), (sliced.value, sliced.bounds), "{variant:?}");
        assert_eq!(whole.statistics.nodes, sliced.statistics.nodes, "{variant:?}");
        assert_eq!(whole.line, sliced.line);
    }
}

#[test]
fn threads_share_a_tree() {
    let game = ConnectFour::<_>::with_size(4, 4).expect("a size");
    let start = game.initial_state();
    let (options, sampler) = (Mcts::default().memory(1 << 22), ScoreSampler::new(()));
    let mut search = options.start(&game, &start, &sampler);
    let _ = search.advance_in_parallel(2, &Limits::default().with_nodes(2_000_000));
    let report = search.report();
    assert_eq!(report.value.map(|value| value.total_cmp(&0.0)), Some(std::cmp::Ordering::Equal));
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let game = Hex::new(4).expect("a size");
    let mut state = game.initial_state();
    let (options, limits) = (Mcts::default().memory(1 << 22), Limits::default().with_nodes(2000));
    let sampler = ScoreSampler::new(());
    let mut search = options.start(&game, &state, &sampler);
    let _ = search.advance(&limits, &mut ());
    let report = search.report();
    let (mv, visits) = (report.moves[0].mv, report.moves[0].visits);
    let tree = search.into_tree().after(mv).expect("the move was tried");
    game.play(&mut state, mv);
    let mut search = options.resume(&game, &state, &sampler, tree);
    assert_eq!(search.report().visits, visits);
    let _ = search.advance(&limits, &mut ());
    assert!(search.report().visits > visits);
}

#[test]
fn positions_that_end_the_game_are_answered_at_once() {
    let game = Hex::new(3).expect("a size");
    let mut state = game.initial_state();
    let mut moves = Vec::new();
    while game.turn(&state) != Turn::Over {
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[0]);
    }
    let sampled = Mcts::default().solve(&game, &state, &ScoreSampler::new(()), &Limits::default());
    let proved = ProofNumber::default().solve(&game, &state, &Limits::default());
    assert_eq!((sampled.value, sampled.line.len()), (proved.value, proved.line.len()));
    assert!(sampled.value.is_some() && sampled.line.is_empty());
}

/// What one game taught is not used for the same position by other rules.
#[test]
fn a_tree_is_kept_for_one_game_with_its_options() {
    use tremaux_games::named::{AnalysisRequest, GameTable};
    let analyze = |komi: &str, table: &mut GameTable| {
        let options = [("size", "3".to_owned()), ("komi", komi.to_owned())];
        let game = tremaux_games::catalog::GO.open(&options, "").expect("a board");
        let limits = Limits::default().with_nodes(500);
        game.analyze(&AnalysisRequest::default(), table, &limits, &mut |_| {}).moves
    };
    let table = || GameTable::new(1 << 20).expect("a small table");
    let mut used = table();
    let _ = analyze("0", &mut used);
    assert_eq!(analyze("8", &mut used), analyze("8", &mut table()));
}
