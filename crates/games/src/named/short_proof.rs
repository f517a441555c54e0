//! A short search of all moves before one that leaves moves out: what it proves, such as a mate in
//! a few moves, needs no other search.

use tremaux_core::{GameReport, Limits};

/// The most nodes.
const NODES: u64 = 20_000;

/// The limits of the short search, before a search with these.
pub fn limits_of_proof(limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    limits.nodes = Some(limits.nodes.map_or(NODES, |nodes| (nodes / 8).min(NODES)));
    limits
}

/// Whether the report of the short search proves all its lines.
pub fn is_proof<M>(report: &GameReport<M>) -> bool {
    report.is_exact && report.lines.iter().all(|line| line.is_exact)
}
