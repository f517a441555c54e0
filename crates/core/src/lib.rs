//! The traits and types shared by algorithms and problems. Depends only on `std`.
//!
//! * [`StateSpace`] and its capability traits define a problem for one agent;
//! * [`Heuristic`] estimates the remaining cost;
//! * [`Algorithm`] starts a [`Search`], a value that can be paused, watched by an [`Observer`]
//!   and bounded by [`Limits`]; its result is a [`SearchReport`];
//! * [`Game`] and its capability traits define a problem for several players;
//! * [`Notation`] and [`Depict`] define how states are written and drawn, [`GameNotation`] and
//!   [`GameDepict`] how positions and moves of games are;
//! * [`Random`] generates reproducible random numbers from a seed.
//!
//! Without the feature `system`, a default, nothing here asks the system for the time or for
//! threads: [`clock`] then takes the time from outside, as on WebAssembly.

pub mod clock;
mod closure_heuristic;
pub mod closure_observer;
pub mod codes;
pub mod cost;
mod counting_observer;
pub mod depict;
pub mod evaluator;
mod event;
pub mod game;
pub mod game_notation;
pub mod game_observer;
pub mod game_report;
pub mod game_search;
pub mod heuristic;
pub mod hidden_game;
pub mod limits;
pub mod move_ordering;
pub mod notation;
pub mod observe;
mod on_path;
mod options;
pub mod packed;
pub mod parse;
pub mod path_step;
pub mod random;
pub mod report;
pub mod score;
pub mod search;
mod skipped_counts;
pub mod sort_key;
pub mod space;
mod state_graph;
#[cfg(feature = "system")]
mod threads;

pub use cost::{Cost, FloatCost, NotACost};
pub use depict::{Depict, Picture, Role, Shape};
pub use evaluator::{Evaluator, PayoffEvaluator};
pub use event::{Detail, Event, Pruning, Vocabulary};
pub use game::{
    ExtendingGame, Game, HashedGame, IndexedGame, MoveKey, NO_MOVE, NullMoveGame, Player,
    TacticalGame, Turn, ZeroSumGame, hash_of,
};
pub use game_notation::{GameDepict, GameNotation};
pub use game_observer::{CutoffReason, GameEvent, GameObserver, ScoreSource};
pub use game_report::{GameReport, GameStatistics, Line, PartCounts, RootMove};
pub use game_search::GameSearch;
pub use heuristic::{
    AnyHeuristic, Guarantees, Heuristic, Max, NoHeuristic, Scaled, Session, Trail,
};
pub use hidden_game::{HiddenGame, HiddenNotation};
pub use limits::{CancelToken, Deadline, Limits, Meter};
pub use move_ordering::MoveOrdering;
pub use notation::Notation;
pub use observe::Observer;
pub use on_path::{cut_on_path, observe_on_path, prune_on_path};
pub use packed::FixedPacked;
pub use parse::{ParseError, is_obeyed};
pub use path_step::{PathStep, PathStepKind};
pub use random::Random;
pub use report::{Nearest, Optimality, Plan, SearchReport, Statistics, StopReason, Termination};
pub use score::{Bound, Score};
pub use search::{Algorithm, AnyResult, AnySearch, Progress, Search, UnwatchedSearch};
pub use skipped_counts::SkippedCounts;
pub use sort_key::SortKey;
pub use space::{
    ActionKey, BackwardSpace, CommutingSpace, CompactActions, IndexedSpace, LocalContextSpace,
    Predecessor, ReversibleSpace, StateNumbers, StateSpace, UndoSpace,
};
pub use state_graph::{Numbering, StateGraph};
#[cfg(feature = "system")]
pub use threads::{refused_threads, start_thread};
