//! Random graphs with everything that puzzles lack.

use crate::graph::{Edge, Graph, Pruning};
use crate::walk::Walker;

/// A walker whose first numbers differ for consecutive seeds.
pub(crate) fn walker(seed: u64) -> Walker {
    let mut walker = Walker::new(seed.wrapping_add(1));
    for _ in 0..12 {
        let _ = walker.below(2);
    }
    walker
}

/// A random graph of 2 to `most_nodes` nodes.
///
/// The graph may be directed or not, and sparse or dense. Costs are all equal, mostly zero,
/// small, or very uneven. There may be cycles, loops and parallel edges, and no goal, one goal
/// or several, possibly unreachable or the initial node. Left out are the edges back, detours
/// as well, or nothing.
///
/// # Panics
///
/// Panics if `most_nodes` is below 2.
pub fn random_graph(seed: u64, most_nodes: usize) -> Graph<u32> {
    let mut walker = walker(seed);
    let nodes = 2 + walker.below(most_nodes - 1);
    let is_directed = walker.chance(60);
    let wanted = 1 + walker.below(if is_directed { 3 } else { 2 } * nodes);
    let kind = walker.below(5);
    let even = walker.below(4) as u32;
    let mut edges: Vec<Edge<u32>> = Vec::new();
    let mut degree = vec![0; nodes];
    for _ in 0..wanted {
        // Edges to nodes close by make for long paths, edges to any node for short ones.
        let from = walker.below(nodes);
        let to = if walker.chance(50) { walker.below(nodes) } else { from + walker.below(3) };
        let to = to % nodes;
        let cost = match kind {
            0 => even,
            1 => walker.below(4).saturating_sub(2) as u32,
            2 => walker.below(4) as u32,
            3 => walker.below(20) as u32,
            _ => 10_u32.pow(walker.below(4) as u32) * walker.below(10) as u32,
        };
        let (from, to) = (from as u32, to as u32);
        if degree[from as usize].max(degree[to as usize]) < 60 {
            edges.push(Edge { from, to, cost });
            degree[from as usize] += 1;
            if !is_directed {
                edges.push(Edge { from: to, to: from, cost });
                degree[to as usize] += 1;
            }
        }
    }
    let goals: Vec<u32> = match walker.below(10) {
        0 => Vec::new(),
        1..=2 => (0..1 + walker.below(3)).map(|_| walker.below(nodes) as u32).collect(),
        3..=5 => (0..1 + walker.below(3)).map(|_| 1 + walker.below(nodes - 1) as u32).collect(),
        _ => vec![nodes as u32 - 1],
    };
    let pruning = [Pruning::Nothing, Pruning::Back, Pruning::Detours][walker.below(3)];
    Graph::new(nodes, edges, &goals).pruned(pruning)
}

/// A line of `length` edges with random costs below `dearest`, and edges back along it.
pub fn random_line(seed: u64, length: u32, dearest: usize) -> Graph<u32> {
    let mut walker = walker(seed);
    let edges = (0..length).flat_map(|from| {
        let cost = walker.below(dearest) as u32;
        [Edge { from, to: from + 1, cost }, Edge { from: from + 1, to: from, cost }]
    });
    Graph::new(length as usize + 1, edges.collect(), &[length]).pruned(Pruning::Back)
}
