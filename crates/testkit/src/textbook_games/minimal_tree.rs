//! The sizes of uniform and minimal trees.

/// The number of nodes, including the root, of a tree of `depth` plies whose root has
/// `branching` children. Each child has as many children as its parent, or one fewer if
/// `shrinks` is set.
pub fn uniform_nodes(branching: u64, depth: u32, shrinks: bool) -> u64 {
    let (mut nodes, mut layer, mut branching) = (1u64, 1u64, branching);
    for _ in 0..depth {
        layer = layer.saturating_mul(branching);
        nodes = nodes.saturating_add(layer);
        branching = branching.saturating_sub(u64::from(shrinks));
    }
    nodes
}

/// The number of leaves that any search must visit to determine the value of a uniform tree:
/// with b = `branching` and d = `depth`, b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth and Moore 1975).
pub fn minimal_leaves(branching: u64, depth: u32) -> u64 {
    let power = |exponent| branching.saturating_pow(exponent);
    power(depth.div_ceil(2)).saturating_add(power(depth / 2)).saturating_sub(1)
}

/// The recurrence printed by P. Klęsk: R(d) = R(d−1) + (b−1)·R(d−2), with R(0) = R(−1) = 1. It
/// assumes that a position beside the best line costs one fully searched move.
///
/// Equal to [`minimal_leaves`] up to depth 3 and larger beyond that, because bounds would
/// suffice below a refuted position.
pub fn minimal_leaves_recurrence(branching: u64, depth: u32) -> u64 {
    let (mut full, mut refuted) = (1u64, 1u64);
    for _ in 0..depth {
        let others = branching.saturating_sub(1);
        (full, refuted) = (full.saturating_add(others.saturating_mul(refuted)), full);
    }
    full
}

/// The number of nodes of the minimal tree in all layers, including the root.
pub fn minimal_nodes(branching: u64, depth: u32) -> u64 {
    (0..=depth).fold(0, |sum: u64, depth| sum.saturating_add(minimal_leaves(branching, depth)))
}
