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
/// use tremaux::tables::{Builder, pattern};
///
/// // A ring of twelve, and the distances to 0.
/// let ring = pattern("ring", 12, [0], |at| [(at + 1) % 12, (at + 11) % 12]);
/// let database = Builder::new().build(&ring)?;
/// assert_eq!((database.get(5), database.get(11)), (5, 1));
/// # Ok::<(), tremaux::tables::BuildError>(())
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

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::pattern;

    #[test]
    fn several_blocks_and_threads_and_a_last_block_in_part() {
        let count = 10_000;
        let ring = pattern("ring", count, [3, 9_000], |at| [(at * 3 + 1) % 10_000, at / 2]);
        let one = Builder::new().with_threads(1).build(&ring).expect("a small database");
        let three = Builder::new().with_threads(3).build(&ring).expect("a small database");
        let mut distances = vec![u8::MAX; count];
        let mut layer = vec![3, 9_000];
        for distance in 0.. {
            layer.retain(|&at| distances[at] == u8::MAX);
            if layer.is_empty() {
                break;
            }
            layer.iter().for_each(|&at| distances[at] = distance);
            layer = layer.iter().flat_map(|&at| [(at * 3 + 1) % count, at / 2]).collect();
        }
        for (index, &distance) in distances.iter().enumerate() {
            if distance != u8::MAX {
                assert_eq!([one.get(index), three.get(index)], [distance; 2], "{index}");
            }
        }
        assert!(distances.iter().filter(|&&distance| distance != u8::MAX).count() > 5_000);
    }

    #[test]
    #[should_panic(expected = "state 12 of a pattern of 12 states")]
    fn states_that_are_not_there_are_found() {
        let ring = pattern("ring", 12, [0], |at| [at + 1]);
        let _ = Builder::new().with_threads(1).build(&ring);
    }
}
