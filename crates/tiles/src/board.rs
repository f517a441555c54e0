//! Representations of boards.

use std::fmt::Debug;
use std::hash::Hash;

use tremaux_core::FixedPacked;

use super::Move;

/// A board as used by a search: its tiles and the cell of the blank, 0.
///
/// The width and height are not part of it; data that depends on them is in the tables of the
/// space and in the cell stored in a [`Move`]. Two boards of one puzzle are equal when their
/// tiles are.
///
/// [`Board64`](super::Board64), [`Board128`](super::Board128) and
/// [`ByteBoard`](super::ByteBoard) differ in the number of cells they hold and in speed.
pub trait Board: Copy + Eq + Debug + Send + Sync + 'static {
    /// The stored form.
    type Packed: Copy + Eq + Ord + Hash + Debug + FixedPacked + Send + Sync + 'static;

    /// The maximum number of cells it holds.
    const MOST_CELLS: usize;

    /// The board with these tiles, row by row, of which one must be 0.
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`Board::MOST_CELLS`], or there is no 0.
    fn from_tiles(tiles: &[u8]) -> Self;

    /// The tile in a cell.
    fn tile(&self, cell: usize) -> usize;

    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// The tile that `mv` is about to move.
    #[inline]
    fn moving(&self, mv: Move) -> usize {
        self.tile(mv.cell())
    }

    /// Moves the tile in the cell of `mv` to the blank's cell, and the blank there.
    fn slide(&mut self, mv: Move);

    /// The stored form: the tiles alone.
    fn pack(&self) -> Self::Packed;

    /// The board with these tiles, which [`Board::pack`] made.
    fn unpack(packed: Self::Packed) -> Self;

    /// The tiles at four bits per cell, the first cell lowest, if they are stored this way.
    #[inline]
    fn nibbles(&self) -> Option<u64> {
        None
    }
}

macro_rules! packed_board {
    ($(#[$attribute:meta])* $name:ident, $word:ident, $bits:literal, $cells:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            tiles: $word,
            blank: u8,
        }

        impl $name {
            const TILE: $word = (1 << $bits) - 1;

            /// The lowest bit of every cell.
            const ONES: $word = {
                let (mut ones, mut cell) = (0, 0);
                while cell < $cells {
                    ones |= 1 << ($bits * cell);
                    cell += 1;
                }
                ones
            };
        }

        impl PartialEq for $name {
            /// The blank's cell is found by searching for tile 0.
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.tiles == other.tiles
            }
        }

        impl Eq for $name {}

        impl Board for $name {
            type Packed = $word;

            const MOST_CELLS: usize = $cells;

            #[inline]
            fn from_tiles(tiles: &[u8]) -> Self {
                assert!(tiles.len() <= Self::MOST_CELLS, "{} cells", tiles.len());
                let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
                let cells = tiles.iter().rev();
                let tiles = cells.fold(0, |packed, &tile| packed << $bits | $word::from(tile));
                Self { tiles, blank: blank as u8 }
            }

            #[inline]
            fn tile(&self, cell: usize) -> usize {
                (self.tiles.wrapping_shr($bits * cell as u32) & Self::TILE) as usize
            }

            #[inline]
            fn blank(&self) -> usize {
                self.blank.into()
            }

            #[inline]
            fn slide(&mut self, mv: Move) {
                let cell = mv.cell() as u32;
                let tile = self.tiles.wrapping_shr($bits * cell) & Self::TILE;
                let at_blank = tile.wrapping_shl($bits * u32::from(self.blank));
                self.tiles ^= tile.wrapping_shl($bits * cell) | at_blank;
                self.blank = cell as u8;
            }

            #[inline]
            fn pack(&self) -> $word {
                self.tiles
            }

            #[inline]
            fn unpack(tiles: $word) -> Self {
                // Sets the top bit of the lowest zero cell; higher bits may be wrong.
                let zeros = tiles.wrapping_sub(Self::ONES) & !tiles & Self::ONES << ($bits - 1);
                Self { tiles, blank: (zeros.trailing_zeros() / $bits) as u8 }
            }

            packed_board!(@nibbles $bits);
        }
    };
    (@nibbles 4) => {
        #[inline]
        fn nibbles(&self) -> Option<u64> {
            Some(self.tiles)
        }
    };
    (@nibbles $bits:literal) => {};
}

packed_board!(
    /// Up to 16 cells in 64 bits, four a cell: 2x2 to 4x4, also 3x5 and 2x8.
    Board64, u64, 4, 16
);
packed_board!(
    /// Up to 25 cells in 128 bits, five a cell: up to 5x5, also 3x8 and 4x6.
    Board128, u128, 5, 25
);

/// Up to 64 cells, a byte each.
///
/// A 6x6 board has too many states for 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct ByteBoard {
    tiles: [u8; 64],
    blank: u8,
}

impl PartialEq for ByteBoard {
    /// The blank's cell is found by searching for tile 0.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl Eq for ByteBoard {}

impl Board for ByteBoard {
    type Packed = [u8; 64];

    const MOST_CELLS: usize = 64;

    #[inline]
    fn from_tiles(tiles: &[u8]) -> Self {
        let mut packed = [0; 64];
        packed[..tiles.len()].copy_from_slice(tiles);
        Self::unpack(packed)
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        self.tiles[cell & 63].into()
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank.into()
    }

    #[inline]
    fn slide(&mut self, mv: Move) {
        let cell = mv.cell();
        self.tiles[usize::from(self.blank & 63)] = self.tiles[cell];
        self.tiles[cell] = 0;
        self.blank = cell as u8;
    }

    #[inline]
    fn pack(&self) -> [u8; 64] {
        self.tiles
    }

    #[inline]
    fn unpack(tiles: [u8; 64]) -> Self {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a blank");
        Self { tiles, blank: blank as u8 }
    }
}
