//! Computations by threads of one process, and by several.

#[cfg(unix)]
mod processes;

use std::path::Path;
use std::sync::Arc;

use tremaux::check::{Estimates, Graph, Quality, distances_to_goals, random_graph};
use tremaux_cluster::{
    ClusterError, Enumeration, Expansion, HdaStar, InformedExpansion, InformedState, LevelCounts,
    Machines, Searched, enumerate, retrograde, search,
};
use tremaux_core::{BackwardSpace, Heuristic, StateSpace, StopReason};

/// The sliding puzzle of 3 × 3, a digit for each cell.
struct Tiles;

impl Expansion for Tiles {
    type State = u64;

    fn initial_state(&self) -> u64 {
        12_345_678
    }

    fn successors(&self, states: &[u64], successors: &mut Vec<u64>) {
        for &state in states {
            neighbours(state, successors);
        }
    }

    fn is_reversible(&self) -> bool {
        true
    }
}

fn neighbours(state: u64, successors: &mut Vec<u64>) {
    let mut cells: Vec<u64> = (0..9).rev().map(|at| state / 10_u64.pow(at) % 10).collect();
    let blank = cells.iter().position(|&tile| tile == 0).expect("one is blank");
    let (row, column) = (blank / 3, blank % 3);
    let neighbours = [
        (row > 0).then(|| blank - 3),
        (row < 2).then(|| blank + 3),
        (column > 0).then(|| blank - 1),
        (column < 2).then(|| blank + 1),
    ];
    for cell in neighbours.into_iter().flatten() {
        cells.swap(blank, cell);
        successors.push(cells.iter().fold(0, |number, tile| 10 * number + tile));
        cells.swap(blank, cell);
    }
}

/// From 1, doubling or adding 3, up to a limit: nothing undoes an action.
struct Numbers(u128);

impl Expansion for Numbers {
    type State = u128;

    fn initial_state(&self) -> u128 {
        1
    }

    fn successors(&self, states: &[u128], successors: &mut Vec<u128>) {
        for state in states {
            successors.extend([2 * state, state + 3].into_iter().filter(|&next| next <= self.0));
        }
    }

    fn is_reversible(&self) -> bool {
        false
    }
}

/// Breadth-first search with a set of all states.
fn naive<E: Expansion>(graph: &E) -> Vec<u64> {
    let mut seen = std::collections::BTreeSet::from([graph.initial_state()]);
    let (mut level, mut counts) = (vec![graph.initial_state()], Vec::new());
    while !level.is_empty() {
        counts.push(level.len() as u64);
        let mut successors = Vec::new();
        graph.successors(&level, &mut successors);
        level = successors.into_iter().filter(|&state| seen.insert(state)).collect();
    }
    counts
}

fn how(folder: &Path, memory: usize) -> Enumeration {
    let problem = "a test".to_owned();
    Enumeration { problem, folder: folder.into(), memory, depth: None, resumes: false }
}

fn run<E: Expansion>(
    graph: E,
    threads: usize,
    how: &Enumeration,
) -> Result<LevelCounts, ClusterError> {
    let found = enumerate(Arc::new(graph), &Machines::one(threads), how, |_, _, _| {});
    found.map(|counts| counts.expect("this is process 0"))
}

#[test]
fn the_levels_of_the_sliding_puzzle() {
    let expected = naive(&Tiles);
    assert_eq!((expected.len(), expected.iter().sum::<u64>()), (32, 181_440));
    for (threads, memory) in [(1, 1 << 24), (2, 1 << 24), (3, 1000)] {
        let folder = tempfile::tempdir().expect("a folder");
        let found = run(Tiles, threads, &how(folder.path(), memory)).expect("it runs");
        assert_eq!(found, LevelCounts { counts: expected.clone(), is_whole: true });
    }
}

#[test]
fn actions_that_nothing_undoes() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = run(Numbers(100_000), 2, &how(folder.path(), 1 << 20)).expect("it runs");
    assert_eq!(found.counts, naive(&Numbers(100_000)));
}

#[test]
fn resumed_with_another_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut how = how(folder.path(), 1 << 20);
    how.depth = Some(11);
    let expected = naive(&Tiles);
    let part = run(Tiles, 2, &how).expect("it runs");
    assert_eq!(part, LevelCounts { counts: expected[..12].to_vec(), is_whole: false });
    assert!(matches!(run(Tiles, 2, &how), Err(ClusterError::Folder(..))), "it is not empty");
    (how.resumes, how.depth) = (true, Some(20));
    assert_eq!(run(Tiles, 3, &how).expect("it runs").counts, expected[..21]);
    how.depth = None;
    let whole = run(Tiles, 1, &how).expect("it runs");
    assert_eq!(whole, LevelCounts { counts: expected, is_whole: true });
    how.problem = "another".into();
    assert!(matches!(run(Tiles, 1, &how), Err(ClusterError::Folder(..))), "another problem");
}

/// The sliding puzzle from this state to the other corner, by Manhattan distance.
struct Informed(u64);

impl Informed {
    fn informed(state: u64, cost: u32) -> InformedState<u64> {
        let cells = (0..9).map(|at| (at, (state / 10_u64.pow(8 - at as u32) % 10) as usize));
        let tiles = cells.filter(|&(_, tile)| tile > 0);
        let h = tiles.map(|(at, tile)| {
            (at / 3_usize).abs_diff(tile / 3) as u32 + (at % 3_usize).abs_diff(tile % 3) as u32
        });
        InformedState { state, cost, h: h.sum(), is_goal: state == 12_345_678 }
    }
}

impl InformedExpansion for Informed {
    type State = u64;

    fn initial_state(&self) -> InformedState<u64> {
        Self::informed(self.0, 0)
    }

    fn successors(&self, states: &[u64], found: &mut Vec<(u32, InformedState<u64>)>) {
        for (parent, &state) in (0..).zip(states) {
            let mut successors = Vec::new();
            neighbours(state, &mut successors);
            found.extend(successors.into_iter().map(|state| (parent, Self::informed(state, 1))));
        }
    }
}

fn searched(start: u64, threads: usize, run_ahead: u32, memory: usize) -> Searched<u64> {
    let how = HdaStar { problem: "a test".into(), run_ahead, memory, nodes: None, time: None };
    let found = search(Arc::new(Informed(start)), &Machines::one(threads), &how, |_| {});
    found.expect("it runs").expect("this is process 0")
}

#[test]
fn shortest_paths_on_one_and_more_threads() {
    // All states by distance from the goal: what is as far in one direction is so in the other.
    let mut level = vec![12_345_678];
    let mut seen: std::collections::BTreeSet<u64> = level.iter().copied().collect();
    for distance in 0..32_u32 {
        for (threads, run_ahead) in [(1, 0), (2, 0), (3, 4)] {
            let found = searched(level[level.len() / 2], threads, run_ahead, 1 << 26);
            let (path, cost) = found.path.expect("there is a path");
            assert_eq!((cost, found.lower_bound), (distance, Some(distance)));
            assert_eq!(path.len(), distance as usize + 1);
            assert_eq!((path[0], path.last()), (level[level.len() / 2], Some(&12_345_678)));
            for pair in path.windows(2) {
                let mut successors = Vec::new();
                neighbours(pair[0], &mut successors);
                assert!(successors.contains(&pair[1]));
            }
        }
        let mut next = Vec::new();
        level.iter().for_each(|&state| neighbours(state, &mut next));
        level = next.into_iter().filter(|&state| seen.insert(state)).collect();
    }
}

#[test]
fn no_path_and_no_memory() {
    // Two tiles exchanged: all 181,440 states of the other half, and none is a goal.
    let none = searched(12_345_687, 2, 0, 1 << 26);
    assert_eq!((&none.path, none.lower_bound, none.expanded), (&None, None, 181_440));
    let stopped = searched(806_547_231, 2, 0, 100_000);
    assert!(stopped.stopped == Some(StopReason::MemoryLimit) && stopped.path.is_none());
    assert!(stopped.lower_bound.is_some_and(|bound| bound <= 31), "{:?}", stopped.lower_bound);
}

#[test]
fn endings_of_checkers_as_one_process_solves_them() {
    use tremaux::games::checkers::{Endings, English};
    let endings: Arc<Endings<English>> = Arc::new(Endings::new(3));
    let whole = tremaux::play::retrograde_analysis(&*endings, &tremaux::Limits::default());
    let whole = whole.expect("no limit");
    for threads in [1, 3] {
        let values = retrograde(Arc::clone(&endings), "checkers", &Machines::one(threads));
        let values = values.expect("it runs").expect("this is process 0");
        assert_eq!(values.len(), tremaux::play::IndexedGame::position_count(&*endings));
        for (index, &value) in values.iter().enumerate() {
            assert_eq!(value, whole.get(index), "{threads} threads, position {index}");
        }
    }
}

/// A graph whose successors fail.
struct Broken;

impl Expansion for Broken {
    type State = u64;

    fn initial_state(&self) -> u64 {
        0
    }

    fn successors(&self, states: &[u64], successors: &mut Vec<u64>) {
        for &state in states {
            assert!(state < 20, "a bug of the user's own");
            successors.extend([state + 1, state + 2]);
        }
    }

    fn is_reversible(&self) -> bool {
        false
    }
}

/// Runs a test of this program alone, with `CHILD` set.
fn child(test: &str) -> std::process::Output {
    let mut child = std::process::Command::new(std::env::current_exe().expect("this program"));
    child.args(["--exact", test, "--nocapture", "--test-threads", "2"]);
    child.env(CHILD, "1").output().expect("it runs")
}

const CHILD: &str = "TREMAUX_TEST_CHILD";

#[test]
fn a_panic_in_one_of_several_threads_ends_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    if std::env::var_os(CHILD).is_some() {
        let _ = run(Broken, 3, &how(folder.path(), 1 << 20));
        unreachable!("it has ended");
    }
    let output = child("a_panic_in_one_of_several_threads_ends_the_process");
    assert_eq!(output.status.code(), Some(tremaux_cluster::FAILED));
    let said = String::from_utf8_lossy(&output.stderr);
    let named = "of `a_panic_in_one_of_several_threads_ends_the_process` has failed";
    assert!(said.contains("a bug of the user's own") && said.contains(named), "{said}");
}

/// A failure beside a computation fails its own test and nothing else.
#[test]
fn a_panic_outside_of_computations_stays_what_it_is() {
    if std::env::var_os(CHILD).is_some() {
        let folder = tempfile::tempdir().expect("a folder");
        let found = run(Numbers(100), 2, &how(folder.path(), 1 << 20)).expect("it runs");
        assert!(found.counts.is_empty(), "an assertion about the result");
    }
    let output = child("a_panic_outside_of_computations_stays_what_it_is");
    // The status of a test program of which a test has failed.
    assert_eq!(output.status.code(), Some(101));
    let said = String::from_utf8_lossy(&output.stdout);
    let named = "a_panic_outside_of_computations_stays_what_it_is ... FAILED";
    assert!(said.contains(named), "{said}");
}

/// A random graph with several goals, and estimates that do not overestimate but are inconsistent.
struct Tangled {
    graph: Graph,
    estimates: Estimates<u32>,
}

impl Tangled {
    fn new(seed: u64, nodes: usize) -> Self {
        let graph = random_graph(seed, nodes);
        let estimates = Estimates::random(&graph, Quality::Inconsistent, seed);
        Self { graph, estimates }
    }

    fn informed(&self, node: u32, cost: u32) -> InformedState<u64> {
        let h = self.estimates.estimate(&self.graph, &node);
        InformedState { state: node.into(), cost, h, is_goal: self.graph.is_goal(&node) }
    }

    /// The successors of a node with the costs of the arcs.
    fn beside(&self, node: u32) -> Vec<(u32, u32)> {
        let mut actions = Vec::new();
        self.graph.actions(&node, &mut actions);
        let arc = |action| {
            let mut next = node;
            let cost = self.graph.cost(&node, action);
            self.graph.apply(&mut next, action);
            (next, cost)
        };
        actions.into_iter().map(arc).collect()
    }
}

impl InformedExpansion for Tangled {
    type State = u64;

    fn initial_state(&self) -> InformedState<u64> {
        self.informed(self.graph.initial_state(), 0)
    }

    fn successors(&self, states: &[u64], found: &mut Vec<(u32, InformedState<u64>)>) {
        for (parent, &state) in (0..).zip(states) {
            let beside = self.beside(state as u32);
            found
                .extend(beside.into_iter().map(|(next, cost)| (parent, self.informed(next, cost))));
        }
    }
}

#[test]
fn several_goals_and_inconsistent_estimates() {
    let (mut found, mut many) = (0, 0);
    for seed in 0..400 {
        let nodes = 10 + seed as usize % 40;
        let truth = distances_to_goals(&Tangled::new(seed, nodes).graph)[0];
        let mut goals = Vec::new();
        Tangled::new(seed, nodes).graph.goal_states(&mut goals);
        many += u32::from(goals.len() > 1);
        for (threads, run_ahead) in [(1, 0), (2, 0), (2, 3)] {
            let how = HdaStar {
                problem: "a test".into(),
                run_ahead,
                memory: 1 << 24,
                nodes: None,
                time: None,
            };
            let tangled = Arc::new(Tangled::new(seed, nodes));
            let result = search(Arc::clone(&tangled), &Machines::one(threads), &how, |_| {});
            let result = result.expect("it runs").expect("this is process 0");
            let what = format!("graph {seed}, {threads} threads, ahead by {run_ahead}");
            if truth == u32::MAX {
                assert_eq!((&result.path, result.lower_bound), (&None, None), "{what}");
                continue;
            }
            let (path, cost) = result.path.expect("there is a path");
            assert_eq!((cost, result.lower_bound), (truth, Some(truth)), "{what}");
            let steps = path.windows(2).map(|pair| {
                let beside = tangled.beside(pair[0] as u32);
                let costs = beside.iter().filter(|(next, _)| u64::from(*next) == pair[1]);
                costs.map(|(_, cost)| *cost).min().expect("an arc")
            });
            assert_eq!(steps.sum::<u32>(), truth, "{what}");
            let last = *path.last().expect("a goal") as u32;
            assert!(tangled.graph.is_goal(&last), "{what}");
            found += 1;
        }
    }
    assert!(found > 400 && many > 100, "{found} found, {many} with several goals");
}
