//! The kinds of places in the file.

pub(crate) const NONE: u8 = 0;
pub(crate) const CELL: u8 = 1;
pub(crate) const VERTEX: u8 = 2;
pub(crate) const TEXT: u8 = 3;
pub(crate) const UNKNOWN: u8 = 4;
