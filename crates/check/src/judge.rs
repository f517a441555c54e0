//! The claim of a file, and what it takes to accept it.

use std::io::BufRead;

use crate::closed::Closed;
use crate::cost::Cost;
use crate::fields::Fields;
use crate::json::Json;
use crate::lines::Lines;
use crate::refused::{Accepted, Refused};
use crate::search::search_below;
use crate::space::Space;

/// Reads the lines after the header and judges the claim on the last.
pub(crate) fn judge<S: Space>(
    kind: &str,
    space: &mut S,
    start: S::State,
    lines: &mut Lines<impl BufRead>,
) -> Result<Accepted, Refused> {
    let mut closed = Closed::new();
    let claim = lines.read_to_claim(|line, number| {
        if line.starts_with("[\"table\"") {
            let table: Result<(String, String, String), _> = serde_json::from_str(line);
            let (_, parts, values) = table.map_err(|error| format!("expected a table: {error}"))?;
            return space.add_table(&parts, values);
        }
        let (state, g) = closed_state(space, line)?;
        closed.add(state, g, number);
        Ok(())
    })?;
    lines.finish(claim, |claim| Judge { kind, space, start, closed }.claim(claim))
}

/// Reads a closed state and the cost of a path to it.
fn closed_state<S: Space>(space: &S, line: &str) -> Result<(S::State, Cost), String> {
    // Almost all lines are as plain as this, and need no copy.
    let text = || serde_json::from_str(line).ok().map(|(state, g)| (state, Cost::text(g)));
    let number = || serde_json::from_str(line).ok().map(|(state, g)| (state, Cost::number(g)));
    if let Some((state, Some(g))) = if line.ends_with("\"]") { text() } else { number() } {
        return Ok((space.read(state)?, g));
    }
    let (state, g): (String, Json) = serde_json::from_str(line)
        .map_err(|error| format!("expected a state and its cost, such as [\"…\", 3]: {error}"))?;
    Ok((space.read(&state)?, Cost::read(&g)?))
}

/// A file that was read up to its claim.
struct Judge<'a, S: Space> {
    kind: &'a str,
    space: &'a S,
    start: S::State,
    closed: Closed<S>,
}

impl<S: Space> Judge<'_, S> {
    fn claim(&self, claim: &mut Fields) -> Result<Accepted, Refused> {
        let Proved { words, bound } = match &*claim.text("claim")? {
            "plan" => self.costs(claim, true, false),
            "bound" => self.costs(claim, false, true),
            "optimal" => self.costs(claim, true, true),
            "no-plan" => self.no_plan(claim),
            name => Err(format!("unknown claim `{name}`")),
        }?;
        claim.finish()?;
        let (how, steps) = match bound {
            None => (String::new(), 0),
            Some(Bound { cost: Some(cost), heuristic, is_searched: true }) => {
                let visited = search_below(self.space, &self.start, heuristic, cost)?;
                (format!(" (searched again: {visited} states)"), 0)
            }
            Some(Bound { cost, heuristic, .. }) => {
                (String::new(), self.closed.check(self.space, &self.start, heuristic, cost)?)
            }
        };
        let claim = format!("{}: {words}{how}", self.kind);
        Ok(Accepted { claim, closed: self.closed.count(), steps })
    }

    /// A claim about costs: that there is a plan, that none costs less, or both.
    fn costs(&self, claim: &mut Fields, has_plan: bool, has_bound: bool) -> Result<Proved, String> {
        let cost = claim.cost("cost")?;
        let mut words = format!("no plan costs less than {cost}");
        if has_plan {
            let moves = self.plan(&claim.texts("plan")?, cost)?;
            let plural = if moves == 1 { "" } else { "s" };
            let rest = if has_bound { ", and none costs less" } else { "" };
            words = format!("a plan of {moves} move{plural} costs {cost}{rest}");
        }
        if !has_bound {
            return Ok(Proved { words, bound: None });
        }
        let heuristic = self.heuristic(claim)?;
        let is_searched = claim.has("by");
        if is_searched && claim.text("by")? != "search" {
            return Err("a bound is proved by `search`, or by closed states".to_owned());
        }
        Ok(Proved { words, bound: Some(Bound { cost: Some(cost), heuristic, is_searched }) })
    }

    /// Applies the moves of a plan; returns their number.
    fn plan(&self, moves: &[String], cost: Cost) -> Result<usize, String> {
        let (mut state, mut total, mut steps) = (self.start.clone(), Cost::ZERO, Vec::new());
        for (at, word) in (1..).zip(moves) {
            steps.clear();
            self.space.steps(&state, &mut steps);
            let found = self.space.find(&state, &steps, word);
            let step = found.map(|found| steps.swap_remove(found));
            let step = step.ok_or_else(|| format!("move {at}, `{word}`, is not possible"))?;
            total = total.plus(step.cost);
            state = step.state;
        }
        match (self.space.is_goal(&state), total == cost) {
            (false, _) => Err("the plan does not lead to a goal".to_owned()),
            (true, false) => Err(format!("the plan costs {total}, not {cost}")),
            (true, true) => Ok(moves.len()),
        }
    }

    /// The number of the heuristic that is named, if one is.
    fn heuristic(&self, claim: &mut Fields) -> Result<Option<usize>, String> {
        if !claim.has("heuristic") {
            return Ok(None);
        }
        let name = claim.text("heuristic")?;
        let found = S::HEURISTICS.iter().position(|it| *it == name);
        found.map(Some).ok_or_else(|| format!("unknown heuristic `{name}`"))
    }

    /// The claim that there is no plan: by an invariant, or by the closed states.
    fn no_plan(&self, claim: &mut Fields) -> Result<Proved, String> {
        let words = "there is no plan".to_owned();
        if !claim.has("by") {
            let bound = Bound { cost: None, heuristic: None, is_searched: false };
            return Ok(Proved { words, bound: Some(bound) });
        }
        let name = claim.text("by")?;
        let cells = if claim.has("cells") { claim.texts("cells")? } else { Vec::new() };
        self.space.refutes(&self.start, &name, &cells)?;
        Ok(Proved { words: format!("{words}, by {name}"), bound: None })
    }
}

/// A claim in words, and what is still to be shown.
struct Proved {
    words: String,
    bound: Option<Bound>,
}

/// That no plan costs less than a cost, or that there is none at all.
struct Bound {
    cost: Option<Cost>,
    heuristic: Option<usize>,
    /// Whether the checker searches, instead of looking at closed states.
    is_searched: bool,
}
