//! Searches defined by closures, in one call.

use std::cell::RefCell;
use std::fmt;
use std::hash::Hash;

use tremaux_core::{Algorithm, Blind, Cost, Guarantees, Heuristic, Limits, StateSpace};
use tremaux_search::{BestFirst, DepthFirst, IdaStar};

/// An action: the index of a successor in the list of its state.
#[derive(Clone, Copy)]
struct SuccessorIndex {
    index: u32,
    /// The number of the list of successors that it was taken from.
    list: u64,
}

impl PartialEq for SuccessorIndex {
    /// The successors of a state always come in the same order, so the index identifies one.
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl Eq for SuccessorIndex {}

impl fmt::Debug for SuccessorIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index.fmt(f)
    }
}

/// The successors of the state queried last.
struct Successors<F, N, C> {
    successors: F,
    list: Vec<(N, C)>,
    number: u64,
}

impl<F, N, C> Successors<F, N, C> {
    fn make<I>(&mut self, state: &N)
    where
        F: FnMut(&N) -> I,
        I: IntoIterator<Item = (N, C)>,
    {
        self.list.clear();
        self.list.extend((self.successors)(state));
        self.number += 1;
    }
}

/// The state space that the closures describe.
struct Described<N, C, F, G> {
    start: N,
    successors: RefCell<Successors<F, N, C>>,
    is_goal: RefCell<G>,
    /// The cost of every action, if all cost the same.
    uniform: Option<C>,
}

impl<N: Clone, C: Cost, F, G> Described<N, C, F, G> {
    fn new(start: N, successors: F, is_goal: G, uniform: Option<C>) -> Self {
        let successors = Successors { successors, list: Vec::new(), number: 0 };
        Self {
            start,
            successors: RefCell::new(successors),
            is_goal: RefCell::new(is_goal),
            uniform,
        }
    }
}

impl<N, C, I, F, G> Described<N, C, F, G>
where
    N: Clone,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
    F: FnMut(&N) -> I,
{
    fn choose<R>(&self, state: &N, choice: SuccessorIndex, take: impl FnOnce(&(N, C)) -> R) -> R {
        let mut successors = self.successors.borrow_mut();
        if successors.number != choice.list {
            successors.make(state);
        }
        take(&successors.list[choice.index as usize])
    }
}

impl<N, C, I, F, G> StateSpace for Described<N, C, F, G>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
    F: FnMut(&N) -> I,
    G: FnMut(&N) -> bool,
{
    type State = N;
    type Packed = N;
    type Action = SuccessorIndex;
    type Cost = C;

    fn initial_state(&self) -> N {
        self.start.clone()
    }

    fn is_goal(&self, state: &N) -> bool {
        (self.is_goal.borrow_mut())(state)
    }

    fn actions(&self, state: &N, actions: &mut Vec<SuccessorIndex>) {
        let mut successors = self.successors.borrow_mut();
        successors.make(state);
        let list = successors.number;
        let count = successors.list.len() as u32;
        actions.extend((0..count).map(|index| SuccessorIndex { index, list }));
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    fn cost(&self, state: &N, choice: SuccessorIndex) -> C {
        self.choose(state, choice, |successor| successor.1)
    }

    fn apply(&self, state: &mut N, choice: SuccessorIndex) {
        let next = self.choose(state, choice, |successor| successor.0.clone());
        *state = next;
    }

    fn pack(&self, state: &N) -> N {
        state.clone()
    }

    fn unpack(&self, packed: &N) -> N {
        packed.clone()
    }

    fn uniform_cost(&self) -> Option<C> {
        self.uniform
    }
}

/// The heuristic computed by a closure, assumed to be admissible.
struct Estimated<F>(RefCell<F>);

impl<S: StateSpace, F: FnMut(&S::State) -> S::Cost> Heuristic<S> for Estimated<F> {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn estimate(&self, _space: &S, state: &S::State) -> S::Cost {
        (self.0.borrow_mut())(state)
    }
}

/// Runs a search and converts the plan to the states along it.
fn run<N, C, I, F, G, A, H>(
    algorithm: &A,
    space: &Described<N, C, F, G>,
    heuristic: &H,
) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
    F: FnMut(&N) -> I,
    G: FnMut(&N) -> bool,
    A: Algorithm<Described<N, C, F, G>>,
    H: Heuristic<Described<N, C, F, G>>,
{
    let plan = algorithm.solve(space, heuristic, &Limits::default(), &mut ()).plan?;
    let mut states = vec![space.initial_state()];
    for &action in &plan.actions {
        let mut state = states[states.len() - 1].clone();
        space.apply(&mut state, action);
        states.push(state);
    }
    Some((states, plan.cost))
}

/// Finds a cheapest path from `start` to a goal by A* (Hart, Nilsson and Raphael 1968).
///
/// `successors` returns the states that follow a state, each with the cost of the step.
/// `heuristic` estimates the cost to the nearest goal; if it overestimates, the path may not be
/// a cheapest one. [`Cost::INFINITY`] marks a dead end. States are compared with `Eq`, and the
/// successors of equal states must come in the same order.
///
/// Returns the states of the path, including both ends, and its cost, or `None` if no goal is
/// reachable. Never ends if no goal is reachable and there are infinitely many states.
///
/// Time and memory are proportional to the number of states whose `g + h` is below the cost of
/// the path. For limits, pauses, statistics and proofs, see [`StateSpace`] and [`BestFirst`].
///
/// ```
/// // The numbers from 1 to 100; doubling costs 3, adding one costs 1.
/// let steps = |&n: &u64| [(2 * n, 3_u32), (n + 1, 1)];
/// let (path, cost) = tremaux::a_star(1, steps, |_| 0, |&n| n == 100).unwrap();
/// assert_eq!((path, cost), (vec![1, 2, 3, 6, 12, 24, 25, 50, 100], 18));
/// ```
pub fn a_star<N, C, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    let space = Described::new(start, successors, is_goal, None);
    run(&BestFirst::astar(), &space, &Estimated(RefCell::new(heuristic)))
}

/// Finds a cheapest path from `start` to a goal by Dijkstra's algorithm (1959): [`a_star`]
/// without a heuristic.
///
/// ```
/// // Measure one litre with jugs of three and five.
/// let pour = |&(a, b): &(u32, u32)| {
///     let (ab, ba) = (a.min(5 - b), b.min(3 - a));
///     [(3, b), (a, 5), (0, b), (a, 0), (a - ab, b + ab), (a + ba, b - ba)].map(|jugs| (jugs, 1_u32))
/// };
/// let (path, steps) = tremaux::dijkstra((0, 0), pour, |&(a, b)| a == 1 || b == 1).unwrap();
/// assert_eq!((path.len(), steps), (5, 4));
/// ```
pub fn dijkstra<N, C, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    run(&BestFirst::dijkstra(), &Described::new(start, successors, is_goal, None), &Blind)
}

/// Finds some path from `start` to a goal by greedy best-first search (Doran and Michie 1966),
/// which always expands the state that seems closest to a goal. It is fast if the heuristic is
/// good; the path may be far from optimal.
///
/// Arguments and result are those of [`a_star`]. The heuristic may overestimate.
///
/// ```
/// let steps = |&n: &i32| [(n + 1, 1_u32), (n - 1, 1), (n + 10, 5)];
/// let (path, cost) =
///     tremaux::greedy_best_first(0, steps, |&n| n.abs_diff(21), |&n| n == 21).unwrap();
/// assert_eq!((path, cost), (vec![0, 10, 20, 21], 11));
/// ```
pub fn greedy_best_first<N, C, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    let space = Described::new(start, successors, is_goal, None);
    run(&BestFirst::greedy(), &space, &Estimated(RefCell::new(heuristic)))
}

/// Finds a cheapest path from `start` to a goal in little memory, by IDA* (Korf 1985).
///
/// Arguments and result are those of [`a_star`]. Takes memory for only one path. Time is
/// proportional to the number of paths within the cost, so use it for spaces in which few paths
/// lead to the same state. Never ends if no goal is reachable and the space has cycles.
///
/// ```
/// // Get from 1 to 24 by tripling or subtracting two.
/// let steps = |&n: &i64| [(3 * n, 1_u32), (n - 2, 1)];
/// let (path, cost) = tremaux::ida_star(4, steps, |_| 0, |&n| n == 24).unwrap();
/// assert_eq!((path, cost), (vec![4, 12, 10, 8, 24], 4));
/// ```
pub fn ida_star<N, C, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> C,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: Cost,
    I: IntoIterator<Item = (N, C)>,
{
    let space = Described::new(start, successors, is_goal, None);
    run(&IdaStar::new(), &space, &Estimated(RefCell::new(heuristic)))
}

/// Finds a path with the fewest steps from `start` to a goal by breadth-first search (Moore
/// 1959).
///
/// Returns the states of the path, including both ends, or `None` if no goal is reachable.
///
/// ```
/// let friends = |&who: &usize| [vec![1, 2], vec![3], vec![3, 4], vec![4], vec![]][who].clone();
/// assert_eq!(tremaux::breadth_first(0, friends, |&who| who == 4), Some(vec![0, 2, 4]));
/// assert_eq!(tremaux::breadth_first(4, friends, |&who| who == 0), None);
/// ```
pub fn breadth_first<N, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let steps = move |state: &N| successors(state).into_iter().map(|state| (state, 1_u32));
    let space = Described::new(start, steps, is_goal, Some(1));
    run(&BestFirst::breadth_first(), &space, &Blind).map(|(states, _)| states)
}

/// Finds a path with the fewest steps from `start` to a goal in little memory, by iterative
/// deepening (Korf 1985).
///
/// Arguments and result are those of [`breadth_first`]; memory and time are those of
/// [`ida_star`]. Like that, it never ends if no goal is reachable and the space has cycles.
///
/// ```
/// let steps = |&n: &u32| [n + 3, 2 * n];
/// assert_eq!(tremaux::iterative_deepening(1, steps, |&n| n == 11), Some(vec![1, 4, 8, 11]));
/// ```
pub fn iterative_deepening<N, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let steps = move |state: &N| successors(state).into_iter().map(|state| (state, 1_u32));
    let space = Described::new(start, steps, is_goal, Some(1));
    run(&DepthFirst::iterative_deepening(), &space, &Blind).map(|(states, _)| states)
}
