//! Games whose rules are Python objects.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tremaux_core::{Game, Guarantees, Limits, Meter, PayoffEvaluator, Player, Turn};

use crate::knowledge::Knowledge;
use crate::scoring::Scoring;
use crate::space::{Shared, Step, method, nonsense, noted, number, short};

/// The most states that are looked at before a search, and after one that pruned some.
pub(crate) const SURVEYED: u64 = 2000;
pub(crate) const VERIFIED: u64 = 100_000;

/// What marks a word of a report that stands for an object of Python.
pub(crate) const OBJECT: char = '\u{1}';

/// The end to which all moves lead that a rule that failed did not list.
const NOWHERE: u32 = u32::MAX;

/// The most players of a game.
pub(crate) const MOST_PLAYERS: usize = 254;

/// A game by Python's rules. States are numbers; whoever is to move is an object, too.
#[derive(Clone)]
pub(crate) struct PythonGame(Arc<GameRules>);

impl Deref for PythonGame {
    type Target = GameRules;

    fn deref(&self) -> &GameRules {
        &self.0
    }
}

/// Rules are objects: one game equals its copies alone.
impl PartialEq for PythonGame {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The rules of a game, and what is known of its states.
pub(crate) struct GameRules {
    pub(crate) shared: Arc<Shared>,
    pub(crate) start: u32,
    to_move: Py<PyAny>,
    utility: Py<PyAny>,
    evaluate: Option<Py<PyAny>>,
    probability: Option<Py<PyAny>>,
    /// Whether payoffs are promised to cancel out.
    pub(crate) is_zero_sum: bool,
    pub(crate) count: usize,
    /// The players, in the order in which they are met.
    players: Mutex<Vec<Py<PyAny>>>,
    turns: Mutex<Vec<Option<Turn>>>,
    payoffs: Mutex<HashMap<(u32, Player), f64>>,
    /// The probabilities of the moves of chance, by state.
    odds: Mutex<HashMap<u32, Vec<f64>>>,
    /// What players know, where they do not see everything.
    pub(crate) knowledge: Option<Knowledge>,
    /// How ends become scores in a search that needs them.
    scoring: Mutex<Scoring>,
    is_misfit: AtomicBool,
}

impl PythonGame {
    pub(crate) fn players(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.iter().map(|player| player.clone_ref(py)).collect()
    }

    /// Asks a rule; what goes wrong ends the search.
    pub(crate) fn ask<T>(&self, otherwise: T, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
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
            self.ask_odds(py, number)?;
            return Ok(Turn::Chance);
        }
        for (nth, known) in self.players(py).iter().enumerate() {
            if known.bind(py).eq(&mover)? {
                return Ok(Turn::Player(nth as Player));
            }
        }
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        if players.len() == self.count {
            let text =
                format!("to_move returned {}, a player beyond {}", short(&mover), self.count);
            return Err(PyTypeError::new_err(text));
        }
        players.push(mover.unbind());
        Ok(Turn::Player(players.len() as Player - 1))
    }

    /// Asks for the probabilities of the moves of chance in a state, which are numbers from 0 to 1
    /// whose sum is 1: all alike without a rule.
    fn ask_odds(&self, py: Python<'_>, at: u32) -> PyResult<()> {
        let mut count = 0;
        self.shared.with_steps(at, &mut |_, _, _| count += 1);
        let mut all = vec![1.0 / count as f64; count];
        if let Some(rule) = &self.probability {
            let state = self.shared.state(py, at).into_bound(py);
            for (nth, odds) in all.iter_mut().enumerate() {
                let Some((action, ..)) = self.shared.step(py, at, nth) else { return Ok(()) };
                let found = rule.bind(py).call1((&state, action));
                let found = found.map_err(|error| noted(error, py, "probability", &state))?;
                let value = number(&found).map(|it| it.0).filter(|it| (0.0..=1.0).contains(it));
                let expected = "a number from 0 to 1";
                *odds = value.ok_or_else(|| nonsense("probability", &state, &found, expected))?;
            }
            let sum: f64 = all.iter().sum();
            if count > 0 && (sum - 1.0).abs() > 1e-6 {
                let text = format!("the probabilities in the state {} sum to {sum}", short(&state));
                return Err(PyValueError::new_err(text));
            }
        }
        self.odds.lock().unwrap_or_else(PoisonError::into_inner).insert(at, all);
        Ok(())
    }

    /// Looks at the states that can be reached, the nearest first, as long as `visit` returns true.
    /// Returns whether all were seen.
    pub(crate) fn survey(
        &self,
        py: Python<'_>,
        most: &Limits,
        mut visit: impl FnMut(u32, Turn) -> bool,
    ) -> PyResult<bool> {
        let mut seen = HashSet::from([self.start]);
        let mut open = VecDeque::from([(self.start, 0)]);
        let (mut meter, depth) = (Meter::start(most, 0), most.depth.unwrap_or(u32::MAX));
        let (mut is_whole, mut visited) = (true, 0);
        while let Some((state, ply)) = open.pop_front() {
            py.check_signals()?;
            let turn = self.turn(&state);
            if !visit(state, turn) || meter.check(visited, || 0).is_err() {
                return Ok(false);
            }
            visited += 1;
            if turn != Turn::Over && ply < depth {
                self.shared.with_steps(state, &mut |_, to, _| {
                    if seen.insert(to) {
                        open.push_back((to, ply + 1));
                    }
                });
            } else {
                is_whole &= turn == Turn::Over;
            }
            if let Some(error) = self.shared.take_error() {
                return Err(error);
            }
        }
        Ok(is_whole)
    }

    /// Meets the players where the rules do not name them: two, or the only one of the game.
    ///
    /// Without them, ends that are met before a player was could not be judged.
    fn meet_players(&mut self, py: Python<'_>, limits: &Limits) -> PyResult<()> {
        if self.shared.is_goal(self.start) {
            // Whoever would be to move is a player; some rules cannot say.
            let _ = self.who(py, self.start);
        }
        let is_whole = self.survey(py, limits, |_, _| self.players(py).len() < self.count)?;
        let met = self.players(py).len();
        let wrong = match met {
            0 => "no player moves in this game",
            1 if !is_whole => "only one player was met in the states that were looked at",
            _ => {
                let rules = Arc::get_mut(&mut self.0).expect("nobody else has them yet");
                rules.count = met;
                return Ok(());
            }
        };
        Err(PyValueError::new_err(format!("{wrong}: name all of them in the attribute `players`")))
    }

    /// What the game says that a state is worth to a player; 0 if it says nothing.
    pub(crate) fn estimated(&self, state: u32, player: Player) -> f64 {
        let Some(rule) = &self.evaluate else { return 0.0 };
        self.ask(0.0, |py| self.worth(py, (rule, "evaluate"), state, player))
    }

    pub(crate) fn scoring(&self) -> Scoring {
        *self.scoring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How the ends become scores from now on.
    pub(crate) fn score_by(&self, scoring: Scoring) {
        *self.scoring.lock().unwrap_or_else(PoisonError::into_inner) = scoring;
        self.is_misfit.store(false, Relaxed);
    }

    /// Whether something was met for which a search by scores is not made.
    pub(crate) fn is_misfit(&self) -> bool {
        self.is_misfit.load(Relaxed)
    }

    /// Ends a search by scores, for which the game is not made.
    pub(crate) fn end_misfit(&self) {
        self.is_misfit.store(true, Relaxed);
        self.shared.stop();
    }

    /// Who moves, also where a search by scores hears that the game is over.
    pub(crate) fn known_turn(&self, state: u32) -> Option<Turn> {
        let turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.get(state as usize).copied().flatten()
    }

    /// What the first two players get at an end.
    pub(crate) fn end(&self, state: u32) -> (f64, f64) {
        (self.payoff(&state, 0), if self.count > 1 { self.payoff(&state, 1) } else { 0.0 })
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
        if state == NOWHERE {
            return Turn::Over;
        }
        let turn = self.known_turn(state).unwrap_or_else(|| {
            let is_over = self.shared.has_failed() || self.shared.is_goal(state);
            let turn = match is_over {
                true => Turn::Over,
                false => self.ask(Turn::Over, |py| self.who(py, state)),
            };
            // What is said once is said again, also after a rule has failed.
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            if turns.len() <= state as usize {
                turns.resize(state as usize + 1, None);
            }
            turns[state as usize] = Some(turn);
            turn
        });
        if turn == Turn::Chance && self.scoring() != Scoring::None {
            self.end_misfit();
            return Turn::Over;
        }
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
        moves.push(Step::new(0, NOWHERE));
    }

    fn play(&self, state: &mut u32, step: Step) -> u32 {
        std::mem::replace(state, step.to())
    }

    fn undo(&self, state: &mut u32, _: Step, before: u32) {
        *state = before;
    }

    fn payoff(&self, &state: &u32, player: Player) -> f64 {
        let payoffs = || self.payoffs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = payoffs().get(&(state, player)).copied();
        known.unwrap_or_else(|| {
            let rule = (&self.utility, "utility");
            let payoff = self.ask(0.0, |py| self.worth(py, rule, state, player));
            payoffs().insert((state, player), payoff);
            payoff
        })
    }

    fn probability(&self, state: &u32, step: Step) -> f64 {
        let odds = self.odds.lock().unwrap_or_else(PoisonError::into_inner);
        // One move stands for those of a rule that failed.
        odds.get(state).and_then(|odds| odds.get(step.nth())).copied().unwrap_or(1.0)
    }
}

impl PayoffEvaluator<PythonGame> for PythonGame {
    fn estimate(&self, game: &PythonGame, &state: &u32, payoffs: &mut [f64]) {
        for (player, payoff) in payoffs.iter_mut().enumerate() {
            *payoff = game.estimated(state, player as Player);
        }
    }
}

impl PythonGame {
    /// The game of an object with `initial`, `to_move`, `actions`, `result`, `is_terminal`,
    /// `utility` and perhaps `evaluate`, `probability`, `players` and `information`, from a state.
    pub(crate) fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        state: Option<Bound<'_, PyAny>>,
        limits: &Limits,
    ) -> PyResult<Self> {
        let ends = ["is_terminal", "terminal_test"];
        let (shared, initial) = Shared::of_object(py, rules, ends, true, Guarantees::NONE)?;
        let first = state.unwrap_or_else(|| initial.into_bound(py));
        let start = shared.number(py, &first, "initial")?;
        let players: Vec<Py<PyAny>> = match rules.getattr("players") {
            Ok(players) => {
                players.try_iter()?.map(|it| it.map(Bound::unbind)).collect::<PyResult<_>>()?
            }
            Err(_) => Vec::new(),
        };
        for (nth, player) in players.iter().enumerate() {
            for other in &players[..nth] {
                if player.bind(py).eq(other)? {
                    let text = format!("players are named twice: {}", short(player.bind(py)));
                    return Err(PyValueError::new_err(text));
                }
            }
        }
        let optional = |name: &str| match rules.getattr(name) {
            Ok(rule) if !rule.is_none() => method(rules, name).map(Some),
            _ => Ok(None),
        };
        // Who says so promises it.
        let promises = rules.getattr("zero_sum").is_ok_and(|it| it.is_truthy().unwrap_or(false));
        let mut game = Self(Arc::new(GameRules {
            start,
            to_move: method(rules, "to_move")?,
            utility: method(rules, "utility")?,
            evaluate: optional("evaluate")?,
            probability: optional("probability")?,
            is_zero_sum: promises,
            count: if players.is_empty() { 2 } else { players.len() },
            players: Mutex::new(players),
            turns: Mutex::default(),
            payoffs: Mutex::default(),
            odds: Mutex::default(),
            knowledge: optional("information")?.map(|rule| Knowledge::new(py, rule)),
            scoring: Mutex::default(),
            is_misfit: AtomicBool::default(),
            shared,
        }));
        if game.players(py).is_empty() {
            game.meet_players(py, limits)?;
        } else if game.count > MOST_PLAYERS {
            let text = format!("{} players; expected at most {MOST_PLAYERS}", game.count);
            return Err(PyValueError::new_err(text));
        }
        Ok(game)
    }
}
