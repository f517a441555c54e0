//! What the catalogue lists of this crate.

pub use crate::graph::entry::GRAPH;
pub use crate::grid::entry::GRID;
use tremaux_domain::DomainEntry;

/// The maps.
pub static DOMAINS: &[&&dyn DomainEntry] = &[&GRAPH, &GRID];
