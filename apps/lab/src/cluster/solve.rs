//! `tremaux lab cluster solve`: A* over threads, processes and machines.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use clap::{ArgMatches, Args, FromArgMatches, ValueHint};
use tremaux_cluster::{
    HdaStar, InformedExpansion, InformedState, Machines, Searched, search_graph,
};
use tremaux_registry::{
    Counts, DomainEntry, GraphState, HeuristicCache, InformedGraph, Instance, Number, Remarks,
    SCHEMA, SolveReport, SolveRequest, Status,
};

use super::machines::{ClusterOptions, failed, when_interrupted};
use tremaux_cli::failure::Failure;
use tremaux_cli::instances::worse;
use tremaux_cli::options::format_of;
use tremaux_cli::output::Reports;
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;
use tremaux_cli::table_cache::{self, BuildLine};
use tremaux_registry::quantity;

/// The search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(super) struct SolveOptions {
    /// Admissible heuristic, such as `manhattan` [default: that of the domain]
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,
    /// How far in f a thread may run ahead of the others
    #[arg(long, value_name = "N", default_value = "0")]
    run_ahead: u32,
    /// Limit on expanded nodes of all threads together: 5000, 5M
    #[arg(long, value_name = "N", value_parser = quantity::count, help_heading = "Limits")]
    nodes: Option<u64>,
    /// Time limit: 500ms, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    time: Option<Duration>,
    /// Table cache folder [default: $TREMAUX_CACHE, or tremaux in the user's cache folder]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    cache: Option<PathBuf>,
}

impl SolveOptions {
    /// Checks the heuristic, without building it.
    pub(super) fn check(&self, instance: &dyn Instance) -> Result<(), Failure> {
        let request = SolveRequest {
            algorithm: Some("a-star".into()),
            heuristic: self.heuristic.clone(),
            ..SolveRequest::default()
        };
        instance.check(&request).map_err(|error| Failure::of(error, "--heuristic"))
    }
}

/// A graph of the registry, for the cluster.
struct Graph(Arc<dyn InformedGraph>);

fn informed(state: &GraphState) -> InformedState<u128> {
    let &GraphState { number, cost, h, is_goal } = state;
    InformedState { state: number, cost: cost.unwrap_or(u32::MAX), h, is_goal }
}

impl InformedExpansion for Graph {
    type State = u128;

    fn initial_state(&self) -> InformedState<u128> {
        informed(&self.0.initial_state())
    }

    fn successors(&self, states: &[u128], found: &mut Vec<(u32, InformedState<u128>)>) {
        let mut successors = Vec::with_capacity(4 * states.len());
        self.0.successors(states, &mut successors);
        found.extend(successors.iter().map(|(parent, state)| (*parent, informed(state))));
    }
}

/// Runs this process's part of a search.
pub(super) fn run(
    domain: &dyn DomainEntry,
    instance: &dyn Instance,
    options: &ClusterOptions,
    machines: &Machines,
    matches: &ArgMatches,
    invocation: Invocation<'_>,
) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let search = SolveOptions::from_arg_matches(matches).expect("the options of a search");
    let start = Instant::now();
    let tables =
        table_cache::source(search.cache.as_deref(), machines.threads, true, &BuildLine::default());
    let graph = instance
        .informed_graph(search.heuristic.as_deref(), &HeuristicCache::new(tables))
        .map_err(|error| Failure::of(error, "--heuristic"))?;
    if !graph.guarantees().admissible {
        let message = format!("`{}` is not admissible, so it proves nothing", graph.heuristic());
        return Err(Failure::Usage(message));
    }
    let building = start.elapsed();
    let how = HdaStar {
        problem: format!("{} {} {}", domain.info().name, instance.text(), graph.heuristic()),
        run_ahead: search.run_ahead,
        memory: options.memory,
        nodes: search.nodes,
        time: search.time,
    };
    let proof = instance.proof_of_no_solution();
    let found = match proof {
        Some(_) => (machines.process == 0).then(Searched::default),
        None => search_in_processes(&graph, machines, &how, global.quiet)?,
    };
    let Some(found) = found else { return Ok(0) };
    let report = SolveReport {
        domain: domain.info().name,
        instance: instance.text().to_owned(),
        seconds: start.elapsed().as_secs_f64(),
        seed: options.seed,
        threads: machines.workers(),
        ..report(&*graph, &found, building, proof)?
    }
    .with_verdict();
    let status = worse(0, report.status);
    let mut reports = Reports::new(out, format_of(matches), style, global.verbose, false);
    reports.write(&report, None)?;
    reports.finish()?;
    Ok(status)
}

/// Searches and says how far it is; Ctrl-C prints what is proved.
fn search_in_processes(
    graph: &Arc<dyn InformedGraph>,
    machines: &Machines,
    how: &HdaStar,
    is_quiet: bool,
) -> Result<Option<Searched<u128>>, Failure> {
    let is_first = machines.process == 0;
    let least = Arc::new(AtomicU32::new(0));
    let proved = Arc::clone(&least);
    when_interrupted(move || {
        if is_first {
            let bound = proved.load(Ordering::Relaxed);
            let _ = writeln!(std::io::stdout(), "Stopped; no plan costs less than {bound}.");
        }
    })?;
    let line = ProgressLine::new(is_quiet || !is_first, String::new());
    let progress = move |f: u32| {
        least.store(f, Ordering::Relaxed);
        line.say(&format!("no plan costs less than {f}"));
    };
    let shared = Arc::new(Graph(Arc::clone(graph)));
    search_graph(shared, graph.width(), machines, how, Box::new(progress)).map_err(failed)
}

fn report(
    graph: &dyn InformedGraph,
    found: &Searched<u128>,
    building: Duration,
    proof: Option<Cow<'static, str>>,
) -> Result<SolveReport, Failure> {
    let mut plan = None;
    if let Some((path, cost)) = &found.path {
        let replayed = graph.plan(path).filter(|(replayed, _)| *replayed == f64::from(*cost));
        let Some(replayed) = replayed else {
            let message = "the plan found by hda-star failed verification and is not shown: this \
                           is a bug in the program";
            return Err(Failure::Usage(message.into()));
        };
        plan = Some(replayed);
    }
    let is_optimal = plan
        .as_ref()
        .map(|(cost, _)| found.lower_bound.is_none_or(|bound| *cost <= f64::from(bound)));
    let status = match (is_optimal, found.lower_bound) {
        (Some(true), _) => Status::Solved,
        (None, None) => Status::NoSolution,
        _ => Status::Limit,
    };
    let (cost, moves) = plan.unzip();
    Ok(SolveReport {
        schema: SCHEMA,
        domain: "",
        instance: String::new(),
        algorithm: "hda-star".into(),
        heuristic: Some(graph.heuristic().to_owned()),
        status,
        cost: cost.map(Number::Real),
        length: moves.as_ref().map(Vec::len),
        moves,
        bound: found.lower_bound.map(|bound| Number::Whole(bound.into())),
        optimal: is_optimal,
        goal: graph.goal(),
        stopped: found.stopped,
        counts: Counts {
            expanded: found.expanded,
            generated: Some(found.generated),
            closed: Some(found.stored),
            ..Counts::default()
        },
        peak_bytes: found.bytes as usize,
        threads: 1,
        remarks: Remarks {
            seconds_to_build: building.as_secs_f64(),
            step: graph.step(),
            proof,
            ..Remarks::default()
        },
        ..SolveReport::default()
    })
}
