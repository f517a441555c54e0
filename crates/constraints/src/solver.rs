//! The search.

use std::sync::Arc;

use tremaux_core::{Limits, Meter, Random, StopReason, Termination};

use crate::Variable;
use crate::model::Model;
use crate::promise::{Promise, Rated};
use crate::propagation::{Propagation, Violated};
use crate::store::Store;

/// The result of [`Solver::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Another solution: [`Solver::solution`]. If totals are maximized, a better one.
    Solution,
    /// The node limit was reached.
    Paused,
    /// There is no other solution; if totals are maximized, no better one.
    Exhausted,
}

/// Which value of a variable a search tries first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ValueOrder {
    /// The least.
    #[default]
    Least,
    /// Any, all with the same probability.
    Random,
    /// One that leaves many rows to tables, by the logarithm of their number, with some noise.
    Promise,
}

tremaux_core::options! {
    /// How a [`Solver`] searches.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Settings {
        /// The seed of random choices.
        pub seed: u64 = 0,
        /// The order of values.
        pub values: ValueOrder = ValueOrder::Least,
        /// The number of contradictions until the first restart, which grows by a tenth with each
        /// restart; 0 for no restarts.
        pub restart: u64 = 100,
        /// Whether scores are ignored: then all solutions are found, not only ever better ones.
        pub ignores_scores: bool = false,
    }
}

/// Counters of a [`Solver`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// Decisions.
    pub nodes: u64,
    /// Contradictions.
    pub failures: u64,
    /// Restarts.
    pub restarts: u64,
    /// Runs of constraints during propagation.
    pub propagations: u64,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Propagate,
    Decide,
    Retract,
    Exhausted,
}

/// What [`Model::solve_within`] found.
///
/// ```
/// use tremaux::Limits;
/// use tremaux::constraints::Model;
///
/// let mut model = Model::new();
/// model.variable(2);
/// let solution = model.solve_within(&Limits::default().with_nodes(0));
/// assert!(solution.values.is_none() && !solution.is_proved(), "there may be a solution");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The values of all variables, if there is a solution.
    pub values: Option<Vec<u32>>,
    /// Why the search ended.
    pub termination: Termination,
}

impl Solution {
    /// Whether the search is complete: then no solution is better, and without values there is
    /// none.
    pub fn is_proved(&self) -> bool {
        !matches!(self.termination, Termination::Stopped(_))
    }
}

/// Finds the solutions of a [`Model`], one after the other.
///
/// It removes values until every constraint is arc consistent, then decides the value of a
/// variable, or else excludes it. The variable is one with a small domain in proportion to the
/// number of contradictions in its constraints so far (dom/wdeg: Boussemart and others 2004).
/// Until the first solution, and while totals are maximized, it restarts now and then, and keeps
/// these numbers.
///
/// It neither recurses nor allocates per node. Time is exponential in the worst case; memory is
/// proportional to the model.
///
/// ```
/// use tremaux::constraints::{Model, Settings, Solver, Step};
///
/// // Six queens: the row of the queen in each column.
/// let mut model = Model::new();
/// let rows = model.variables(6, 6);
/// let diagonal = |sign: i32| (0..).zip(&rows).map(move |(column, &row)| (row, sign * column));
/// model.all_different(&rows);
/// model.all_different_sums(&diagonal(1).collect::<Vec<_>>());
/// model.all_different_sums(&diagonal(-1).collect::<Vec<_>>());
/// let mut solver = Solver::new(model, Settings::default());
/// let mut count = 0;
/// while solver.step(u64::MAX) == Step::Solution {
///     count += 1;
/// }
/// assert_eq!(count, 4);
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    model: Arc<Model>,
    settings: Settings,
    store: Store,
    propagation: Propagation,
    promise: Promise,
    random: Random,
    /// The decisions, one for each level of the store.
    decisions: Vec<(Variable, u32)>,
    /// For each variable, one more than the number of contradictions in its constraints.
    weights: Vec<f64>,
    /// The variables to decide: first those that the model names.
    order: Vec<Variable>,
    named: usize,
    solution: Vec<u32>,
    /// The total of the best solution.
    total: Option<u64>,
    /// No total is greater, except that of a solution already found.
    bound: u64,
    phase: Phase,
    /// The number of contradictions between the last restart and the next.
    cutoff: f64,
    /// Contradictions until the next restart.
    left: u64,
    counts: Counts,
}

impl Solver {
    /// A search that has not yet taken a step.
    pub fn new(model: impl Into<Arc<Model>>, settings: Settings) -> Self {
        let model = model.into();
        let count = model.len();
        let mut order = model.decisions.clone();
        let mut is_listed = vec![false; count];
        for variable in &order {
            is_listed[variable.index()] = true;
        }
        let named = order.len();
        let others = (0..count).map(|at| Variable(at as u32));
        order.extend(others.filter(|&it| !is_listed[it.index()] && !model.is_hidden(it)));
        Self {
            store: model.store.clone(),
            propagation: Propagation::new(&model),
            promise: Promise::default(),
            random: Random::new(settings.seed),
            decisions: Vec::with_capacity(count),
            weights: vec![1.0; count],
            order,
            named,
            solution: vec![0; count],
            total: None,
            bound: if model.is_contradictory { 0 } else { model.objective.bound(&model.store) },
            phase: if model.is_contradictory { Phase::Exhausted } else { Phase::Propagate },
            cutoff: settings.restart as f64,
            left: settings.restart,
            counts: Counts::default(),
            settings,
            model,
        }
    }

    /// Whether a total is maximized or a sum is minimized.
    pub fn has_objective(&self) -> bool {
        !self.settings.ignores_scores && !self.model.objective.is_empty()
    }

    /// The values of all variables in the solution found last.
    pub fn solution(&self) -> &[u32] {
        &self.solution
    }

    /// The total of the solution found last; 0 before the first. Of a sum to be minimized, it
    /// counts how much the greatest that the domains allowed at first exceeds it.
    pub fn total(&self) -> u64 {
        self.total.unwrap_or(0)
    }

    /// No solution has a greater total.
    pub fn bound(&self) -> u64 {
        match self.phase {
            Phase::Exhausted => self.total(),
            _ => self.total().max(self.bound),
        }
    }

    /// The value of a variable, if it is certain at the current state of the search.
    pub fn fixed(&self, variable: Variable) -> Option<u32> {
        self.store.is_fixed(variable).then(|| self.store.value(variable))
    }

    /// Its counters.
    pub fn counts(&self) -> Counts {
        Counts { propagations: self.propagation.runs, ..self.counts }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.propagation.bytes() + 24 * self.model.len()
    }

    /// Continues to the next solution, with at most this many nodes.
    ///
    /// However it is divided into steps, it finds the same solutions in the same order.
    pub fn step(&mut self, nodes: u64) -> Step {
        let last = self.counts.nodes.saturating_add(nodes);
        loop {
            match self.phase {
                Phase::Propagate => self.propagate(),
                Phase::Retract => self.retract(),
                Phase::Exhausted => return Step::Exhausted,
                Phase::Decide => match self.next_variable() {
                    None => {
                        self.keep_solution();
                        return Step::Solution;
                    }
                    Some(_) if self.counts.nodes == last => return Step::Paused,
                    Some(variable) => self.decide(variable),
                },
            }
        }
    }

    /// Continues to the next solution within `limits`, which count from this call.
    ///
    /// # Errors
    ///
    /// Returns the limit that was reached.
    pub fn step_within(&mut self, limits: &Limits) -> Result<Step, StopReason> {
        self.continue_within(&mut Meter::start(limits, self.counts.nodes))
    }

    fn continue_within(&mut self, meter: &mut Meter) -> Result<Step, StopReason> {
        loop {
            meter.check(self.counts.nodes, || self.bytes())?;
            match self.step(meter.next_poll().saturating_sub(self.counts.nodes)) {
                Step::Paused => {}
                step => return Ok(step),
            }
        }
    }

    /// The total that the next solution must have at least, if one is maximized.
    fn least_total(&self) -> Option<u64> {
        self.has_objective().then(|| self.total.map_or(0, |total| total + 1))
    }

    fn keep_solution(&mut self) {
        for (at, value) in self.solution.iter_mut().enumerate() {
            *value = self.store.value(Variable(at as u32));
        }
        let solution = &self.solution;
        self.total = Some(self.model.objective.total(|variable| solution[variable.index()]));
        self.phase = Phase::Retract;
    }

    fn propagate(&mut self) {
        let least = self.least_total();
        match self.propagation.run(&self.model, &mut self.store, least) {
            Ok(()) => {
                self.phase = Phase::Decide;
                if self.decisions.is_empty() {
                    self.bound = self.model.objective.bound(&self.store);
                }
            }
            Err(violated) => {
                self.counts.failures += 1;
                self.left = self.left.saturating_sub(1);
                self.phase = Phase::Retract;
                if let Violated::Constraint(number) = violated {
                    let weights = &mut self.weights;
                    let add = |variable: Variable| weights[variable.index()] += 1.0;
                    self.model.constraints[number as usize].for_each_variable(add);
                }
            }
        }
    }

    /// Takes back the last decision and excludes its value, or restarts.
    fn retract(&mut self) {
        self.propagation.clear();
        self.store.forget_changes();
        // The solutions already found must not be found again, and the first decision is not
        // forgotten once it is refuted.
        let may_restart = self.total.is_none() || self.has_objective();
        let is_due = self.left == 0 && self.settings.restart > 0;
        if is_due && may_restart && self.decisions.len() > 1 {
            self.restart();
            return;
        }
        while let Some((variable, value)) = self.decisions.pop() {
            self.store.end_level();
            if self.store.remove(variable, value).is_ok() {
                self.phase = Phase::Propagate;
                return;
            }
        }
        self.phase = Phase::Exhausted;
    }

    /// Takes back all decisions.
    fn restart(&mut self) {
        self.counts.restarts += 1;
        self.cutoff *= 1.1;
        self.left = self.cutoff as u64;
        while self.decisions.pop().is_some() {
            self.store.end_level();
        }
        self.phase = Phase::Propagate;
    }

    /// The variable with the smallest domain in proportion to its weight; `None` if all are
    /// fixed. Variables that the model does not name as decisions come last.
    fn next_variable(&self) -> Option<Variable> {
        let (first, last) = self.order.split_at(self.named);
        self.best_of(first).or_else(|| self.best_of(last))
    }

    fn best_of(&self, variables: &[Variable]) -> Option<Variable> {
        let (mut least, mut best) = (f64::INFINITY, None);
        for &variable in variables {
            let size = self.store.size(variable);
            if size > 1 {
                let rank = f64::from(size) / self.weights[variable.index()];
                if rank < least {
                    (least, best) = (rank, Some(variable));
                }
            }
        }
        best
    }

    fn decide(&mut self, variable: Variable) {
        self.counts.nodes += 1;
        let value = match self.settings.values {
            ValueOrder::Least => self.store.least(variable),
            ValueOrder::Random => {
                let skipped = self.random.below(self.store.size(variable).into());
                self.store.nth(variable, skipped as u32)
            }
            ValueOrder::Promise => {
                let (store, propagation) = (&self.store, &self.propagation);
                let rated = Rated { model: &self.model, store, propagation };
                self.promise.best(rated, variable, &mut self.random)
            }
        };
        self.store.begin_level();
        self.decisions.push((variable, value));
        // The value is in the domain, so that it does not become empty.
        let _ = self.store.assign(variable, value);
        self.phase = Phase::Propagate;
    }
}

impl Model {
    /// The values of all variables in a solution, the best if there is something to maximize or to
    /// minimize; `None` if there is no solution.
    ///
    /// To stop early, use [`Model::solve_within`]; to find several, a [`Solver`].
    pub fn solve(&self) -> Option<Vec<u32>> {
        self.solve_within(&Limits::default()).values
    }

    /// The best solution that is found within the limits.
    ///
    /// ```
    /// use tremaux::Limits;
    /// use tremaux::constraints::Model;
    ///
    /// let mut model = Model::new();
    /// let [a, b] = model.variables(2, 100)[..] else { unreachable!() };
    /// model.linear(&[(a, 3), (b, 5)], 71..)?;
    /// model.minimize(&[(a, 4), (b, 7)])?;
    /// let solution = model.solve_within(&Limits::default().with_nodes(1_000));
    /// assert!(solution.is_proved());
    /// assert_eq!(solution.values, Some(vec![22, 1]));
    /// # Ok::<(), tremaux::constraints::ModelError>(())
    /// ```
    pub fn solve_within(&self, limits: &Limits) -> Solution {
        let mut solver = Solver::new(self.clone(), Settings::default());
        let mut meter = Meter::start(limits, 0);
        let mut values = None;
        let termination = loop {
            match solver.continue_within(&mut meter) {
                Err(reason) => break Termination::Stopped(reason),
                Ok(Step::Solution) => {
                    values = Some(solver.solution().to_vec());
                    if !solver.has_objective() {
                        break Termination::Finished;
                    }
                }
                Ok(_) => break Termination::Exhausted,
            }
        };
        Solution { values, termination }
    }

    /// Counts the solutions, up to `most`: 2 tells whether the solution is unique. Totals to be
    /// maximized are ignored.
    pub fn count(&self, most: u64) -> u64 {
        let settings = Settings { ignores_scores: true, ..Settings::default() };
        let mut solver = Solver::new(self.clone(), settings);
        let mut count = 0;
        while count < most && solver.step(u64::MAX) == Step::Solution {
            count += 1;
        }
        count
    }
}
