//! The notation of loads and decisions.

use std::fmt;

use tremaux_core::{Notation, ParseError};

use super::{Decision, Knapsack, Load};
use crate::notation::possible_action;

/// A state is the number of decided items and their weight, `3:25`; a decision is `+NAME` for an
/// item that is taken and `-NAME` for one that is left, with `_` for spaces.
impl Notation for Knapsack {
    fn write_state(&self, load: &Load, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}:{}", load.decided, load.weight)
    }

    fn parse_state(&self, text: &str) -> Result<Load, ParseError> {
        let state = text.trim().split_once(':').and_then(|(decided, weight)| {
            Some(Load { decided: decided.parse().ok()?, weight: weight.parse().ok()? })
        });
        let fits = |load: &Load| {
            load.decided as usize <= self.items().len() && load.weight <= self.capacity()
        };
        state.filter(fits).ok_or_else(|| {
            let expected = format!(
                "the number of decided items and their weight, for example `0:0`, at most `{}:{}`",
                self.items().len(),
                self.capacity()
            );
            ParseError::about(text, text.trim(), expected)
        })
    }

    fn write_action(
        &self,
        load: &Load,
        decision: Decision,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        out.write_char(if decision == Decision::Take { '+' } else { '-' })?;
        let name = self.items().get(load.decided as usize).map_or("", |item| &item.name);
        let mut words = name.split_whitespace();
        out.write_str(words.next().unwrap_or(""))?;
        words.try_for_each(|word| write!(out, "_{word}"))
    }

    fn parse_action(&self, load: &Load, text: &str) -> Result<Decision, ParseError> {
        let name = self.items().get(load.decided as usize).map_or("", |item| &item.name);
        possible_action(self, load, text, format!("`+` or `-` and `{name}`"))
    }
}
