//! Games whose rules are Python objects and whose players do not see everything.

use std::collections::HashMap;
use std::fmt::{self, Write};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tremaux_core::{Game, HiddenGame, HiddenNotation, Limits, Meter, Player, Turn};
use tremaux_games::named::rules::HiddenRules;

use crate::game::{OBJECT, PythonGame};
use crate::scoring::cancel_out;
use crate::space::{Step, short};

/// The most positions of a game with hidden information; those that are reached in several ways
/// count as often.
const MOST_POSITIONS: u64 = 1_000_000;

impl HiddenRules for PythonGame {
    const UNIT: &'static str = "";

    fn next_side(_: &u32) -> Player {
        0
    }
}

impl HiddenGame for PythonGame {
    type Information = u32;

    fn information(&self, &state: &u32, player: Player) -> u32 {
        let Some(knowledge) = &self.knowledge else { return state };
        knowledge.of_state(state, player).unwrap_or_else(|| {
            let number = self.ask(0, |py| {
                let object = self.shared.state(py, state).into_bound(py);
                knowledge.ask(&object, player, &self.players(py)[usize::from(player)])
            });
            knowledge.note(state, player, number);
            number
        })
    }
}

impl HiddenNotation for PythonGame {
    fn write_information(&self, state: &u32, player: Player, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{OBJECT}i{}", self.information(state, player))
    }
}

/// What a player knew and which move it made last.
type Past = Option<(u32, usize)>;

/// Positions in which a player knows the same: the first of them, its moves, and what led there.
struct KnownAlike {
    first: u32,
    moves: usize,
    past: Past,
}

impl PythonGame {
    /// Refuses what players know if they could not know it: where they have other moves, or made
    /// others before; and payoffs that do not cancel out.
    pub(crate) fn check_knowledge(&self, py: Python<'_>, limits: &Limits) -> PyResult<()> {
        if self.count != 2 {
            let text = format!("an equilibrium is found for two players; there are {}", self.count);
            return Err(PyValueError::new_err(text));
        }
        let mut alike: HashMap<u32, KnownAlike> = HashMap::new();
        let mut open: Vec<(u32, [Past; 2])> = vec![(self.start, [None; 2])];
        let (mut visited, mut moves) = (0_u64, Vec::new());
        let mut meter = Meter::start(&limits.clone().with_nodes(MOST_POSITIONS), 0);
        while let Some((state, mut past)) = open.pop() {
            visited += 1;
            if meter.check(visited, || 0).is_err() {
                let text = format!(
                    "{visited} positions were looked at, and there are more: too many for the \
                     time, or for an equilibrium, which takes {MOST_POSITIONS} at most"
                );
                return Err(PyValueError::new_err(text));
            }
            py.check_signals()?;
            let turn = self.turn(&state);
            moves.clear();
            if turn != Turn::Over {
                self.moves(&state, &mut moves);
            }
            let mover = match turn {
                Turn::Player(player) => Some((player, self.information(&state, player))),
                _ => None,
            };
            if let Some(error) = self.shared.take_error() {
                return Err(error);
            }
            if let Some((player, known)) = mover {
                let past = past[usize::from(player)];
                let new = KnownAlike { first: state, moves: moves.len(), past };
                let all = alike.entry(known).or_insert(new);
                self.check_alike(py, state, all, &moves, past)?;
            } else if turn == Turn::Over {
                self.check_end(py, state)?;
            }
            for (nth, step) in moves.iter().enumerate() {
                if let Some((player, known)) = mover {
                    past[usize::from(player)] = Some((known, nth));
                }
                open.push((step.to(), past));
            }
        }
        Ok(())
    }

    fn check_alike(
        &self,
        py: Python<'_>,
        state: u32,
        alike: &KnownAlike,
        moves: &[Step],
        past: Past,
    ) -> PyResult<()> {
        let action = |state, nth| self.shared.step(py, state, nth).map(|(action, ..)| action);
        let mut is_other = alike.moves != moves.len();
        for nth in 0..if is_other || alike.first == state { 0 } else { moves.len() } {
            let pair = action(alike.first, nth).zip(action(state, nth));
            is_other |= !pair.map_or(Ok(true), |(one, other)| one.bind(py).eq(other))?;
        }
        if !is_other && alike.past == past {
            return Ok(());
        }
        let [at, first] = [state, alike.first].map(|it| short(self.shared.state(py, it).bind(py)));
        let what = match is_other {
            true => "has other moves, or in another order",
            false => "did something else before: `information` must tell what it saw and did",
        };
        let text = format!("in {at} a player knows the same as in {first}, but {what}");
        Err(PyValueError::new_err(text))
    }

    fn check_end(&self, py: Python<'_>, state: u32) -> PyResult<()> {
        let (mine, other) = self.end(state);
        if let Some(error) = self.shared.take_error() {
            return Err(error);
        }
        if cancel_out(mine, other) {
            return Ok(());
        }
        let at = short(self.shared.state(py, state).bind(py));
        let text = format!("in {at} players get {mine} and {other}, which do not cancel out");
        Err(PyValueError::new_err(text))
    }
}
