//! Goofspiel: both players bid a card for each prize, at the same time.
//!
//! Each player holds the cards 1 to n, and so does a stock of prizes. Prizes come up one by one,
//! in random order by default; both players bid a card of their own, and the higher one takes the
//! prize. Nobody takes it if the bids are equal. Bids are seen once both are made, and spent. The
//! payoff is the lead in points. As players differ in nothing but their numbers, the value is 0;
//! the strategies that secure it are mixed (Ross 1971). With shuffled prizes, games of n cards end
//! in (n!)³ ways: four cards are solved in a second, six do not fit in memory.
//!
//! ```
//! use tremaux::Limits;
//! use tremaux::games::goofspiel::{Goofspiel, Prizes};
//! use tremaux::play::Equilibrium;
//! let game = Goofspiel::new(3, Prizes::Descending).expect("3 cards");
//! let report = Equilibrium::default().target(1e-4).solve(&game, &Limits::default());
//! assert!(report.bounds.0 <= 0.0 && report.bounds.1 >= 0.0);
//! ```

#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod notation;
mod rules;

pub use rules::{Goofspiel, Move, Prizes};
