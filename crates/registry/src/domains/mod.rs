//! The domains by name, a file each.

mod tiles;

pub(crate) use tiles::TILES;
