//! Word ladders: changing one word into another, one letter at a time, where each step is a word of
//! a list (Carroll 1877, as Word-Links; *Doublets: a word-puzzle*, 1879).
//!
//! [`WordLadder`] is read from its two words and a [`WordList`](super::crossword::WordList), and is
//! its own state space. It finds the neighbours of a word in the index [`LadderWords`], which
//! ladders of one length can share. [`DifferingLetters`] is its heuristic.
//!
//! ```
//! use std::sync::Arc;
//! use tremaux::puzzles::crossword::WordList;
//! use tremaux::puzzles::word_ladder::{DifferingLetters, WordLadder};
//! use tremaux::search::{BestFirst, Notation};
//! use tremaux::{Algorithm, Limits};
//!
//! let words = Arc::new(WordList::parse("head\nheal\ntail\ntall\nteal\ntell")?);
//! let ladder = WordLadder::parse("HEAD -> TAIL", &words)?;
//! let report = BestFirst::a_star().solve(&ladder, DifferingLetters, &Limits::default(), &mut ());
//! let plan = report.plan.expect("Carroll's own example");
//! let steps: Vec<String> =
//!     plan.actions.iter().map(|&change| ladder.words().text(change.word)).collect();
//! assert_eq!(steps, ["HEAL", "TEAL", "TELL", "TALL", "TAIL"]);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod example;
mod generator;
mod heuristics;
mod notation;
mod rules;
mod words;

pub use example::built_in_ladder_words;
pub use heuristics::DifferingLetters;
pub use rules::WordLadder;
pub use words::LadderWords;
