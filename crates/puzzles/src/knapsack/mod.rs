//! The 0/1 knapsack problem: choose items of the greatest total value that fit into a capacity.
//!
//! [`Knapsack`] is its own state space: it decides about one item after the other, most value per
//! weight first. Leaving an item costs its value, so the cheapest plan leaves the least value
//! behind and the total is what all items are worth, less the cost. Two ways to the same weight
//! after the same items are duplicates, so a search with a table of states is at most Bellman's
//! dynamic program. [`FractionalBound`] is the bound of Dantzig (1957): the items that follow in
//! this order, the last one in part.

mod bound;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod notation;
mod rules;
mod text;

pub use bound::FractionalBound;
pub use rules::{Decision, Item, Knapsack, Load};
