//! Judges a run, step by step.

use serde::Serialize;
use tremaux_registry::{NumberedRules, RegistryError};

use crate::conventions::{Conventions, Order};
use crate::frontier::{Entry, Frontier, compared};
use crate::run::{Run, Step};

/// What the referee says of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Whether some conventions explain every step.
    pub ok: bool,
    /// The first step that is wrong, from 1; the number of steps and one more if the run ends too
    /// early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The line of the run with that step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong with it, or that nothing is.
    pub message: String,
    /// The number of steps.
    pub steps: usize,
    /// The conventions that explain every step; without any, those that explain the most.
    pub conventions: Vec<String>,
    /// The number of conventions that were tried.
    pub tried: usize,
}

/// The first step that is wrong, from 1, and why.
type Wrong = (usize, String);

impl Verdict {
    /// Judges a run by the conventions that `by` allows.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown name or value in `by`.
    pub fn of(run: &Run, by: &str, rules: &mut dyn NumberedRules) -> Result<Self, RegistryError> {
        let places: Vec<Option<u32>> = run.states(rules)?;
        // Stated conventions say more; orders that follow no rule are explained by open ones only.
        let is_every = Conventions::is_every(by);
        let all = Conventions::of(by, is_every)?;
        let verdict = Self::by_each(run, &places, &all, rules);
        if verdict.ok || !is_every {
            return Ok(verdict);
        }
        let verdict = Self::by_each(run, &places, &Conventions::of(by, false)?, rules);
        Ok(Self { tried: verdict.tried + all.len(), ..verdict })
    }

    fn by_each(
        run: &Run,
        places: &[Option<u32>],
        all: &[Conventions],
        rules: &mut dyn NumberedRules,
    ) -> Self {
        let (steps, tried, conventions) = (run.steps.len(), all.len(), Vec::new());
        let (message, step, line) = (String::new(), None, None);
        let mut verdict = Self { ok: false, step, line, message, steps, conventions, tried };
        for &conventions in all {
            let name = conventions.to_string();
            match (Judge { run, places, conventions }).judge(rules) {
                Ok(()) if verdict.ok => verdict.conventions.push(name),
                Ok(()) => {
                    verdict.message = format!("{steps} steps as {name} takes them");
                    (verdict.ok, verdict.step, verdict.line) = (true, None, None);
                    verdict.conventions = vec![name];
                }
                Err((step, why)) if !verdict.ok && verdict.step.is_none_or(|it| step > it) => {
                    verdict.message = format!("step {step}: {why}");
                    verdict.step = Some(step);
                    verdict.line = run.steps.get(step - 1).map(|step| step.line);
                    verdict.conventions = vec![name];
                }
                Err(_) => {}
            }
        }
        verdict
    }
}

struct Judge<'a> {
    run: &'a Run,
    /// The state of each step.
    places: &'a [Option<u32>],
    conventions: Conventions,
}

impl Judge<'_> {
    fn judge(&self, rules: &mut dyn NumberedRules) -> Result<(), Wrong> {
        let mut frontier = Frontier::new(self.conventions, rules);
        let mut goal = None;
        for (number, step) in (1..).zip(&self.run.steps) {
            let wrong = |why| Err((number, why));
            if let Some(goal) = goal {
                let goal = rules.text(goal);
                let at = number - 1;
                return wrong(format!(
                    "step {at} expanded the goal {goal}, and the search went on"
                ));
            }
            let state = self.places[number - 1].or_else(|| self.run.state(number - 1, rules));
            // The goal may stand at the end of the run, though it is not expanded.
            let is_last = number == self.places.len();
            if let Some((found, at)) = frontier.found.filter(|it| !is_last || state != Some(it.0)) {
                let found = rules.text(found);
                return wrong(format!(
                    "a goal, {found}, was generated at step {at} and the search went on: goal test \
                     at expansion"
                ));
            }
            let allowed = frontier.allowed(rules);
            let Some(state) = state else {
                return wrong("expanded a state that no step has led to".to_owned());
            };
            // Of several paths to a state, the one that the run states.
            let paths = || allowed.iter().filter(|&&it| frontier.entries[it].state == state);
            let is_stated =
                |&&it: &&usize| self.wrong_number(step, &frontier.entries[it], rules).is_none();
            let Some(&entry) = paths().find(is_stated).or_else(|| paths().next()) else {
                let first = allowed.first().map(|&it| frontier.entries[it]);
                return wrong(self.refusal(&frontier, state, first, rules));
            };
            if let Some(why) = self.wrong_number(step, &frontier.entries[entry], rules) {
                return wrong(why);
            }
            goal = rules.is_goal(state).then_some(state);
            frontier.expand(entry, number, rules);
        }
        if goal.is_some() || frontier.found.is_some() || !self.run.is_whole {
            return Ok(());
        }
        let open = frontier.allowed(rules);
        let open: Vec<u32> = open.into_iter().map(|it| frontier.entries[it].state).collect();
        // Some list the goal among the expanded states, some do not.
        let is_test_late = self.conventions.word("goal") == "expansion";
        match open.first() {
            Some(&first) if !(is_test_late && open.iter().any(|&it| rules.is_goal(it))) => {
                let first = rules.text(first);
                let why = format!("the run ends, but no goal was reached and {first} was open");
                Err((self.places.len() + 1, why))
            }
            _ => Ok(()),
        }
    }

    /// Why a number that the run states is wrong.
    fn wrong_number(
        &self,
        step: &Step,
        entry: &Entry,
        rules: &dyn NumberedRules,
    ) -> Option<String> {
        let order = self.conventions.algorithm.start;
        let uses_h = matches!(order, Order::Estimate | Order::Total | Order::Totals);
        for ((letter, value), stated) in entry.values().into_iter().zip(step.stated) {
            let is_meant = match letter {
                // Engines that deepen by moves do not add costs.
                "g" => order != Order::Depths,
                "h" => uses_h,
                _ => uses_h && self.conventions.weight == 1.0,
            };
            if let Some(stated) = stated.filter(|it| is_meant && compared(*it) != compared(value)) {
                let state = rules.text(entry.state);
                return Some(format!(
                    "expanded {state} with {letter} = {stated}, but it is {value}"
                ));
            }
        }
        None
    }

    /// Why a state is not the next one; `first` is one that is.
    fn refusal(
        &self,
        frontier: &Frontier,
        state: u32,
        first: Option<Entry>,
        rules: &dyn NumberedRules,
    ) -> String {
        let name = rules.text(state);
        let Some((entry, first)) = frontier.open_entry(state).zip(first) else {
            return not_open(frontier, state, &name, first.is_none());
        };
        let order = self.conventions.algorithm.start;
        let other = rules.text(first.state);
        let Some(by) = order.letter() else {
            let age = if order.is_newest_first() { "newer" } else { "older" };
            return format!("expanded {name} while {other}, which is {age}, was open");
        };
        let value = |entry: &Entry| {
            entry.values().into_iter().find(|(it, _)| *it == by).map_or(0.0, |it| it.1)
        };
        let (own, least) = (value(entry), value(&first));
        let begin = format!("expanded {name} with {by} = {own} while {other} with");
        if entry.key[0] != first.key[0] {
            return format!("{begin} {by} = {least} was open");
        }
        let tie = if entry.key[1] == first.key[1] { "then" } else { "ties" };
        let tie = self.conventions.word(tie);
        let why = match tie {
            "fifo" => "is older".to_owned(),
            "lifo" => "is newer".to_owned(),
            "low-h" => format!("has h = {}, not {}", first.h, entry.h),
            "key" => "has the least key".to_owned(),
            _ => format!("has g = {}, not {}", first.g, entry.g),
        };
        format!("{begin} the same {by} was open, which {why} (ties: {tie})")
    }
}

fn not_open(frontier: &Frontier, state: u32, name: &str, is_over: bool) -> String {
    if let Some(closed) = frontier.closed.get(&state) {
        let at = closed.step;
        let cheaper = match closed.is_dearer {
            true => "; a cheaper path was found since, but closed states are not opened again",
            false => "",
        };
        return format!("expanded {name} again, which step {at} expanded{cheaper}");
    }
    if let Some(depth) = frontier.beyond.get(&state) {
        return format!("expanded {name} at depth {depth}, beyond the bound");
    }
    let empty = if is_over { "; nothing was open" } else { "" };
    format!("expanded {name}, which no step has led to{empty}")
}
