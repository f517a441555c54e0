//! Edits of a map between queries: doors in a wall open and close.
//!
//! Run it with `cargo run --example map_edits -p tremaux`.

use tremaux::maps::grid::{Cell, Grid, Movement, PathError, PathMethod, Pathfinder, StepCosts};

const NEAR_DOOR: Cell = Cell::new(10, 4);
const FAR_DOOR: Cell = Cell::new(10, 8);

/// The steps from one side of the wall to the other: with both doors open, without the nearer
/// one, without both, and with the nearer one again.
pub(crate) fn solve() -> Result<[Option<f64>; 4], PathError> {
    let is_free = |cell: Cell| cell.x != 10 || cell == NEAR_DOOR || cell == FAR_DOOR;
    let grid = Grid::new(20, 10, Movement::FourNeighbours, is_free);
    let mut finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::JumpPoints)?;
    let (from, to) = (Cell::new(2, 3), Cell::new(17, 3));

    let both = finder.cost(from, to)?;
    finder.set_free(&[(NEAR_DOOR, false)]);
    let without_near = finder.cost(from, to)?;
    finder.set_free(&[(FAR_DOOR, false)]);
    let without_both = finder.cost(from, to)?;
    finder.set_free(&[(NEAR_DOOR, true)]);
    Ok([both, without_near, without_both, finder.cost(from, to)?])
}

pub(crate) fn main() {
    let steps = solve().expect("cells of the map");
    println!("{steps:?} steps");
    assert_eq!(steps, [Some(17.0), Some(25.0), None, Some(17.0)]);
}
