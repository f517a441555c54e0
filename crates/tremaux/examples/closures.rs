//! Searches in one call, without a trait: finds the way out of a small maze with four
//! algorithms.
//!
//! Run it with `cargo run --example closures -p tremaux`.

const MAZE: [&str; 7] =
    ["#########", "#S..#...#", "#.#.#.#.#", "#.#...#.#", "#.#####.#", "#.......G", "#########"];

fn main() {
    type Cell = (usize, usize);
    let at = |(x, y): Cell| MAZE[y].as_bytes()[x];
    let steps = |&(x, y): &Cell| {
        let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
        beside.into_iter().filter(|&(x, y)| x < 9 && y < 7).filter(move |&cell| at(cell) != b'#')
    };
    let dear_steps = |cell: &Cell| steps(cell).map(|cell| (cell, 1_u32));
    let distance = |&(x, y): &Cell| (x.abs_diff(8) + y.abs_diff(5)) as u32;
    let is_goal = |&cell: &Cell| at(cell) == b'G';

    let (path, cost) = tremaux::a_star((1, 1), dear_steps, distance, is_goal).expect("a way out");
    println!("A*: {cost} steps, {path:?}");
    let (_, same) = tremaux::dijkstra((1, 1), dear_steps, is_goal).expect("a way out");
    let (_, less_memory) =
        tremaux::ida_star((1, 1), dear_steps, distance, is_goal).expect("a way out");
    let fewest = tremaux::breadth_first((1, 1), steps, is_goal).expect("a way out");
    assert_eq!([same, less_memory, fewest.len() as u32 - 1], [cost; 3]);
    println!("Dijkstra's algorithm, IDA* and breadth-first search agree.");
}
