//! The symmetries of the cube: rotations and reflections of the whole cube.

use crate::cubies::TURNS;
use crate::{Cubies, Turn};

/// The symmetries that keep the axis of U and D: their number.
pub(crate) const COUNT: usize = 16;

/// A third of a turn about the diagonal through URF.
const THIRD: Cubies = Cubies {
    corners: [8, 4 | 16, 5 | 8, 1 | 16, 3 | 16, 7 | 8, 6 | 16, 2 | 8],
    edges: [17, 8, 21, 9, 19, 11, 23, 10, 16, 20, 22, 18],
};

/// Half a turn about the axis of F and B.
const HALF: Cubies =
    Cubies { corners: [5, 4, 7, 6, 1, 0, 3, 2], edges: [6, 5, 4, 7, 2, 1, 0, 3, 9, 8, 11, 10] };

/// A quarter of a turn about the axis of U and D.
const QUARTER: Cubies =
    Cubies { corners: [3, 0, 1, 2, 7, 4, 5, 6], edges: [3, 0, 1, 2, 7, 4, 5, 6, 27, 24, 25, 26] };

/// The reflection that exchanges left and right, as places.
const MIRROR: Cubies =
    Cubies { corners: [1, 0, 3, 2, 5, 4, 7, 6], edges: [2, 1, 0, 3, 6, 5, 4, 7, 9, 8, 11, 10] };

/// A cube and its reflection.
fn mirrored(cubies: &Cubies) -> Cubies {
    let mut mirrored = MIRROR.times(cubies).times(&MIRROR);
    for corner in &mut mirrored.corners {
        *corner = *corner & 7 | ((3 - (*corner >> 3)) % 3) << 3;
    }
    mirrored
}

/// A symmetry: a reflection or none, then a rotation.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry {
    is_mirrored: bool,
    rotation: Cubies,
    back: Cubies,
}

impl Symmetry {
    fn new(is_mirrored: bool, rotation: Cubies) -> Self {
        Self { is_mirrored, rotation, back: rotation.inverse() }
    }

    /// The cube that looks to `cubies` as the cube seen through this symmetry.
    #[inline]
    pub(crate) fn of(&self, cubies: &Cubies) -> Cubies {
        let cubies = if self.is_mirrored { mirrored(cubies) } else { *cubies };
        self.rotation.times(&cubies).times(&self.back)
    }

    /// The turn seen through this symmetry.
    pub(crate) fn of_turn(&self, turn: Turn) -> Turn {
        let seen = self.of(&TURNS[turn.number()]);
        let number = TURNS.iter().position(|turn| *turn == seen);
        Turn::of_number(number.expect("a symmetry maps turns to turns"))
    }

    /// Where the edges of the middle slice, numbered from 0, go.
    pub(crate) fn slice_edges(&self) -> [u8; 4] {
        let places = if self.is_mirrored { MIRROR } else { Cubies::SOLVED };
        let whole = self.rotation.times(&places);
        std::array::from_fn(|edge| whole.edge(8 + edge).0 - 8)
    }
}

/// The symmetries that keep the axis of U and D; the first changes nothing.
pub(crate) fn all() -> [Symmetry; COUNT] {
    std::array::from_fn(|number| {
        let mut rotation = if number >= 8 { HALF } else { Cubies::SOLVED };
        for _ in 0..number / 2 % 4 {
            rotation = rotation.times(&QUARTER);
        }
        Symmetry::new(number % 2 == 1, rotation)
    })
}

/// The rotations that bring each axis to that of U and D.
pub(crate) fn axes() -> [Symmetry; 3] {
    [Cubies::SOLVED, THIRD, THIRD.times(&THIRD)].map(|rotation| Symmetry::new(false, rotation))
}

/// For each pair of symmetries the one that is the second, then the first.
pub(crate) fn products(symmetries: &[Symmetry; COUNT]) -> [[u8; COUNT]; COUNT] {
    let turns = symmetries.map(|symmetry| Turn::all().map(|turn| symmetry.of_turn(turn)));
    std::array::from_fn(|first| {
        std::array::from_fn(|second| {
            let both = turns[second].map(|turn| turns[first][turn.number()]);
            let number = turns.iter().position(|turns| *turns == both);
            number.expect("the symmetries are a group") as u8
        })
    })
}

#[cfg(test)]
mod tests {
    use tremaux_core::Random;

    use super::*;

    #[test]
    fn symmetries_respect_products_and_keep_their_axis() {
        let mut random = Random::new(8);
        let (symmetries, axes) = (all(), axes());
        let products = products(&symmetries);
        for (number, symmetry) in symmetries.iter().chain(&axes).enumerate() {
            let (a, b) = (Cubies::random(&mut random), Cubies::random(&mut random));
            assert_eq!(symmetry.of(&a.times(&b)), symmetry.of(&a).times(&symmetry.of(&b)));
            let up = symmetry.of_turn(Turn::of_number(0)).face() as usize % 3;
            assert_eq!(up == 0, number <= COUNT, "{number}");
        }
        for first in 0..COUNT {
            assert_eq!((products[0][first], products[first][0]), (first as u8, first as u8));
            for second in 0..COUNT {
                let cubies = Cubies::random(&mut random);
                let both = &symmetries[usize::from(products[first][second])];
                let expected = symmetries[first].of(&symmetries[second].of(&cubies));
                assert_eq!(both.of(&cubies), expected);
            }
        }
    }
}
