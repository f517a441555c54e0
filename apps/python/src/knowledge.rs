//! What players know of a game.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tremaux_core::Player;

use crate::space::{nonsense, noted};

/// What players know, by number.
pub(crate) struct Knowledge {
    rule: Py<PyAny>,
    /// The number of each pair of a player and what it knows.
    numbers: Py<PyDict>,
    known: Mutex<Vec<Py<PyAny>>>,
    of_states: Mutex<HashMap<(u32, Player), u32>>,
}

impl Knowledge {
    pub(crate) fn new(py: Python<'_>, rule: Py<PyAny>) -> Self {
        let numbers = PyDict::new(py).unbind();
        Self { rule, numbers, known: Mutex::default(), of_states: Mutex::default() }
    }

    /// The number of what a player knows in a state, if it was asked before.
    pub(crate) fn of_state(&self, state: u32, player: Player) -> Option<u32> {
        let of_states = self.of_states.lock().unwrap_or_else(PoisonError::into_inner);
        of_states.get(&(state, player)).copied()
    }

    pub(crate) fn note(&self, state: u32, player: Player, number: u32) {
        let mut of_states = self.of_states.lock().unwrap_or_else(PoisonError::into_inner);
        of_states.insert((state, player), number);
    }

    /// Asks what `player`, whom the rules call `name`, knows in a state.
    pub(crate) fn ask(
        &self,
        state: &Bound<'_, PyAny>,
        player: Player,
        name: &Py<PyAny>,
    ) -> PyResult<u32> {
        let py = state.py();
        let raised = |error| noted(error, py, "information", state);
        let found = self.rule.bind(py).call1((state, name)).map_err(raised)?;
        if !found.eq(&found)? {
            return Err(nonsense(
                "information",
                state,
                &found,
                "something that is equal to itself",
            ));
        }
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item((player, &found)).map_err(raised)? {
            return known.extract();
        }
        let number = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.push(found.clone().unbind());
            known.len() as u32 - 1
        };
        numbers.set_item((player, found), number)?;
        Ok(number)
    }

    /// What has this number.
    pub(crate) fn object(&self, py: Python<'_>, number: usize) -> Option<Py<PyAny>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(number).map(|it| it.clone_ref(py))
    }
}
