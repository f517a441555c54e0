//! A state space whose rules are Python objects.

use std::fmt::{self, Write};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use tremaux_core::codes::ActionCode;
use tremaux_core::{
    CancelToken, Cost, Depict, FloatCost, Guarantees, Heuristic, Notation, ParseError, Picture,
    StateSpace,
};

/// A step: its index among those of its state, and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    nth: u32,
    to: u32,
}

impl Step {
    pub(crate) fn new(nth: usize, to: u32) -> Self {
        Self { nth: nth as u32, to }
    }

    pub(crate) fn nth(self) -> usize {
        self.nth as usize
    }

    pub(crate) fn to(self) -> u32 {
        self.to
    }
}

impl ActionCode for Step {
    fn code(self) -> u64 {
        u64::from(self.nth) << 32 | u64::from(self.to)
    }

    fn from_code(code: u64) -> Self {
        Self { nth: (code >> 32) as u32, to: code as u32 }
    }
}

/// A successor, as Python's rules returned it.
struct Successor {
    action: Py<PyAny>,
    to: u32,
    cost: f64,
}

/// What is known of the states seen so far.
struct Seen {
    /// The number of each state.
    numbers: Py<PyDict>,
    states: Vec<Py<PyAny>>,
    arcs: Vec<Option<Box<[Successor]>>>,
    goals: Vec<Option<bool>>,
    estimates: Vec<Option<f64>>,
    /// About how many bytes the states and arcs have, with their objects.
    bytes: usize,
    path: Path,
    /// What a rule raised, or what was wrong with what it returned.
    error: Option<PyErr>,
    /// Whether a cost was not whole.
    has_fractions: bool,
    /// Whether an infinite estimate was taken for a dead end.
    has_dead_ends: bool,
}

/// The path of a search that needs only the states along it.
#[derive(Default)]
struct Path {
    /// The number of the search.
    search: u64,
    /// The number of states and the bytes when the path was lengthened, and the state whose arcs
    /// were fetched then; nothing of before what is kept.
    ends: Vec<(usize, usize, Option<u32>)>,
    /// Whether it was lengthened just now.
    is_longer: bool,
}

/// What the allocator and Python's dictionaries take for a state, besides its object.
const STATE_BYTES: usize = 256;

/// How many bytes an object has, with those of the tuple that it may be.
fn size_of_object(object: &Bound<'_, PyAny>) -> usize {
    let own = object.call_method0("__sizeof__").and_then(|size| size.extract());
    let parts = object.cast::<PyTuple>().map_or(0, |parts| {
        parts
            .iter()
            .filter(|part| !part.is_instance_of::<PyInt>())
            .map(|it| size_of_object(&it))
            .sum()
    });
    own.unwrap_or(0) + parts
}

/// How rules are asked.
enum Rules {
    /// The methods of an object, each bound to it.
    Problem {
        actions: Py<PyAny>,
        result: Py<PyAny>,
        is_goal: Py<PyAny>,
        /// What that one is called.
        goal_name: &'static str,
        cost: CostRule,
        h: Option<Py<PyAny>>,
    },
    /// Functions.
    Functions { successors: Py<PyAny>, is_goal: Py<PyAny>, h: Option<Py<PyAny>>, has_costs: bool },
}

/// How the cost of a step is asked.
enum CostRule {
    /// Every step costs 1.
    One,
    /// `action_cost(state, action, next)`.
    Action(Py<PyAny>),
    /// `path_cost(cost so far, state, action, next)`.
    Path(Py<PyAny>),
}

/// A state space by Python's rules; clones share what is known.
pub(crate) struct Shared {
    rules: Rules,
    seen: Mutex<Seen>,
    cancel: Mutex<CancelToken>,
    guarantees: Guarantees,
}

pub(crate) fn short(state: &Bound<'_, PyAny>) -> String {
    let text = state.repr().map_or_else(|_| "a state".to_owned(), |it| it.to_string());
    if text.chars().count() > 200 {
        text.chars().take(200).collect::<String>() + "…"
    } else {
        text
    }
}

/// Says in a note of the exception which rule was asked about what.
pub(crate) fn noted(error: PyErr, py: Python<'_>, rule: &str, state: &Bound<'_, PyAny>) -> PyErr {
    let note = format!("raised by {rule} of the state {}", short(state));
    let value = error.value(py);
    if value.call_method1("add_note", (note.as_str(),)).is_err() {
        // Before Python 3.11.
        let _ = value.setattr("__notes__", (note,));
    }
    error
}

pub(crate) fn nonsense(
    rule: &str,
    state: &Bound<'_, PyAny>,
    found: &Bound<'_, PyAny>,
    expected: &str,
) -> PyErr {
    let (state, found) = (short(state), short(found));
    PyTypeError::new_err(format!(
        "{rule} of the state {state} returned {found}; expected {expected}"
    ))
}

/// What [`number`] takes.
pub(crate) const NUMBER: &str = "a number, at most 2**53 if it is whole";

/// A number, and whether it is whole, as `int` and NumPy's integers are.
pub(crate) fn number(found: &Bound<'_, PyAny>) -> Option<(f64, bool)> {
    if let Ok(float) = found.cast::<PyFloat>() {
        return Some((float.extract().ok()?, false));
    }
    match found.extract::<i64>() {
        // Beyond that, not every whole number is a float.
        Ok(whole) => (whole.unsigned_abs() <= 1 << 53).then_some((whole as f64, true)),
        Err(error) if error.is_instance_of::<PyOverflowError>(found.py()) => None,
        Err(_) => Some((found.extract().ok()?, false)),
    }
}

/// The estimate that a rule returned.
pub(crate) fn estimate(state: &Bound<'_, PyAny>, found: &Bound<'_, PyAny>) -> PyResult<f64> {
    let value = number(found).map(|(value, _)| value).filter(|value| *value >= 0.0);
    let expected = "a number of zero or more, at most 2**53 if it is whole";
    value.ok_or_else(|| nonsense("h", state, found, expected))
}

/// A method, bound to its object.
pub(crate) fn method(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Py<PyAny>> {
    let found = object.getattr(name).ok().filter(|it| it.is_callable());
    let missing = || PyTypeError::new_err(format!("{} has no method `{name}`", short(object)));
    Ok(found.ok_or_else(missing)?.unbind())
}

impl Shared {
    /// The rules of an object, and its initial state. `ends` are the names of the method that tells
    /// goals, or the ends of a game, whose moves cost nothing.
    pub(crate) fn of_object(
        py: Python<'_>,
        object: &Bound<'_, PyAny>,
        ends: [&'static str; 2],
        is_game: bool,
        guarantees: Guarantees,
    ) -> PyResult<(Arc<Self>, Py<PyAny>)> {
        let (actions, result) = (method(object, "actions")?, method(object, "result")?);
        let (is_goal, goal_name) = match method(object, ends[0]) {
            Ok(is_goal) => (is_goal, ends[0]),
            Err(error) => (method(object, ends[1]).map_err(|_| error)?, ends[1]),
        };
        let optional = |name: &str| (!is_game).then(|| method(object, name).ok()).flatten();
        let cost = match (optional("action_cost"), optional("path_cost")) {
            (Some(cost), _) => CostRule::Action(cost),
            (None, Some(cost)) => CostRule::Path(cost),
            (None, None) => CostRule::One,
        };
        let rules = Rules::Problem { actions, result, is_goal, goal_name, cost, h: optional("h") };
        let start = object.getattr("initial").map_err(|_| {
            PyTypeError::new_err(format!("{} has no attribute `initial`", short(object)))
        })?;
        Ok((Self::new(py, rules, guarantees), start.unbind()))
    }

    pub(crate) fn of_functions(
        py: Python<'_>,
        successors: Py<PyAny>,
        is_goal: Py<PyAny>,
        h: Option<Py<PyAny>>,
        has_costs: bool,
        guarantees: Guarantees,
    ) -> Arc<Self> {
        Self::new(py, Rules::Functions { successors, is_goal, h, has_costs }, guarantees)
    }

    fn new(py: Python<'_>, rules: Rules, guarantees: Guarantees) -> Arc<Self> {
        let seen = Seen {
            numbers: PyDict::new(py).unbind(),
            states: Vec::new(),
            arcs: Vec::new(),
            goals: Vec::new(),
            estimates: Vec::new(),
            bytes: 0,
            path: Path::default(),
            error: None,
            has_fractions: false,
            has_dead_ends: false,
        };
        Arc::new(Self { rules, seen: Mutex::new(seen), cancel: Mutex::default(), guarantees })
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What cancels the search when a rule fails.
    pub(crate) fn set_cancel(&self, cancel: &CancelToken) {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = cancel.clone();
    }

    pub(crate) fn has_h(&self) -> bool {
        matches!(
            &self.rules,
            Rules::Problem { h: Some(_), .. } | Rules::Functions { h: Some(_), .. }
        )
    }

    pub(crate) fn has_fractions(&self) -> bool {
        self.seen().has_fractions
    }

    pub(crate) fn has_dead_ends(&self) -> bool {
        self.seen().has_dead_ends
    }

    pub(crate) fn take_error(&self) -> Option<PyErr> {
        self.seen().error.take()
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.seen().error.is_some()
    }

    pub(crate) fn stop(&self) {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner).cancel();
    }

    pub(crate) fn fail(&self, error: PyErr) {
        self.seen().error.get_or_insert(error);
        self.stop();
    }

    /// The number of a state.
    pub(crate) fn number(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        rule: &str,
    ) -> PyResult<u32> {
        // What hashes and compares states is Python's: nothing is locked meanwhile.
        let numbers = self.seen().numbers.clone_ref(py).into_bound(py);
        let known = numbers.get_item(state).map_err(|error| noted(error, py, rule, state))?;
        if let Some(known) = known {
            return known.extract();
        }
        let number = {
            let mut seen = self.seen();
            let number = seen.states.len() as u32;
            seen.bytes += STATE_BYTES + size_of_object(state);
            seen.states.push(state.clone().unbind());
            seen.arcs.push(None);
            seen.goals.push(None);
            seen.estimates.push(None);
            number
        };
        numbers.set_item(state, number)?;
        Ok(number)
    }

    pub(crate) fn state(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.seen().states[number as usize].clone_ref(py)
    }

    /// The action and the state after a step.
    pub(crate) fn step(
        &self,
        py: Python<'_>,
        from: u32,
        nth: usize,
    ) -> Option<(Py<PyAny>, u32, f64)> {
        let seen = self.seen();
        let arc = seen.arcs[from as usize].as_ref()?.get(nth)?;
        Some((arc.action.clone_ref(py), arc.to, arc.cost))
    }

    /// Asks for the steps of a state.
    fn ask(&self, py: Python<'_>, from: u32) -> PyResult<Box<[Successor]>> {
        let state = self.state(py, from).into_bound(py);
        let hash = state.hash()?;
        let mut arcs = Vec::new();
        let mut add = |action: Bound<'_, PyAny>,
                       next: Bound<'_, PyAny>,
                       cost: Option<Bound<'_, PyAny>>,
                       rule: &str|
         -> PyResult<()> {
            let (value, is_whole) = match &cost {
                None => (1.0, true),
                Some(cost) => number(cost).ok_or_else(|| nonsense(rule, &state, cost, NUMBER))?,
            };
            if !(value >= 0.0 && value.is_finite()) {
                let text = format!(
                    "a step of the state {} costs {value}; costs must be zero or more, and finite",
                    short(&state)
                );
                return Err(PyValueError::new_err(text));
            }
            if !is_whole {
                self.seen().has_fractions = true;
            }
            let to = self.number(py, &next, rule)?;
            arcs.push(Successor { action: action.unbind(), to, cost: value });
            Ok(())
        };
        match &self.rules {
            Rules::Problem { actions, result, cost, .. } => {
                let found = actions.bind(py).call1((&state,));
                let found = found.map_err(|error| noted(error, py, "actions", &state))?;
                let expected = "an iterable of actions";
                let found =
                    found.try_iter().map_err(|_| nonsense("actions", &state, &found, expected))?;
                let result = result.bind(py);
                for action in found {
                    let action = action.map_err(|error| noted(error, py, "actions", &state))?;
                    let next = result.call1((&state, &action));
                    let next = next.map_err(|error| noted(error, py, "result", &state))?;
                    let (cost, rule) = match cost {
                        CostRule::One => (None, "result"),
                        CostRule::Action(rule) => {
                            (Some(rule.bind(py).call1((&state, &action, &next))), "action_cost")
                        }
                        CostRule::Path(rule) => {
                            (Some(rule.bind(py).call1((0, &state, &action, &next))), "path_cost")
                        }
                    };
                    let cost = cost.transpose().map_err(|error| noted(error, py, rule, &state))?;
                    add(action, next, cost, rule)?;
                }
            }
            Rules::Functions { successors, has_costs, .. } => {
                let found = successors.bind(py).call1((&state,));
                let found = found.map_err(|error| noted(error, py, "successors", &state))?;
                let what = if *has_costs {
                    "an iterable of (state, cost)"
                } else {
                    "an iterable of states"
                };
                let found =
                    found.try_iter().map_err(|_| nonsense("successors", &state, &found, what))?;
                for each in found {
                    let each = each.map_err(|error| noted(error, py, "successors", &state))?;
                    if !has_costs {
                        add(each.clone(), each, None, "successors")?;
                        continue;
                    }
                    let is_pair = (each.is_instance_of::<PyTuple>()
                        || each.is_instance_of::<PyList>())
                        && each.len()? == 2;
                    if !is_pair {
                        return Err(nonsense("successors", &state, &each, "pairs (state, cost)"));
                    }
                    let (next, cost) = (each.get_item(0)?, each.get_item(1)?);
                    add(next.clone(), next, Some(cost), "successors")?;
                }
            }
        }
        if state.hash()? != hash {
            let text =
                format!("the state {} was changed in place; make a new one instead", short(&state));
            return Err(PyValueError::new_err(text));
        }
        Ok(arcs.into_boxed_slice())
    }

    /// Fetches the steps of a state once, and calls `read` with them. After a rule has failed, no
    /// more are fetched.
    pub(crate) fn with_steps(&self, from: u32, read: &mut dyn FnMut(usize, u32, f64)) {
        let has_failed = self.has_failed();
        if !has_failed {
            let Seen { arcs, path, .. } = &mut *self.seen();
            if !std::mem::take(&mut path.is_longer) {
                path.ends.clear();
            } else if let Some(end) = path.ends.last_mut()
                && arcs[from as usize].is_none()
            {
                end.2 = Some(from);
            }
        }
        if !has_failed && self.seen().arcs[from as usize].is_none() {
            match Python::attach(|py| self.ask(py, from)) {
                Ok(arcs) => {
                    let mut seen = self.seen();
                    seen.bytes += size_of_val(&*arcs);
                    seen.arcs[from as usize] = Some(arcs);
                }
                Err(error) => return self.fail(error),
            }
        }
        let seen = self.seen();
        for (nth, arc) in seen.arcs[from as usize].iter().flatten().enumerate() {
            read(nth, arc.to, arc.cost);
        }
    }

    /// Forgets the states that were first seen since the path was lengthened.
    fn shorten_path(&self) {
        let Some((states, bytes, fetched)) = self.seen().path.ends.pop() else { return };
        Python::attach(|py| {
            let numbers = self.seen().numbers.clone_ref(py).into_bound(py);
            let forgotten = {
                let seen = &mut *self.seen();
                seen.bytes = bytes;
                seen.arcs.truncate(states);
                seen.goals.truncate(states);
                seen.estimates.truncate(states);
                if let Some(fetched) = fetched {
                    seen.arcs[fetched as usize] = None;
                }
                seen.states.split_off(states)
            };
            for state in forgotten {
                if let Err(error) = numbers.del_item(state) {
                    self.fail(error);
                }
            }
        });
    }

    fn cost_of(&self, from: u32, nth: u32) -> f64 {
        let seen = self.seen();
        seen.arcs[from as usize]
            .as_ref()
            .and_then(|arcs| arcs.get(nth as usize))
            .map_or(0.0, |arc| arc.cost)
    }

    pub(crate) fn is_goal(&self, number: u32) -> bool {
        if self.seen().error.is_some() {
            return false;
        }
        if let Some(known) = self.seen().goals[number as usize] {
            return known;
        }
        let asked = Python::attach(|py| -> PyResult<bool> {
            let state = self.state(py, number).into_bound(py);
            let (rule, name) = match &self.rules {
                Rules::Problem { is_goal, goal_name, .. } => (is_goal, *goal_name),
                Rules::Functions { is_goal, .. } => (is_goal, "is_goal"),
            };
            let answer = rule.bind(py).call1((&state,)).and_then(|it| it.is_truthy());
            answer.map_err(|error| noted(error, py, name, &state))
        });
        match asked {
            Ok(is_goal) => {
                self.seen().goals[number as usize] = Some(is_goal);
                is_goal
            }
            Err(error) => {
                self.fail(error);
                false
            }
        }
    }

    fn estimate(&self, py: Python<'_>, number: u32) -> PyResult<f64> {
        let state = self.state(py, number).into_bound(py);
        let asked = match &self.rules {
            Rules::Problem { h: Some(h), .. } | Rules::Functions { h: Some(h), .. } => {
                h.bind(py).call1((&state,))
            }
            _ => return Ok(0.0),
        };
        let found = asked.map_err(|error| noted(error, py, "h", &state))?;
        estimate(&state, &found)
    }
}

/// A cost that Python's numbers become.
pub(crate) trait PythonCost: Cost {
    fn of(value: f64) -> Self;
    /// An estimate; rounded up where costs are whole, as what is left is whole, too.
    fn estimated(value: f64) -> Self;
}

impl PythonCost for u64 {
    fn of(value: f64) -> Self {
        value as Self
    }

    fn estimated(value: f64) -> Self {
        let rounding = 1e-9 * value.max(1.0);
        let whole = (value - rounding).ceil().max(0.0) as Self;
        // With room for a path before it.
        if value.is_finite() { whole.min(Self::LARGEST / 2) } else { Self::INFINITY }
    }
}

impl PythonCost for FloatCost {
    fn of(value: f64) -> Self {
        Self::new(value)
    }

    fn estimated(value: f64) -> Self {
        if value.is_finite() { Self::new(value) } else { Self::INFINITY }
    }
}

/// The space with costs of a type.
pub(crate) struct PythonSpace<C> {
    pub(crate) shared: Arc<Shared>,
    pub(crate) start: u32,
    pub(crate) cost: PhantomData<fn() -> C>,
}

impl<C: PythonCost> StateSpace for PythonSpace<C> {
    type State = u32;
    type Packed = u32;
    type Action = Step;
    type Cost = C;

    fn initial_state(&self) -> u32 {
        self.start
    }

    fn is_goal(&self, &state: &u32) -> bool {
        self.shared.is_goal(state)
    }

    fn actions(&self, &state: &u32, actions: &mut Vec<Step>) {
        self.shared.with_steps(state, &mut |nth, to, _| actions.push(Step { nth: nth as u32, to }));
    }

    fn cost(&self, &state: &u32, step: Step) -> C {
        C::of(self.shared.cost_of(state, step.nth))
    }

    fn apply(&self, state: &mut u32, step: Step) {
        *state = step.to;
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, &state: &u32) -> u32 {
        state
    }

    fn has_short_cycles(&self) -> bool {
        true
    }

    fn stored_bytes(&self) -> usize {
        self.shared.seen().bytes
    }

    fn begin_path(&self, search: u64) -> u64 {
        let path = &mut self.shared.seen().path;
        if search != path.search || search == 0 {
            path.search += 1;
            path.ends.clear();
        }
        path.search
    }

    fn lengthen_path(&self) {
        let Seen { states, bytes, path, .. } = &mut *self.shared.seen();
        path.ends.push((states.len(), *bytes, None));
        path.is_longer = true;
    }

    fn shorten_path(&self) {
        self.shared.shorten_path();
    }
}

impl<C: PythonCost> Notation for PythonSpace<C> {
    fn write_state(&self, &state: &u32, out: &mut dyn Write) -> fmt::Result {
        let text = Python::attach(|py| short(self.shared.state(py, state).bind(py)));
        out.write_str(&text)
    }

    fn parse_state(&self, text: &str) -> Result<u32, ParseError> {
        Err(ParseError::about(text, text, "no text: states are Python objects"))
    }

    /// The state and the number of its step, for which the caller has the object.
    fn write_action(&self, &state: &u32, step: Step, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{state}:{}", step.nth)
    }

    fn parse_action(&self, _state: &u32, text: &str) -> Result<Step, ParseError> {
        Err(ParseError::about(text, text, "no text: actions are Python objects"))
    }
}

impl<C: PythonCost> Depict for PythonSpace<C> {
    fn depict(&self, _: &u32) -> Picture {
        Picture { width: 0, height: 0, shapes: Vec::new() }
    }
}

/// The estimate of the rules.
pub(crate) struct Estimate(pub(crate) Guarantees);

impl<C: PythonCost> Heuristic<PythonSpace<C>> for Estimate {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        self.0
    }

    fn estimate(&self, space: &PythonSpace<C>, &state: &u32) -> C {
        let shared = &space.shared;
        if shared.seen().error.is_some() {
            return C::ZERO;
        }
        if let Some(known) = shared.seen().estimates[state as usize] {
            return C::estimated(known);
        }
        match Python::attach(|py| shared.estimate(py, state)) {
            Ok(value) => {
                let mut seen = shared.seen();
                seen.estimates[state as usize] = Some(value);
                seen.has_dead_ends |= self.0.safe && value == f64::INFINITY;
                C::estimated(value)
            }
            Err(error) => {
                shared.fail(error);
                C::ZERO
            }
        }
    }
}

impl Shared {
    /// What the estimates are claimed to be.
    pub(crate) fn guarantees(&self) -> Guarantees {
        self.guarantees
    }
}
