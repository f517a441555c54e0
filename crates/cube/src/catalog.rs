//! What the catalogue lists of this crate.

pub use crate::entry::CUBE;
pub use crate::pocket::entry::POCKET_CUBE;
use tremaux_domain::DomainEntry;

/// The cubes.
pub static DOMAINS: &[&&dyn DomainEntry] = &[&CUBE, &POCKET_CUBE];
