//! Type-erased state spaces, so that an algorithm is compiled only once.
//!
//! A generic algorithm is compiled again for every type of problem. An [`Erased`] space hides
//! the type: states are keys of one type, actions are numbers, and every method is one call
//! through a trait object. An algorithm compiled for it searches any problem, with up to about
//! twice the time per node; the counts are identical.
//!
//! ```
//! use std::sync::Arc;
//! use tremaux_domain::erased::{Erased, ErasedHeuristic, Typed};
//! use tremaux::search::AnyHeuristic;
//! use tremaux::{NoHeuristic, StateSpace};
//!
//! /// Count from 0 to 9 by steps of 1 or 3.
//! struct Steps;
//!
//! impl StateSpace for Steps {
//!     type State = u32;
//!     type Packed = u32;
//!     type Action = u8;
//!     type Cost = u32;
//!
//!     fn initial_state(&self) -> u32 {
//!         0
//!     }
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == 9
//!     }
//!     fn actions(&self, _state: &u32, actions: &mut Vec<u8>) {
//!         actions.extend([1, 3]);
//!     }
//!     fn cost(&self, _state: &u32, _action: u8) -> u32 {
//!         1
//!     }
//!     fn apply(&self, state: &mut u32, action: u8) {
//!         *state += u32::from(action);
//!     }
//!     fn pack(&self, state: &u32) -> u32 {
//!         *state
//!     }
//!     fn unpack(&self, packed: &u32) -> u32 {
//!         *packed
//!     }
//! }
//!
//! let steps = Arc::new(Steps);
//! let erased: Erased<u64, u32> = Erased::new(Typed::new(Arc::clone(&steps)));
//! let mut actions = Vec::new();
//! erased.actions(&0, &mut actions);
//! assert_eq!(actions[1].get::<u8>(), 3);
//! let blind = ErasedHeuristic::new(steps, Arc::new(NoHeuristic));
//! assert_eq!(blind.estimate_any(&erased, &5), 0);
//! ```

mod buffers;
mod compiled;
mod estimator;
mod graph;
mod heuristic;
mod key;
mod search;
mod selected;
mod space;

pub use compiled::{Built, Compiled, IdaStarOrder};
pub use heuristic::ErasedHeuristic;
pub use key::{ErasedAction, StateKey};
pub use search::{ErasedSearch, Relay, TypedSearch};
pub(crate) use selected::select;
pub use selected::{Combined, Estimator, Factor, Selected};
pub use space::{ActionClasses, Erased, TieKey, Typed};
