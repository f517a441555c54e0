//! A search of a map by an algorithm that only maps have.

use std::borrow::Cow;

use tremaux_core::{Limits, Progress, StopReason, Termination};
use tremaux_domain::{
    ActiveSearch, BuiltTable, Counts, Number, RegistryError, Remarks, RouteReport, SCHEMA,
    Snapshot, SolveReport, SolveRequest, Status, TableSource, stopped,
};
use tremaux_trace::{
    Place, Sink, TraceCounts, TraceEvent, TraceHeader, TraceSelection, TraceShape,
};

use super::engine::{EngineFacts, FoundPath, PathEngine, Recording};
use super::map::PathMap;

/// A search of a map. It cannot be paused within a query: where a limit on nodes stopped it and it
/// is to go on, it begins again with as many nodes more.
pub(super) struct MapSearch {
    map: PathMap,
    text: String,
    ends: (u32, u32),
    /// With its options, as it was asked for.
    asked: String,
    seed: u64,
    threads: usize,
    /// `None` if a limit stopped the preparation.
    engine: Option<Box<dyn PathEngine>>,
    /// Why it was not prepared.
    unprepared: Option<String>,
    /// The nodes that were allowed so far.
    allowed: u64,
    found: Option<FoundPath>,
    /// The reachable place nearest to a goal that cannot be reached, and the path to it.
    nearest: Option<(u32, FoundPath)>,
    stopped: Option<StopReason>,
    error: Option<RegistryError>,
    recorded: Recorded,
}

/// What a search that is recorded has told.
#[derive(Default)]
struct Recorded {
    /// Events that were passed on.
    passed: u64,
    /// The path and the end, which are passed on at the end.
    end: Vec<TraceEvent<'static>>,
}

/// Passes on what was not passed on before.
struct Rest<'a> {
    sink: &'a mut dyn Sink,
    recorded: &'a mut Recorded,
    seen: u64,
}

impl Sink for Rest<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Path { id, place } => {
                let place = place.as_ref().map(|place| match *place {
                    Place::Cell { x, y } => Place::Cell { x, y },
                    Place::Vertex { vertex } => Place::Vertex { vertex },
                    Place::Text { .. } | Place::Unknown {} => Place::Unknown {},
                });
                return self.recorded.end.push(TraceEvent::Path { id: *id, place });
            }
            TraceEvent::End { counts, status } => {
                let (counts, status) = (*counts, status.to_string().into());
                return self.recorded.end.push(TraceEvent::End { counts, status });
            }
            _ => {}
        }
        self.seen += 1;
        if self.seen > self.recorded.passed {
            self.recorded.passed = self.seen;
            self.sink.take(event);
        }
    }
}

impl MapSearch {
    /// Prepares the algorithm `asked` for, unless it is prepared.
    pub(super) fn start(
        map: PathMap,
        text: String,
        [from, to]: [u32; 2],
        asked: String,
        request: &SolveRequest,
        tables: &TableSource,
    ) -> Result<Self, RegistryError> {
        let SolveRequest { seed, threads, .. } = *request;
        let (mut unprepared, mut stopped) = (None, None);
        let engine = match map.engine(&asked, seed, tables) {
            Ok(engine) => Some(engine),
            Err(error @ RegistryError::Unprepared { reason, .. }) => {
                (unprepared, stopped) = (Some(error.to_string()), Some(reason));
                None
            }
            Err(error) => return Err(error),
        };
        Ok(Self {
            map,
            text,
            ends: (from, to),
            asked,
            seed,
            threads,
            engine,
            unprepared,
            allowed: 0,
            found: None,
            nearest: None,
            stopped,
            error: None,
            recorded: Recorded::default(),
        })
    }

    fn facts(&self) -> Option<&EngineFacts> {
        self.engine.as_deref().map(PathEngine::facts)
    }

    fn run(
        &mut self,
        limits: &Limits,
        recording: Option<(TraceSelection, &mut dyn Sink)>,
    ) -> Progress {
        let Some(engine) = &mut self.engine else {
            return Progress::Done(Termination::Stopped(
                self.stopped.unwrap_or(StopReason::TimeLimit),
            ));
        };
        if self.found.as_ref().is_some_and(|found| found.stopped.is_none()) {
            return Progress::Done(Termination::Finished);
        }
        let mut limits = limits.clone();
        if let Some(nodes) = &mut limits.nodes {
            self.allowed = self.allowed.saturating_add(*nodes);
            *nodes = self.allowed;
        }
        if limits.memory.is_some_and(|memory| engine.bytes() > memory) {
            self.stopped = Some(StopReason::MemoryLimit);
            return Progress::Paused(StopReason::MemoryLimit);
        }
        let found = match recording {
            None => engine.find(self.ends, &limits, None),
            Some((selection, sink)) => {
                self.recorded.end.clear();
                let mut sink = Rest { sink, recorded: &mut self.recorded, seen: 0 };
                let recording = Recording { selection, sink: &mut sink };
                engine.find(self.ends, &limits, Some(recording))
            }
        };
        let mut found = match found {
            Ok(found) => found,
            Err(error) => {
                self.error = Some(error);
                return Progress::Done(Termination::Finished);
            }
        };
        // One that does not look at the limit.
        let is_over = limits.nodes.is_some_and(|nodes| found.expanded > nodes);
        if is_over && found.stopped.is_none() {
            found = FoundPath {
                stopped: Some(StopReason::NodeLimit),
                expanded: found.expanded,
                elapsed: found.elapsed,
                counts: found.counts,
                ..FoundPath::default()
            };
            self.recorded.end.retain_mut(|event| {
                if let TraceEvent::End { status, .. } = event {
                    *status = "limit".into();
                }
                matches!(event, TraceEvent::End { .. })
            });
        }
        let is_unreachable = found.cost.is_none() && found.stopped.is_none();
        if let Some(nearest) = engine.nearest(self.ends).filter(|_| is_unreachable) {
            match engine.find((self.ends.0, nearest), &limits, None) {
                Ok(path) => self.nearest = Some((nearest, path)),
                Err(error) => self.error = Some(error),
            }
        }
        self.stopped = found.stopped;
        self.found = Some(found);
        match self.stopped {
            Some(reason) => Progress::Paused(reason),
            None => Progress::Done(Termination::Finished),
        }
    }

    fn labels(&self, path: &FoundPath) -> Vec<String> {
        path.places.iter().map(|&place| self.map.label(place)).collect()
    }

    fn status(&self) -> Status {
        match (&self.found, self.stopped) {
            (Some(FoundPath { cost: Some(_), .. }), _) => Status::Solved,
            (Some(_), None) => Status::NoSolution,
            _ => Status::Limit,
        }
    }
}

impl Drop for MapSearch {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.map.give_back(&self.asked, self.seed, engine);
        }
    }
}

impl ActiveSearch for MapSearch {
    fn advance(&mut self, limits: &Limits) -> Progress {
        let progress = self.run(limits, None);
        self.stopped = stopped(progress);
        progress
    }

    fn advance_recorded(
        &mut self,
        limits: &Limits,
        selection: TraceSelection,
        sink: &mut dyn Sink,
    ) -> Progress {
        let progress = self.run(limits, Some((selection, sink)));
        self.stopped = stopped(progress);
        progress
    }

    fn runs_in_slices(&self) -> bool {
        false
    }

    fn trace_header(&self, selection: TraceSelection) -> TraceHeader {
        let facts = self.facts();
        let shape = facts.map_or(TraceShape::Graph, |facts| facts.shape);
        TraceHeader {
            instance: self.text.clone(),
            algorithm: facts.map_or_else(|| self.asked.clone(), |facts| facts.algorithm.clone()),
            heuristic: facts.and_then(|facts| facts.estimate).map(str::to_owned),
            is_any_angle: facts.is_some_and(|facts| facts.info.is_any_angle),
            selection,
            scene: self.map.scene(self.ends.0, &[self.ends.1]),
            ..TraceHeader::new(self.map.domain().name, shape)
        }
    }

    fn end_recording(&mut self, sink: &mut dyn Sink) -> Option<TraceCounts> {
        self.recorded.end.drain(..).for_each(|event| sink.take(&event));
        self.found.as_ref()?.counts
    }

    fn snapshot(&self) -> Snapshot {
        let found = self.found.as_ref();
        let bytes = self.engine.as_ref().map_or(0, |engine| engine.bytes());
        Snapshot {
            expanded: found.map_or(0, |found| found.expanded),
            generated: 0,
            bound: found.and_then(|found| found.bound).unwrap_or(Number::Whole(0)),
            cost: found.and_then(|found| found.cost),
            bytes,
            seconds: found.map_or(0.0, |found| found.elapsed.as_secs_f64()),
        }
    }

    fn report(&self) -> Result<SolveReport, RegistryError> {
        let mut report = self.brief()?;
        let found = self.found.as_ref().filter(|found| found.cost.is_some());
        if let (Some(found), Some(route)) = (found, &mut report.route) {
            report.moves = Some(self.map.moves(&found.places, route.is_any_angle));
            route.path = Some(self.labels(found));
        }
        Ok(report)
    }

    fn brief(&self) -> Result<SolveReport, RegistryError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let (facts, nothing) = (self.facts(), FoundPath::default());
        let found = self.found.as_ref().unwrap_or(&nothing);
        let is_any_angle = facts.is_some_and(|facts| facts.info.is_any_angle);
        let is_found = found.cost.is_some();
        let (cost, bound, status) = (found.cost, found.bound, self.status());
        let nearest = self.nearest.as_ref();
        let nearest_path = nearest.map(|(_, path)| path).filter(|path| path.cost.is_some());
        Ok(SolveReport {
            schema: SCHEMA,
            domain: self.map.domain().name,
            instance: self.text.clone(),
            algorithm: facts.map_or_else(|| self.asked.clone(), |facts| facts.algorithm.clone()),
            status,
            cost,
            length: is_found.then_some(found.steps),
            bound: bound.filter(|_| status != Status::NoSolution),
            optimal: cost.map(|cost| bound.is_some_and(|bound| cost <= bound)),
            assumes: (status == Status::NoSolution || is_found)
                .then(|| {
                    let cost = cost.map(|cost| cost.as_f64());
                    self.map.assumes(self.ends.0, &[self.ends.1], cost)
                })
                .flatten()
                .map(Cow::from),
            stopped: self.stopped,
            counts: Counts {
                expanded: found.expanded,
                generated: found.counts.map(|counts| counts.generated),
                reopened: found.counts.map(|counts| counts.reopened),
                ..Counts::default()
            },
            route: Some(Box::new(RouteReport {
                nearest: nearest.map(|(place, _)| self.map.label(*place)),
                nearest_cost: nearest_path.and_then(|path| path.cost),
                nearest_path: nearest_path.map(|path| self.labels(path)),
                preparation_seconds: Some(
                    facts.map_or(0.0, |facts| facts.preparation.as_secs_f64()),
                ),
                prepared_file: facts
                    .and_then(|facts| facts.table.as_ref())
                    .and_then(BuiltTable::file_taken),
                is_any_angle,
                ..self.map.route()
            })),
            seconds: found.elapsed.as_secs_f64(),
            seed: self.seed,
            threads: self.threads,
            remarks: Remarks {
                unbuilt: self.unprepared.clone(),
                replaced: None,
                step: ["step", "steps"],
                ..Remarks::default()
            },
            ..SolveReport::default()
        }
        .with_verdict())
    }
}
