//! Active searches of landscapes, with their solutions checked.

use std::sync::Arc;
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{Limits, Progress, StopReason, Termination};
use tremaux_landscape::{Landscape, Optimization};
use tremaux_trace::{Sink, TraceCounts, TraceEvent, TraceHeader, TraceSelection, TraceShape};

use super::problem::{LandscapeProblem, SolutionOf};
use crate::describe::{AlgorithmInfo, DomainInfo};
use crate::refuse::RegistryError;
use crate::run::{
    ActiveSearch, Counts, Number, Remarks, SCHEMA, Snapshot, SolutionWords, SolveReport, Status,
    stopped,
};

/// A search in the landscape of `P`.
pub(super) struct LandscapeSearch<P: LandscapeProblem> {
    pub(super) domain: &'static DomainInfo,
    pub(super) instance: String,
    pub(super) algorithm: String,
    pub(super) info: &'static AlgorithmInfo,
    pub(super) landscape: Arc<P::Landscape>,
    pub(super) search: Box<dyn Optimization<SolutionOf<P>>>,
    pub(super) seed: u64,
    /// When it ends although no limit is given; see [`AlgorithmInfo::default_time`].
    pub(super) default_time: Option<Duration>,
    pub(super) stopped: Option<StopReason>,
    pub(super) is_recorded: bool,
}

impl<P: LandscapeProblem> LandscapeSearch<P> {
    fn cost(&self, value: f64) -> f64 {
        if value.is_finite() { P::cost(&self.landscape, value) } else { value }
    }

    /// The cost of the best solution, and the bound on costs.
    fn bounds(&self) -> (Option<f64>, f64) {
        let report = self.search.report();
        let best = report.best.map(|(_, value)| self.cost(value));
        (best, self.cost(report.lower_bound))
    }

    /// Continues until the search is over, or a limit or the default time is reached.
    fn run(&mut self, limits: &Limits, improved: &mut dyn FnMut(f64)) -> Progress {
        let Some(time) = self.default_time else { return self.search.advance(limits, improved) };
        let mut limits = limits.clone();
        let left = time.saturating_sub(self.search.report().elapsed);
        limits.time = Some(limits.time.map_or(left, |time| time.min(left)));
        let progress = self.search.advance(&limits, improved);
        if self.is_at_default_time() { Progress::Done(Termination::Finished) } else { progress }
    }

    fn is_at_default_time(&self) -> bool {
        self.default_time.is_some_and(|time| self.search.report().elapsed >= time)
    }

    /// Whether a solution that was checked has the cost that was found. Sums of floats depend on
    /// their order.
    fn is_right(&self, checked: Option<Option<f64>>, found: Option<f64>) -> bool {
        match (checked, found) {
            (Some(Some(checked)), Some(found)) => {
                let error = 1e-9 * (1.0 + checked.abs()) + self.landscape.rounding();
                checked == found || (checked - found).abs() <= error
            }
            (None, None) => true,
            _ => false,
        }
    }

    fn status(&self) -> Status {
        let (best, bound) = self.bounds();
        let is_solved = |cost: f64| P::is_solved(&self.landscape, cost);
        match best {
            _ if bound > f64::NEG_INFINITY && !is_solved(bound) => Status::NoSolution,
            Some(cost) if !is_solved(cost) => Status::Limit,
            Some(cost) if cost <= bound || self.stopped.is_none() => Status::Solved,
            _ => Status::Limit,
        }
    }
}

fn finite(value: f64) -> Option<Number> {
    value.is_finite().then_some(Number::Real(value))
}

impl<P: LandscapeProblem> ActiveSearch for LandscapeSearch<P> {
    fn advance(&mut self, limits: &Limits) -> Progress {
        let progress = self.run(limits, &mut |_| {});
        self.stopped = stopped(progress);
        progress
    }

    fn advance_recorded(
        &mut self,
        limits: &Limits,
        _selection: TraceSelection,
        sink: &mut dyn Sink,
    ) -> Progress {
        let (best, before) = self.bounds();
        if !std::mem::replace(&mut self.is_recorded, true)
            && let Some(cost) = best
        {
            sink.take(&TraceEvent::Solution { cost });
        }
        let landscape = Arc::clone(&self.landscape);
        let improved = &mut |value| {
            sink.take(&TraceEvent::Solution { cost: P::cost(&landscape, value) });
        };
        let progress = self.run(limits, improved);
        let (_, cost) = self.bounds();
        if cost > before {
            sink.take(&TraceEvent::Bound { cost });
        }
        self.stopped = stopped(progress);
        progress
    }

    fn records_steps(&self) -> bool {
        false
    }

    fn picture(&self) -> Option<String> {
        let report = self.search.report();
        P::picture(&self.landscape, report.best?.0, report.trail)
    }

    fn trace_header(&self, selection: TraceSelection) -> TraceHeader {
        TraceHeader {
            instance: self.instance.clone(),
            algorithm: self.algorithm.clone(),
            selection,
            ..TraceHeader::new(self.domain.name, TraceShape::Graph)
        }
    }

    fn end_recording(&mut self, _sink: &mut dyn Sink) -> Option<TraceCounts> {
        None
    }

    fn snapshot(&self) -> Snapshot {
        let report = self.search.report();
        let (best, bound) = self.bounds();
        Snapshot {
            expanded: report.tally.evaluated,
            generated: report.tally.evaluated,
            bound: Number::Real(bound),
            cost: best.map(Number::Real),
            bytes: report.peak_bytes,
            seconds: report.elapsed.as_secs_f64(),
        }
    }

    fn report(&self) -> Result<SolveReport, RegistryError> {
        let started = Instant::now();
        let report = self.search.report();
        let landscape = &*self.landscape;
        let status = self.status();
        // What solves nothing is not shown where it is proved that nothing does.
        let best = report.best.filter(|_| status != Status::NoSolution);
        let moves = best.map(|(solution, _)| P::words(landscape, solution));
        let checked = moves.as_deref().map(|words| P::checked_value(landscape, words));
        let value = best.map(|(_, value)| self.cost(value));
        if !self.is_right(checked, value) {
            let algorithm = self.info.component.name;
            return Err(RegistryError::WrongPlan { algorithm });
        }
        let (_, lower_bound) = self.bounds();
        let bound = finite(lower_bound).filter(|_| status != Status::NoSolution);
        let is_proved = value.map(|cost| cost <= lower_bound);
        let rounding = finite(landscape.rounding())
            .filter(|_| is_proved == Some(true) && landscape.rounding() > 0.0);
        Ok(SolveReport {
            schema: SCHEMA,
            domain: self.domain.name,
            instance: self.instance.clone(),
            algorithm: self.algorithm.clone(),
            status,
            cost: checked.flatten().and_then(finite),
            length: None,
            moves,
            bound,
            optimal: is_proved.filter(|_| rounding.is_none()),
            rounding,
            stopped: self.stopped,
            counts: Counts {
                expanded: report.tally.accepted,
                generated: Some(report.tally.evaluated),
                iterations: Some(report.tally.starts),
                ..Counts::default()
            },
            peak_bytes: report.peak_bytes,
            // Checking a solution takes time, too.
            seconds: (report.elapsed + started.elapsed()).as_secs_f64(),
            seed: self.seed,
            threads: 1,
            remarks: Remarks {
                default_time: self.default_time.filter(|_| self.is_at_default_time()),
                solution: Some(SolutionWords {
                    solution: P::SOLUTION,
                    value: P::VALUE,
                    is_local: self.search.current().is_some(),
                    is_solved: value.is_none_or(|value| P::is_solved(landscape, value)),
                }),
                text: best.and_then(|(solution, _)| P::drawing(landscape, solution)),
                ..Remarks::default()
            },
            ..SolveReport::default()
        }
        .with_verdict())
    }
}
