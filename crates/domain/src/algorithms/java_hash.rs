//! Hash values of states, used to break ties.

/// The signed 32-bit polynomial hash by which a Java library orders boards with equal keys: h =
/// 1, then 31 h + c for each cell c. The result is shifted to start at 0, keeping the order.
pub fn java_hash(cells: impl Iterator<Item = i32>) -> u64 {
    let hash = cells.fold(1_i32, |hash, cell| hash.wrapping_mul(31).wrapping_add(cell));
    u64::from(hash as u32 ^ 1 << 31)
}
