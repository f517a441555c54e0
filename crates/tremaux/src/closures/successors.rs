//! Problems that generate states directly.

use std::hash::Hash;

use tremaux_core::Cost;

use super::space::ClosureSpace;
use super::step_cost::StepCost;

/// A problem described by the successors of its states, each with an action that need not be
/// `Copy`.
///
/// This is the form that most textbooks use, and takes a dozen lines.
/// [`from_successors`] makes it a [`ClosureSpace`], which every algorithm can search, and
/// [`actions_along`] names the actions of a plan. A [`StateSpace`](tremaux_core::StateSpace) of
/// your own is faster: it modifies states in place and allocates nothing for a node.
///
/// ```
/// use tremaux::prelude::*;
/// use tremaux::search::{Successors, actions_along, from_successors};
///
/// /// Jugs of three and five litres; one is to hold four.
/// struct Jugs;
///
/// impl Successors for Jugs {
///     type State = (u32, u32);
///     type Action = String;
///     type Cost = u32;
///
///     fn starts(&self) -> Vec<(u32, u32)> {
///         vec![(0, 0)]
///     }
///     fn is_goal(&self, &(a, b): &(u32, u32)) -> bool {
///         a == 4 || b == 4
///     }
///     fn successors(&self, &(a, b): &(u32, u32)) -> Vec<(String, (u32, u32), u32)> {
///         let (ab, ba) = (a.min(5 - b), b.min(3 - a));
///         let fill = [("fill 3", (3, b)), ("fill 5", (a, 5)), ("empty 3", (0, b))];
///         let pour =
///             [("empty 5", (a, 0)), ("3 to 5", (a - ab, b + ab)), ("5 to 3", (a + ba, b - ba))];
///         fill.into_iter().chain(pour).map(|(action, to)| (action.to_owned(), to, 1)).collect()
///     }
/// }
///
/// let space = from_successors(&Jugs);
/// let plan = BestFirst::breadth_first().run(&space).plan.unwrap();
/// let actions = actions_along(&Jugs, &space.states(&plan.actions));
/// assert_eq!(actions, ["fill 5", "5 to 3", "empty 3", "5 to 3", "fill 5", "5 to 3"]);
/// ```
pub trait Successors {
    /// A state. Two states are the same if they are equal.
    type State: Clone + Eq + Hash;
    /// What leads from a state to a successor.
    type Action;
    /// The cost of an action: an integer or a float.
    type Cost: StepCost;

    /// The states where a plan may start; at least one.
    fn starts(&self) -> Vec<Self::State>;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The successors of `state`, each with its action and the cost of it.
    fn successors(&self, state: &Self::State) -> Vec<(Self::Action, Self::State, Self::Cost)>;
}

/// The state space of a problem, for every algorithm, limit and observer. See [`Successors`].
///
/// # Panics
///
/// Panics if there is no start.
#[expect(clippy::type_complexity, reason = "closures have no names")]
pub fn from_successors<T: Successors>(
    problem: &T,
) -> ClosureSpace<
    T::State,
    <T::Cost as StepCost>::Cost,
    impl FnMut(&T::State) -> Vec<(T::State, T::Cost)>,
    impl FnMut(&T::State) -> bool,
> {
    let successors = |state: &T::State| {
        let found = problem.successors(state).into_iter();
        found.map(|(_, next, cost)| (next, cost)).collect::<Vec<_>>()
    };
    let is_goal = |state: &T::State| problem.is_goal(state);
    let mut starts = problem.starts();
    assert!(!starts.is_empty(), "at least one start");
    if starts.len() == 1 {
        return ClosureSpace::new(starts.remove(0), successors, is_goal);
    }
    ClosureSpace::new(starts[0].clone(), successors, is_goal).with_starts(starts)
}

/// The actions that lead along these states, the cheapest one where there are several.
///
/// # Panics
///
/// Panics if a state is no successor of the one before it.
pub fn actions_along<T: Successors>(problem: &T, states: &[T::State]) -> Vec<T::Action> {
    let action = |pair: &[T::State]| {
        let successors = problem.successors(&pair[0]).into_iter();
        let leads = successors.filter(|(_, next, _)| *next == pair[1]);
        let cost = |cost: &T::Cost| cost.to_cost().unwrap_or(Cost::INFINITY);
        leads.min_by_key(|(_, _, price)| cost(price)).expect("a successor of the state before it").0
    };
    states.windows(2).map(action).collect()
}
