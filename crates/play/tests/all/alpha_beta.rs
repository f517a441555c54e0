//! The game-tree engine compared with plain minimax on random games.

use tremaux_core::*;
use tremaux_play::*;
use tremaux_tables::*;
use tremaux_testkit as testkit;
use tremaux_testkit::random_game::{LayeredGame, Place, Step, mix};
use tremaux_testkit::textbook_games::minimax;

/// The value of each move at the root by plain minimax.
fn root_values(game: &LayeredGame, depth: u32) -> Vec<(Step, Score)> {
    let start = game.initial_state();
    let Turn::Player(player) = game.turn(&start) else { panic!("just begun") };
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let value = |mv| {
        let mut place = start;
        let _ = game.play(&mut place, mv);
        (mv, minimax(game, game, &mut place, player, depth - 1, &mut 0).after(1))
    };
    moves.into_iter().map(value).collect()
}

/// The score at the end of the line, which must be a finished game or the horizon, for the
/// player to move at the root. Wins count less with every ply.
fn replay<G: ZeroSumGame<Move: PartialEq>, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    line: &[G::Move],
    depth: u32,
) -> Score {
    let mut state = state.clone();
    let Turn::Player(root) = game.turn(&state) else { panic!("just begun") };
    for &mv in line {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(moves.contains(&mv), "{mv:?} is not legal");
        let _ = game.play(&mut state, mv);
    }
    match game.turn(&state) {
        Turn::Over => game.final_score(&state, root).after(line.len() as u32),
        Turn::Player(player) => {
            assert_eq!(line.len(), depth as usize, "the line ends before the horizon");
            let score = evaluator.evaluate(game, &state);
            if player == root { score } else { -score }
        }
        Turn::Chance => unreachable!(),
    }
}

const WINDOWS: [Window; 7] = [
    Window::Full,
    Window::Scout,
    Window::Aspiration(2),
    Window::Mtd,
    Window::SssStar,
    Window::DualStar,
    Window::Bisect,
];

struct Expected {
    /// The values by depth, from 1.
    values: Vec<Vec<(Step, Score)>>,
    truth: Score,
}

impl Expected {
    fn of(game: &LayeredGame) -> Self {
        let values: Vec<_> = (1..=9).map(|depth| root_values(game, depth)).collect();
        let truth = values[8].iter().map(|&(_, value)| value).max().expect("a move");
        Self { values, truth }
    }
}

type Learned = (Killers<Step>, (CounterMoves<Step>, (History, NoisyFirst)));

fn learned() -> Learned {
    (Killers::default(), (CounterMoves::default(), (History::with_decay(2), NoisyFirst)))
}

fn compare<T: Memory<LayeredGame>, O: MoveOrdering<LayeredGame>>(
    game: &LayeredGame,
    expected: &Expected,
    options: AlphaBeta,
    table: T,
    ordering: O,
) -> u64 {
    let start = game.initial_state();
    let parts = SearchParts::new().evaluator(game).ordering(ordering).table(table);
    let report = options.solve(game, &start, parts, &Limits::default());
    let context = format!("seed {}, {options:?}", game.seed);
    assert_eq!(report.termination, Termination::Finished, "{context}");
    let best = report.root_moves[0];
    assert_eq!((best.score, best.bound), (report.score, Bound::Exact), "{context}");
    assert_eq!(report.principal_variation[0], best.mv, "{context}");
    assert_eq!(report.lines.len(), options.lines.min(report.root_moves.len()), "{context}");
    if report.is_exact {
        assert_eq!(report.score, expected.truth, "{context}");
    }
    let statistics = &report.statistics;
    assert!(statistics.expanded <= statistics.nodes && statistics.iteration_nodes > 0);
    if options.table_use == TableUse::AtLeastAsDeep {
        return report.statistics.nodes;
    }
    let values = &expected.values[report.depth as usize - 1];
    let mut sorted: Vec<Score> = values.iter().map(|&(_, value)| value).collect();
    sorted.sort_by_key(|&score| -score);
    let value = sorted[0];
    assert_eq!(report.score, value, "{context}");
    for (line, score) in report.lines.iter().zip(sorted) {
        assert_eq!(line.score, score, "{context}");
        let replayed = replay(game, game, &start, &line.moves, report.depth);
        assert_eq!(replayed, score, "{context}, {:?}", line.moves);
    }
    for (place, mv) in report.root_moves.iter().enumerate() {
        let (_, true_value) = values.iter().find(|(other, _)| *other == mv.mv).expect("legal");
        let holds = match mv.bound {
            Bound::Exact => mv.score == *true_value,
            Bound::AtLeast => mv.score <= *true_value,
            Bound::AtMost => mv.score >= *true_value,
        };
        assert!(holds, "{context}: {mv:?} is {true_value:?}");
        if options.root_scores == RootScores::Ties {
            let is_best = mv.bound == Bound::Exact && mv.score == report.score;
            assert_eq!(is_best, *true_value == value, "{context}: {mv:?}");
        }
        assert!(options.root_scores != RootScores::Every || mv.bound == Bound::Exact);
        let (_, truth) =
            expected.values[8].iter().find(|(other, _)| *other == mv.mv).expect("legal");
        assert!(!(mv.is_exact && mv.bound == Bound::Exact) || mv.score == *truth, "{context}");
        assert!(place >= report.lines.len() || report.lines[place].moves[0] == mv.mv);
    }
    report.statistics.nodes
}

#[test]
fn every_setting_agrees_with_minimax() {
    let (mut exact, mut nodes) = (0, 0);
    for seed in 0..3000 {
        let game = LayeredGame { seed };
        testkit::check_zero_sum_game(&game, seed, 3);
        let expected = Expected::of(&game);
        let roots = [RootScores::Best, RootScores::Ties, RootScores::Every];
        for (i, window) in WINDOWS.into_iter().enumerate() {
            let random = mix(seed, i as u64, 7);
            let options = AlphaBeta::default()
                .window(window)
                .first_depth(1 + (random % 3) as u32)
                .step(1 + (random >> 8) as u32 % 2)
                .max_depth(1 + (random >> 16) as u32 % 9)
                .table_depth((random >> 40) as u32 % 4)
                .rated_depth((random >> 32) as u32 % 4)
                .ahead_depth((random >> 52).is_multiple_of(2).then_some((random >> 53) as u32 % 4))
                .table_use(TableUse::SameDepth)
                .root_scores(roots[(random >> 24) as usize % 3])
                .lines(1 + (random >> 44) as usize % 3)
                .distance_pruning((random >> 48).is_multiple_of(2));
            let deeper = options.table_use(TableUse::AtLeastAsDeep);
            // One cache line, and room for all positions.
            for bytes in [64, 8192] {
                macro_rules! check {
                    ($($replacement:ty),*) => {$(
                        let table = || TranspositionTable::<$replacement>::with_scheme(bytes);
                        nodes += compare(&game, &expected, options, table(), ());
                        nodes += compare(&game, &expected, deeper, table(), learned());
                    )*};
                }
                check!(Always, DepthPreferred, TwoLevel, Cluster);
            }
            let refuting = (Refutations::with_len(16), learned());
            nodes += compare(&game, &expected, options, (), refuting);
            exact += u32::from(options.max_depth == 9);
        }
    }
    assert!(exact > 1000 && nodes > 0);
}

/// A search reuses the refutations found by an earlier one.
#[test]
fn refutations_are_kept_between_searches() {
    let mut totals = [0, 0];
    for seed in 0..300 {
        let game = LayeredGame { seed };
        let mut refutations = Refutations::with_len(1 << 10);
        let options = AlphaBeta::default().first_depth(9).rated_depth(1);
        for total in &mut totals {
            let parts = SearchParts::new().evaluator(&game).ordering(&mut refutations);
            let report = options.solve(&game, &(0, 0), parts, &Limits::default());
            *total += report.statistics.nodes;
        }
    }
    assert!(totals[1] < totals[0] * 19 / 20, "{totals:?}");
}

/// Minimax with quiescence search.
fn quiet_minimax(game: &LayeredGame, place: &mut Place, mover: Player, depth: i32) -> Score {
    let player = match game.turn(place) {
        Turn::Over => return game.final_score(place, mover),
        Turn::Player(player) => player,
        Turn::Chance => unreachable!(),
    };
    let mut moves = Vec::new();
    let mut best = Score::LOSS;
    if depth > 0 {
        game.moves(place, &mut moves);
    } else {
        best = game.evaluate(game, place);
        if depth > -3 {
            game.noisy_moves(place, &mut moves);
        }
    }
    for mv in moves {
        let before = game.play(place, mv);
        best = best.max(quiet_minimax(game, place, player, depth - 1).after(1));
        game.undo(place, mv, before);
    }
    if player == mover { best } else { -best }
}

#[test]
fn quiescence_agrees_with_minimax() {
    for seed in 0..1000 {
        let game = LayeredGame { seed };
        let Turn::Player(mover) = game.turn(&(0, 0)) else { panic!("just begun") };
        let truth = minimax(&game, &game, &mut (0, 0), mover, 9, &mut 0);
        for window in WINDOWS {
            let max_depth = 1 + (seed % 5) as u32;
            let options = AlphaBeta::default()
                .window(window)
                .max_depth(max_depth)
                .table_use(TableUse::SameDepth);
            let parts = SearchParts::new()
                .evaluator(&game)
                .table(TranspositionTable::<TwoLevel>::with_scheme(256))
                .horizon(Quiescence::default().max_plies(3));
            let report = options.solve(&game, &(0, 0), parts, &Limits::default());
            let expected = quiet_minimax(&game, &mut (0, 0), mover, report.depth as i32);
            assert_eq!(report.score, expected, "seed {seed}, {window:?}");
            assert!(!report.is_exact || report.score == truth, "seed {seed}, {window:?}");
        }
    }
}

/// Whatever is pruned or extended, exact scores are true. A search that is deep enough and
/// prunes nothing finds the true score.
#[test]
fn selective_searches_claim_only_what_is_true() {
    let (mut exact, mut counts) = (0, [0; 5]);
    for seed in 0..3000 {
        let game = LayeredGame { seed };
        let Turn::Player(mover) = game.turn(&(0, 0)) else { panic!("just begun") };
        let truth = minimax(&game, &game, &mut (0, 0), mover, 9, &mut 0);
        for (i, window) in WINDOWS.into_iter().enumerate() {
            let random = mix(seed, i as u64, 8);
            let chosen = |bit: u32| random >> bit & 1 == 1;
            let verify_depth = chosen(1).then_some(3);
            let settings = SelectiveSettings::default()
                .null_move(
                    chosen(2).then_some(
                        NullMove::default()
                            .reduction(1)
                            .min_depth(1)
                            .verify_depth(verify_depth)
                            .plies_per_ply((random >> 50) as u32 % 4)
                            .margin_per_ply((random >> 52) as i32 % 3),
                    ),
                )
                .reductions(
                    chosen(3).then_some(
                        LateMoves::default()
                            .full_moves(1)
                            .min_depth(2)
                            .growth(if chosen(9) { Growth::Logarithms } else { Growth::Steps })
                            .rating_per_ply(if chosen(12) { 20 } else { 0 })
                            .adapts(chosen(13)),
                    ),
                )
                .futility(chosen(4).then_some(Margin::new(2, 2)))
                .singular(chosen(5).then_some(
                    Singular::new(2, 1).double_margin(chosen(14).then_some(1)).cuts(chosen(15)),
                ))
                .late_pruning(
                    chosen(10)
                        .then_some(LatePruning::default().max_depth(3).first(1).adapts(chosen(20))),
                )
                .unknown_depth(chosen(11).then_some(3))
                .reverse_futility(chosen(21).then_some(Margin::new(3, 2)))
                .razoring(chosen(22).then_some(Margin::new(2, 2)))
                .move_futility(chosen(23).then_some(MoveFutility::new(2, 1, 1)))
                .exchanges(chosen(24).then_some(Margin::new(3, 1)))
                .delta(chosen(25).then_some(1));
            let options = AlphaBeta::default()
                .window(window)
                .max_depth(1 + (random >> 16) as u32 % 12)
                .table_depth(1)
                .rated_depth(1)
                .stores_quiescence(chosen(26))
                .secondary((random >> 32) as u32 % 3)
                .ahead_depth(Some(1 + (random >> 44) as u32 % 3))
                .lines(1 + (random >> 36) as usize % 2);
            let selectivity = Selective { settings, knowledge: GameKnowledge };
            let parts = SearchParts::new()
                .evaluator(&game)
                .ordering(learned())
                .table(TranspositionTable::with_bytes(8192))
                .horizon(Quiescence::default().max_plies(2))
                .selectivity(selectivity);
            let report = options.solve(&game, &(0, 0), parts, &Limits::default());
            let context = format!("seed {seed}, {options:?}, {settings:?}");
            assert!(!report.is_exact || report.score == truth, "{context}: {report:?}");
            for line in &report.lines {
                let mut place = (0, 0);
                for &mv in &line.moves {
                    let mut moves = Vec::new();
                    game.moves(&place, &mut moves);
                    assert!(moves.contains(&mv), "{context}");
                    let _ = game.play(&mut place, mv);
                }
            }
            if !settings.leaves_out() && report.depth >= 9 {
                assert!(report.is_exact, "{context}");
            }
            exact += u32::from(report.is_exact);
            let statistics = &report.statistics;
            for (count, more) in counts.iter_mut().zip([
                statistics.null_move_cutoffs,
                statistics.reduced,
                statistics.futile,
                statistics.extended,
                statistics.searched_again,
            ]) {
                *count += more;
            }
        }
    }
    assert!(exact > 1000, "{exact}");
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// Records all events and checks their consistency.
#[derive(Default)]
struct Scribe {
    events: Vec<(u32, i32, i32, i32)>,
    cutoffs: u64,
    table_hits: u64,
    left: u64,
    expanded: u64,
}

impl<G: Game> GameObserver<G> for Scribe {
    fn observe(&mut self, event: GameEvent<'_, G>) {
        match event {
            GameEvent::Entered { ply, depth, alpha, beta, .. } => {
                assert!(alpha < beta);
                self.events.push((ply, depth, alpha.get(), beta.get()));
            }
            GameEvent::Left { source, .. } => {
                self.left += 1;
                self.table_hits += u64::from(source == ScoreSource::Table);
                self.expanded += u64::from(source == ScoreSource::Moves);
            }
            GameEvent::Cutoff { score, bound: beta, .. } => {
                assert!(score >= beta);
                self.cutoffs += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn slices_change_nothing() {
    for seed in 0..40 {
        let game = LayeredGame { seed };
        for window in WINDOWS {
            let run = |nodes: Option<u64>| {
                let parts = SearchParts::new()
                    .evaluator(&game)
                    .ordering(learned())
                    .table(TranspositionTable::with_bytes(1 << 12));
                let root_scores = RootScores::Ties;
                let options = AlphaBeta::default().window(window).root_scores(root_scores).lines(2);
                let mut search = options.start(&game, &(0, 0), parts);
                let mut limits = Limits::default();
                limits.nodes = nodes;
                let mut scribe = Scribe::default();
                while let Progress::Paused(_) = search.advance(&limits, &mut scribe) {}
                let report = search.report();
                assert_eq!(scribe.events.len() as u64, report.statistics.nodes);
                assert_eq!(scribe.left, report.statistics.nodes);
                assert_eq!(scribe.cutoffs, report.statistics.cutoffs);
                assert_eq!(scribe.table_hits, report.statistics.table_hits);
                assert_eq!(scribe.expanded, report.statistics.expanded);
                (scribe.events, report.score, report.principal_variation, report.root_moves)
            };
            let whole = run(None);
            for nodes in [1, 2, 7, 1000] {
                assert!(run(Some(nodes)) == whole, "seed {seed}, {window:?}, slices of {nodes}");
            }
        }
    }
}

#[test]
fn limits_of_depth_hold() {
    let game = LayeredGame { seed: 5 };
    let limits = Limits::default().with_depth(3);
    let options = AlphaBeta::default().first_depth(5);
    let report = options.solve(&game, &(0, 0), SearchParts::new().evaluator(&game), &limits);
    assert!(report.depth <= 3 && report.principal_variation.len() <= 3);
}

#[test]
fn a_cancelled_search_has_a_legal_move() {
    let game = LayeredGame { seed: 7 };
    let limits = Limits::default();
    limits.cancel.cancel();
    let report = AlphaBeta::default().solve(&game, &(0, 0), SearchParts::new(), &limits);
    assert_eq!(report.termination, Termination::Stopped(StopReason::Cancelled));
    let mut moves = Vec::new();
    game.moves(&(0, 0), &mut moves);
    assert!(moves.contains(&report.principal_variation[0]));
    assert_eq!((report.principal_variation.len(), report.depth, report.is_exact), (1, 0, false));
}

/// A search stopped at any point reports its last completed iteration.
#[test]
fn a_stopped_search_reports_its_last_iteration() {
    for seed in 0..300 {
        let game = LayeredGame { seed };
        let expected = Expected::of(&game);
        for nodes in [1, 5, 20, 80, 300] {
            let options = AlphaBeta::default().table_use(TableUse::SameDepth);
            let table = TranspositionTable::with_bytes(4096);
            let parts = SearchParts::new().evaluator(&game).table(table);
            let limits = Limits::default().with_nodes(nodes);
            let report = options.solve(&game, &(0, 0), parts, &limits);
            if report.depth > 0 {
                let values = &expected.values[(report.depth as usize).min(9) - 1];
                let value = values.iter().map(|&(_, value)| value).max().expect("a move");
                assert_eq!(report.score, value, "seed {seed}, {nodes} nodes");
            }
            assert!(report.statistics.nodes <= nodes);
        }
    }
}

/// A search of some root moves finds the best of them; its records are true of all of them.
#[test]
fn root_moves_can_be_left_out() {
    for seed in 0..60 {
        let game = LayeredGame { seed };
        let start = game.initial_state();
        let table = TranspositionTable::with_bytes(1 << 14);
        let max_depth = 1 + (seed % 6) as u32;
        let table_use = TableUse::SameDepth;
        let options = AlphaBeta::default().max_depth(max_depth).table_use(table_use).table_depth(1);
        let values = root_values(&game, max_depth);
        let parts = || SearchParts::new().evaluator(&game).ordering(learned()).table(&table);
        let worst = values.iter().min_by_key(|(_, value)| *value).expect("a move");
        let mut search = options.start(&game, &start, parts());
        search.retain_root_moves(|mv| mv == worst.0);
        let _ = search.advance(&Limits::default(), &mut ());
        let report = search.report();
        assert_eq!((report.principal_variation[0], report.score), *worst, "seed {seed}");
        assert_eq!(report.root_moves.len(), 1);
        let best = values.iter().map(|&(_, value)| value).max();
        let mut search = options.start(&game, &start, parts());
        search.retain_root_moves(|_| false);
        let _ = search.advance(&Limits::default(), &mut ());
        let report = search.report();
        assert_eq!((Some(report.score), report.root_moves.len()), (best, values.len()));
        let record = table.get(game.hash(&start));
        assert!(record.is_none_or(|record| Some(Score::from_raw(record.value)) == best));
    }
}
