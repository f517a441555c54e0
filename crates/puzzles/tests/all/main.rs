//! The integration tests, in one program: it is built and linked once.

mod jugs;
mod jugs_entry;
mod lights_out;
mod pancake;
mod peg_solitaire;
mod pocket_cube;
mod pocket_cube_entry;
mod rivers;
mod rivers_entry;
mod sac;
mod sokoban;
mod sokoban_entry;
mod sudoku;
mod sudoku_entry;
mod tiles_entry;
mod tiles_family;
mod tiles_heuristics;
mod tiles_kit;
mod tiles_korf;
mod tiles_layers;
mod tiles_macros;
mod tiles_parberry;
mod tiles_parse;
mod tiles_patterns;
mod tiles_puzzle;
mod tiles_strings;
