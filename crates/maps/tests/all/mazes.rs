//! Mazes: generation, reading, and searches.

use std::collections::{HashMap, VecDeque};

use tremaux_core::{Algorithm, Blind, Limits, Notation};
use tremaux_maps::grid::Direction;
use tremaux_maps::maze::generate::{Method, braided, obstacles, perfect};
use tremaux_maps::maze::{Mark, Maze, MazeDistance, MazeTrace, NeighbourOrder, Neighbours};
use tremaux_search::{BestFirst, Discovery, Indexed, Lifo, plan_cost};
use tremaux_testkit::{Walker, check_backward, check_heuristic, check_indexed, check_space};

/// The plain flood from the start: the steps to each cell.
fn flood(maze: &Maze, neighbours: Neighbours) -> HashMap<(i64, i64), u32> {
    let (x, y) = maze.position(maze.start());
    let start = (i64::from(x), i64::from(y));
    let mut steps = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some((x, y)) = queue.pop_front() {
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let is_diagonal = dx != 0 && dy != 0;
            let is_step = match neighbours {
                Neighbours::Four => !is_diagonal,
                Neighbours::Eight => {
                    !is_diagonal || maze.is_free(x + dx, y) && maze.is_free(x, y + dy)
                }
            };
            let next = (x + dx, y + dy);
            if is_step && maze.is_free(next.0, next.1) && !steps.contains_key(&next) {
                steps.insert(next, steps[&(x, y)] + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

#[test]
fn perfect_mazes_have_one_way_between_any_two_rooms() {
    for method in Method::ALL {
        for (wide, high) in [(1, 1), (1, 9), (7, 1), (2, 2), (13, 8), (20, 31)] {
            for seed in 0..5 {
                let maze = perfect(wide, high, method, seed).expect("a few rooms");
                let rooms = wide * high;
                // A tree: as many passages as rooms less one, and everything connected.
                assert_eq!(maze.free_cells(), 2 * rooms - 1, "{method:?} {wide}x{high}");
                assert_eq!(flood(&maze, Neighbours::Four).len(), 2 * rooms - 1, "{method:?}");
                assert_eq!(perfect(wide, high, method, seed), Some(maze.clone()));
                assert_eq!(Maze::parse(&maze.to_text()).as_ref(), Ok(&maze));
                if rooms > 100 {
                    assert_ne!(perfect(wide, high, method, seed + 100), Some(maze));
                }
            }
        }
        assert_eq!(perfect(0, 5, method, 1), None);
        assert_eq!(perfect(usize::MAX, 5, method, 1), None);
        assert_eq!(perfect(1 << 20, 1 << 20, method, 1), None);
    }
}

/// There are 15 spanning trees of 2×3 rooms; Wilson's method makes each equally often.
#[test]
fn wilsons_mazes_are_uniform() {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for seed in 0..15_000 {
        let maze = perfect(3, 2, Method::Wilson, seed).expect("six rooms");
        *counts.entry(maze.to_text()).or_default() += 1;
    }
    assert_eq!(counts.len(), 15);
    // Each count is some 1,000 with a standard deviation of 31.
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn braided_mazes_have_no_dead_ends() {
    let dead_ends = |maze: &Maze| {
        let mut count = 0;
        for (y, x) in
            (0..maze.height() as i64).flat_map(|y| (0..maze.width() as i64).map(move |x| (y, x)))
        {
            let ways = [(0, -1), (1, 0), (0, 1), (-1, 0)];
            let open = ways.iter().filter(|(dx, dy)| maze.is_free(x + dx, y + dy)).count();
            count += u32::from(maze.is_free(x, y) && open == 1);
        }
        count
    };
    for method in Method::ALL {
        let maze = perfect(25, 20, method, 3).expect("500 rooms");
        assert!(dead_ends(&maze) > 20, "{method:?}");
        assert_eq!(dead_ends(&braided(&maze, 100, 1)), 0, "{method:?}");
        let half = dead_ends(&braided(&maze, 50, 1));
        assert!(half > 0 && half < dead_ends(&maze), "{method:?}");
        assert_eq!(braided(&maze, 0, 1), maze);
    }
}

#[test]
fn searches_agree_with_the_flood() {
    let limits = Limits::default();
    let mut solved = 0;
    for seed in 0..120 {
        let maze = obstacles(3 + seed as usize % 17, 2 + seed as usize % 13, 30, seed);
        let maze = maze.expect("a field");
        for neighbours in [Neighbours::Four, Neighbours::Eight] {
            let (x, y) = maze.position(maze.goal());
            let expected = flood(&maze, neighbours).get(&(i64::from(x), i64::from(y))).copied();
            for order in
                [NeighbourOrder::Compass, NeighbourOrder::NearestFirst, NeighbourOrder::NearestLast]
            {
                let maze = maze.clone().with_neighbours(neighbours).with_order(order);
                check_space(&maze, seed, 40);
                check_indexed(&maze, seed, 40);
                check_backward(&maze, seed, 40);
                check_heuristic(&maze, &MazeDistance, seed, 40);
                let breadth_first = BestFirst::breadth_first().table(Indexed);
                let report = breadth_first.solve(&maze, Blind, &limits, &mut ());
                assert_eq!(report.plan.as_ref().map(|plan| plan.cost), expected);
                assert!(report.is_proven_optimal() || report.is_proven_unsolvable());
                let astar = BestFirst::astar().table(Indexed);
                let report = astar.solve(&maze, MazeDistance, &limits, &mut ());
                assert_eq!(report.plan.map(|plan| plan.cost), expected);
                let depth_first = BestFirst::by(Discovery).ties(Lifo).table(Indexed);
                let plan = depth_first.solve(&maze, Blind, &limits, &mut ()).plan;
                assert_eq!(plan.is_some(), expected.is_some());
                if let (Some(plan), Some(expected)) = (plan, expected) {
                    assert!(plan.cost >= expected);
                    assert_eq!(plan_cost(&maze, &plan.actions), Some(plan.cost));
                    solved += 1;
                }
            }
        }
    }
    assert!(solved > 200, "{solved}");
}

#[test]
fn neighbours_towards_the_goal() {
    let maze = Maze::parse("...\n.S.\n..G\n").expect("a maze");
    let steps = |order| {
        let maze = maze.clone().with_order(order);
        let mut steps = Vec::new();
        tremaux_core::StateSpace::actions(&maze, &maze.start(), &mut steps);
        steps
    };
    use Direction::{East, North, South, West};
    assert_eq!(steps(NeighbourOrder::Compass), [North, East, South, West]);
    assert_eq!(steps(NeighbourOrder::NearestFirst), [East, South, North, West]);
    assert_eq!(steps(NeighbourOrder::NearestLast), [West, North, South, East]);
}

#[test]
fn what_a_search_did_is_drawn() {
    let maze = Maze::parse("\n\nS.#.\n....\n##.G\n\n").expect("a maze");
    assert_eq!((maze.width(), maze.height()), (4, 3));
    let mut trace = MazeTrace::new(&maze);
    let report = BestFirst::breadth_first().solve(&maze, Blind, &Limits::default(), &mut trace);
    let plan = report.plan.expect("a way");
    assert_eq!(plan.cost, 5);
    let marks = trace.marks(&maze, &plan.actions);
    let visits = marks.iter().filter(|mark| matches!(mark, Mark::Visited(_))).count();
    let path = marks.iter().filter(|&&mark| mark == Mark::Path).count();
    assert_eq!((path, marks[2], marks[11]), (4, Mark::Wall, Mark::Goal));
    assert!(visits >= 1);
    let text = trace.to_text(&maze, &[]);
    assert_eq!(text.lines().count(), 3);
    // Apart from the path, all expanded cells have a number, and each number occurs once.
    let mut numbers: Vec<u32> = trace
        .marks(&maze, &[])
        .iter()
        .filter_map(|mark| match mark {
            Mark::Visited(number) => Some(*number),
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (2..=trace.visited()).collect::<Vec<u32>>(), "the start was the first");
}

#[test]
fn bad_mazes_are_refused_with_their_place() {
    let cases = [
        ("", 1, 1, "a start"),
        ("   \n\n", 1, 1, "a start"),
        ("..\n.G\n", 2, 3, "a start"),
        ("S.\n..\n", 2, 3, "a goal"),
        ("S..\n.G\n", 2, 3, "a row of 3"),
        ("S.\n.G.\n", 2, 3, "a row of 2"),
        ("S.\n\n.G\n", 2, 1, "a row of 2"),
        ("Sx\n.G\n", 1, 2, "`#`"),
        ("é.\nSG\n", 1, 1, "`#`"),
        ("S.\nSG\n", 2, 1, "one start"),
        ("SG\nG.\n", 2, 1, "one goal"),
        ("S.\nX.\n", 2, 1, "one start"),
    ];
    for (text, line, column, expected) in cases {
        let error = Maze::parse(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.expected.contains(expected), "{text:?}: {error}");
    }
    assert!(Maze::parse("S.\r\n#G\r\n").is_ok());
    let maze = Maze::parse("S.#\n..G\n").expect("a maze");
    assert_eq!(maze.parse_state("1, 1"), Ok(4));
    for text in ["2,0", "3,0", "1", "-1,0", "a,b", "4294967295,4294967295"] {
        assert!(maze.parse_state(text).is_err(), "{text}");
    }
    assert_eq!(maze.parse_action(&0, " e "), Ok(Direction::East));
    assert!(maze.parse_action(&0, "n").is_err());
    let mut walker = Walker::new(1);
    for _ in 0..3_000 {
        let text: String =
            (0..walker.below(30)).map(|_| b"S.G# \n\rxX"[walker.below(9)] as char).collect();
        if let Ok(maze) = Maze::parse(&text) {
            assert_eq!(Maze::parse(&maze.to_text()), Ok(maze));
        }
    }
}

/// A maze of four million cells, and the shortest way through it.
#[test]
fn large_mazes() {
    for method in Method::ALL {
        let maze = braided(&perfect(1_000, 1_000, method, 7).expect("a million rooms"), 20, 7);
        let mut trace = MazeTrace::new(&maze);
        let breadth_first = BestFirst::breadth_first().table(Indexed);
        let report = breadth_first.solve(&maze, Blind, &Limits::default(), &mut trace);
        assert!(report.is_proven_optimal(), "{method:?}");
        let plan = report.plan.expect("a way");
        assert_eq!(plan_cost(&maze, &plan.actions), Some(plan.cost));
        assert_eq!(trace.to_text(&maze, &plan.actions).len(), 2_001 * 2_002);
    }
}
