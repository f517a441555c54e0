//! Heuristics from an abstraction: exact distances between abstract states, in a hash table.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::hash::Hash;

use foldhash::fast::FixedState;

use tremaux_core::{Cost, Guarantees, Heuristic, Limits, Meter, StateSpace, StopReason};

/// A step between abstract states: `(state, cost)`, or `(state, cost, label)` for sums.
///
/// The label says what the step stands for, the tile that moves for instance; see [`Additive`].
pub trait AbstractStep<A> {
    /// The type of costs.
    type Cost: Cost;
    /// The type of labels, `()` without one.
    type Label: Eq + Hash;

    /// The other state, the cost and the label.
    fn parts(self) -> (A, Self::Cost, Self::Label);
}

impl<A, C: Cost> AbstractStep<A> for (A, C) {
    type Cost = C;
    type Label = ();

    #[inline]
    fn parts(self) -> (A, C, ()) {
        (self.0, self.1, ())
    }
}

impl<A, C: Cost, L: Eq + Hash> AbstractStep<A> for (A, C, L) {
    type Cost = C;
    type Label = L;

    #[inline]
    fn parts(self) -> Self {
        self
    }
}

/// A heuristic from an abstraction: a closure that maps each state to an abstract one, and the
/// exact distance of each abstract state to an abstract goal (Culberson and Schaeffer 1996).
///
/// It is consistent if every action of the problem becomes a step of the abstraction that costs no
/// more, or changes nothing there, and if goals become abstract goals. `check::check_heuristic`
/// tries that on random walks.
///
/// Abstract states may have any type; time and memory are proportional to their steps. For large
/// abstractions with numbered states, [`PatternSpace`](super::PatternSpace) takes half a byte for
/// each instead of some forty, and several threads.
///
/// ```
/// use tremaux::search::BestFirst;
/// use tremaux::search::patterns::Abstraction;
/// use tremaux::{Algorithm, Limits};
///
/// // From 1 to 1,000,000: doubling costs 3, adding one costs 1. Only the last three digits count.
/// let numbers = tremaux::space(1_u32, |&n| [(2 * n, 3_u64), (n + 1, 1)], |&n| n == 1_000_000);
/// let digits = Abstraction::forwards(
///     |&n: &u32| n % 1000,
///     1,
///     |&n| [((2 * n) % 1000, 3_u64), ((n + 1) % 1000, 1)],
///     |&n| n == 0,
///     &Limits::default(),
/// )?;
/// let heuristic = numbers.consistent(|n| digits.distance(n));
/// let report = BestFirst::a_star().solve(&numbers, heuristic, &Limits::default(), &mut ());
/// assert!(report.is_proven_optimal());
/// # Ok::<(), tremaux::StopReason>(())
/// ```
pub struct Abstraction<F, A, C, L = ()> {
    project: F,
    distances: HashMap<A, C, FixedState>,
    /// The distance of abstract states without an entry.
    otherwise: C,
    /// The greatest cost of the steps with each label.
    costs: HashMap<L, C, FixedState>,
}

impl<F, A: Clone + Eq + Hash, C: Cost, L: Eq + Hash> Abstraction<F, A, C, L> {
    /// Finds the distances from abstract goals backwards. `project` maps a state to an abstract
    /// one, and `predecessors` returns the abstract states from which a step leads to one, each
    /// with its cost.
    ///
    /// States whose abstraction was not reached are dead ends.
    ///
    /// # Errors
    ///
    /// Returns the limit that was reached; [`StopReason::CostOverflow`] if a distance does not fit
    /// into its type.
    pub fn backwards<T, I>(
        project: F,
        goals: impl IntoIterator<Item = A>,
        mut predecessors: impl FnMut(&A) -> I,
        limits: &Limits,
    ) -> Result<Self, StopReason>
    where
        T: AbstractStep<A, Cost = C, Label = L>,
        I: IntoIterator<Item = T>,
    {
        let mut table = Table::new(limits);
        let goals: Vec<u32> = goals.into_iter().map(|goal| table.number(goal)).collect();
        let mut distances = Vec::new();
        let mut open = BinaryHeap::new();
        for goal in goals {
            open.push(Reverse((C::ZERO, goal)));
        }
        while let Some(Reverse((distance, at))) = open.pop() {
            if !table.settle(&mut distances, at, distance)? {
                continue;
            }
            let state = table.states[at as usize].clone();
            for step in predecessors(&state) {
                let (before, cost, label) = step.parts();
                table.count(label, cost);
                let before = table.number(before);
                relax(&mut open, &distances, before, distance.plus(cost))?;
            }
        }
        Ok(table.finish(project, distances, C::INFINITY))
    }

    /// Finds all abstract states that can be reached from `start`, the abstraction of the initial
    /// state, and then their distances. `project` maps a state to an abstract one, and
    /// `successors` returns the abstract states to which a step leads, each with its cost.
    ///
    /// States whose abstraction cannot reach an abstract goal are dead ends; those whose
    /// abstraction was not reached from `start` are estimated at zero.
    ///
    /// # Errors
    ///
    /// Like [`Abstraction::backwards`].
    pub fn forwards<T, I>(
        project: F,
        start: A,
        mut successors: impl FnMut(&A) -> I,
        mut is_goal: impl FnMut(&A) -> bool,
        limits: &Limits,
    ) -> Result<Self, StopReason>
    where
        T: AbstractStep<A, Cost = C, Label = L>,
        I: IntoIterator<Item = T>,
    {
        let mut table = Table::new(limits);
        table.number(start);
        // For each state, the number of its last incoming step, each with the one before it.
        let mut last: Vec<u32> = vec![NONE];
        let mut steps: Vec<(u32, C, u32)> = Vec::new();
        let (mut open, mut at) = (BinaryHeap::new(), 0);
        while at < table.states.len() {
            table.check(at, steps.len() * size_of::<(u32, C, u32)>())?;
            let state = table.states[at].clone();
            if is_goal(&state) {
                open.push(Reverse((C::ZERO, at as u32)));
            }
            for step in successors(&state) {
                let (next, cost, label) = step.parts();
                table.count(label, cost);
                let next = table.number(next) as usize;
                last.resize(table.states.len(), NONE);
                if steps.len() >= NONE as usize {
                    return Err(StopReason::MemoryLimit);
                }
                let number = steps.len() as u32;
                steps.push((at as u32, cost, std::mem::replace(&mut last[next], number)));
            }
            at += 1;
        }
        let mut distances = vec![C::INFINITY; table.states.len()];
        while let Some(Reverse((distance, at))) = open.pop() {
            if distances[at as usize] != C::INFINITY {
                continue;
            }
            distances[at as usize] = distance;
            let mut step = last[at as usize];
            while let Some(&(before, cost, earlier)) = steps.get(step as usize) {
                relax(&mut open, &distances, before, distance.plus(cost))?;
                step = earlier;
            }
        }
        Ok(table.finish(project, distances, C::ZERO))
    }

    /// The distance of a state's abstraction; [`Cost::INFINITY`] for a dead end.
    #[inline]
    pub fn distance<S: ?Sized>(&self, state: &S) -> C
    where
        F: Fn(&S) -> A,
    {
        self.distances.get(&(self.project)(state)).copied().unwrap_or(self.otherwise)
    }

    /// The number of abstract states.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// Bytes allocated, approximately.
    pub fn bytes(&self) -> usize {
        // A hash table has a byte of control for each place.
        self.distances.capacity() * (size_of::<(A, C)>() + 1) * 8 / 7
    }

    /// Whether there are no abstract states.
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }
}

impl<S, F, A, L> Heuristic<S> for Abstraction<F, A, S::Cost, L>
where
    S: StateSpace,
    F: Fn(&S::State) -> A,
    A: Clone + Eq + Hash,
    L: Eq + Hash,
{
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn table_bytes(&self) -> usize {
        self.bytes()
    }

    #[inline]
    fn estimate(&self, _space: &S, state: &S::State) -> S::Cost {
        self.distance(state)
    }
}

impl<F, A, C, L> fmt::Debug for Abstraction<F, A, C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Abstraction").field("states", &self.distances.len()).finish_non_exhaustive()
    }
}

/// The sum of several [`Abstraction`]s, which is as consistent as each of them because no step is
/// counted twice (Korf and Felner 2002, for labels in general Yang et al. 2008).
///
/// ```
/// use tremaux::search::patterns::{Abstraction, Additive};
/// use tremaux::Limits;
///
/// // Three dials, from 0 to 9 each; an action turns one dial by one. Each abstraction sees one.
/// let dials = (0..3_usize).map(|dial| {
///     let turns = move |&at: &u8| [((at + 1) % 10, 1_u32, dial), ((at + 9) % 10, 1, dial)];
///     Abstraction::backwards(move |dials: &[u8; 3]| dials[dial], [0], turns, &Limits::default())
/// });
/// let dials = dials.collect::<Result<Vec<_>, _>>()?;
/// let sum = Additive::new(dials, |_| 1).expect("each dial is counted once");
/// assert_eq!(sum.distance(&[1, 9, 5]), 7);
/// # Ok::<(), tremaux::StopReason>(())
/// ```
pub struct Additive<F, A, C, L = ()> {
    parts: Vec<Abstraction<F, A, C, L>>,
}

/// Abstractions that count steps twice: the sum may overestimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAdditive<L, C> {
    /// The label of such steps.
    pub label: L,
    /// The sum of their greatest costs in the abstractions.
    pub sum: C,
    /// What they cost in the problem.
    pub cost: C,
}

impl<L: fmt::Debug, C: fmt::Debug> fmt::Display for NotAdditive<L, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, sum, cost } = self;
        write!(f, "steps labelled {label:?} cost {cost:?}, but {sum:?} in all abstractions")
    }
}

impl<L: fmt::Debug, C: fmt::Debug> std::error::Error for NotAdditive<L, C> {}

impl<F, A: Clone + Eq + Hash, C: Cost, L: Clone + Eq + Hash> Additive<F, A, C, L> {
    /// The sum of abstractions whose steps are labelled. `cost` returns the least cost of the
    /// problem's actions with a label.
    ///
    /// An action must become, in each abstraction, a step with its own label, or cost nothing
    /// there. Then the sum is shown to be consistent by this: for each label, the greatest costs
    /// of its steps in the abstractions add up to no more than its actions cost.
    ///
    /// # Errors
    ///
    /// Returns a label for which they add up to more.
    pub fn new(
        parts: impl IntoIterator<Item = Abstraction<F, A, C, L>>,
        cost: impl Fn(&L) -> C,
    ) -> Result<Self, NotAdditive<L, C>> {
        let parts: Vec<_> = parts.into_iter().collect();
        let mut sums: HashMap<&L, C, FixedState> = HashMap::default();
        for (label, &greatest) in parts.iter().flat_map(|part| &part.costs) {
            let sum = sums.entry(label).or_insert(C::ZERO);
            *sum = sum.plus(greatest);
            let cost = cost(label);
            if *sum > cost {
                return Err(NotAdditive { label: label.clone(), sum: *sum, cost });
            }
        }
        Ok(Self { parts })
    }

    /// The sum of the distances of a state's abstractions; [`Cost::INFINITY`] for a dead end.
    #[inline]
    pub fn distance<S: ?Sized>(&self, state: &S) -> C
    where
        F: Fn(&S) -> A,
    {
        let mut sum = C::ZERO;
        for part in &self.parts {
            sum = sum.plus_estimate(part.distance(state));
        }
        sum
    }
}

impl<S, F, A, L> Heuristic<S> for Additive<F, A, S::Cost, L>
where
    S: StateSpace,
    F: Fn(&S::State) -> A,
    A: Clone + Eq + Hash,
    L: Clone + Eq + Hash,
{
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn table_bytes(&self) -> usize {
        self.parts.iter().map(Abstraction::bytes).sum()
    }

    #[inline]
    fn estimate(&self, _space: &S, state: &S::State) -> S::Cost {
        self.distance(state)
    }
}

impl<F, A, C, L> fmt::Debug for Additive<F, A, C, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Additive").field("parts", &self.parts).finish()
    }
}

/// No step.
const NONE: u32 = u32::MAX;

/// Adds a state to the open list, unless its distance is known.
fn relax<C: Cost>(
    open: &mut BinaryHeap<Reverse<(C, u32)>>,
    distances: &[C],
    state: u32,
    distance: C,
) -> Result<(), StopReason> {
    if distance == C::INFINITY {
        return Err(StopReason::CostOverflow);
    }
    if distances.get(state as usize).is_none_or(|&known| known == C::INFINITY) {
        open.push(Reverse((distance, state)));
    }
    Ok(())
}

/// Abstract states, numbered as they are seen, and the costs of steps.
struct Table<A, C, L> {
    states: Vec<A>,
    numbers: HashMap<A, u32, FixedState>,
    costs: HashMap<L, C, FixedState>,
    meter: Meter,
    settled: usize,
}

impl<A: Clone + Eq + Hash, C: Cost, L: Eq + Hash> Table<A, C, L> {
    fn new(limits: &Limits) -> Self {
        Self {
            states: Vec::new(),
            numbers: HashMap::default(),
            costs: HashMap::default(),
            meter: Meter::start(limits, 0),
            settled: 0,
        }
    }

    fn number(&mut self, state: A) -> u32 {
        let next = self.states.len() as u32;
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            next
        })
    }

    fn count(&mut self, label: L, cost: C) {
        let greatest = self.costs.entry(label).or_insert(cost);
        *greatest = cost.max(*greatest);
    }

    /// Checks the limits; `others` are bytes that are used elsewhere.
    fn check(&mut self, nodes: usize, others: usize) -> Result<(), StopReason> {
        if self.states.len() >= NONE as usize {
            return Err(StopReason::MemoryLimit);
        }
        let state = 2 * size_of::<A>() + size_of::<(u32, C)>() + 8;
        let bytes = self.states.capacity() * state + others;
        self.meter.check(nodes as u64, || bytes)
    }

    /// Sets the distance of a state; false if it was known.
    fn settle(&mut self, distances: &mut Vec<C>, at: u32, distance: C) -> Result<bool, StopReason> {
        distances.resize(self.states.len(), C::INFINITY);
        if distances[at as usize] != C::INFINITY {
            return Ok(false);
        }
        distances[at as usize] = distance;
        self.check(self.settled, distances.capacity() * 4 * size_of::<C>())?;
        self.settled += 1;
        Ok(true)
    }

    fn finish<F>(self, project: F, distances: Vec<C>, otherwise: C) -> Abstraction<F, A, C, L> {
        let Self { states, numbers, costs, .. } = self;
        drop(numbers);
        let distances = states.into_iter().zip(distances).collect();
        Abstraction { project, distances, otherwise, costs }
    }
}
