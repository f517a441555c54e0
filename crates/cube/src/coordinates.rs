//! Parts of a state as numbers.

use std::sync::LazyLock;

use crate::{Cubies, Turn};

/// The number of [`twist`]s, 3⁷.
pub(crate) const TWISTS: usize = 2187;
/// The number of [`flip`]s, 2¹¹.
pub(crate) const FLIPS: usize = 2048;
/// The number of [`slice`]s.
pub(crate) const SLICES: usize = 495;
/// The number of orders of four edges.
pub(crate) const ORDERS: usize = 24;
/// The number of orders of eight corners or edges.
pub(crate) const PERMUTATIONS: usize = 40_320;

/// The orders of four things, the identity first.
pub(crate) static FOUR: LazyLock<[[u8; 4]; ORDERS]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let mut rest = vec![0, 1, 2, 3];
        [6, 2, 1, 1].map(|radix| rest.remove(number / radix % rest.len()))
    })
});

/// The number of an order of four things.
pub(crate) fn order_number(order: [u8; 4]) -> usize {
    FOUR.iter().position(|other| *other == order).expect("an order of four things")
}

/// The sets of four of twelve places; the four places of the middle slice first.
static SLICE_SETS: LazyLock<Vec<u16>> =
    LazyLock::new(|| (0..4096_u16).rev().filter(|set| set.count_ones() == 4).collect());

/// For each set of four of twelve places its number.
static SLICE_NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![0; 4096];
    for (number, &set) in SLICE_SETS.iter().enumerate() {
        numbers[usize::from(set)] = number as u16;
    }
    numbers
});

/// The twists of the corners, 0 if none is twisted.
pub(crate) fn twist(cubies: &Cubies) -> usize {
    cubies.corners[..7].iter().fold(0, |sum, corner| 3 * sum + usize::from(corner >> 3))
}

/// The flips of the edges, 0 if none is flipped.
pub(crate) fn flip(cubies: &Cubies) -> usize {
    cubies.edges[..11].iter().fold(0, |sum, edge| 2 * sum + usize::from(edge >> 4))
}

/// The places of the four edges of the middle slice, 0 if these are in the slice.
pub(crate) fn slice(cubies: &Cubies) -> usize {
    let set = (0..12).fold(0, |set, place| set | usize::from(cubies.edge(place).0 >= 8) << place);
    SLICE_NUMBERS[set].into()
}

/// The order of the four edges of the middle slice, wherever they are.
pub(crate) fn slice_order(cubies: &Cubies) -> [u8; 4] {
    let mut edges = (0..12).map(|place| cubies.edge(place).0).filter(|&edge| edge >= 8);
    std::array::from_fn(|_| edges.next().expect("four edges") - 8)
}

/// The number of a permutation of eight things.
pub(crate) fn permutation(order: impl Iterator<Item = u8>) -> usize {
    let (mut number, mut unused) = (0, 0xFF_u32);
    for (place, thing) in order.enumerate() {
        number = number * (8 - place) + (unused & ((1 << thing) - 1)).count_ones() as usize;
        unused &= !(1 << thing);
    }
    number
}

/// The permutation of eight things with this number.
pub(crate) fn of_permutation(mut number: usize) -> [u8; 8] {
    let mut digits = [0; 8];
    for place in (0..8).rev() {
        digits[place] = number % (8 - place);
        number /= 8 - place;
    }
    let mut rest: Vec<u8> = (0..8).collect();
    digits.map(|digit| rest.remove(digit))
}

/// A cube with this twist.
pub(crate) fn of_twist(mut twist: usize) -> Cubies {
    let (mut cubies, mut sum) = (Cubies::SOLVED, 0);
    for corner in cubies.corners[..7].iter_mut().rev() {
        *corner |= ((twist % 3) as u8) << 3;
        sum += twist % 3;
        twist /= 3;
    }
    cubies.corners[7] |= (((21 - sum) % 3) << 3) as u8;
    cubies
}

/// A cube with this flip and these places of the slice's edges, which are in order.
///
/// The permutation of its edges may be odd.
pub(crate) fn of_flip_and_slice(flip: usize, slice: usize) -> Cubies {
    let set = usize::from(SLICE_SETS[slice]);
    let mut cubies = Cubies::SOLVED;
    let (mut slice, mut others) = (8.., 0..);
    for place in 0..12 {
        let edge = if set >> place & 1 == 1 { slice.next() } else { others.next() };
        cubies.edges[place] = edge.expect("endless");
        let is_flipped = if place < 11 { flip >> (10 - place) & 1 } else { parity(flip) };
        cubies.edges[place] |= (is_flipped as u8) << 4;
    }
    cubies
}

fn parity(bits: usize) -> usize {
    bits.count_ones() as usize % 2
}

/// For each of `count` numbers the one after each of `turns`: `of` makes a cube with a number,
/// `number` finds that of a cube.
pub(crate) fn moves(
    count: usize,
    turns: &[Turn],
    of: impl Fn(usize) -> Cubies,
    number: impl Fn(&Cubies) -> usize,
) -> Vec<u16> {
    let mut moves = Vec::with_capacity(count * turns.len());
    for at in 0..count {
        let cubies = of(at);
        for turn in turns {
            let mut turned = cubies;
            turned.turn(*turn);
            moves.push(number(&turned) as u16);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_cubes_agree() {
        assert_eq!((FOUR[0], order_number([3, 2, 1, 0])), ([0, 1, 2, 3], 23));
        for (number, order) in FOUR.iter().enumerate() {
            assert_eq!(order_number(*order), number);
        }
        for number in 0..TWISTS {
            assert_eq!(twist(&of_twist(number)), number);
        }
        for number in (0..FLIPS * SLICES).step_by(97) {
            let (one, other) = (number / SLICES, number % SLICES);
            let cubies = of_flip_and_slice(one, other);
            assert_eq!((flip(&cubies), slice(&cubies)), (one, other));
            assert_eq!(slice_order(&cubies), [0, 1, 2, 3]);
        }
        for number in (0..PERMUTATIONS).step_by(7) {
            assert_eq!(permutation(of_permutation(number).into_iter()), number);
        }
        let solved = &Cubies::SOLVED;
        assert_eq!((twist(solved), flip(solved), slice(solved)), (0, 0, 0));
    }
}
