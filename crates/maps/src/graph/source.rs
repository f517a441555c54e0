//! Reads text files, compressed or not.

use std::path::Path;

use tremaux_core::Limits;
use tremaux_reading::{ReadLimits, TextError, TextSource, read_text};

/// Reads the text of the file at `path`: in UTF-8 or UTF-16, with or without a byte order mark,
/// with lines that end in any way, plain or packed with gzip or zstd.
///
/// # Errors
///
/// Returns why it could not be read, with the place if it is not text. A truncated or damaged
/// compressed file is an error, and so is one of more than 2 GiB when decompressed.
#[doc(hidden)]
pub fn read_source(path: &Path) -> Result<String, TextError> {
    let limits = ReadLimits::of_map(&Limits::default());
    Ok(read_text(TextSource::File(path.to_owned()), &limits)?.text)
}
