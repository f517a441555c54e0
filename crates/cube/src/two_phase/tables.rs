//! The small tables of the two phases.

use std::sync::OnceLock;

use tremaux_tables::{Builder, PatternDatabase, PatternSpace};

use crate::coordinates::{
    FLIPS, FOUR, ORDERS, PERMUTATIONS, SLICES, TWISTS, flip, moves, of_flip_and_slice,
    of_permutation, of_twist, order_number, permutation, slice, slice_order, twist,
};
use crate::{Cubies, Turn, Turns};

/// The numbers of a cube that are zero in the subgroup of the second phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    twist: u16,
    flip: u16,
    slice: u16,
}

/// The numbers of a cube in this subgroup, zero if it is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Second {
    corners: u16,
    edges: u16,
    order: u16,
}

impl Second {
    #[inline]
    pub(super) const fn is_solved(self) -> bool {
        self.corners == 0 && self.edges == 0 && self.order == 0
    }
}

/// Move tables, and distances by two numbers each.
pub(super) struct Tables {
    twists: Vec<u16>,
    flips: Vec<u16>,
    slices: Vec<u16>,
    corners: Vec<u16>,
    edges: Vec<u16>,
    orders: Vec<u16>,
    slice_twist: PatternDatabase,
    slice_flip: PatternDatabase,
    corners_order: PatternDatabase,
    edges_order: PatternDatabase,
}

/// The turns of the second phase.
const SECOND: usize = 10;

/// The number of a turn among those of the second phase.
#[inline]
fn second_number(turn: Turn) -> usize {
    Turns::SECOND_PHASE.count_before(turn)
}

/// The abstraction to two numbers, of which the first chooses the block.
struct Pair<'a> {
    blocks: &'a [u16],
    within: &'a [u16],
    turns: usize,
}

impl<'a> PatternSpace for Pair<'a> {
    type Block = &'a [u16];

    fn name(&self) -> String {
        "cube-pair".into()
    }

    fn description(&self) -> String {
        "two numbers of a cube".into()
    }

    fn block_count(&self) -> usize {
        self.blocks.len() / self.turns
    }

    fn block_len(&self) -> usize {
        self.within.len() / self.turns
    }

    fn block(&self, number: usize) -> &'a [u16] {
        &self.blocks[number * self.turns..][..self.turns]
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.push((0, 0));
    }

    #[inline]
    fn predecessors(
        &self,
        block: &&'a [u16],
        within: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        let moves = &self.within[within * self.turns..][..self.turns];
        for (&block, &within) in block.iter().zip(moves) {
            visit(block.into(), within.into(), 0);
        }
    }
}

fn corner_permutation(cubies: &Cubies) -> usize {
    permutation((0..8).map(|place| cubies.corner(place).0))
}

fn edge_permutation(cubies: &Cubies) -> usize {
    permutation((0..8).map(|place| cubies.edge(place).0))
}

impl Tables {
    /// The bytes of all of them.
    pub(super) fn bytes(&self) -> usize {
        let moves = [&self.twists, &self.flips, &self.slices, &self.corners, &self.edges];
        let moves = moves.into_iter().chain([&self.orders]).map(|table| 2 * table.len());
        let distances =
            [&self.slice_twist, &self.slice_flip, &self.corners_order, &self.edges_order];
        moves.chain(distances.map(|table| table.bytes().len())).sum()
    }

    /// The tables, some six megabytes, built in a fraction of a second when they are first needed.
    pub(super) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let all = Turn::all();
        let second: Vec<Turn> = Turns::SECOND_PHASE.collect();
        let twists = moves(TWISTS, &all, of_twist, twist);
        let flips = moves(FLIPS, &all, |flip| of_flip_and_slice(flip, 0), flip);
        let slices = moves(SLICES, &all, |slice| of_flip_and_slice(0, slice), slice);
        let of_corners = |number| Cubies { corners: of_permutation(number), ..Cubies::SOLVED };
        let of_edges = |number| {
            let mut cubies = Cubies::SOLVED;
            cubies.edges[..8].copy_from_slice(&of_permutation(number));
            cubies
        };
        let of_order = |number: usize| {
            let mut cubies = Cubies::SOLVED;
            cubies.edges[8..].copy_from_slice(&FOUR[number].map(|edge| edge + 8));
            cubies
        };
        let order = |cubies: &Cubies| order_number(slice_order(cubies));
        let corners = moves(PERMUTATIONS, &second, of_corners, corner_permutation);
        let edges = moves(PERMUTATIONS, &second, of_edges, edge_permutation);
        let orders = moves(ORDERS, &second, of_order, order);
        let mut builder = Builder::new().with_threads(1);
        let mut distances = |blocks: &[u16], within: &[u16], turns: usize| {
            let built = builder.build(&Pair { blocks, within, turns });
            built.expect("nothing stops it, and no distance is more than 15")
        };
        Self {
            slice_twist: distances(&slices, &twists, Turn::COUNT),
            slice_flip: distances(&slices, &flips, Turn::COUNT),
            corners_order: distances(&corners, &orders, SECOND),
            edges_order: distances(&edges, &orders, SECOND),
            twists,
            flips,
            slices,
            corners,
            edges,
            orders,
        }
    }

    /// The numbers of the first phase.
    pub(super) fn first(cubies: &Cubies) -> First {
        First {
            twist: twist(cubies) as u16,
            flip: flip(cubies) as u16,
            slice: slice(cubies) as u16,
        }
    }

    /// A lower bound on the turns that lead to the subgroup of the second phase.
    #[inline]
    pub(super) fn first_bound(&self, at: First) -> u8 {
        let slice = usize::from(at.slice);
        let twist = self.slice_twist.get(slice * TWISTS + usize::from(at.twist));
        twist.max(self.slice_flip.get(slice * FLIPS + usize::from(at.flip)))
    }

    /// The numbers after a turn.
    #[inline]
    pub(super) fn first_after(&self, at: First, turn: Turn) -> First {
        let after = |moves: &[u16], at: u16| moves[usize::from(at) * Turn::COUNT + turn.number()];
        First {
            twist: after(&self.twists, at.twist),
            flip: after(&self.flips, at.flip),
            slice: after(&self.slices, at.slice),
        }
    }

    /// The numbers of the second phase; the cube is in its subgroup.
    pub(super) fn second(cubies: &Cubies) -> Second {
        Second {
            corners: corner_permutation(cubies) as u16,
            edges: edge_permutation(cubies) as u16,
            order: order_number(slice_order(cubies)) as u16,
        }
    }

    /// A lower bound on the turns of the second phase that solve the cube.
    #[inline]
    pub(super) fn second_bound(&self, at: Second) -> u8 {
        let order = usize::from(at.order);
        let corners = self.corners_order.get(usize::from(at.corners) * ORDERS + order);
        corners.max(self.edges_order.get(usize::from(at.edges) * ORDERS + order))
    }

    /// The numbers after a turn of the second phase.
    #[inline]
    pub(super) fn second_after(&self, at: Second, turn: Turn) -> Second {
        let number = second_number(turn);
        let after = |moves: &[u16], at: u16| moves[usize::from(at) * SECOND + number];
        Second {
            corners: after(&self.corners, at.corners),
            edges: after(&self.edges, at.edges),
            order: after(&self.orders, at.order),
        }
    }
}
