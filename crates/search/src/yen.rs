//! The k best paths that visit no state twice.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::ops::Deref;

use foldhash::fast::FixedState;

use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Plan, StateSpace, Statistics, StopReason,
    Termination,
};

use crate::open_list::Entry;
use crate::search_core::{SearchCore, Stepwise, broken_promises, falls, search_by_steps};

/// The `k` best paths that visit no state twice (Yen 1971): after each path, the best one is
/// searched for of those that leave it at each of its states.
///
/// With Lawler's rule (1972), a path is searched on only from where it left the path it comes
/// from, so none is found twice. Each of these searches is A*, and leaves out what costs no less
/// than the paths that are known to be left to choose from.
///
/// [`Search::solutions`](tremaux_core::Search::solutions) returns the paths, cheapest first; the
/// report's plan is the first of them, and its bound refers to that one. If there are fewer than
/// `k`, there are no others. Paths end at the first goal they reach. The heuristic is used if it is
/// admissible.
///
/// At most `k` times the length of a path A* searches are made. Memory: the paths, and one search.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, Search, StateSpace};
/// use tremaux::search::KBest;
///
/// /// The numbers from 0 to 5; an action adds 1 or 2, or takes 1 away.
/// struct Stairs;
/// impl StateSpace for Stairs {
///     type State = i32;
///     type Packed = i32;
///     type Action = i32;
///     type Cost = u32;
///     fn initial_state(&self) -> i32 { 0 }
///     fn is_goal(&self, &at: &i32) -> bool { at == 5 }
///     fn actions(&self, &at: &i32, actions: &mut Vec<i32>) {
///         actions.extend([1, 2, -1].into_iter().filter(|step| (0..=5).contains(&(at + step))));
///     }
///     fn cost(&self, _: &i32, _: i32) -> u32 { 1 }
///     fn apply(&self, at: &mut i32, step: i32) { *at += step; }
///     fn pack(&self, &at: &i32) -> i32 { at }
///     fn unpack(&self, &at: &i32) -> i32 { at }
/// }
/// let mut search = KBest::new(5).loopless().start(&Stairs, NoHeuristic);
/// let _ = search.advance(&Limits::default(), &mut ());
/// let costs: Vec<u32> = search.solutions().iter().map(|plan| plan.cost).collect();
/// assert_eq!(costs, [3, 3, 3, 4, 4]);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Yen {
    pub(crate) plan_count: u32,
}

impl<S: StateSpace> Algorithm<S> for Yen {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = YenSearch<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> YenSearch<P, H, S> {
        YenSearch {
            space,
            heuristic,
            plan_count: self.plan_count.max(1) as usize,
            found: Vec::new(),
            candidates: BTreeMap::new(),
            next_candidate: 0,
            paths_bytes: 0,
            at: 0,
            spur: None,
            is_started: false,
            actions: Vec::new(),
            core: SearchCore::default(),
        }
    }
}

/// A path from the initial state to a goal.
struct Path<S: StateSpace> {
    actions: Vec<S::Action>,
    /// The states, one more than actions.
    states: Vec<S::Packed>,
    /// The costs up to them.
    costs: Vec<S::Cost>,
    /// Where it leaves the path it comes from.
    from: usize,
    /// The actions there that lead to other paths.
    taken: Vec<S::Action>,
}

impl<S: StateSpace> Path<S> {
    fn cost(&self) -> S::Cost {
        self.costs[self.actions.len()]
    }

    fn plan(&self) -> Plan<S::Action, S::Cost> {
        Plan { actions: self.actions.clone(), cost: self.cost() }
    }

    fn bytes(&self) -> usize {
        let step = size_of::<S::Action>() + size_of::<S::Packed>() + size_of::<S::Cost>();
        // Twice: the plans in the result.
        size_of::<Self>() + self.states.len() * (step + size_of::<S::Action>())
    }
}

/// A state reached by the search for one path.
struct Node<S: StateSpace> {
    packed: S::Packed,
    g: S::Cost,
    h: S::Cost,
    reached_by: Option<(u32, S::Action)>,
    is_closed: bool,
}

/// The priority of a state, its cost (highest first among equals), and its number.
type EntryOf<C> = Entry<(C, Reverse<C>)>;

/// A* for the best path that begins as the last one found, up to a state, and goes on otherwise.
struct Spur<S: StateSpace> {
    at: usize,
    taken: Vec<S::Action>,
    nodes: Vec<Node<S>>,
    numbers: HashMap<S::Packed, u32, FixedState>,
    open: BinaryHeap<EntryOf<S::Cost>>,
}

impl<S: StateSpace> Spur<S> {
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S>>()
            + self.numbers.capacity() * (size_of::<(S::Packed, u32)>() + 1) * 8 / 7
            + self.open.capacity() * size_of::<EntryOf<S::Cost>>()
    }

    /// The bytes allocated at most by adding so many states.
    fn growth(&self, count: usize) -> usize {
        if self.nodes.capacity() - self.nodes.len() >= count
            && self.open.capacity() - self.open.len() >= count
        {
            return 0;
        }
        // A table that grows is there twice for a moment.
        2 * self.bytes() + 64 * count
    }
}

/// A running [`Yen`] search.
pub struct YenSearch<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    plan_count: usize,
    /// The paths, cheapest first.
    found: Vec<Path<S>>,
    /// The best path of each part of the others that was searched, cheapest and oldest first.
    candidates: BTreeMap<(S::Cost, u64), Path<S>>,
    next_candidate: u64,
    paths_bytes: usize,
    /// The state of the last path found from where the next search starts.
    at: usize,
    spur: Option<Spur<S>>,
    is_started: bool,
    actions: Vec<S::Action>,
    core: SearchCore<S>,
}

impl<P, H, S> YenSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn tables_bytes(&self) -> usize {
        self.paths_bytes + self.spur.as_ref().map_or(0, Spur::bytes) + self.space.stored_bytes()
    }

    fn estimate(&self, state: &S::State) -> S::Cost {
        match self.heuristic.guarantees().admissible {
            true => self.heuristic.estimate(&self.space, state),
            false => S::Cost::ZERO,
        }
    }

    /// What a path must cost less than to be among the best.
    fn bound(&self) -> S::Cost {
        let left = self.plan_count - self.found.len();
        let last = self.candidates.keys().nth(left - 1);
        last.map_or(S::Cost::INFINITY, |&(cost, _)| cost)
    }

    /// Starts the search for the best path that leaves the last one at `at`.
    fn leave(&mut self, at: usize) -> Spur<S> {
        let (mut taken, mut start) = (Vec::new(), S::Cost::ZERO);
        let (mut nodes, mut numbers) = (Vec::new(), HashMap::with_hasher(FixedState::default()));
        let mut packed = self.space.pack(&self.space.initial_state());
        if let Some(last) = self.found.last() {
            if at == last.from {
                taken.clone_from(&last.taken);
            }
            taken.push(last.actions[at]);
            (packed, start) = (last.states[at].clone(), last.costs[at]);
            // States before are closed, at a cost that no path is below.
            for before in &last.states[..at] {
                numbers.insert(before.clone(), nodes.len() as u32);
                let (g, h) = (S::Cost::ZERO, S::Cost::ZERO);
                let packed = before.clone();
                nodes.push(Node { packed, g, h, reached_by: None, is_closed: true });
            }
        }
        let h = self.estimate(&self.space.unpack(&packed));
        self.core.statistics.evaluated += 1;
        let mut open = BinaryHeap::new();
        if h < S::Cost::INFINITY {
            open.push(Entry { key: (start.plus(h), Reverse(start)), id: nodes.len() as u32 });
        } else {
            self.core.statistics.dead_ends += 1;
        }
        numbers.insert(packed.clone(), nodes.len() as u32);
        nodes.push(Node { packed, g: start, h, reached_by: None, is_closed: false });
        Spur { at, taken, nodes, numbers, open }
    }

    /// Continues the search for a path; `None` if there is none that is cheap enough.
    fn search<O: Observer<S> + ?Sized>(
        &mut self,
        spur: &mut Spur<S>,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<Path<S>>, StopReason> {
        let bound = self.bound();
        let limit = meter.memory_beside(&*self.space);
        while let Some(&Entry { key: (f, Reverse(g)), id }) = spur.open.peek() {
            let node = &spur.nodes[id as usize];
            if node.is_closed || g > node.g {
                spur.open.pop();
                continue;
            }
            if f >= bound {
                return Ok(None);
            }
            if self.found.is_empty() {
                self.core.prove(f, observer);
            }
            let state = self.space.unpack(&node.packed);
            if self.space.is_goal(&state) {
                return Ok(Some(self.path(spur, id)));
            }
            let bytes = spur.bytes();
            meter.check(self.core.statistics.expanded, || self.tables_bytes() + bytes)?;
            self.actions.clear();
            self.space.actions(&state, &mut self.actions);
            if id as usize == spur.at {
                self.actions.retain(|action| !spur.taken.contains(action));
            }
            let count = self.actions.len();
            if self.paths_bytes + bytes + spur.growth(count) > limit {
                return Err(StopReason::MemoryLimit);
            }
            spur.open.pop();
            spur.nodes[id as usize].is_closed = true;
            self.core.statistics.expanded += 1;
            self.core.statistics.generated += count as u64;
            observer.observe(Event::Expanded { state: &state, g });
            for at in 0..count {
                self.add(spur, id, &state, self.actions[at], observer);
            }
            let statistics = &mut self.core.statistics;
            statistics.peak_open = statistics.peak_open.max(spur.open.len());
        }
        Ok(None)
    }

    /// Adds the successor of a state by `action`. There must be room for it.
    fn add<O: Observer<S> + ?Sized>(
        &mut self,
        spur: &mut Spur<S>,
        parent: u32,
        state: &S::State,
        action: S::Action,
        observer: &mut O,
    ) {
        let Node { g: parent_g, h: parent_h, .. } = spur.nodes[parent as usize];
        let g = parent_g.plus(self.space.cost(state, action));
        if g == S::Cost::INFINITY {
            self.core.overflows = true;
            return;
        }
        let mut child = state.clone();
        self.space.apply(&mut child, action);
        let packed = self.space.pack(&child);
        let reached_by = Some((parent, action));
        let (id, h) = if let Some(&id) = spur.numbers.get(&packed) {
            let node = &mut spur.nodes[id as usize];
            if g >= node.g {
                self.core.duplicate(&child, observer);
                return;
            }
            if node.is_closed {
                self.core.reopen(&child, observer);
            }
            (node.g, node.reached_by, node.is_closed) = (g, reached_by, false);
            (id, node.h)
        } else {
            let (id, h) = (spur.nodes.len() as u32, self.estimate(&child));
            self.core.statistics.evaluated += 1;
            spur.numbers.insert(packed.clone(), id);
            spur.nodes.push(Node { packed, g, h, reached_by, is_closed: false });
            (id, h)
        };
        let is_broken = self.heuristic.guarantees().consistent && falls(parent_g, parent_h, g, h);
        self.core.statistics.inconsistencies += u64::from(is_broken);
        observer.observe(Event::Generated { state: &child, action: Some(action), g, h });
        if h == S::Cost::INFINITY {
            self.core.dead_end(&child, observer);
        } else if g.plus(h) == S::Cost::INFINITY {
            self.core.overflows = true;
        } else {
            spur.open.push(Entry { key: (g.plus(h), Reverse(g)), id });
        }
    }

    /// The path to the goal `id`, with what was before the search.
    fn path(&self, spur: &mut Spur<S>, mut id: u32) -> Path<S> {
        let (mut actions, mut states, mut costs) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let node = &spur.nodes[id as usize];
            states.push(node.packed.clone());
            costs.push(node.g);
            let Some((parent, action)) = node.reached_by else { break };
            actions.push(action);
            id = parent;
        }
        if let Some(last) = self.found.last() {
            actions.extend(last.actions[..spur.at].iter().rev());
            states.extend(last.states[..spur.at].iter().rev().cloned());
            costs.extend(last.costs[..spur.at].iter().rev());
        }
        actions.reverse();
        states.reverse();
        costs.reverse();
        Path { actions, states, costs, from: spur.at, taken: std::mem::take(&mut spur.taken) }
    }
}

impl<P, H, S> Stepwise<S> for YenSearch<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn run<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Termination, StopReason> {
        if !self.is_started {
            self.is_started = true;
            let state = self.space.initial_state();
            let h = self.estimate(&state);
            let (action, g) = (None, S::Cost::ZERO);
            observer.observe(Event::Generated { state: &state, action, g, h });
            self.spur = Some(self.leave(0));
        }
        loop {
            if let Some(mut spur) = self.spur.take() {
                match self.search(&mut spur, meter, observer) {
                    Err(reason) => {
                        self.spur = Some(spur);
                        return Err(reason);
                    }
                    Ok(None) => {}
                    Ok(Some(path)) => {
                        self.paths_bytes += path.bytes();
                        self.candidates.insert((path.cost(), self.next_candidate), path);
                        self.next_candidate += 1;
                        // Those that will not be chosen.
                        while self.candidates.len() > self.plan_count - self.found.len()
                            && let Some((_, path)) = self.candidates.pop_last()
                        {
                            self.paths_bytes -= path.bytes();
                        }
                    }
                }
                self.at += 1;
            }
            let is_left = self.found.last().is_some_and(|last| self.at < last.actions.len());
            if is_left && self.found.len() < self.plan_count {
                self.spur = Some(self.leave(self.at));
                continue;
            }
            let is_through = self.found.len() >= self.plan_count;
            let next = if is_through { None } else { self.candidates.pop_first() };
            let Some((_, path)) = next else {
                return Ok(self.core.end(true, observer));
            };
            observer.observe(Event::Solution(path.cost()));
            self.core.statistics.inconsistencies +=
                broken_promises(&*self.space, &self.heuristic, &path.actions, path.cost());
            if self.found.is_empty() {
                self.core.plan = Some(path.plan());
            }
            self.at = path.from;
            self.found.push(path);
        }
    }

    fn bytes(&self) -> usize {
        self.tables_bytes()
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.spur.as_ref().map_or(0, |spur| spur.nodes.len());
        statistics.closed = statistics.expanded;
        statistics.open = self.spur.as_ref().map_or(0, |spur| spur.open.len() as u64);
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.found.iter().map(Path::plan).collect()
    }
}

search_by_steps!(YenSearch);
