//! Enumerations by threads of one process. Those of several processes are tests of the command
//! line, which can start them.

use std::path::Path;
use std::sync::Arc;

use tremaux_cluster::{ClusterError, Enumeration, Expansion, LevelCounts, Machines, enumerate};

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

/// A graph whose successors fail.
struct Broken;

impl Expansion for Broken {
    type State = u64;

    fn initial_state(&self) -> u64 {
        0
    }

    fn successors(&self, states: &[u64], successors: &mut Vec<u64>) {
        for &state in states {
            assert!(state < 1000, "a bug of the user's own");
            successors.extend([state + 1, state + 2]);
        }
    }

    fn is_reversible(&self) -> bool {
        false
    }
}

#[test]
fn a_panic_in_one_of_several_threads_ends_the_process() {
    const CHILD: &str = "TREMAUX_TEST_CHILD";
    let folder = tempfile::tempdir().expect("a folder");
    if std::env::var_os(CHILD).is_some() {
        let _ = run(Broken, 3, &how(folder.path(), 1 << 20));
        unreachable!("it has ended");
    }
    let mut child = std::process::Command::new(std::env::current_exe().expect("this program"));
    child.args(["--exact", "a_panic_in_one_of_several_threads_ends_the_process"]);
    let output = child.env(CHILD, "1").output().expect("it runs");
    assert_eq!(output.status.code(), Some(tremaux_cluster::FAILED));
}
