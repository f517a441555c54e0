//! Searches under way, whatever their problem: in slices, and with the plan replayed.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux_core::{
    Cost, Limits, Notation, Observer, Plan, Progress, SearchReport, StateSpace, Statistics,
    StopReason, Termination,
};
use tremaux_search::plan_cost;
use tremaux_trace::{
    Describe, Place, SearchRecorder, Selection, Shape, Sink, TraceCounts, TraceHeader,
};

use crate::algorithms::{AlgorithmInfo, AnySearchOf, Family};
use crate::checkpoint::Identity;
use crate::error::RegistryError;
use crate::problem::Problem;
use crate::report::{Counts, Number, Remarks, Snapshot, SolveReport, Status};

/// A search whose problem, algorithm and heuristic were chosen at run time.
pub trait Running {
    /// Goes on until the search is over or a limit steps in. Nodes and time count from this
    /// call, memory and depth are absolute.
    fn advance(&mut self, limits: &Limits) -> Progress;

    /// Like [`Running::advance`], and tells `sink` of every step. The first call says how much
    /// is recorded; steps taken before it are not.
    fn advance_recorded(
        &mut self,
        limits: &Limits,
        selection: Selection,
        sink: &mut dyn Sink,
    ) -> Progress;

    /// What a trace of this search is of.
    fn trace_header(&self, selection: Selection) -> TraceHeader;

    /// Tells `sink` of the plan found, and of the end: nothing is recorded after that.
    /// Returns the counts; `None` if nothing was recorded.
    fn end_recording(&mut self, sink: &mut dyn Sink) -> Option<TraceCounts>;

    /// What is known by now.
    fn snapshot(&self) -> Snapshot;

    /// The result by now. Its plan was replayed by the problem's own rules.
    ///
    /// # Errors
    ///
    /// Fails if the plan turns out to be wrong, which is a fault of the program.
    fn report(&self) -> Result<SolveReport, RegistryError>;

    /// All that it takes to go on elsewhere, by [`Choice::resume`](crate::Choice::resume);
    /// `None` if it cannot be saved, or there is nothing to go on with.
    fn checkpoint(&self) -> Option<Vec<u8>> {
        None
    }
}

/// Runs a search in slices until it is over or a limit steps in, and calls `watch` after
/// each. Returns the limit, if it was one.
///
/// Slices change nothing but the moments at which `watch` is called. Time counts from
/// `started`, so that building a heuristic is part of it.
pub fn drive(
    search: &mut dyn Running,
    limits: &Limits,
    started: Instant,
    slice: Duration,
    watch: &mut dyn FnMut(&Snapshot),
) -> Option<StopReason> {
    drive_watched(search, limits, started, slice, &mut |search| watch(&search.snapshot()))
}

/// As [`drive`], with the search itself shown after each slice.
pub fn drive_watched(
    search: &mut dyn Running,
    limits: &Limits,
    started: Instant,
    slice: Duration,
    watch: &mut dyn FnMut(&dyn Running),
) -> Option<StopReason> {
    let mut advance = |search: &mut dyn Running, limits: &Limits| search.advance(limits);
    in_slices(search, limits, started, slice, watch, &mut advance)
}

/// Like [`drive`], and tells `sink` of every step and of the end. Returns the counts too.
pub fn drive_recorded(
    search: &mut dyn Running,
    limits: &Limits,
    (started, slice): (Instant, Duration),
    (selection, sink): (Selection, &mut dyn Sink),
    watch: &mut dyn FnMut(&Snapshot),
) -> (Option<StopReason>, Option<TraceCounts>) {
    let mut advance = |search: &mut dyn Running, limits: &Limits| {
        search.advance_recorded(limits, selection, &mut *sink)
    };
    let watch = &mut |search: &dyn Running| watch(&search.snapshot());
    let stopped = in_slices(search, limits, started, slice, watch, &mut advance);
    (stopped, search.end_recording(sink))
}

fn in_slices(
    search: &mut dyn Running,
    limits: &Limits,
    started: Instant,
    slice: Duration,
    watch: &mut dyn FnMut(&dyn Running),
    advance: &mut dyn FnMut(&mut dyn Running, &Limits) -> Progress,
) -> Option<StopReason> {
    let first = search.snapshot().expanded;
    loop {
        let done = search.snapshot().expanded - first;
        let mut step = limits.clone();
        step.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(done));
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        step.time = Some(left.map_or(slice, |left| left.min(slice)));
        match advance(search, &step) {
            Progress::Done(Termination::Stopped(reason)) => return Some(reason),
            Progress::Done(_) => return None,
            Progress::Paused(StopReason::TimeLimit)
                if limits.time.is_none_or(|time| started.elapsed() < time) =>
            {
                watch(search);
            }
            Progress::Paused(reason) => return Some(reason),
        }
    }
}

/// What is known of a search before it starts.
pub(crate) struct Setting {
    pub(crate) domain: &'static str,
    pub(crate) instance: String,
    pub(crate) algorithm: String,
    pub(crate) info: &'static AlgorithmInfo,
    pub(crate) heuristic: Option<String>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    /// How long it took to build the heuristic.
    pub(crate) building: Duration,
    /// What tells it from others in checkpoints.
    pub(crate) identity: Identity,
}

/// A search of the problem `P`.
pub(crate) struct SearchOf<P: Problem> {
    space: Arc<P::Space>,
    /// Nothing if there is no need to search.
    search: Option<AnySearchOf<P>>,
    setting: Setting,
    proof: Option<Cow<'static, str>>,
    stopped: Option<StopReason>,
    /// What was not built within the limits, in words.
    unbuilt: Option<String>,
    recorder: Option<SearchRecorder<P::Space>>,
}

/// A problem tells of its states and actions.
pub(crate) struct Told<P>(PhantomData<P>);

impl<P> Default for Told<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<P: Problem> Describe<P::Space> for Told<P> {
    fn place<'a>(
        &self,
        space: &P::Space,
        state: &<P::Space as StateSpace>::State,
        scratch: &'a mut String,
    ) -> Place<'a> {
        P::place(space, state, scratch)
    }

    fn write_action(
        &self,
        space: &P::Space,
        state: &<P::Space as StateSpace>::State,
        action: ActionOf<P>,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        space.write_action(state, action, out)
    }

    fn action_count(&self, space: &P::Space) -> u8 {
        space.action_count()
    }

    #[inline]
    fn action_number(&self, space: &P::Space, action: ActionOf<P>) -> u8 {
        space.action_number(action)
    }
}

type ReportOf<P> = SearchReport<ActionOf<P>, CostOf<P>>;
type ActionOf<P> = <<P as Problem>::Space as StateSpace>::Action;
type CostOf<P> = <<P as Problem>::Space as StateSpace>::Cost;

impl<P: Problem> SearchOf<P> {
    pub(crate) fn new(space: Arc<P::Space>, search: AnySearchOf<P>, setting: Setting) -> Self {
        Self::of(space, Some(search), setting)
    }

    pub(crate) fn proved(space: Arc<P::Space>, proof: Cow<'static, str>, setting: Setting) -> Self {
        Self { proof: Some(proof), ..Self::of(space, None, setting) }
    }

    /// A search that never started, because a limit stopped what is built before.
    pub(crate) fn stopped(
        space: Arc<P::Space>,
        reason: StopReason,
        what: String,
        setting: Setting,
    ) -> Self {
        Self { stopped: Some(reason), unbuilt: Some(what), ..Self::of(space, None, setting) }
    }

    fn of(space: Arc<P::Space>, search: Option<AnySearchOf<P>>, setting: Setting) -> Self {
        Self { space, search, setting, proof: None, stopped: None, unbuilt: None, recorder: None }
    }

    /// [`Running::advance`], watched by `observer`.
    pub(crate) fn advance_watched(
        &mut self,
        limits: &Limits,
        observer: &mut dyn Observer<P::Space>,
    ) {
        if let Some(search) = &mut self.search {
            self.stopped = stopped(search.advance_any(limits, observer));
        }
    }

    /// The actions of the plan found by now.
    pub(crate) fn actions(&self) -> Option<Vec<ActionOf<P>>> {
        self.raw().plan.map(|plan| plan.actions)
    }

    fn raw(&self) -> ReportOf<P> {
        self.search.as_ref().map_or_else(
            || {
                let (lower_bound, termination) = match self.stopped {
                    Some(reason) => (CostOf::<P>::ZERO, Termination::Stopped(reason)),
                    None => (CostOf::<P>::INFINITY, Termination::Exhausted),
                };
                let statistics = Statistics::default();
                SearchReport { plan: None, lower_bound, termination, statistics }
            },
            |search| search.report_any(),
        )
    }

    fn shape(&self) -> Shape {
        match self.setting.info.family {
            Family::BestFirst | Family::Other => Shape::Graph,
            Family::DepthFirst => Shape::Tree,
        }
    }

    fn status(&self, report: &ReportOf<P>) -> Status {
        let is_over = self.stopped.is_none();
        if report.is_proven_unsolvable() {
            Status::NoSolution
        } else if is_over && report.plan.is_some() || report.is_proven_optimal() {
            Status::Solved
        } else {
            Status::Limit
        }
    }

    /// Whether the plan of `report` leads to the only solution, where `found` are found: known
    /// if there are several, or if all were looked for.
    fn is_only(&self, report: &ReportOf<P>, found: usize) -> Option<bool> {
        if !P::HAS_ONE_PATH_EACH || report.plan.is_none() {
            return None;
        }
        let mut options = self.setting.info.component.options.iter();
        let finds_all = options.any(|option| option.name == "solutions");
        let is_exhausted = finds_all
            && self.stopped.is_none()
            && report.termination == Termination::Exhausted
            && report.is_proven_optimal();
        (found > 1 || is_exhausted).then_some(found == 1)
    }

    /// Where a plan leads.
    fn goal(
        space: &P::Space,
        plan: &Plan<ActionOf<P>, CostOf<P>>,
    ) -> <P::Space as StateSpace>::State {
        let mut state = space.initial_state();
        plan.actions.iter().for_each(|&action| space.apply(&mut state, action));
        state
    }

    /// The moves in words, if they lead to a goal at the cost that is claimed.
    fn replay(
        space: &P::Space,
        plan: &Plan<ActionOf<P>, CostOf<P>>,
        algorithm: &'static str,
    ) -> Result<Vec<String>, RegistryError> {
        if plan_cost(space, &plan.actions) != Some(plan.cost) {
            return Err(RegistryError::WrongPlan { algorithm });
        }
        if let Some(words) = P::plan_words(space, &plan.actions) {
            return Ok(words);
        }
        let mut state = space.initial_state();
        let words = plan.actions.iter().map(|&action| {
            let word = space.action_text(&state, action);
            space.apply(&mut state, action);
            word
        });
        Ok(words.collect())
    }
}

/// The limit that stepped in.
fn stopped(progress: Progress) -> Option<StopReason> {
    match progress {
        Progress::Paused(reason) | Progress::Done(Termination::Stopped(reason)) => Some(reason),
        Progress::Done(_) => None,
    }
}

fn number(cost: impl Cost) -> Number {
    Number(cost.to_f64())
}

fn counts(info: &AlgorithmInfo, it: &Statistics) -> Counts {
    let stores = info.family != Family::DepthFirst;
    let stored = |count: u64| stores.then_some(count);
    Counts {
        expanded: it.expanded,
        generated: it.generated,
        reopened: stored(it.reopened),
        duplicates: stored(it.duplicates),
        pruned: (!stores).then_some(it.pruned + it.dead_ends),
        evaluated: info.is_informed.then_some(it.evaluated),
        open: stored(it.open),
        closed: stored(it.closed),
        max_open: stored(it.peak_open as u64),
        iterations: (!stores).then_some(it.iterations),
    }
}

impl<P: Problem> Running for SearchOf<P> {
    fn advance(&mut self, limits: &Limits) -> Progress {
        let Some(search) = &mut self.search else {
            return Progress::Done(
                self.stopped.map_or(Termination::Exhausted, Termination::Stopped),
            );
        };
        let progress = search.advance_unwatched(limits);
        self.stopped = stopped(progress);
        progress
    }

    fn checkpoint(&self) -> Option<Vec<u8>> {
        let bytes = self.search.as_ref()?.saved_any()?;
        Some(self.setting.identity.seal(&bytes))
    }

    fn advance_recorded(
        &mut self,
        limits: &Limits,
        selection: Selection,
        sink: &mut dyn Sink,
    ) -> Progress {
        let shape = self.shape();
        let recorder = self.recorder.get_or_insert_with(|| SearchRecorder::new(shape, selection));
        let Some(search) = &mut self.search else {
            return Progress::Done(
                self.stopped.map_or(Termination::Exhausted, Termination::Stopped),
            );
        };
        let told = Told::<P>::default();
        let mut watch = recorder.watch(&self.space, &told, sink);
        let progress = search.advance_any(limits, &mut watch);
        self.stopped = stopped(progress);
        progress
    }

    fn trace_header(&self, selection: Selection) -> TraceHeader {
        TraceHeader {
            instance: self.setting.instance.clone(),
            algorithm: self.setting.algorithm.clone(),
            heuristic: self.setting.heuristic.clone(),
            selection,
            scene: P::scene(&self.space),
            ..TraceHeader::new(self.setting.domain, self.shape())
        }
    }

    fn end_recording(&mut self, sink: &mut dyn Sink) -> Option<TraceCounts> {
        let recorder = self.recorder.take()?;
        let report = self.raw();
        let plan = report.plan.as_ref().map(|plan| plan.actions.as_slice());
        let told = Told::<P>::default();
        let status = match self.status(&report) {
            Status::Solved => "solved",
            Status::NoSolution => "no-solution",
            Status::Limit => "limit",
        };
        Some(recorder.finish(&*self.space, &told, plan, status, sink))
    }

    fn snapshot(&self) -> Snapshot {
        let SearchReport { plan, lower_bound, statistics, .. } = self.raw();
        Snapshot {
            expanded: statistics.expanded,
            generated: statistics.generated,
            bound: number(lower_bound),
            cost: plan.map(|plan| number(plan.cost)),
            bytes: statistics.peak_bytes,
            seconds: statistics.elapsed.as_secs_f64(),
        }
    }

    fn report(&self) -> Result<SolveReport, RegistryError> {
        let report = self.raw();
        let Setting { info, building, .. } = self.setting;
        let status = self.status(&report);
        let optimal = report.plan.is_some().then(|| report.is_proven_optimal());
        let moves = report
            .plan
            .as_ref()
            .map(|plan| Self::replay(&self.space, plan, info.component.name))
            .transpose()?;
        let notes = moves.as_deref().map(P::plan_notes);
        let nearest = match (&self.search, status) {
            (Some(search), Status::Limit | Status::NoSolution) if info.is_informed => {
                search.nearest_any().map(|it| (it.path.actions.len(), number(it.estimate)))
            }
            _ => None,
        };
        let goal = report.plan.as_ref().map(|plan| Self::goal(&self.space, plan));
        let drawing = goal.as_ref().and_then(|goal| P::drawn_goal(&self.space, goal));
        let plans = self.search.as_ref().map_or_else(Vec::new, |search| search.solutions_any());
        let solutions = if plans.len() > 1 {
            let shown = |plan| {
                let moves = Self::replay(&self.space, plan, info.component.name)?;
                let goal = Self::goal(&self.space, plan);
                let is_drawn = drawing.is_some();
                Ok(if is_drawn { vec![self.space.state_text(&goal)] } else { moves })
            };
            plans.iter().map(shown).collect::<Result<Vec<_>, RegistryError>>()?
        } else {
            Vec::new()
        };
        let only = self.is_only(&report, plans.len());
        let is_finite = report.lower_bound < CostOf::<P>::INFINITY;
        let elapsed = report.statistics.elapsed + building;
        Ok(SolveReport {
            schema: 1,
            domain: self.setting.domain,
            instance: self.setting.instance.clone(),
            algorithm: self.setting.algorithm.clone(),
            heuristic: self.setting.heuristic.clone(),
            status,
            cost: report.plan.as_ref().map(|plan| number(plan.cost)),
            length: report.plan.as_ref().map(|plan| plan.actions.len()),
            moves,
            bound: is_finite.then(|| number(report.lower_bound)),
            optimal,
            goal: drawing
                .is_some()
                .then(|| goal.map(|goal| self.space.state_text(&goal)))
                .flatten(),
            only,
            counts: counts(info, &report.statistics),
            peak_bytes: report.statistics.peak_bytes,
            seconds: elapsed.as_secs_f64(),
            seed: self.setting.seed,
            threads: self.setting.threads,
            remarks: Remarks {
                seconds_to_build: building.as_secs_f64(),
                stopped: self.stopped,
                proof: self.proof.clone(),
                drawing,
                unbuilt: self.unbuilt.clone(),
                nearest,
                plan: notes.unwrap_or_default(),
                solutions,
            },
        })
    }
}
