//! Checks that every domain, heuristic and game must pass.
//!
//! Each walks at random from the initial state and panics with a reason at the first
//! broken promise. A new domain gets these tests by one call each.

mod game_contracts;

pub use game_contracts::{
    check_chance_game, check_folded_game, check_game_notation, play_at_random,
};

use std::fmt::Debug;

use tremaux_core::{
    BackwardSpace, Cost, Game, HashedGame, Heuristic, IndexedSpace, NO_MOVE, StateSpace, Turn,
    UndoSpace, ZeroSumGame,
};

/// A small deterministic generator, so that failures repeat.
#[derive(Clone, Debug)]
pub struct Walker(u64);

impl Walker {
    /// A generator that repeats itself for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Calls `check(state, action, child)` along a random walk of `steps` actions.
pub fn walk<S: StateSpace>(
    space: &S,
    seed: u64,
    steps: usize,
    mut check: impl FnMut(&S::State, S::Action, &S::State),
) {
    let mut walker = Walker::new(seed);
    let mut state = space.initial_state();
    let mut actions = Vec::new();
    for _ in 0..steps {
        actions.clear();
        space.actions(&state, &mut actions);
        if actions.is_empty() {
            return;
        }
        let action = actions[walker.below(actions.len())];
        let mut child = state.clone();
        space.apply(&mut child, action);
        check(&state, action, &child);
        state = child;
    }
}

/// Packing loses nothing, costs are finite, and actions are appended, never replaced.
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

/// Undo restores the state, and actions that are left out lead straight back.
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
        let (mut all, mut kept) = (Vec::new(), Vec::new());
        space.actions(child, &mut all);
        space.actions_after(child, action, &mut kept);
        for pruned in all.into_iter().filter(|candidate| !kept.contains(candidate)) {
            let mut back = child.clone();
            space.apply(&mut back, pruned);
            assert_eq!(space.pack(&back), space.pack(state), "{pruned:?} does not lead back");
        }
    });
}

/// Numbers of states can be turned back, and actions too.
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

/// Every action is found again from its result, with its cost and where it came from.
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
            assert_eq!(space.pack(&again), space.pack(child), "{by:?} leads elsewhere");
        }
    });
    let mut goals = Vec::new();
    space.goal_states(&mut goals);
    assert!(goals.iter().all(|goal| space.is_goal(goal)));
}

/// The heuristic keeps what it promises along random walks, and updates exactly.
pub fn check_heuristic<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    seed: u64,
    steps: usize,
) {
    // The memo is carried along the whole walk, as a search would, and must not drift.
    let mut carried = None;
    walk(space, seed, steps, |state, action, child| {
        let (before, memo) = carried.take().unwrap_or_else(|| heuristic.root(space, state));
        assert_eq!(before, heuristic.estimate(space, state), "root or its updates differ");
        let after = heuristic.estimate(space, child);
        let updated = heuristic.child(space, before, &memo, action, child);
        assert_eq!(updated.0, after, "child differs from estimate");
        let ahead = heuristic.ahead(space, state, before, &memo, action);
        if let Some((h, _)) = &ahead {
            assert_eq!(*h, after, "ahead differs from estimate");
        }
        carried = Some(ahead.unwrap_or(updated));
        let guarantees = heuristic.guarantees();
        if guarantees.consistent {
            assert!(before <= space.cost(state, action).plus(after), "not consistent");
        }
        if guarantees.admissible && space.is_goal(child) {
            assert_eq!(after, S::Cost::ZERO, "not admissible at a goal");
        }
    });
}

/// Undo restores positions, and games offer moves until they end.
pub fn check_game<G: Game>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        while game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            assert!(!moves.is_empty(), "an unfinished game offers no move: {state:?}");
            let mv = moves[walker.below(moves.len())];
            let before = state.clone();
            let undo = game.play(&mut state, mv);
            let after = state.clone();
            game.undo(&mut state, mv, undo);
            assert_eq!(state, before, "undo does not restore the position");
            state = after;
        }
    }
}

/// Payoffs cancel out and agree with final scores, besides [`check_game`].
pub fn check_zero_sum_game<G: ZeroSumGame>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    check_game(game, seed, games);
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        while game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            let _ = game.play(&mut state, moves[walker.below(moves.len())]);
        }
        let score = game.final_score(&state, 0);
        assert_eq!(-score, game.final_score(&state, 1), "final scores do not cancel out");
        let payoffs = [game.payoff(&state, 0), game.payoff(&state, 1)];
        assert_eq!(payoffs[0], -payoffs[1], "payoffs do not cancel out");
        let sign = payoffs[0].partial_cmp(&0.0).expect("a number") as i32;
        assert_eq!(sign, score.get().signum(), "the payoff is not that of the final score");
    }
}

/// Equal positions have equal hashes, others different ones; moves have codes of their own.
pub fn check_hashed_game<G: HashedGame>(game: &G, seed: u64, games: usize)
where
    G::State: PartialEq + Debug,
{
    let mut walker = Walker::new(seed);
    let mut moves = Vec::new();
    let mut seen: Vec<(u64, G::State)> = Vec::new();
    for _ in 0..games {
        let mut state = game.initial_state();
        while game.turn(&state) != Turn::Over {
            moves.clear();
            game.moves(&state, &mut moves);
            let mut codes: Vec<u16> = moves.iter().map(|&mv| game.code(&state, mv)).collect();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), moves.len(), "two moves with one code in {state:?}");
            assert!(codes.last().is_none_or(|&code| code < NO_MOVE));
            let mv = moves[walker.below(moves.len())];
            let before = game.hash(&state);
            let undo = game.play(&mut state, mv);
            let after = state.clone();
            game.undo(&mut state, mv, undo);
            assert_eq!(game.hash(&state), before, "undo does not restore the hash");
            state = after;
            seen.push((game.hash(&state), state.clone()));
        }
    }
    seen.sort_by_key(|(hash, _)| *hash);
    for pair in seen.windows(2) {
        assert_eq!(pair[0].0 == pair[1].0, pair[0].1 == pair[1].1, "hash of {:?}", pair[0].1);
    }
}
