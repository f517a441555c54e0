//! What most programs need: `use tremaux::prelude::*`.
//!
//! ```
//! use tremaux::prelude::*;
//!
//! let space = tremaux::space(1, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 100);
//! let report = BestFirst::dijkstra().run(&space);
//! assert!(report.is_proven_optimal());
//! ```

#[doc(no_inline)]
pub use tremaux_core::{
    Algorithm, Cost, Event, Game, Guarantees, Heuristic, Limits, NoHeuristic, Observer, Progress,
    Score, Search, StateSpace, Termination, Turn, ZeroSumGame,
};
#[cfg(feature = "play")]
#[doc(no_inline)]
pub use tremaux_core::{Evaluator, GameSearch};
#[cfg(feature = "play")]
#[doc(no_inline)]
pub use tremaux_play::{AlphaBeta, SearchParts};
#[cfg(feature = "search")]
#[doc(no_inline)]
pub use tremaux_search::{BestFirst, IdaStar};
