//! Games whose rules are Python objects.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tremaux_core::{
    CancelToken, Game, GameSearch, Guarantees, PayoffEvaluator, Player, Progress, StopReason, Turn,
};
use tremaux_play::{Expectiminimax, MAX_PAYOFF_DEPTH, MaxN, PayoffReport, SearchParts};

use crate::by_name::limits;
use crate::space::{Shared, Step, method, nonsense, noted, number, short};

/// The most states whose ends are looked at before a search.
const SURVEYED: usize = 2000;

/// A game by Python's rules. States are numbers; whoever is to move is an object, too.
struct PythonGame {
    shared: Arc<Shared>,
    start: u32,
    to_move: Py<PyAny>,
    utility: Py<PyAny>,
    evaluate: Option<Py<PyAny>>,
    probability: Option<Py<PyAny>>,
    count: usize,
    /// The players, in the order in which they are met.
    players: Mutex<Vec<Py<PyAny>>>,
    turns: Mutex<Vec<Option<Turn>>>,
}

impl PythonGame {
    fn players(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.iter().map(|player| player.clone_ref(py)).collect()
    }

    /// Asks a rule; what goes wrong ends the search.
    fn ask<T>(&self, otherwise: T, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.shared.has_failed() {
            return otherwise;
        }
        match Python::attach(ask) {
            Ok(answer) => answer,
            Err(error) => {
                self.shared.fail(error);
                otherwise
            }
        }
    }

    fn who(&self, py: Python<'_>, number: u32) -> PyResult<Turn> {
        let state = self.shared.state(py, number).into_bound(py);
        let mover = self.to_move.bind(py).call1((&state,));
        let mover = mover.map_err(|error| noted(error, py, "to_move", &state))?;
        if mover.is_none() {
            self.check_odds(py, number)?;
            return Ok(Turn::Chance);
        }
        for (nth, known) in self.players(py).iter().enumerate() {
            if known.bind(py).eq(&mover)? {
                return Ok(Turn::Player(nth as Player));
            }
        }
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        if players.len() == self.count {
            let text = format!("to_move returned a player beyond {}: {mover}", self.count);
            return Err(PyTypeError::new_err(text));
        }
        players.push(mover.unbind());
        Ok(Turn::Player(players.len() as Player - 1))
    }

    /// Fails unless the probabilities of the moves of chance in a state are numbers from 0 to 1
    /// whose sum is 1.
    fn check_odds(&self, py: Python<'_>, at: u32) -> PyResult<()> {
        let Some(rule) = &self.probability else { return Ok(()) };
        let mut moves = Vec::new();
        self.shared.with_steps(at, &mut |nth, _, _| moves.push(nth));
        let state = self.shared.state(py, at).into_bound(py);
        let mut sum = 0.0;
        for nth in moves {
            let Some((action, ..)) = self.shared.step(py, at, nth) else { return Ok(()) };
            let found = rule.bind(py).call1((&state, action));
            let found = found.map_err(|error| noted(error, py, "probability", &state))?;
            let odds =
                number(&found).map(|(odds, _)| odds).filter(|odds| (0.0..=1.0).contains(odds));
            let expected = "a number from 0 to 1";
            sum += odds.ok_or_else(|| nonsense("probability", &state, &found, expected))?;
        }
        // Nothing was asked where a rule has failed.
        if self.shared.has_failed() || (sum - 1.0_f64).abs() < 1e-6 {
            return Ok(());
        }
        let text = format!("the probabilities in the state {} sum to {sum}", short(&state));
        Err(PyValueError::new_err(text))
    }

    /// Meets the players where the rules do not name them: two, or the only one of the game.
    ///
    /// Without them, ends that are met before a player was could not be judged.
    fn meet_players(&mut self, py: Python<'_>) -> PyResult<()> {
        const MOST: usize = 100_000;
        let mut open = VecDeque::from([self.start]);
        let mut seen = HashSet::from([self.start]);
        let mut wrong = "no player moves in this game";
        if self.shared.is_goal(self.start) {
            // Whoever would be to move is a player; some rules cannot say.
            let _ = self.who(py, self.start);
        }
        while let Some(state) = open.pop_front().filter(|_| self.players(py).len() < self.count) {
            let turn = self.turn(&state);
            if seen.len() < MOST && turn != Turn::Over {
                self.shared.with_steps(state, &mut |_, to, _| {
                    if seen.insert(to) {
                        open.push_back(to);
                    }
                });
            }
            if let Some(error) = self.shared.take_error() {
                return Err(error);
            }
            if seen.len() % 1024 == 0 {
                py.check_signals()?;
            }
        }
        let met = self.players(py).len();
        if met == 1 && seen.len() >= MOST {
            wrong = "only one player was met in the first 100,000 states";
        } else if met > 0 {
            self.count = met;
            return Ok(());
        }
        Err(PyValueError::new_err(format!("{wrong}: name all of them in the attribute `players`")))
    }

    /// Whether what one of two players gets the other loses, in all ends among the states that can
    /// be reached in so many plies, the nearest first: of a large game, not in all.
    fn cancels_out(&self, plies: u32, most: usize) -> bool {
        let mut seen = HashSet::from([self.start]);
        let mut open = VecDeque::from([(self.start, 0)]);
        while let Some((state, ply)) = open.pop_front() {
            if self.turn(&state) == Turn::Over {
                let (first, second) = (self.payoff(&state, 0), self.payoff(&state, 1));
                if (first + second).abs() > 1e-9 * first.abs().max(1.0) {
                    return false;
                }
            } else if ply < plies && seen.len() < most {
                self.shared.with_steps(state, &mut |_, to, _| {
                    if seen.insert(to) {
                        open.push_back((to, ply + 1));
                    }
                });
            }
            if self.shared.has_failed() {
                break;
            }
        }
        true
    }

    /// What a rule says of a state for a player.
    fn worth(
        &self,
        py: Python<'_>,
        rule: (&Py<PyAny>, &str),
        at: u32,
        player: Player,
    ) -> PyResult<f64> {
        let state = self.shared.state(py, at).into_bound(py);
        let players = self.players(py);
        let who = &players[usize::from(player)];
        let found = rule.0.bind(py).call1((&state, who.bind(py)));
        let found = found.map_err(|error| noted(error, py, rule.1, &state))?;
        let value = number(&found).map(|(value, _)| value).filter(|value| value.is_finite());
        let wrong =
            || PyTypeError::new_err(format!("{} returned {found}; expected a number", rule.1));
        value.ok_or_else(wrong)
    }
}

impl Game for PythonGame {
    type State = u32;
    type Move = Step;
    type Undo = u32;

    fn player_count(&self) -> usize {
        self.count
    }

    fn initial_state(&self) -> u32 {
        self.start
    }

    fn turn(&self, &state: &u32) -> Turn {
        if self.shared.has_failed() {
            return Turn::Over;
        }
        let turns = || self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(known)) = turns().get(state as usize) {
            return *known;
        }
        if self.shared.is_goal(state) || self.shared.has_failed() {
            return Turn::Over;
        }
        let turn = self.ask(Turn::Over, |py| self.who(py, state));
        let mut turns = turns();
        if turns.len() <= state as usize {
            turns.resize(state as usize + 1, None);
        }
        turns[state as usize] = Some(turn);
        turn
    }

    fn moves(&self, &state: &u32, moves: &mut Vec<Step>) {
        let first = moves.len();
        self.shared.with_steps(state, &mut |nth, to, _| moves.push(Step::new(nth, to)));
        if moves.len() > first {
            return;
        }
        if !self.shared.has_failed() {
            self.shared.fail(Python::attach(|py| {
                let at = short(self.shared.state(py, state).bind(py));
                let text =
                    format!("actions of the state {at} returned none, but is_terminal is false");
                PyValueError::new_err(text)
            }));
        }
        // The search has failed: whatever this move leads to is called an end.
        moves.push(Step::new(0, state));
    }

    fn play(&self, state: &mut u32, step: Step) -> u32 {
        std::mem::replace(state, step.to())
    }

    fn undo(&self, state: &mut u32, _: Step, before: u32) {
        *state = before;
    }

    fn payoff(&self, &state: &u32, player: Player) -> f64 {
        self.ask(0.0, |py| self.worth(py, (&self.utility, "utility"), state, player))
    }

    fn probability(&self, &state: &u32, step: Step) -> f64 {
        let even = || {
            let mut count = 0;
            self.shared.with_steps(state, &mut |_, _, _| count += 1);
            1.0 / f64::from(count.max(1))
        };
        let Some(rule) = &self.probability else { return even() };
        self.ask(0.0, |py| {
            let at = self.shared.state(py, state).into_bound(py);
            let Some((action, ..)) = self.shared.step(py, state, step.nth()) else {
                return Ok(0.0);
            };
            let found = rule.bind(py).call1((&at, action));
            found.and_then(|it| it.extract()).map_err(|error| noted(error, py, "probability", &at))
        })
    }
}

impl PayoffEvaluator<PythonGame> for &PythonGame {
    fn estimate(&self, game: &PythonGame, &state: &u32, payoffs: &mut [f64]) {
        payoffs.fill(0.0);
        let Some(rule) = &self.evaluate else { return };
        for (player, payoff) in payoffs.iter_mut().enumerate() {
            *payoff =
                game.ask(0.0, |py| game.worth(py, (rule, "evaluate"), state, player as Player));
        }
    }
}

/// Searches a game: an object with `initial`, `to_move`, `actions`, `result`, `is_terminal`,
/// `utility` and perhaps `evaluate`, `probability` and `players`. Returns what is known as a
/// dictionary.
#[pyfunction]
#[pyo3(signature = (rules, state, depth, time, nodes))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    rules: Bound<'py, PyAny>,
    state: Option<Bound<'py, PyAny>>,
    depth: Option<u32>,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let ends = ["is_terminal", "terminal_test"];
    let (shared, initial) = Shared::of_object(py, &rules, ends, true, Guarantees::NONE)?;
    let first = state.unwrap_or_else(|| initial.into_bound(py));
    let start = shared.number(py, &first, "initial")?;
    let players: Vec<Py<PyAny>> = match rules.getattr("players") {
        Ok(players) => {
            players.try_iter()?.map(|it| it.map(Bound::unbind)).collect::<PyResult<_>>()?
        }
        Err(_) => Vec::new(),
    };
    let optional = |name: &str| method(&rules, name).ok();
    let mut game = PythonGame {
        start,
        to_move: method(&rules, "to_move")?,
        utility: method(&rules, "utility")?,
        evaluate: optional("evaluate"),
        probability: optional("probability"),
        count: if players.is_empty() { 2 } else { players.len() },
        players: Mutex::new(players),
        turns: Mutex::default(),
        shared,
    };
    let names_players = !game.players(py).is_empty();
    if !names_players {
        game.meet_players(py)?;
    }
    let max_depth = depth.unwrap_or(MAX_PAYOFF_DEPTH).clamp(1, MAX_PAYOFF_DEPTH);
    let parts = SearchParts::new().evaluator(&game);
    // Who says so promises it.
    let is_promised = rules.getattr("zero_sum").is_ok_and(|it| it.is_truthy().unwrap_or(false));
    let most = nodes.map_or(SURVEYED, |nodes| SURVEYED.min(nodes as usize));
    let is_zero_sum = game.count == 2 && (is_promised || game.cancels_out(max_depth, most));
    if let Some(error) = game.shared.take_error() {
        return Err(error);
    }
    let report = if is_zero_sum {
        let search = Expectiminimax::default().max_depth(max_depth);
        run(py, &game, search.start(&game, &start, parts), time, nodes)?
    } else {
        let search = MaxN::default().max_depth(max_depth);
        run(py, &game, search.start(&game, &start, parts), time, nodes)?
    };
    let moves = PyList::empty(py);
    for each in &report.moves {
        if let Some((action, ..)) = game.shared.step(py, start, each.mv.nth()) {
            moves.append((action, each.value, each.is_bound))?;
        }
    }
    let (line, mut at) = (PyList::empty(py), start);
    for step in &report.line {
        let Some((action, to, _)) = game.shared.step(py, at, step.nth()) else { break };
        line.append(action)?;
        at = to;
    }
    let answer = PyDict::new(py);
    answer.set_item("best", line.get_item(0).ok())?;
    answer.set_item("value", report.value)?;
    answer.set_item("exact", report.is_exact)?;
    answer.set_item("depth", report.depth)?;
    answer.set_item("line", line)?;
    answer.set_item("moves", moves)?;
    answer.set_item("payoffs", report.payoffs)?;
    answer.set_item("nodes", report.statistics.nodes)?;
    answer.set_item("seconds", report.statistics.elapsed.as_secs_f64())?;
    Ok(answer)
}

/// Runs a search to its end or its limits, and raises what a rule or a signal's handler raised.
fn run<S: GameSearch<PythonGame, Report = PayoffReport<Step>>>(
    py: Python<'_>,
    game: &PythonGame,
    mut search: S,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<PayoffReport<Step>> {
    const SLICE: Duration = Duration::from_millis(50);
    let cancel = CancelToken::default();
    game.shared.set_cancel(&cancel);
    let whole = limits(time, nodes, None, &cancel)?;
    let started = Instant::now();
    loop {
        let left = whole.time.map(|time| time.saturating_sub(started.elapsed()));
        let slice = left.map_or(SLICE, |left| left.min(SLICE));
        // A limit of nodes is one of each slice: what is left of it.
        let mut now = whole.clone().with_time(slice);
        let done = search.report().statistics.nodes;
        now.nodes = whole.nodes.map(|nodes| nodes.saturating_sub(done));
        let progress = search.advance(&now, &mut ());
        if let Some(error) = game.shared.take_error() {
            return Err(error);
        }
        py.check_signals()?;
        match progress {
            Progress::Paused(StopReason::TimeLimit) if left.is_none_or(|left| left > slice) => {}
            _ => return Ok(search.report()),
        }
    }
}
