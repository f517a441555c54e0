//! Which method [`PathMethod::Auto`] chooses.

use super::grid::Grid;
use super::movement::Movement;
use super::pathfinder::PathMethod;

/// A* or jump points, whichever is expected to be faster on this map.
///
/// Jump points are faster where most straight lines end at a wall, which is known without a
/// scan; where jump points are so dense that A* cannot prune much either; and, with four
/// neighbours, where they are rare. Otherwise most scans end at jump points that are of no use
/// for the path. The bounds were measured: they lie between the maps of the bench `methods` on
/// which either is faster.
pub(super) fn choose(grid: &Grid) -> PathMethod {
    if grid.is_weighted() {
        return PathMethod::AStar;
    }
    let free = grid.free_cells() as f64;
    // Per free cell: straight directions with a jump point ahead, and those for which the cell
    // is one.
    let (ahead, here) = (grid.lead_count() as f64 / free, grid.jump_point_count() as f64 / free);
    let (rare, dense) = match grid.movement() {
        Movement::FourNeighbours => (0.3, 2.0),
        Movement::NoCornerCutting => (0.0, 1.55),
        Movement::OneSideFree | Movement::CornersAlways => (0.0, 2.0),
    };
    let is_walled = ahead < 1.7 || ahead < 1.9 && here > 0.5;
    if is_walled || here < rare || here > dense {
        PathMethod::JumpPoints
    } else {
        PathMethod::AStar
    }
}
