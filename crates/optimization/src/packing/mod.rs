//! Rectangle packing: rectangles in a strip of a given width, as low as possible, or in a
//! rectangle.
//!
//! ```
//! use std::sync::Arc;
//! use tremaux::landscape::Optimization;
//! use tremaux::landscape::packing::{ExactPacking, Packing, Rectangles};
//! use tremaux::Limits;
//!
//! // Moroń (1925): a rectangle of nine different squares.
//! let squares = Rectangles::parse("32x33: 18 15 14 10 9 8 7 4 1")?;
//! let mut search = ExactPacking::new(Arc::new(Packing::new(squares, false)));
//! let _ = search.advance(&Limits::default(), &mut |_| {});
//! assert!(search.report().is_proven_optimal());
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod best_first;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod exact;
mod landscape;
#[cfg(feature = "catalog")]
mod picture;
mod rectangles;
mod skyline;
mod sums;

pub use best_first::BestFirstPacking;
pub use exact::ExactPacking;
pub use landscape::{Arrangement, Packing};
pub use rectangles::{Place, Rectangles};
