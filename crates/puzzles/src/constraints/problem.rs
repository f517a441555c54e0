//! Problems of variables and values as state spaces.

use std::fmt;
use std::sync::Arc;

use tremaux_constraints::{ConstraintSpace, Model, Variable};
use tremaux_core::codes::ActionCode;
use tremaux_core::{Notation, ParseError, Plan, StateSpace};
#[cfg(feature = "catalog")]
use tremaux_domain::Total;

use crate::notation::possible_action;

/// A problem of named variables and values, and its own state space: variables get values one by
/// one.
///
/// An action gives a value to the variable with the fewest values that break no constraint with
/// the others, the first of these. So each solution has exactly one plan. An action costs 1; or,
/// if values have scores, the points that its value has less than the best of the variable.
#[derive(Clone, Debug)]
pub struct Problem {
    text: String,
    names: Vec<String>,
    values: Vec<String>,
    variables: Vec<Variable>,
    model: Arc<Model>,
    has_scores: bool,
    /// The sum of the best scores of all variables.
    best: u64,
    #[cfg_attr(not(feature = "catalog"), expect(dead_code))]
    total: TotalOf,
}

/// How a total follows from points, of which the model wants as many as possible.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TotalOf {
    /// The total without points.
    pub(super) worst: i64,
    pub(super) is_minimized: bool,
    /// Whether it is a sum of values, not of scores.
    pub(super) has_sum: bool,
}

/// The values of all variables: their numbers from 1, 0 where there is none yet.
pub(super) type Assignment = Box<[u16]>;

/// A value for a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assign {
    /// The number of the variable.
    pub variable: u16,
    /// The number of the value.
    pub value: u16,
}

impl ActionCode for Assign {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.variable) << 16 | u64::from(self.value)
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self { variable: (code >> 16) as u16, value: code as u16 }
    }
}

impl Problem {
    pub(super) fn new(
        text: String,
        names: Vec<String>,
        values: Vec<String>,
        variables: Vec<Variable>,
        model: Model,
        total: TotalOf,
    ) -> Self {
        let (has_scores, model) = (model.has_scores(), Arc::new(model));
        let best = variables.iter().map(|&it| model.best_score(it)).sum();
        Self { text, names, values, variables, model, has_scores, best, total }
    }

    /// The model; its first variables are those of the problem.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The total of a solution that costs this.
    #[cfg(feature = "catalog")]
    pub(super) fn total_of(&self, cost: u32) -> Total {
        let points = self.best.saturating_sub(cost.into()) as i64;
        let TotalOf { worst, is_minimized, .. } = self.total;
        let value = if is_minimized { worst - points } else { worst + points };
        Total { value, is_minimized }
    }

    /// The value that a state gives a variable of the model.
    fn known(state: &Assignment, variable: Variable) -> Option<u32> {
        let &value = state.get(variable.index())?;
        (value > 0).then(|| u32::from(value) - 1)
    }

    /// The variable that the next action gives a value, and its values; `None` if all have one.
    pub(super) fn next(&self, state: &Assignment) -> Option<(usize, Vec<u16>)> {
        let possible = self.model.possible_values(|it| Self::known(state, it));
        let open = (0..state.len()).filter(|&variable| state[variable] == 0);
        let next = open.min_by_key(|&variable| possible.count(self.variables[variable]))?;
        let values = possible.of(self.variables[next]).map(|value| value as u16);
        Some((next, values.collect()))
    }

    /// Points that a value has less than the best; 1 without scores.
    fn cost_of_value(&self, variable: usize, value: u16) -> u32 {
        if !self.has_scores {
            return 1;
        }
        let variable = self.variables[variable];
        let cost = self.model.best_score(variable) - self.model.score(variable, value.into());
        cost as u32
    }

    fn name_and_value(&self, variable: usize, value: u16, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}={}", self.names[variable], self.values[usize::from(value)])
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl StateSpace for Problem {
    type State = Assignment;
    type Packed = Assignment;
    type Action = Assign;
    type Cost = u32;

    fn initial_state(&self) -> Assignment {
        vec![0; self.names.len()].into()
    }

    fn is_goal(&self, state: &Assignment) -> bool {
        state.iter().all(|&value| value > 0)
            && self.model.holds(|variable| Self::known(state, variable))
    }

    fn actions(&self, state: &Assignment, actions: &mut Vec<Assign>) {
        let Some((variable, values)) = self.next(state) else { return };
        let variable = variable as u16;
        actions.extend(values.into_iter().map(|value| Assign { variable, value }));
    }

    fn cost(&self, _state: &Assignment, action: Assign) -> u32 {
        self.cost_of_value(action.variable.into(), action.value)
    }

    fn apply(&self, state: &mut Assignment, action: Assign) {
        state[usize::from(action.variable)] = action.value + 1;
    }

    fn pack(&self, state: &Assignment) -> Assignment {
        state.clone()
    }

    fn unpack(&self, packed: &Assignment) -> Assignment {
        packed.clone()
    }

    fn packed_heap_bytes(&self) -> usize {
        2 * self.names.len()
    }

    fn uniform_cost(&self) -> Option<u32> {
        (!self.has_scores).then_some(1)
    }
}

impl ConstraintSpace for Problem {
    fn model(&self) -> &Arc<Model> {
        &self.model
    }

    fn plan(&self, solution: &[u32]) -> Plan<Assign, u32> {
        let mut state = self.initial_state();
        let (mut actions, mut cost) = (Vec::with_capacity(state.len()), 0);
        while let Some((variable, _)) = self.next(&state) {
            let value = solution[self.variables[variable].index()] as u16;
            let action = Assign { variable: variable as u16, value };
            cost += self.cost(&state, action);
            self.apply(&mut state, action);
            actions.push(action);
        }
        Plan { actions, cost }
    }

    fn state(&self, value: &dyn Fn(Variable) -> Option<u32>) -> Assignment {
        let known = |&variable: &Variable| value(variable).map_or(0, |value| value as u16 + 1);
        self.variables.iter().map(known).collect()
    }

    fn cost_of(&self, total: u64) -> u32 {
        if !self.has_scores {
            return self.names.len() as u32;
        }
        self.best.saturating_sub(total) as u32
    }
}

/// A state is written as `A=red B=?`, an action as `A=red`.
impl Notation for Problem {
    fn write_state(&self, state: &Assignment, out: &mut dyn fmt::Write) -> fmt::Result {
        for (variable, &value) in state.iter().enumerate() {
            if variable > 0 {
                out.write_char(' ')?;
            }
            match value {
                0 => write!(out, "{}=?", self.names[variable])?,
                value => self.name_and_value(variable, value - 1, out)?,
            }
        }
        Ok(())
    }

    fn parse_state(&self, text: &str) -> Result<Assignment, ParseError> {
        let mut state = self.initial_state();
        let mut words = text.split_whitespace();
        for (variable, name) in self.names.iter().enumerate() {
            let expected = || format!("`{name}=` and a value, or `{name}=?`");
            let word = words.next().ok_or_else(|| ParseError::at_end(text, expected()))?;
            let wrong = || ParseError::about(text, word, expected());
            let value = word.strip_prefix(name.as_str()).and_then(|it| it.strip_prefix('='));
            let value = value.ok_or_else(wrong)?;
            if value != "?" {
                let number = self.values.iter().position(|it| it == value).ok_or_else(wrong)?;
                state[variable] = number as u16 + 1;
            }
        }
        match words.next() {
            Some(word) => Err(ParseError::about(text, word, "the end after the last variable")),
            None => Ok(state),
        }
    }

    fn write_action(
        &self,
        _state: &Assignment,
        action: Assign,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        self.name_and_value(action.variable.into(), action.value, out)
    }

    fn parse_action(&self, state: &Assignment, text: &str) -> Result<Assign, ParseError> {
        let expected = "a value for the variable with the fewest values, for example `A=red`";
        possible_action(self, state, text, expected)
    }
}
