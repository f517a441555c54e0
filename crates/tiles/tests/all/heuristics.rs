//! Every heuristic is compared with exact distances, and its updates with itself.

use tremaux_core::{CompactActions, Guarantees, Heuristic, IndexedSpace, Max, StateSpace};
use tremaux_testkit::check_heuristic;
use tremaux_tiles::{
    AdditivePatterns, AnyPuzzle, Arrangement, BadEvaluator, Board, Board64, Board128, ByteBoard,
    GoodEvaluator, Instance, LinearConflict, Manhattan, Misplaced, Partition,
    PrintedLinearConflict, Random, Size, SlidingPuzzle, Unsupported, Visitor, WalkingDistance,
};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("in range")
}

fn puzzle_from<B: Board>(start: &Arrangement, goal: &Arrangement) -> SlidingPuzzle<B> {
    let instance = Instance::new(start.clone(), goal.clone()).expect("of one size");
    SlidingPuzzle::new(&instance).expect("the board fits")
}

/// The moves from every board to the goal, by number.
fn distances(puzzle: &SlidingPuzzle<Board64>) -> Vec<u32> {
    let mut distances = vec![u32::MAX; puzzle.state_count()];
    distances[puzzle.index(puzzle.goal_board())] = 0;
    let mut layer = vec![*puzzle.goal_board()];
    for distance in 1.. {
        let mut next = Vec::new();
        for board in layer {
            for mv in puzzle.action_set(&board) {
                let mut child = board;
                child.slide(mv);
                let known = &mut distances[puzzle.index(&child)];
                if *known == u32::MAX {
                    *known = distance;
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// Checks that estimates never exceed exact distances (if claimed) and that updates are exact,
/// at every board. Returns the sum of all estimates.
fn check_all<H>(puzzle: &SlidingPuzzle<Board64>, distances: &[u32], heuristic: &H) -> u64
where
    H: Heuristic<SlidingPuzzle<Board64>>,
{
    let guarantees = heuristic.guarantees();
    let mut sum = 0;
    for (index, &distance) in distances.iter().enumerate() {
        let board = puzzle.state(index);
        let (h, memo) = heuristic.root(puzzle, &board);
        sum += u64::from(h);
        assert_eq!(h, heuristic.estimate(puzzle, &board));
        if guarantees.admissible {
            assert!(h <= distance, "{h} > {distance}");
        }
        for mv in puzzle.action_set(&board) {
            let mut child = board;
            child.slide(mv);
            let after = heuristic.root(puzzle, &child).0;
            assert_eq!(heuristic.child(puzzle, h, &memo, mv, &child).0, after);
            if let Some((estimate_successor, _)) =
                heuristic.estimate_successor(puzzle, &board, h, &memo, mv)
            {
                assert_eq!(estimate_successor, after);
            }
            assert!(!guarantees.consistent || h <= after + 1, "not consistent");
        }
    }
    sum
}

fn goals(size: Size) -> Vec<Arrangement> {
    let spiral = Arrangement::spiral(size);
    let random = spiral.random(&mut Random::new(3));
    vec![Arrangement::blank_first(size), Arrangement::blank_last(size), spiral, random]
}

#[test]
fn estimates_keep_their_promises_on_all_small_boards() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
        for goal in goals(size(width, height)) {
            let puzzle = puzzle_from(&goal, &goal);
            let exact = distances(&puzzle);
            let total: u64 = exact.iter().map(|&distance| u64::from(distance)).sum();
            let misplaced = check_all(&puzzle, &exact, &Misplaced::to_goal(&goal));
            let manhattan = check_all(&puzzle, &exact, &Manhattan::to_goal(&goal));
            let conflict = check_all(&puzzle, &exact, &LinearConflict::to_goal(&goal));
            let walking = WalkingDistance::to_goal(&goal).expect("a small board");
            let walking = check_all(&puzzle, &exact, &walking);
            assert!(misplaced < manhattan && manhattan <= conflict && conflict <= total);
            assert!(manhattan <= walking && walking <= total);
            if width == 3 && height == 3 {
                assert!(manhattan < conflict && manhattan < walking);
            }
        }
    }
}

#[test]
fn databases_keep_their_promises_on_all_eight_puzzles() {
    for goal in goals(size(3, 3)) {
        let puzzle = puzzle_from(&goal, &goal);
        let exact = distances(&puzzle);
        let patterns = AdditivePatterns::<3>::new(&goal, &[&[1, 2, 3, 5], &[4, 6, 7, 8]]);
        let patterns = patterns.expect("two patterns");
        let manhattan = check_all(&puzzle, &exact, &Manhattan::to_goal(&goal));
        let alone = check_all(&puzzle, &exact, &patterns);
        assert!(manhattan < alone);
        match patterns.reflected() {
            Ok(reflected) => {
                check_all(&puzzle, &exact, &reflected);
                assert!(check_all(&puzzle, &exact, &Max(&patterns, &reflected)) > alone);
            }
            Err(error) => assert_ne!(goal.blank() / 3, goal.blank() % 3, "{error}"),
        }
    }
    // One pattern of six tiles, all there are on a board of 2x3 but the blank's five.
    let goal = Arrangement::blank_first(size(2, 3));
    let puzzle = puzzle_from(&goal, &goal);
    let exact = distances(&puzzle);
    let all = AdditivePatterns::<3>::new(&goal, &[&[1, 2, 3, 4, 5]]).expect("one pattern");
    let total: u64 = exact.iter().map(|&distance| u64::from(distance)).sum();
    assert_eq!(check_all(&puzzle, &exact, &all), total, "all tiles in one pattern is exact");
}

#[test]
fn a_database_of_six_tiles_agrees_with_a_slow_search() {
    // Cells of the six tiles and of the blank, each as a state: moves of others are free.
    let goal = Arrangement::blank_last(size(3, 3));
    let patterns = AdditivePatterns::<3>::new(&goal, &[&[1, 2, 3, 4, 5, 6], &[7, 8]]);
    let patterns = patterns.expect("two patterns");
    let puzzle = puzzle_from::<Board64>(&goal, &goal);
    let abstracted = |board: &Board64| -> Vec<usize> {
        (0..9).map(|cell| if board.tile(cell) > 6 { 9 } else { board.tile(cell) }).collect()
    };
    let mut cost = std::collections::HashMap::from([(abstracted(puzzle.goal_board()), 0_u32)]);
    let mut layer = vec![*puzzle.goal_board()];
    let mut distance = 0;
    while !layer.is_empty() {
        let (mut stack, mut next) = (layer.clone(), Vec::new());
        while let Some(board) = stack.pop() {
            if cost[&abstracted(&board)] < distance {
                continue;
            }
            for mv in puzzle.action_set(&board) {
                let mut child = board;
                child.slide(mv);
                let step = u32::from(board.moving(mv) <= 6);
                let known = cost.entry(abstracted(&child)).or_insert(u32::MAX);
                if distance + step < *known {
                    *known = distance + step;
                    if step == 0 { stack.push(child) } else { next.push(child) }
                }
            }
        }
        layer = next;
        distance += 1;
    }
    // The database forgets the blank: the least over its cells.
    let mut least = std::collections::HashMap::new();
    for (tiles, &distance) in &cost {
        let own: Vec<usize> = tiles.iter().map(|&tile| if tile == 9 { 0 } else { tile }).collect();
        let value = least.entry(own).or_insert(u32::MAX);
        *value = distance.min(*value);
    }
    let mut random = Random::new(4);
    let only = |board: &Board64, least: usize, most: usize| -> Vec<usize> {
        let kept = |tile: usize| if (least..=most).contains(&tile) { tile } else { 0 };
        (0..9).map(|cell| kept(board.tile(cell))).collect()
    };
    let pairs = AdditivePatterns::<3>::new(&goal, &[&[7, 8], &[1, 2, 3], &[4, 5, 6]]);
    let triples = AdditivePatterns::<3>::new(&goal, &[&[1, 2, 3], &[4, 5, 6], &[7, 8]]);
    let (pairs, triples) = (pairs.expect("three patterns"), triples.expect("three patterns"));
    // Where tiles 7 and 8 are at home their table gives zero, and the sum is that of the six.
    let mut at_home = 0;
    for _ in 0..20_000 {
        let board = Board64::from_tiles(goal.random(&mut random).tiles());
        let sum = patterns.estimate(&puzzle, &board);
        assert!(sum >= least[&only(&board, 1, 6)]);
        if board.tile(6) == 7 && board.tile(7) == 8 {
            assert_eq!(sum, least[&only(&board, 1, 6)]);
            at_home += 1;
        }
        assert_eq!(pairs.estimate(&puzzle, &board), triples.estimate(&puzzle, &board));
    }
    assert!(at_home > 100, "{at_home}");
}

struct RandomWalks;

impl Visitor for RandomWalks {
    type Output = ();

    fn visit<B: Board>(self, puzzle: SlidingPuzzle<B>) {
        let goal = puzzle.goal().clone();
        let size = puzzle.size();
        // From a random board, and from the goal, near which estimates are tight.
        for space in [puzzle.starting_at(&goal), puzzle] {
            for seed in 0..4 {
                check_heuristic(&space, &Misplaced::to_goal(&goal), seed, 500);
                check_heuristic(&space, &Manhattan::to_goal(&goal), seed, 500);
            }
            check_heuristic(&space, &LinearConflict::to_goal(&goal), 5, 2000);
            if size.cells() <= 15 && size.width().max(size.height()) <= 5 {
                let walking = WalkingDistance::to_goal(&goal).expect("a small board");
                check_heuristic(&space, &walking, 6, 2000);
                let both = Max(walking, LinearConflict::to_goal(&goal));
                check_heuristic(&space, &both, 7, 2000);
            }
        }
    }
}

#[test]
fn updates_are_exact_at_every_size() {
    let mut random = Random::new(1);
    for (width, height) in
        [(4, 4), (3, 5), (5, 3), (2, 8), (8, 2), (5, 5), (4, 6), (3, 8), (6, 6), (8, 8)]
    {
        let size = size(width, height);
        for goal in [Arrangement::blank_first(size), Arrangement::spiral(size)] {
            let instance = Instance::new(goal.random(&mut random), goal).expect("of one size");
            instance.puzzle().visit(RandomWalks);
        }
    }
}

#[test]
fn all_boards_give_the_same_estimates() {
    let goal = Arrangement::spiral(size(4, 4));
    let conflict = LinearConflict::to_goal(&goal);
    let walking = WalkingDistance::to_goal(&goal).expect("of 4x4");
    let mut random = Random::new(2);
    for _ in 0..1000 {
        let start = goal.random(&mut random);
        fn both<B: Board>(
            start: &Arrangement,
            goal: &Arrangement,
            conflict: &LinearConflict,
            walking: &WalkingDistance,
        ) -> (u32, u32) {
            let puzzle = puzzle_from::<B>(start, goal);
            let board = puzzle.initial_state();
            (conflict.estimate(&puzzle, &board), walking.estimate(&puzzle, &board))
        }
        let small = both::<Board64>(&start, &goal, &conflict, &walking);
        assert_eq!(both::<Board128>(&start, &goal, &conflict, &walking), small);
        assert_eq!(both::<ByteBoard>(&start, &goal, &conflict, &walking), small);
    }
}

#[test]
fn five_five_five_keeps_its_promises() {
    let mut random = Random::new(8);
    for goal in [Arrangement::blank_first(size(4, 4)), Arrangement::blank_last(size(4, 4))] {
        let partition = Partition::of_sizes(&goal, &[5, 5, 5]).expect("fifteen tiles");
        let patterns = AdditivePatterns::<3>::in_memory(&partition).expect("of 4x4");
        // Two of the three patterns mirror each other.
        assert_eq!(patterns.bytes(), 2 * 524_160 / 2);
        let reflected = patterns.reflected().expect("on the diagonal");
        let manhattan = Manhattan::to_goal(&goal);
        for _ in 0..20 {
            let moves = random.below(30) as usize;
            let start = goal.random_walk(moves, &mut random);
            let puzzle = puzzle_from::<Board64>(&start, &goal);
            let board = puzzle.initial_state();
            let estimate = patterns.estimate(&puzzle, &board);
            assert!(manhattan.of_board(&board) <= estimate);
            assert!(estimate.max(reflected.estimate(&puzzle, &board)) <= moves as u32);
            check_heuristic(&puzzle, &Max(&patterns, &reflected), 9, 300);
        }
    }
}

#[test]
fn nilssons_evaluators_are_as_printed() {
    let instance = Instance::parse("1 4 8 / 7 3 _ / 6 5 2", "ring", None).expect("boards");
    let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("nine cells") };
    let board = puzzle.initial_state();
    let good = GoodEvaluator::to_goal(puzzle.goal()).expect("the ring");
    let bad = BadEvaluator::to_goal(puzzle.goal()).expect("the ring");
    assert_eq!(good.estimate(&puzzle, &board), 46);
    assert_eq!(Misplaced::to_goal(puzzle.goal()).estimate(&puzzle, &board), 7);
    assert_eq!(bad.estimate(&puzzle, &board), 9);
    let exact = distances(&puzzle);
    check_all(&puzzle, &exact, &good);
    check_all(&puzzle, &exact, &bad);
    let goal = puzzle.goal_board();
    assert_eq!((good.estimate(&puzzle, goal), bad.estimate(&puzzle, goal)), (0, 0));
    let too_great = |h: u32, index: usize| h > exact[index];
    let is_too_great =
        |index: usize| too_great(good.estimate(&puzzle, &puzzle.state(index)), index);
    assert!((0..exact.len()).any(is_too_great), "the good evaluator is not admissible");
}

#[test]
fn the_printed_conflict_counts_as_printed() {
    let goal = Arrangement::blank_first(size(3, 3));
    let printed = PrintedLinearConflict::to_goal(&goal).expect("square");
    let puzzle = puzzle_from(&goal, &goal);
    let exact = distances(&puzzle);
    // The sum by a program of its own, written after the description alone.
    assert_eq!(check_all(&puzzle, &exact, &printed), 2_748_562);
    assert_eq!(printed.estimate(&puzzle, puzzle.goal_board()), 0);
    let conflict = LinearConflict::to_goal(&goal);
    let estimates = |index: usize| {
        let board = puzzle.state(index);
        (printed.estimate(&puzzle, &board), conflict.estimate(&puzzle, &board))
    };
    let differs = |index: usize| estimates(index).0 != estimates(index).1;
    assert!((0..exact.len()).any(differs));
}

#[test]
fn what_cannot_be_is_an_error() {
    let fails =
        |result: Result<(), Unsupported>| !result.expect_err("too much").to_string().is_empty();
    let first = |width, height| Arrangement::blank_first(size(width, height));
    assert!(fails(WalkingDistance::to_goal(&first(5, 5)).map(drop)));
    assert!(fails(WalkingDistance::to_goal(&first(2, 8)).map(drop)));
    assert!(fails(WalkingDistance::to_goal(&first(8, 8)).map(drop)));
    assert!(fails(GoodEvaluator::to_goal(&first(3, 3)).map(drop)));
    assert!(fails(BadEvaluator::to_goal(&first(4, 4)).map(drop)));
    assert!(fails(PrintedLinearConflict::to_goal(&first(3, 4)).map(drop)));
    assert!(fails(Partition::of_sizes(&first(3, 3), &[5, 5, 5]).map(drop)));
    assert!(fails(AdditivePatterns::<3>::new(&first(5, 5), &[&[1]]).map(drop)));
    for wrong in [[&[1, 2][..], &[2, 3]], [&[1], &[2]], [&[0, 1], &[2, 3]], [&[1, 2], &[3, 200]]] {
        assert!(fails(AdditivePatterns::<3>::new(&first(2, 2), &wrong).map(drop)), "{wrong:?}");
    }
    let too_many = [&[1, 2][..], &[3, 4], &[5, 6], &[7, 8]];
    assert!(fails(AdditivePatterns::<3>::new(&first(3, 3), &too_many).map(drop)));
    let thirteen = [&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13][..], &[14, 15]];
    assert!(fails(AdditivePatterns::<3>::new(&first(4, 4), &thirteen).map(drop)));
    let rest: Vec<u8> = (10..36).collect();
    let large = [&[1, 2, 3, 4, 5, 6, 7, 8, 9][..], &rest];
    assert!(fails(AdditivePatterns::<3>::new(&first(6, 6), &large).map(drop)));
    let off_diagonal = Arrangement::parse("1 0 / 2 3", None).expect("a board");
    let patterns = AdditivePatterns::<3>::new(&off_diagonal, &[&[1, 2, 3]]).expect("one pattern");
    assert!(fails(patterns.reflected().map(drop)));
    let guarantees = Heuristic::<SlidingPuzzle<Board64>>::guarantees(&patterns);
    assert_eq!(guarantees, Guarantees::ADMISSIBLE);
}
