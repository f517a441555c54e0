//! Graph search as textbooks print it, with everything they leave open as an option.

use std::collections::{BinaryHeap, HashMap};
use std::ops::Deref;

use foldhash::fast::FixedState;
use tremaux_core::{
    Algorithm, Cost, Event, Heuristic, Meter, Observer, Plan, StateSpace, Statistics, StopReason,
    Termination,
};

use crate::chunks::Chunks;
use crate::node_table::{HashedTable, NodeTable};
use crate::open_list::{Entry, OpenList, grown};
use crate::order::GoalTest;
use crate::search_core::{
    Parent, SearchCore, Stepwise, make_table_room, path_cost, search_by_steps, successor,
};

/// The order of the open list, before ties are broken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ExpansionOrder {
    /// Fewest moves first: breadth-first search.
    FewestMoves,
    /// Most moves first: depth-first search.
    MostMoves,
    /// Least g, the cost of the path: Dijkstra's algorithm.
    G,
    /// Least h, the estimate: greedy best-first search.
    H,
    /// Least g + h: A*.
    #[default]
    F,
    /// Least g plus h times a weight: weighted A*.
    WeightedF(f64),
}

/// Which of several paths of equal priority is extended first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieRule {
    /// The oldest entry of the open list.
    #[default]
    Fifo,
    /// The newest entry.
    Lifo,
    /// The most expensive path.
    HighG,
    /// The cheapest path.
    LowG,
    /// The least estimate.
    LowH,
    /// The least key, a number that the problem defines.
    Key,
}

/// Which states are dropped when they are generated again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicateRule {
    /// Those that are open or closed; of two paths to an open state, the cheaper one is kept
    /// (ordered by moves, the older one).
    #[default]
    All,
    /// Those that are closed, also when they are removed from the open list.
    Closed,
    /// Those that are closed when they are generated. A state may be expanded twice.
    Generated,
    /// Those on the path to their parent.
    Path,
    /// None: tree search.
    None,
}

impl DuplicateRule {
    /// Whether closed states are remembered.
    const fn has_closed(self) -> bool {
        matches!(self, Self::All | Self::Closed | Self::Generated)
    }
}

/// What a text about graph search has to state so that others count the same nodes. By default, A*
/// that opens closed states again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conventions {
    /// The order of the open list.
    pub order: ExpansionOrder,
    /// Which of several paths of equal priority comes first, and which of those that tie again.
    pub ties: [TieRule; 2],
    /// Whether successors are taken in the opposite order. They enter the open list in their order,
    /// or so that a stack (most moves first, newest first) returns them in their order.
    pub reverses_successors: bool,
    /// When a state is tested for being a goal.
    pub goal_test: GoalTest,
    /// Whether a closed state is opened again if a cheaper path to it is found.
    pub reopens: bool,
    /// Which states are dropped when they are generated again.
    pub duplicates: DuplicateRule,
    /// Whether states with equal keys count as the same, which may merge different states.
    pub merges_equal_keys: bool,
    /// The maximum number of moves. Paths of this length are tested for goals and not extended.
    pub depth: Option<u32>,
}

impl Default for Conventions {
    fn default() -> Self {
        Self {
            order: ExpansionOrder::default(),
            ties: [TieRule::default(); 2],
            reverses_successors: false,
            goal_test: GoalTest::default(),
            reopens: true,
            duplicates: DuplicateRule::default(),
            merges_equal_keys: false,
            depth: None,
        }
    }
}

impl Conventions {
    /// Whether the search looks at estimates.
    fn uses_estimates(&self) -> bool {
        let is_ordered = matches!(
            self.order,
            ExpansionOrder::H | ExpansionOrder::F | ExpansionOrder::WeightedF(_)
        );
        is_ordered || self.ties.contains(&TieRule::LowH)
    }

    /// Whether what enters the open list last is expanded first.
    fn is_stack(&self) -> bool {
        self.order == ExpansionOrder::MostMoves && self.ties[0] == TieRule::Lifo
    }

    /// Whether paths are compared by their number of moves.
    const fn is_by_moves(&self) -> bool {
        matches!(self.order, ExpansionOrder::FewestMoves | ExpansionOrder::MostMoves)
    }
}

/// A number of a state: see [`TieRule::Key`].
type KeyOf<S> = fn(&S, &<S as StateSpace>::State) -> u64;

/// Best-first search by stated [`Conventions`], to reproduce the node counts of a text.
///
/// The open list holds paths: unless duplicates are dropped, it has several to one state. It is
/// slower than [`BestFirst`](crate::BestFirst), which searches states.
///
/// Proved is what the conventions justify: with the order f, an admissible heuristic and the goal
/// test on expansion, the first plan is optimal, unless a cheaper path to a closed state was
/// dropped. The same holds for g, and for fewest moves if all actions cost the same. Other orders
/// prove nothing, and neither does a search that merges states. If no goal is found, none can be
/// reached, unless the bound on the number of moves cut a path off. Dead ends are kept in the open
/// list, last.
///
/// Time is O(n log n) and memory O(n) for n generated paths. With [`DuplicateRule::Path`] and
/// [`DuplicateRule::None`], n can be exponential in the number of states, or infinite.
///
/// ```
/// use tremaux::search::{Conventions, ExpansionOrder, GraphSearch, TieRule};
/// use tremaux::{Algorithm, Limits, NoHeuristic, space};
///
/// // Depth-first search with a stack: double or add one, from 1 to 12.
/// let numbers = space(1u32, |&n| [(2 * n, 1u32), (n + 1, 1)], |&n| n == 12);
/// let search = GraphSearch::by(Conventions {
///     order: ExpansionOrder::MostMoves,
///     ties: [TieRule::Lifo; 2],
///     depth: Some(5),
///     ..Conventions::default()
/// });
/// let report = search.solve(&numbers, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().cost, 5);
/// ```
#[derive(Debug)]
pub struct GraphSearch<S: StateSpace> {
    conventions: Conventions,
    key: Option<KeyOf<S>>,
    plan_count: u64,
}

impl<S: StateSpace> GraphSearch<S> {
    /// A search for one goal by these conventions, in which all keys are zero.
    pub const fn by(conventions: Conventions) -> Self {
        Self { conventions, key: None, plan_count: 1 }
    }

    /// Sets the number of goals to find, at least one. Goals are not expanded.
    #[must_use]
    pub const fn plan_count(self, plan_count: u64) -> Self {
        Self { plan_count, ..self }
    }

    /// Sets the keys of states.
    #[must_use]
    pub const fn with_key(self, key: fn(&S, &S::State) -> u64) -> Self {
        Self { key: Some(key), ..self }
    }
}

impl<S: StateSpace> Algorithm<S> for GraphSearch<S> {
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = GraphSearchRun<P, H, S>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> GraphSearchRun<P, H, S> {
        let merges = self.conventions.merges_equal_keys;
        GraphSearchRun {
            states: HashedTable::new(&*space),
            space,
            heuristic,
            conventions: self.conventions,
            key: self.key,
            plan_count: self.plan_count.max(1),
            paths: Chunks::default(),
            open: BinaryHeap::new(),
            open_paths: Vec::new(),
            of_key: HashMap::with_hasher(FixedState::default()),
            closed: 0,
            replaced: 0,
            is_cut: merges,
            ignores_paths: merges,
            found: Vec::new(),
            plan_bytes: 0,
            actions: Vec::new(),
            is_started: false,
            core: SearchCore::default(),
        }
    }
}

/// A path: its last state, and the path that is one action shorter.
#[derive(Clone, Copy)]
struct Path<C> {
    /// The number of its last state.
    state: u32,
    /// The number of the state that this one counts as.
    name: u32,
    parent: u32,
    moves: u32,
    g: C,
}

/// The path that is extended, with the estimate of its last state.
struct Expansion<'a, S: StateSpace, H: Heuristic<S>> {
    number: u32,
    path: Path<S::Cost>,
    parent: Parent<'a, S, H>,
}

/// The priority of a path, and what breaks two ties.
type Key = [u64; 3];

/// No path.
const NONE: u32 = u32::MAX;

/// A running [`GraphSearch`].
pub struct GraphSearchRun<P, H, S: StateSpace> {
    space: P,
    heuristic: H,
    conventions: Conventions,
    key: Option<KeyOf<S>>,
    plan_count: u64,
    /// The states, closed or not, with the cost of the path by which they were closed.
    states: HashedTable<S>,
    paths: Chunks<Path<S::Cost>, Option<S::Action>>,
    open: BinaryHeap<Entry<(Key, u32)>>,
    /// The path in the open list to each state, if only one is kept.
    open_paths: Vec<u32>,
    /// The first state with each key, if those with equal keys are merged.
    of_key: HashMap<u64, u32, FixedState>,
    /// The number of closed states.
    closed: u64,
    /// The number of entries of the open list that were replaced by better ones.
    replaced: u64,
    /// Whether states were left out that may lead to the only goal.
    is_cut: bool,
    /// Whether a cheaper path was dropped, so that the open list bounds no costs.
    ignores_paths: bool,
    /// The paths to goals.
    found: Vec<u32>,
    /// The bytes of the plans in the result.
    plan_bytes: usize,
    actions: Vec<S::Action>,
    is_started: bool,
    core: SearchCore<S>,
}

/// A number with the order of the costs: the bits of floats that are not negative have it.
fn ordered(value: f64) -> u64 {
    value.to_bits()
}

impl<P, H, S> GraphSearchRun<P, H, S>
where
    P: Deref<Target = S>,
    S: StateSpace,
    H: Heuristic<S>,
{
    fn tables_bytes(&self) -> usize {
        self.states.bytes()
            + self.paths.bytes()
            + OpenList::bytes(&self.open)
            + self.open_paths.capacity() * size_of::<u32>()
            + self.of_key.capacity() * size_of::<(u64, u64)>()
            + self.plan_bytes
            + self.space.stored_bytes()
    }

    /// Makes room for `count` more paths, each possibly to a new state.
    fn make_room(&mut self, count: usize, limit: usize) -> Result<(), StopReason> {
        let others = |this: &Self, mine: usize| limit.saturating_sub(this.tables_bytes() - mine);
        let allowed = others(self, self.states.bytes());
        make_table_room(&mut self.states, count, allowed)?;
        let allowed = others(self, self.paths.bytes());
        if self.paths.room() < count && !self.paths.make_room(count, allowed) {
            return Err(StopReason::MemoryLimit);
        }
        let allowed = others(self, OpenList::bytes(&self.open));
        if OpenList::room(&self.open) < count && !self.open.make_room(count, allowed) {
            return Err(StopReason::MemoryLimit);
        }
        let (length, capacity) = (self.open_paths.len(), self.open_paths.capacity());
        if capacity - length < count {
            let allowed = others(self, capacity * size_of::<u32>());
            let capacity = grown::<u32>(length, capacity, count, allowed);
            self.open_paths.reserve_exact(capacity.ok_or(StopReason::MemoryLimit)? - length);
        }
        if self.conventions.merges_equal_keys {
            self.of_key.reserve(count);
        }
        Ok(())
    }

    fn key(&self, state: &S::State) -> u64 {
        self.key.map_or(0, |key| key(&self.space, state))
    }

    /// The numbers of a state and of the one that it counts as. There must be room for it.
    fn number(&mut self, state: &S::State, g: S::Cost) -> [u32; 2] {
        let mut probe = self.states.probe(&self.space, state);
        let known = self.states.find(&mut probe);
        let id = known.unwrap_or_else(|| {
            self.open_paths.push(NONE);
            self.states.insert(probe, 0, None, g)
        });
        let name = match self.conventions.merges_equal_keys {
            true => *self.of_key.entry(self.key(state)).or_insert(id),
            false => id,
        };
        [id, name]
    }

    /// The priority of a path, least first.
    fn priority(&self, g: S::Cost, h: S::Cost, moves: u32) -> u64 {
        match self.conventions.order {
            ExpansionOrder::FewestMoves => u64::from(moves),
            ExpansionOrder::MostMoves => u64::MAX - u64::from(moves),
            ExpansionOrder::G => ordered(g.to_f64()),
            ExpansionOrder::H => ordered(h.to_f64()),
            ExpansionOrder::F => ordered(g.plus(h).to_f64()),
            ExpansionOrder::WeightedF(weight) => ordered(g.to_f64() + weight * h.to_f64()),
        }
    }

    /// The place of a path in the open list, if it is the next path.
    fn place(&self, state: &S::State, g: S::Cost, h: S::Cost, moves: u32) -> Key {
        let number = self.paths.len() as u64;
        let tie = |rule| match rule {
            TieRule::Fifo => number,
            TieRule::Lifo => u64::MAX - number,
            TieRule::HighG => u64::MAX - ordered(g.to_f64()),
            TieRule::LowG => ordered(g.to_f64()),
            TieRule::LowH => ordered(h.to_f64()),
            TieRule::Key => self.key(state),
        };
        let [first, then] = self.conventions.ties;
        [self.priority(g, h, moves), tie(first), tie(then)]
    }

    /// Whether a path to `state`, by cost `g`, replaces an open one that counts as one to the same
    /// state. By priority if the states differ.
    fn replaces(&self, open: u32, state: &S::State, id: u32, g: S::Cost, moves: u32) -> bool {
        let known = self.paths.first_of(open);
        if known.state == id {
            return !self.conventions.is_by_moves() && g < known.g;
        }
        let other = self.root(&self.states.state(&self.space, known.state)).0;
        let own = self.root(state).0;
        self.priority(g, own, moves) < self.priority(known.g, other, known.moves)
    }

    /// Adds a path to the open list.
    fn open(&mut self, state: &S::State, h: S::Cost, path: Path<S::Cost>, by: Option<S::Action>) {
        let (number, place) = (self.paths.len() as u32, self.place(state, path.g, h, path.moves));
        self.paths.push(path, by);
        self.open.push(Entry { key: (place, number), id: number });
        if self.conventions.duplicates == DuplicateRule::All {
            let before = std::mem::replace(&mut self.open_paths[path.name as usize], number);
            self.replaced += u64::from(before != NONE);
        }
    }

    fn begin<O: Observer<S> + ?Sized>(
        &mut self,
        meter: &Meter,
        observer: &mut O,
    ) -> Result<(), StopReason> {
        self.make_room(1, meter.memory_limit())?;
        self.is_started = true;
        let (state, g) = (self.space.initial_state(), S::Cost::ZERO);
        let h = self.root(&state).0;
        self.core.statistics.evaluated += u64::from(self.conventions.uses_estimates());
        observer.observe(Event::Generated { state: &state, action: None, g, h });
        let [id, name] = self.number(&state, g);
        self.open(&state, h, Path { state: id, name, parent: 0, moves: 0, g }, None);
        if self.conventions.goal_test == GoalTest::OnGeneration && self.space.is_goal(&state) {
            self.reach(0, observer);
        }
        Ok(())
    }

    /// The estimate of a state and what those of its successors continue from.
    fn root(&self, state: &S::State) -> (S::Cost, H::Memo) {
        match self.conventions.uses_estimates() {
            true => self.heuristic.root(&self.space, state),
            false => (S::Cost::ZERO, H::Memo::default()),
        }
    }

    /// What the next path in the open list proves: no plan costs less.
    fn bound(&self, g: S::Cost, h: S::Cost) -> Option<S::Cost> {
        /// Greater costs may be equal as floats.
        const MOST: f64 = 9e15;
        let bound = match self.conventions.order {
            ExpansionOrder::F if self.heuristic.guarantees().admissible => g.plus(h),
            ExpansionOrder::G => g,
            ExpansionOrder::FewestMoves if self.space.uniform_cost().is_some() => g,
            _ => return None,
        };
        let is_proved = !self.ignores_paths && !self.is_cut && self.found.is_empty();
        let is_finite = bound < S::Cost::INFINITY && bound.to_f64() < MOST;
        (is_proved && is_finite).then_some(bound)
    }

    /// Whether an entry of the open list is left out when it comes first.
    fn is_left_out(&mut self, number: u32, path: &Path<S::Cost>) -> bool {
        match self.conventions.duplicates {
            DuplicateRule::All => self.open_paths[path.name as usize] != number,
            DuplicateRule::Closed => {
                let (known, is_closed) = self.states.known(path.name);
                let is_left_out = is_closed && !(self.conventions.reopens && path.g < known);
                self.ignores_paths |= is_left_out && path.g < known;
                is_left_out
            }
            _ => false,
        }
    }

    /// Removes the first entry of the open list and closes its state.
    fn close(&mut self, number: u32, path: &Path<S::Cost>) {
        self.open.pop();
        if self.conventions.duplicates == DuplicateRule::All {
            self.open_paths[path.name as usize] = NONE;
        }
        self.closed += u64::from(!self.states.known(path.name).1);
        if let Some(action) = *self.paths.second_of(number) {
            self.states.update(path.name, 0, action, path.g);
        }
        self.states.close(path.name);
    }

    /// Whether the last state of a path is in the path before it.
    fn is_on_path(&self, name: u32, mut number: u32) -> bool {
        loop {
            let path = self.paths.first_of(number);
            if path.name == name {
                return true;
            }
            if self.paths.second_of(number).is_none() {
                return false;
            }
            number = path.parent;
        }
    }

    /// Whether a path to a successor by cost `g` is dropped because its state is known.
    fn is_dropped(
        &mut self,
        from: &Expansion<'_, S, H>,
        child: &S::State,
        [id, name]: [u32; 2],
        g: S::Cost,
    ) -> bool {
        let Conventions { duplicates, reopens, .. } = self.conventions;
        match duplicates {
            DuplicateRule::None => false,
            DuplicateRule::Path => self.is_on_path(name, from.number),
            _ => match self.states.known(name) {
                (known, true) => {
                    let is_cheaper = g < known;
                    self.ignores_paths |= is_cheaper && !reopens;
                    !(is_cheaper && reopens)
                }
                _ => {
                    let number = self.open_paths[name as usize];
                    let is_open = duplicates == DuplicateRule::All && number != NONE;
                    is_open && !self.replaces(number, child, id, g, from.path.moves + 1)
                }
            },
        }
    }

    /// Extends a path by an action. There must be room. Returns whether enough goals are found.
    fn extend<O: Observer<S> + ?Sized>(
        &mut self,
        from: &Expansion<'_, S, H>,
        action: S::Action,
        observer: &mut O,
    ) -> bool {
        self.core.statistics.generated += 1;
        let Parent { state, g, .. } = from.parent;
        let Some((child, g)) = successor(&*self.space, state, g, action) else {
            self.core.overflows = true;
            return false;
        };
        let [id, name] = self.number(&child, g);
        if self.is_dropped(from, &child, [id, name], g) {
            self.core.duplicate(&child, observer);
            return false;
        }
        if self.conventions.duplicates.has_closed() && self.states.known(name).1 {
            self.core.reopen(&child, observer);
            self.states.update(name, 0, action, g);
            self.closed -= 1;
        }
        let h = match self.conventions.uses_estimates() {
            true => {
                let (space, heuristic) = (&*self.space, &self.heuristic);
                self.core.evaluate(space, heuristic, &from.parent, action, &child, g).0
            }
            false => S::Cost::ZERO,
        };
        observer.observe(Event::Generated { state: &child, action: Some(action), g, h });
        let moves = from.path.moves + 1;
        let path = Path { state: id, name, parent: from.number, moves, g };
        let tests_now = self.conventions.goal_test == GoalTest::OnGeneration;
        if tests_now && self.space.is_goal(&child) {
            let number = self.paths.len() as u32;
            self.paths.push(path, Some(action));
            return self.reach(number, observer);
        }
        if tests_now && self.conventions.depth == Some(moves) {
            self.is_cut = true;
            self.core.cut(&child, observer);
            return false;
        }
        self.open(&child, h, path, Some(action));
        false
    }

    /// Records a path to a goal. Returns whether enough are found.
    fn reach<O: Observer<S> + ?Sized>(&mut self, number: u32, observer: &mut O) -> bool {
        let actions = self.actions_of(number);
        self.plan_bytes += actions.len() * size_of::<S::Action>();
        self.found.push(number);
        self.core.accept(&self.space, &self.heuristic, actions, observer);
        self.has_enough()
    }

    fn has_enough(&self) -> bool {
        self.found.len() as u64 >= self.plan_count
    }

    /// The actions of a path.
    fn actions_of(&self, mut number: u32) -> Vec<S::Action> {
        let mut actions = Vec::new();
        while let Some(action) = *self.paths.second_of(number) {
            actions.push(action);
            number = self.paths.first_of(number).parent;
        }
        actions.reverse();
        actions
    }

    /// Ends the search.
    fn end<O: Observer<S> + ?Sized>(&mut self, observer: &mut O) -> Termination {
        if self.found.is_empty() {
            return self.core.end(!self.is_cut, observer);
        }
        // The first goal that is generated breadth-first has the fewest moves.
        let is_first = self.conventions.order == ExpansionOrder::FewestMoves
            && self.space.uniform_cost().is_some()
            && self.found.len() == 1;
        let termination = self.core.end(is_first && !self.ignores_paths, observer);
        if self.has_enough() { termination } else { Termination::Exhausted }
    }
}

impl<P, H, S> Stepwise<S> for GraphSearchRun<P, H, S>
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
            self.begin(meter, observer)?;
        }
        loop {
            let next = if self.has_enough() { None } else { self.open.peek() };
            let Some(&Entry { id: number, .. }) = next else { return Ok(self.end(observer)) };
            let path = *self.paths.first_of(number);
            if self.is_left_out(number, &path) {
                self.open.pop();
                self.replaced -= u64::from(self.conventions.duplicates == DuplicateRule::All);
                continue;
            }
            let (state, g) = (self.states.state(&self.space, path.state), path.g);
            let (h, memo) = self.root(&state);
            if let Some(bound) = self.bound(g, h) {
                self.core.prove(bound, observer);
            }
            let tests_now = self.conventions.goal_test == GoalTest::OnExpansion;
            if tests_now && self.space.is_goal(&state) {
                self.close(number, &path);
                self.reach(number, observer);
                continue;
            }
            meter.check(self.core.statistics.expanded, || self.tables_bytes())?;
            self.actions.clear();
            self.space.actions(&state, &mut self.actions);
            if self.conventions.depth.is_some_and(|depth| path.moves >= depth) {
                self.is_cut |= !self.actions.is_empty();
                self.actions.clear();
            }
            self.make_room(self.actions.len(), meter.memory_limit())?;
            if self.conventions.is_stack() != self.conventions.reverses_successors {
                self.actions.reverse();
            }
            if self.conventions.duplicates == DuplicateRule::Closed
                && self.states.known(path.name).1
            {
                self.core.reopen(&state, observer);
            }
            self.close(number, &path);
            self.core.statistics.expanded += 1;
            observer.observe(Event::Expanded { state: &state, g });
            let parent = Parent { state: &state, g, h, memo: &memo };
            let from = Expansion { number, path, parent };
            for at in 0..self.actions.len() {
                if self.extend(&from, self.actions[at], observer) {
                    break;
                }
            }
            let statistics = &mut self.core.statistics;
            statistics.peak_open = statistics.peak_open.max(self.open.len());
        }
    }

    fn bytes(&self) -> usize {
        self.tables_bytes()
    }

    fn trusts(&self) -> bool {
        self.conventions.order == ExpansionOrder::F
    }

    fn depth(&self) -> Option<u32> {
        self.conventions.depth
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.peak_stored = self.states.len();
        statistics.closed = self.closed;
        statistics.open = self.open.len() as u64 - self.replaced;
    }

    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        let plan = |&path: &u32| {
            let actions = self.actions_of(path);
            Plan { cost: path_cost(&*self.space, &actions), actions }
        };
        let mut plans: Vec<_> = self.found.iter().map(plan).collect();
        plans.sort_by_key(|plan| plan.cost);
        plans
    }
}

search_by_steps!(GraphSearchRun);
