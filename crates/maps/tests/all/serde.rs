//! Options and reports are read as they were written; names that are not known are refused.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, to_string};
use tremaux_maps::grid::{
    AnyAngle, Cell, Direction, Grid, MapKind, MazeMethod, Movement, NeighbourOrder, PathMethod,
    Pathfinder, SmallMemory, StepCosts, StepScale,
};
use tremaux_maps::road::LandmarkSelection;

fn check<T: Serialize + DeserializeOwned + Debug + PartialEq>(values: &[T], first: &str) {
    for value in values {
        let text = to_string(value).expect("JSON");
        assert_eq!(from_str::<T>(&text).expect("what was written"), *value, "{text}");
    }
    assert_eq!(to_string(&values[0]).unwrap(), first);
    for unknown in [r#""unknown""#, r#"{"unknown":1}"#] {
        assert!(from_str::<T>(unknown).is_err(), "{first}");
    }
}

#[test]
fn options_and_reports_are_read_as_they_were_written() {
    check(&PathMethod::ALL, r#""auto""#);
    check(&Movement::ALL, r#""four-neighbours""#);
    check(&Direction::ALL, r#""north""#);
    check(&MazeMethod::ALL, r#""depth-first""#);
    check(&[StepCosts::Euclidean, StepCosts::TEN_FOURTEEN], r#""euclidean""#);
    check(&[StepScale::FAST], r#"{"straight":13860,"diagonal":19601,"is_four":false}"#);
    check(&[SmallMemory::LeastCut, SmallMemory::Budgeted], r#""least-cut""#);
    check(&[AnyAngle::LazyTheta, AnyAngle::Theta], r#""lazy-theta""#);
    check(&[LandmarkSelection::Avoid, LandmarkSelection::Farthest], r#""avoid""#);
    let orders = [NeighbourOrder::Compass, NeighbourOrder::NearestFirst];
    check(&[orders[0], orders[1], NeighbourOrder::NearestLast], r#""compass""#);
    let mazes = MazeMethod::ALL.map(|method| MapKind::WalledMaze { method, braid: 9 });
    let kinds = [MapKind::Caves, MapKind::City, MapKind::Rooms { size: 7 }];
    let others = [MapKind::Maze { corridor: 2 }, MapKind::Random { percent: 20 }];
    check(&[&kinds[..], &others, &mazes].concat(), r#""caves""#);

    let grid = Grid::from_rows(&["..#.", "..#."], Movement::CornersAlways).unwrap();
    let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar).unwrap();
    let (start, goal) = (Cell::new(0, 0), Cell::new(1, 1));
    check(&[start, goal], r#"{"x":0,"y":0}"#);
    let route = finder.path(start, goal).unwrap().unwrap();
    assert_eq!(from_str::<tremaux_maps::grid::Route>(&to_string(&route).unwrap()).unwrap(), route);
    let map = finder.distances_to(&[start]).unwrap();
    let read: tremaux_maps::grid::DistanceMap = from_str(&to_string(&map).unwrap()).unwrap();
    assert_eq!(read, map);
}
