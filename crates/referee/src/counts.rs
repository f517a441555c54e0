//! Which conventions give published counts.

use serde::Serialize;
use tremaux_registry::{NumberedRules, RegistryError};

use crate::conventions::Conventions;
use crate::frontier::Frontier;

/// Counts that a text prints; what it does not print is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed {
    /// States expanded.
    pub expanded: Option<u64>,
    /// States generated.
    pub generated: Option<u64>,
    /// States in the closed list at the end.
    pub closed: Option<u64>,
    /// States in the open list at the end.
    pub open: Option<u64>,
    /// Moves of the plan.
    pub moves: Option<u64>,
}

/// Conventions that give the printed counts.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// They.
    pub conventions: String,
    /// What was counted as what.
    pub counted: String,
}

/// The conventions that give printed counts.
#[derive(Clone, Debug, Serialize)]
pub struct Explanations {
    /// Those that do.
    pub found: Vec<Explanation>,
    /// The number of conventions that were tried.
    pub tried: usize,
    /// The number of those that were given up after too many expansions.
    pub given_up: usize,
}

/// The counts of a search that is over.
struct Counts {
    /// Without the goal, as all others.
    expanded: u64,
    generated: [u64; 2],
    open: u64,
    closed: u64,
    moves: Option<u64>,
    /// 1 if a goal was found.
    goal: u64,
}

impl Printed {
    /// The conventions of those that `by` allows that give these counts. Searches are given up
    /// after `most` expansions.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown name or value in `by`.
    pub fn explain(
        &self,
        by: &str,
        most: u64,
        rules: &mut dyn NumberedRules,
    ) -> Result<Explanations, RegistryError> {
        let all = Conventions::of(by, true)?;
        let (mut found, mut given_up) = (Vec::new(), 0);
        for &conventions in &all {
            match self.counts(conventions, most, rules) {
                None => given_up += 1,
                Some(counts) => found.extend(counts.and_then(|counts| {
                    let counted = self.counted(&counts)?;
                    Some(Explanation { conventions: conventions.to_string(), counted })
                })),
            }
        }
        found.sort_by(|one: &Explanation, other| one.counted.cmp(&other.counted));
        Ok(Explanations { found, tried: all.len(), given_up })
    }

    /// The counts of the search with these conventions; none if they are above the printed ones.
    /// `None` if it was given up.
    fn counts(
        &self,
        conventions: Conventions,
        most: u64,
        rules: &mut dyn NumberedRules,
    ) -> Option<Option<Counts>> {
        let mut frontier = Frontier::new(conventions, rules);
        let mut expanded = 0;
        let printed = [self.expanded, self.closed].into_iter().flatten().min();
        let mut goal = None;
        while frontier.found.is_none() {
            let Some(entry) = frontier.allowed(rules).last().copied() else { break };
            let state = frontier.entries[entry].state;
            if conventions.word("goal") == "expansion" && rules.is_goal(state) {
                goal = Some(entry);
                break;
            }
            let is_above = printed.is_some_and(|printed| expanded > printed)
                || self.generated.is_some_and(|it| frontier.generated[1] > it + 1);
            if is_above {
                return Some(None);
            }
            if expanded == most {
                return None;
            }
            expanded += 1;
            frontier.expand(entry, expanded as usize, rules);
        }
        let [open, closed] = frontier.sizes();
        let found = frontier.found.map(|(found, _)| found);
        let found = frontier.entries.iter().position(|entry| Some(entry.state) == found);
        let goal = goal.or(found);
        Some(Some(Counts {
            expanded,
            generated: frontier.generated,
            open: open - u64::from(goal.is_some()),
            closed,
            moves: goal.map(|goal| frontier.entries[goal].depth.into()),
            goal: goal.is_some().into(),
        }))
    }

    /// What is counted as what to give the printed counts.
    fn counted(&self, counts: &Counts) -> Option<String> {
        const GOAL: [&str; 2] = ["without the goal", "with the goal"];
        let Counts { expanded, open, closed, generated: [all, new], moves, goal } = *counts;
        let with_goal = |count: u64| vec![(count, GOAL[0]), (count + goal, GOAL[1])];
        let generated = vec![
            (all, "all successors"),
            (all + 1, "all successors and the start"),
            (new, "new ones"),
            (new + 1, "new ones and the start"),
        ];
        let ways = [
            ("expanded", self.expanded, with_goal(expanded)),
            ("closed", self.closed, with_goal(closed)),
            ("open", self.open, with_goal(open)),
            ("generated", self.generated, generated),
            ("moves", self.moves, moves.into_iter().map(|moves| (moves, "of the plan")).collect()),
        ];
        let mut counted = Vec::new();
        for (name, printed, values) in ways {
            let Some(printed) = printed else { continue };
            let (_, how) = values.iter().find(|(value, _)| *value == printed)?;
            counted.push(format!("{name} {printed} ({how})"));
        }
        Some(counted.join(", "))
    }
}
