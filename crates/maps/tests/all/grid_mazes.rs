//! Mazes: how they are made, and searches of large ones.

use std::collections::HashMap;

use tremaux_core::{Algorithm, Limits, NoHeuristic, StateSpace};
use tremaux_maps::grid::{
    Cell, Components, Direction, Grid, GridWorld, MapKind, MazeMethod, Movement, NeighbourOrder,
    StepScale, TerrainRules,
};
use tremaux_search::{BestFirst, Indexed, plan_cost};

const FOUR: Movement = Movement::FourNeighbours;
const SCALE: StepScale<u32> = StepScale { straight: 1, diagonal: 1, is_four: true };

fn maze((width, height): (u16, u16), method: MazeMethod, braid: u8, seed: u64) -> Grid {
    let map = MapKind::WalledMaze { method, braid }.generate(width, height, seed);
    Grid::from_file(&map, &TerrainRules::land(), FOUR)
}

fn free_cells(grid: &Grid) -> Vec<Cell> {
    let cells = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell::new(x, y)));
    cells.filter(|&cell| grid.is_free(cell)).collect()
}

#[test]
fn there_is_one_way_between_any_two_rooms() {
    for method in MazeMethod::ALL {
        for size in [(3, 3), (3, 19), (15, 3), (5, 5), (27, 17), (41, 63), (2, 2), (2, 9), (12, 8)]
        {
            for seed in 0..5 {
                let grid = maze(size, method, 0, seed);
                let rooms = [size.0, size.1].map(|side| usize::from((side - 1) / 2).max(1));
                // A tree: as many passages as rooms less one, and everything connected.
                let cells = free_cells(&grid);
                assert_eq!(cells.len(), 2 * rooms[0] * rooms[1] - 1, "{method:?} {size:?}");
                let parts = Components::new(&grid);
                assert!(cells.iter().all(|&cell| parts.of(cell) == parts.of(cells[0])));
                assert_eq!(free_cells(&maze(size, method, 0, seed)), cells);
                if cells.len() > 200 {
                    assert_ne!(free_cells(&maze(size, method, 0, seed + 100)), cells);
                }
            }
        }
    }
}

/// There are 15 spanning trees of 2×3 rooms; Wilson's method makes each equally often.
#[test]
fn wilsons_mazes_are_uniform() {
    let mut counts: HashMap<Vec<Cell>, u32> = HashMap::new();
    for seed in 0..15_000 {
        let cells = free_cells(&maze((7, 5), MazeMethod::Wilson, 0, seed));
        *counts.entry(cells).or_default() += 1;
    }
    assert_eq!(counts.len(), 15);
    // Each count is some 1,000 with a standard deviation of 31.
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn braided_mazes_have_no_dead_ends() {
    for method in MazeMethod::ALL {
        let dead_ends = |braid| {
            let grid = maze((51, 41), method, braid, 3);
            free_cells(&grid).into_iter().filter(|&cell| grid.steps(cell).len() == 1).count()
        };
        let (all, half) = (dead_ends(0), dead_ends(50));
        assert!(all > 20 && half > 0 && half < all, "{method:?}: {all} {half}");
        assert_eq!(dead_ends(100), 0, "{method:?}");
    }
}

#[test]
fn neighbours_towards_the_goal() {
    let world = GridWorld::parse("...\n.S.\n..G\n", FOUR, SCALE).expect("a grid");
    let steps = |order| {
        let mut steps = Vec::new();
        world.clone().with_order(order).actions(&world.initial_state(), &mut steps);
        steps
    };
    use Direction::{East, North, South, West};
    assert_eq!(steps(NeighbourOrder::Compass), [North, East, South, West]);
    assert_eq!(steps(NeighbourOrder::NearestFirst), [East, South, North, West]);
    assert_eq!(steps(NeighbourOrder::NearestLast), [West, North, South, East]);
}

/// A maze of four million cells, and the shortest way through it.
#[test]
fn large_mazes() {
    for method in MazeMethod::ALL {
        let grid = maze((2001, 2001), method, 20, 7);
        let goals = vec![Cell::new(1999, 1999)];
        let world = GridWorld::new(grid, SCALE, Cell::new(1, 1), goals);
        let breadth_first = BestFirst::breadth_first().table(Indexed);
        let report = breadth_first.solve(&world, NoHeuristic, &Limits::default(), &mut ());
        assert!(report.is_proven_optimal(), "{method:?}");
        let plan = report.plan.expect("a way");
        assert_eq!(plan_cost(&world, &plan.actions), Some(plan.cost));
    }
}
