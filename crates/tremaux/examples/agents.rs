//! Five hundred agents on a map of a game, all on their way within one frame: the distances to
//! their common goal are computed once, and every agent walks down from cell to cell.
//!
//! Run it with `cargo run --release --example agents -p tremaux --features maps`.

use std::time::Instant;

use tremaux::Random;
use tremaux::maps::grid::{
    Cell, DistanceMap, Grid, Movement, PathError, PathMethod, Pathfinder, StepCosts,
};

const SIZE: u16 = 200;

/// The neighbour of a cell from which the goal is nearest.
fn downhill(map: &DistanceMap, cell: Cell) -> Cell {
    let Cell { x, y } = cell;
    let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    let cells = beside.into_iter().filter(|&(x, y)| x < SIZE && y < SIZE);
    let cells = cells.map(|(x, y)| Cell { x, y });
    cells.min_by(|a, b| map.get(*a).total_cmp(&map.get(*b))).expect("a neighbour")
}

/// The frames until the last of the agents is at the goal, and its distance before.
pub(crate) fn solve() -> Result<(u32, f64), PathError> {
    let mut random = Random::new(1);
    let free: Vec<bool> = (0..SIZE * SIZE).map(|_| random.below(4) > 0).collect();
    let goal = Cell::new(SIZE / 2, SIZE / 2);
    let is_free = |cell: Cell| free[usize::from(cell.y * SIZE + cell.x)] || cell == goal;
    let grid = Grid::new(SIZE, SIZE, Movement::FourNeighbours, is_free);
    let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar)?;

    // All moves are as long one way as the other, so distances from the goal lead to it.
    let map = finder.distances(goal)?;
    let mut agents = Vec::new();
    while agents.len() < 500 {
        let [x, y] = [(); 2].map(|()| random.below(SIZE.into()) as u16);
        let cell = Cell { x, y };
        if map.get(cell).is_finite() {
            agents.push(cell);
        }
    }
    let farthest = agents.iter().map(|&cell| map.get(cell)).fold(0.0, f64::max);
    let mut frames = 0;
    while agents.iter().any(|&cell| cell != goal) {
        for cell in agents.iter_mut().filter(|cell| **cell != goal) {
            *cell = downhill(&map, *cell);
        }
        frames += 1;
    }
    Ok((frames, farthest))
}

pub(crate) fn main() {
    let started = Instant::now();
    let (frames, farthest) = solve().expect("cells of the map");
    println!("all are there after {frames} frames, computed in {:?}", started.elapsed());
    assert_eq!(f64::from(frames), farthest);
}
