//! Checks of the contracts of state spaces and their capabilities.

use std::collections::HashMap;
use std::fmt::Debug;

use tremaux_core::{
    BackwardSpace, CommutingSpace, CompactActions, Cost, IndexedSpace, LocalContextSpace,
    StateSpace, UndoSpace,
};

use crate::walk::walk;

/// Checks that packing loses nothing, costs are finite, and actions are appended, not replaced.
pub fn check_space<S: StateSpace>(space: &S, seed: u64, steps: usize)
where
    S::Packed: Debug,
{
    walk(space, seed, steps, |state, action, child| {
        let packed = space.pack(child);
        assert_eq!(space.pack(&space.unpack(&packed)), packed, "unpack is not the inverse of pack");
        assert_eq!(space.is_goal(&space.unpack(&packed)), space.is_goal(child));
        let cost = space.cost(state, action);
        assert!(cost >= S::Cost::ZERO && cost < S::Cost::INFINITY, "cost {cost:?}");
        assert!(space.uniform_cost().is_none_or(|uniform| uniform == cost));

        let mut fresh = Vec::new();
        space.actions(child, &mut fresh);
        let mut appended = fresh.clone();
        space.actions(&space.unpack(&packed), &mut appended);
        assert_eq!(appended, [&fresh[..], &fresh[..]].concat(), "actions are not appended");
    });
}

/// Checks that undo restores the state, in addition to [`check_pruning`].
pub fn check_undo<S: UndoSpace>(space: &S, seed: u64, steps: usize)
where
    S::Packed: Debug,
{
    walk(space, seed, steps, |state, action, child| {
        let mut changed = state.clone();
        let undo = space.apply_undoable(&mut changed, action);
        assert_eq!(space.pack(&changed), space.pack(child), "apply_undoable is not apply");
        space.undo(&mut changed, action, undo);
        assert_eq!(space.pack(&changed), space.pack(state), "undo does not restore the state");
    });
    check_pruning(space, seed, steps);
}

/// Checks that states and actions can be recovered from their numbers.
pub fn check_indexed<S: IndexedSpace>(space: &S, seed: u64, steps: usize)
where
    S::Packed: Debug,
{
    walk(space, seed, steps, |state, action, child| {
        let index = space.index(child);
        assert!(index < space.state_count(), "index {index} is out of range");
        assert_eq!(space.pack(&space.state(index)), space.pack(child), "state of {index}");
        assert_eq!(space.predecessor(index, action), space.index(state), "{action:?}");
    });
}

/// Checks that every action is found among the predecessors of its result, with its cost and
/// origin.
pub fn check_backward<S: BackwardSpace>(space: &S, seed: u64, steps: usize)
where
    S::Packed: Debug,
{
    walk(space, seed, steps, |state, action, child| {
        let mut predecessors = Vec::new();
        space.predecessors(child, &mut predecessors);
        let is_there = predecessors.iter().any(|(by, cost, predecessor)| {
            *by == action
                && *cost == space.cost(state, action)
                && space.pack(predecessor) == space.pack(state)
        });
        assert!(is_there, "{action:?} is missing among the predecessors of its result");
        for (by, cost, predecessor) in predecessors {
            let mut actions = Vec::new();
            space.actions(&predecessor, &mut actions);
            assert!(actions.contains(&by), "{by:?} is not applicable where it comes from");
            assert_eq!(space.cost(&predecessor, by), cost, "the cost of {by:?}");
            let mut again = predecessor;
            space.apply(&mut again, by);
            assert_eq!(
                space.pack(&again),
                space.pack(child),
                "{by:?} does not lead back to the state"
            );
        }
    });
    let mut goals = Vec::new();
    space.goal_states(&mut goals);
    assert!(goals.iter().all(|goal| space.is_goal(goal)));
}

/// The maximum number of kept actions in a detour.
const WAY_ROUND: usize = 3;

/// The end of a path: its last state, its last action, and its cost.
type End<'a, S> = (&'a <S as StateSpace>::State, Option<<S as StateSpace>::Action>, ResourceUse<S>);
type ResourceUse<S> = <S as StateSpace>::Cost;

/// Whether `target` can be reached from the end of a path at a total cost of at most `budget`,
/// with at most `most` more actions, each appended by `kept`.
fn is_reached<S: StateSpace>(
    space: &S,
    (state, last, spent): End<'_, S>,
    (target, budget): (&S::Packed, S::Cost),
    most: usize,
    kept: &impl Fn(&S::State, Option<S::Action>, &mut Vec<S::Action>),
) -> bool {
    if spent > budget || space.pack(state) == *target {
        return spent <= budget;
    }
    let mut actions = Vec::new();
    if most > 0 {
        kept(state, last, &mut actions);
    }
    actions.into_iter().any(|action| {
        let spent = spent.plus(space.cost(state, action));
        let mut child = state.clone();
        space.apply(&mut child, action);
        is_reached(space, (&child, Some(action), spent), (target, budget), most - 1, kept)
    })
}

/// Checks that everything left out by `kept` is reached at no greater cost by kept actions.
fn check_left_out<S: StateSpace>(
    space: &S,
    seed: u64,
    steps: usize,
    offered: impl Fn(&S::State, S::Action, &mut Vec<S::Action>),
    kept: impl Fn(&S::State, S::Action, &mut Vec<S::Action>),
) {
    let from_anywhere = |state: &S::State, last: Option<S::Action>, actions: &mut Vec<_>| match last
    {
        None => space.actions(state, actions),
        Some(last) => kept(state, last, actions),
    };
    walk(space, seed, steps, |state, action, child| {
        let (mut all, mut some) = (Vec::new(), Vec::new());
        offered(child, action, &mut all);
        kept(child, action, &mut some);
        assert!(some.iter().all(|one| all.contains(one)), "a kept action is not among all actions");
        for left_out in all.into_iter().filter(|one| !some.contains(one)) {
            let budget = space.cost(state, action).plus(space.cost(child, left_out));
            let mut result = child.clone();
            space.apply(&mut result, left_out);
            let (target, start) = (space.pack(&result), (state, None, S::Cost::ZERO));
            assert!(
                is_reached(space, start, (&target, budget), WAY_ROUND, &from_anywhere),
                "{left_out:?} may not be left out after {action:?}"
            );
        }
    });
}

/// Checks that what [`StateSpace::actions_after`] leaves out leads straight back, or to a state
/// that up to three kept actions reach at no greater cost, and that nothing is left out if the
/// space says so.
///
/// A space that may leave out more, such as one for jump point search, needs its own check.
pub fn check_pruning<S: StateSpace>(space: &S, seed: u64, steps: usize) {
    let offered = |state: &S::State, _, actions: &mut Vec<_>| space.actions(state, actions);
    check_left_out(space, seed, steps, offered, |state, last, actions| {
        space.actions_after(state, last, actions);
    });
    if space.prunes_only_inverses() {
        check_ways_back(space, seed, steps);
    }
    if space.is_reversible() {
        walk(space, seed, steps, |state, action, child| {
            let mut back = Vec::new();
            space.actions(child, &mut back);
            let is_back = |&back: &S::Action| {
                let mut again = child.clone();
                space.apply(&mut again, back);
                space.pack(&again) == space.pack(state)
            };
            assert!(
                back.iter().any(is_back),
                "nothing undoes {action:?}, although the space says so"
            );
        });
    }
    if space.prunes_nothing() {
        walk(space, seed, steps, |_, action, child| {
            let (mut all, mut some) = (Vec::new(), Vec::new());
            space.actions(child, &mut all);
            space.actions_after(child, action, &mut some);
            assert_eq!(
                all, some,
                "after {action:?}, although the space claims to leave out nothing"
            );
        });
    }
}

/// Checks that everything left out leads straight back, if the space says so.
fn check_ways_back<S: StateSpace>(space: &S, seed: u64, steps: usize) {
    walk(space, seed, steps, |state, action, child| {
        let (mut all, mut some) = (Vec::new(), Vec::new());
        space.actions(child, &mut all);
        space.actions_after(child, action, &mut some);
        for left_out in all.into_iter().filter(|one| !some.contains(one)) {
            let mut result = child.clone();
            space.apply(&mut result, left_out);
            let leads_back = space.pack(&result) == space.pack(state);
            assert!(leads_back, "{left_out:?} after {action:?} does not lead back");
        }
    });
}

/// Checks that the orders of commuting actions that are left out end in the same state as a
/// kept order, at the same cost.
///
/// For actions that commute in pairs, as on a cube or on independent lines.
pub fn check_commuting<S: CommutingSpace>(space: &S, seed: u64, steps: usize) {
    let offered = |state: &S::State, last, actions: &mut Vec<_>| {
        space.actions_after(state, last, actions);
    };
    check_left_out(space, seed, steps, offered, |state, last, actions| {
        space.canonical_actions_after(state, last, actions);
    });
}

/// Checks that sets of actions contain the listed actions, in the same order.
pub fn check_compact_actions<S: CompactActions>(space: &S, seed: u64, steps: usize) {
    assert!(S::Actions::default().next().is_none(), "the default set is not empty");
    walk(space, seed, steps, |_, action, child| {
        let mut listed = Vec::new();
        space.actions(child, &mut listed);
        let set = space.action_set(child);
        assert_eq!(set.size_hint(), (listed.len(), Some(listed.len())), "the size of a set");
        assert_eq!(set.collect::<Vec<_>>(), listed);
        listed.clear();
        space.actions_after(child, action, &mut listed);
        assert_eq!(space.action_set_after(child, action).collect::<Vec<_>>(), listed);
    });
}

/// Checks that states in the same context have the same actions, costs and subsequent
/// situations, and that the same strings of up to four actions lead them to equal states.
pub fn check_local_contexts<S: LocalContextSpace>(space: &S, seed: u64, steps: usize)
where
    S::Packed: Debug,
{
    walk(space, seed, steps, |_, _, child| {
        let context = space.context(child);
        assert!(context < space.context_count(), "context {context} is out of range");
        let model = space.state_in_context(context).expect("a state for every reachable context");
        assert_eq!(space.context(&model), context, "the state is in a different context");
        let mut layer = vec![(child.clone(), model)];
        // The state that each string reaches from one start, by the state it reaches from the
        // other. Equal states must correspond.
        let (mut of_child, mut of_model) = (HashMap::new(), HashMap::new());
        for _ in 0..4 {
            let mut next = Vec::new();
            for (child, model) in layer {
                check_same_actions(space, &child, &model, &mut next);
            }
            for (child, model) in &next {
                let (child, model) = (space.pack(child), space.pack(model));
                let other = of_child.entry(child.clone()).or_insert_with(|| model.clone());
                assert_eq!(*other, model, "two strings lead to one state here, but to two there");
                let other = of_model.entry(model).or_insert_with(|| child.clone());
                assert_eq!(*other, child, "two strings lead to one state there, but to two here");
            }
            layer = next;
        }
    });
}

/// Checks that two states in the same context have the same actions, which lead to the same
/// contexts.
fn check_same_actions<S: LocalContextSpace>(
    space: &S,
    one: &S::State,
    other: &S::State,
    next: &mut Vec<(S::State, S::State)>,
) {
    let coded = |state: &S::State| {
        let mut actions = Vec::new();
        space.actions(state, &mut actions);
        let mut coded: Vec<_> =
            actions.into_iter().map(|action| (space.action_code(action), action)).collect();
        coded.sort_unstable_by_key(|&(code, _)| code);
        coded
    };
    let (of_one, of_other) = (coded(one), coded(other));
    let codes = |coded: &[(usize, S::Action)]| coded.iter().map(|pair| pair.0).collect::<Vec<_>>();
    assert_eq!(codes(&of_one), codes(&of_other), "different actions in the same context");
    for ((code, one_action), (_, other_action)) in of_one.into_iter().zip(of_other) {
        assert!(code < space.action_code_count(), "code {code} is out of range");
        assert_eq!(space.cost(one, one_action), space.cost(other, other_action), "different costs");
        let (mut one, mut other) = (one.clone(), other.clone());
        space.apply(&mut one, one_action);
        space.apply(&mut other, other_action);
        assert_eq!(
            space.context(&one),
            space.context(&other),
            "{one_action:?} leads to different situations"
        );
        next.push((one, other));
    }
}
