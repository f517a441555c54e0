//! The domains by name, a file each.

mod grid;
mod maze;
mod tiles;

pub(crate) use grid::GRID;
pub(crate) use maze::MAZE;
pub(crate) use tiles::TILES;
