//! A state of the cube: the places and twists of the corners.

use tremaux_core::Random;

use crate::{Turn, Turns};

/// The seven corners that move: for each place, which corner is there and its clockwise twist.
///
/// The places are URF, UFL, ULB, UBR, DFR, DLF and DRB, named by the faces that meet there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corners {
    /// The corner in the lower three bits, its twist above them.
    at: [u8; 7],
}

/// Places that a quarter turn takes a corner from and to, and the twist on the way.
const CYCLES: [[(usize, usize, u8); 4]; 3] = [
    [(3, 0, 0), (0, 1, 0), (1, 2, 0), (2, 3, 0)],
    [(4, 0, 2), (0, 3, 1), (6, 4, 1), (3, 6, 2)],
    [(1, 0, 1), (5, 1, 2), (0, 4, 2), (4, 5, 1)],
];

impl Default for Corners {
    fn default() -> Self {
        Self::SOLVED
    }
}

impl Corners {
    /// The solved cube.
    pub const SOLVED: Self = Self { at: [0, 1, 2, 3, 4, 5, 6] };
    /// The number of states, 7!·3⁶.
    pub const COUNT: usize = 5040 * 729;

    /// The corners by place, each with its twist; the first of `corners` lies at URF.
    ///
    /// Returns `None` if a corner occurs twice, or if the twists do not sum to a multiple of
    /// three: such a cube was assembled wrongly.
    pub fn new(corners: [(u8, u8); 7]) -> Option<Self> {
        let (mut seen, mut twists) = (0_u32, 0);
        for (corner, twist) in corners {
            if corner > 6 || twist > 2 {
                return None;
            }
            seen |= 1 << corner;
            twists += twist;
        }
        (seen == 0x7F && twists % 3 == 0)
            .then(|| Self { at: corners.map(|(corner, twist)| corner | twist << 3) })
    }

    /// The corner at `place`, and its twist.
    #[inline]
    pub const fn at(&self, place: usize) -> (u8, u8) {
        (self.at[place] & 7, self.at[place] >> 3)
    }

    /// Turns U, R or F; the other faces hold the corner that stays in place, and are not turned.
    #[inline]
    pub fn turn(&mut self, turn: Turn) {
        for _ in 0..turn.quarters() {
            let before = self.at;
            let Some(cycle) = CYCLES.get(turn.face() as usize) else { return };
            for &(from, to, twist) in cycle {
                let twisted = (before[from] >> 3) + twist;
                let twisted = if twisted > 2 { twisted - 3 } else { twisted };
                self.at[to] = before[from] & 7 | twisted << 3;
            }
        }
    }

    /// Applies this many random turns to the solved cube, never two of one face in a row.
    pub fn scrambled(turns: u64, random: &mut Random) -> Vec<Turn> {
        let mut last: Option<Turn> = None;
        let next = |_| {
            let all = Turns::OF_THREE_FACES;
            let mut choice = last.map_or(all, |last| all.after(last));
            let chosen = random.below(choice.len() as u64) as usize;
            last = choice.nth(chosen);
            last
        };
        (0..turns).map_while(next).collect()
    }

    /// The number of a state, 0 for the solved cube: the permutation of the corners, then the
    /// twists of the first six.
    #[inline]
    pub fn index(&self) -> usize {
        let (mut order, mut unused, mut twists) = (0, 0x7F_u32, 0);
        for place in 0..7 {
            let (corner, twist) = self.at(place);
            let smaller = (unused & ((1 << corner) - 1)).count_ones() as usize;
            unused &= !(1 << corner);
            order = order * (7 - place) + smaller;
            if place < 6 {
                twists = twists * 3 + usize::from(twist);
            }
        }
        order * 729 + twists
    }

    /// The state of this number.
    ///
    /// # Panics
    ///
    /// Panics if `index` is [`Corners::COUNT`] or more.
    pub fn of_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "{index}");
        let (mut order, mut twists) = (index / 729, index % 729);
        let mut digits = [0; 7];
        for place in (0..7).rev() {
            digits[place] = order % (7 - place);
            order /= 7 - place;
        }
        let (mut at, mut unused) = ([0; 7], vec![0, 1, 2, 3, 4, 5, 6_u8]);
        for place in 0..7 {
            at[place] = unused.remove(digits[place]);
        }
        let mut sum = 0;
        for place in (0..6).rev() {
            let twist = (twists % 3) as u8;
            twists /= 3;
            sum += twist;
            at[place] |= twist << 3;
        }
        at[6] |= ((12 - sum) % 3) << 3;
        Self { at }
    }

    /// The stored form: five bits a place.
    #[inline]
    pub fn bits(&self) -> u64 {
        self.at.iter().rev().fold(0, |bits, &corner| bits << 5 | u64::from(corner))
    }

    /// The state that [`Corners::bits`] packed.
    #[inline]
    pub fn of_bits(bits: u64) -> Self {
        Self { at: std::array::from_fn(|place| (bits >> (5 * place) & 31) as u8) }
    }
}
