//! Arrays of a hierarchy, in memory or in a memory-mapped file.
//!
//! This is the only unsafe code: it reinterprets bytes of a mapped file as numbers, without a
//! copy, so that a large hierarchy is available at once and shared between processes.
#![allow(unsafe_code)]

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::sync::Arc;

use memmap2::Mmap;

use super::arc::UpArc;
use crate::road::weight::Weight;

/// Plain numbers: any bytes are a value, and alignment is at most eight.
///
/// # Safety
///
/// Every sequence of `size_of::<Self>()` bytes must be a value of the type.
pub(super) unsafe trait Plain: Copy + 'static {}

// SAFETY: integers.
unsafe impl Plain for u32 {}
// SAFETY: integers, without padding.
unsafe impl Plain for [u32; 2] {}
// SAFETY: `repr(C)`, of integers: `Weight` is sealed to `u32` and `u64`. What padding holds
// does not matter for reading.
unsafe impl<W: Weight> Plain for UpArc<W> {}

/// Maps a file into memory.
pub(super) fn map(file: &File) -> io::Result<Arc<Mmap>> {
    // SAFETY: the map is read only, and private to this process. As with every mapped file,
    // truncating or rewriting it in place while it is mapped breaks this contract; the code that
    // writes hierarchies replaces the file instead.
    unsafe { Mmap::map(file) }.map(Arc::new)
}

/// An owned array or a part of a mapped file.
pub(super) enum Section<T> {
    Owned(Vec<T>),
    Mapped { map: Arc<Mmap>, start: usize, len: usize },
}

impl<T: Plain> Section<T> {
    /// The `len` values at `start` in `map`; `None` if that is not all within it, or not
    /// aligned.
    pub(super) fn mapped(map: &Arc<Mmap>, start: usize, len: usize) -> Option<Self> {
        let end = len.checked_mul(size_of::<T>())?.checked_add(start)?;
        let is_aligned = (map.as_ptr() as usize + start).is_multiple_of(align_of::<T>());
        let map = Arc::clone(map);
        (end <= map.len() && is_aligned).then_some(Self::Mapped { map, start, len })
    }
}

impl<T: Plain> Deref for Section<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Owned(values) => values,
            Self::Mapped { map, start, len } => {
                // SAFETY: `mapped` made sure that the values lie within the map and are
                // aligned; `Plain` that any bytes are values. The map lives as long as
                // `self`, and is not written to.
                unsafe { std::slice::from_raw_parts(map.as_ptr().add(*start).cast(), *len) }
            }
        }
    }
}

impl<T> From<Vec<T>> for Section<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Owned(values)
    }
}

impl<T: Plain> fmt::Debug for Section<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values", self.len())
    }
}
