//! Searches defined by closures, in one call.

mod both_ends;
mod both_ends_by_steps;
mod cheapest;
mod deepening;
mod distances;
mod heuristic;
mod numbers;
mod path_tree;
mod replay;
mod space;
mod step_cost;
mod successors;

use std::cell::RefCell;
use std::hash::Hash;

use tremaux_core::{
    Algorithm, Cost, Guarantees, Heuristic, Limits, Plan, Search, StateSpace, Termination,
};
use tremaux_search::{BestFirst, KBest};

use cheapest::cheapest_path;
use deepening::Unhashed;
pub use distances::{CheapestPaths, DistanceMap};
pub use heuristic::Estimated;
use heuristic::checked;
use numbers::Numbers;
use replay::{cost_along, refuse_overestimates, replayed, replayed_steps, total};
pub use space::{ClosureSpace, StateNumber, Step};
pub use step_cost::StepCost;
pub use successors::{Successors, actions_along, from_successors};

/// The state space that closures describe, for every algorithm, limit and observer.
///
/// `successors` returns the states that follow a state, each with the cost of the step. It is
/// asked once for each expanded state, and may return them in another order the next time.
/// States are numbered as they are seen ([`StateNumber`]), and stored once; searches find them by
/// their numbers. [`ClosureSpace::admissible`] makes a heuristic of a closure, and
/// [`ClosureSpace::with_predecessors`] adds what searches from both ends need.
///
/// Costs without a type are `i32`; where the same function then compares costs, one of them needs
/// its type: `(n + 1, 1_i32)`.
///
/// ```
/// use tremaux::search::BestFirst;
/// use tremaux::{Algorithm, Limits};
///
/// let space = tremaux::space(1, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 100);
/// let limits = Limits::default().with_nodes(1000);
/// let report = BestFirst::a_star().solve(&space, tremaux::NoHeuristic, &limits, &mut ());
/// assert!(report.is_proven_optimal());
/// let plan = report.plan.unwrap();
/// assert_eq!(space.states(&plan.actions), [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// ```
///
/// In slices, with an observer:
///
/// ```
/// use tremaux::search::BestFirst;
/// use tremaux::{Algorithm, Event, Limits, Progress, Search, search};
///
/// let space = tremaux::space(1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 100);
/// let remaining = space.admissible(|&n| if n > 100 { i32::MAX } else { 0 });
/// let mut greatest = 0_u32;
/// let mut observer = search::observer(|event| {
///     if let Event::Expanded { state, .. } = event {
///         greatest = greatest.max(space.state(*state));
///     }
/// });
/// let mut search = BestFirst::a_star().start(&space, remaining);
/// let slice = Limits::default().with_nodes(10);
/// while let Progress::Paused(_) = search.advance(&slice, &mut observer) {
///     println!("no path costs less than {}", search.report().lower_bound);
/// }
/// assert_eq!(search.report().plan.unwrap().cost, 18);
/// assert!(greatest < 100);
/// ```
pub fn space<N, W, I, F, G>(start: N, successors: F, is_goal: G) -> ClosureSpace<N, W::Cost, F, G>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    F: FnMut(&N) -> I,
    G: FnMut(&N) -> bool,
{
    ClosureSpace::new(start, successors, is_goal)
}

/// All plans of a search without limits.
fn all_plans<S, A, H>(algorithm: &A, space: &S, heuristic: H) -> Vec<Plan<S::Action, S::Cost>>
where
    S: StateSpace,
    A: Algorithm<S>,
    H: Heuristic<S>,
{
    let mut search = algorithm.start(space, heuristic);
    let _ = search.advance(&Limits::default(), &mut ());
    refuse_overflow(search.report().termination);
    search.solutions()
}

/// Panics if a search without limits was stopped: some paths are too expensive to be compared.
fn refuse_overflow(termination: Termination) {
    if let Termination::Stopped(_) = termination {
        replay::refuse_cost();
    }
}

/// Finds a cheapest path from `start` to a goal by A* (Hart, Nilsson and Raphael 1968).
///
/// `successors` returns the states that follow a state, each with the cost of the step.
/// `heuristic` estimates the cost to the nearest goal; if it overestimates, the path may not be
/// a cheapest one. Debug builds look for that along the path found; a report of [`space`] counts
/// it in [`Statistics::inconsistencies`](crate::Statistics), and is no proof then. The greatest
/// value of its type, or infinity, marks a dead end. States are compared with `Eq`; the order of
/// the successors may differ from call to call.
///
/// Returns the states of the path, including both ends, and its cost, or `None` if no goal is
/// reachable. Never ends if no goal is reachable and there are infinitely many states.
///
/// Time and memory are proportional to the number of states whose `g + h` is below the cost of
/// the path. For limits, pauses, statistics and proofs, see [`space`] and [`BestFirst`].
///
/// # Panics
///
/// Panics if a cost or an estimate is negative or not a number, if the cost of the path does not
/// fit into the type of the costs or into 64 bits, or if the closures return something else when
/// the path is replayed before it is returned. Debug builds panic if an estimate is above what the
/// rest of the path costs, and say after how many steps.
///
/// ```
/// // The numbers from 1 to 100; doubling costs 3, adding one costs 1.
/// let steps = |&n: &u64| [(2 * n, 3_u32), (n + 1, 1)];
/// let (path, cost) = tremaux::a_star(1, steps, |_| 0, |&n| n == 100).unwrap();
/// assert_eq!((path, cost), (vec![1, 2, 3, 6, 12, 24, 25, 50, 100], 18));
/// ```
#[doc(alias = "astar")]
pub fn a_star<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> W,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let (mut successors, mut heuristic, mut is_goal) = (successors, heuristic, is_goal);
    let estimate = |state: &N| checked(heuristic(state));
    let (path, cost) = cheapest_path(start, &mut successors, estimate, &mut is_goal)?;
    refuse_overestimates(&path, cost, &mut successors, heuristic);
    Some(replayed(path, cost, successors, is_goal))
}

/// Finds a cheapest path from `start` to a goal by Dijkstra's algorithm (1959): [`a_star`]
/// without a heuristic.
///
/// ```
/// // Measure one litre with jugs of three and five.
/// let pour = |&(a, b): &(u32, u32)| {
///     let (ab, ba) = (a.min(5 - b), b.min(3 - a));
///     let next = [(3, b), (a, 5), (0, b), (a, 0), (a - ab, b + ab), (a + ba, b - ba)];
///     next.map(|jugs| (jugs, 1_u32))
/// };
/// let (path, steps) = tremaux::dijkstra((0, 0), pour, |&(a, b)| a == 1 || b == 1).unwrap();
/// assert_eq!((path.len(), steps), (5, 4));
/// ```
#[doc(alias = "ucs")]
pub fn dijkstra<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let (mut successors, mut is_goal) = (successors, is_goal);
    let (path, cost) = cheapest_path(start, &mut successors, |_| W::Cost::ZERO, &mut is_goal)?;
    Some(replayed(path, cost, successors, is_goal))
}

/// The distances from one or several starts to every state that can be reached from them, by
/// Dijkstra's algorithm (1959), with a cheapest path to each.
///
/// Takes the starts, and a closure that returns the states that a step leads to, each with the
/// cost of the step; there must be finitely many states. Time is that of Dijkstra's algorithm,
/// memory one record for each state.
///
/// ```
/// let starts = ["harbour", "station"];
/// let ways = [("harbour", "market", 4), ("station", "market", 3), ("market", "castle", 5)];
/// let map = tremaux::dijkstra_all(starts, |&from| {
///     ways.into_iter().filter(move |way| way.0 == from).map(|(_, to, minutes)| (to, minutes))
/// });
/// assert_eq!(map.cost(&"castle"), Some(8));
/// assert_eq!(map.path_to(&"castle"), Some(vec!["station", "market", "castle"]));
/// assert_eq!(map.iter().last(), Some((&"castle", 8)));
/// ```
///
/// # Panics
///
/// Panics if a step costs less than zero, or the cost of a path does not fit into 64 bits.
pub fn dijkstra_all<N, W, I>(
    starts: impl IntoIterator<Item = N>,
    successors: impl FnMut(&N) -> I,
) -> DistanceMap<N, W>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    DistanceMap::of(starts, successors, W::Cost::LARGEST)
}

/// Like [`dijkstra_all`], but only to states of at most the cost `most`: the states within reach.
/// There may be infinitely many others.
///
/// ```
/// let map = tremaux::dijkstra_within([1_u64], |&n| [(2 * n, 3), (n + 1, 1)], 4);
/// let near: Vec<_> = map.iter().map(|(&number, _)| number).collect();
/// assert_eq!(near.len(), 5);
/// assert!(map.contains(&5) && !map.contains(&6));
/// ```
///
/// # Panics
///
/// Like [`dijkstra_all`], and if `most` is below zero.
pub fn dijkstra_within<N, W, I>(
    starts: impl IntoIterator<Item = N>,
    successors: impl FnMut(&N) -> I,
    most: W,
) -> DistanceMap<N, W>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let bound = most.to_estimate().unwrap_or_else(|| space::refuse(&most));
    DistanceMap::of(starts, successors, bound.min(W::Cost::LARGEST))
}

/// The least number of steps from one or several starts to every state that can be reached from
/// them, by breadth-first search (Moore 1959), with a shortest path to each.
///
/// ```
/// let map = tremaux::breadth_first_all([(0, 0)], |&(x, y): &(i32, i32)| {
///     let ways = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
///     let to = ways.into_iter().map(move |(dx, dy)| (x + dx, y + dy));
///     to.filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y))
/// });
/// // A knight reaches every square, the opposite corner in six moves.
/// assert_eq!((map.len(), map.cost(&(7, 7))), (64, Some(6)));
/// ```
pub fn breadth_first_all<N, I>(
    starts: impl IntoIterator<Item = N>,
    mut successors: impl FnMut(&N) -> I,
) -> DistanceMap<N, u64>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let steps = |state: &N| successors(state).into_iter().map(|next| (next, 1));
    DistanceMap::of(starts, steps, u64::LARGEST)
}

/// All cheapest paths from a start to the nearest goals, by Dijkstra's algorithm (1959): their
/// cost, their number, and each of them.
///
/// Takes what [`dijkstra`] takes. Keeps every step that is the last of a cheapest path to some
/// state, so it takes the memory of [`dijkstra_all`] and 16 bytes for each of these.
///
/// ```
/// // Ways through the streets of a city, five blocks by four.
/// let streets = |&(x, y): &(u32, u32)| [((x + 1, y), 1), ((x, y + 1), 1)];
/// let paths = tremaux::all_cheapest_paths((0, 0), streets, |&place| place == (5, 4));
/// assert_eq!((paths.cost(), paths.count()), (Some(9), Some(126)));
/// assert_eq!(paths.iter().map(|path| path.len()).max(), Some(10));
/// ```
///
/// # Panics
///
/// Like [`dijkstra`].
pub fn all_cheapest_paths<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> CheapestPaths<N, W>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    CheapestPaths::of(start, successors, is_goal)
}

/// Finds a cheapest path from `start` to `goal` by Dijkstra's algorithm from both ends (Nicholson
/// 1966): [`dijkstra`] on far fewer states, where their number grows fast with the distance.
///
/// Where all steps cost the same, [`bidirectional_breadth_first`] is faster. With a heuristic, see
/// [`ClosureSpace::with_predecessors`].
///
/// `successors` returns the states that follow a state, and `predecessors` those that it follows,
/// each with the cost of the step; for roads in both directions they are the same. Never ends if
/// there is no path, and infinitely many states lie both after `start` and before `goal`.
///
/// ```
/// // A knight on an infinite board; every move can be taken back.
/// let moves = |&(x, y): &(i32, i32)| {
///     [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
///         .map(|(dx, dy)| ((x + dx, y + dy), 1))
/// };
/// let (path, cost) = tremaux::bidirectional((0, 0), (30, 15), moves, moves).unwrap();
/// assert_eq!((path.len(), cost), (16, 15));
/// ```
pub fn bidirectional<N, W, I, J>(
    start: N,
    goal: N,
    successors: impl FnMut(&N) -> I,
    predecessors: impl FnMut(&N) -> J,
) -> Option<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
    J: IntoIterator<Item = (N, W)>,
{
    let (mut successors, target) = (successors, goal.clone());
    let (path, cost) = both_ends::cheapest_path(start, goal, &mut successors, predecessors)?;
    Some(replayed(path, cost, successors, |state| *state == target))
}

/// Finds a path with the fewest steps from `start` to `goal` by breadth-first search from both ends
/// (Pohl 1971): [`breadth_first`] on far fewer states, where their number grows fast with the
/// distance.
///
/// `successors` returns the states that follow a state, and `predecessors` those that it follows.
/// Returns the states of the path, including both ends, or `None` if there is none. Takes one
/// number and a state for each state reached; never ends if there is no path and infinitely many
/// states lie both after `start` and before `goal`.
///
/// ```
/// // Two letters of a row change places.
/// let swaps = |row: &[u8; 5]| {
///     let row = *row;
///     (0..4).map(move |at| {
///         let mut next = row;
///         next.swap(at, at + 1);
///         next
///     })
/// };
/// let path = tremaux::bidirectional_breadth_first(*b"abcde", *b"ecbda", swaps, swaps).unwrap();
/// assert_eq!(path.len(), 9);
/// ```
pub fn bidirectional_breadth_first<N, I, J>(
    start: N,
    goal: N,
    successors: impl FnMut(&N) -> I,
    predecessors: impl FnMut(&N) -> J,
) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
    J: IntoIterator<Item = N>,
{
    let (mut successors, target) = (successors, goal.clone());
    let path = both_ends_by_steps::shortest_path(start, goal, &mut successors, predecessors)?;
    Some(replayed_steps(path, successors, |state| *state == target))
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
pub fn greedy_best_first<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> W,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let (mut successors, mut is_goal) = (successors, is_goal);
    let space = space(start, &mut successors, &mut is_goal);
    let heuristic = Estimated::new(heuristic, Guarantees::ADMISSIBLE);
    let report = BestFirst::greedy().solve(&space, heuristic, &Limits::default(), &mut ());
    refuse_overflow(report.termination);
    let path = space.states(&report.plan?.actions);
    let cost = cost_along(&path, successors, is_goal);
    Some((path, total(cost)))
}

/// Finds a cheapest path from `start` to a goal in little memory, by IDA* (Korf 1985).
///
/// Arguments and result are those of [`a_star`]. Takes memory for only one path, which visits no
/// state twice. Time is proportional to the number of paths within the cost, so use it for spaces
/// in which few paths lead to the same state.
///
/// ```
/// // Get from 1 to 24 by tripling or subtracting two.
/// let steps = |&n: &i64| [(3 * n, 1_u32), (n - 2, 1)];
/// let (path, cost) = tremaux::ida_star(4, steps, |_| 0, |&n| n == 24).unwrap();
/// assert_eq!((path, cost), (vec![4, 12, 10, 8, 24], 4));
/// ```
#[doc(alias = "ida")]
pub fn ida_star<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> W,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let (mut successors, mut heuristic, mut is_goal) = (successors, heuristic, is_goal);
    let estimate = |state: &N| checked(heuristic(state));
    let (path, cost) = deepening::cheapest_path(start, &mut successors, estimate, &mut is_goal)?;
    refuse_overestimates(&path, cost, &mut successors, heuristic);
    Some(replayed(path, cost, successors, is_goal))
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
#[doc(alias = "bfs")]
pub fn breadth_first<N, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    I: IntoIterator<Item = N>,
{
    let (mut successors, mut is_goal) = (successors, is_goal);
    // States with their parents.
    let mut numbers = Numbers::<N, u32>::default();
    let mut sought = Vec::new();
    numbers.of(start, 0);
    let mut at = 0;
    while (at as usize) < numbers.len() {
        if is_goal(numbers.state(at)) {
            let mut path = vec![numbers.state(at).clone()];
            while at > 0 {
                at = *numbers.node(at);
                path.push(numbers.state(at).clone());
            }
            path.reverse();
            return Some(replayed_steps(path, successors, is_goal));
        }
        let parent = *numbers.node(at);
        let next = successors(numbers.state(at)).into_iter().map(|next| (next, ()));
        numbers.each(next, parent, true, || at, &mut sought, |_, _, ()| ());
        at += 1;
    }
    None
}

/// Finds a path with the fewest steps from `start` to a goal in little memory, by iterative
/// deepening (Korf 1985).
///
/// Arguments and result are those of [`breadth_first`]. Takes memory for only one path, which
/// visits no state twice. Time is proportional to the number of such paths, so use it for spaces
/// in which few paths lead to the same state.
///
/// ```
/// let steps = |&n: &u32| [n + 3, 2 * n];
/// assert_eq!(tremaux::iterative_deepening(1, steps, |&n| n == 11), Some(vec![1, 4, 8, 11]));
/// ```
#[doc(alias = "iddfs")]
pub fn iterative_deepening<N, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> Option<Vec<N>>
where
    N: Eq,
    I: IntoIterator<Item = N>,
{
    let (mut successors, is_goal) = (successors, RefCell::new(is_goal));
    let test = |state: &Unhashed<N>| (is_goal.borrow_mut())(&state.0);
    let steps =
        |state: &Unhashed<N>| successors(&state.0).into_iter().map(|next| (Unhashed(next), 1_u32));
    // Whatever is no goal is at least a step away from one.
    let estimate = |state: &Unhashed<N>| u64::from(!test(state));
    let (path, _) = deepening::cheapest_path(Unhashed(start), steps, estimate, test)?;
    let path = path.into_iter().map(|state| state.0).collect();
    Some(replayed_steps(path, successors, is_goal.into_inner()))
}

/// Finds the `k` cheapest loopless paths from `start` to a goal, which visit no state twice, by
/// Yen's algorithm (1971) with A*. [`k_shortest_walks`] allows loops.
///
/// The other arguments are those of [`a_star`]; the heuristic must not overestimate. Returns the
/// paths with their costs, cheapest first; fewer than `k` if there are no others. Paths end at
/// the first goal they reach, and two are different if their states are.
///
/// At most `k` times the length of a path A* searches are made.
///
/// ```
/// let roads = |&town: &char| match town {
///     'C' => vec![('D', 3_u32), ('E', 2)],
///     'D' => vec![('F', 4)],
///     'E' => vec![('D', 1), ('F', 2), ('G', 3)],
///     'F' => vec![('G', 2), ('H', 1)],
///     'G' => vec![('H', 2)],
///     _ => vec![],
/// };
/// let paths = tremaux::k_shortest('C', roads, |_| 0, |&town| town == 'H', 3);
/// let expected = [("CEFH", 5), ("CEGH", 7), ("CDFH", 8)];
/// assert!(paths.iter().map(|(path, cost)| (path.iter().collect::<String>(), *cost))
///     .eq(expected.map(|(path, cost)| (path.to_owned(), cost))));
/// ```
pub fn k_shortest<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> W,
    is_goal: impl FnMut(&N) -> bool,
    k: u32,
) -> Vec<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    k_cheapest(start, successors, heuristic, is_goal, k, true)
}

/// Finds the `k` cheapest walks from `start` to a goal: paths that may visit a state several times,
/// by a best-first search that expands each state up to `k` times (Eppstein 1998 describes the
/// problem).
///
/// Arguments and result are those of [`k_shortest`], without whose checks for loops it is much
/// faster. Walks end at the first goal they reach, and two are different if their states are.
///
/// ```
/// // A ring of three towns with the goal beside it: each round costs three more.
/// let roads = |&town: &u8| match town {
///     0 => vec![(1, 1_u32), (9, 1)],
///     1 => vec![(2, 1)],
///     2 => vec![(0, 1)],
///     _ => vec![],
/// };
/// let walks = tremaux::k_shortest_walks(0, roads, |_| 0, |&town| town == 9, 3);
/// let costs: Vec<u32> = walks.iter().map(|(_, cost)| *cost).collect();
/// assert_eq!((costs, walks[1].0.clone()), (vec![1, 4, 7], vec![0, 1, 2, 0, 9]));
/// ```
pub fn k_shortest_walks<N, W, I>(
    start: N,
    successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> W,
    is_goal: impl FnMut(&N) -> bool,
    k: u32,
) -> Vec<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    k_cheapest(start, successors, heuristic, is_goal, k, false)
}

/// The `k` cheapest paths, without loops or with them.
fn k_cheapest<N, W, I>(
    start: N,
    mut successors: impl FnMut(&N) -> I,
    heuristic: impl FnMut(&N) -> W,
    mut is_goal: impl FnMut(&N) -> bool,
    k: u32,
    is_loopless: bool,
) -> Vec<(Vec<N>, W)>
where
    N: Clone + Eq + Hash,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    if k == 0 {
        return Vec::new();
    }
    let space = space(start, &mut successors, &mut is_goal).without_parallel_steps();
    let heuristic = Estimated::new(heuristic, Guarantees::ADMISSIBLE);
    let plans = match is_loopless {
        true => all_plans(&KBest::new(k).loopless(), &space, heuristic),
        false => all_plans(&KBest::new(k), &space, heuristic),
    };
    let paths: Vec<_> =
        plans.into_iter().map(|plan| (space.states(&plan.actions), plan.cost)).collect();
    let replay = |(path, cost)| replayed(path, cost, &mut successors, &mut is_goal);
    paths.into_iter().map(replay).collect()
}
