//! Searches by closures, against a naive reference and with closures that behave badly.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Arcs with costs, by node.
type Graph = Vec<Vec<(u32, u32)>>;

/// A random graph in which some nodes have several arcs to the same node.
fn graph(seed: u64) -> Graph {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 8) % bound
    };
    let nodes = 2 + random(25);
    (0..nodes)
        .map(|_| (0..random(5)).map(|_| (random(nodes) as u32, 1 + random(9) as u32)).collect())
        .collect()
}

/// The cost of a cheapest path from node 0 to each node, by relaxing every arc again and again.
fn costs(graph: &Graph) -> Vec<Option<u32>> {
    let mut costs = vec![None; graph.len()];
    costs[0] = Some(0);
    for _ in 0..graph.len() {
        for (from, arcs) in graph.iter().enumerate() {
            for &(to, cost) in arcs {
                let Some(through) = costs[from].map(|g: u32| g + cost) else { continue };
                let known = &mut costs[to as usize];
                *known = Some(known.map_or(through, |known: u32| known.min(through)));
            }
        }
    }
    costs
}

/// Whether the path follows arcs and costs what it is said to cost.
fn is_path(graph: &Graph, path: &[u32], cost: u32, goal: u32) -> bool {
    let least = |step: &[u32]| {
        let arcs = graph[step[0] as usize].iter().filter(|arc| arc.0 == step[1]);
        arcs.map(|arc| arc.1).min()
    };
    let steps: Option<u32> = path.windows(2).map(least).sum();
    path.first() == Some(&0) && path.last() == Some(&goal) && steps == Some(cost)
}

/// A new hash map each time returns its entries in another order.
#[test]
fn the_order_of_successors_may_change_from_call_to_call() {
    let mut found = 0;
    for seed in 0..300 {
        let graph = graph(seed);
        let costs = costs(&graph);
        let goal = graph.len() as u32 - 1;
        let steps = |&node: &u32| {
            let mut cheapest = HashMap::new();
            for &(to, cost) in &graph[node as usize] {
                let known = cheapest.entry(to).or_insert(cost);
                *known = cost.min(*known);
            }
            cheapest
        };
        let nothing = |_: &u32| 0;
        let is_goal = |&node: &u32| node == goal;
        for (name, result) in [
            ("a_star", tremaux::a_star(0, steps, nothing, is_goal)),
            ("dijkstra", tremaux::dijkstra(0, steps, is_goal)),
            ("ida_star", tremaux::ida_star(0, steps, nothing, is_goal)),
        ] {
            let expected = costs[goal as usize];
            assert_eq!(result.as_ref().map(|(_, cost)| *cost), expected, "{name}, seed {seed}");
            let Some((path, cost)) = result else { continue };
            assert!(is_path(&graph, &path, cost, goal), "{name}, seed {seed}: {path:?}");
            found += 1;
        }
        let greedy = tremaux::greedy_best_first(0, steps, nothing, is_goal);
        if let Some((path, cost)) = greedy {
            assert!(is_path(&graph, &path, cost, goal), "greedy, seed {seed}: {path:?}");
        }
        let plain = |node: &u32| steps(node).into_keys();
        let fewest = tremaux::breadth_first(0, plain, is_goal).map(|path| path.len());
        let deepening = tremaux::iterative_deepening(0, plain, is_goal).map(|path| path.len());
        assert_eq!(fewest, deepening, "seed {seed}");
    }
    assert!(found > 300, "{found}");
}

#[test]
fn every_number_may_be_a_cost() {
    macro_rules! check {
        ($($number:ty),*) => {$(
            let cost = |number: u8| number as $number;
            let steps = |&n: &u8| [(n + 1, cost(1)), (n * 2, cost(3))];
            let goal = |&n: &u8| n == 12;
            let (_, total) = tremaux::dijkstra(1, steps, goal).expect("a path");
            assert_eq!(total, cost(8), stringify!($number));
            let (_, total) = tremaux::ida_star(1, steps, |_| cost(0), goal).expect("a path");
            assert_eq!(total, cost(8), stringify!($number));
        )*};
    }
    check!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64);
    // Types of literals need not be said.
    assert_eq!(tremaux::dijkstra(0, |&n| [(n + 1, 1)], |&n| n == 7).expect("a path").1, 7);
    assert_eq!(tremaux::dijkstra(0, |&n| [(n + 1, 0.5)], |&n| n == 7).expect("a path").1, 3.5);
}

/// The message of the panic of `run`.
fn refusal<T>(run: impl FnOnce() -> T) -> String {
    let Err(error) = catch_unwind(AssertUnwindSafe(run)) else { panic!("no panic") };
    let said = error.downcast_ref::<String>().cloned();
    said.unwrap_or_else(|| (*error.downcast_ref::<&str>().expect("a message")).to_owned())
}

#[test]
fn costs_that_are_none_are_refused() {
    let down = |&(x, y): &(u8, u8)| [((x + 1, y), 1), ((x, y + 1), -1)];
    let at = |&cell: &(u8, u8)| cell == (3, 3);
    let step = "the cost of a step is -1; costs must be zero or more";
    let zero = |_: &(u8, u8)| 0;
    for said in [
        refusal(|| tremaux::dijkstra((0, 0), down, at)),
        refusal(|| tremaux::ida_star((0, 0), down, zero, at)),
        refusal(|| tremaux::greedy_best_first((0, 0), down, zero, at)),
        refusal(|| tremaux::k_shortest((0, 0), down, zero, at, 2)),
    ] {
        assert!(said.starts_with(step), "{said}");
    }
    let back = |&n: &i32| [(n - 1, f64::NAN)];
    let said = refusal(|| tremaux::bidirectional(0, 9, |&n| [(n + 1, 1.0)], back));
    assert!(said.starts_with("the cost of a step is NaN"), "{said}");
    let said = refusal(|| tremaux::a_star(0, |&n| [(n + 1, 1)], |&n| 1 - n, |&n| n == 7));
    assert!(said.starts_with("an estimate is -1"), "{said}");
    let said = refusal(|| tremaux::dijkstra(0, |&n| [(n + 1, 100_u8)], |&n| n == 7));
    assert!(said.contains("700, is too large for u8"), "{said}");
    let far = |&n: &u32| [(n + 1, u64::MAX / 2)];
    for said in [
        refusal(|| tremaux::dijkstra(0, far, |&n| n == 3)),
        refusal(|| tremaux::ida_star(0, far, |_| 0, |&n| n == 3)),
        refusal(|| tremaux::bidirectional(0, 3, far, |&n| [(n - 1, u64::MAX / 2)])),
        refusal(|| tremaux::k_shortest(0, far, |_| 0, |&n| n == 3, 2)),
    ] {
        assert_eq!(said, "the cost of a path does not fit into 64 bits");
    }
}

#[test]
fn closures_that_contradict_themselves_are_found_out() {
    // No step leads from 8 to 9 for 1.
    let said = refusal(|| tremaux::bidirectional(0, 9, |&n| [(n + 1, 3)], |&n| [(n - 1, 1)]));
    assert!(said.contains("cost 27"), "{said}");
    // No step leads from 0 to 3.
    let three_back = |&n: &i32| [(n - 3, 1)];
    let said = refusal(|| tremaux::bidirectional(0, 9, |&n| [(n + 1, 3)], three_back));
    assert!(said.contains("does not return its step 1"), "{said}");
    // Each call returns another number.
    let mut calls = 0;
    let mut other = |_: &u32| {
        calls += 1;
        [calls]
    };
    let said = refusal(|| tremaux::breadth_first(0, &mut other, |&n| n > 3));
    assert!(said.contains("does not return its step 1"), "{said}");
    let said = refusal(|| tremaux::iterative_deepening(0, &mut other, |&n| n > 30));
    assert!(said.contains("does not return its step"), "{said}");
    let mut with_costs = |state: &u32| other(state).map(|next| (next, 1));
    let said = refusal(|| tremaux::a_star(0, &mut with_costs, |_| 0, |&n| n > 60));
    assert!(said.contains("does not return its step"), "{said}");
}

#[test]
fn several_steps_to_the_same_state_make_one_of_the_best_paths() {
    let steps = |&n: &u32| {
        let all = [(n + 1, 7), (n + 1, 5), (n + 2, 11), (n + 1, 5)];
        all.into_iter().filter(|step| step.0 < 3)
    };
    let best = tremaux::k_shortest(0, steps, |_| 0, |&n| n == 2, 9);
    assert_eq!(best, [(vec![0, 1, 2], 10), (vec![0, 2], 11)]);
    let greedy = tremaux::greedy_best_first(0, steps, |&n| 9 - n.min(9), |&n| n == 1);
    assert_eq!(greedy, Some((vec![0, 1], 5)));
}

#[test]
fn a_space_of_closures_is_searched_by_every_algorithm() {
    use tremaux::search::{AnytimeAStar, BestFirst, IdaStar, MemoryBounded};
    use tremaux::{Algorithm, Limits, NoHeuristic};

    let space = tremaux::space(1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 100);
    let remaining = || space.admissible(|&n| if n > 100 { i32::MAX } else { 0 });
    let limits = Limits::default().with_nodes(200_000);
    let mut costs = vec![
        BestFirst::a_star().solve(&space, remaining(), &limits, &mut ()).plan,
        BestFirst::dijkstra().solve(&space, NoHeuristic, &limits, &mut ()).plan,
        MemoryBounded.solve(&space, remaining(), &limits, &mut ()).plan,
        AnytimeAStar::new().solve(&space, remaining(), &limits, &mut ()).plan,
    ];
    let small = tremaux::space(1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 12);
    assert_eq!(
        IdaStar::new().solve(&small, NoHeuristic, &limits, &mut ()).plan.unwrap().cost,
        8_u64
    );
    let plan = costs.pop().flatten().expect("a plan");
    assert_eq!(space.states(&plan.actions), [1, 2, 3, 6, 12, 24, 25, 50, 100]);
    assert!(costs.into_iter().all(|plan| plan.is_some_and(|plan| plan.cost == 18_u64)));
    let report = BestFirst::a_star().solve(&space, NoHeuristic, &limits.with_nodes(5), &mut ());
    assert!(report.plan.is_none() && report.lower_bound > 0);
}

#[test]
fn a_search_of_closures_is_paused_limited_and_observed() {
    use tremaux::search::{BestFirst, IdaStar, KBest, NearOptimalBidirectional};
    use tremaux::{Algorithm, Event, Limits, Progress, Search, search};

    let before = |&n: &u32| {
        let half = (n % 2 == 0).then_some((n / 2, 3));
        half.into_iter().chain((n > 1).then(|| (n - 1, 1)))
    };
    let space = tremaux::space(1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 20)
        .with_predecessors([20], before);
    let remaining = || space.consistent(|&n| if n > 20 { u64::MAX } else { u64::from(n < 20) });
    macro_rules! check {
        ($($algorithm:expr),*) => {$(
            let name = stringify!($algorithm);
            let limits = Limits::default().with_nodes(100_000);
            let whole = $algorithm.solve(&space, remaining(), &limits, &mut ());
            assert_eq!(whole.plan.as_ref().expect("a plan").cost, 10, "{name}");
            let (mut expanded, mut pauses) = (0, 0);
            let mut observer = search::observer(|event| {
                if let Event::Expanded { state, .. } = event {
                    assert!((1..=20).contains(&space.state(*state)), "{name}");
                    expanded += 1;
                }
            });
            let mut search = $algorithm.start(&space, remaining());
            let slice = Limits::default().with_nodes(3);
            while let Progress::Paused(_) = search.advance(&slice, &mut observer) {
                assert!(search.report().lower_bound <= 10, "{name}");
                pauses += 1;
            }
            let report = search.report();
            assert_eq!(report.plan, whole.plan, "{name}");
            assert_eq!((expanded, pauses > 1), (whole.statistics.expanded, true), "{name}");
        )*};
    }
    check!(
        BestFirst::a_star(),
        BestFirst::dijkstra(),
        IdaStar::new(),
        KBest::new(3),
        NearOptimalBidirectional::new()
    );
    let mut search = KBest::new(3).start(&space, remaining());
    let _ = search.advance(&Limits::default(), &mut ());
    let costs: Vec<u64> = search.solutions().iter().map(|plan| plan.cost).collect();
    assert_eq!(costs, [10, 11, 11]);
}

#[test]
fn closures_are_heuristics_and_observers_of_a_space_of_its_own() {
    use tremaux::puzzles::tiles::{Board64, Instance, Manhattan, SlidingPuzzle};
    use tremaux::search::{BestFirst, BranchAndBound, IdaStar, KBest, NearOptimalBidirectional};
    use tremaux::{Algorithm, Event, Heuristic, Limits, NoHeuristic, search};

    let instance = Instance::parse("8 1 3 / 4 _ 2 / 7 6 5", "blank-last", None).expect("a board");
    let puzzle = SlidingPuzzle::<Board64>::new(&instance).expect("nine cells");
    let manhattan = Manhattan::to_goal(puzzle.goal());
    let by_closure = |board: &Board64| manhattan.estimate(&puzzle, board);
    let limits = Limits::default();
    macro_rules! check {
        ($($algorithm:expr),*) => {$(
            let name = stringify!($algorithm);
            let mut counts = [0, 0];
            let [admissible, consistent] = &mut counts;
            let mut observer = search::observer(|event| {
                *admissible += u64::from(matches!(event, Event::Expanded { .. }));
            });
            let by = search::admissible(by_closure);
            let one = $algorithm.solve(&puzzle, by, &limits, &mut observer);
            let mut observer = search::observer(|event: Event<'_, SlidingPuzzle<Board64>>| {
                if let Event::Expanded { g, .. } = event {
                    assert!(g.lt(&40), "{name}");
                    *consistent += 1;
                }
            });
            let by = search::consistent(by_closure);
            let other = $algorithm.solve(&puzzle, by, &limits, &mut observer);
            assert_eq!((one.lower_bound, other.lower_bound), (14, 14), "{name}");
            let expected = [one, other].map(|report| report.statistics.expanded);
            assert_eq!(counts, expected, "{name}");
        )*};
    }
    check!(
        BestFirst::a_star(),
        IdaStar::new(),
        BranchAndBound::ida_star(),
        KBest::new(2),
        NearOptimalBidirectional::new()
    );
    let blind = BestFirst::dijkstra().solve(&puzzle, NoHeuristic, &limits, &mut ());
    assert_eq!(blind.lower_bound, 14);
}

#[test]
fn both_ends_meet_on_a_cheapest_path() {
    let mut found = 0;
    for seed in 0..500 {
        let graph = graph(seed);
        let goal = graph.len() as u32 - 1;
        let mut before: Graph = vec![Vec::new(); graph.len()];
        for (from, arcs) in graph.iter().enumerate() {
            arcs.iter().for_each(|&(to, cost)| before[to as usize].push((from as u32, cost)));
        }
        let after = |&node: &u32| graph[node as usize].clone();
        let result = tremaux::bidirectional(0, goal, after, |&node| before[node as usize].clone());
        let expected = costs(&graph)[goal as usize];
        assert_eq!(result.as_ref().map(|(_, cost)| *cost), expected, "seed {seed}");
        let states = |arcs: &[(u32, u32)]| arcs.iter().map(|arc| arc.0).collect::<Vec<_>>();
        let steps = tremaux::bidirectional_breadth_first(
            0,
            goal,
            |&node| states(&graph[node as usize]),
            |&node| states(&before[node as usize]),
        );
        let fewest =
            tremaux::breadth_first(0, |&node| states(&graph[node as usize]), |&n| n == goal);
        assert_eq!(steps.map(|path| path.len()), fewest.map(|path| path.len()), "seed {seed}");
        let Some((path, cost)) = result else { continue };
        assert!(is_path(&graph, &path, cost, goal), "seed {seed}: {path:?}");
        found += 1;
    }
    assert!(found > 200, "{found}");
}

/// A state whose hash says nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Alike(u32);

impl std::hash::Hash for Alike {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write_u8(0);
    }
}

#[test]
fn states_may_hash_alike() {
    let steps = |state: &Alike| [Alike((7 * state.0 + 1) % 1009), Alike((state.0 + 1) % 1009)];
    let is_goal = |state: &Alike| state.0 == 1008;
    let path = tremaux::breadth_first(Alike(0), steps, is_goal).expect("reachable");
    let costs = |state: &Alike| steps(state).map(|next| (next, 1_u8));
    let (cheapest, cost) = tremaux::dijkstra(Alike(0), costs, is_goal).expect("reachable");
    assert_eq!((path.len(), cost), (cheapest.len(), cheapest.len() as u8 - 1));
}

#[test]
fn a_million_states_are_told_apart() {
    let side = 1000_u32;
    let steps = |&at: &u32| {
        let (x, y) = (at % side, at / side);
        let right = (x + 1 < side).then_some(at + 1);
        right.into_iter().chain((y + 1 < side).then_some(at + side))
    };
    let is_goal = |&at: &u32| at == side * side - 1;
    let path = tremaux::breadth_first(0, steps, is_goal).expect("reachable");
    assert_eq!(path.len() as u32, 2 * side - 1);
}

/// With an admissible heuristic that falls by more than a step costs, states are reopened.
#[test]
fn an_inconsistent_heuristic_does_no_harm() {
    for seed in 0..300 {
        let graph = graph(seed);
        let goal = graph.len() as u32 - 1;
        let steps = |&node: &u32| graph[node as usize].clone();
        let is_goal = |&node: &u32| node == goal;
        let estimates: Vec<u32> = (0..=goal)
            .map(|from| {
                let exact = tremaux::dijkstra(from, steps, is_goal).map_or(9, |(_, cost)| cost);
                if (u64::from(from) * 7919 + seed) % 3 == 0 { 0 } else { exact }
            })
            .collect();
        let estimate = |&node: &u32| estimates[node as usize];
        let cost = tremaux::a_star(0, steps, estimate, is_goal).map(|(_, cost)| cost);
        assert_eq!(cost, costs(&graph)[goal as usize], "seed {seed}");
    }
}

/// Node 2 is expanded at the cost 3 before node 1, whose estimate is exact, leads there at the cost
/// 2: without opening it again, the path costs 6.
#[test]
fn a_star_opens_a_state_again() {
    let arcs: [&[(u32, u32)]; 4] = [&[(2, 3), (1, 1)], &[(2, 1)], &[(3, 3)], &[]];
    let mut expanded = Vec::new();
    let steps = |&node: &u32| {
        expanded.push(node);
        arcs[node as usize].to_vec()
    };
    let estimate = |&node: &u32| [5, 4, 0, 0][node as usize];
    let (path, cost) = tremaux::a_star(0, steps, estimate, |&node| node == 3).expect("a path");
    assert_eq!((path, cost), (vec![0, 1, 2, 3], 5));
    assert_eq!(expanded[..4], [0, 2, 1, 2]);
}

#[test]
fn iterative_deepening_ends_without_a_goal() {
    let steps = |&n: &u32| [(n + 1) % 8, (3 * n) % 8];
    assert_eq!(tremaux::iterative_deepening(0, steps, |_| false), None);
}

/// Also by one that has numbered its states in another order.
#[test]
fn a_checkpoint_of_closures_is_resumed_by_a_fresh_space() {
    use tremaux::search::{BestFirst, IdaStar};
    use tremaux::{Algorithm, Limits, NoHeuristic, Progress, Search};

    fn steps(n: &i64) -> [(i64, u32); 2] {
        [(3 * n, 1), (n - 2, 1)]
    }
    fn is_goal(n: &i64) -> bool {
        *n == 24
    }
    let space = || tremaux::space(4, steps, is_goal);
    let (algorithm, whole) = (IdaStar::new(), Limits::default());
    let nodes = |count| Limits::default().with_nodes(count);
    let interrupted = space();
    let mut search = algorithm.start(&interrupted, NoHeuristic);
    let mut checkpoints = vec![search.checkpoint()];
    while let Progress::Paused(_) = search.advance(&nodes(1), &mut ()) {
        checkpoints.push(search.checkpoint());
    }
    let expected = search.report();
    let path = interrupted.states(&expected.plan.expect("a plan").actions);
    assert_eq!(path, [4, 12, 10, 8, 24]);
    assert!(checkpoints.len() > 20, "{} slices", checkpoints.len());
    for (seen, checkpoint) in (0..).zip(&checkpoints) {
        let fresh = space();
        let _ = BestFirst::breadth_first().solve(&fresh, NoHeuristic, &nodes(seen), &mut ());
        let mut search = algorithm.resume(&fresh, NoHeuristic, checkpoint).expect("a checkpoint");
        let _ = search.advance(&whole, &mut ());
        let report = search.report();
        assert_eq!(fresh.states(&report.plan.expect("a plan").actions), path, "slice {seen}");
        let counts = |it: &tremaux::Statistics| (it.expanded, it.generated, it.iterations);
        assert_eq!(counts(&report.statistics), counts(&expected.statistics), "slice {seen}");
    }
}

/// Two from the goal at 10 in each step, or one that costs less; three too many everywhere.
#[test]
fn a_heuristic_that_overestimates_is_noticed() {
    use tremaux::Algorithm;
    use tremaux::check::check_heuristic;
    use tremaux::search::{BestFirst, IdaStar};

    let steps = |&n: &u32| [(n + 1, 1_u32), (n + 2, 3)];
    let wrong = |&n: &u32| if n == 10 { 0 } else { 10_u32.abs_diff(n) + 3 };
    // A report counts it, and is no proof.
    let space = tremaux::space(0, steps, |&n| n == 10);
    for report in [
        BestFirst::a_star().run_with(&space, space.admissible(wrong)),
        IdaStar::new().run_with(&space, space.admissible(wrong)),
    ] {
        assert!(report.statistics.inconsistencies > 0 && !report.is_proven_optimal());
        assert_eq!(report.lower_bound, 0);
    }
    // One call of `check` says where, and both numbers.
    let found = refusal(|| check_heuristic(&space, &space.admissible(wrong), 1, 100));
    assert!(found.contains("13 after []") && found.contains("costs 10"), "{found}");
    // So do debug builds.
    if cfg!(debug_assertions) {
        let is_goal = |n: &u32| *n == 10;
        let said = "overestimates: 13 for the state after 0 of the 9 steps of the path found, the \
                    rest of which costs 11";
        let found = refusal(|| tremaux::a_star(0, steps, wrong, is_goal));
        assert!(found.contains(said), "{found}");
        let found = refusal(|| tremaux::ida_star(0, steps, wrong, is_goal));
        assert!(found.contains("the heuristic overestimates"), "{found}");
    }
}
