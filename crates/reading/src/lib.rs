//! One way in for texts: files, standard input, arguments and uploads.
//!
//! [`read_text`] unpacks gzip and zstd within limits, decodes what has a byte order mark or
//! declares its encoding, and turns every line end into `\n`, so that no parser has to know of
//! them. [`open_text`] does the same for a text that is read in parts. What is not text at all is
//! refused with a place and a guess at what it is. Both need the feature `files`.

#[cfg(feature = "files")]
mod encoding;
#[cfg(feature = "files")]
mod error;
#[cfg(feature = "files")]
mod line_ends;
mod recognise;
mod shell_words;
#[cfg(feature = "files")]
mod source;
mod suggest;
mod table;
#[cfg(feature = "files")]
mod unpack;

#[cfg(feature = "files")]
pub use error::TextError;
pub use recognise::{OPTION, looks_like};
pub use shell_words::shell_words;
#[cfg(feature = "files")]
pub use source::{
    Input, ReadLimits, TextSource, clean_text, open_text, read_bytes, read_opened, read_text,
};
pub use suggest::{in_words, nearest_names};
pub use table::{Table, TableCell};
