//! Water jugs: contracts, published optima, costs that differ, texts that are wrong.

use tremaux_core::{Algorithm, Heuristic, Limits, NoHeuristic, Notation, StateSpace};
use tremaux_puzzles::catalog::JUG_EXAMPLES as EXAMPLES;
use tremaux_puzzles::jugs::{JugDifference, Jugs, Price};
use tremaux_search::{BestFirst, IdaStar, plan_cost};
use tremaux_testkit as kit;
use tremaux_testkit::Walker;

fn jugs(text: &str) -> Jugs {
    Jugs::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The cost of a cheapest plan, by A*, Dijkstra's algorithm and IDA*.
fn optimum(jugs: &Jugs) -> Option<u32> {
    let limits = Limits::default();
    let report = BestFirst::a_star().solve(jugs, JugDifference, &limits, &mut ());
    assert!(report.is_proven_optimal() || report.is_proven_unsolvable());
    let cost = report.plan.map(|plan| {
        assert_eq!(plan_cost(jugs, &plan.actions), Some(plan.cost));
        plan.cost
    });
    let report = BestFirst::dijkstra().solve(jugs, NoHeuristic, &limits, &mut ());
    assert_eq!(report.plan.map(|plan| plan.cost), cost, "{jugs}");
    cost
}

/// Shortest known: 7 for Bachet's 8, 5, 3 and for 12, 8, 5; 9 for 10, 7, 3; 6 for 4 litres
/// with 5 and 3.
#[test]
fn published_optima() {
    let costs: Vec<(&str, Option<u32>)> =
        EXAMPLES.iter().map(|(name, text)| (*name, optimum(&jugs(text)))).collect();
    let expected = [("bachet", 7), ("twelve", 7), ("ten", 9), ("die-hard", 6)];
    assert_eq!(costs, expected.map(|(name, cost)| (name, Some(cost))));
    let die_hard = jugs(EXAMPLES[3].1);
    let report = IdaStar::new().solve(&die_hard, JugDifference, &Limits::default(), &mut ());
    assert_eq!(report.plan.map(|plan| plan.cost), Some(6));
    assert_eq!(optimum(&jugs("jugs 6 4; goal any 3; tap")), None, "all amounts are even");
    assert_eq!(optimum(&jugs("jugs 8 5 3; start 8 0 0; goal 8 _ 0")), Some(0));
}

#[test]
fn prices_differ() {
    // 3 litres are drawn three times, or 5 twice: 9 litres or 10.
    let die_hard = |price| optimum(&jugs(&format!("jugs 5 3; goal any 4; tap; cost {price}")));
    assert_eq!(die_hard("moves"), Some(6));
    assert_eq!(die_hard("water"), Some(9));
    // Fill 5 (5), over 3 (3), empty 3 (3), over 2 (2), fill 5 (5), over 1 (1).
    assert_eq!(die_hard("litres"), Some(19));
}

fn random(walker: &mut Walker) -> Jugs {
    let count = 1 + walker.below(4);
    let capacities: Vec<usize> = (0..count).map(|_| 1 + walker.below(7)).collect();
    let words = |amounts: Vec<String>| amounts.join(" ");
    let mut amounts = |percent: usize| {
        let amounts = capacities.iter().map(|&capacity| match walker.chance(percent) {
            true => "_".to_owned(),
            false => walker.below(capacity + 1).to_string(),
        });
        words(amounts.collect())
    };
    let (start, goal) = (amounts(0), amounts(40));
    let goal = if walker.chance(30) { format!("any {}", walker.below(2)) } else { goal };
    let tap = if walker.chance(50) { "; tap" } else { "" };
    let price = Price::ALL[walker.below(3)].name();
    let sizes = words(capacities.iter().map(usize::to_string).collect());
    jugs(&format!("jugs {sizes}; start {start}; goal {goal}{tap}; cost {price}"))
}

#[test]
fn random_jugs_keep_the_contracts() {
    let mut walker = Walker::new(4);
    let (mut solved, mut ambiguous) = (0, 0);
    for seed in 0..300 {
        let jugs = random(&mut walker);
        assert_eq!(Jugs::parse(&jugs.to_string()).as_ref(), Ok(&jugs));
        kit::check_space(&jugs, seed, 30);
        kit::check_backward(&jugs, seed, 30);
        kit::check_heuristic(&jugs, &JugDifference, seed, 50);
        kit::check_notation(&jugs, seed, 10);
        kit::check_depict(&jugs, seed, 5);
        solved += u32::from(optimum(&jugs).is_some());
        kit::walk(&jugs, seed, 20, |_, action, child| {
            let mut before = Vec::new();
            tremaux_core::BackwardSpace::predecessors(&jugs, child, &mut before);
            let same = before.iter().filter(|(by, ..)| *by == action).count();
            ambiguous += u32::from(same > 1);
        });
    }
    assert!(solved > 100 && ambiguous > 1000, "{solved} {ambiguous}");
}

#[test]
fn estimates_know_what_is_missing() {
    let estimate = |text| {
        let jugs = jugs(text);
        JugDifference.estimate(&jugs, &jugs.initial_state())
    };
    assert_eq!(estimate("jugs 8 5 3; start 8 0 0; goal 4 4 0"), 1);
    assert_eq!(estimate("jugs 8 5 3; start 8 0 0; goal 4 4 0; cost litres"), 4);
    assert_eq!(estimate("jugs 8 5; goal 6 4; tap; cost water"), 10);
    assert_eq!(estimate("jugs 8 5; start 1 0; goal any 4; tap; cost water"), 3);
    assert_eq!(estimate("jugs 8 5; start 1 0; goal any 4; cost litres"), 3);
}

#[test]
fn bad_jugs_are_refused_with_their_place() {
    let cases = [
        ("", 1, 1, "the capacities of the jugs"),
        ("# nothing\n", 1, 10, "the capacities of the jugs"),
        ("goal 4", 1, 1, "`jugs` first"),
        ("jugs", 1, 5, "the capacity of each jug"),
        ("jugs 8 0", 1, 8, "the capacity of a jug"),
        ("jugs 8 x", 1, 8, "the capacity of a jug"),
        ("jugs 8 -3", 1, 8, "the capacity of a jug"),
        ("jugs 1 1 1 1 1 1 1 1 1", 1, 22, "at most 8 jugs"),
        ("jugs 60000 60000", 1, 12, "at most 4194304 different states"),
        ("jugs 8 5", 1, 9, "a goal"),
        ("jugs 8 5; jugs 3", 1, 11, "`jugs` once"),
        ("jugs 8 5\nstart 9 0", 2, 7, "at most 8"),
        ("jugs 8 5\nstart 8", 2, 8, "the next amount"),
        ("jugs 8 5\nstart 8 _", 2, 9, "an amount"),
        ("jugs 8 5\nstart 8 0 0", 2, 11, "the end of the line"),
        ("jugs 8 5; goal 4", 1, 17, "the amount in each jug"),
        ("jugs 8 5; goal any", 1, 19, "an amount"),
        ("jugs 8 5; goal any 9", 1, 20, "at most 8"),
        ("jugs 8 5; goal any 4 4", 1, 22, "the end"),
        ("jugs 8 5; goal 4 4; goal 4 4", 1, 21, "`goal` once"),
        ("jugs 8 5; goal 4 4; tap yes", 1, 25, "the end"),
        ("jugs 8 5; goal 4 4; cost time", 1, 26, "`moves`"),
        ("jugs 8 5; goal 4 4; cost", 1, 25, "`moves`"),
        ("jugs 8 5; goal 4 4; taps", 1, 21, "`tap`"),
    ];
    for (text, line, column, expected) in cases {
        let error = Jugs::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    let jugs = jugs("jugs 8 5 3; start 8 0 0; goal 4 4 0");
    for text in ["8 0", "8 0 0 0", "9 0 0", "8 0 x", ""] {
        assert!(jugs.parse_state(text).is_err(), "{text}");
    }
    for text in ["2>1", "1>1", "fill-1", "1>9", ""] {
        assert!(jugs.parse_action(&jugs.initial_state(), text).is_err(), "{text}");
    }
}
