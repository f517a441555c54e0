//! What a test takes from the heap, counted by its allocator.
//!
//! ```
//! use tremaux_testkit::heap::{Counting, most_bytes};
//!
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//!
//! let (length, most) = most_bytes(|| vec![0_u8; 1000].len());
//! assert_eq!((length, most), (1000, 1000));
//! ```
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn changed(bytes: isize) {
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        MOST.with(|most| most.set(most.get().max(now.get())));
    });
}

/// The result of `run`, and the most bytes that this thread held meanwhile beyond those it held
/// before; with [`Counting`] as the global allocator.
pub fn most_bytes<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.get();
    MOST.set(before);
    let result = run();
    (result, (MOST.get() - before) as usize)
}

/// The system's allocator, which counts the bytes that each thread holds.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        changed(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        changed(layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large blocks are moved by the system without a copy.
        changed(size as isize - layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        changed(-(layout.size() as isize));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}
