//! Two phases, and a proof with the small table in the time that is left.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{
    Algorithm, Deadline, Heuristic, Limits, NoHeuristic, Observer, Plan, Progress, Search,
    SearchReport, StopReason, Termination,
};
use tremaux_domain::TableSource;
use tremaux_search::{CanonicalFrames, Copying, IdaStar};
use tremaux_tables::{Builder, Cache};

use super::{TwoPhase, TwoPhaseSearch};
use crate::coset_pattern::CosetPattern;
use crate::{CosetDistance, Cube, Turn};

/// Nodes of one search before the other continues.
const SHARE: u64 = 1 << 16;

/// The time of two phases, and of building the table, before the other continues.
const BESIDE: Duration = Duration::from_millis(50);

/// Where the small table comes from, and the limits of building it.
pub(crate) struct Table {
    cache: Cache,
    threads: usize,
    limits: Limits,
    started: Instant,
}

impl Table {
    pub(crate) fn of(tables: &TableSource) -> Self {
        let (cache, threads) = (tables.cache().clone(), tables.threads());
        Self { cache, threads, limits: tables.limits(), started: Instant::now() }
    }
}

type Proof =
    <IdaStar<Copying, CanonicalFrames> as Algorithm<Cube>>::Search<Arc<Cube>, Arc<CosetDistance>>;

/// The part of the search that proves.
enum Prover {
    /// The table was not asked for yet.
    Later(Table),
    Running(Box<Proof>),
    /// The table could not be had, or its search is over.
    Over,
}

/// Two phases for the nodes that they usually take; then IDA* with the small table, which proves
/// the optimum, in turn with them.
pub(crate) struct Proving {
    space: Arc<Cube>,
    two_phase: TwoPhaseSearch,
    is_two_phase_over: bool,
    prover: Prover,
    table_bytes: usize,
    /// The nodes of two phases alone.
    first: u64,
    /// Whether it is the prover's turn.
    is_provers: bool,
    stopped: StopReason,
    done: Option<Termination>,
}

impl Proving {
    pub(crate) fn new(space: Arc<Cube>, settings: TwoPhase, table: Table) -> Self {
        Self {
            two_phase: settings.nodes(u64::MAX).start(Arc::clone(&space), NoHeuristic),
            space,
            is_two_phase_over: false,
            prover: Prover::Later(table),
            table_bytes: 0,
            first: settings.nodes,
            is_provers: false,
            stopped: StopReason::TimeLimit,
            done: None,
        }
    }

    fn expanded(&self) -> u64 {
        self.report().statistics.expanded
    }

    fn is_proved(&self) -> bool {
        let report = self.report();
        report.plan.is_some_and(|plan| plan.cost <= report.lower_bound)
    }

    /// Gets the table, while two phases go on beside it.
    fn begin_proof(&mut self) {
        let Prover::Later(table) = std::mem::replace(&mut self.prover, Prover::Over) else {
            return;
        };
        let deadline = Deadline::of(&table.limits, table.started);
        let beside = Limits::default().with_time(BESIDE);
        let two_phase = &mut self.two_phase;
        let (mut last, mut is_over) = (Instant::now(), false);
        let watch = |_| {
            // Each takes half of the time.
            if last.elapsed() >= BESIDE {
                is_over = matches!(two_phase.advance(&beside, &mut ()), Progress::Done(_));
                last = Instant::now();
            }
            match is_over || deadline.reached().is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let mut builder = Builder::new().with_threads(table.threads).with_progress(watch);
        if let Some(bytes) = table.limits.memory {
            let needed = Builder::bytes(&CosetPattern { has_order: false });
            if needed > bytes as u64 {
                return;
            }
            builder = builder.with_memory(bytes as u64);
        }
        let found = CosetDistance::load_or_build(false, &table.cache, &mut builder);
        drop(builder);
        if let Ok(distance) = found {
            self.table_bytes = distance.table_bytes();
            let search = IdaStar::canonical_compact();
            let search = search.start(Arc::clone(&self.space), Arc::new(distance));
            self.prover = Prover::Running(Box::new(search));
        }
    }

    /// Continues one of the searches.
    fn step<O: Observer<Cube> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Option<StopReason> {
        let known = self.two_phase.report().plan.map(|plan| plan.cost);
        let nodes = |most: u64| limits.nodes.map_or(most, |nodes| nodes.min(most));
        let progress = match &mut self.prover {
            Prover::Running(search) if self.is_provers || self.is_two_phase_over => {
                self.is_provers = false;
                let mut share = limits.clone().with_nodes(nodes(SHARE));
                // A plan as long as the known one is of no use.
                share.cost = known.map(|cost| f64::from(cost) - 1.0);
                search.advance(&share, observer)
            }
            _ if self.is_two_phase_over => return Some(StopReason::TimeLimit),
            prover => {
                let share = match prover {
                    Prover::Later(_) => self.first,
                    Prover::Running(_) => SHARE,
                    Prover::Over => u64::MAX,
                };
                self.is_provers = true;
                let progress =
                    self.two_phase.advance(&limits.clone().with_nodes(nodes(share)), observer);
                self.is_two_phase_over = matches!(progress, Progress::Done(_));
                progress
            }
        };
        match progress {
            Progress::Paused(StopReason::NodeLimit | StopReason::CostLimit) | Progress::Done(_) => {
                None
            }
            Progress::Paused(reason) => Some(reason),
        }
    }
}

impl Search<Cube> for Proving {
    fn advance<O: Observer<Cube> + ?Sized>(
        &mut self,
        limits: &Limits,
        observer: &mut O,
    ) -> Progress {
        let (started, first) = (Instant::now(), self.expanded());
        loop {
            if self.done.is_some() || self.is_proved() {
                self.done = Some(Termination::Finished);
                return Progress::Done(Termination::Finished);
            }
            let expanded = self.expanded();
            let mut left = limits.clone();
            left.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            left.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(expanded - first));
            let is_first = self.two_phase.nodes() < self.first && !self.is_two_phase_over;
            let reason = match &self.prover {
                _ if left.nodes == Some(0) => Some(StopReason::NodeLimit),
                Prover::Later(_) if !is_first => {
                    self.begin_proof();
                    None
                }
                Prover::Over if self.is_two_phase_over => {
                    self.done = Some(Termination::Finished);
                    None
                }
                _ => self.step(&left, observer),
            };
            if let Some(reason) = reason {
                self.stopped = reason;
                return Progress::Paused(reason);
            }
        }
    }

    fn report(&self) -> SearchReport<Turn, u32> {
        let mut report = self.two_phase.report();
        if let Prover::Running(search) = &self.prover {
            let proof = search.report();
            report.lower_bound = report.lower_bound.max(proof.lower_bound);
            let cost =
                |plan: &Option<Plan<Turn, u32>>| plan.as_ref().map_or(u32::MAX, |it| it.cost);
            if cost(&proof.plan) < cost(&report.plan) {
                report.plan = proof.plan;
            }
            report.statistics.expanded += proof.statistics.expanded;
            report.statistics.generated += proof.statistics.generated;
            report.statistics.elapsed += proof.statistics.elapsed;
            report.statistics.peak_bytes += proof.statistics.peak_bytes;
        }
        report.statistics.peak_bytes += self.table_bytes;
        report.termination = self.done.unwrap_or(Termination::Stopped(self.stopped));
        report
    }
}
