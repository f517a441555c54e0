//! Explicit game trees, as in books and lessons: leaves are numbers.
//!
//! ```
//! use tremaux::Limits;
//! use tremaux::games::game_tree::GameTree;
//! use tremaux::play::{AlphaBeta, SearchParts};
//!
//! let tree = GameTree::parse("(3 12 8) (2 4 6) (14 5 2)")?;
//! let root = tremaux::Game::initial_state(&tree);
//! let report = AlphaBeta::default().solve(&tree, &root, SearchParts::new(), &Limits::default());
//! assert_eq!(report.score.get(), 3);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod notation;
mod rules;

pub use rules::{Branch, GameTree, TreeNode};
