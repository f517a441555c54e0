//! The notation of schedules.

use std::fmt;

use tremaux_core::{Notation, ParseError, StateSpace};

use super::{JobShop, Partial};
use crate::notation::possible_action;

fn write_list<T: fmt::Display>(list: &[T], out: &mut dyn fmt::Write) -> fmt::Result {
    list.iter()
        .enumerate()
        .try_for_each(|(at, it)| write!(out, "{}{it}", if at > 0 { "," } else { "" }))
}

/// A state is the number of placed operations of each job, the ends of the jobs and the ends of
/// the machines: `1,0:4,0:0,4`. An action is the job, its operation, both from 1, and its start:
/// `2.1@5`.
impl Notation for JobShop {
    fn write_state(&self, state: &Partial, out: &mut dyn fmt::Write) -> fmt::Result {
        write_list(&state.done, out)?;
        out.write_char(':')?;
        write_list(&state.job_ends, out)?;
        out.write_char(':')?;
        write_list(&state.machine_ends, out)
    }

    fn parse_state(&self, text: &str) -> Result<Partial, ParseError> {
        let numbers = |part: &str| {
            part.split(',').map(|word| word.trim().parse().ok()).collect::<Option<Vec<u32>>>()
        };
        let parts: Option<Vec<Vec<u32>>> = text.trim().split(':').map(numbers).collect();
        let fits = |parts: &[Vec<u32>]| {
            let is_done = |(done, job): (&u32, &Vec<_>)| *done as usize <= job.len();
            let is_time = |time: &u32| *time <= Self::MOST_TIME;
            parts.len() == 3
                && parts[..2].iter().all(|part| part.len() == self.jobs().len())
                && parts[2].len() == self.machines()
                && parts[0].iter().zip(self.jobs()).all(is_done)
                && parts[1..].iter().flatten().all(is_time)
        };
        let Some(parts) = parts.filter(|parts| fits(parts)) else {
            let start = self.state_text(&self.initial_state());
            let expected = format!("operations, ends of jobs, ends of machines, such as `{start}`");
            return Err(ParseError::about(text, text.trim(), expected));
        };
        Ok(Partial {
            done: parts[0].iter().map(|&done| done as u16).collect(),
            job_ends: parts[1].as_slice().into(),
            machine_ends: parts[2].as_slice().into(),
        })
    }

    fn write_action(&self, state: &Partial, job: u16, out: &mut dyn fmt::Write) -> fmt::Result {
        let job = usize::from(job);
        let start = self
            .next_operation(state, job)
            .map_or(0, |operation| self.start_of(state, job, operation));
        write!(out, "{}.{}@{start}", job + 1, state.done[job] + 1)
    }

    fn parse_action(&self, state: &Partial, text: &str) -> Result<u16, ParseError> {
        let expected = "a job, its next operation and when it starts, such as `1.1@0`";
        possible_action(self, state, text, expected)
    }
}
