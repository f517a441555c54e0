//! Several independent lines: a space whose actions commute.

use tremaux_core::{
    ActionKey, BackwardSpace, CommutingSpace, CompactActions, IndexedSpace, Predecessor,
    ReversibleSpace, StateSpace, UndoSpace,
};

use crate::random_graph::walker;

/// The number of lines.
const COUNT: usize = 3;

/// A space with a piece on each of three lines. An action moves one piece to a neighbouring
/// place.
///
/// The cost of a step depends only on its own line, so steps on different lines commute. Of all
/// their orders, the one by ascending line suffices.
#[derive(Clone, Debug)]
pub struct Lines {
    /// For each line, the cost of going up from each place but the last, and of going back
    /// down.
    costs: [Vec<[u32; 2]>; COUNT],
    start: [u8; COUNT],
    goals: Vec<[u8; COUNT]>,
}

/// A step on one of [`Lines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the line.
    pub line: u8,
    /// Whether the step goes to the next place or to the previous one.
    pub is_up: bool,
}

/// All steps, one bit each, at twice the line number plus the direction.
const STEPS: u8 = (1 << (2 * COUNT)) - 1;

impl Step {
    const fn bit(self) -> u8 {
        1 << (2 * self.line + self.is_up as u8)
    }

    const fn back(self) -> Self {
        Self { is_up: !self.is_up, ..self }
    }
}

/// A set of [`Step`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps(u8);

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let number = (self.0 != 0).then(|| self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(Step { line: number / 2, is_up: number % 2 == 1 })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Steps {}

impl Lines {
    /// Random lines of 2 to `longest` places, with costs from zero on and up to three goals.
    ///
    /// # Panics
    ///
    /// Panics if `longest` is not between 2 and 255.
    pub fn random(seed: u64, longest: usize) -> Self {
        assert!((2..256).contains(&longest), "a line has 2 to 255 places");
        let mut walker = walker(seed);
        let dearest = 1 + walker.below(6);
        let costs: [Vec<[u32; 2]>; COUNT] = std::array::from_fn(|_| {
            let steps = 1 + walker.below(longest - 1);
            (0..steps).map(|_| [(); 2].map(|()| walker.below(dearest) as u32)).collect()
        });
        let mut place = || std::array::from_fn(|line| walker.below(costs[line].len() + 1) as u8);
        let (start, first) = (place(), place());
        let goals = (0..first[0] % 3).map(|_| place()).chain([first]).collect();
        Self { costs, start, goals }
    }

    fn steps(&self, places: &[u8; COUNT]) -> Steps {
        let mut steps = Steps(0);
        for (line, (&place, costs)) in (0_u8..).zip(places.iter().zip(&self.costs)) {
            if place > 0 {
                steps.0 |= Step { line, is_up: false }.bit();
            }
            if usize::from(place) < costs.len() {
                steps.0 |= Step { line, is_up: true }.bit();
            }
        }
        steps
    }

    fn step(places: &mut [u8; COUNT], Step { line, is_up }: Step) {
        let place = &mut places[usize::from(line)];
        *place = if is_up { *place + 1 } else { *place - 1 };
    }
}

impl StateSpace for Lines {
    type State = [u8; COUNT];
    type Packed = u32;
    type Action = Step;
    type Cost = u32;

    fn initial_state(&self) -> [u8; COUNT] {
        self.start
    }

    fn is_goal(&self, places: &[u8; COUNT]) -> bool {
        self.goals.contains(places)
    }

    fn actions(&self, places: &[u8; COUNT], actions: &mut Vec<Step>) {
        actions.extend(self.steps(places));
    }

    fn actions_after(&self, places: &[u8; COUNT], last: Step, actions: &mut Vec<Step>) {
        actions.extend(self.action_set_after(places, last));
    }

    fn cost(&self, places: &[u8; COUNT], Step { line, is_up }: Step) -> u32 {
        let line = usize::from(line);
        let place = usize::from(places[line]);
        if is_up { self.costs[line][place][0] } else { self.costs[line][place - 1][1] }
    }

    fn apply(&self, places: &mut [u8; COUNT], step: Step) {
        Self::step(places, step);
    }

    fn pack(&self, &[a, b, c]: &[u8; COUNT]) -> u32 {
        u32::from_le_bytes([a, b, c, 0])
    }

    fn unpack(&self, packed: &u32) -> [u8; COUNT] {
        let [a, b, c, _] = packed.to_le_bytes();
        [a, b, c]
    }
}

impl CompactActions for Lines {
    type Actions = Steps;

    fn action_set(&self, places: &[u8; COUNT]) -> Steps {
        self.steps(places)
    }

    fn action_set_after(&self, places: &[u8; COUNT], last: Step) -> Steps {
        Steps(self.steps(places).0 & (STEPS ^ last.back().bit()))
    }
}

impl CommutingSpace for Lines {
    fn canonical_actions_after(&self, places: &[u8; COUNT], last: Step, actions: &mut Vec<Step>) {
        actions.extend(self.action_set_after(places, last).filter(|step| step.line >= last.line));
    }
}

/// Each line and direction is a class.
impl ActionKey for Lines {
    fn key_count(&self) -> usize {
        2 * COUNT
    }

    fn action_key(&self, _places: &[u8; COUNT], step: Step) -> usize {
        2 * usize::from(step.line) + usize::from(step.is_up)
    }
}

impl ReversibleSpace for Lines {
    fn cost_back(&self, places: &[u8; COUNT], step: Step) -> Option<u32> {
        let mut next = *places;
        Self::step(&mut next, step);
        Some(self.cost(&next, step.back()))
    }
}

impl UndoSpace for Lines {
    type Undo = ();

    fn apply_undoable(&self, places: &mut [u8; COUNT], step: Step) {
        Self::step(places, step);
    }

    fn undo(&self, places: &mut [u8; COUNT], step: Step, (): ()) {
        Self::step(places, step.back());
    }
}

impl IndexedSpace for Lines {
    fn state_count(&self) -> usize {
        self.costs.iter().map(|costs| costs.len() + 1).product()
    }

    fn index(&self, places: &[u8; COUNT]) -> usize {
        let places = places.iter().zip(&self.costs);
        places.fold(0, |index, (&place, costs)| index * (costs.len() + 1) + usize::from(place))
    }

    fn state(&self, mut index: usize) -> [u8; COUNT] {
        let mut places = [0; COUNT];
        for (place, costs) in places.iter_mut().zip(&self.costs).rev() {
            *place = (index % (costs.len() + 1)) as u8;
            index /= costs.len() + 1;
        }
        places
    }

    fn predecessor(&self, index: usize, step: Step) -> usize {
        let mut places = self.state(index);
        Self::step(&mut places, step.back());
        self.index(&places)
    }
}

impl BackwardSpace for Lines {
    fn goal_states(&self, goals: &mut Vec<[u8; COUNT]>) {
        let mut different = self.goals.clone();
        different.sort_unstable();
        different.dedup();
        goals.extend(different);
    }

    fn predecessors(&self, places: &[u8; COUNT], predecessors: &mut Vec<Predecessor<Self>>) {
        predecessors.extend(self.steps(places).map(|back| {
            let mut before = *places;
            Self::step(&mut before, back);
            (back.back(), self.cost(&before, back.back()), before)
        }));
    }
}
