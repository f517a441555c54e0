//! Patterns by a closure.

use super::PatternSpace;

/// Indices in a block: enough that threads share the blocks evenly.
const BLOCK: usize = 1 << 12;

/// A pattern whose states are the numbers below `count`, by a closure.
///
/// `predecessors` returns the states from which one move leads to a state. `name` is made of
/// letters, digits and hyphens; a [`Cache`](super::Cache) uses a file again that was stored for
/// the same name, number of states and goals.
///
/// For patterns that are expensive to decode, or that have parts, implement [`PatternSpace`].
///
/// # Panics
///
/// A build panics if a goal or a predecessor is not below `count`.
///
/// ```
/// use tremaux::search::patterns::{Builder, pattern};
///
/// // A ring of twelve, and the distances to 0.
/// let ring = pattern("ring", 12, [0], |at| [(at + 1) % 12, (at + 11) % 12]);
/// let database = Builder::new().build(&ring)?;
/// assert_eq!((database.get(5), database.get(11)), (5, 1));
/// # Ok::<(), tremaux::search::patterns::BuildError>(())
/// ```
pub fn pattern<I, F>(
    name: impl Into<String>,
    count: usize,
    goals: impl IntoIterator<Item = usize>,
    predecessors: F,
) -> ClosurePattern<F>
where
    I: IntoIterator<Item = usize>,
    F: Fn(usize) -> I + Sync,
{
    let goals = goals.into_iter().collect();
    ClosurePattern { name: name.into(), count, goals, predecessors }
}

/// The pattern that a closure defines; see [`pattern`].
#[derive(Clone, Debug)]
pub struct ClosurePattern<F> {
    name: String,
    count: usize,
    goals: Vec<usize>,
    predecessors: F,
}

impl<F> ClosurePattern<F> {
    fn checked(&self, index: usize) -> usize {
        assert!(index < self.count, "state {index} of a pattern of {} states", self.count);
        index
    }
}

impl<I, F> PatternSpace for ClosurePattern<F>
where
    I: IntoIterator<Item = usize>,
    F: Fn(usize) -> I + Sync,
{
    /// The first index.
    type Block = usize;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn description(&self) -> String {
        format!("{}: {} states, goals {:?}", self.name, self.count, self.goals)
    }

    fn block_count(&self) -> usize {
        self.count.div_ceil(BLOCK)
    }

    fn block_len(&self) -> usize {
        self.count.min(BLOCK)
    }

    fn block(&self, number: usize) -> usize {
        number * BLOCK
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.extend(self.goals.iter().map(|&goal| (self.checked(goal), 0)));
    }

    fn predecessors(
        &self,
        first: &usize,
        within: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        for index in (self.predecessors)(first + within) {
            let index = self.checked(index);
            visit(index / BLOCK, index % BLOCK, 0);
        }
    }
}
