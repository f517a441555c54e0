//! Distances from a start, or from several, to every state; and all cheapest paths to a goal.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::Hash;

use tremaux_core::Cost;

use super::path_tree::{Node, PathTree};
use super::replay::total;
use super::step_cost::StepCost;

/// A step that may be the last one of a cheapest path: the states that it joins, and the cost of
/// the path.
struct Step<C> {
    from: u32,
    to: u32,
    g: C,
}

/// What Dijkstra's algorithm reached.
struct Reached<N, C: Cost> {
    tree: PathTree<N, C>,
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
        let mut tree = PathTree::<N, C>::new();
        let (mut order, mut steps) = (Vec::new(), Vec::new());
        for start in starts {
            tree.start(0, start, C::ZERO);
        }
        while let Some((id, g)) = tree.select(0) {
            if g > wanted.most {
                break;
            }
            order.push(id);
            visit(tree.numbers.state(id), id, g, &mut wanted);
            let next = successors(tree.numbers.state(id));
            let wants = |to, child_g, node: Node<C>| {
                let is_wanted = child_g <= wanted.most;
                if is_wanted && wanted.keeps_steps && child_g <= node.g() {
                    steps.push(Step { from: id, to, g: child_g });
                }
                is_wanted
            };
            tree.expand(0, id, next, !wanted.keeps_steps, wants, |_, _, g| g);
        }
        steps.retain(|step| step.g == tree.numbers.node(step.to)[0].g());
        // Two steps between the same states are one step of a path of states.
        steps.sort_unstable_by_key(|step| (step.to, step.from));
        steps.dedup_by_key(|step| (step.to, step.from));
        Self { tree, order, steps }
    }

    /// The state with a number.
    fn state(&self, number: u32) -> N {
        self.tree.numbers.state(number).clone()
    }

    fn node(&self, number: u32) -> Node<C> {
        self.tree.numbers.node(number)[0]
    }

    fn is_start(&self, number: u32) -> bool {
        self.node(number).parent() == number
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

    fn node(&self, state: &N) -> Option<(u32, Node<W::Cost>)> {
        let number = self.0.tree.numbers.get(state)?;
        // Beyond the greatest distance are states that were seen and not visited.
        let node = self.0.node(number);
        node.is_closed().then_some((number, node))
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
        self.node(state).map(|(_, node)| total(node.g()))
    }

    /// The state before `state` on a cheapest path; `None` at a start, and if it was not reached.
    /// Where the successors that were given are predecessors, it is the next one on the way to the
    /// nearest start.
    pub fn parent(&self, state: &N) -> Option<&N> {
        let (number, node) = self.node(state)?;
        (node.parent() != number).then(|| self.0.tree.numbers.state(node.parent()))
    }

    /// A cheapest path from a start to `state`, both included; `None` if it was not reached.
    pub fn path_to(&self, state: &N) -> Option<Vec<N>> {
        self.node(state).map(|(number, _)| self.0.tree.path(0, number))
    }

    /// The same path from `state` to the start: where the successors that were given are
    /// predecessors, a cheapest one.
    pub fn path_from(&self, state: &N) -> Option<Vec<N>> {
        self.path_to(state).map(|path| path.into_iter().rev().collect())
    }

    /// The states with their distances, nearest first.
    ///
    /// # Panics
    ///
    /// Panics if a cost does not fit into the type of the steps.
    pub fn iter(&self) -> impl Iterator<Item = (&N, W)> {
        let Reached { tree, order, .. } = &self.0;
        order.iter().map(|&number| (tree.numbers.state(number), total(self.0.node(number).g())))
    }
}

impl<N, W: StepCost> fmt::Debug for DistanceMap<N, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceMap").field("len", &self.0.order.len()).finish_non_exhaustive()
    }
}

/// As a list, nearest first: each state with its distance and the state before it.
#[cfg(feature = "serde")]
impl<N, W> serde::Serialize for DistanceMap<N, W>
where
    N: Clone + Eq + Hash + serde::Serialize,
    W: StepCost + serde::Serialize,
{
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(self.iter().map(|(state, cost)| (state, cost, self.parent(state))))
    }
}

#[cfg(feature = "serde")]
impl<'de, N, W> serde::Deserialize<'de> for DistanceMap<N, W>
where
    N: Clone + Eq + Hash + serde::Deserialize<'de>,
    W: StepCost + serde::Deserialize<'de>,
{
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let (mut tree, mut order) = (PathTree::new(), Vec::new());
        for (state, cost, before) in Vec::<(N, W, Option<N>)>::deserialize(input)? {
            let (place, g) = (order.len() as u32, cost.to_cost());
            let before = before.map_or(Some(place), |state| tree.numbers.get(&state));
            let number = g.zip(before).map(|(g, before)| tree.restore(state, g, before));
            if number != Some(place) {
                let text = format!("entry {place} is not a new state after an earlier one");
                return Err(serde::de::Error::custom(text));
            }
            order.push(place);
        }
        Ok(Self(Reached { tree, order, steps: Vec::new() }))
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
        let cost = goals.first().map(|&goal| reached.node(goal).g());
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

    /// How many there are, at most [`u64::MAX`]; `None` if there are infinitely many, as a cycle of
    /// steps that cost nothing lies on one of them.
    pub fn count(&self) -> Option<u64> {
        // The number of paths to a state; `None` while those before it are counted.
        let mut counts: HashMap<u32, Option<u64>> = HashMap::new();
        let paths_to = |number, counts: &HashMap<u32, Option<u64>>| {
            let before = self.reached.before(number).map(|before| counts[&before].unwrap_or(0));
            before.fold(u64::from(self.reached.is_start(number)), u64::saturating_add)
        };
        let mut stack = self.goals.clone();
        while let Some(&number) = stack.last() {
            match counts.entry(number) {
                Entry::Vacant(vacant) => {
                    vacant.insert(None);
                    for before in self.reached.before(number) {
                        match counts.get(&before) {
                            None => stack.push(before),
                            Some(None) => return None,
                            Some(Some(_)) => {}
                        }
                    }
                }
                Entry::Occupied(_) => {
                    counts.insert(number, Some(paths_to(number, &counts)));
                    stack.pop();
                }
            }
        }
        let paths = self.goals.iter().map(|&goal| paths_to(goal, &counts));
        Some(paths.fold(0, u64::saturating_add))
    }

    /// Each of them, from the start to a goal; there may be very many. If there are infinitely
    /// many, those that visit no state twice.
    pub fn iter(&self) -> impl Iterator<Item = Vec<N>> {
        let is_endless = self.count().is_none();
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
                    Some(next) if is_endless && stack.iter().any(|it| it.0 == next) => {}
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
