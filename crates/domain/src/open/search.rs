//! Searches of any problem, advanced in slices, with their plans replayed.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{
    Cost, Event, Limits, Observer, Optimality, Plan, Progress, SearchReport, StateSpace,
    Statistics, StopReason, Termination,
};
use tremaux_trace::{SearchRecorder, Sink, TraceCounts, TraceHeader, TraceSelection, TraceShape};

use super::erased_problem::{ErasedProblem, ErasedSearchOf};
use crate::describe::{AlgorithmInfo, Family};
use crate::erased::{Erased, ErasedAction, StateKey};
use crate::refuse::RegistryError;
use crate::run::{
    ActiveSearch, Counts, FoundPlan, Identity, Number, Remarks, SCHEMA, Snapshot, SolveReport,
    Status, stopped,
};

/// Facts about a search that are known before it starts.
pub(crate) struct RunInfo {
    pub(crate) domain: &'static str,
    pub(crate) instance: String,
    pub(crate) algorithm: String,
    pub(crate) info: &'static AlgorithmInfo,
    pub(crate) heuristic: Option<String>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) depth: Option<u32>,
    /// The time to build the heuristic.
    pub(crate) building: Duration,
    /// The bytes of the heuristic's tables.
    pub(crate) table_bytes: usize,
    /// That another heuristic stands in for the default one, and why.
    pub(crate) replaced: Option<String>,
    /// Whether the search goes by estimates alone and has none.
    pub(crate) is_unguided: bool,
    /// The identity of the search in checkpoints.
    pub(crate) identity: Identity,
}

impl RunInfo {
    /// The limits of the search, whose tables share the memory with those of the heuristic.
    fn beside_tables(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        limits.memory = limits.memory.map(|bytes| bytes.saturating_sub(self.table_bytes));
        limits
    }
}

/// A search of an instance, as a concrete type.
pub struct SearchOf<K: StateKey, C: Cost> {
    problem: Arc<dyn ErasedProblem<K, C>>,
    /// `None` if no search is needed.
    search: Option<ErasedSearchOf<K, C>>,
    run_info: RunInfo,
    proof: Option<Cow<'static, str>>,
    stopped: Option<StopReason>,
    /// A description of the table that was not built within the limits.
    unbuilt: Option<String>,
    recorder: Option<SearchRecorder<Erased<K, C>>>,
    /// Whether steps were recorded: the plan of a report is then one of the recording.
    is_recorded: bool,
}

type ReportOf<C> = SearchReport<ErasedAction, C>;

impl<K: StateKey, C: Cost> SearchOf<K, C> {
    /// What the search's proofs assume: a table of hashed states needs whole costs.
    fn assumes(&self) -> Option<Cow<'static, str>> {
        let has_table = self.search.is_some() && C::IS_EXACT;
        self.run_info.info.proves.assumption().filter(|_| has_table).map(Cow::Borrowed)
    }

    pub(crate) fn new(
        problem: Arc<dyn ErasedProblem<K, C>>,
        search: ErasedSearchOf<K, C>,
        run_info: RunInfo,
    ) -> Self {
        Self::of(problem, Some(search), run_info)
    }

    pub(crate) fn proved(
        problem: Arc<dyn ErasedProblem<K, C>>,
        proof: Cow<'static, str>,
        run_info: RunInfo,
    ) -> Self {
        Self { proof: Some(proof), ..Self::of(problem, None, run_info) }
    }

    /// Whether it did not start for lack of memory.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.search.is_none() && self.stopped == Some(StopReason::MemoryLimit)
    }

    /// A search that did not start, because a limit stopped the building of a table.
    pub(crate) fn stopped(
        problem: Arc<dyn ErasedProblem<K, C>>,
        reason: StopReason,
        what: String,
        run_info: RunInfo,
    ) -> Self {
        Self { stopped: Some(reason), unbuilt: Some(what), ..Self::of(problem, None, run_info) }
    }

    fn of(
        problem: Arc<dyn ErasedProblem<K, C>>,
        search: Option<ErasedSearchOf<K, C>>,
        run_info: RunInfo,
    ) -> Self {
        let (proof, stopped, unbuilt, recorder) = (None, None, None, None);
        let is_recorded = false;
        Self { problem, search, run_info, proof, stopped, unbuilt, recorder, is_recorded }
    }

    fn raw(&self) -> ReportOf<C> {
        self.search.as_ref().map_or_else(
            || {
                let (lower_bound, termination) = match self.stopped {
                    Some(reason) => (C::ZERO, Termination::Stopped(reason)),
                    None => (C::INFINITY, Termination::Exhausted),
                };
                let statistics = Statistics::default();
                SearchReport::new(None, lower_bound, termination, statistics)
            },
            |search| search.report_any(),
        )
    }

    fn shape(&self) -> TraceShape {
        match self.run_info.info.family {
            Family::BestFirst | Family::Other | Family::Map => TraceShape::Graph,
            Family::DepthFirst => TraceShape::Tree,
        }
    }

    fn status(&self, report: &ReportOf<C>) -> Status {
        let is_over = self.stopped.is_none();
        if report.is_proven_unsolvable() {
            Status::NoSolution
        } else if is_over && report.plan.is_some() || report.optimality() > Optimality::Open {
            Status::Solved
        } else {
            Status::Limit
        }
    }

    /// Whether the plan of `report` leads to the only solution, given that `found` were found.
    /// Known if there are several, or if the search looked for all and all cost the same: of the
    /// others it does not look for those that are dearer, or as dear as the best.
    fn is_only(&self, report: &ReportOf<C>, found: usize) -> Option<bool> {
        if !self.problem.has_one_path_each() || report.plan.is_none() {
            return None;
        }
        let is_exhausted = self.run_info.info.finds_all
            && self.problem.space().uniform_cost().is_some()
            && self.stopped.is_none()
            && report.termination == Termination::Exhausted
            && report.optimality() > Optimality::Open;
        (found > 1 || is_exhausted).then_some(found == 1)
    }

    /// The moves in words and the goal, if they lead to one at the reported cost.
    fn replay(&self, plan: &Plan<ErasedAction, C>) -> Result<(Vec<String>, K), RegistryError> {
        match self.problem.replay(&plan.actions) {
            Some((cost, goal)) if cost == plan.cost => {
                Ok((self.problem.plan_words(&plan.actions), goal))
            }
            _ => {
                let algorithm = self.run_info.info.component.name;
                Err(RegistryError::WrongPlan { algorithm })
            }
        }
    }
}

fn counts(info: &AlgorithmInfo, it: &Statistics) -> Counts {
    let stores = info.family != Family::DepthFirst;
    let stored = |count: u64| stores.then_some(count);
    Counts {
        expanded: it.expanded,
        generated: Some(it.generated),
        reopened: stored(it.reopened),
        duplicates: stored(it.duplicates),
        pruned: (!stores).then_some(it.pruned + it.dead_ends),
        evaluated: info.is_informed.then_some(it.evaluated),
        inconsistencies: (info.is_informed && (stores || it.inconsistencies > 0))
            .then_some(it.inconsistencies),
        open: stored(it.open),
        closed: stored(it.closed),
        max_open: stored(it.peak_open as u64),
        iterations: (!stores).then_some(it.iterations),
    }
}

impl<K: StateKey, C: Cost> ActiveSearch for SearchOf<K, C> {
    fn advance(&mut self, limits: &Limits) -> Progress {
        let Some(search) = &mut self.search else {
            return Progress::Done(
                self.stopped.map_or(Termination::Exhausted, Termination::Stopped),
            );
        };
        let progress = search.advance_unwatched(&self.run_info.beside_tables(limits));
        self.stopped = stopped(progress);
        progress
    }

    fn checkpoint(&self) -> Option<Vec<u8>> {
        let bytes = self.search.as_ref()?.saved_any()?;
        Some(self.run_info.identity.seal(&bytes))
    }

    fn advance_recorded(
        &mut self,
        limits: &Limits,
        selection: TraceSelection,
        sink: &mut dyn Sink,
    ) -> Progress {
        let shape = self.shape();
        self.is_recorded = true;
        let recorder = self.recorder.get_or_insert_with(|| SearchRecorder::new(shape, selection));
        let Some(search) = &mut self.search else {
            return Progress::Done(
                self.stopped.map_or(Termination::Exhausted, Termination::Stopped),
            );
        };
        let mut watch = recorder.watch(self.problem.space(), &*self.problem, sink);
        let progress = search.advance_any(&self.run_info.beside_tables(limits), &mut watch);
        self.stopped = stopped(progress);
        progress
    }

    fn advance_visiting(
        &mut self,
        limits: &Limits,
        each: &mut dyn FnMut(&str, Number),
    ) -> Progress {
        let Some(search) = &mut self.search else { return self.advance(limits) };
        let mut visitor = Visitor { problem: &*self.problem, each };
        let progress = search.advance_any(&self.run_info.beside_tables(limits), &mut visitor);
        self.stopped = stopped(progress);
        progress
    }

    fn trace_header(&self, selection: TraceSelection) -> TraceHeader {
        TraceHeader {
            instance: self.run_info.instance.clone(),
            algorithm: self.run_info.algorithm.clone(),
            heuristic: self.run_info.heuristic.clone(),
            selection,
            scene: self.problem.scene(),
            ..TraceHeader::new(self.run_info.domain, self.shape())
        }
    }

    fn end_recording(&mut self, sink: &mut dyn Sink) -> Option<TraceCounts> {
        let recorder = self.recorder.take()?;
        let report = self.raw();
        let plan = report.plan.as_ref().map(|plan| plan.actions.as_slice());
        let status = match self.status(&report) {
            Status::Solved => "solved",
            Status::NoSolution => "no-solution",
            Status::Limit => "limit",
        };
        Some(recorder.finish(self.problem.space(), &*self.problem, plan, status, sink))
    }

    fn snapshot(&self) -> Snapshot {
        let SearchReport { plan, lower_bound, statistics, .. } = self.raw();
        Snapshot {
            expanded: statistics.expanded,
            generated: statistics.generated,
            bound: Number::of(lower_bound),
            cost: plan.map(|plan| Number::of(plan.cost)),
            bytes: statistics.peak_bytes + self.run_info.table_bytes,
            seconds: statistics.elapsed.as_secs_f64(),
        }
    }

    fn report(&self) -> Result<SolveReport, RegistryError> {
        let started = Instant::now();
        let mut report = self.raw();
        let mut solved_by = None;
        if report.plan.is_none() {
            (solved_by, report.plan) = self.quick_plan().unzip();
        }
        let run = &self.run_info;
        let status = self.status(&report);
        let optimality = report.optimality();
        let is_known = report.plan.is_some() && optimality != Optimality::UpToRounding;
        let optimal = is_known.then_some(optimality == Optimality::Proved);
        let replayed = report.plan.as_ref().map(|plan| self.replay(plan)).transpose()?;
        let (moves, goal) = replayed.unzip();
        let plan_notes = self.plan_notes(moves.as_deref(), solved_by, optimal);
        let drawing = goal.as_ref().and_then(|goal| self.problem.drawn_goal(goal));
        let plans = self.search.as_ref().map_or_else(Vec::new, |search| search.solutions_any());
        let parts = goal.as_ref().and_then(|goal| self.problem.parts_of_goal(goal));
        let goal = match goal {
            Some(goal) if drawing.is_some() => Some(self.problem.state_text(&goal)),
            _ => self.problem.goal_in_words(),
        };
        let is_finite = report.lower_bound < C::INFINITY;
        let solutions = self.found_plans(&plans, drawing.is_some())?;
        let total = |plan: &Plan<ErasedAction, C>| self.problem.total_of(plan.cost);
        // Replaying plans takes time, too.
        let elapsed = report.statistics.elapsed + run.building + started.elapsed();
        let cost = report.plan.as_ref().map(|plan| Number::of(plan.cost).as_f64());
        let is_answered = status == Status::NoSolution || cost.is_some();
        let assumed = is_answered.then(|| self.problem.assumes(cost)).flatten();
        Ok(SolveReport {
            schema: SCHEMA,
            domain: run.domain,
            instance: run.instance.clone(),
            algorithm: run.algorithm.clone(),
            heuristic: run.heuristic.clone(),
            status,
            cost: report.plan.as_ref().map(|plan| Number::of(plan.cost)),
            length: report.plan.as_ref().map(|plan| plan.actions.len()),
            parts,
            moves,
            plan_notes,
            bound: is_finite.then(|| Number::of(report.lower_bound)),
            optimal,
            rounding: rounding(&report),
            assumes: assumed.map(Cow::from).or_else(|| self.assumes()),
            goal,
            total: report.plan.as_ref().and_then(total),
            solutions,
            only: self.is_only(&report, plans.len()),
            stopped: self.stopped,
            counts: counts(run.info, &report.statistics),
            route: self.problem.route().map(Box::new),
            peak_bytes: report.statistics.peak_bytes + run.table_bytes,
            seconds: elapsed.as_secs_f64(),
            seed: run.seed,
            threads: run.threads,
            remarks: self.remarks(&report, status, drawing),
            ..SolveReport::default()
        }
        .with_verdict())
    }
}

impl<K: StateKey, C: Cost> SearchOf<K, C> {
    /// A plan that some solver finds at once, for a search that a limit stopped before it had one.
    fn quick_plan(&self) -> Option<(&'static str, Plan<ErasedAction, C>)> {
        let run = &self.run_info;
        if self.stopped.is_none() || self.is_recorded || !run.info.has_plan_only_at_end {
            return None;
        }
        let depth = run.depth.map_or(usize::MAX, |depth| depth as usize);
        self.problem.quick_plan().filter(|(_, plan)| plan.actions.len() <= depth)
    }

    /// What is to be said of a plan with these moves.
    fn plan_notes(
        &self,
        moves: Option<&[String]>,
        solved_by: Option<&'static str>,
        optimal: Option<bool>,
    ) -> Vec<String> {
        let Some(moves) = moves else { return Vec::new() };
        let mut notes = self.problem.plan_notes(moves);
        notes.extend(solved_by.map(|name| format!("the plan was found by {name}")));
        if optimal == Some(false) {
            notes.extend(self.problem.how_to_prove().map(str::to_owned));
        }
        notes
    }

    /// Several plans; none if there is only one. Where their goals matter and not their moves, the
    /// goals.
    fn found_plans(
        &self,
        plans: &[Plan<ErasedAction, C>],
        has_goals: bool,
    ) -> Result<Vec<FoundPlan>, RegistryError> {
        if plans.len() < 2 {
            return Ok(Vec::new());
        }
        let shown = |plan: &Plan<ErasedAction, C>| {
            let (moves, goal) = self.replay(plan)?;
            let goal = has_goals.then(|| self.problem.state_text(&goal));
            let (cost, length) = (Number::of(plan.cost), plan.actions.len());
            let moves = goal.is_none().then_some(moves);
            Ok(FoundPlan { cost, length, moves, goal })
        };
        plans.iter().map(shown).collect()
    }

    /// What else is to be said of the search.
    fn remarks(&self, report: &ReportOf<C>, status: Status, drawing: Option<String>) -> Remarks {
        let run = &self.run_info;
        let nearest = match (&self.search, status) {
            (Some(search), Status::Limit | Status::NoSolution) if run.info.is_informed => {
                search.nearest_any().map(|it| (it.plan.actions.len(), Number::of(it.estimate)))
            }
            _ => None,
        };
        let is_exhausted = self.stopped.is_none() && report.termination == Termination::Exhausted;
        Remarks {
            default_time: None,
            seconds_to_build: run.building.as_secs_f64(),
            step: self.problem.step(),
            best_total: self.problem.total_of(report.lower_bound),
            proof: self.proof.clone(),
            check: None,
            drawing,
            seeks_best_goal: self.problem.seeks_best_goal(),
            unbuilt: self.unbuilt.clone(),
            replaced: run.replaced.clone(),
            nearest,
            may_have_more: !is_exhausted,
            is_unguided: run.is_unguided && self.search.is_some(),
            solution: None,
            text: None,
        }
    }
}

/// An observer that visits every state that is expanded.
struct Visitor<'a, K: StateKey, C: Cost> {
    problem: &'a dyn ErasedProblem<K, C>,
    each: &'a mut dyn FnMut(&str, Number),
}

impl<K: StateKey, C: Cost> Observer<Erased<K, C>> for Visitor<'_, K, C> {
    fn observe(&mut self, event: Event<'_, Erased<K, C>>) {
        if let Event::Expanded { state, g } = event {
            (self.each)(&self.problem.state_text(state), Number::of(g));
        }
    }
}

/// By how much the cost may be off, if that alone keeps the plan from being proved optimal.
fn rounding<C: Cost>(report: &ReportOf<C>) -> Option<Number> {
    let plan = report.plan.as_ref().filter(|_| report.optimality() == Optimality::UpToRounding)?;
    // A product that is too small for a float is no proof to the last digit.
    let least = f64::from_bits(1);
    Some(Number::Real((report.rounding() * plan.cost.to_f64().abs()).max(least)))
}
