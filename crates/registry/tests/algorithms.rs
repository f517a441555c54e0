//! Every algorithm by name on every domain: a plan that is one, and no more claimed than
//! is true.

use tremaux_core::Limits;
use tremaux_registry::{Choice, DOMAINS, DepthLimit, Shelf, Source, Status};

fn solved(algorithm: &str, depth: Option<u32>) -> tremaux_registry::SolveReport {
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let text = "8 1 3 / 4 0 2 / 7 6 5";
    let goal = [("goal", "blank-last".to_owned())];
    let instances = tiles.instances(Source::One(text), &goal).expect("a board");
    let choice = Choice { algorithm: Some(algorithm.into()), depth, ..Choice::default() };
    let mut search = instances[0].start(&choice, &Shelf::default()).expect(algorithm);
    let _ = search.advance(&Limits::default().with_nodes(3_000_000));
    search.report().expect("a plan that is one")
}

#[test]
fn all_of_them_solve_a_board_by_name_and_alias() {
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    for info in tiles.algorithms() {
        // `*` is no part of a word in an expression; such a name is for `explain` alone.
        for name in info.component.names().filter(|name| !name.contains('*')) {
            let depth = (info.depth == DepthLimit::Required).then_some(18);
            let report = solved(name, depth);
            assert_eq!(report.status, Status::Solved, "{name}");
            assert!(report.cost.is_some_and(|cost| cost.0 >= 14.0), "{name}");
            assert!(report.bound.is_none_or(|bound| bound.0 <= 14.0), "{name}");
            let is_optimal = report.cost.is_some_and(|cost| cost.0 <= 14.0);
            assert!(is_optimal || report.optimal == Some(false), "{name}");
        }
    }
}

#[test]
fn options_do_what_they_say() {
    let proved = |algorithm: &str| solved(algorithm, None).optimal == Some(true);
    assert!(proved("anytime-a-star(weight=1)") && proved("anytime-a-star(9.5)"));
    assert!(proved("branch-and-bound(table=1)"));
    assert_eq!(solved("beam(width=1000000)", None).cost.map(|cost| cost.0), Some(14.0));
    let several = solved("k-best(paths=4)", None);
    assert_eq!(several.remarks.solutions.len(), 4);
    let loopless = solved("k-best(paths=4, loops=no)", None);
    let costs = |report: &tremaux_registry::SolveReport| -> Vec<usize> {
        report.remarks.solutions.iter().map(Vec::len).collect()
    };
    assert!(costs(&several).iter().zip(costs(&loopless)).all(|(&a, b)| a <= b));
    // Through the goal's neighbour nothing is lost, through another corner much is.
    let near = solved("island-driven(through=1.2.3.4.5.6.7.0.8)", None);
    let far = solved("island-driven(through=0.1.2.3.4.5.6.7.8+1.2.3.4.5.6.7.0.8)", None);
    assert!(near.cost < far.cost, "{:?} and {:?}", near.cost, far.cost);
    let tiles = DOMAINS.iter().find(|domain| domain.info().name == "tiles").expect("tiles");
    let instances = tiles.instances(Source::One("1 4 2 / 3 0 5 / 6 7 8"), &[]).expect("a board");
    let wrong = "island-driven(through=1.2.3)".to_owned();
    let choice = Choice { algorithm: Some(wrong), ..Choice::default() };
    let error = instances[0].start(&choice, &Shelf::default()).err().expect("no board");
    let place = error.place().expect("a place");
    assert_eq!(place.1.column, 23, "{error}");
}
