//! Placements by constraints: where none is found, there is none.

use tremaux_constraints::{Settings, Solver, Step};
use tremaux_landscape::{Log, Optimization, Tally};

use super::{Placement, model};

/// The search for the first placement.
pub(super) struct ByConstraints {
    solver: Solver,
    placement: Option<Placement>,
    is_over: bool,
    log: Log,
}

impl ByConstraints {
    pub(super) fn new(queens: u32, seed: u64) -> Self {
        let solver = Solver::new(model(queens), Settings::default().seed(seed));
        Self { solver, placement: None, is_over: false, log: Log::default() }
    }
}

impl Optimization<Placement> for ByConstraints {
    fn step(&mut self) -> bool {
        if !self.is_over {
            match self.solver.step(1) {
                Step::Paused => return true,
                Step::Solution => {
                    self.placement = Some(Placement::new(self.solver.solution().to_vec()));
                }
                Step::Exhausted => {}
            }
            self.is_over = true;
        }
        false
    }

    fn best(&self) -> Option<(&Placement, f64)> {
        self.placement.as_ref().map(|placement| (placement, 0.0))
    }

    fn best_value(&self) -> f64 {
        if self.placement.is_some() { 0.0 } else { f64::INFINITY }
    }

    fn lower_bound(&self) -> f64 {
        if self.is_over && self.placement.is_none() { 1.0 } else { 0.0 }
    }

    fn tally(&self) -> Tally {
        let counts = self.solver.counts();
        Tally { evaluated: counts.nodes, accepted: counts.nodes, starts: 1 + counts.restarts }
    }

    fn bytes(&self) -> usize {
        self.solver.bytes()
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }
}
