//! What landscapes of permutations share.

use tremaux_core::Random;

/// Order crossover (Davis 1985): a random part of the first permutation in its place, and the
/// other items in the order in which they follow in the second.
pub(crate) fn order_crossover(first: &[u32], second: &[u32], random: &mut Random) -> Vec<u32> {
    let count = first.len();
    if count == 0 {
        return Vec::new();
    }
    let (start, length) =
        (random.below(count as u64) as usize, random.below(count as u64) as usize);
    let mut is_taken = vec![false; count];
    let mut child = vec![0; count];
    for at in (start..start + length).map(|at| at % count) {
        child[at] = first[at];
        is_taken[first[at] as usize] = true;
    }
    let end = start + length;
    let rest = (end..end + count).map(|at| second[at % count]);
    let rest = rest.filter(|&item| !is_taken[item as usize]);
    for (at, item) in (end..).zip(rest) {
        child[at % count] = item;
    }
    child
}
