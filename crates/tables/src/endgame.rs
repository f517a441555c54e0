//! Tables of solved games: the value of every position, compressed.

use std::io;
use std::path::Path;

use tremaux_core::{Evaluator, IndexedGame, Score};

use crate::mapped::Bytes;
use crate::pattern_database::TableFileError;
use crate::stored::{Stored, StoredTable};

/// The value of a position with best play by both sides, for the player to move; in a finished
/// game, for player 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EndgameValue {
    /// No legal position has this number.
    Invalid,
    /// A draw: nobody can force a win.
    Draw,
    /// A win in this number of plies with best play.
    Win(u16),
    /// A loss in this number of plies with best play.
    Loss(u16),
}

impl EndgameValue {
    /// The greatest number of plies to a win.
    pub const MAX_PLIES: u16 = (u16::MAX - 3) / 2;

    /// The stored form: 0 is invalid, 1 is a draw, then wins and losses alternate.
    #[inline]
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Self::Invalid => 0,
            Self::Draw => 1,
            Self::Win(plies) => 2 + 2 * plies.min(Self::MAX_PLIES),
            Self::Loss(plies) => 3 + 2 * plies.min(Self::MAX_PLIES),
        }
    }

    /// The inverse of [`EndgameValue::code`].
    #[inline]
    pub fn from_code(code: u16) -> Self {
        match code {
            0 => Self::Invalid,
            1 => Self::Draw,
            code if code.is_multiple_of(2) => Self::Win((code - 2) / 2),
            code => Self::Loss((code - 3) / 2),
        }
    }

    /// The score, if the position is legal.
    #[inline]
    #[must_use]
    pub fn score(self) -> Option<Score> {
        match self {
            Self::Invalid => None,
            Self::Draw => Some(Score::DRAW),
            Self::Win(plies) => Some(Score::win_in(u32::from(plies))),
            Self::Loss(plies) => Some(Score::loss_in(u32::from(plies))),
        }
    }
}

/// The values of all positions of a game, by number (retrograde analysis makes them).
///
/// Compressed in blocks of 4,096 positions: a block lists its distinct values, and stores an
/// index into that list for each position in as few bits as possible, none if all values are
/// equal. Any value is found in constant time without unpacking the rest. The file is an image
/// of the table in memory, with a checksum of 64 bits; [`StoredTable::open`] maps it, so that
/// only the pages in use are read.
///
/// ```
/// use tremaux::play::{EndgameTable, EndgameValue};
/// let values = [EndgameValue::Win(3), EndgameValue::Draw, EndgameValue::Loss(2)];
/// let table = EndgameTable::new("a game", values.into_iter());
/// assert_eq!(table.get(2), EndgameValue::Loss(2));
/// assert_eq!(table.get(99), EndgameValue::Invalid);
/// ```
#[derive(Debug)]
pub struct EndgameTable {
    /// The list of blocks, and the blocks.
    stored: Stored,
}

impl EndgameTable {
    const KIND: &[u8; 8] = b"TRMXEND1";
    const BLOCK: usize = 4096;

    /// Compresses `values`, the values of the positions 0, 1, 2 and so on of the game called
    /// `name`.
    pub fn new(name: &str, values: impl Iterator<Item = EndgameValue>) -> Self {
        let mut offsets: Vec<u64> = Vec::new();
        let mut data: Vec<u8> = Vec::new();
        let mut count = 0;
        let mut block: Vec<u16> = Vec::with_capacity(Self::BLOCK);
        let mut values = values.map(EndgameValue::code).peekable();
        while values.peek().is_some() {
            block.clear();
            block.extend(values.by_ref().take(Self::BLOCK));
            count += block.len();
            offsets.push(data.len() as u64);
            Self::compress(&block, &mut data);
        }
        let stored = Stored::new(Self::KIND, name, count, |bytes| {
            let first = (bytes.len() + offsets.len() * 8) as u64;
            bytes.extend(offsets.iter().flat_map(|offset| (first + offset).to_le_bytes()));
            bytes.extend_from_slice(&data);
        });
        Self { stored }
    }

    /// Appends the number of distinct values, the values, and an index for each position.
    fn compress(block: &[u16], data: &mut Vec<u8>) {
        let mut palette = block.to_vec();
        palette.sort_unstable();
        palette.dedup();
        data.extend_from_slice(&(palette.len() as u16).to_le_bytes());
        for code in &palette {
            data.extend_from_slice(&code.to_le_bytes());
        }
        let width = Self::width(palette.len());
        let (mut bits, mut filled) = (0u64, 0);
        for code in block {
            let index = palette.binary_search(code).expect("it is listed") as u64;
            bits |= index << filled;
            filled += width;
            while filled >= 8 {
                data.push(bits as u8);
                bits >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            data.push(bits as u8);
        }
    }

    /// The number of bits for an index into this many values.
    #[inline]
    fn width(values: usize) -> u32 {
        usize::BITS - values.saturating_sub(1).leading_zeros()
    }

    /// Reads a table that is in memory.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not a table, or damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, TableFileError> {
        Self::of(Stored::check(Bytes::Owned(bytes), Self::KIND)?)
    }

    /// The table in these bytes, if they are long enough for its list of blocks.
    fn of(stored: Stored) -> Result<Self, TableFileError> {
        let list = stored.count.div_ceil(Self::BLOCK).checked_mul(8);
        let end = list.and_then(|size| stored.body.checked_add(size));
        if end.is_none_or(|end| end > stored.as_slice().len()) {
            return Err(TableFileError::Damaged { what: "truncated list of blocks" });
        }
        Ok(Self { stored })
    }

    /// The number of positions.
    #[inline]
    pub fn position_count(&self) -> usize {
        self.stored.count
    }

    /// The size of the compressed table.
    pub fn bytes(&self) -> usize {
        self.stored.as_slice().len()
    }

    /// The value of the position of this number; invalid beyond the last.
    #[inline]
    pub fn get(&self, index: usize) -> EndgameValue {
        if index >= self.stored.count {
            return EndgameValue::Invalid;
        }
        EndgameValue::from_code(self.find(index).unwrap_or(0))
    }

    /// `None` only in a file that was forged, checksum included.
    fn find(&self, index: usize) -> Option<u16> {
        let bytes = self.stored.as_slice();
        let half = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        let start = self.stored.word(self.stored.body + index / Self::BLOCK * 8)?;
        let start = usize::try_from(start).ok().filter(|&start| start < bytes.len())?;
        let values = usize::from(half(start)?);
        let width = Self::width(values);
        if width == 0 {
            return half(start + 2);
        }
        let first = (index % Self::BLOCK) * width as usize;
        let at = start + 2 + 2 * values + first / 8;
        let mut bits = 0u32;
        for (place, &byte) in bytes.get(at..)?.iter().take(3).enumerate() {
            bits |= u32::from(byte) << (8 * place);
        }
        let value = (bits >> (first % 8)) as usize & ((1 << width) - 1);
        half(start + 2 + 2 * value)
    }
}

impl StoredTable for EndgameTable {
    const EXTENSION: &'static str = "endgames";

    fn open(path: &Path, name: &str) -> Result<Self, TableFileError> {
        Self::of(Stored::open(path, Self::KIND, name)?)
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        self.stored.save(path)
    }

    fn count(&self) -> usize {
        self.position_count()
    }
}

/// An evaluator that knows the true value of every position of a table, and uses another
/// evaluator for all other positions.
#[derive(Clone, Copy, Debug)]
pub struct WithEndgames<'a, E> {
    /// The table.
    pub table: &'a EndgameTable,
    /// Evaluates the positions that are not in the table.
    pub evaluator: E,
}

impl<G: IndexedGame + ?Sized, E: Evaluator<G>> Evaluator<G> for WithEndgames<'_, E> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self.evaluator.evaluate(game, state)
    }

    fn known(&self, game: &G, state: &G::State) -> Option<Score> {
        let value = self.table.get(game.index(state)).score();
        value.or_else(|| self.evaluator.known(game, state))
    }
}
