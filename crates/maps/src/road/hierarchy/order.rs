//! The order of contraction.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tremaux_core::{Limits, StopReason};

use super::arc::{Edge, UpArc};
use super::contraction::{Contracted, Contraction};
use super::witness::Reach;
use crate::graph::Graph;
use crate::preparation::Preparation;
use crate::road::weight::Weight;

tremaux_core::options! {
    /// Settings for building a hierarchy. The defaults suit road networks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ContractionSettings {
        /// The maximum number of arcs on a witness path, which makes a shortcut unnecessary.
        pub witness_hops: u32 = 16,
        /// The maximum number of nodes that one witness search visits. Larger values give fewer
        /// shortcuts and take longer.
        pub witness_nodes: u32 = 100,
        /// The weight of one more level, relative to a thousandth of a shortcut per removed arc.
        /// Larger values give flatter hierarchies.
        pub depth_weight: u32 = 100,
    }
}

/// Contracts all nodes of `graph`, starting with those that need few shortcuts for their arcs
/// and have few levels below them.
///
/// Priorities are updated lazily: when a node reaches the top of the queue its shortcuts are
/// recomputed, and it is reinserted if it is no longer the first.
pub(super) fn contract_all<W: Weight>(
    graph: &Graph<u32>,
    settings: &ContractionSettings,
    limits: &Limits,
) -> Result<Contracted<W>, StopReason> {
    let count = graph.node_count();
    let mut preparation = Preparation::start(limits);
    // Levels, priorities and the queue.
    let for_order = count * (4 + 8 + 3 * size_of::<u64>());
    preparation.hold(for_order + Contraction::<W>::first_bytes(graph))?;
    let most_looks = limits.nodes.unwrap_or(u64::MAX);
    let mut looks = 0;
    let mut look = |contraction: &Contraction<W>, node: u32| {
        if looks >= most_looks {
            return Err(StopReason::NodeLimit);
        }
        looks += 1;
        preparation.hold(for_order + contraction.bytes())?;
        // One search per arc of the maximum size is a good estimate.
        preparation.spend(1 + contraction.degree(node) * settings.witness_nodes as usize)
    };
    let mut contraction = Contraction::<W>::new(graph);
    let reach = Reach { hops: settings.witness_hops, settled: settings.witness_nodes };
    let mut levels = vec![0_u32; count];
    let depth_weight = u64::from(settings.depth_weight);
    let priority = |contraction: &mut Contraction<W>, node: u32, level: u32| -> u64 {
        let shortcuts = contraction.find_shortcuts(node, reach) as u64;
        let removed = contraction.degree(node) as u64;
        let quotient = 1000 * (shortcuts + 1) / (removed + 1);
        quotient + depth_weight * u64::from(level)
    };
    // Ties are broken in an order that spreads over the map.
    let entry = |priority: u64, node: u32| Reverse((priority, node.reverse_bits(), node));
    let mut current = vec![0_u64; count];
    let mut queue = BinaryHeap::with_capacity(count);
    for node in 0..count as u32 {
        look(&contraction, node)?;
        let value = priority(&mut contraction, node, 0);
        current[node as usize] = value;
        queue.push(entry(value, node));
    }
    let mut neighbours = Vec::new();
    while let Some(Reverse((value, _, node))) = queue.pop() {
        if current[node as usize] != value {
            continue;
        }
        look(&contraction, node)?;
        let value = priority(&mut contraction, node, levels[node as usize]);
        if queue.peek().is_some_and(|&Reverse((next, ..))| next < value) {
            current[node as usize] = value;
            queue.push(entry(value, node));
            continue;
        }
        current[node as usize] = u64::MAX;
        contraction.contract(node, &mut neighbours);
        let level = levels[node as usize] + 1;
        for &neighbour in &neighbours {
            let known = &mut levels[neighbour as usize];
            *known = level.max(*known);
        }
    }
    // The arrays are arranged by order while the old arcs still exist.
    let contracted = contraction.finish();
    let arcs = contracted.arcs.capacity() * size_of::<Edge<W>>();
    let laid_out = contracted.arcs.len() * (size_of::<UpArc<W>>() + 3 * size_of::<u32>());
    preparation.hold(arcs + laid_out + count * 6 * size_of::<u32>())?;
    Ok(contracted)
}
