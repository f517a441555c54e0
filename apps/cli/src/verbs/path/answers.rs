//! The answers to queries about a map.

use std::path::Path;
use std::time::Instant;

use tremaux_core::Limits;
use tremaux_registry::paths::PathMap;
use tremaux_registry::{
    ActiveSearch, HeuristicCache, Instance, Number, SolveReport, SolveRequest, drive,
    drive_recorded,
};
use tremaux_trace::{Sink, TraceSelection};

use crate::failure::Failure;
use crate::interrupt;
use crate::maps::listed::Query;
use crate::maps::options::PathOptions;
use crate::options::GlobalOptions;
use crate::progress::ProgressLine;
use crate::proof;
use crate::visible;

/// Answers queries about a map, one after the other.
pub(crate) struct Answers<'a> {
    map: &'a PathMap,
    name: String,
    request: SolveRequest,
    /// Whether the user did not choose the algorithm.
    is_chosen: bool,
    limits: Limits,
    cache: HeuristicCache,
    /// What is under way.
    pub(crate) line: ProgressLine,
}

impl<'a> Answers<'a> {
    /// Nothing is prepared yet.
    pub(crate) fn new(
        options: &PathOptions,
        map: &'a PathMap,
        global: &GlobalOptions,
        line: ProgressLine,
    ) -> Result<Self, Failure> {
        let cancel = interrupt::token()?;
        let tables = options.tables(global, &line);
        Ok(Self {
            map,
            name: options.map_name(),
            request: options.request(map),
            is_chosen: options.algorithm.is_none(),
            limits: options.limits(&cancel),
            cache: HeuristicCache::new(tables),
            line,
        })
    }

    /// A query as an instance.
    fn instance(&self, query: &Query) -> Box<dyn Instance> {
        let mut text = self.map.label(query.from);
        for &goal in &query.goals {
            text.push(' ');
            text.push_str(&self.map.label(goal));
        }
        self.map.query(query.from, query.goals.clone(), text)
    }

    /// Writes the proof of the answer to a query.
    pub(crate) fn prove(
        &self,
        path: &Path,
        query: &Query,
        report: &SolveReport,
    ) -> Result<(), Failure> {
        self.line.work("writing the proof");
        let proved = proof::write(path, &*self.instance(query), report, &self.limits);
        self.line.clear();
        proved
    }

    /// Fails if there are no proofs about the map.
    pub(crate) fn check_proof(&self, query: &Query) -> Result<(), Failure> {
        proof::check(&*self.instance(query), self.map.domain().name)
    }

    /// The report with how what it proves can be checked.
    pub(crate) fn told(&self, report: SolveReport, query: &Query) -> SolveReport {
        proof::told(report, &*self.instance(query), "--proof")
    }

    /// A search that answers a query.
    pub(crate) fn start(&self, query: &Query) -> Result<Box<dyn ActiveSearch>, Failure> {
        let instance = self.instance(query);
        self.cache.tables().limit(&self.limits);
        let mut request = self.request.clone();
        if self.is_chosen && query.goals.len() > 1 {
            // What is fastest for one goal.
            request.algorithm = None;
        }
        let search = instance.start(&request, &self.cache);
        search.map_err(|error| Failure::of(error, "--algorithm"))
    }

    /// Runs a search, whose steps may be recorded, to its end or a limit. The report has the words
    /// of the path if it `is_shown`.
    pub(crate) fn run(
        &self,
        mut search: Box<dyn ActiveSearch>,
        query: &Query,
        recording: Option<(TraceSelection, &mut dyn Sink)>,
        is_shown: bool,
    ) -> Result<SolveReport, Failure> {
        let (started, slice) = (Instant::now(), ProgressLine::PERIOD);
        // The report says why it stopped.
        let _ = match recording {
            None => drive(&mut *search, &self.limits, started, slice, &mut |_| {}),
            Some(recording) => {
                let pace = (started, slice);
                drive_recorded(&mut *search, &self.limits, pace, recording, &mut |_| {}).0
            }
        };
        let report = if is_shown { search.report() } else { search.brief() };
        let mut report = report.map_err(Failure::Registry)?;
        if let Some(unbuilt) = &report.remarks.unbuilt {
            // Standard error may be closed.
            visible::tell(&format!("search not started: {unbuilt}"));
        }
        let route = report.route.get_or_insert_default();
        route.notes = self.map.route().notes;
        if let (true, None, Some(moves)) = (is_shown, &route.path, &report.moves) {
            route.path = self.map.path_of(query.from, moves);
        }
        route.map = Some(self.name.clone());
        route.expected = query.scenario.as_ref().map(|scenario| Number::Real(scenario.length));
        Ok(report)
    }

    /// Answers a query, like [`Answers::run`].
    pub(crate) fn ask(
        &self,
        query: &Query,
        recording: Option<(TraceSelection, &mut dyn Sink)>,
        is_shown: bool,
    ) -> Result<SolveReport, Failure> {
        self.line.work("searching");
        self.run(self.start(query)?, query, recording, is_shown)
    }
}
