//! Goofspiel: both players bid a card for each prize, at the same time.
//!
//! Each player has the cards 1 to n, and so has a stock of prizes, which come up one by one, in
//! random order by default. Both bid a card; the higher one takes the prize, and nobody if they are
//! equal. Bids are seen once both are made. The payoff is the lead in points. By symmetry the value
//! is 0; the strategies that secure it are mixed (Ross 1971). With shuffled prizes it
//! ends in (n!)³ ways: four cards are solved in a second, six do not fit in memory.
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
