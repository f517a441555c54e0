//! Analyses that a limit stops: what they call proved is true, their best move is not one that they
//! proved to be worse than another, and the limit holds. Analyses of finished games.

use std::collections::BTreeMap;

use tremaux_core::{Limits, Random, Turn};
use tremaux_registry::{
    AnalysisReport, AnalysisRequest, GAME_ALGORITHMS, GAMES, GameTable, MoveReport, OptionPairs,
    Outcome, PlayedGame, Player, game,
};

/// Positions near the end of the game, by random moves from the start until so many are left.
fn random_positions(
    name: &str,
    options: OptionPairs<'_>,
    (start, plies): (&str, usize),
    count: usize,
) -> Vec<Box<dyn PlayedGame>> {
    let entry = game(name).expect(name);
    let mut random = Random::new(plies as u64);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut played = entry.open(options, start).expect(start);
        for _ in 0..plies {
            let moves = played.moves();
            if moves.is_empty() || played.result().is_some() {
                break;
            }
            let at = random.scaled(moves.len() as u64) as usize;
            played.play(&moves[at]).expect("a legal move");
        }
        if played.result().is_none() {
            positions.push(entry.open(options, &played.position()).expect("a position"));
        }
    }
    positions
}

fn analyze(game: &dyn PlayedGame, request: &AnalysisRequest, limits: &Limits) -> AnalysisReport {
    let mut table = GameTable::new(1 << 16).expect("a small table");
    game.analyze(request, &mut table, limits, &mut |_| {})
}

/// The scores between which that of a move is proved to be.
fn proved(mv: &MoveReport) -> (i64, i64) {
    match (mv.value.exact, mv.at_least.zip(mv.at_most)) {
        (true, _) => (mv.value.score, mv.value.score),
        (false, Some(bounds)) => bounds,
        (false, None) => (i64::MIN, i64::MAX),
    }
}

/// Fails if `report` contradicts the true scores of the moves, or itself.
fn check(report: &AnalysisReport, truth: &BTreeMap<String, i64>, what: &str) {
    let score = *truth.values().max().expect("there is a move");
    assert!(report.at_least.is_none_or(|least| least <= score), "{what}: {report:?}");
    assert!(report.at_most.is_none_or(|most| most >= score), "{what}: {report:?}");
    let is_within = |shown: i64| {
        report.at_least.is_none_or(|least| least <= shown)
            && report.at_most.is_none_or(|most| most >= shown)
    };
    assert!(report.score.is_none_or(is_within), "{what}: {report:?}");
    for mv in &report.moves {
        let (least, most) = proved(mv);
        assert!((least..=most).contains(&truth[&mv.mv]), "{what}, {}: {report:?}", mv.mv);
    }
    for line in report.lines.iter().filter(|line| line.value.exact) {
        assert_eq!(line.value.score, truth[&line.line[0]], "{what}: {report:?}");
    }
    let truly = match score.signum() {
        1 => Outcome::Win,
        -1 => Outcome::Loss,
        _ => Outcome::Draw,
    };
    assert!(report.outcome.is_none_or(|outcome| outcome == truly), "{what}: {report:?}");
    let best = report.best.as_ref().expect("there is a move");
    // A move beside a proved outcome has that outcome.
    if report.outcome.is_some() {
        assert_eq!(truth[best].signum(), score.signum(), "{what}: {report:?}");
    }
    if report.exact {
        assert_eq!((report.score, truth[best]), (Some(score), score), "{what}: {report:?}");
    }
    // What is proved of the best move allows it to be the best.
    let of_best = report.moves.iter().find(|mv| mv.mv == *best);
    if let Some((_, most)) = of_best.map(proved) {
        let better = report.moves.iter().find(|mv| proved(mv).0 > most);
        assert!(better.is_none(), "{what}: {better:?} is better than {best} in {report:?}");
    }
    let is_sorted = report.lines.is_sorted_by_key(|line| -line.value.score);
    // Playouts order lines by how often they were tried.
    let is_open = report.lines.iter().any(|line| !line.value.exact || line.samples.is_some());
    assert!(is_sorted || is_open, "{what}: {report:?}");
}

/// Games that can be solved, with a solver of their own or without one, at every small node limit
/// and some larger ones.
#[test]
fn what_is_proved_within_a_node_limit_is_true() {
    let endings = [("endings", "2".to_owned())];
    let checkers = |text| vec![game("checkers").unwrap().open(&endings, text).expect(text)];
    let fault = "O---OOXXOOOOOOXXOOOOOOXXXOOOOOXX-OOOOXOOXXXOOXOOXXOOOXXOXXXXXX-X O";
    let tests: Vec<(&str, Vec<Box<dyn PlayedGame>>)> = vec![
        ("othello", vec![game("othello").unwrap().open(&[], fault).expect(fault)]),
        ("othello", random_positions("othello", &[], ("", 55), 8)),
        ("othello", random_positions("othello", &[], ("", 52), 2)),
        ("connect-four", random_positions("connect-four", &[], ("", 32), 6)),
        ("connect-four", random_positions("connect-four", &[], ("", 28), 2)),
        ("dots-and-boxes", random_positions("dots-and-boxes", &[], ("", 5), 5)),
        ("tic-tac-toe", random_positions("tic-tac-toe", &[], ("", 3), 3)),
        ("nim", random_positions("nim", &[], ("3 4 2", 2), 3)),
        ("checkers", checkers("B:W32:B1")),
        ("checkers", checkers("W:WK32:BK1,3")),
    ];
    let mut checked = 0;
    for (name, positions) in &tests {
        for position in positions {
            let text = position.position();
            let all =
                AnalysisRequest { exact: true, all_moves: true, ..AnalysisRequest::default() };
            let whole = analyze(&**position, &all, &Limits::default());
            assert!(whole.exact, "{name} {text}: {whole:?}");
            let truth: BTreeMap<String, i64> =
                whole.moves.iter().map(|mv| (mv.mv.clone(), mv.value.score)).collect();
            check(&whole, &truth, &text);
            assert_eq!(truth.len(), position.moves().len(), "{name} {text}");
            let small = (0..8).chain((8..32).step_by(6));
            let larger = (6..)
                .step_by(3)
                .map(|power| 1_u64 << power)
                .take_while(|&it| it < whole.counts.nodes);
            for nodes in small.chain(larger) {
                for (exact, all_moves, lines) in [
                    (true, false, 1),
                    (true, true, 1),
                    (true, false, 2),
                    (true, true, 3),
                    (false, false, 1),
                    (false, true, 1),
                    (false, false, 2),
                ] {
                    let request =
                        AnalysisRequest { exact, all_moves, lines, ..AnalysisRequest::default() };
                    let limits = Limits::default().with_nodes(nodes);
                    let report = analyze(&**position, &request, &limits);
                    let what = format!(
                        "{name} {text:?} exact {exact}, all {all_moves}, {lines} lines, {nodes} \
                         nodes"
                    );
                    check(&report, &truth, &what);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 2_000, "{checked} analyses");
}

/// Every algorithm, with a table that holds everything and one that forgets, at small node limits:
/// the report is made from a search that was stopped, or that knew the answer before it had a move.
#[test]
fn every_algorithm_claims_only_what_is_true() {
    let positions = [
        ("tic-tac-toe", random_positions("tic-tac-toe", &[], ("", 2), 2)),
        ("nim", random_positions("nim", &[], ("3 4 3", 1), 3)),
        ("connect-four", random_positions("connect-four", &[], ("", 34), 4)),
        ("othello", random_positions("othello", &[], ("", 55), 4)),
        ("dots-and-boxes", random_positions("dots-and-boxes", &[], ("", 6), 3)),
        ("hex", random_positions("hex", &[("size", "3".to_owned())], ("", 2), 3)),
        ("mnk", random_positions("mnk", &[], ("", 4), 2)),
    ];
    let (mut checked, mut stopped, mut open) = (0, 0, 0);
    for (name, positions) in &positions {
        for position in positions {
            let all =
                AnalysisRequest { exact: true, all_moves: true, ..AnalysisRequest::default() };
            let whole = analyze(&**position, &all, &Limits::default());
            assert!(whole.exact, "{name} {}: {whole:?}", position.position());
            let truth: BTreeMap<String, i64> =
                whole.moves.iter().map(|mv| (mv.mv.clone(), mv.value.score)).collect();
            for info in GAME_ALGORITHMS {
                let Ok(player) = Player::parse(info.name) else { continue };
                let Some(algorithm) = player.algorithm else { continue };
                if position.accepts(algorithm, None).is_err() {
                    continue;
                }
                for (nodes, bytes) in [1, 2, 3, 5, 10, 30, 100, 1000]
                    .into_iter()
                    .flat_map(|nodes| [(nodes, 1 << 10), (nodes, 1 << 16)])
                {
                    for (all_moves, lines) in [(false, 1), (true, 3)] {
                        let request =
                            AnalysisRequest { algorithm, all_moves, lines, ..Default::default() };
                        let mut table = GameTable::new(bytes).expect("a small table");
                        let limits = Limits::default().with_nodes(nodes);
                        let report = position.analyze(&request, &mut table, &limits, &mut |_| {});
                        let what = format!(
                            "{name} {:?} by {}, all {all_moves}, {lines} lines, {nodes} nodes, \
                             {bytes}",
                            position.position(),
                            info.name
                        );
                        assert!(report.lines.len() <= lines, "{what}: {report:?}");
                        check(&report, &truth, &what);
                        checked += 1;
                        stopped += usize::from(report.stopped.is_some());
                        let has_bound = report.at_least.or(report.at_most).is_some();
                        open += usize::from(has_bound && !report.exact);
                    }
                }
            }
        }
    }
    assert!(checked > 5_000 && stopped > 1_000, "{checked} analyses, {stopped} stopped");
    assert!(open > 50, "{open} stopped analyses with bounds");
}

/// A request for an exact score that the limits do not allow finds no less than one without it: the
/// same if a solver is hopeless, and otherwise nearly as deep, beside what the solver proved.
#[test]
fn stopped_requests_for_exact_scores_find_no_less() {
    let (mut hopeless, mut tried) = (0, 0);
    for (name, plies) in [("othello", 6), ("othello", 36), ("othello", 40), ("connect-four", 4)] {
        for position in random_positions(name, &[], ("", plies), 3) {
            for nodes in [4_000, 40_000, 400_000] {
                let limits = Limits::default().with_nodes(nodes);
                let [plain, exact] = [false, true].map(|exact| {
                    let request = AnalysisRequest { exact, ..AnalysisRequest::default() };
                    analyze(&*position, &request, &limits)
                });
                let what = format!("{name} {}, {nodes} nodes", position.position());
                assert!(exact.exact || !plain.exact, "{what}: {exact:?}, {plain:?}");
                if exact.exact {
                    continue;
                }
                let has_bounds = exact.at_least.or(exact.at_most).is_some();
                let least = if has_bounds { plain.depth.saturating_sub(2) } else { plain.depth };
                assert!(exact.depth >= least, "{what}: {exact:?}, {plain:?}");
                hopeless += u32::from(!has_bounds && exact.line == plain.line);
                tried += u32::from(has_bounds);
            }
        }
    }
    assert!(hopeless > 5 && tried > 2, "{hopeless} {tried}");
}

/// At every state of every game, an analysis that is cancelled before it starts or may visit few
/// positions visits few: whatever precedes and follows a search heeds the limits, too.
#[test]
fn limits_hold_for_all_games_and_requests() {
    for entry in GAMES {
        let info = entry.info();
        let starts = [entry.open(&[], ""), entry.open(&[], info.example)];
        for played in starts.into_iter().map(|it| it.expect(info.name)) {
            for (exact, all_moves, plain, lines) in [
                (true, false, false, 1),
                (true, true, false, 1),
                (false, true, false, 3),
                (false, false, false, 1),
                (false, false, true, 1),
            ] {
                let request =
                    AnalysisRequest { exact, all_moves, plain, lines, ..Default::default() };
                let cancelled = Limits::default();
                cancelled.cancel.cancel();
                for limits in [cancelled, Limits::default().with_nodes(1000)] {
                    let is_cancelled = limits.cancel.is_cancelled();
                    let report = analyze(&*played, &request, &limits);
                    let what = format!("{} {:?}, cancelled {is_cancelled}", info.name, request);
                    // After a cancelled solver, a short search finds a good move.
                    let most = if is_cancelled { 250_000 } else { 10_000 };
                    assert!(report.counts.nodes < most, "{what}: {report:?}");
                    assert!(report.best.is_some() || report.is_chance || report.is_over, "{what}");
                }
            }
        }
    }
}

/// The score and the outcome of a game that is over are for the side to move, as they are before.
#[test]
fn finished_games_are_seen_by_the_side_to_move() {
    for entry in GAMES {
        let info = entry.info();
        let mut sides = BTreeMap::new();
        for seed in 0..if info.name == "chess" { 40 } else { 12 } {
            let mut random = Random::new(seed);
            let mut played = entry.open(&[], "").expect(info.name);
            let (mut last, mut is_over) = (None, false);
            while !is_over {
                let moves = played.moves();
                let turn = played.turn();
                let mv = match played.chance_move(random.unit()) {
                    Some(roll) => roll,
                    None => moves[random.scaled(moves.len() as u64) as usize].clone(),
                };
                if let Turn::Player(player) = turn {
                    last = Some(player);
                }
                played.play(&mv).expect("a legal move");
                is_over = played.result().is_some();
            }
            let (outcome, lead) = played.result().expect("it is over");
            let report = analyze(&*played, &AnalysisRequest::default(), &Limits::default());
            let what = format!("{} {}: {report:?}", info.name, played.position());
            assert!(report.is_over && report.exact, "{what}");
            let is_first = report.side == info.sides[0];
            let expected = match outcome {
                Outcome::Draw => Outcome::Draw,
                it if is_first => it,
                Outcome::Win => Outcome::Loss,
                Outcome::Loss => Outcome::Win,
            };
            assert_eq!(report.outcome, Some(expected), "{what}");
            assert_eq!(report.score, Some(if is_first { lead } else { -lead }), "{what}");
            // In these games the other side moves after each move.
            if info.unit.is_none() {
                assert_ne!(last.map(|player| info.sides[usize::from(player)]), Some(report.side));
            }
            // The position read again is seen by the same side; draws by repetition are not read.
            if let Ok(again) = entry.open(&[], &played.position()) {
                let limits = Limits::default().with_nodes(1000);
                let again = analyze(&*again, &AnalysisRequest::default(), &limits);
                let is_same = (again.side, again.score) == (report.side, report.score);
                assert!(is_same || !again.is_over, "{what}: {again:?}");
            }
            *sides.entry(report.side).or_insert(0) += 1;
        }
        // Games of these have one length.
        let has_one = ["game-tree", "goofspiel", "matrix-game"].contains(&info.name);
        assert!(sides.len() == 2 || has_one, "{}: {sides:?}", info.name);
    }
}
