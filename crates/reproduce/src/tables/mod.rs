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

const NUTSHELL: &str = "G. Heineman, G. Pollice and S. Selkow, Algorithms in a Nutshell, 2nd \
    edition, 2015, chapter 7";
const WATSON: &str = "M. Watson, Practical Artificial Intelligence Programming with Java, 3rd \
    edition, 2008, chapter 2";
const GINSBERG: &str = "M. Ginsberg, Essentials of Artificial Intelligence, 1993, chapters 4 and 5";
const BROCKINGTON: &str = "M. Brockington, Pawn Captures Wyvern: How Computer Chess Can Improve \
    Your Pathfinding, GDC 2000";
const SAC: &str = "P. Klęsk, Algorithms for searching graphs and game trees (slides), and the Java \
    library SaC (Search and Conquer), 2012";

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

/// A part of a source that this program does not have yet.
#[derive(Clone, Copy, Debug)]
pub struct NotYet {
    /// The source: author, title, year.
    pub source: &'static str,
    /// The part, in a few words.
    pub what: &'static str,
}

const fn not_yet(source: &'static str, what: &'static str) -> NotYet {
    NotYet { source, what }
}

/// The parts of the sources that are neither in the tables nor in the program, or have no row
/// although the program has them. Parts of one source follow each other.
pub static NOT_YET: &[NotYet] = &[
    not_yet(NUTSHELL, "rows for chess, Othello and Go"),
    not_yet(NUTSHELL, "rows for Rubik's cube"),
    not_yet(WATSON, "rows for the chess program"),
    not_yet(GINSBERG, "rows for hill climbing, simulated annealing, maximization of functions"),
    not_yet(GINSBERG, "rows for crosswords filled from a list of words"),
    not_yet(GINSBERG, "rows for Rubik's cube; its macro operators (only those of tiles)"),
    not_yet(GINSBERG, "rows for chess, Othello, Go and poker; Stratego and bridge"),
    not_yet(GINSBERG, "a row for the factor of 1½ over the minimal tree"),
    not_yet(
        BROCKINGTON,
        "Sokoban's tunnel and goal macros, goal cuts, relevance cuts (another search instead)",
    ),
    not_yet(SAC, "rows for the travelling salesman with a spanning-tree bound"),
    not_yet(SAC, "rows for rectangle packing"),
    not_yet(SAC, "rows for Shannon's evaluation for chess and Bożykowski's for 10×10 checkers"),
    not_yet(SAC, "a row for the average case of alpha-beta, b^(3d/4)"),
];
