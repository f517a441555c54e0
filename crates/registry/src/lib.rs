//! Looks up problems, heuristics and algorithms by name.
//!
//! A user interface, such as the command line or the web page, looks up a [`domain`], reads an
//! [`Instance`] of it, and starts a search by the names of an algorithm and a heuristic. All
//! entries describe themselves as data, from which lists, help and forms are built.
//!
//! ```
//! use tremaux_registry::{SolveRequest, HeuristicCache, Source, domain};
//! use tremaux::Limits;
//!
//! let tiles = domain("tiles")?;
//! let instance = &tiles.instances(Source::One("1 2 3 / 4 0 6 / 7 5 8"), &[])?[0];
//! let request = SolveRequest {
//!     algorithm: Some("a-star".into()),
//!     heuristic: Some("max(manhattan, misplaced)".into()),
//!     ..SolveRequest::default()
//! };
//! let mut search = instance.start(&request, &HeuristicCache::default())?;
//! search.advance(&Limits::default());
//! let report = search.report()?;
//! assert_eq!((report.length, report.optimal), (Some(2), Some(true)));
//! # Ok::<(), tremaux_registry::RegistryError>(())
//! ```
//!
//! A new problem is a folder with its rules and its entry, and a line in [`DOMAINS`]; a new
//! algorithm is a line in [`algorithms`](mod@algorithms). They are independent, so N problems
//! and M algorithms are N + M entries.

mod listed;
mod lookup;
mod place_restorer;
pub mod quantity;
mod readers;

pub use listed::{Field, Listed, algorithms_of, listed_algorithms};
pub use lookup::{domain, game};
pub use place_restorer::PlaceRestorer;
pub use readers::readers_of;
pub use tremaux_domain::*;
pub use tremaux_games::checkers::entry::build_endings as build_checkers_endings;
pub use tremaux_games::named::*;
pub use tremaux_maps::paths;

use tremaux_games::{
    backgammon, checkers, connect_four, dots_and_boxes, game_tree, go, hex, kuhn_poker,
    leduc_poker, liars_dice, m_n_k, matrix_game, nim, tic_tac_toe,
};
use tremaux_maps::{graph, grid};
use tremaux_optimization::{function, packing, queens, sequencing, tsp};
use tremaux_puzzles::{
    assignment, constraints, crossword, job_shop, jugs, knapsack, lights_out, pancake,
    peg_solitaire, rivers, sokoban, sudoku, word_ladder,
};

/// Every domain. The references are to statics of other crates, so that nothing of a domain is
/// compiled again here.
pub static DOMAINS: &[&&dyn DomainEntry] = &[
    &tremaux_tiles::entry::TILES,
    &pancake::entry::PANCAKE,
    &tremaux_cube::entry::CUBE,
    &tremaux_cube::pocket::entry::POCKET_CUBE,
    &jugs::entry::JUGS,
    &knapsack::entry::KNAPSACK,
    &assignment::entry::ASSIGNMENT,
    &job_shop::entry::JOB_SHOP,
    &rivers::entry::RIVERS,
    &lights_out::entry::LIGHTS_OUT,
    &peg_solitaire::entry::PEG_SOLITAIRE,
    &sudoku::entry::SUDOKU,
    &crossword::entry::CROSSWORD,
    &word_ladder::entry::WORD_LADDER,
    &constraints::entry::CONSTRAINTS,
    &sokoban::entry::SOKOBAN,
    &graph::entry::GRAPH,
    &grid::entry::GRID,
    &function::entry::FUNCTION,
    &tsp::entry::TSP,
    &queens::entry::QUEENS,
    &packing::entry::PACKING,
    &sequencing::entry::SEQUENCING,
];

/// Every game.
pub static GAMES: &[&&dyn GameEntry] = &[
    &tic_tac_toe::entry::TIC_TAC_TOE,
    &m_n_k::entry::M_N_K,
    &go::entry::GO,
    &hex::entry::HEX,
    &nim::entry::NIM,
    &connect_four::entry::CONNECT_FOUR,
    &dots_and_boxes::entry::DOTS_AND_BOXES,
    &checkers::entry::CHECKERS,
    &tremaux_chess::entry::CHESS,
    &tremaux_othello::entry::OTHELLO,
    &backgammon::entry::BACKGAMMON,
    &game_tree::entry::GAME_TREE,
    &kuhn_poker::entry::KUHN_POKER,
    &leduc_poker::entry::LEDUC_POKER,
    &liars_dice::entry::LIARS_DICE,
    &matrix_game::entry::MATRIX_GAME,
];
