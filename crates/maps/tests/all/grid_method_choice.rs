//! What `PathMethod::Auto` chooses: as the bench `methods` measures.

use tremaux_maps::grid::{
    Cell, Grid, MapKind, Movement, PathError, PathMethod, Pathfinder, StepCosts, TerrainRules,
};

fn finder(grid: Grid, method: PathMethod) -> Pathfinder {
    Pathfinder::new(grid, StepCosts::Euclidean, method).expect("usable costs")
}

fn chosen(landscape: MapKind, side: u16, seed: u64, movement: Movement) -> PathMethod {
    let file = landscape.generate(side, side, seed);
    finder(Grid::from_file(&file, &TerrainRules::land(), movement), PathMethod::Auto).method()
}

#[test]
fn the_faster_method_is_chosen_on_every_kind_of_map() {
    use MapKind::{Caves, City, Maze, Random, Rooms};
    use Movement::{CornersAlways, FourNeighbours, NoCornerCutting, OneSideFree};
    let random = |percent| Random { percent };
    for (side, seed) in [(96, 1), (192, 2), (512, 3)] {
        for movement in Movement::ALL {
            for landscape in [
                random(0),
                Caves,
                City,
                Rooms { size: 7 },
                Rooms { size: 20 },
                Maze { corridor: 1 },
                Maze { corridor: 8 },
            ] {
                let method = chosen(landscape, side, seed, movement);
                assert_eq!(method, PathMethod::JumpPoints, "{landscape:?}, {side}, {movement:?}");
            }
        }
        for (movement, astar, jumps) in [
            (NoCornerCutting, &[2, 5, 15, 25][..], &[40][..]),
            (CornersAlways, &[2, 5, 25, 40, 50], &[]),
            (OneSideFree, &[2, 5, 20], &[40]),
            (FourNeighbours, &[8, 25, 40], &[1, 2]),
        ] {
            for (percents, method) in [(astar, PathMethod::AStar), (jumps, PathMethod::JumpPoints)]
            {
                for &percent in percents {
                    let made = chosen(random(percent), side, seed, movement);
                    assert_eq!(made, method, "{percent} % on {side}, {movement:?}");
                }
            }
        }
    }
}

/// Weights rule out jump points, also if an edit brings them.
#[test]
fn weighted_maps_get_a_star() {
    let open = Grid::new(40, 30, Movement::NoCornerCutting, |_| true);
    let (start, goal) = (Cell::new(0, 5), Cell::new(39, 5));
    let mut auto = finder(open.clone(), PathMethod::Auto);
    assert_eq!((auto.method(), auto.cost(start, goal)), (PathMethod::JumpPoints, Ok(Some(39.0))));
    auto.set_free(&[(Cell::new(20, 5), false)]);
    assert_eq!(auto.method(), PathMethod::JumpPoints);
    auto.set_free(&[(Cell::new(20, 5), true)]);
    let weigh = |grid: &mut Grid| (0..30).for_each(|y| grid.set_weight(Cell::new(20, y), 3));
    auto.edit(weigh).expect("A* supports weights");
    assert_eq!((auto.method(), auto.cost(start, goal)), (PathMethod::AStar, Ok(Some(41.0))));
    let mut jumps = finder(open, PathMethod::JumpPoints);
    assert_eq!(jumps.edit(weigh), Err(PathError::Weighted(PathMethod::JumpPoints)));
    assert_eq!(finder(auto.grid().clone(), PathMethod::Auto).method(), PathMethod::AStar);
}

#[test]
fn a_map_without_free_cells_gets_a_method() {
    let auto = finder(Grid::new(3, 3, Movement::OneSideFree, |_| false), PathMethod::Auto);
    assert_eq!(auto.method(), PathMethod::AStar);
}
