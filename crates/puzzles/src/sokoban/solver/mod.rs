//! A solver for large levels: whole walks of boxes, spread over a space of features.

mod cells;
mod corral;
mod features;
mod packing;
mod search;
mod seen;
mod walks;

pub use search::FeatureSearch;
