//! Shortest paths in a fixed amount of memory, however large the map.

use tremaux_core::{Algorithm, Limits, Observer, Progress, Search, Termination};
use tremaux_search::BranchAndBound;

use super::cell::Cell;
use super::path_method::PathError;
use super::pathfinder::Pathfinder;
use super::route::Route;
use super::space::{OpenDistance, WeightedQuery};
use crate::watch::{MapSteps, Watched};

/// How a search with little memory raises its bound from one depth-first search to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum SmallMemory {
    /// To the smallest f-value that was cut off: IDA* (Korf 1985). With two step lengths there
    /// are about as many searches as there are different path lengths.
    LeastCut,
    /// So that each search visits a few times as many cells as the one before (Helmert et al.
    /// 2019): with a table, at least as many cells as A* times their logarithm.
    Budgeted,
}

impl Pathfinder {
    /// Finds a shortest path by depth-first searches with a table of this many bytes: IDA* and
    /// variants with a transposition table (Reinefeld and Marsland 1994; Brockington 2000),
    /// which may be far smaller than the list of cells that A* keeps.
    ///
    /// Paths are exactly shortest, also with weights. The table stores whole cells, so no proof
    /// depends on a hash. If it cannot hold the cells that a search revisits, the time grows
    /// exponentially with the number of ways around obstacles: **set limits**. Without a table,
    /// even a few dozen open cells are too many.
    ///
    /// If there is no path, `route` is empty, and nothing is searched. It is also empty if a
    /// limit was reached; the return value tells which.
    ///
    /// ```
    /// use tremaux::{Limits, Progress, Termination};
    /// use tremaux::maps::grid::{Cell, Grid, Movement, PathMethod, Pathfinder};
    /// use tremaux::maps::grid::{Route, SmallMemory, StepCosts};
    ///
    /// let grid = Grid::new(30, 20, Movement::NoCornerCutting, |cell| cell.x != 9 || cell.y == 5);
    /// let finder = Pathfinder::new(grid, StepCosts::Euclidean, PathMethod::AStar)?;
    /// let (limits, mut route) = (Limits::default().with_nodes(100_000), Route::default());
    /// let ends = (Cell::new(2, 12), Cell::new(20, 11));
    /// let progress =
    ///     finder.find_in(1 << 14, SmallMemory::Budgeted, ends.0, ends.1, &limits, &mut route)?;
    /// assert_eq!(progress, Progress::Done(Termination::Finished));
    /// assert_eq!(finder.cost(ends.0, ends.1)?, Some(route.cost));
    /// # Ok::<(), tremaux::maps::grid::PathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a cell is off the map or the start is blocked.
    pub fn find_in(
        &self,
        table_bytes: usize,
        rule: SmallMemory,
        start: Cell,
        goal: Cell,
        limits: &Limits,
        route: &mut Route,
    ) -> Result<Progress, PathError> {
        let memory = (table_bytes, rule);
        self.find_in_watched(memory, (start, goal), limits, route, &mut ())
    }

    /// Like [`Pathfinder::find_in`], and reports every step to `observer`.
    ///
    /// # Errors
    ///
    /// Like [`Pathfinder::find_in`].
    pub fn find_in_watched<O: Observer<MapSteps<Cell>> + ?Sized>(
        &self,
        (table_bytes, rule): (usize, SmallMemory),
        (start, goal): (Cell, Cell),
        limits: &Limits,
        route: &mut Route,
        observer: &mut O,
    ) -> Result<Progress, PathError> {
        self.check(start, goal)?;
        route.clear();
        if !self.is_reachable(start, goal) {
            return Ok(Progress::Done(Termination::Exhausted));
        }
        // The table must fit into the memory limit, with a sixteenth left for the path.
        let most = limits.memory.map_or(usize::MAX, |memory| memory - memory / 16);
        let table_bytes = table_bytes.min(most);
        let scale = self.shared().exact;
        let query = WeightedQuery { grid: self.grid(), scale, start, goal };
        let mut watched = Watched::new(observer, scale.unit(self.costs()));
        let strategy = match rule {
            SmallMemory::LeastCut => BranchAndBound::ida_star(),
            SmallMemory::Budgeted => BranchAndBound::budgeted(),
        };
        let (report, progress) = if table_bytes == 0 {
            let mut search = strategy.start(&query, OpenDistance);
            let progress = search.advance(limits, &mut watched);
            (search.report(), progress)
        } else {
            let strategy = strategy.full(table_bytes).best_first(true);
            let mut search = strategy.start(&query, OpenDistance);
            let progress = search.advance(limits, &mut watched);
            (search.report(), progress)
        };
        route.expanded = report.statistics.expanded;
        if let Some(plan) = report.plan.as_ref().filter(|_| report.is_proven_optimal()) {
            let _ = route.set_legs(start, plan.actions.iter().map(|&step| (step, 1)));
            route.cost = scale.length(self.costs(), plan.cost);
        }
        Ok(progress)
    }
}
