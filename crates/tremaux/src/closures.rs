//! Searches by closures, in one call.

use std::cell::RefCell;
use std::fmt;
use std::hash::Hash;

use tremaux_core::{Algorithm, Blind, Cost, Guarantees, Heuristic, Limits, StateSpace};
use tremaux_search::{BestFirst, DepthFirst, IdaStar};

/// Which of the successors of a state is meant.
#[derive(Clone, Copy)]
struct Choice {
    index: u32,
    /// Which list of successors it was taken from.
    list: u64,
}

impl PartialEq for Choice {
    /// The successors of one state always come in the same order.
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl Eq for Choice {}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index.fmt(f)
    }
}

/// The successors of the state that was asked about last.
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

/// The space that closures describe.
struct Described<N, C, F, G> {
    start: N,
    successors: RefCell<Successors<F, N, C>>,
    is_goal: RefCell<G>,
    /// The cost of every action, if they are all alike.
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
    fn choose<R>(&self, state: &N, choice: Choice, take: impl FnOnce(&(N, C)) -> R) -> R {
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
    type Action = Choice;
    type Cost = C;

    fn initial_state(&self) -> N {
        self.start.clone()
    }

    fn is_goal(&self, state: &N) -> bool {
        (self.is_goal.borrow_mut())(state)
    }

    fn actions(&self, state: &N, actions: &mut Vec<Choice>) {
        let mut successors = self.successors.borrow_mut();
        successors.make(state);
        let list = successors.number;
        let count = successors.list.len() as u32;
        actions.extend((0..count).map(|index| Choice { index, list }));
    }

    fn cost(&self, state: &N, choice: Choice) -> C {
        self.choose(state, choice, |successor| successor.1)
    }

    fn apply(&self, state: &mut N, choice: Choice) {
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

/// The heuristic that a closure computes, taken to be admissible.
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

/// Searches, and turns the plan into the states that it goes through.
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

/// A cheapest path from `start` to a goal, by A* (Hart, Nilsson and Raphael 1968).
///
/// `successors` gives the states that follow a state, each with the cost of going there;
/// `heuristic` estimates the cost to the nearest goal, never too high, or the path may not
/// be a cheapest; [`Cost::INFINITY`] marks a dead end. States are told apart by `Eq`, and
/// the successors of equal states must come in the same order.
///
/// Returns the states of the path, both ends included, and its cost; `None` if no goal can
/// be reached. Never ends if none can and there are infinitely many states.
///
/// Time and memory are proportional to the states whose `g + h` is below the path's cost;
/// for limits, pauses, statistics and proofs, see [`StateSpace`] and
/// [`BestFirst`].
///
/// ```
/// // From 1 to 100 by doubling, for 3, or adding one, for 1.
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

/// A cheapest path from `start` to a goal, by Dijkstra's algorithm (1959): [`a_star`] without
/// an estimate.
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

/// Some path from `start` to a goal, by greedy best-first search (Doran and Michie 1966):
/// always on from the state that looks nearest to one. Fast where the estimate is good; the
/// path may be far from a cheapest.
///
/// Arguments and result are those of [`a_star`]; the estimate may be too high.
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

/// A cheapest path from `start` to a goal in little memory, by IDA* (Korf 1985).
///
/// Arguments and result are those of [`a_star`]. Takes memory for one path alone, and time
/// in proportion to the number of paths within the cost: for spaces in which few paths lead
/// to one state. Never ends if no goal can be reached and the space has cycles.
///
/// ```
/// // Make 24 from 1 by tripling or subtracting two.
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

/// A path of fewest steps from `start` to a goal, by breadth-first search (Moore 1959).
///
/// Returns the states of the path, both ends included; `None` if no goal can be reached.
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

/// A path of fewest steps from `start` to a goal in little memory, by iterative deepening
/// (Korf 1985).
///
/// Arguments and result are those of [`breadth_first`]; memory and time those of
/// [`ida_star`], and like it this never ends if no goal can be reached and there are cycles.
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
