//! Water jugs.

use super::{clauses, number};
use crate::cost::Cost;
use crate::fields::Fields;
use crate::space::{Space, Step};

/// A tap, or what water is poured into when a jug is emptied.
const OUTSIDE: usize = usize::MAX;

/// Jugs with a goal.
#[derive(Default)]
pub(crate) struct Jugs {
    capacities: Vec<u64>,
    /// The amount of each jug, if it matters; or one amount, which some jug must hold.
    goal: Vec<Option<u64>>,
    is_any: bool,
    has_tap: bool,
    /// What a move costs: `litres`, `water` from the tap alone, or 1.
    price: String,
}

impl Jugs {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, Vec<u64>), String> {
        let (mut jugs, mut start) = (Self::default(), Vec::new());
        let text = header.text("jugs")?;
        for clause in clauses(&text, "")? {
            match clause[..] {
                ["jugs", ref words @ ..] => jugs.capacities = amounts(words)?,
                ["start", ref words @ ..] => start = amounts(words)?,
                ["goal", "any", word] => {
                    (jugs.goal, jugs.is_any) = (vec![Some(number(word, 0xffff)?)], true)
                }
                ["goal", ref words @ ..] => jugs.goal = goal(words)?,
                ["tap"] => jugs.has_tap = true,
                ["cost", it @ ("moves" | "litres" | "water")] => jugs.price = it.to_owned(),
                _ => return Err(format!("unknown clause `{}`", clause.join(" "))),
            }
        }
        let count = jugs.capacities.len();
        if start.is_empty() {
            start = vec![0; count];
        }
        let is_whole = if jugs.is_any { jugs.goal.len() == 1 } else { jugs.goal.len() == count };
        match count > 0 && count <= 8 && is_whole && jugs.fits(&start) {
            true => Ok((jugs, start)),
            false => Err("expected one to eight jugs, amounts that fit, and a goal".to_owned()),
        }
    }

    fn fits(&self, amounts: &[u64]) -> bool {
        let mut pairs = amounts.iter().zip(&self.capacities);
        amounts.len() == self.capacities.len() && pairs.all(|(amount, most)| amount <= most)
    }

    /// Pours from one jug into another, until one is empty or the other full.
    fn pour(&self, from: usize, to: usize, state: &[u64], steps: &mut Vec<Step<Vec<u64>>>) {
        let there = state.get(from).copied().unwrap_or(u64::MAX);
        let room = state.get(to).map_or(u64::MAX, |amount| self.capacities[to] - amount);
        let litres = there.min(room);
        if litres == 0 {
            return;
        }
        let mut after = state.to_vec();
        if from != OUTSIDE {
            after[from] -= litres;
        }
        if to != OUTSIDE {
            after[to] += litres;
        }
        let cost = match &*self.price {
            "litres" => litres,
            "water" if from == OUTSIDE => litres,
            "water" => 0,
            _ => 1,
        };
        // A digit for each jug from 1, and 0 for what is outside.
        let action = 10 * from.wrapping_add(1) + to.wrapping_add(1);
        steps.push(Step { action: action as u32, cost: Cost::whole(cost), state: after });
    }
}

fn amounts(words: &[&str]) -> Result<Vec<u64>, String> {
    words.iter().map(|word| number(word, 0xffff)).collect()
}

fn goal(words: &[&str]) -> Result<Vec<Option<u64>>, String> {
    words
        .iter()
        .map(|word| if *word == "_" { Ok(None) } else { number(word, 0xffff).map(Some) })
        .collect()
}

impl Space for Jugs {
    type State = Vec<u64>;

    fn is_goal(&self, state: &Vec<u64>) -> bool {
        if self.is_any {
            return state.iter().any(|amount| Some(*amount) == self.goal[0]);
        }
        let mut pairs = state.iter().zip(&self.goal);
        pairs.all(|(amount, goal)| goal.is_none_or(|goal| goal == *amount))
    }

    fn steps(&self, state: &Vec<u64>, steps: &mut Vec<Step<Vec<u64>>>) {
        for from in 0..state.len() {
            for to in (0..state.len()).filter(|to| *to != from) {
                self.pour(from, to, state, steps);
            }
        }
        for jug in (0..state.len()).filter(|_| self.has_tap) {
            self.pour(OUTSIDE, jug, state, steps);
            self.pour(jug, OUTSIDE, state, steps);
        }
    }

    fn word(&self, _state: &Vec<u64>, action: u32) -> String {
        match (action / 10, action % 10) {
            (0, jug) => format!("fill-{jug}"),
            (jug, 0) => format!("empty-{jug}"),
            (from, to) => format!("{from}>{to}"),
        }
    }

    fn read(&self, text: &str) -> Result<Vec<u64>, String> {
        let state = amounts(&text.split_whitespace().collect::<Vec<_>>())?;
        if self.fits(&state) { Ok(state) } else { Err(format!("`{text}` does not fit the jugs")) }
    }

    fn least_cost(&self) -> Cost {
        Cost::whole(u64::from(self.price != "water"))
    }
}
