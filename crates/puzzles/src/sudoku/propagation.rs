//! The Sudoku solver as a search.

use std::ops::Deref;

use tremaux_core::{
    Algorithm, CompactActions, Cost, Detail, Event, Heuristic, Limits, Meter, Observer, Plan,
    Progress, Search, SearchReport, StateSpace, Statistics, StopReason, Termination,
};

use super::{Board, Fill, Solver, Step, Sudoku};

/// Depth-first search with propagation, by [`Solver`], for a given number of solutions.
///
/// Searching for two tells whether the first is unique. In the report, `expanded` counts the
/// boards on which the search branched, and `generated` the assumptions made there, which are as
/// many. Plans fill the cells in the order of the space. It uses no heuristic.
///
/// If the search ends with [`Exhausted`](Termination::Exhausted), there is no other solution.
/// All have the same cost, so the first is optimal.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, Search, Termination};
/// use tremaux::puzzles::sudoku::{Clues, Propagation, Sudoku};
/// let clues = Clues::parse("1... ..3. .4.. ...2")?;
/// let sudoku = Sudoku::<9>::new(&clues).expect("at most nine digits");
/// let report = Propagation::default().solve(&sudoku, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.map(|plan| plan.cost), Some(12));
/// assert_eq!(report.termination, Termination::Exhausted);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Propagation {
    plan_count: u64,
}

/// Searches for two solutions.
impl Default for Propagation {
    fn default() -> Self {
        Self { plan_count: 2 }
    }
}

impl Propagation {
    /// Searches for this many solutions.
    #[inline]
    #[must_use]
    pub const fn plan_count(self, plan_count: u64) -> Self {
        Self { plan_count }
    }
}

/// A [`Propagation`] in progress.
#[derive(Debug)]
pub struct PropagationSearch<P> {
    space: P,
    solver: Solver,
    plan_count: u64,
    /// The solutions, one after the other.
    found: Vec<u8>,
    count: u64,
    known: Vec<u8>,
    /// Why it paused or ended, if it has.
    termination: Termination,
    is_over: bool,
    statistics: Statistics,
}

impl<const N: usize> Algorithm<Sudoku<N>> for Propagation {
    type Search<P: Deref<Target = Sudoku<N>>, H: Heuristic<Sudoku<N>>> = PropagationSearch<P>;

    fn start<P, H>(&self, space: P, _heuristic: H) -> PropagationSearch<P>
    where
        P: Deref<Target = Sudoku<N>>,
        H: Heuristic<Sudoku<N>>,
    {
        PropagationSearch {
            solver: Solver::new(space.clues()),
            plan_count: self.plan_count,
            found: Vec::new(),
            count: 0,
            known: vec![0; space.shape().cells()],
            termination: Termination::Stopped(StopReason::NodeLimit),
            is_over: false,
            statistics: Statistics::default(),
            space,
        }
    }
}

impl<const N: usize, P: Deref<Target = Sudoku<N>>> PropagationSearch<P> {
    /// The fills that lead to this solution.
    fn plan(&self, solution: &[u8]) -> Plan<Fill, u32> {
        let mut board = self.space.initial_state();
        let mut actions = Vec::with_capacity(board.empty_cells() as usize);
        while let Some(Fill { cell, .. }) = self.space.action_set(&board).next() {
            let fill = Fill { cell, digit: solution[usize::from(cell)] };
            self.space.apply(&mut board, fill);
            actions.push(fill);
        }
        Plan { cost: actions.len() as u32, actions }
    }

    fn solutions_found(&self) -> impl Iterator<Item = &[u8]> {
        self.found.chunks_exact(self.space.shape().cells())
    }

    /// Reports the next branch.
    fn tell<O: Observer<Sudoku<N>> + ?Sized>(&mut self, observer: &mut O) {
        self.solver.known(&mut self.known);
        let mut board: Board<N> = self.space.initial_state();
        for (cell, (&digit, &clue)) in self.known.iter().zip(self.space.clues().cells()).enumerate()
        {
            if digit > 0 && clue == 0 {
                self.space.apply(&mut board, Fill { cell: cell as u16, digit });
            }
        }
        let g = self.space.initial_state().empty_cells() - board.empty_cells();
        let h = board.empty_cells();
        observer.observe(Event::Expanded { state: &board, g });
        let action = self.space.action_set(&board).next();
        observer.observe(Event::Generated { state: &board, action, g, h });
    }

    /// Continues until there is something to report or check.
    fn step<O: Observer<Sudoku<N>> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Step, StopReason> {
        let expanded = self.statistics.expanded;
        let allowed = if observer.detail() != Detail::Nothing {
            0
        } else {
            meter.next_poll().saturating_sub(expanded)
        };
        match self.solver.step(allowed) {
            Step::Paused => {}
            step => return Ok(step),
        }
        let bytes = self.found.capacity();
        meter.check(self.solver.branches(), || bytes)?;
        if observer.detail() != Detail::Nothing {
            self.tell(observer);
        }
        // The branch before which it paused.
        Ok(self.solver.step(1))
    }
}

impl<const N: usize, P: Deref<Target = Sudoku<N>>> Search<Sudoku<N>> for PropagationSearch<P> {
    fn advance<O>(&mut self, limits: &Limits, observer: &mut O) -> Progress
    where
        O: Observer<Sudoku<N>> + ?Sized,
    {
        if self.is_over {
            return Progress::Done(self.termination);
        }
        let mut meter = Meter::start(limits, self.statistics.expanded);
        let cost = self.space.initial_state().empty_cells();
        let progress = loop {
            let step = self.step(&mut meter, observer);
            self.statistics.expanded = self.solver.branches();
            match step {
                Err(reason) => {
                    self.termination = Termination::Stopped(reason);
                    break Progress::Paused(reason);
                }
                Ok(Step::Paused) => {}
                Ok(Step::Solution) => {
                    let start = self.found.len();
                    self.found.resize(start + self.known.len(), 0);
                    self.solver.write_solution(&mut self.found[start..]);
                    self.count += 1;
                    observer.observe(Event::Solution(cost));
                    if self.count >= self.plan_count {
                        self.termination = Termination::Finished;
                        self.is_over = true;
                        break Progress::Done(self.termination);
                    }
                }
                Ok(Step::Exhausted) => {
                    self.termination = Termination::Exhausted;
                    self.is_over = true;
                    break Progress::Done(self.termination);
                }
            }
        };
        self.statistics.elapsed += meter.elapsed();
        progress
    }

    fn report(&self) -> SearchReport<Fill, u32> {
        let plan = self.solutions_found().next().map(|solution| self.plan(solution));
        let is_exhausted = self.is_over && self.termination == Termination::Exhausted;
        let lower_bound = match &plan {
            None if is_exhausted => u32::INFINITY,
            // Every solution fills all empty cells.
            _ => self.space.initial_state().empty_cells(),
        };
        let statistics = {
            let mut statistics = self.statistics.clone();
            statistics.generated = self.statistics.expanded;
            statistics.peak_bytes = self.found.capacity();
            statistics
        };
        SearchReport::new(plan, lower_bound, self.termination, statistics)
    }

    fn solutions(&self) -> Vec<Plan<Fill, u32>> {
        self.solutions_found().map(|solution| self.plan(solution)).collect()
    }
}
