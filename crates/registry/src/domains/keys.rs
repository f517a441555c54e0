//! Numbers of states, by which equal ones are ordered.

/// The signed 32-bit polynomial hash by which a Java library orders equal boards: h = 1, then
/// 31 h + c for each cell c. In the order of the numbers, from 0.
pub(super) fn java_hash(cells: impl Iterator<Item = i32>) -> u64 {
    let hash = cells.fold(1_i32, |hash, cell| hash.wrapping_mul(31).wrapping_add(cell));
    u64::from(hash as u32 ^ 1 << 31)
}
