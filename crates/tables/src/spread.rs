//! Spreads hashes over a table of any length.

/// Where `hash` belongs in a table of `len` places: its high bits, scaled.
///
/// ```
/// assert_eq!(tremaux_tables::spread(0, 10), 0);
/// assert_eq!(tremaux_tables::spread(u64::MAX / 2 + 1, 10), 5);
/// assert_eq!(tremaux_tables::spread(u64::MAX, 10), 9);
/// ```
#[inline(always)]
pub fn spread(hash: u64, len: usize) -> usize {
    if usize::BITS == 32 {
        // A product of 128 bits is a call there.
        (((hash >> 32) * len as u64) >> 32) as usize
    } else {
        ((u128::from(hash) * len as u128) >> 64) as usize
    }
}
