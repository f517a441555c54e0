//! Moves of one tile, in a byte each.

use std::fmt;
use std::num::NonZeroU8;

/// The direction in which the blank moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Slide {
    /// To the next column.
    Right,
    /// To the previous column.
    Left,
    /// To the row below.
    Down,
    /// To the row above.
    Up,
}

impl tremaux_core::codes::ActionCode for Slide {
    #[inline]
    fn code(self) -> u64 {
        self as u64
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self::from_code(code as u8)
    }
}

impl Slide {
    /// All four, in the default order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_code(self as u8 ^ 1)
    }

    /// The letter of the direction: `U`, `L`, `R` or `D`.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Down => 'D',
        }
    }

    /// The slide of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'U' | 'u' => Some(Self::Up),
            'L' | 'l' => Some(Self::Left),
            'R' | 'r' => Some(Self::Right),
            'D' | 'd' => Some(Self::Down),
            _ => None,
        }
    }

    /// Whether the blank changes its row.
    #[inline]
    #[must_use]
    pub const fn is_vertical(self) -> bool {
        self as u8 & 2 != 0
    }

    /// Whether the blank moves to a later cell.
    #[inline]
    #[must_use]
    pub const fn is_forward(self) -> bool {
        self as u8 & 1 == 0
    }

    #[inline]
    pub(super) const fn from_code(code: u8) -> Self {
        // By reference, or the array is written to the stack each time.
        let slides = const { &[Self::Right, Self::Left, Self::Down, Self::Up] };
        slides[(code & 3) as usize]
    }
}

/// A slide of the tile in one cell, with the blank beside it.
///
/// It is stored in one byte: four times the tile's cell plus the direction of the blank. So a
/// search reads a tile and looks up the change of an estimate without computing any cell. The
/// blank never moves right into the first cell, so no move is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU8);

impl Move {
    /// The number of possible bytes: the size of tables indexed by a move.
    pub const CODES: usize = 256;

    /// The move of the tile in the cell `from`, with the blank moving there by `slide`.
    ///
    /// `None` for impossible moves: the blank moving right into cell 0, or cell 64.
    pub const fn new(from: usize, slide: Slide) -> Option<Self> {
        if from >= 64 {
            return None;
        }
        match NonZeroU8::new(4 * from as u8 + slide as u8) {
            Some(code) => Some(Self(code)),
            None => None,
        }
    }

    /// The byte: an index of tables.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0.get()
    }

    /// The cell that the tile leaves.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> usize {
        (self.code() >> 2) as usize
    }

    /// The direction in which the blank moves.
    #[inline]
    #[must_use]
    pub const fn slide(self) -> Slide {
        Slide::from_code(self.code())
    }
}

impl tremaux_core::codes::ActionCode for Move {
    #[inline]
    fn code(self) -> u64 {
        self.0.get().into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self(NonZeroU8::new(code as u8).expect("the number of a move"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} into {}", self.slide(), self.cell())
    }
}

/// A few moves, at most four: one byte each, the next lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves(u32);

impl Moves {
    /// These moves, in this order; those beyond the fourth are dropped.
    #[inline]
    pub fn from_slice(moves: &[Move]) -> Self {
        let bytes = moves.iter().take(4).rev();
        Self(bytes.fold(0, |set, mv| set << 8 | u32::from(mv.code())))
    }
}

impl FromIterator<Move> for Moves {
    /// Moves beyond the fourth are dropped.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut set = Self::default();
        for (at, mv) in moves.into_iter().take(4).enumerate() {
            set.0 |= u32::from(mv.code()) << (8 * at);
        }
        set
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = NonZeroU8::new(self.0 as u8)?;
        self.0 >>= 8;
        Some(Move(mv))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // No move is zero, so comparisons count the bytes in use.
        let count = [0, 0xFF, 0xFFFF, 0xFF_FFFF].iter().filter(|&&full| self.0 > full).count();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}
