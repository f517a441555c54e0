//! Searches of problems whose rules are Python objects, by any algorithm of the catalogue.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;
use tremaux_core::{
    Algorithm, CancelToken, Event, FloatCost, Guarantees, Limits, NoHeuristic, Observer, Progress,
    Search, StopReason,
};
use tremaux_registry::{
    Built, Component, DefaultInfo, DomainInfo, HeuristicCache, HeuristicEntry, Instance, Problem,
    RegistryError, SolveReport, SolveRequest, drive, instance,
};

use tremaux_search::BestFirst;

use crate::by_name::limits;
use crate::errors::input_error;
use crate::progress::Listener;
use crate::space::{Estimate, PythonCost, PythonSpace, Shared};

/// How long a search runs until signals are looked at again.
const SLICE: Duration = Duration::from_millis(50);

static INFO: DomainInfo = DomainInfo {
    name: "python",
    aliases: &[],
    title: "a problem whose rules are written in Python",
    format: "objects",
    example: "",
    moves: "actions",
    options: &[],
    generator: &[],
    defaults: &[
        DefaultInfo::new("problems with estimates", "a-star", "estimates").why("a cheapest plan"),
        DefaultInfo::new("others", "dijkstra", "blind").why("a cheapest plan"),
    ],
};

static H: Component = Component {
    guarantees: "as claimed",
    use_when: "there are estimates",
    avoid_when: "they take longer than what they save",
    ..Component::new("estimates", "the estimates of the problem")
};

struct PythonProblem<C>(PhantomData<fn() -> C>);

macro_rules! problem {
    ($cost:ty) => {
        impl Problem for PythonProblem<$cost> {
            type Space = PythonSpace<$cost>;
            type Key = u64;

            const HEURISTICS: &'static [HeuristicEntry<Self>] = &[HeuristicEntry {
                info: &H,
                build: |space, _, _| Ok(Built::new(Estimate(space.shared.guarantees()))),
            }];

            fn assumes(space: &Self::Space, cost: Option<f64>) -> Option<String> {
                let assumption = "no goal can be reached from where h is infinite";
                let is_needed = cost.is_none() && space.shared.has_dead_ends();
                is_needed.then(|| assumption.to_owned())
            }
        }
    };
}

problem!(u64);
problem!(FloatCost);

/// An instance with costs of this type.
fn entered<C>(shared: &Arc<Shared>, start: u32) -> Box<dyn Instance>
where
    C: PythonCost,
    PythonProblem<C>: Problem<Space = PythonSpace<C>>,
{
    let choice = &INFO.defaults[usize::from(!shared.has_h())];
    let space = PythonSpace { shared: Arc::clone(shared), start, cost: PhantomData };
    instance::<PythonProblem<C>>(&INFO, Arc::new(space), "a Python object".to_owned(), choice)
}

/// Rules as functions.
#[derive(FromPyObject)]
pub(crate) struct Functions {
    successors: Py<PyAny>,
    is_goal: Py<PyAny>,
    h: Option<Py<PyAny>>,
    has_costs: bool,
}

/// The actions and the states of a plan.
type Plan<'py> = (Bound<'py, PyList>, Bound<'py, PyList>);

/// The cost of every state that is expanded.
struct Costs<C>(Vec<(u32, C)>);

impl<C: PythonCost> Observer<PythonSpace<C>> for Costs<C> {
    fn observe(&mut self, event: Event<'_, PythonSpace<C>>) {
        if let Event::Expanded { state, g } = event {
            self.0.push((*state, g));
        }
    }
}

/// The cheapest costs from a start to all states, with costs of a type.
fn costs<C: PythonCost>(
    py: Python<'_>,
    shared: &Arc<Shared>,
    start: u32,
    limits: &Limits,
) -> PyResult<(Vec<(u32, C)>, bool)> {
    let space = PythonSpace { shared: Arc::clone(shared), start, cost: PhantomData };
    let mut seen = Costs(Vec::new());
    let mut search = BestFirst::dijkstra().start(&space, NoHeuristic);
    let started = Instant::now();
    loop {
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let slice = left.map_or(SLICE, |left| left.min(SLICE));
        // A limit of nodes is one of each slice: what is left of it.
        let mut now = limits.clone().with_time(slice);
        now.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(seen.0.len() as u64));
        let progress = search.advance(&now, &mut seen);
        if let Some(error) = shared.take_error() {
            return Err(error);
        }
        py.check_signals()?;
        match progress {
            Progress::Paused(StopReason::TimeLimit) if left.is_none_or(|left| left > slice) => {}
            Progress::Paused(_) => return Ok((seen.0, false)),
            Progress::Done(_) => return Ok((seen.0, true)),
        }
    }
}

/// The cheapest costs from a start to all states, the nearest first, and whether that is all.
#[pyfunction]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    successors: Py<PyAny>,
    start: Bound<'py, PyAny>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let never = py.eval(c"lambda state: False", None, None)?.unbind();
    let shared = Shared::of_functions(py, successors, never, None, true, Guarantees::NONE);
    let number = shared.number(py, &start, "start")?;
    shared.with_steps(number, &mut |_, _, _| {});
    let found = PyDict::new(py);
    let cancel = CancelToken::default();
    shared.set_cancel(&cancel);
    let limits = limits(time, nodes, memory, &cancel)?;
    if !shared.has_fractions() {
        let (known, is_all) = costs::<u64>(py, &shared, number, &limits)?;
        if !shared.has_fractions() {
            for (state, cost) in known {
                found.set_item(shared.state(py, state), cost)?;
            }
            return Ok((found, is_all));
        }
    }
    let (known, is_all) = costs::<FloatCost>(py, &shared, number, &limits)?;
    for (state, cost) in known {
        found.set_item(shared.state(py, state), cost.get())?;
    }
    Ok((found, is_all))
}

/// Searches a problem: an object (`rules`), or functions (`successors`, `is_goal`, `h`). Returns
/// the report as JSON, and for each plan found its actions and states.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn search<'py>(
    py: Python<'py>,
    rules: Option<Bound<'py, PyAny>>,
    start: Option<Bound<'py, PyAny>>,
    functions: Option<Functions>,
    claims: &str,
    algorithm: Option<String>,
    depth: Option<u32>,
    seed: u64,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<Plan<'py>>)> {
    let guarantees = guarantees(claims)?;
    let (shared, first) = match (rules, functions) {
        (Some(rules), _) => {
            let ends = ["is_goal", "goal_test"];
            let (shared, initial) = Shared::of_object(py, &rules, ends, false, guarantees)?;
            (shared, start.unwrap_or_else(|| initial.into_bound(py)))
        }
        (None, Some(Functions { successors, is_goal, h, has_costs })) => {
            // `None` is a state like others.
            let start = start.unwrap_or_else(|| py.None().into_bound(py));
            (Shared::of_functions(py, successors, is_goal, h, has_costs, guarantees), start)
        }
        (None, None) => return Err(PyValueError::new_err("a problem or functions are expected")),
    };
    let start = shared.number(py, &first, "initial")?;
    let request = SolveRequest {
        algorithm,
        depth,
        seed,
        is_limited: time.is_some() || nodes.is_some(),
        memory,
        ..SolveRequest::default()
    };
    let limits = |cancel: &CancelToken| limits(time, nodes, memory, cancel);
    let listener = Listener::new(progress);
    let report = solved(py, &shared, start, &request, limits, listener)?;
    let plans = plans(py, &shared, start, &report)?;
    Ok((serde_json::to_string(&report).expect("a report is JSON"), plans))
}

/// What is claimed of estimates.
fn guarantees(claims: &str) -> PyResult<Guarantees> {
    match claims {
        "admissible" => Ok(Guarantees::ADMISSIBLE),
        "consistent" => Ok(Guarantees::CONSISTENT),
        "nothing" => Ok(Guarantees::NONE),
        _ => Err(PyValueError::new_err(format!(
            "h is claimed to be {claims:?}; expected admissible, consistent or nothing"
        ))),
    }
}

/// Searches with whole costs; once a cost is seen that is not whole, again with floats.
fn solved(
    py: Python<'_>,
    shared: &Arc<Shared>,
    start: u32,
    request: &SolveRequest,
    limits: impl Fn(&CancelToken) -> PyResult<Limits>,
    mut listener: Listener,
) -> PyResult<SolveReport> {
    let started = Instant::now();
    // Whether costs are whole is seen at the first step.
    shared.with_steps(start, &mut |_, _, _| {});
    let mut is_whole = !shared.has_fractions();
    loop {
        if let Some(error) = shared.take_error() {
            return Err(error);
        }
        let cancel = CancelToken::default();
        shared.set_cancel(&cancel);
        let limits = limits(&cancel)?;
        let instance = match is_whole {
            true => entered::<u64>(shared, start),
            false => entered::<FloatCost>(shared, start),
        };
        let mut done = || -> Result<SolveReport, RegistryError> {
            let mut search = instance.start(request, &HeuristicCache::default())?;
            drive(&mut *search, &limits, started, SLICE, &mut |now| {
                if let Err(error) = py.check_signals() {
                    listener.raise(error, &cancel);
                }
                listener.tell(&json!(now), &cancel);
            });
            search.report()
        };
        let report = done();
        if let Some(error) = shared.take_error().or_else(|| listener.raised()) {
            return Err(error);
        }
        if !(is_whole && shared.has_fractions()) {
            return report.map_err(|error| input_error(py, &error));
        }
        // With what is known by now.
        is_whole = false;
    }
}

/// The actions and states of the plans in a report.
fn plans<'py>(
    py: Python<'py>,
    shared: &Shared,
    start: u32,
    report: &SolveReport,
) -> PyResult<Vec<Plan<'py>>> {
    let words: Vec<&[String]> = match &report.moves {
        Some(_) if !report.solutions.is_empty() => {
            report.solutions.iter().map(|plan| plan.moves.as_deref().unwrap_or_default()).collect()
        }
        Some(moves) => vec![moves.as_slice()],
        None => Vec::new(),
    };
    let mut plans = Vec::new();
    for words in words {
        let (actions, states) = (PyList::empty(py), PyList::empty(py));
        let mut at = start;
        states.append(shared.state(py, at))?;
        for word in words {
            let nth = word.split_once(':').and_then(|(_, nth)| nth.parse().ok()).unwrap_or(0);
            let (action, to, _) = shared.step(py, at, nth).expect("a step of the plan");
            at = to;
            actions.append(action)?;
            states.append(shared.state(py, at))?;
        }
        plans.push((actions, states));
    }
    Ok(plans)
}
