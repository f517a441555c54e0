//! The domains by name, a file each.

mod maze;
mod tiles;

pub(crate) use maze::MAZE;
pub(crate) use tiles::TILES;
