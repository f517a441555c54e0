//! River crossings: contracts, published optima, texts that are wrong.

use tremaux_core::{Algorithm, Heuristic, Limits, NoHeuristic, Notation, StateSpace};
use tremaux_puzzles::catalog::RIVER_EXAMPLES as EXAMPLES;
use tremaux_puzzles::rivers::{CrossingCost, CrossingsNeeded, River};
use tremaux_search::{BestFirst, IdaStar, plan_cost};
use tremaux_testkit as kit;
use tremaux_testkit::Walker;

fn river(text: &str) -> River {
    River::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The cost of a cheapest plan, by A* and Dijkstra's algorithm.
fn optimum(river: &River) -> Option<u32> {
    let limits = Limits::default();
    let report = BestFirst::a_star().solve(river, CrossingsNeeded, &limits, &mut ());
    assert!(report.is_proven_optimal() || report.is_proven_unsolvable());
    let cost = report.plan.map(|plan| {
        assert_eq!(plan_cost(river, &plan.actions), Some(plan.cost));
        plan.cost
    });
    let report = BestFirst::dijkstra().solve(river, NoHeuristic, &limits, &mut ());
    assert_eq!(report.plan.map(|plan| plan.cost), cost, "{river}");
    cost
}

fn missionaries(each: u32, boat: u32) -> River {
    river(&format!(
        "who missionary*{each} cannibal*{each}\nboat {boat}\naboard\n\
         never more cannibal than missionary"
    ))
}

/// `count` couples: no wife with another's husband without her own.
fn couples(count: usize, boat: u32) -> River {
    let all = |name: &str| -> Vec<String> { (1..=count).map(|at| format!("{name}{at}")).collect() };
    let mut text =
        format!("who {} {}\nboat {boat}\naboard\n", all("w").join(" "), all("h").join(" "));
    for at in 1..=count {
        let others: Vec<String> =
            all("h").into_iter().filter(|it| *it != format!("h{at}")).collect();
        if !others.is_empty() {
            text.push_str(&format!("never w{at} with {} without h{at}\n", others.join(" ")));
        }
    }
    river(&text)
}

/// The crossings of Pressman and Singmaster, "The jealous husbands" and "The missionaries
/// and cannibals" (Mathematical Gazette, 1989): three couples take 11 with a boat for two;
/// a boat for three takes four couples over in 9 and five in 11, not six; one for two not
/// four. Missionaries and cannibals take as many.
#[test]
fn published_optima() {
    let cases = [
        (1, 2, Some(1)),
        (2, 2, Some(5)),
        (3, 2, Some(11)),
        (4, 2, None),
        (4, 3, Some(9)),
        (5, 3, Some(11)),
        (6, 3, None),
    ];
    for (count, boat, expected) in cases {
        assert_eq!(optimum(&missionaries(count, boat)), expected, "{count} and a boat for {boat}");
        assert_eq!(optimum(&couples(count as usize, boat)), expected, "{count} couples, {boat}");
    }
    let found: Vec<_> =
        EXAMPLES.iter().map(|(name, text)| (*name, optimum(&river(text)))).collect();
    let expected =
        [("missionaries", 11), ("wolf-goat-cabbage", 7), ("couples", 11), ("bridge", 17)];
    assert_eq!(found, expected.map(|(name, cost)| (name, Some(cost))));
}

/// Rote, "Crossing the bridge at night" (2002): times 1, 2, 5, 10 take 17 and 1, 2, 5, 8
/// take 15. With 1, 20, 21, 22 the fastest brings each of the others: 63 and 2 ways back.
#[test]
fn bridges() {
    let bridge = |times: &str| optimum(&river(&format!("who {times}; boat 2; cost slowest")));
    assert_eq!(bridge("a=1 b=2 c=5 d=10"), Some(17));
    assert_eq!(bridge("a=1 b=2 c=5 d=8"), Some(15));
    assert_eq!(bridge("a=1 b=20 c=21 d=22"), Some(65));
    assert_eq!(bridge("a=3"), Some(3));
    let report = IdaStar::in_place().solve(
        &river("who a=1 b=2 c=5 d=10; boat 2; cost slowest"),
        CrossingsNeeded,
        &Limits::default(),
        &mut (),
    );
    assert_eq!(report.plan.map(|plan| plan.cost), Some(17));
    // Everybody pays: all once, and the fastest for each way back and there.
    assert_eq!(optimum(&river("who a=1 b=2 c=5; boat 2; cost sum")), Some(1 + 2 + 5 + 2));
}

fn random(walker: &mut Walker) -> Option<River> {
    let kinds = 1 + walker.below(5);
    let name = |kind: usize| char::from(b'a' + kind as u8);
    let who: Vec<String> = (0..kinds)
        .map(|kind| format!("{}*{}={}", name(kind), 1 + walker.below(3), walker.below(6)))
        .collect();
    let mut text = format!("who {}; boat {}", who.join(" "), 1 + walker.below(4));
    if walker.chance(40) {
        text.push_str(&format!("; rows {}", name(walker.below(kinds))));
    }
    for _ in 0..walker.below(3) {
        let mut one = || name(walker.below(kinds));
        let (a, b, c) = (one(), one(), one());
        text.push_str(&match walker.below(2) {
            0 => format!("; never {a} with {b} without {c}"),
            _ => format!("; never more {a} than {b}"),
        });
    }
    text.push_str(if walker.chance(50) { "; aboard" } else { "" });
    text.push_str(&format!("; cost {}", CrossingCost::ALL[walker.below(3)].name()));
    River::parse(&text).ok()
}

#[test]
fn random_rivers_keep_the_contracts() {
    let mut walker = Walker::new(9);
    let (mut read, mut solved) = (0, 0);
    for seed in 0..400 {
        let Some(river) = random(&mut walker) else { continue };
        assert_eq!(River::parse(&river.to_string()).as_ref(), Ok(&river), "{river}");
        kit::check_space(&river, seed, 30);
        kit::check_undo(&river, seed, 30);
        kit::check_backward(&river, seed, 30);
        kit::check_heuristic(&river, &CrossingsNeeded, seed, 50);
        kit::check_notation(&river, seed, 10);
        kit::check_depict(&river, seed, 5);
        read += 1;
        solved += u32::from(optimum(&river).is_some());
    }
    assert!(read > 150 && solved > 50, "{read} {solved}");
}

#[test]
fn estimates_count_the_ways_back() {
    let estimate = |text: &str| {
        let river = river(text);
        CrossingsNeeded.estimate(&river, &river.initial_state())
    };
    assert_eq!(estimate("who a*6; boat 2"), 9);
    assert_eq!(estimate("who a*6; boat 6"), 1);
    assert_eq!(estimate("who a=1 b=9; boat 2; cost slowest"), 9);
    assert_eq!(estimate("who a*2; boat 1"), u32::MAX);
}

#[test]
fn bad_rivers_are_refused_with_their_place() {
    let cases = [
        ("", 1, 1, "the passengers"),
        ("boat 2", 1, 1, "`who` first"),
        ("who", 1, 4, "the passengers"),
        ("who wolf wolf", 1, 10, "a name not used before"),
        ("who wo!f", 1, 5, "a name of letters"),
        ("who *3", 1, 5, "a name of letters"),
        ("who boat", 1, 5, "a name of letters"),
        ("who wolf*16", 1, 10, "1 to 15"),
        ("who wolf*0", 1, 10, "1 to 15"),
        ("who wolf=-1", 1, 10, "a time"),
        ("who a b c d e f g h i j k l m n o p q", 1, 37, "at most 16 kinds"),
        ("who wolf goat", 1, 14, "a boat"),
        ("who wolf; boat 0", 1, 16, "1 to 240"),
        ("who wolf; boat", 1, 15, "1 to 240"),
        ("who wolf; boat 2 2", 1, 18, "the end of the line"),
        ("who wolf; boat 2; boat 3", 1, 19, "`boat` once"),
        ("who wolf\nboat 2\nrows farmer", 3, 6, "the name of a passenger"),
        ("who wolf\nboat 2\nrows", 3, 5, "the passengers who can row"),
        ("who wolf goat\nboat 2\nnever wolf", 3, 11, "`never A with B`"),
        ("who wolf goat\nboat 2\nnever wolf with", 3, 16, "`never A with B`"),
        ("who wolf goat\nboat 2\nnever wolf with ram", 3, 17, "the name of a passenger"),
        (
            "who wolf goat\nboat 2\nnever wolf with goat without",
            3,
            29,
            "the passengers that make it safe",
        ),
        ("who wolf goat\nboat 2\nnever wolf with goat", 3, 1, "a rule that the starting bank"),
        (
            "who wolf*3 goat\nboat 2\nnever more wolf than goat",
            3,
            1,
            "a rule that the starting bank",
        ),
        ("who wolf goat\nboat 2\nnever more wolf then goat", 3, 17, "`than`"),
        ("who wolf\nboat 2\ncost time", 3, 6, "`crossings`"),
        ("who wolf\nboat 2\naboard ship", 3, 8, "the end"),
        ("who wolf\nboat 2\nswims wolf", 3, 1, "`who`"),
        ("who a*9 b*9 c*9 d*9 e*9 f*9; boat 9", 1, 35, "at most 4096 possible loads"),
    ];
    for (text, line, column, expected) in cases {
        let error = River::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    let river = river(EXAMPLES[0].1);
    let bank = river.parse_state("missionary*2 boat | missionary cannibal*3").expect_err("eaten");
    assert!(bank.expected.contains("no rule broken"));
    for text in ["missionary*3 cannibal*3 boat", "missionary*3 cannibal*3 | ", "boat | boat", ""] {
        assert!(river.parse_state(text).is_err(), "{text}");
    }
    let start = river.initial_state();
    let nobody = river.all().without(river.all());
    assert_eq!(river.parse_action(&start, ">cannibal*2"), Ok(nobody.with(1, 2)));
    assert!(river.parse_action(&start, ">missionary*2").is_err());
}

#[test]
fn crowds_are_counted_kind_by_kind() {
    let all = river(EXAMPLES[0].1).all();
    let nobody = all.without(all);
    let crowd = nobody.with(0, 15).with(3, 2).with(15, 7);
    assert_eq!((crowd.of(0), crowd.of(1), crowd.of(3), crowd.of(15)), (15, 0, 2, 7));
    assert_eq!(crowd.count(), 24);
    assert_eq!(crowd.iter().collect::<Vec<_>>(), [(0, 15), (3, 2), (15, 7)]);
    let kinds = [nobody.with(3, 2), nobody.with(3, 3)];
    assert!(crowd.has(kinds[0]) && !crowd.has(kinds[1]) && crowd.has(crowd));
    assert!(crowd.meets(kinds[1]) && !crowd.meets(nobody.with(4, 1)));
    assert_eq!(crowd.without(kinds[0]).and(kinds[0]), crowd);
    assert!(!nobody.with(1, 1).has(nobody.with(0, 1)));
    assert!(nobody.is_empty());
}
