//! How many positions there are, and how few must be visited.

/// The nodes of a tree whose root has `branching` children, every child one fewer children
/// than its parent (`shrinks`) or as many, to `depth` plies; the root counted.
///
/// ```
/// use tremaux_play::reference::uniform_nodes;
/// assert_eq!(uniform_nodes(10, 6, true) - 1, 187_300);
/// assert_eq!(uniform_nodes(30, 5, false), 25_137_931);
/// ```
#[must_use]
pub fn uniform_nodes(branching: u64, depth: u32, shrinks: bool) -> u64 {
    let (mut nodes, mut layer, mut branching) = (1u64, 1u64, branching);
    for _ in 0..depth {
        layer = layer.saturating_mul(branching);
        nodes = nodes.saturating_add(layer);
        branching = branching.saturating_sub(u64::from(shrinks));
    }
    nodes
}

/// The leaves that any search must visit to know the value of a uniform tree: with b =
/// `branching` and d = `depth`, b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth and Moore 1975).
///
/// ```
/// assert_eq!(tremaux_play::reference::minimal_leaves(3, 3), 11);
/// ```
#[must_use]
pub fn minimal_leaves(branching: u64, depth: u32) -> u64 {
    let power = |exponent| branching.saturating_pow(exponent);
    power(depth.div_ceil(2)).saturating_add(power(depth / 2)).saturating_sub(1)
}

/// The recurrence printed by P. Klęsk, R(d) = R(d−1) + (b−1)·R(d−2) with R(0) = 1 and 1 for
/// R(−1): a position besides the best line is taken to cost one move searched fully.
///
/// Equal to [`minimal_leaves`] to depth 3 and more beyond, where below a refuted position
/// bounds would do.
#[must_use]
pub fn minimal_leaves_recurrence(branching: u64, depth: u32) -> u64 {
    let (mut full, mut refuted) = (1u64, 1u64);
    for _ in 0..depth {
        let others = branching.saturating_sub(1);
        (full, refuted) = (full.saturating_add(others.saturating_mul(refuted)), full);
    }
    full
}

/// The nodes of the minimal tree, all layers and the root counted.
#[must_use]
pub fn minimal_nodes(branching: u64, depth: u32) -> u64 {
    (0..=depth).fold(0, |sum: u64, depth| sum.saturating_add(minimal_leaves(branching, depth)))
}
