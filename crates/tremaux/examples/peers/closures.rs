//! The task of `closures` by the crate `pathfinding`.

use pathfinding::prelude::{astar, bfs, dijkstra, idastar};

type Cell = (usize, usize);

const MAZE: [&str; 7] =
    ["#########", "#S..#...#", "#.#.#.#.#", "#.#...#.#", "#.#####.#", "#.......G", "#########"];

/// The path that A* finds, and the steps of the paths of all four.
pub(crate) fn solve() -> (Vec<Cell>, [u32; 4]) {
    let at = |(x, y): Cell| MAZE[y].as_bytes()[x];
    let steps = |&(x, y): &Cell| {
        let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        beside.into_iter().filter(move |&cell| at(cell) != b'#')
    };
    let steps_with_costs = |cell: &Cell| steps(cell).map(|cell| (cell, 1));
    let distance = |&(x, y): &Cell| (x.abs_diff(8) + y.abs_diff(5)) as u32;
    let is_goal = |&cell: &Cell| at(cell) == b'G';
    let start = (1, 1);

    let (path, a_star) = astar(&start, steps_with_costs, distance, is_goal).expect("a way out");
    let (_, by_dijkstra) = dijkstra(&start, steps_with_costs, is_goal).expect("a way out");
    let (_, ida_star) = idastar(&start, steps_with_costs, distance, is_goal).expect("a way out");
    let fewest = bfs(&start, steps, is_goal).expect("a way out");
    (path, [a_star, by_dijkstra, ida_star, fewest.len() as u32 - 1])
}

pub(crate) fn main() {
    let (path, steps) = solve();
    println!("{steps:?} steps by A*, Dijkstra's algorithm, IDA* and breadth-first search");
    println!("{path:?}");
    assert!(path.len() == 12 && steps == [11; 4]);
}
