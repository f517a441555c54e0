//! What the catalogue lists of this crate.

pub use crate::entry::TILES;
use tremaux_domain::DomainEntry;

/// The puzzle.
pub static DOMAINS: &[&&dyn DomainEntry] = &[&TILES];
