//! The notation of assignments.

use std::fmt;

use tremaux_core::{Notation, ParseError, StateSpace};

use super::{Assigned, Assignment};
use crate::notation::possible_action;

fn write_name(name: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    let mut words = name.split_whitespace();
    out.write_str(words.next().unwrap_or(""))?;
    words.try_for_each(|word| write!(out, "_{word}"))
}

/// A state is a sign for each task, `x` if it is taken and `.` if it is free; an action is
/// `WORKER=TASK`, with `_` for spaces.
impl Notation for Assignment {
    fn write_state(&self, state: &Assigned, out: &mut dyn fmt::Write) -> fmt::Result {
        (0..self.tasks.len())
            .try_for_each(|task| out.write_char(if state.taken.has(task) { 'x' } else { '.' }))
    }

    fn parse_state(&self, text: &str) -> Result<Assigned, ParseError> {
        let signs = text.trim();
        let is_right = |sign: char| matches!(sign, 'x' | '.');
        let mut state = self.initial_state();
        if signs.len() != self.tasks.len() || !signs.chars().all(is_right) {
            let expected = format!("{} signs, `x` for taken or `.` for free", self.tasks.len());
            return Err(ParseError::about(text, signs, expected));
        }
        for (task, _) in signs.char_indices().filter(|(_, sign)| *sign == 'x') {
            state.taken.0[task / 8] |= 1 << (task % 8);
        }
        state.workers = state.taken.count();
        if state.workers > self.workers.len() {
            let expected = format!("at most {} tasks that are taken", self.workers.len());
            return Err(ParseError::about(text, signs, expected));
        }
        Ok(state)
    }

    fn write_action(&self, state: &Assigned, task: u16, out: &mut dyn fmt::Write) -> fmt::Result {
        write_name(self.workers.get(state.workers).map_or("", |name| name), out)?;
        out.write_char('=')?;
        write_name(&self.tasks[usize::from(task)], out)
    }

    fn parse_action(&self, state: &Assigned, text: &str) -> Result<u16, ParseError> {
        possible_action(self, state, text, "the next worker, `=` and a free task")
    }
}
