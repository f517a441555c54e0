//! The heuristic of textbooks: misplaced cubies divided by eight.

use tremaux_core::{Guarantees, Heuristic};

use crate::{Cube, Cubies};

/// The number of corners and edges that are misplaced, twisted or flipped, divided by the eight
/// that a turn moves and rounded up.
#[derive(Clone, Copy, Debug, Default)]
pub struct MisplacedCubies;

impl Heuristic<Cube> for MisplacedCubies {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _cube: &Cube, cubies: &Cubies) -> u32 {
        let mut count = 0;
        for (place, &corner) in cubies.corners.iter().enumerate() {
            count += u32::from(usize::from(corner) != place);
        }
        for (place, &edge) in cubies.edges.iter().enumerate() {
            count += u32::from(usize::from(edge) != place);
        }
        count.div_ceil(8)
    }
}
