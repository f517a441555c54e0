//! The memory of a large table: zeroed, in huge pages where the system has them.
//!
//! A table is read at random. With pages of 4 KiB nearly every read of a table of many
//! megabytes first waits for the processor to find the page: measured on Connect Four with
//! 64 MiB, that was more than half of the whole search.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

use memmap2::MmapMut;

/// Memory that may be filled with zero bytes, at any time and by anybody: an atomic type, or
/// made of such.
///
/// # Safety
///
/// Every pattern of bits must be a value of the type, nothing may happen when one is dropped,
/// and its alignment must be at most that of a page, 4,096 bytes.
pub(crate) unsafe trait AnyBits {}

/// A fixed number of items of zero bytes.
#[derive(Debug)]
pub(crate) struct Lines<T: AnyBits> {
    first: NonNull<T>,
    count: usize,
    /// Holds the memory; never used otherwise.
    _map: MmapMut,
    items: PhantomData<T>,
}

impl<T: AnyBits> Lines<T> {
    /// Smaller tables are left to ordinary pages.
    const HUGE: usize = 1 << 22;

    /// So many items, at least one.
    ///
    /// # Panics
    ///
    /// If there is not so much memory.
    pub(crate) fn new(count: usize) -> Self {
        let count = count.max(1);
        let bytes = count.checked_mul(size_of::<T>()).expect("a size that can be addressed");
        let mut map = MmapMut::map_anon(bytes).expect("memory for the table");
        #[cfg(target_os = "linux")]
        if bytes >= Self::HUGE {
            // Only advice: where it is not taken the table is slower, and nothing else.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let first = NonNull::new(map.as_mut_ptr().cast::<T>()).expect("a map is never at zero");
        Self { first, count, _map: map, items: PhantomData }
    }

    /// Makes all items zero, and touches their memory.
    pub(crate) fn clear(&mut self) {
        // SAFETY: the memory is ours alone as long as `self` is borrowed exclusively, is
        // `count` items long, and zero bytes are a value of `T`.
        unsafe { self.first.as_ptr().write_bytes(0, self.count) };
    }
}

impl<T: AnyBits> Deref for Lines<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: the map lives as long as `self`, begins at a page and so is aligned for
        // `T`, is at least `count` items long, and holds values of `T`, whatever its bits.
        // Nothing else refers to it.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

// SAFETY: `Lines` owns its items like a boxed slice, and gives out shared references only.
unsafe impl<T: AnyBits + Send> Send for Lines<T> {}
// SAFETY: as above.
unsafe impl<T: AnyBits + Sync> Sync for Lines<T> {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    // SAFETY: any bits are a number, and numbers are dropped without effect.
    unsafe impl AnyBits for AtomicU64 {}

    #[test]
    fn memory_is_zero_and_keeps_what_is_written() {
        for count in [0, 1, 1000, 1 << 20] {
            let mut lines = Lines::<AtomicU64>::new(count);
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
