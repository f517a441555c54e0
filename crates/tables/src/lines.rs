//! The memory of a large table: zeroed, in huge pages if the system supports them.
//!
//! A table is read at random. With pages of 4 KiB, nearly every read of a table of many
//! megabytes misses the translation lookaside buffer: on Connect Four with 64 MiB, that took
//! more than half of the search time.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

#[cfg(feature = "mapped")]
use memmap2::MmapMut;

/// A type that may be filled with zero bytes at any time and by any thread: an atomic type, or
/// one made of atomic types.
///
/// # Safety
///
/// Every bit pattern must be a valid value of the type, dropping a value must do nothing, and
/// its alignment must be at most that of a page, 4,096 bytes.
pub(crate) unsafe trait AnyBits {}

/// What owns memory that is mapped; without the feature `mapped`, nothing does.
#[cfg(feature = "mapped")]
type Map = MmapMut;
#[cfg(not(feature = "mapped"))]
type Map = std::convert::Infallible;

/// A fixed number of items, initially all zero bytes.
#[derive(Debug)]
pub(crate) struct Lines<T: AnyBits> {
    first: NonNull<T>,
    count: usize,
    /// Owns the memory if it is mapped and not from the heap; not accessed otherwise.
    map: Option<Map>,
    items: PhantomData<T>,
}

impl<T: AnyBits> Lines<T> {
    /// Tables smaller than this come from the heap.
    const HUGE: usize = if cfg!(all(feature = "mapped", not(target_family = "wasm"))) {
        Self::LARGE
    } else {
        usize::MAX
    };
    /// The size at which missing memory is an answer rather than the end.
    const LARGE: usize = 1 << 22;

    /// `count` items, at least one; `None` if there is not enough memory.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let count = count.max(1);
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= 4096) };
        let layout = Layout::array::<T>(count).ok()?;
        if layout.size() < Self::HUGE {
            // SAFETY: the size is not zero: there is at least one item, and items are not
            // zero-sized.
            let memory = unsafe { alloc_zeroed(layout) };
            let first = NonNull::new(memory.cast::<T>());
            let Some(first) = first else {
                if layout.size() >= Self::LARGE {
                    return None;
                }
                handle_alloc_error(layout)
            };
            return Some(Self { first, count, map: None, items: PhantomData });
        }
        Self::mapped(count, layout.size())
    }

    #[cfg(not(feature = "mapped"))]
    fn mapped(_count: usize, _bytes: usize) -> Option<Self> {
        None
    }

    #[cfg(feature = "mapped")]
    fn mapped(count: usize, bytes: usize) -> Option<Self> {
        let mut map = MmapMut::map_anon(bytes).ok()?;
        // This is only a hint: if it is ignored, the table is slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        let first = NonNull::new(map.as_mut_ptr().cast::<T>()).expect("a map is never at zero");
        Some(Self { first, count, map: Some(map), items: PhantomData })
    }

    /// The layout of `count` items, which are allocated.
    fn layout(count: usize) -> Layout {
        Layout::array::<T>(count).expect("a size that can be addressed")
    }

    /// Sets all items to zero, and touches their memory.
    pub(crate) fn clear(&mut self) {
        // SAFETY: no one else accesses the memory while `self` is borrowed exclusively; it is
        // `count` items long, and zero bytes are a valid `T`.
        unsafe { self.first.as_ptr().write_bytes(0, self.count) };
    }
}

impl<T: AnyBits> Drop for Lines<T> {
    fn drop(&mut self) {
        if self.map.is_none() {
            // SAFETY: the memory was allocated on the heap with this layout, and is freed only
            // once.
            unsafe { dealloc(self.first.as_ptr().cast(), Self::layout(self.count)) };
        }
    }
}

impl<T: AnyBits> Deref for Lines<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory lives as long as `self`, is aligned for `T` (a map begins at a
        // page), `count` items long, and any bits are valid values of `T`. Nothing else refers
        // to it.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

// SAFETY: `Lines` owns its items like a boxed slice, and returns only shared references.
unsafe impl<T: AnyBits + Send> Send for Lines<T> {}
// SAFETY: as above.
unsafe impl<T: AnyBits + Sync> Sync for Lines<T> {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    // SAFETY: any bits are a valid number, and dropping a number does nothing.
    unsafe impl AnyBits for AtomicU64 {}

    #[test]
    fn memory_is_zero_and_keeps_what_is_written() {
        for count in [0, 1, 1000, 1 << 20] {
            let mut lines = Lines::<AtomicU64>::new(count).expect("memory");
            assert_eq!(lines.len(), count.max(1));
            assert!(lines.iter().all(|item| item.load(Relaxed) == 0));
            for (at, item) in lines.iter().enumerate() {
                item.store(at as u64 + 1, Relaxed);
            }
            let moved = &lines;
            assert!(moved.iter().enumerate().all(|(at, item)| item.load(Relaxed) == at as u64 + 1));
            lines.clear();
            assert!(lines.iter().all(|item| item.load(Relaxed) == 0));
        }
    }
}
