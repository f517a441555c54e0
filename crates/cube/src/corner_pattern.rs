//! The abstraction of the cube to its corners.

use std::sync::{Arc, LazyLock};

use tremaux_core::{Guarantees, Heuristic};
use tremaux_tables::{PatternDatabase, PatternSpace};

use crate::coordinates::{
    PERMUTATIONS, TWISTS, moves, of_permutation, of_twist, permutation, twist,
};
use crate::{Cube, Cubies, Turn};

/// The abstraction of the cube to its corners (Korf 1997): 88,179,840 states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CornerPattern;

/// The twist after each turn.
static TWIST_MOVES: LazyLock<Vec<u16>> =
    LazyLock::new(|| moves(TWISTS, &Turn::all(), of_twist, twist));

/// The number of the permutation of the corners.
fn corner_permutation(cubies: &Cubies) -> usize {
    permutation((0..8).map(|place| cubies.corner(place).0))
}

impl PatternSpace for CornerPattern {
    type Block = [u32; Turn::COUNT];

    fn name(&self) -> String {
        "cube-corners".into()
    }

    fn description(&self) -> String {
        "3x3x3 cube, turns of faces, distance to a state with the corners of the solved cube; \
         permutation; twist; version 1"
            .into()
    }

    fn block_count(&self) -> usize {
        PERMUTATIONS
    }

    fn block_len(&self) -> usize {
        TWISTS
    }

    fn block(&self, number: usize) -> [u32; Turn::COUNT] {
        let cubies = Cubies { corners: of_permutation(number), ..Cubies::SOLVED };
        Turn::all().map(|turn| {
            let mut turned = cubies;
            turned.turn(turn);
            corner_permutation(&turned) as u32
        })
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.push((0, 0));
    }

    #[inline]
    fn predecessors(
        &self,
        block: &[u32; Turn::COUNT],
        within: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        let moves = &TWIST_MOVES[within * Turn::COUNT..][..Turn::COUNT];
        for (&block, &twist) in block.iter().zip(moves) {
            visit(block as usize, twist.into(), 0);
        }
    }
}

/// The turns that bring all corners home.
#[derive(Clone, Debug)]
pub struct CornerDistance(pub(crate) Arc<PatternDatabase>);

impl Heuristic<Cube> for CornerDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn table_bytes(&self) -> usize {
        self.0.bytes().len()
    }

    fn estimate(&self, _cube: &Cube, cubies: &Cubies) -> u32 {
        self.0.get(corner_permutation(cubies) * TWISTS + twist(cubies)).into()
    }
}

#[cfg(test)]
mod tests {
    use tremaux_tables::Builder;

    use super::*;

    #[test]
    fn corners_by_distance() {
        let mut builder = Builder::new();
        builder.build(&CornerPattern).expect("nothing stops it");
        // Korf 1997 gives the sum and the greatest distance.
        let counts = [
            1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616,
            15_139_616, 64_736,
        ];
        assert_eq!(builder.layers(), counts);
        assert_eq!(counts.iter().sum::<u64>(), 88_179_840);
    }
}
