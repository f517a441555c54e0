//! A state of the cube: the places and orientations of its corners and edges.

use std::fmt;

use tremaux_core::{FixedPacked, Random};

use crate::Turn;

/// The corners and edges of a cube whose centers stay in place.
///
/// Places of corners are URF, UFL, ULB, UBR, DFR, DLF, DBL and DRB, of edges UR, UF, UL, UB, DR,
/// DF, DL, DB, FR, FL, BL and BR. A corner is untwisted if its sticker of U or D faces up or
/// down. An edge is unflipped if it can be brought home by turns of U, D, R and L and half turns
/// of F and B.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cubies {
    /// The corner at each place, its clockwise twist times eight added.
    pub(crate) corners: [u8; 8],
    /// The edge at each place, 16 added if it is flipped.
    pub(crate) edges: [u8; 12],
}

/// Why corners and edges do not make a cube that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// The sum of the twists is not a multiple of three.
    TwistedCorner,
    /// The number of flipped edges is odd.
    FlippedEdge,
    /// The permutation of the corners and edges is odd: two of them are exchanged.
    OddPermutation,
}

impl Unsolvable {
    /// What holds for every cube that can be solved.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::TwistedCorner => "corner twists that add up to full turns",
            Self::FlippedEdge => "an even number of flipped edges",
            Self::OddPermutation => "an even number of exchanges of two corners or two edges",
        }
    }
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwistedCorner => "a twisted corner",
            Self::FlippedEdge => "a flipped edge",
            Self::OddPermutation => "an odd permutation",
        })
    }
}

impl Default for Cubies {
    fn default() -> Self {
        Self::SOLVED
    }
}

impl fmt::Debug for Cubies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cubies")
            .field("corners", &self.corners)
            .field("edges", &self.edges)
            .finish()
    }
}

/// A quarter turn of a face: for each place the corner that comes there and its twist, and the
/// edge and whether it is flipped.
const fn quarter(corners: [u8; 8], twists: [u8; 8], edges: [u8; 12], is_flipping: bool) -> Cubies {
    let mut turned = Cubies { corners, edges };
    let mut place = 0;
    while place < 8 {
        turned.corners[place] |= twists[place] << 3;
        place += 1;
    }
    place = 0;
    while place < 12 {
        if is_flipping && edges[place] as usize != place {
            turned.edges[place] |= 16;
        }
        place += 1;
    }
    turned
}

/// A quarter turn of each face.
const QUARTERS: [Cubies; 6] = {
    const STILL: [u8; 8] = [0; 8];
    [
        quarter([3, 0, 1, 2, 4, 5, 6, 7], STILL, [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], false),
        quarter(
            [4, 1, 2, 0, 7, 5, 6, 3],
            [2, 0, 0, 1, 1, 0, 0, 2],
            [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0],
            false,
        ),
        quarter(
            [1, 5, 2, 3, 0, 4, 6, 7],
            [1, 2, 0, 0, 2, 1, 0, 0],
            [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
            true,
        ),
        quarter([0, 1, 2, 3, 5, 6, 7, 4], STILL, [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], false),
        quarter(
            [0, 2, 6, 3, 4, 1, 5, 7],
            [0, 1, 2, 0, 0, 2, 1, 0],
            [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11],
            false,
        ),
        quarter(
            [0, 1, 3, 7, 4, 5, 2, 6],
            [0, 0, 1, 2, 0, 0, 2, 1],
            [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7],
            true,
        ),
    ]
};

/// All turns by number.
pub(crate) static TURNS: [Cubies; Turn::COUNT] = {
    let mut turns = [Cubies::SOLVED; Turn::COUNT];
    let mut face = 0;
    while face < 6 {
        turns[3 * face] = QUARTERS[face];
        turns[3 * face + 1] = turns[3 * face].times(&QUARTERS[face]);
        turns[3 * face + 2] = turns[3 * face + 1].times(&QUARTERS[face]);
        face += 1;
    }
    turns
};

impl Cubies {
    /// The solved cube.
    pub const SOLVED: Self =
        Self { corners: [0, 1, 2, 3, 4, 5, 6, 7], edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };

    /// The cube with these corners and their twists (0 to 2), and these edges and whether they are
    /// flipped, by place.
    ///
    /// # Errors
    ///
    /// Returns the reason if such a cube cannot be solved.
    ///
    /// # Panics
    ///
    /// Panics if a corner or an edge occurs twice, or a number is too great.
    pub fn new(corners: [(u8, u8); 8], edges: [(u8, bool); 12]) -> Result<Self, Unsolvable> {
        let all = corners.iter().fold(0_u32, |set, corner| set | 1 << corner.0);
        assert!(all == 0xFF && corners.iter().all(|corner| corner.1 < 3), "{corners:?}");
        let all = edges.iter().fold(0_u32, |set, edge| set | 1 << edge.0);
        assert!(all == 0xFFF, "{edges:?}");
        if corners.iter().map(|corner| corner.1).sum::<u8>() % 3 != 0 {
            return Err(Unsolvable::TwistedCorner);
        }
        if edges.iter().filter(|edge| edge.1).count() % 2 != 0 {
            return Err(Unsolvable::FlippedEdge);
        }
        let (corner_order, edge_order) = (corners.map(|it| it.0), edges.map(|it| it.0));
        if is_odd(&corner_order) != is_odd(&edge_order) {
            return Err(Unsolvable::OddPermutation);
        }
        let corners = corners.map(|(corner, twist)| corner | twist << 3);
        Ok(Self { corners, edges: edges.map(|(edge, flip)| edge | u8::from(flip) << 4) })
    }

    /// The corner at `place`, and its clockwise twist.
    #[inline]
    pub const fn corner(&self, place: usize) -> (u8, u8) {
        (self.corners[place] & 7, self.corners[place] >> 3)
    }

    /// The edge at `place`, and whether it is flipped.
    #[inline]
    pub const fn edge(&self, place: usize) -> (u8, bool) {
        (self.edges[place] & 15, self.edges[place] >= 16)
    }

    /// This cube, then what leads from the solved cube to `other`.
    #[inline]
    pub const fn times(&self, other: &Self) -> Self {
        let mut product = Self::SOLVED;
        let mut place = 0;
        while place < 8 {
            let from = other.corners[place];
            let twisted = self.corners[(from & 7) as usize] + (from & 24);
            product.corners[place] = if twisted >= 24 { twisted - 24 } else { twisted };
            place += 1;
        }
        place = 0;
        while place < 12 {
            let from = other.edges[place];
            product.edges[place] = self.edges[(from & 15) as usize] ^ (from & 16);
            place += 1;
        }
        product
    }

    /// The cube whose turns undo those of this one.
    pub fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        for place in 0..8 {
            let (corner, twist) = self.corner(place);
            inverse.corners[usize::from(corner)] = place as u8 | ((3 - twist) % 3) << 3;
        }
        for place in 0..12 {
            let (edge, flip) = self.edge(place);
            inverse.edges[usize::from(edge)] = place as u8 | u8::from(flip) << 4;
        }
        inverse
    }

    /// Turns a face.
    #[inline]
    pub fn turn(&mut self, turn: Turn) {
        *self = self.times(&TURNS[turn.number()]);
    }

    /// The cube that these turns make of a solved one.
    pub fn after(turns: impl IntoIterator<Item = Turn>) -> Self {
        let mut cubies = Self::SOLVED;
        turns.into_iter().for_each(|turn| cubies.turn(turn));
        cubies
    }

    /// A random cube, each as likely as the others.
    pub fn random(random: &mut Random) -> Self {
        let mut cubies = Self::SOLVED;
        random.shuffle(&mut cubies.corners);
        random.shuffle(&mut cubies.edges);
        if is_odd(&cubies.corners) != is_odd(&cubies.edges) {
            cubies.edges.swap(0, 1);
        }
        let (mut twists, mut flips) = (0, 0);
        for corner in &mut cubies.corners[..7] {
            let twist = random.below(3) as u8;
            twists += twist;
            *corner |= twist << 3;
        }
        cubies.corners[7] |= ((3 - twists % 3) % 3) << 3;
        for edge in &mut cubies.edges[..11] {
            let flip = random.below(2) as u8;
            flips ^= flip;
            *edge |= flip << 4;
        }
        cubies.edges[11] |= flips << 4;
        cubies
    }
}

/// Whether a permutation is odd.
fn is_odd(order: &[u8]) -> bool {
    let mut is_odd = false;
    for (at, first) in order.iter().enumerate() {
        for second in &order[at + 1..] {
            is_odd ^= first > second;
        }
    }
    is_odd
}

/// The corners, then the edges, as they are kept.
impl FixedPacked for Cubies {
    const WIDTH: usize = 20;

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes[..8].copy_from_slice(&self.corners);
        bytes[8..20].copy_from_slice(&self.edges);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        let (corners, rest) = bytes.split_first_chunk()?;
        Some(Self { corners: *corners, edges: *rest.first_chunk()? })
    }
}
