//! The abstraction of the cube to its coset along one axis.

use tremaux_tables::PatternSpace;

use crate::Turn;
use crate::coordinates::{ORDERS, TWISTS};
use crate::cosets::{Coset, Cosets};

/// The abstraction of a cube to flip, places of the slice's edges, and twist, with or without the
/// order of these edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CosetPattern {
    /// Whether the order counts.
    pub(crate) has_order: bool,
}

/// Entries of a block: a multiple of 32.
const BLOCK: usize = TWISTS.next_multiple_of(32);

/// A class with an order: the turns from it, each with the symmetry of twists and the number of
/// the block to which it leads. The same turn occurs once for each equivalent result.
pub(crate) type Block = Vec<(u8, u8, u32)>;

impl CosetPattern {
    const fn orders(self) -> usize {
        if self.has_order { ORDERS } else { 1 }
    }

    /// The number of entries.
    pub(crate) const fn entries(self) -> usize {
        const CLASSES: usize = 64_430;
        CLASSES * self.orders() * BLOCK
    }

    /// The index of a coset.
    #[inline]
    pub(crate) const fn index(self, coset: Coset) -> usize {
        let block = match self.has_order {
            true => coset.class as usize * ORDERS + coset.order as usize,
            false => coset.class as usize,
        };
        block * BLOCK + coset.twist as usize
    }
}

impl PatternSpace for CosetPattern {
    type Block = Block;

    fn name(&self) -> String {
        if self.has_order { "cube-coset-order" } else { "cube-coset" }.into()
    }

    fn description(&self) -> String {
        let order = if self.has_order { ", order of the slice's edges" } else { "" };
        format!(
            "3x3x3 cube, turns of faces, distance modulo 3 to a state with flip, slice, twist\
             {order} of the solved cube; classes of flip and slice by least number{order}; twist; \
             version 1"
        )
    }

    fn block_count(&self) -> usize {
        Cosets::get().class_count() * self.orders()
    }

    fn block_len(&self) -> usize {
        BLOCK
    }

    fn block(&self, number: usize) -> Block {
        let cosets = Cosets::get();
        let (class, order) = (number / self.orders(), number % self.orders());
        let mut block = Vec::with_capacity(2 * Turn::COUNT);
        for turn in 0..Turn::COUNT {
            let step = cosets.step(class, turn);
            let order = cosets.order_after(order, step);
            cosets.equivalents(step.class(), order, |order, symmetry| {
                let number = step.class() * self.orders() + order % self.orders();
                let symmetry = cosets.product(symmetry, step.symmetry());
                block.push((turn as u8, symmetry, number as u32));
            });
        }
        block
    }

    fn goals(&self, goals: &mut Vec<(usize, u8)>) {
        goals.push((0, 0));
    }

    #[inline]
    fn predecessors(
        &self,
        block: &Block,
        within: usize,
        _parts: u8,
        mut visit: impl FnMut(usize, usize, u8),
    ) {
        let cosets = Cosets::get();
        for &(turn, symmetry, number) in block {
            let turned = cosets.twist_turned(within, turn.into());
            visit(number as usize, cosets.twist_seen(turned, symmetry.into()), 0);
        }
    }

    fn is_modulo_three(&self) -> bool {
        true
    }

    #[inline]
    fn has_neighbour(
        &self,
        block: &Block,
        within: usize,
        mut test: impl FnMut(usize, usize) -> bool,
    ) -> bool {
        // The rest of a block is never reached.
        if within >= TWISTS {
            return false;
        }
        let cosets = Cosets::get();
        for &(turn, symmetry, number) in block {
            let turned = cosets.twist_turned(within, turn.into());
            if test(number as usize, cosets.twist_seen(turned, symmetry.into())) {
                return true;
            }
        }
        false
    }

    fn weight(&self, block: usize) -> u64 {
        Cosets::get().class_size(block / self.orders())
    }
}
