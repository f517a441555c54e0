//! Knapsacks: contracts, and brute force over all choices.

use proptest::prelude::*;
use tremaux_core::{Algorithm, Limits, NoHeuristic};
use tremaux_puzzles::Random;
use tremaux_puzzles::knapsack::{FractionalBound, Item, Knapsack};
use tremaux_search::{BestFirst, plan_cost};
use tremaux_testkit as kit;

/// Random items, some of no weight or no value, and a capacity from nothing to everything.
fn random_knapsack(items: usize, random: &mut Random) -> Knapsack {
    let item = |name: usize, random: &mut Random| Item {
        name: format!("item {name}"),
        value: random.below(12),
        weight: random.below(12),
    };
    let items: Vec<Item> = (0..items).map(|name| item(name, random)).collect();
    let weight: u64 = items.iter().map(|item| item.weight).sum();
    Knapsack::new(random.below(weight + 2), items).expect("small numbers")
}

/// The greatest value of all choices that fit.
fn best(knapsack: &Knapsack) -> u64 {
    let items = knapsack.items();
    let chosen = |set: u32| items.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
    let fits =
        |set: &u32| chosen(*set).map(|(_, item)| item.weight).sum::<u64>() <= knapsack.capacity();
    let value = |set| chosen(set).map(|(_, item)| item.value).sum();
    (0..1 << items.len()).filter(fits).map(value).max().expect("no items")
}

#[test]
fn searches_find_the_best_choice() {
    let mut random = Random::new(24);
    for items in (1..=12).cycle().take(240) {
        let knapsack = random_knapsack(items, &mut random);
        let least = knapsack.total_value() - best(&knapsack);
        let limits = Limits::default();
        let by_bound = BestFirst::a_star().solve(&knapsack, FractionalBound, &limits, &mut ());
        let blind = BestFirst::a_star().solve(&knapsack, NoHeuristic, &limits, &mut ());
        for report in [by_bound, blind] {
            assert!(report.is_proven_optimal(), "{knapsack}");
            let plan = report.plan.expect("leaving everything is a plan");
            assert_eq!(plan.cost, least, "{knapsack}");
            assert_eq!(plan_cost(&knapsack, &plan.actions), Some(plan.cost), "{knapsack}");
        }
    }
}

#[test]
fn random_knapsacks_keep_the_contracts() {
    let mut random = Random::new(1);
    for seed in 0..30 {
        let knapsack = random_knapsack(1 + seed as usize % 10, &mut random);
        assert_eq!(Knapsack::parse(&knapsack.to_string()).as_ref(), Ok(&knapsack));
        kit::check_space(&knapsack, seed, 20);
        kit::check_undo(&knapsack, seed, 20);
        kit::check_heuristic(&knapsack, &FractionalBound, seed, 40);
        kit::check_notation(&knapsack, seed, 10);
    }
}

/// The greatest numbers of everything neither overflow nor lose a unit.
#[test]
fn the_greatest_numbers_are_exact() {
    let item = |name: usize, value, weight| Item { name: name.to_string(), value, weight };
    let most = Knapsack::MOST;
    let items = vec![item(1, most, most), item(2, most - 1, most), item(3, most, most - 1)];
    let knapsack = Knapsack::new(2 * most - 1, items).expect("the greatest numbers");
    let report = BestFirst::a_star().solve(&knapsack, FractionalBound, &Limits::default(), &mut ());
    assert!(report.is_proven_optimal());
    assert_eq!(report.plan.map(|plan| plan.cost), Some(most - 1));
    assert!(Knapsack::new(Knapsack::MOST_CAPACITY + 1, Vec::new()).is_none());
    assert!(Knapsack::new(1, vec![item(1, most + 1, 1)]).is_none());
}

#[test]
fn texts() {
    let read = |text: &str| Knapsack::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let knapsack = read("capacity 50 # kg\nitem 60 10 sleeping bag\nitem 100,20; item 1 0");
    let names: Vec<&str> = knapsack.items().iter().map(|item| item.name.as_str()).collect();
    assert_eq!((knapsack.capacity(), names), (50, vec!["3", "sleeping bag", "2"]));
    let cases = [
        ("", 1, 1, "`capacity`"),
        ("capacity 5", 1, 11, "an item"),
        ("item 1 2", 1, 9, "`capacity`"),
        ("capacity 5\nitem 1", 2, 7, "the value and the weight"),
        ("capacity 5\nitem -1 2", 2, 6, "the value, a whole number"),
        ("capacity 5\nitem 1 99999999999", 2, 8, "the weight, a whole number"),
        ("capacity 5; item 1 2 a; item 1 2 a", 1, 34, "a name that no item before has"),
        ("capacity 5; capacity 6", 1, 13, "`capacity` once"),
        ("capacity 5 6", 1, 12, "the end of the line"),
        ("weight 5", 1, 1, "`capacity` or `item`"),
    ];
    for (text, line, column, expected) in cases {
        let error = Knapsack::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "(capacity|item|[ab]|[0-9]{1,22}|[ ;#,\n-])*") {
        match Knapsack::parse(&text) {
            Ok(read) => prop_assert_eq!(Knapsack::parse(&read.to_string()), Ok(read)),
            Err(error) => prop_assert!(error.line > 0 && error.offset <= text.len()),
        }
    }
}
