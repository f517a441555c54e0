//! What the catalogue lists of this crate.

pub use crate::function::entry::FUNCTION;
pub use crate::packing::entry::PACKING;
pub use crate::queens::entry::QUEENS;
pub use crate::sequencing::entry::SEQUENCING;
pub use crate::tsp::entry::TSP;
pub use crate::tsp::example::EXAMPLES as TSP_EXAMPLES;

use tremaux_domain::DomainEntry;

/// The problems.
pub static DOMAINS: &[&&dyn DomainEntry] = &[&FUNCTION, &TSP, &QUEENS, &PACKING, &SEQUENCING];
