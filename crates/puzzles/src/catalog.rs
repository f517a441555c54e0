//! What the catalogue lists of this crate.

pub use crate::crossword::entry::CROSSWORD;
pub use crate::jugs::entry::JUGS;
pub use crate::rivers::entry::RIVERS;
pub use crate::sokoban::entry::SOKOBAN;
pub use crate::sudoku::entry::SUDOKU;
pub use crate::word_ladder::entry::WORD_LADDER;

use crate::{assignment, constraints, job_shop, knapsack, lights_out, pancake, peg_solitaire};
use tremaux_domain::DomainEntry;

/// Puzzles that permute: listed between those of other crates.
pub static PERMUTATIONS: &[&&dyn DomainEntry] = &[&pancake::entry::PANCAKE];

/// All other puzzles.
pub static DOMAINS: &[&&dyn DomainEntry] = &[
    &JUGS,
    &knapsack::entry::KNAPSACK,
    &assignment::entry::ASSIGNMENT,
    &job_shop::entry::JOB_SHOP,
    &RIVERS,
    &lights_out::entry::LIGHTS_OUT,
    &peg_solitaire::entry::PEG_SOLITAIRE,
    &SUDOKU,
    &CROSSWORD,
    &WORD_LADDER,
    &constraints::entry::CONSTRAINTS,
    &SOKOBAN,
];
