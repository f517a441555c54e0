//! What the catalogue lists of this crate.

pub use crate::constraints::entry::EXAMPLES as CONSTRAINT_EXAMPLES;
pub use crate::crossword::entry::{CROSSWORD, EXAMPLES as CROSSWORD_EXAMPLES};
pub use crate::jugs::entry::{EXAMPLES as JUG_EXAMPLES, JUGS};
pub use crate::lights_out::entry::EXAMPLES as LIGHTS_OUT_EXAMPLES;
pub use crate::peg_solitaire::entry::EXAMPLES as PEG_SOLITAIRE_EXAMPLES;
pub use crate::rivers::entry::{EXAMPLES as RIVER_EXAMPLES, RIVERS};
pub use crate::sokoban::entry::{EXAMPLES as SOKOBAN_EXAMPLES, SOKOBAN};
pub use crate::sudoku::entry::SUDOKU;
pub use crate::word_ladder::entry::WORD_LADDER;

use crate::{
    assignment, constraints, job_shop, knapsack, lights_out, pancake, peg_solitaire, topspin,
};
use tremaux_domain::DomainEntry;

/// Puzzles that permute: listed between those of other crates.
pub static PERMUTATIONS: &[&&dyn DomainEntry] =
    &[&pancake::entry::PANCAKE, &topspin::entry::TOPSPIN];

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
