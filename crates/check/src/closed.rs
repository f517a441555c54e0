//! Sets of closed states.

use std::collections::HashMap;
use std::num::NonZero;

use crate::cost::Cost;
use crate::refused::Refused;
use crate::space::{Space, Step, rest};

/// What is known of a closed state.
struct Known {
    /// The least cost that the file gives for it.
    g: Cost,
    /// The line that gives it.
    line: NonZero<u64>,
}

/// The closed states of a file.
pub(crate) struct Closed<S: Space> {
    known: HashMap<S::State, Known>,
    /// Those that have a number, by number: steps that lead nearby are looked up nearby.
    numbered: Vec<Option<(S::State, Known)>>,
}

impl<S: Space> Closed<S> {
    pub(crate) fn new() -> Self {
        Self { known: HashMap::new(), numbered: Vec::new() }
    }

    fn iter(&self) -> impl Iterator<Item = (&S::State, &Known)> {
        self.known.iter().chain(self.numbered.iter().flatten().map(|(state, known)| (state, known)))
    }

    fn get(&self, state: &S::State) -> Option<&Known> {
        match S::number(state) {
            None => self.known.get(state),
            Some(number) => self.numbered.get(number)?.as_ref().map(|(_, known)| known),
        }
    }

    /// The number of states.
    pub(crate) fn count(&self) -> u64 {
        self.iter().count() as u64
    }

    /// Adds a state; one that is there keeps the lower cost.
    pub(crate) fn add(&mut self, state: S::State, g: Cost, line: u64) {
        let line = NonZero::new(line).unwrap_or(NonZero::<u64>::MIN);
        let known = match S::number(&state) {
            None => self.known.entry(state).or_insert(Known { g, line }),
            Some(number) => {
                let count = self.numbered.len().max(number + 1);
                self.numbered.resize_with(count, || None);
                &mut self.numbered[number].get_or_insert((state, Known { g, line })).1
            }
        };
        if g < known.g {
            *known = Known { g, line };
        }
    }

    /// Checks that no plan costs less than `bound`, or that there is no plan if it is `None`.
    /// Returns the number of steps that were looked at.
    ///
    /// Let a plan cost less. Its first state is closed with g = 0. If one of its states is closed
    /// with a g that is at most the cost so far, it is no goal, so the plan goes on; and the next
    /// state is closed in the same way, or the plan costs at least the bound. So no state of the
    /// plan is its last.
    pub(crate) fn check(
        &self,
        space: &S,
        start: &S::State,
        heuristic: Option<usize>,
        bound: Option<Cost>,
    ) -> Result<u64, Refused> {
        let rest = |state: &S::State| rest(space, heuristic, state);
        let is_enough = |cost: Cost| bound.is_some_and(|bound| cost >= bound);
        let is_closed = self.get(start).is_some_and(|it| bound.is_none() || it.g <= Cost::ZERO);
        if !is_closed && !is_enough(rest(start)) {
            return Err(Refused::at(0, "the start is not closed with cost 0"));
        }
        let (mut count, mut steps, mut first) = (0, Vec::new(), None::<Refused>);
        for (state, known) in self.iter().filter(|(_, known)| !is_enough(known.g)) {
            steps.clear();
            space.steps(state, &mut steps);
            count += steps.len() as u64;
            let is_covered = |step: &Step<S::State>| {
                let g = known.g.plus(step.cost);
                let there = self.get(&step.state);
                there.is_some_and(|it| bound.is_none() || it.g <= g)
                    || bound.is_some() && is_enough(g.plus(rest(&step.state)))
            };
            let open = steps.iter().find(|step| !is_covered(step));
            let refused = match (space.is_goal(state), open) {
                (true, _) => Refused::at(known.line.get(), "this state is a goal"),
                (false, Some(step)) => self.open(space, state, known, step),
                (false, None) => continue,
            };
            if first.as_ref().is_none_or(|it| refused.line < it.line) {
                first = Some(refused);
            }
        }
        first.map_or(Ok(count), Err)
    }

    /// The refusal because of a step that leads out of the set too cheaply.
    fn open(&self, space: &S, state: &S::State, known: &Known, step: &Step<S::State>) -> Refused {
        let (word, g) = (space.word(state, step.action), known.g.plus(step.cost));
        let there = match self.get(&step.state) {
            None => "is not closed".to_owned(),
            Some(it) => format!("is closed with cost {} only, on line {}", it.g, it.line),
        };
        let reason = format!("the state after `{word}`, which costs {g}, {there}");
        Refused::at(known.line.get(), reason)
    }
}
