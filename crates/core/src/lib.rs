//! The vocabulary shared by algorithms and problems. Knows neither, and only `std`.
//!
//! * [`StateSpace`] and its capabilities say what a problem for one agent is;
//! * [`Heuristic`] estimates what is left to go;
//! * [`Algorithm`] makes a [`Search`], a value that can be paused, watched by an [`Observer`]
//!   and held to [`Limits`]; it ends with a [`SearchReport`];
//! * [`Game`] and its capabilities say what a problem for several players is;
//! * [`Notation`] and [`Depict`] say how states are written and drawn, [`GameNotation`] and
//!   [`GameDepict`] how positions and moves of games are.

pub mod cost;
pub mod depict;
pub mod evaluator;
pub mod game;
pub mod game_notation;
pub mod game_observer;
pub mod game_report;
pub mod game_search;
pub mod heuristic;
pub mod limits;
pub mod move_ordering;
pub mod notation;
pub mod observe;
pub mod packed;
pub mod parse;
pub mod payoff_observer;
pub mod report;
pub mod score;
pub mod search;
pub mod space;
pub mod untold;

pub use cost::{Cost, FloatCost};
pub use depict::{Depict, Picture, Role, Shape};
pub use evaluator::{Evaluator, PayoffEvaluator};
pub use game::{
    ChanceGame, ExtendingGame, Game, HashedGame, IndexedGame, MoveKey, NO_MOVE, NullMoveGame,
    Player, ReversibleGame, TacticalGame, Turn, ZeroSumGame,
};
pub use game_notation::{GameDepict, GameNotation};
pub use game_observer::{GameEvent, GameObserver, ScoreSource};
pub use game_report::{GameReport, GameStatistics, Line, RootMove};
pub use game_search::GameSearch;
pub use heuristic::{AnyHeuristic, Blind, Guarantees, Heuristic, Max, Scaled, Session, Sum, Trail};
pub use limits::{CancelToken, Limits, Meter};
pub use move_ordering::MoveOrdering;
pub use notation::Notation;
pub use observe::{Event, Observer, PathStep, PathStepKind, Pruning};
pub use packed::FixedPacked;
pub use parse::ParseError;
pub use payoff_observer::{PayoffCutoff, PayoffEvent, PayoffObserver};
pub use report::{Nearest, Plan, SearchReport, Statistics, StopReason, Termination};
pub use score::{Bound, Score};
pub use search::{Algorithm, AnySearch, Progress, Search};
pub use space::{
    ActionKey, BackwardSpace, CommutingSpace, IndexedSpace, Predecessor, Reverse, Reversed,
    ReversibleSpace, SituatedSpace, StateSpace, TypedActions, UndoSpace,
};
pub use untold::Untold;
