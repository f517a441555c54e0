//! Searches run once more to be looked at: which cells they expand.

use tremaux_core::{Algorithm, Blind, Event, Limits, Observer, StateSpace};
use tremaux_maps::grid::{
    Cell, Grid, JumpQuery, OpenDistance, StepCosts, StepQuery, StepScale, WeightedQuery,
};
use tremaux_search::{BestFirst, Indexed};

/// Notes the states that are expanded.
#[derive(Default)]
struct Noted(Vec<Cell>);

impl<S: StateSpace<State = Cell>> Observer<S> for Noted {
    fn observe(&mut self, event: Event<'_, S>) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(*state);
        }
    }
}

/// The cells that `algorithm` expands on the way from `start` to `goal`, in their order, for
/// pictures: `dijkstra`, `a-star` and `jps`, whose jump points they are then. `None` for
/// other algorithms, and if costs might not fit.
#[must_use]
pub fn expanded_cells(
    grid: &Grid,
    costs: StepCosts,
    algorithm: &str,
    start: Cell,
    goal: Cell,
    limits: &Limits,
) -> Option<Vec<Cell>> {
    let mut noted = Noted::default();
    let movement = grid.movement();
    let scale = StepScale::fast(costs, movement);
    let query = StepQuery { grid, scale, start, goal };
    let (dijkstra, astar) = (BestFirst::dijkstra(), BestFirst::astar());
    match algorithm {
        "dijkstra" | "a-star" if grid.is_weighted() => {
            let bound = grid.free_cells() as u64 * u64::from(u8::MAX);
            let scale = StepScale::exact_for(costs, movement, bound)?;
            let query = WeightedQuery { grid, scale, start, goal };
            if algorithm == "dijkstra" {
                let _ = dijkstra.table(Indexed).solve(&query, Blind, limits, &mut noted);
            } else {
                let _ = astar.table(Indexed).solve(&query, OpenDistance, limits, &mut noted);
            }
        }
        "dijkstra" => {
            let _ = dijkstra.table(Indexed).solve(&query, Blind, limits, &mut noted);
        }
        "a-star" => {
            let _ = astar.table(Indexed).solve(&query, OpenDistance, limits, &mut noted);
        }
        "jps" => {
            let query = JumpQuery { finder: grid, scale, start, goal };
            let _ = astar.table(Indexed).solve(&query, OpenDistance, limits, &mut noted);
        }
        _ => return None,
    }
    Some(noted.0)
}
