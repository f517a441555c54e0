//! The abstraction of the cube to six of its edges.

use std::sync::Arc;

use tremaux_core::{Guarantees, Heuristic};
use tremaux_tables::{PatternDatabase, PatternSpace};

use crate::{Cube, Cubies, Turn};

/// The number of edges.
const COUNT: usize = 6;
/// The number of their places in order, 12!/6!.
const PLACES: usize = 665_280;
/// The number of their flips.
const FLIPS: usize = 1 << COUNT;

/// The abstraction of the cube to six of its twelve edges, as many as Korf (1997) took for each
/// of two tables: 42,577,920 states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgePattern {
    /// The number of the first of the six.
    first: u8,
}

impl EdgePattern {
    /// The two halves of the edges.
    pub(crate) const HALVES: [Self; 2] = [Self { first: 0 }, Self { first: COUNT as u8 }];

    /// The index of a cube.
    fn index(self, cubies: &Cubies) -> usize {
        let (mut places, mut flips) = ([0; COUNT], 0);
        for place in 0..12 {
            let (edge, is_flipped) = cubies.edge(place);
            if let Some(place_of) = places.get_mut(usize::from(edge.wrapping_sub(self.first))) {
                *place_of = place as u8;
                flips |= usize::from(is_flipped) << (edge - self.first);
            }
        }
        number(places) * FLIPS + flips
    }
}

/// The number of six different places.
fn number(places: [u8; COUNT]) -> usize {
    let (mut number, mut unused) = (0, 0xFFF_u32);
    for (at, place) in places.into_iter().enumerate() {
        number = number * (12 - at) + (unused & ((1 << place) - 1)).count_ones() as usize;
        unused &= !(1 << place);
    }
    number
}

/// The six places with this number.
fn places(mut number: usize) -> [u8; COUNT] {
    let mut ranks = [0; COUNT];
    for at in (0..COUNT).rev() {
        ranks[at] = number % (12 - at);
        number /= 12 - at;
    }
    let mut unused: Vec<u8> = (0..12).collect();
    ranks.map(|rank| unused.remove(rank))
}

impl PatternSpace for EdgePattern {
    /// The block after each turn, and the flips of the turn.
    type Block = [(u32, u8); Turn::COUNT];

    fn name(&self) -> String {
        format!("cube-edges-{}", self.first)
    }

    fn description(&self) -> String {
        let first = self.first;
        format!(
            "3x3x3 cube, turns of faces, distance to a state with six edges of the solved cube, \
             from number {first} on; places; flips; version 1"
        )
    }

    fn block_count(&self) -> usize {
        PLACES
    }

    fn block_len(&self) -> usize {
        FLIPS
    }

    fn block(&self, number_of: usize) -> Self::Block {
        let before = places(number_of);
        Turn::all().map(|turn| {
            let mut turned = Cubies::SOLVED;
            turned.turn(turn);
            let (mut after, mut flips) = ([0; COUNT], 0);
            for place in 0..12 {
                let (from, is_flipped) = turned.edge(place);
                if let Some(edge) = before.iter().position(|&at| at == from) {
                    after[edge] = place as u8;
                    flips |= u8::from(is_flipped) << edge;
                }
            }
            (number(after) as u32, flips)
        })
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.push((self.index(&Cubies::SOLVED), 0));
    }

    #[inline]
    fn predecessors(
        &self,
        block: &Self::Block,
        within: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        for &(block, flips) in block {
            visit(block as usize, within ^ usize::from(flips), 0);
        }
    }
}

/// The turns that bring six of the edges home.
#[derive(Clone, Debug)]
pub(crate) struct EdgeDistance {
    pub(crate) pattern: EdgePattern,
    pub(crate) table: Arc<PatternDatabase>,
}

impl Heuristic<Cube> for EdgeDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes().len()
    }

    fn estimate(&self, _cube: &Cube, cubies: &Cubies) -> u32 {
        self.table.get(self.pattern.index(cubies)).into()
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Random;
    use tremaux_tables::Builder;

    use super::*;

    /// Korf 1997: 42,577,920 states, none farther than ten turns.
    #[test]
    fn halves_by_distance() {
        let halves = EdgePattern::HALVES.map(|half| {
            let mut builder = Builder::new();
            builder.build(&half).expect("nothing stops it");
            builder.layers().to_vec()
        });
        let [first, second] = [
            [1, 18, 230, 2747, 30_847, 308_783, 2_508_618, 13_189_082, 23_497_569, 3_039_786, 239],
            [1, 15, 190, 2360, 27_139, 281_416, 2_380_459, 13_065_209, 23_961_831, 2_859_244, 56],
        ];
        assert_eq!(first.iter().sum::<u64>(), 42_577_920);
        assert_eq!(second.iter().sum::<u64>(), 42_577_920);
        assert_eq!(halves, [first, second]);
    }

    #[test]
    fn turns_of_the_abstraction_are_those_of_the_cube() {
        assert!((0..PLACES).step_by(997).all(|at| number(places(at)) == at));
        let mut random = Random::new(8);
        for _ in 0..200 {
            let cubies = Cubies::random(&mut random);
            for pattern in EdgePattern::HALVES {
                let index = pattern.index(&cubies);
                let block = pattern.block(index / FLIPS);
                let mut found = Vec::new();
                pattern.predecessors(&block, index % FLIPS, 1, |block, within, _| {
                    found.push(block * FLIPS + within);
                });
                let turned = Turn::all().map(|turn| {
                    let mut turned = cubies;
                    turned.turn(turn);
                    pattern.index(&turned)
                });
                assert_eq!(found, turned);
            }
        }
    }
}
