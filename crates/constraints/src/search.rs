//! The solver as a search of a state space.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use tremaux_core::{
    Algorithm, Cost, Detail, Event, Heuristic, Limits, Meter, Observer, Plan, Progress, Search,
    SearchReport, StateSpace, Statistics, StopReason, Termination,
};

use crate::{Model, Settings, Solver, Step, Variable};

/// The plans of a state space.
type PlanOf<S> = Plan<<S as StateSpace>::Action, <S as StateSpace>::Cost>;

/// A state space that is also a problem of variables and constraints: each goal is a solution.
pub trait ConstraintSpace: StateSpace {
    /// The problem.
    fn model(&self) -> &Arc<Model>;

    /// The plan that leads to this solution.
    fn plan(&self, solution: &[u32]) -> Plan<Self::Action, Self::Cost>;

    /// The state in which the variables have the values that `value` knows, for observers.
    fn state(&self, value: &dyn Fn(Variable) -> Option<u32>) -> Self::State;

    /// The cost of a plan to a solution with this total of scores; for a problem without scores,
    /// the cost of any plan, or less.
    fn cost_of(&self, total: u64) -> Self::Cost;
}

/// Constraint propagation with backtracking, by a [`Solver`], for a given number of solutions.
///
/// Searching for two tells whether the first is unique. If totals are maximized, each solution is
/// better than the one before, and the last is the best. In the report, `expanded` counts the
/// decisions, and `generated` the assignments made there, which are as many. `iterations` counts
/// restarts. It uses no heuristic.
#[derive(Clone, Debug)]
pub struct Propagation {
    plan_count: u64,
    settings: Settings,
}

/// Searches for one solution, with the default settings.
impl Default for Propagation {
    fn default() -> Self {
        Self { plan_count: 1, settings: Settings::default() }
    }
}

impl Propagation {
    /// Searches for this many solutions. Ignored if totals are maximized.
    #[must_use]
    pub fn plan_count(self, plan_count: u64) -> Self {
        Self { plan_count, ..self }
    }

    /// Searches with these settings.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }
}

/// A [`Propagation`] in progress.
pub struct PropagationSearch<P: Deref<Target: StateSpace>> {
    space: P,
    solver: Solver,
    /// The number of solutions to find.
    plan_count: u64,
    /// The solutions, one after the other; only the best if totals are maximized.
    found: Vec<u32>,
    /// The number of solutions in `found`.
    kept: usize,
    /// The plan to the first of `found`, once it was asked for.
    plan: OnceLock<PlanOf<P::Target>>,
    termination: Termination,
    is_over: bool,
    statistics: Statistics,
}

impl<S: ConstraintSpace> Algorithm<S> for Propagation {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = PropagationSearch<P>;

    fn start<P, H>(&self, space: P, _heuristic: H) -> PropagationSearch<P>
    where
        P: Deref<Target = S>,
        H: Heuristic<S>,
    {
        let solver = Solver::new(Arc::clone(space.model()), self.settings.clone());
        PropagationSearch {
            plan_count: if solver.has_objective() { u64::MAX } else { self.plan_count },
            solver,
            found: Vec::new(),
            kept: 0,
            plan: OnceLock::new(),
            termination: Termination::Stopped(StopReason::NodeLimit),
            is_over: false,
            statistics: Statistics::default(),
            space,
        }
    }
}

impl<S: ConstraintSpace, P: Deref<Target = S>> PropagationSearch<P> {
    fn solutions_found(&self) -> impl Iterator<Item = &[u32]> {
        let (length, count) = (self.space.model().len(), self.kept);
        (0..count).map(move |at| &self.found[at * length..(at + 1) * length])
    }

    fn bytes(&self) -> usize {
        self.solver.bytes() + self.found.capacity() * size_of::<u32>()
    }

    /// Reports the next decision.
    fn observe_decision<O: Observer<S> + ?Sized>(&self, observer: &mut O) {
        let state = self.space.state(&|variable| self.solver.fixed(variable));
        let mut actions = Vec::new();
        self.space.actions(&state, &mut actions);
        let (g, h) = (S::Cost::ZERO, S::Cost::ZERO);
        observer.observe(Event::Expanded { state: &state, g });
        let action = actions.first().copied();
        observer.observe(Event::Generated { state: &state, action, g, h });
    }

    /// Continues until there is something to report or check.
    fn step<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Step, StopReason> {
        let nodes = self.solver.counts().nodes;
        let is_watched = observer.detail() != Detail::Nothing;
        let allowed = if is_watched { 0 } else { meter.next_poll().saturating_sub(nodes) };
        match self.solver.step(allowed) {
            Step::Paused => {}
            step => return Ok(step),
        }
        meter.check(self.solver.counts().nodes, || self.bytes())?;
        if is_watched {
            self.observe_decision(observer);
        }
        // The decision before which it paused.
        Ok(self.solver.step(1))
    }

    /// Keeps the solution that the solver has found. Returns whether there are enough.
    fn keep<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> bool {
        if self.solver.has_objective() {
            self.found.clear();
            self.kept = 0;
            self.plan = OnceLock::new();
        }
        self.found.extend_from_slice(self.solver.solution());
        self.kept += 1;
        observer.observe(Event::Solution(self.space.cost_of(self.solver.total())));
        self.kept as u64 >= self.plan_count
    }
}

impl<S: ConstraintSpace, P: Deref<Target = S>> Search<S> for PropagationSearch<P> {
    fn advance<O>(&mut self, limits: &Limits, observer: &mut O) -> Progress
    where
        O: Observer<S> + ?Sized,
    {
        if self.is_over {
            return Progress::Done(self.termination);
        }
        let mut meter = Meter::start(limits, self.solver.counts().nodes);
        let progress = loop {
            match self.step(&mut meter, observer) {
                Err(reason) => {
                    self.termination = Termination::Stopped(reason);
                    break Progress::Paused(reason);
                }
                Ok(Step::Paused) => continue,
                Ok(Step::Solution) if !self.keep(observer) => continue,
                Ok(Step::Solution) => self.termination = Termination::Finished,
                Ok(Step::Exhausted) => self.termination = Termination::Exhausted,
            }
            self.is_over = true;
            break Progress::Done(self.termination);
        };
        self.statistics.elapsed += meter.elapsed();
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.bytes());
        progress
    }

    fn report(&self) -> SearchReport<S::Action, S::Cost> {
        let first = self.solutions_found().next();
        let plan =
            first.map(|solution| self.plan.get_or_init(|| self.space.plan(solution)).clone());
        let is_exhausted = self.is_over && self.termination == Termination::Exhausted;
        let lower_bound = match &plan {
            None if is_exhausted => S::Cost::INFINITY,
            Some(plan) if is_exhausted => plan.cost,
            _ => self.space.cost_of(self.solver.bound()),
        };
        let counts = self.solver.counts();
        let statistics = {
            let mut statistics = self.statistics.clone();
            statistics.expanded = counts.nodes;
            statistics.generated = counts.nodes;
            statistics.pruned = counts.failures;
            statistics.iterations = counts.restarts + 1;
            statistics
        };
        SearchReport::new(plan, lower_bound, self.termination, statistics)
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.solutions_found().map(|solution| self.space.plan(solution)).collect()
    }
}
