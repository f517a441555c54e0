//! Nim: heaps of objects, normal and misère, and the theory that solves it.
//!
//! The nim-sum, the exclusive or of the sizes of the heaps, is zero exactly if the player to move
//! has lost (Bouton 1901). It is the Sprague-Grundy value of the position: the least number that
//! no move leads to. The misère form differs only while no heap has more than one object.
//!
//! ```
//! use tremaux::games::nim::Nim;
//! use tremaux::play::GameNotation;
//! use tremaux::Game;
//!
//! let nim = Nim::new(&[1, 1, 1]).unwrap();
//! let heaps = nim.initial_state();
//! assert!(nim.is_won(&heaps) && !nim.clone().misere().is_won(&heaps));
//! assert_eq!(nim.position_text(&heaps), "1 1 1");
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod evaluation;
mod notation;
mod rules;

pub use evaluation::NimSum;
pub use rules::{Heaps, Nim, NimError, Take};
