//! Everything that is refused on the way from names, options and texts to a search.

mod checkpoint;
mod error;
mod names;
mod needs;
mod read_error;

pub use checkpoint::CheckpointRefusal;
pub use error::{Kind, RegistryError};
pub(crate) use names::one_of;
pub use names::unknown;
pub use read_error::ReadError;
