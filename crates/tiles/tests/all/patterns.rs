//! Additive pattern databases against exact distances, on boards of many shapes.

use tremaux_core::{CompactActions, Heuristic, IndexedSpace, Max, StateSpace};
use tremaux_tables::{Builder, Cache, Origin, PatternSpace};
use tremaux_testkit::check_heuristic;
use tremaux_tiles::{
    AdditivePatterns, Arrangement, Board, Board64, Board128, ByteBoard, Instance, Manhattan,
    Partition, Random, Size, SlidingPuzzle, TilePattern,
};

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).expect("in range")
}

fn puzzle<B: Board>(start: &Arrangement, goal: &Arrangement) -> SlidingPuzzle<B> {
    let instance = Instance::new(start.clone(), goal.clone()).expect("of one size");
    SlidingPuzzle::new(&instance).expect("the board holds it")
}

/// Exact distances to the goal, by number of the board.
fn distances(puzzle: &SlidingPuzzle<Board64>) -> Vec<u32> {
    let mut distances = vec![u32::MAX; puzzle.state_count()];
    let mut queue = std::collections::VecDeque::from([*puzzle.goal_board()]);
    distances[puzzle.index(puzzle.goal_board())] = 0;
    while let Some(board) = queue.pop_front() {
        let distance = distances[puzzle.index(&board)];
        for mv in puzzle.action_set(&board) {
            let mut child = board;
            puzzle.apply(&mut child, mv);
            let known = &mut distances[puzzle.index(&child)];
            if *known == u32::MAX {
                *known = distance + 1;
                queue.push_back(child);
            }
        }
    }
    distances
}

/// The tiles from 1 up, shuffled and split into this many patterns.
fn random_patterns(tiles: u8, patterns: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let mut tiles: Vec<u8> = (1..=tiles).collect();
    random.shuffle(&mut tiles);
    let mut lists = vec![Vec::new(); patterns];
    for (place, tile) in tiles.into_iter().enumerate() {
        let list = if place < patterns { place } else { random.below(patterns as u64) as usize };
        lists[list].push(tile);
    }
    lists
}

fn build<const COUNT: usize>(goal: &Arrangement, lists: &[Vec<u8>]) -> AdditivePatterns<COUNT> {
    let lists: Vec<&[u8]> = lists.iter().map(Vec::as_slice).collect();
    AdditivePatterns::new(goal, &lists).expect("a partition")
}

#[test]
fn one_pattern_of_all_tiles_is_exact() {
    let mut random = Random::new(5);
    for (width, height) in [(2, 2), (2, 3), (3, 2), (4, 2), (2, 4), (3, 3)] {
        let goal = Arrangement::blank_first(size(width, height)).random(&mut random);
        let puzzle = puzzle::<Board64>(&goal, &goal);
        let patterns = random_patterns(goal.size().cells() as u8 - 1, 1, &mut random);
        let all = build::<1>(&goal, &patterns);
        for (index, distance) in distances(&puzzle).into_iter().enumerate() {
            assert_eq!(all.estimate(&puzzle, &puzzle.state(index)), distance);
        }
    }
}

#[test]
fn sums_of_random_patterns_never_exceed_the_distance() {
    let mut random = Random::new(6);
    let mut checked = 0;
    for (width, height) in [(2, 3), (4, 2), (2, 4), (3, 3)] {
        let goal = Arrangement::blank_first(size(width, height)).random(&mut random);
        let puzzle = puzzle::<Board64>(&goal, &goal);
        let exact = distances(&puzzle);
        let manhattan = Manhattan::to_goal(&goal);
        for count in [2, 2, 3, 4] {
            let tiles = goal.size().cells() as u8 - 1;
            let patterns = build::<4>(&goal, &random_patterns(tiles, count, &mut random));
            for _ in 0..1000 {
                let index = random.below(exact.len() as u64) as usize;
                let board = puzzle.state(index);
                let sum = patterns.estimate(&puzzle, &board);
                assert!(manhattan.of_board(&board) <= sum && sum <= exact[index]);
                checked += 1;
            }
        }
    }
    assert!(checked >= 10_000);
}

/// Checks increments and guarantees on boards of the type `B`.
fn check<B: Board>(goal: &Arrangement, sizes: &[usize], random: &mut Random) {
    let partition = Partition::of_sizes(goal, sizes).expect("they sum to the tiles");
    let lists: Vec<&[u8]> = partition.patterns().iter().map(Vec::as_slice).collect();
    let patterns = AdditivePatterns::<12>::new(goal, &lists).expect("not too large");
    for moves in [0, 1, 12, 40] {
        let start = goal.random_walk(moves, random);
        let puzzle = puzzle::<B>(&start, goal);
        assert!(patterns.estimate(&puzzle, &puzzle.initial_state()) <= moves as u32);
        check_heuristic(&puzzle, &patterns, 9, 150);
        if let Ok(reflected) = patterns.reflected() {
            check_heuristic(&puzzle, &Max(&patterns, &reflected), 10, 150);
        }
    }
}

#[test]
fn any_rectangle_has_patterns() {
    let mut random = Random::new(7);
    let cases: [(usize, usize, &[usize]); 9] = [
        (3, 5, &[4, 4, 4, 2]),
        (5, 3, &[5, 5, 4]),
        (4, 5, &[4, 4, 4, 4, 3]),
        (2, 8, &[3, 5, 3, 4]),
        (8, 2, &[5, 4, 6]),
        (5, 5, &[4, 3, 3, 3, 3, 4, 4]),
        (8, 3, &[3, 3, 3, 3, 3, 4, 4]),
        (8, 4, &[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1]),
        (4, 4, &[1, 2, 3, 4, 5]),
    ];
    for (width, height, sizes) in cases {
        let first = Arrangement::blank_first(size(width, height));
        for goal in [first.random(&mut random), first] {
            check::<ByteBoard>(&goal, sizes, &mut random);
            if width * height <= 25 {
                check::<Board128>(&goal, sizes, &mut random);
            }
            if width * height <= 16 {
                check::<Board64>(&goal, sizes, &mut random);
            }
        }
    }
}

#[test]
fn the_reflection_is_the_estimate_of_the_mirrored_board() {
    let mut random = Random::new(8);
    for side in [3, 4, 5] {
        let size = size(side, side);
        for goal in [Arrangement::blank_first(size), Arrangement::blank_last(size)] {
            let tiles = size.cells() as u8 - 1;
            let lists = random_patterns(tiles, 2 * side - 3, &mut random);
            let lists: Vec<Vec<u8>> =
                lists.iter().flat_map(|tiles| tiles.chunks(4).map(<[u8]>::to_vec)).collect();
            let patterns = build::<12>(&goal, &lists);
            let reflected = patterns.reflected().expect("on the diagonal");
            assert_eq!(reflected.bytes(), patterns.bytes());
            let mirror = |cell: usize| size.column(cell) * side + size.row(cell);
            for _ in 0..300 {
                let board = goal.random(&mut random);
                // Tile t in cell c becomes the tile at home in the mirror of t's home.
                let mut mirrored = vec![0; size.cells()];
                for (cell, &tile) in board.tiles().iter().enumerate() {
                    mirrored[mirror(cell)] = goal.tiles()[mirror(goal.cell_of(tile.into()))];
                }
                let space = puzzle::<ByteBoard>(&goal, &goal);
                let estimate =
                    |tiles: &[u8]| patterns.estimate(&space, &ByteBoard::from_tiles(tiles));
                let board = ByteBoard::from_tiles(board.tiles());
                assert_eq!(reflected.estimate(&space, &board), estimate(&mirrored));
            }
        }
    }
}

#[test]
fn equal_patterns_share_one_file_whatever_their_tiles() {
    let directory = std::env::temp_dir().join(format!("tremaux-tiles-{}", std::process::id()));
    let cache = Cache::at(&directory);
    let names = |goal: &Arrangement| -> Vec<String> {
        let partition = Partition::parse("5-5-5", goal).expect("fifteen tiles");
        let databases = partition.databases().expect("not too large");
        databases.iter().map(TilePattern::name).collect()
    };
    let first = Arrangement::blank_first(size(4, 4));
    let last = Arrangement::blank_last(size(4, 4));
    assert_eq!(names(&first), names(&last));
    let mut built = Vec::new();
    let mut estimates = Vec::new();
    for goal in [&first, &first, &last] {
        let partition = Partition::parse("5-5-5", goal).expect("fifteen tiles");
        let patterns = AdditivePatterns::<3>::load_or_build(
            &partition,
            &cache,
            &mut Builder::new(),
            |pattern, origin| {
                assert_eq!(pattern.tile_count(), 5);
                built.push(matches!(origin, Origin::Built { replaced: None, not_stored: None }));
            },
        );
        let patterns = patterns.expect("built");
        let mut random = Random::new(9);
        let boards: Vec<u32> = (0..100)
            .map(|_| {
                let board = Board64::from_tiles(goal.random(&mut random).tiles());
                patterns.estimate(&puzzle::<Board64>(goal, goal), &board)
            })
            .collect();
        estimates.push(boards);
    }
    std::fs::remove_dir_all(&directory).expect("removed");
    assert_eq!(built, [true, true, false, false, false, false]);
    assert_eq!(estimates[0], estimates[1]);
}
