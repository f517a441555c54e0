//! Where a cube stands with respect to the subgroup of the second phase, reduced by symmetry.
//!
//! Three numbers of a cube are zero exactly in the subgroup that the turns of U and D and the
//! half turns of the other faces generate: the flip of its edges, the places of the edges of the
//! middle slice, and the twist of its corners. Sixteen symmetries keep the axis of U and D; flips
//! with places fall into 64,430 classes (Reid 1997; Kociemba).

use std::sync::OnceLock;

use crate::coordinates::{
    FLIPS, FOUR, ORDERS, SLICES, TWISTS, flip, of_flip_and_slice, of_twist, order_number, slice,
    slice_order, twist,
};
use crate::symmetry::{self, COUNT, Symmetry};
use crate::{Cubies, Turn};

/// A cube reduced by symmetry, as seen along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coset {
    /// The class of flip and places.
    pub(crate) class: u16,
    /// The twist of the corners, as seen through the symmetry.
    pub(crate) twist: u16,
    /// The order of the slice's edges, as seen through the symmetry.
    pub(crate) order: u8,
    /// The symmetry through which the cube is seen as the class's representative.
    pub(crate) symmetry: u8,
}

/// The effect of a turn on a class: the class it leads to, the symmetry that brings the result to
/// its representative, and how that reorders the slice's edges.
#[derive(Clone, Copy)]
pub(crate) struct Step(u32);

impl Step {
    #[inline]
    pub(crate) const fn class(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }

    #[inline]
    pub(crate) const fn symmetry(self) -> usize {
        (self.0 >> 16 & 15) as usize
    }

    #[inline]
    const fn reorder(self) -> usize {
        (self.0 >> 20) as usize
    }
}

/// A symmetry other than the first that maps a class's representative to itself, and how it
/// reorders the slice's edges.
#[derive(Clone, Copy)]
struct Stabilizer {
    class: u16,
    symmetry: u8,
    reorder: u8,
}

/// The classes and how turns and symmetries act on them.
pub(crate) struct Cosets {
    symmetries: [Symmetry; COUNT],
    axes: [Symmetry; 3],
    products: [[u8; COUNT]; COUNT],
    /// The least number of flip and places in each class.
    representatives: Vec<u32>,
    /// Where turns lead from the representative of each class.
    steps: Vec<Step>,
    /// The symmetries of representatives, by class.
    stabilizers: Vec<Stabilizer>,
    twist_moves: Vec<u16>,
    /// For each symmetry, each twist seen through it.
    twists_seen: Vec<u16>,
    /// For each symmetry, each reordering, each order of the slice's edges the one that results.
    orders: Vec<u8>,
    /// For each axis and symmetry, each turn seen through it.
    turns_seen: Vec<[u8; Turn::COUNT]>,
}

/// The number of flip and places.
fn raw(cubies: &Cubies) -> u32 {
    (slice(cubies) * FLIPS + flip(cubies)) as u32
}

/// A cube with this number of flip and places.
fn of_raw(raw: u32) -> Cubies {
    of_flip_and_slice(raw as usize % FLIPS, raw as usize / FLIPS)
}

/// How a symmetry reorders the slice's edges of a cube: what it shows of edges in order is what it
/// shows of each edge, reordered.
fn reorder(seen: &Cubies, inner: [u8; 4]) -> u32 {
    let shown = |edge: u8| inner.iter().position(|&to| to == edge);
    let order = slice_order(seen).map(|edge| shown(edge).expect("an edge of the slice"));
    order_number(order.map(|edge| edge as u8)) as u32
}

/// The classes of flips with places.
struct Classes {
    /// The class of every number, and the symmetry that leads there from its representative.
    found: Vec<u32>,
    representatives: Vec<u32>,
    stabilizers: Vec<Stabilizer>,
}

impl Classes {
    fn new(symmetries: &[Symmetry; COUNT], inner: &[[u8; 4]; COUNT]) -> Self {
        let mut found = vec![u32::MAX; SLICES * FLIPS];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for number in 0..found.len() as u32 {
            if found[number as usize] != u32::MAX {
                continue;
            }
            let (class, cubies) = (representatives.len() as u32, of_raw(number));
            representatives.push(number);
            for (at, symmetry) in symmetries.iter().enumerate() {
                let seen = symmetry.of(&cubies);
                let other = raw(&seen) as usize;
                if other == number as usize && at > 0 {
                    let reorder = reorder(&seen, inner[at]) as u8;
                    let symmetry = at as u8;
                    stabilizers.push(Stabilizer { class: class as u16, symmetry, reorder });
                }
                if found[other] == u32::MAX {
                    found[other] = class | (at as u32) << 16;
                }
            }
        }
        Self { found, representatives, stabilizers }
    }

    /// Where turns lead from the representative of each class.
    fn steps(
        &self,
        symmetries: &[Symmetry; COUNT],
        inner: &[[u8; 4]; COUNT],
        products: &[[u8; COUNT]; COUNT],
    ) -> Vec<Step> {
        let inverse = |of: usize| {
            products.iter().position(|products| products[of] == 0).expect("an inverse in the group")
        };
        let inverses: [usize; COUNT] = std::array::from_fn(inverse);
        let mut steps = Vec::with_capacity(self.representatives.len() * Turn::COUNT);
        for &number in &self.representatives {
            let cubies = of_raw(number);
            for turn in Turn::all() {
                let mut turned = cubies;
                turned.turn(turn);
                let at = self.found[raw(&turned) as usize];
                let symmetry = inverses[(at >> 16) as usize];
                let seen = symmetries[symmetry].of(&turned);
                let bits = at & 0xFFFF | (symmetry as u32) << 16;
                steps.push(Step(bits | reorder(&seen, inner[symmetry]) << 20));
            }
        }
        steps
    }
}

impl Cosets {
    /// The classes, which take a fraction of a second and some five megabytes when they are first
    /// needed.
    pub(crate) fn get() -> &'static Self {
        static COSETS: OnceLock<Cosets> = OnceLock::new();
        COSETS.get_or_init(Self::new)
    }

    fn new() -> Self {
        let (symmetries, axes) = (symmetry::all(), symmetry::axes());
        let inner = symmetries.map(|symmetry| symmetry.slice_edges());
        let products = symmetry::products(&symmetries);
        let classes = Classes::new(&symmetries, &inner);
        let twists_seen = symmetries.iter().flat_map(|symmetry| {
            (0..TWISTS).map(|number| twist(&symmetry.of(&of_twist(number))) as u16)
        });
        let mut orders = Vec::with_capacity(COUNT * ORDERS * ORDERS);
        for inner in inner {
            for by in *FOUR {
                for order in *FOUR {
                    let new = by.map(|from| inner[usize::from(order[usize::from(from)])]);
                    orders.push(order_number(new) as u8);
                }
            }
        }
        let turns_seen = axes.iter().flat_map(|axis| {
            let turns = Turn::all().map(|turn| axis.of_turn(turn));
            let seen =
                |symmetry: &Symmetry| turns.map(|turn| symmetry.of_turn(turn).number() as u8);
            symmetries.iter().map(seen).collect::<Vec<_>>()
        });
        Self {
            steps: classes.steps(&symmetries, &inner, &products),
            stabilizers: classes.stabilizers,
            twist_moves: crate::coordinates::moves(TWISTS, &Turn::all(), of_twist, twist),
            twists_seen: twists_seen.collect(),
            orders,
            turns_seen: turns_seen.collect(),
            representatives: classes.representatives,
            products,
            symmetries,
            axes,
        }
    }

    /// The number of classes.
    pub(crate) fn class_count(&self) -> usize {
        self.representatives.len()
    }

    /// The number of flips with places in a class.
    pub(crate) fn class_size(&self, class: usize) -> u64 {
        (COUNT / (self.stabilizers(class).len() + 1)) as u64
    }

    /// The symmetries of the representative of a class, other than the first.
    fn stabilizers(&self, class: usize) -> &[Stabilizer] {
        let first = self.stabilizers.partition_point(|it| usize::from(it.class) < class);
        let count = self.stabilizers[first..].partition_point(|it| usize::from(it.class) == class);
        &self.stabilizers[first..first + count]
    }

    /// Calls `visit` with every order and the symmetry of twists that are equivalent to `order`
    /// in a class, itself included.
    pub(crate) fn equivalents(
        &self,
        class: usize,
        order: usize,
        mut visit: impl FnMut(usize, usize),
    ) {
        visit(order, 0);
        for &Stabilizer { symmetry, reorder, .. } in self.stabilizers(class) {
            let symmetry = usize::from(symmetry);
            visit(self.reordered(symmetry, usize::from(reorder), order), symmetry);
        }
    }

    /// The cosets of a cube as seen along each axis.
    pub(crate) fn of(&self, cubies: &Cubies) -> [Coset; 3] {
        self.axes.map(|axis| {
            let along = axis.of(cubies);
            let seen = self.symmetries.map(|symmetry| symmetry.of(&along));
            let numbers = seen.map(|seen| raw(&seen));
            let least = (0..COUNT).min_by_key(|&at| numbers[at]).expect("sixteen of them");
            let class = self.representatives.binary_search(&numbers[least]);
            let seen = &seen[least];
            Coset {
                class: class.expect("the least of its class") as u16,
                twist: twist(seen) as u16,
                order: order_number(slice_order(seen)) as u8,
                symmetry: least as u8,
            }
        })
    }

    /// Where a turn, as seen by the representative of a class, leads.
    #[inline]
    pub(crate) fn step(&self, class: usize, turn: usize) -> Step {
        self.steps[class * Turn::COUNT + turn]
    }

    /// The twist after a turn, and then seen through the symmetry of `step`.
    #[inline]
    pub(crate) fn twist_after(&self, twist: usize, turn: usize, step: Step) -> usize {
        self.twist_seen(self.twist_turned(twist, turn), step.symmetry())
    }

    /// The twist after a turn.
    #[inline]
    pub(crate) fn twist_turned(&self, twist: usize, turn: usize) -> usize {
        self.twist_moves[twist * Turn::COUNT + turn].into()
    }

    /// The symmetry that is `second`, then `first`.
    pub(crate) fn product(&self, first: usize, second: usize) -> u8 {
        self.products[first][second]
    }

    /// A twist seen through a symmetry.
    #[inline]
    pub(crate) fn twist_seen(&self, twist: usize, symmetry: usize) -> usize {
        self.twists_seen[symmetry * TWISTS + twist].into()
    }

    #[inline]
    fn reordered(&self, symmetry: usize, reorder: usize, order: usize) -> usize {
        self.orders[(symmetry * ORDERS + reorder) * ORDERS + order].into()
    }

    /// The order of the slice's edges after `step`.
    #[inline]
    pub(crate) fn order_after(&self, order: usize, step: Step) -> usize {
        self.reordered(step.symmetry(), step.reorder(), order)
    }

    /// The coset along `axis` after a turn.
    #[inline]
    pub(crate) fn after(&self, coset: Coset, axis: usize, turn: Turn) -> Coset {
        let symmetry = usize::from(coset.symmetry);
        let turn = usize::from(self.turns_seen[axis * COUNT + symmetry][turn.number()]);
        let step = self.step(coset.class.into(), turn);
        Coset {
            class: step.class() as u16,
            twist: self.twist_after(coset.twist.into(), turn, step) as u16,
            order: self.order_after(coset.order.into(), step) as u8,
            symmetry: self.products[step.symmetry()][symmetry],
        }
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Random;

    use super::*;

    #[test]
    fn cosets_follow_turns() {
        let cosets = Cosets::get();
        assert_eq!(cosets.class_count(), 64_430);
        let all: u64 = (0..cosets.class_count()).map(|class| cosets.class_size(class)).sum();
        assert_eq!(all, (SLICES * FLIPS) as u64);
        let mut random = Random::new(12);
        let equivalent = |coset: Coset| {
            let mut all = Vec::new();
            cosets.equivalents(coset.class.into(), coset.order.into(), |order, symmetry| {
                all.push((coset.class, order, cosets.twist_seen(coset.twist.into(), symmetry)));
            });
            all.sort_unstable();
            all
        };
        // Symmetric cubes, too.
        let superflip = (0..12).fold(Cubies::SOLVED, |mut cubies, place| {
            cubies.edges[place] ^= 16;
            cubies
        });
        let starts = (0..50).map(|_| Cubies::random(&mut random)).collect::<Vec<_>>();
        for mut cubies in starts.into_iter().chain([Cubies::SOLVED, superflip]) {
            let mut followed = cosets.of(&cubies);
            let mut random = Random::new(1);
            for _ in 0..20 {
                let turn = Turn::of_number(random.below(18) as usize);
                cubies.turn(turn);
                let found = cosets.of(&cubies);
                for axis in 0..3 {
                    followed[axis] = cosets.after(followed[axis], axis, turn);
                    assert_eq!(equivalent(followed[axis]), equivalent(found[axis]));
                }
            }
        }
    }
}
