//! The pancake puzzle: contracts, published figures, and searches that agree.

use tremaux_core::{
    Algorithm, CompactActions, Heuristic, IndexedSpace, Limits, NoHeuristic, Notation, StateSpace,
};
use tremaux_puzzles::Random;
use tremaux_puzzles::pancake::{
    AnyPancakes, ByteStack, Flip, Gap, PancakePattern, PancakePuzzle, Pancakes, Pile, Stack,
    Stack64, distance_histogram,
};
use tremaux_search::{BestFirst, IdaStar, Indexed, plan_cost};
use tremaux_tables::Builder;
use tremaux_testkit as kit;

fn check_contracts<T: Stack>(puzzle: &PancakePuzzle<T>) {
    kit::check_space(puzzle, 1, 60);
    kit::check_undo(puzzle, 2, 60);
    kit::check_backward(puzzle, 3, 30);
    kit::check_compact_actions(puzzle, 4, 60);
    kit::check_heuristic(puzzle, &Gap, 5, 200);
    kit::check_notation(puzzle, 6, 20);
    kit::check_depict(puzzle, 7, 5);
}

#[test]
fn piles_of_all_sizes_keep_the_contracts() {
    let mut random = Random::new(3);
    for pancakes in (1..=18).chain([60, 128]) {
        let pile = Pile::random(pancakes, &mut random).expect("a pile");
        match pile.puzzle() {
            AnyPancakes::Small(puzzle) => {
                check_contracts(&puzzle);
                kit::check_indexed(&puzzle, 8, 100);
            }
            AnyPancakes::Large(puzzle) => check_contracts(&*puzzle),
        }
    }
    assert!(Pile::random(0, &mut random).is_none() && Pile::random(129, &mut random).is_none());
}

/// The pancake numbers (Heydari and Sudborough 1997; Cibulka 2011 and others) and how many
/// piles are how far away (A058986 and A092113 of the On-Line Encyclopedia of Integer
/// Sequences).
#[test]
fn published_distances() {
    let published: [&[u64]; 8] = [
        &[1],
        &[1, 1],
        &[1, 2, 2, 1],
        &[1, 3, 6, 11, 3],
        &[1, 4, 12, 35, 48, 20],
        &[1, 5, 20, 79, 199, 281, 133, 2],
        &[1, 6, 30, 149, 543, 1357, 1903, 1016, 35],
        &[1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455],
    ];
    for (pancakes, expected) in (1..).zip(published) {
        assert_eq!(distance_histogram(pancakes).expect("few"), expected, "{pancakes}");
    }
    let greatest = |pancakes| distance_histogram(pancakes).expect("few").len() - 1;
    assert_eq!((greatest(9), greatest(10)), (10, 11));
    assert!(distance_histogram(0).is_err() && distance_histogram(13).is_err());
}

fn small(pile: &Pile) -> PancakePuzzle<Stack64> {
    PancakePuzzle::new(pile.sizes()).expect("at most sixteen")
}

/// Distances to the goal by a plain flood over all piles.
fn distances(puzzle: &PancakePuzzle<Stack64>) -> Vec<u32> {
    let goal = small(&Pile::parse("1 2 3 4 5 6 7").expect("a pile")).initial_state();
    let mut known = vec![u32::MAX; puzzle.state_count()];
    known[puzzle.index(&goal)] = 0;
    let mut layer = vec![goal];
    for distance in 1.. {
        let mut next = Vec::new();
        for stack in layer {
            for count in 2..=puzzle.pancakes() {
                let mut other = stack;
                other.flip(count);
                let known = &mut known[puzzle.index(&other)];
                if *known == u32::MAX {
                    *known = distance;
                    next.push(other);
                }
            }
        }
        if next.is_empty() {
            return known;
        }
        layer = next;
    }
    known
}

#[test]
fn estimates_are_admissible_and_patterns_exact_on_what_they_count() {
    let puzzle = small(&Pile::parse("7 1 6 2 5 3 4").expect("a pile"));
    let exact = distances(&puzzle);
    let pattern = |counted| {
        let pattern = Pancakes::new(7, counted).expect("few pancakes");
        PancakePattern::build(pattern, &mut Builder::new()).expect("a database")
    };
    let patterns: Vec<PancakePattern> = (1..=7).map(pattern).collect();
    let mut sums = [0_u64; 9];
    for (index, &distance) in exact.iter().enumerate() {
        let stack = puzzle.state(index);
        let gap = Gap.estimate(&puzzle, &stack);
        assert!(gap <= distance && (gap == 0) == (distance == 0));
        sums[0] += u64::from(gap);
        sums[8] += u64::from(distance);
        let mut least = 0;
        for (counted, pattern) in patterns.iter().enumerate() {
            let estimate = pattern.estimate(&puzzle, &stack);
            assert!((least..=distance).contains(&estimate), "of more pancakes, no less");
            least = estimate;
            sums[1 + counted] += u64::from(estimate);
        }
        // All, or all but one, tell everything.
        assert_eq!(least, distance);
    }
    assert_eq!(sums[7], sums[8]);
    assert!(sums[0] > sums[4], "the gap heuristic is better than a pattern of four: {sums:?}");
    for pattern in &patterns {
        kit::check_heuristic(&puzzle, pattern, 9, 300);
        let other = small(&Pile::parse("2 1 3").expect("a pile"));
        assert_eq!(pattern.estimate(&other, &other.initial_state()), 0);
    }
    assert!(Pancakes::new(20, 0).is_err() && Pancakes::new(20, 9).is_err());
    assert!(Pancakes::new(129, 1).is_err() && Pancakes::new(4, 5).is_err());
}

fn fewest_flips<T: Stack>(puzzle: &PancakePuzzle<T>) -> u32 {
    let report = IdaStar::compact().solve(puzzle, Gap, &Limits::default(), &mut ());
    assert!(report.is_proven_optimal());
    let plan = report.plan.expect("every pile can be sorted");
    assert_eq!(plan_cost(puzzle, &plan.actions), Some(plan.cost));
    plan.cost
}

fn fewest_flips_of(pile: &Pile) -> u32 {
    match pile.puzzle() {
        AnyPancakes::Small(puzzle) => fewest_flips(&puzzle),
        AnyPancakes::Large(puzzle) => fewest_flips(&*puzzle),
    }
}

#[test]
fn searches_agree() {
    let mut random = Random::new(7);
    let limits = Limits::default();
    for round in 0..30 {
        let pile = Pile::random(2 + round % 7, &mut random).expect("a pile");
        let puzzle = small(&pile);
        let breadth_first = BestFirst::breadth_first().table(Indexed);
        let best =
            breadth_first.solve(&puzzle, NoHeuristic, &limits, &mut ()).plan.expect("a plan").cost;
        assert_eq!(BestFirst::a_star().solve(&puzzle, Gap, &limits, &mut ()).lower_bound, best);
        assert_eq!(fewest_flips_of(&pile), best);
        let large = PancakePuzzle::<ByteStack>::new(pile.sizes()).expect("few enough");
        assert_eq!(fewest_flips(&large), best);
    }
}

#[test]
fn fifty_pancakes_are_sorted_in_the_fewest_flips() {
    let mut random = Random::new(50);
    for _ in 0..10 {
        let pile = Pile::random(50, &mut random).expect("a pile");
        let cost = fewest_flips_of(&pile);
        assert!((40..=60).contains(&cost), "{pile}: {cost}");
    }
}

#[test]
fn bad_piles_are_refused_with_their_place() {
    let many = "1 ".repeat(129);
    let cases = [
        ("", 1, 1, "the sizes of pancakes"),
        (" \n,", 2, 2, "the sizes"),
        ("1 2\n4", 2, 1, "from 1 to 3"),
        ("0 1", 1, 1, "from 1 to 2"),
        ("1 2 2", 1, 5, "each size once"),
        ("1 -2", 1, 3, "from 1 to 2"),
        ("+1", 1, 1, "from 1 to 1"),
        ("1,x", 1, 3, "from 1 to 2"),
        (&many, 1, 257, "at most 128"),
    ];
    for (text, line, column, expected) in cases {
        let error = Pile::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:.30}: {error}");
        assert!(error.expected.contains(expected), "{text:.30}: {error}");
    }
    let puzzle = small(&Pile::parse("3, 1 ,2").expect("a pile"));
    assert!(puzzle.parse_state("1 2").is_err());
    for word in ["1", "4", "", "two"] {
        assert!(puzzle.parse_action(&puzzle.initial_state(), word).is_err(), "{word}");
    }
    assert!(PancakePuzzle::<Stack64>::new(&[0; 3]).is_none());
    assert!(PancakePuzzle::<Stack64>::new(&[]).is_none());
}

#[test]
fn one_flip_may_be_left_out() {
    let counts = |pancakes, left_out| {
        let pile: Vec<u8> = (0..pancakes).collect();
        let puzzle = PancakePuzzle::<Stack64>::new(&pile).expect("few");
        let start = puzzle.initial_state();
        let flips = Flip::new(left_out).map_or_else(
            || puzzle.action_set(&start),
            |last| puzzle.action_set_after(&start, last),
        );
        let counts: Vec<usize> = flips.map(Flip::count).collect();
        assert_eq!(flips.len(), counts.len());
        counts
    };
    assert_eq!(counts(4, 0), [2, 3, 4]);
    assert_eq!(counts(4, 2), [3, 4]);
    assert_eq!(counts(4, 3), [2, 4]);
    assert_eq!(counts(4, 4), [2, 3]);
    assert_eq!(counts(2, 2), [0; 0]);
    assert_eq!(counts(1, 0), [0; 0]);
    assert_eq!(size_of::<Option<Flip>>(), 1);
}

fn sizes<T: Stack>(stack: &T, count: usize) -> Vec<usize> {
    (0..count).map(|place| stack.size(place)).collect()
}

#[test]
fn flips_turn_over_the_top() {
    for count in 1..=16_usize {
        let order: Vec<u8> = (0..count as u8).map(|at| (at * 7 + 3) % count as u8).collect();
        for flip in 2..=count {
            let (mut few, mut many) = (Stack64::from_sizes(&order), ByteStack::from_sizes(&order));
            few.flip(flip);
            many.flip(flip);
            assert_eq!(sizes(&few, count), sizes(&many, count), "{flip} of {count}");
            assert_eq!(Stack64::unpack(few.pack()), few);
            few.flip(flip);
            assert_eq!(few, Stack64::from_sizes(&order));
        }
    }
}
