//! The dark squares of a board as bits, and steps along the diagonals.

use std::marker::PhantomData;

use super::variant::Variant;

/// The steps: the first two go up the board, towards square 1; the numbers of opposite steps sum
/// to 3.
pub(super) const UP: [usize; 2] = [0, 1];
/// Down the board.
pub(super) const DOWN: [usize; 2] = [2, 3];

/// The squares of a variant's board.
///
/// The bits are the dark squares in the order of their numbers, from the top left, with one
/// unused bit after every two rows. So a step in one direction is the same shift from every
/// square, and a step that leaves the board at a side ends on an unused bit.
pub(super) struct Board<V>(PhantomData<V>);

impl<V: Variant> Board<V> {
    /// Dark squares in a row.
    pub(super) const WIDTH: u32 = V::SIDE / 2;
    /// Dark squares.
    pub(super) const SQUARES: u32 = V::SIDE * Self::WIDTH;
    /// All dark squares.
    pub(super) const ALL: u64 = Self::rows(0, V::SIDE);
    /// The row at the top, where White's men become kings.
    pub(super) const TOP: u64 = Self::rows(0, 1);
    /// The row at the bottom.
    pub(super) const BOTTOM: u64 = Self::rows(V::SIDE - 1, V::SIDE);
    /// Edge squares, on which nothing can be captured.
    pub(super) const EDGE: u64 = Self::edge();

    /// The rows from `first`, before `end`, counted from the top.
    pub(super) const fn rows(first: u32, end: u32) -> u64 {
        let mut bits = 0;
        let mut index = first * Self::WIDTH;
        while index < end * Self::WIDTH {
            bits |= 1 << (index + index / V::SIDE);
            index += 1;
        }
        bits
    }

    /// The rows whose number from the top, from 0, has each of four bits.
    pub(super) const ROW_BITS: [u64; 4] = Self::row_bits();

    const fn row_bits() -> [u64; 4] {
        let mut planes = [0; 4];
        let mut row = 0;
        while row < V::SIDE {
            let mut bit = 0;
            while bit < 4 {
                if row >> bit & 1 == 1 {
                    planes[bit] |= Self::rows(row, row + 1);
                }
                bit += 1;
            }
            row += 1;
        }
        planes
    }

    const fn edge() -> u64 {
        let mut bits = Self::TOP | Self::BOTTOM;
        let mut row = 0;
        while row < V::SIDE {
            // Rows begin alternately at the second and at the first column.
            let last = if row % 2 == 0 { Self::WIDTH - 1 } else { 0 };
            let index = row * Self::WIDTH + last;
            bits |= 1 << (index + index / V::SIDE);
            row += 1;
        }
        bits
    }

    /// The bit of the square with this number, from 0.
    pub(super) const fn bit(index: u32) -> u32 {
        index + index / V::SIDE
    }

    /// The number of the square with this bit, from 0.
    #[inline]
    pub(super) const fn index(bit: u32) -> u32 {
        bit - bit / (V::SIDE + 1)
    }

    /// Column and row of a bit, from the top left.
    pub(super) fn place(bit: u32) -> (u32, u32) {
        let index = Self::index(bit);
        let row = index / Self::WIDTH;
        (index % Self::WIDTH * 2 + u32::from(row.is_multiple_of(2)), row)
    }

    /// The bit of a dark square by column and row from the top left.
    pub(super) fn at(column: u32, row: u32) -> Option<u32> {
        let is_dark = (column + row) % 2 == 1 && column < V::SIDE && row < V::SIDE;
        is_dark.then(|| Self::bit(row * Self::WIDTH + column / 2))
    }

    /// Moves all of `bits` by one step; bits that leave the board disappear.
    #[inline(always)]
    pub(super) fn step(bits: u64, direction: usize) -> u64 {
        let moved = match direction {
            0 => bits >> (Self::WIDTH + 1),
            1 => bits >> Self::WIDTH,
            2 => bits << Self::WIDTH,
            _ => bits << (Self::WIDTH + 1),
        };
        moved & Self::ALL
    }
}

/// The bits of a set, one by one from the lowest.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
