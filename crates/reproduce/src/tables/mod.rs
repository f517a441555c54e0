//! The tables, one file for each kind of source.

mod board_games;
mod checkers;
mod fifteen_puzzle;
mod graphs;
mod histograms;
mod memory;
mod nutshell_games;
pub(crate) mod nutshell_growth;
mod nutshell_search;
mod sac_sudokus;
mod sac_tiles;
mod sokoban;

use crate::entry::Table;

const NUTSHELL: &str =
    "Heineman, Pollice and Selkow, Algorithms in a Nutshell, 2nd edition, 2015, chapter 7";
const SAC: &str = "P. Klęsk, Algorithms for searching graphs and game trees, and the library SaC";
const BROCKINGTON: &str = "M. Brockington, Pawn Captures Wyvern, GDC 2000";

/// Every table, in display order.
pub static TABLES: &[&Table] = &[
    &nutshell_games::TREES,
    &nutshell_games::TABLE_7_1,
    &nutshell_games::FIGURES_7_11,
    &nutshell_search::TABLE_7_2,
    &nutshell_growth::TABLE_7_3,
    &nutshell_growth::GROWTH,
    &nutshell_search::PICTURES,
    &graphs::GRAPHS,
    &sac_tiles::EIGHT_PUZZLE,
    &sac_tiles::MEANS,
    &sac_tiles::FIFTEEN_PUZZLE,
    &memory::MEMORY,
    &fifteen_puzzle::KORF_100,
    &fifteen_puzzle::HEURISTICS,
    &histograms::HISTOGRAMS,
    &board_games::TIC_TAC_TOE,
    &board_games::CONNECT_FOUR,
    &sac_sudokus::SUDOKU,
    &checkers::CHECKERS,
    &sokoban::SOKOBAN,
];
