//! Prefetching memory.
#![allow(unsafe_code)]

/// Tells the processor that `items[index]` will be read soon, so that it can be fetched in the
/// meantime. Has no other effect; an index out of range is harmless.
///
/// Useful if a table is larger than the caches and the index is known about a hundred
/// instructions before the read. Does nothing on processors other
/// than x86-64, but for WebAssembly.
///
/// ```
/// let table = vec![7_u32; 1 << 20];
/// tremaux_tables::prefetch(&table, 123_456);
/// assert_eq!(table[123_456], 7);
/// ```
#[inline(always)]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place = items.as_ptr().wrapping_add(index).cast::<i8>();
        // SAFETY: a prefetch reads nothing into a register and never faults, whatever the
        // address; every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place) };
    }
    // WebAssembly cannot ask for memory ahead, but nothing waits for what a read of it returns.
    #[cfg(target_family = "wasm")]
    if let Some(item) = items.get(index)
        && size_of::<T>() > 0
    {
        let place = std::ptr::from_ref(item).cast::<std::mem::MaybeUninit<u8>>();
        // SAFETY: an item that exists has a first byte, whatever is in it.
        let _ = unsafe { place.read_volatile() };
    }
    #[cfg(not(any(target_arch = "x86_64", target_family = "wasm")))]
    let _ = (items, index);
}
