//! Reproducible random walks.

use tremaux_core::StateSpace;

/// A small deterministic generator, so that failures are reproducible.
#[derive(Clone, Debug)]
pub struct Walker(u64);

impl Walker {
    /// A generator that always produces the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// True with a probability of `percent` %.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Calls `check(state, action, child)` along a random walk of `steps` actions, which begins again
/// where no action is left.
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
            state = space.initial_state();
            space.actions(&state, &mut actions);
        }
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
