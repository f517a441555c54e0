//! Best-first search as the textbooks print it: short, plain, every convention an option.
//!
//! Here a node is a path, and a state may be in open several times, each time with its own
//! path. The engine stores one path for each state, so that these counts are beyond it.

use std::collections::{BTreeMap, HashMap};

use tremaux_core::{Cost, Heuristic, Plan, StateSpace};

/// What happens to a child whose state is already in open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InOpen {
    /// It is inserted beside the other.
    Keep,
    /// It replaces the other if it orders before it, and is dropped otherwise.
    Replace,
}

/// The conventions of a text.
#[derive(Clone, Copy, Debug)]
pub struct Conventions<R, T> {
    /// The score of a state by `g` and `h`: the least is expanded first.
    pub rank: R,
    /// What decides among equal scores, by the state and the number of the node.
    pub tie: T,
    /// What happens to a child whose state is already in open.
    pub in_open: InOpen,
    /// Whether a closed state is put back into open when its score is lower.
    pub reopens: bool,
}

/// What the tables print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts<A, C> {
    /// The plan found, if any.
    pub plan: Option<Plan<A, C>>,
    /// States in closed at the end, the goal included.
    pub closed: usize,
    /// Entries of open at the end.
    pub open: usize,
}

/// Searches `space` by these conventions until a goal is taken from open.
pub fn best_first<S, H, V, K>(
    space: &S,
    heuristic: &H,
    conventions: &Conventions<impl Fn(S::Cost, S::Cost) -> V, impl Fn(&S::State, i64) -> K>,
) -> Counts<S::Action, S::Cost>
where
    S: StateSpace,
    H: Heuristic<S>,
    V: Ord + Copy,
    K: Ord + Copy,
{
    struct Node<S: StateSpace> {
        state: S::State,
        parent: Option<(usize, S::Action)>,
        g: S::Cost,
    }

    let Conventions { rank, tie, in_open, reopens } = conventions;
    let mut nodes: Vec<Node<S>> = Vec::new();
    let mut open: BTreeMap<(V, K, usize), usize> = BTreeMap::new();
    let mut key_in_open: HashMap<S::Packed, (V, K, usize)> = HashMap::new();
    let mut closed: HashMap<S::Packed, V> = HashMap::new();

    let score = |g, state: &S::State| rank(g, heuristic.estimate(space, state));
    let initial = space.initial_state();
    let key = (score(S::Cost::ZERO, &initial), tie(&initial, 0), 0);
    key_in_open.insert(space.pack(&initial), key);
    nodes.push(Node { state: initial, parent: None, g: S::Cost::ZERO });
    open.insert(key, 0);

    while let Some((key, id)) = open.pop_first() {
        let state = nodes[id].state.clone();
        let packed = space.pack(&state);
        if key_in_open.get(&packed) == Some(&key) {
            key_in_open.remove(&packed);
        }
        closed.insert(packed, key.0);
        if space.is_goal(&state) {
            let mut actions = Vec::new();
            let mut node = &nodes[id];
            while let Some((parent, action)) = node.parent {
                actions.push(action);
                node = &nodes[parent];
            }
            actions.reverse();
            let plan = Some(Plan { actions, cost: nodes[id].g });
            return Counts { plan, closed: closed.len(), open: open.len() };
        }
        let mut actions = Vec::new();
        space.actions(&state, &mut actions);
        for action in actions {
            let g = nodes[id].g.plus(space.cost(&state, action));
            let mut child = state.clone();
            space.apply(&mut child, action);
            let packed = space.pack(&child);
            let number = nodes.len();
            let key = (score(g, &child), tie(&child, number as i64), number);
            if let Some(&known) = closed.get(&packed) {
                if !reopens || key.0 >= known {
                    continue;
                }
                closed.remove(&packed);
            } else if *in_open == InOpen::Replace
                && let Some(known) = key_in_open.get(&packed)
            {
                if (key.0, key.1) >= (known.0, known.1) {
                    continue;
                }
                open.remove(known);
            }
            key_in_open.insert(packed, key);
            open.insert(key, number);
            nodes.push(Node { state: child, parent: Some((id, action)), g });
        }
    }
    Counts { plan: None, closed: closed.len(), open: 0 }
}
