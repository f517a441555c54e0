//! The domains by name, a file each.

mod graph;
mod grid;
mod jugs;
mod keys;
mod maze;
mod pancake;
mod pocket_cube;
mod reading;
mod rivers;
mod sokoban;
mod sudoku;
mod tiles;

pub(crate) use graph::GRAPH;
pub(crate) use grid::GRID;
pub(crate) use jugs::JUGS;
pub(crate) use maze::{MAZE, MazeProblem, mazes};
pub(crate) use pancake::PANCAKE;
pub(crate) use pocket_cube::POCKET_CUBE;
pub(crate) use rivers::RIVERS;
pub(crate) use sokoban::SOKOBAN;
pub(crate) use sudoku::SUDOKU;
pub(crate) use tiles::TILES;
