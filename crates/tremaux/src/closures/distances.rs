//! Distances from a start, or from several, to every state; and all cheapest paths to a goal.

use std::fmt;
use std::hash::Hash;

use tremaux_core::Cost;
use tremaux_search::{BucketOpen, OpenList};

use super::cheapest::push;
use super::numbers::Numbers;
use super::replay::total;
use super::space::extended;
use super::step_cost::StepCost;

/// What is known of a state.
#[derive(Clone, Copy)]
struct Node<C> {
    /// Infinite if it was not reached.
    g: C,
    /// The number of the state before it; its own at a start.
    parent: u32,
    is_closed: bool,
}

impl<C: Cost> Default for Node<C> {
    fn default() -> Self {
        Self { g: C::INFINITY, parent: u32::MAX, is_closed: false }
    }
}

/// A step that may be the last one of a cheapest path: the states that it joins, and the cost of
/// the path.
struct Step<C> {
    from: u32,
    to: u32,
    g: C,
}

/// What Dijkstra's algorithm reached.
struct Reached<N, C> {
    numbers: Numbers<N, Node<C>>,
    /// The states in the order of their distance.
    order: Vec<u32>,
    /// The steps that are the last of a cheapest path, if they are kept.
    steps: Vec<Step<C>>,
}

/// What is looked for.
struct Wanted<C> {
    /// No state farther away than this.
    most: C,
    /// Whether the last steps of all cheapest paths are kept.
    keeps_steps: bool,
}

impl<N: Clone + Eq + Hash, C: Cost> Reached<N, C> {
    /// Runs Dijkstra's algorithm from all starts. `visit` is called with each state and its
    /// distance and may lower the greatest distance that is wanted.
    fn by<W, I>(
        starts: impl IntoIterator<Item = N>,
        mut successors: impl FnMut(&N) -> I,
        mut wanted: Wanted<C>,
        mut visit: impl FnMut(&N, u32, C, &mut Wanted<C>),
    ) -> Self
    where
        W: StepCost<Cost = C>,
        I: IntoIterator<Item = (N, W)>,
    {
        let mut numbers = Numbers::<N, Node<C>>::default();
        let mut open = BucketOpen::<C, ()>::default();
        let (mut order, mut steps, mut children) = (Vec::new(), Vec::new(), Vec::new());
        for start in starts {
            let id = numbers.of(start);
            *numbers.node_mut(id) = Node { g: C::ZERO, parent: id, is_closed: false };
            push(&mut open, C::ZERO, id);
        }
        while let Some((_, id)) = open.pop() {
            let node = numbers.node_mut(id);
            if node.g > wanted.most || std::mem::replace(&mut node.is_closed, true) {
                continue;
            }
            let g = node.g;
            order.push(id);
            visit(numbers.state(id), id, g, &mut wanted);
            for (next, cost) in successors(numbers.state(id)) {
                let child_g = extended(g, cost);
                if child_g <= wanted.most {
                    let hash = numbers.seek(&next);
                    children.push((next, hash, child_g));
                }
            }
            for (next, hash, child_g) in children.drain(..) {
                let child = numbers.find(next, hash);
                let node = numbers.node_mut(child);
                if wanted.keeps_steps && child_g <= node.g {
                    steps.push(Step { from: id, to: child, g: child_g });
                }
                if child_g < node.g {
                    *node = Node { g: child_g, parent: id, is_closed: false };
                    push(&mut open, child_g, child);
                }
            }
        }
        steps.retain(|step| step.g == numbers.node(step.to).g);
        // Two steps between the same states are one step of a path of states.
        steps.sort_unstable_by_key(|step| (step.to, step.from));
        steps.dedup_by_key(|step| (step.to, step.from));
        Self { numbers, order, steps }
    }

    /// The state with a number.
    fn state(&self, number: u32) -> N {
        self.numbers.state(number).clone()
    }

    fn is_start(&self, number: u32) -> bool {
        self.numbers.node(number).parent == number
    }

    /// The numbers of the states before one on its cheapest paths.
    fn before(&self, number: u32) -> impl Iterator<Item = u32> {
        let first = self.steps.partition_point(|step| step.to < number);
        self.steps[first..].iter().take_while(move |step| step.to == number).map(|step| step.from)
    }
}

/// The distances from one or several starts to every state that can be reached from them, with a
/// cheapest path to each: the answer of [`dijkstra_all`](super::dijkstra_all),
/// [`dijkstra_within`](super::dijkstra_within) and
/// [`breadth_first_all`](super::breadth_first_all).
///
/// Takes the memory of a state and about 32 bytes for each state.
pub struct DistanceMap<N, W: StepCost>(Reached<N, W::Cost>);

impl<N: Clone + Eq + Hash, W: StepCost> DistanceMap<N, W> {
    /// From all starts, to states of at most the cost `most`.
    pub(super) fn of<I: IntoIterator<Item = (N, W)>>(
        starts: impl IntoIterator<Item = N>,
        successors: impl FnMut(&N) -> I,
        most: W::Cost,
    ) -> Self {
        let wanted = Wanted { most, keeps_steps: false };
        Self(Reached::by(starts, successors, wanted, |_, _, _, _| {}))
    }

    fn node(&self, state: &N) -> Option<(u32, &Node<W::Cost>)> {
        let number = self.0.numbers.get(state)?;
        // Beyond the greatest distance are states that were seen and not visited.
        let node = self.0.numbers.node(number);
        node.is_closed.then_some((number, node))
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.0.order.len()
    }

    /// Whether there is no state, because there was no start.
    pub fn is_empty(&self) -> bool {
        self.0.order.is_empty()
    }

    /// Whether a state was reached.
    pub fn contains(&self, state: &N) -> bool {
        self.node(state).is_some()
    }

    /// The cost of a cheapest path to a state; `None` if it was not reached.
    ///
    /// # Panics
    ///
    /// Panics if the cost does not fit into the type of the steps.
    pub fn cost(&self, state: &N) -> Option<W> {
        self.node(state).map(|(_, node)| total(node.g))
    }

    /// The state before `state` on a cheapest path; `None` at a start, and if it was not reached.
    pub fn parent(&self, state: &N) -> Option<&N> {
        let (number, node) = self.node(state)?;
        (node.parent != number).then(|| self.0.numbers.state(node.parent))
    }

    /// A cheapest path from a start to `state`, both included; `None` if it was not reached.
    pub fn path_to(&self, state: &N) -> Option<Vec<N>> {
        let (mut number, _) = self.node(state)?;
        let mut path = vec![state.clone()];
        while !self.0.is_start(number) {
            number = self.0.numbers.node(number).parent;
            path.push(self.0.state(number));
        }
        path.reverse();
        Some(path)
    }

    /// The states with their distances, nearest first.
    ///
    /// # Panics
    ///
    /// Panics if a cost does not fit into the type of the steps.
    pub fn iter(&self) -> impl Iterator<Item = (&N, W)> {
        let Reached { numbers, order, .. } = &self.0;
        order.iter().map(|&number| (numbers.state(number), total(numbers.node(number).g)))
    }
}

impl<N, W: StepCost> fmt::Debug for DistanceMap<N, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceMap").field("len", &self.0.order.len()).finish_non_exhaustive()
    }
}

/// All cheapest paths from a start to the nearest goals: the answer of
/// [`all_cheapest_paths`](super::all_cheapest_paths).
pub struct CheapestPaths<N, W: StepCost> {
    reached: Reached<N, W::Cost>,
    /// The nearest goals, and their distance.
    goals: Vec<u32>,
    cost: Option<W::Cost>,
}

impl<N: Clone + Eq + Hash, W: StepCost> CheapestPaths<N, W> {
    /// From `start` to the nearest states for which `is_goal` holds.
    pub(super) fn of<I: IntoIterator<Item = (N, W)>>(
        start: N,
        successors: impl FnMut(&N) -> I,
        mut is_goal: impl FnMut(&N) -> bool,
    ) -> Self {
        let wanted = Wanted { most: W::Cost::LARGEST, keeps_steps: true };
        let mut goals = Vec::new();
        let reached = Reached::by([start], successors, wanted, |state, number, g, wanted| {
            if is_goal(state) {
                goals.push(number);
                wanted.most = g;
            }
        });
        let is_free = |step: &Step<W::Cost>| reached.numbers.node(step.from).g == step.g;
        assert!(!reached.steps.iter().any(is_free), "a step costs zero: paths may be endless");
        let cost = goals.first().map(|&goal| reached.numbers.node(goal).g);
        Self { reached, goals, cost }
    }

    /// What each of them costs; `None` if no goal can be reached.
    ///
    /// # Panics
    ///
    /// Panics if the cost does not fit into the type of the steps.
    pub fn cost(&self) -> Option<W> {
        self.cost.map(total)
    }

    /// How many there are, at most [`u64::MAX`].
    pub fn count(&self) -> u64 {
        let mut counts = vec![0_u64; self.reached.numbers.len()];
        for &number in &self.reached.order {
            let before = self.reached.before(number).map(|before| counts[before as usize]);
            counts[number as usize] = match self.reached.is_start(number) {
                true => 1,
                false => before.fold(0, u64::saturating_add),
            };
        }
        let counts = self.goals.iter().map(|&goal| counts[goal as usize]);
        counts.fold(0, u64::saturating_add)
    }

    /// Each of them, from the start to a goal; there may be very many.
    pub fn iter(&self) -> impl Iterator<Item = Vec<N>> {
        let entered = |number| (number, self.reached.before(number).collect::<Vec<u32>>());
        let mut goals = self.goals.iter();
        // A state, and those before it that are still to be tried.
        let mut stack: Vec<(u32, Vec<u32>)> = Vec::new();
        std::iter::from_fn(move || {
            loop {
                let Some((number, before)) = stack.last_mut() else {
                    stack.push(entered(*goals.next()?));
                    continue;
                };
                if self.reached.is_start(*number) {
                    let states = stack.iter().rev();
                    let path = states.map(|&(number, _)| self.reached.state(number)).collect();
                    stack.pop();
                    return Some(path);
                }
                match before.pop() {
                    Some(next) => stack.push(entered(next)),
                    None => drop(stack.pop()),
                }
            }
        })
    }
}

impl<N, W: StepCost> fmt::Debug for CheapestPaths<N, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheapestPaths").field("goals", &self.goals).finish_non_exhaustive()
    }
}
