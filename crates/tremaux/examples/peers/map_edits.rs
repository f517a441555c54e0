//! The task of `map_edits` by the crate `pathfinding`.

use pathfinding::grid::Grid;
use pathfinding::prelude::astar;

type Cell = (usize, usize);

const NEAR_DOOR: Cell = (10, 4);
const FAR_DOOR: Cell = (10, 8);

fn cost(grid: &Grid, from: Cell, to: Cell) -> Option<usize> {
    let steps = |&cell: &Cell| grid.neighbours(cell).into_iter().map(|cell| (cell, 1));
    astar(&from, steps, |&cell| grid.distance(cell, to), |&cell| cell == to).map(|(_, cost)| cost)
}

/// The steps from one side of the wall to the other: with both doors open, without the nearer
/// one, without both, and with the nearer one again.
pub(crate) fn solve() -> [Option<usize>; 4] {
    let mut grid = Grid::new(20, 10);
    grid.fill();
    for y in 0..10 {
        grid.remove_vertex((10, y));
    }
    grid.add_vertex(NEAR_DOOR);
    grid.add_vertex(FAR_DOOR);
    let (from, to) = ((2, 3), (17, 3));

    let both = cost(&grid, from, to);
    grid.remove_vertex(NEAR_DOOR);
    let without_near = cost(&grid, from, to);
    grid.remove_vertex(FAR_DOOR);
    let without_both = cost(&grid, from, to);
    grid.add_vertex(NEAR_DOOR);
    [both, without_near, without_both, cost(&grid, from, to)]
}

pub(crate) fn main() {
    let steps = solve();
    println!("{steps:?} steps");
    assert_eq!(steps, [Some(17), Some(25), None, Some(17)]);
}
