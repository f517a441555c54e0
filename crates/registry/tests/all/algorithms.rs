//! Every algorithm on every domain: plans are valid and claims are true.

use tremaux_core::Limits;
use tremaux_registry::{
    DOMAINS, DepthLimit, HeuristicCache, SolveReport, SolveRequest, Source, Status,
};

fn solved(algorithm: &str, depth: Option<u32>) -> SolveReport {
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let text = "8 1 3 / 4 0 2 / 7 6 5";
    let goal = [("goal", "blank-last".to_owned())];
    let instances = tiles.instances(Source::One(text), &goal).expect("a board");
    let request =
        SolveRequest { algorithm: Some(algorithm.into()), depth, ..SolveRequest::default() };
    let mut search = instances[0].start(&request, &HeuristicCache::default()).expect(algorithm);
    let _ = search.advance(&Limits::default().with_nodes(3_000_000));
    search.report().expect("a plan that is one")
}

/// Those that may get stuck.
const LOCAL: [&str; 4] = ["hill-climbing", "annealing", "tabu", "late-acceptance"];

#[test]
fn all_of_them_solve_a_board_by_name_and_alias() {
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    for info in tiles.algorithms() {
        // `*` is not allowed in a word of an expression; such names are only for `explain`.
        for name in info.component.names().filter(|name| !name.contains('*')) {
            let depth = (info.depth == DepthLimit::Required).then_some(18);
            let report = solved(name, depth);
            if LOCAL.contains(&info.component.name) && report.status == Status::Limit {
                continue;
            }
            assert_eq!(report.status, Status::Solved, "{name}");
            assert!(report.cost.is_some_and(|cost| cost.as_f64() >= 14.0), "{name}");
            assert!(report.bound.is_none_or(|bound| bound.as_f64() <= 14.0), "{name}");
            let is_optimal = report.cost.is_some_and(|cost| cost.as_f64() <= 14.0);
            assert!(is_optimal || report.optimal == Some(false), "{name}");
        }
    }
}

#[test]
fn options_do_what_they_say() {
    let proved = |algorithm: &str| solved(algorithm, None).optimal == Some(true);
    assert!(proved("anytime-a-star(weight=1)") && proved("anytime-a-star(9.5)"));
    assert!(proved("branch-and-bound(table=1)"));
    assert_eq!(solved("beam(width=1000000)", None).cost.map(|cost| cost.as_f64()), Some(14.0));
    let several = solved("k-best(paths=4)", None);
    assert_eq!(several.solutions.len(), 4);
    let loopless = solved("k-best(paths=4, loops=no)", None);
    let costs = |report: &tremaux_registry::SolveReport| -> Vec<usize> {
        report.solutions.iter().map(|plan| plan.length).collect()
    };
    assert!(costs(&several).iter().zip(costs(&loopless)).all(|(&a, b)| a <= b));
    // A path through the goal's neighbour costs no more, one through another corner much more.
    let near = solved("island-driven(through=1.2.3.4.5.6.7.0.8)", None);
    let far = solved("island-driven(through=0.1.2.3.4.5.6.7.8+1.2.3.4.5.6.7.0.8)", None);
    assert!(near.cost < far.cost, "{:?} and {:?}", near.cost, far.cost);
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let instances = tiles.instances(Source::One("1 2 3 / 4 0 6 / 7 5 8"), &[]).expect("a board");
    let wrong = "island-driven(through=1.2.3)".to_owned();
    let request = SolveRequest { algorithm: Some(wrong), ..SolveRequest::default() };
    let error = instances[0].start(&request, &HeuristicCache::default()).err().expect("no board");
    let place = error.place().expect("a place");
    assert_eq!(place.1.column, 23, "{error}");
}

/// The result of an algorithm on a hard 3x3 board, with or without a memory limit.
fn of_hard_board(algorithm: &str, memory: Option<usize>) -> SolveReport {
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let goal = [("goal", "blank-last".to_owned())];
    let instances = tiles.instances(Source::One("8 6 7 / 2 5 4 / 3 0 1"), &goal).expect("a board");
    let request = SolveRequest {
        algorithm: Some(algorithm.into()),
        heuristic: (algorithm != "macro-operators").then(|| "manhattan".into()),
        memory,
        ..SolveRequest::default()
    };
    let mut search = instances[0].start(&request, &HeuristicCache::default()).expect(algorithm);
    let _ = search.advance(&Limits::default());
    search.report().expect("a plan that is one")
}

#[test]
fn ida_star_with_a_table_proves_the_same_whatever_its_replacement_and_order() {
    let plain = of_hard_board("ida-star", None);
    assert_eq!((plain.cost.map(|cost| cost.as_f64()), plain.optimal), (Some(31.0), Some(true)));
    let mut counts = std::collections::HashSet::new();
    for replacement in ["two-level", "cluster", "always", "least-g"] {
        for order in ["listed", "estimate", "history", "estimate-history"] {
            for table_move in ["no", "yes"] {
                let algorithm = format!(
                    "branch-and-bound(bounds=least-cut, replacement={replacement}, order={order}, \
                     table-move={table_move})"
                );
                let report = of_hard_board(&algorithm, Some(1 << 16));
                assert_eq!((report.cost, report.optimal), (plain.cost, Some(true)), "{algorithm}");
                let bytes = report.peak_bytes as usize;
                assert!((60_000..90_000).contains(&bytes), "{algorithm}: {bytes}");
                counts.insert(report.counts.generated);
            }
        }
    }
    assert!(counts.len() >= 24, "{counts:?}: no two of these options do the same");
    let large = of_hard_board("branch-and-bound(bounds=least-cut, order=listed, table=1)", None);
    let generated = |report: &SolveReport| report.counts.generated.expect("it is counted");
    let (fewer, all) = (generated(&large), generated(&plain));
    assert!(fewer < all * 9 / 10, "{fewer} of {all}");
}

#[test]
fn macro_operators_come_with_the_optimum() {
    let report = of_hard_board("macro-operators", None);
    let (cost, bound) =
        (report.cost.expect("a plan").as_f64(), report.bound.expect("a bound").as_f64());
    assert!(cost > bound && bound == 31.0, "{cost}, {bound}");
    assert_eq!(report.optimal, Some(false));
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let goal = [("goal", "blank-last".to_owned())];
    let board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15";
    let instances = tiles.instances(Source::One(board), &goal).expect("a board");
    let request =
        SolveRequest { algorithm: Some("macro-operators".into()), ..SolveRequest::default() };
    let error = instances[0].start(&request, &HeuristicCache::default()).err().expect("too large");
    assert!(error.to_string().contains("nine cells"), "{error}");
}

#[test]
fn local_search_moves_along_estimates_and_tells_where_it_stopped() {
    // One move from the goal, and a foothill.
    let near = solved_board("hill-climbing", "1 0 2 3 4 5 6 7 8", 0);
    assert_eq!((near.status, near.length, near.optimal), (Status::Solved, Some(1), Some(true)));
    let board = "8 1 3 4 0 2 7 6 5";
    let stuck = solved_board("hill-climbing", board, 0);
    assert_eq!((stuck.status, stuck.moves.is_none()), (Status::Limit, true));
    let (length, estimate) = stuck.remarks.nearest.expect("a closest state");
    assert!(estimate.as_f64() > 0.0 && length as u64 == stuck.counts.expanded);
    for algorithm in ["annealing", "tabu", "late-acceptance", "hill-climbing(random, sideways=9)"] {
        let reports = [1, 1, 2].map(|seed| solved_board(algorithm, board, seed));
        let counts = reports.each_ref().map(|report| report.counts.clone());
        assert_eq!(counts[0], counts[1], "{algorithm}: the same seed");
        for report in &reports {
            assert_ne!(report.status, Status::NoSolution);
            // A plan leads to no state twice.
            assert!(report.length.is_none_or(|length| length as u64 <= report.counts.expanded));
        }
    }
}

fn solved_board(algorithm: &str, board: &str, seed: u64) -> SolveReport {
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let goal = [("goal", "blank-first".to_owned())];
    let instances = tiles.instances(Source::One(board), &goal).expect("a board");
    let request = SolveRequest {
        algorithm: Some(algorithm.into()),
        heuristic: Some("manhattan".into()),
        seed,
        ..SolveRequest::default()
    };
    let mut search = instances[0].start(&request, &HeuristicCache::default()).expect(algorithm);
    let _ = search.advance(&Limits::default());
    search.report().expect("a plan that is one")
}
