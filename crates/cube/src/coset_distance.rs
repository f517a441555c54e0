//! The heuristic from tables of cosets.

use std::sync::Arc;

use tremaux_core::{Guarantees, Heuristic};
use tremaux_tables::{BuildError, Builder, Cache, PatternDatabase};

use crate::coset_pattern::CosetPattern;
use crate::cosets::{Coset, Cosets};
use crate::{Cube, Cubies, Turn, Turns};

/// The greatest distance along the three axes to the subgroup of the second phase, with or without
/// the order of the middle slice's edges there (Reid 1997; Kociemba).
///
/// If the three distances are equal and not zero, it is one more: the last turn of a solution
/// keeps the cube within the subgroup of its axis, so the distance along this axis is less than
/// the length of the solution.
#[derive(Clone)]
pub struct CosetDistance {
    cosets: &'static Cosets,
    pattern: CosetPattern,
    table: Arc<PatternDatabase>,
}

/// A coset along one axis, and its distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlongAxis {
    coset: Coset,
    distance: u8,
}

/// For a distance modulo 3 and the entry of a neighbour, the difference, one added.
const DIFFERENCES: [u8; 16] = {
    let mut differences = [0; 16];
    let mut at = 0;
    while at < 9 {
        let (before, after) = (at / 3, at % 3);
        differences[4 * before + after] = ((after + 4 - before) % 3) as u8;
        at += 1;
    }
    differences
};

impl CosetDistance {
    pub(crate) fn new(pattern: CosetPattern, table: Arc<PatternDatabase>) -> Self {
        assert_eq!(table.len(), pattern.entries(), "a table of the pattern");
        Self { cosets: Cosets::get(), pattern, table }
    }

    /// The heuristic with the small table of 36 MB, or with the large one of 854 MB, from `cache`
    /// or built.
    ///
    /// # Errors
    ///
    /// Fails as [`Builder::build`] does.
    pub fn load_or_build(
        is_large: bool,
        cache: &Cache,
        builder: &mut Builder<'_>,
    ) -> Result<Self, BuildError> {
        let pattern = CosetPattern { has_order: is_large };
        let loaded = cache.load_or_build(&pattern, builder)?;
        Ok(Self::new(pattern, Arc::new(loaded.database.in_huge_pages())))
    }

    /// The distance of a coset along an axis, from scratch: the table says which turns lead
    /// nearer to the subgroup.
    fn distance(&self, mut coset: Coset, axis: usize) -> u8 {
        let mut distance = 0;
        while self.pattern.index(coset) != 0 {
            let nearer = (self.table.get(self.pattern.index(coset)) + 2) % 3;
            let next = Turns::ALL.map(|turn| self.cosets.after(coset, axis, turn));
            let mut next = next.filter(|&next| self.table.get(self.pattern.index(next)) == nearer);
            coset = next.next().expect("a turn leads nearer");
            distance += 1;
        }
        distance
    }

    /// The coset after a turn and its distance.
    #[inline]
    fn after(&self, along: AlongAxis, axis: usize, turn: Turn) -> AlongAxis {
        let coset = self.cosets.after(along.coset, axis, turn);
        let entry = self.table.get(self.pattern.index(coset));
        let difference = DIFFERENCES[usize::from(along.distance % 3 * 4 + entry)];
        AlongAxis { coset, distance: along.distance + difference - 1 }
    }

    /// The axes by distance, the greatest first.
    #[inline]
    fn farthest_first(axes: &[AlongAxis; 3]) -> [usize; 3] {
        let [a, b, c] = [axes[0].distance, axes[1].distance, axes[2].distance];
        match (a >= b, b >= c, a >= c) {
            (true, true, _) => [0, 1, 2],
            (true, false, true) => [0, 2, 1],
            (true, false, false) => [2, 0, 1],
            (false, _, true) => [1, 0, 2],
            (false, true, false) => [1, 2, 0],
            (false, false, false) => [2, 1, 0],
        }
    }

    /// The estimate from the distances along the axes.
    #[inline]
    fn estimate_of(axes: &[AlongAxis; 3]) -> u32 {
        let [a, b, c] = [axes[0].distance, axes[1].distance, axes[2].distance];
        let are_equal = a == b && b == c && a > 0;
        u32::from(a.max(b).max(c)) + u32::from(are_equal)
    }
}

impl Heuristic<Cube> for CosetDistance {
    type Memo = [AlongAxis; 3];

    fn guarantees(&self) -> Guarantees {
        Guarantees::ADMISSIBLE
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes().len()
    }

    fn estimate(&self, cube: &Cube, cubies: &Cubies) -> u32 {
        self.root(cube, cubies).0
    }

    fn root(&self, _cube: &Cube, cubies: &Cubies) -> (u32, Self::Memo) {
        let mut axes = [AlongAxis::default(); 3];
        for (axis, coset) in self.cosets.of(cubies).into_iter().enumerate() {
            axes[axis] = AlongAxis { coset, distance: self.distance(coset, axis) };
        }
        (Self::estimate_of(&axes), axes)
    }

    #[inline]
    fn child(
        &self,
        _cube: &Cube,
        _h: u32,
        memo: &Self::Memo,
        turn: Turn,
        _child: &Cubies,
    ) -> (u32, Self::Memo) {
        let after = [
            self.after(memo[0], 0, turn),
            self.after(memo[1], 1, turn),
            self.after(memo[2], 2, turn),
        ];
        (Self::estimate_of(&after), after)
    }

    #[inline]
    fn estimate_successor(
        &self,
        cube: &Cube,
        parent: &Cubies,
        h: u32,
        memo: &Self::Memo,
        turn: Turn,
    ) -> Option<(u32, Self::Memo)> {
        Some(self.child(cube, h, memo, turn, parent))
    }

    /// Looks along the axis of the greatest distance first: most successors go no further.
    #[inline]
    fn estimate_successor_until(
        &self,
        _cube: &Cube,
        _parent: &Cubies,
        _h: u32,
        memo: &Self::Memo,
        turn: Turn,
        is_too_much: &dyn Fn(u32) -> bool,
    ) -> Option<(u32, Self::Memo)> {
        let mut after = *memo;
        for axis in Self::farthest_first(memo) {
            after[axis] = self.after(memo[axis], axis, turn);
            let least = u32::from(after[axis].distance);
            if is_too_much(least) {
                return Some((least, after));
            }
        }
        Some((Self::estimate_of(&after), after))
    }

    /// Without it, lookups of successors wait for memory one after the other.
    #[inline]
    fn prefetch_successors(&self, memo: &Self::Memo) {
        let greatest = Self::farthest_first(memo)[0];
        for (axis, along) in memo.iter().enumerate() {
            if along.distance < memo[greatest].distance {
                continue;
            }
            for turn in Turns::ALL {
                let next = self.cosets.after(along.coset, axis, turn);
                self.table.prefetch(self.pattern.index(next));
            }
        }
    }
}
