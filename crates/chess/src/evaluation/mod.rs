//! Evaluations of positions, in hundredths of a pawn.

mod control;
mod king_safety;
mod material_ratio;
mod pawns;
pub(crate) mod piece_square;
mod shannon;
pub(crate) mod squares;
mod tapered;
pub(crate) mod weights;

pub use control::SquareControl;
pub use material_ratio::MaterialRatio;
pub use shannon::Shannon;
pub(crate) use squares::attacks;
pub use tapered::PieceSquares;
pub(crate) use tapered::{scale, side};
pub use weights::Tapered;
