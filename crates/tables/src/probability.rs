//! Tables of probabilities, row by row, compressed.

use std::io;
use std::path::Path;

#[cfg(test)]
use crate::mapped::Bytes;
use crate::pattern_database::TableFileError;
use crate::stored::{Stored, StoredTable};

/// Rows of probabilities, such as how a game of chance ends from each of its positions.
///
/// A probability takes six bytes, in units of 2^-47: the error is at most 4·10^-15, and 0 and 1
/// are exact. Zeros (values below half a unit) at both ends of a row are not stored. Any value
/// is found in constant time. The file is an image of the table in memory, with a checksum;
/// [`StoredTable::open`] maps it, so that only the pages in use are in memory.
///
/// ```
/// use tremaux_tables::ProbabilityTable;
/// let table = ProbabilityTable::new("two rows", [vec![0.0, 0.25, 0.75], vec![1.0]]);
/// assert_eq!((table.get(0, 2), table.get(1, 0), table.get(1, 1)), (0.75, 1.0, 0.0));
/// assert_eq!(table.row(0).collect::<Vec<_>>(), [0.0, 0.25, 0.75]);
/// ```
#[derive(Debug)]
pub struct ProbabilityTable {
    stored: Stored,
    /// The offset of the values, after the list of rows.
    values: usize,
}

/// The location of a row: the number of its first stored value, how many values are stored, and
/// how many zeros come before them.
#[derive(Clone, Copy)]
struct Row {
    first: usize,
    count: usize,
    zeros: usize,
}

impl ProbabilityTable {
    const KIND: &[u8; 8] = b"TRMXPRB1";
    /// One, in the units of the file.
    const ONE: f64 = (1u64 << 47) as f64;
    /// Bytes of a value.
    const WIDTH: usize = 6;
    /// The low bits of a row's entry, which hold the number of zeros before its values; the high
    /// bits hold the number of its first value.
    const ZERO_BITS: u32 = 16;

    /// Compresses rows of numbers from 0 to 1; other numbers are clamped.
    pub fn new<R: AsRef<[f64]>>(name: &str, rows: impl IntoIterator<Item = R>) -> Self {
        let (mut entries, mut values) = (Vec::new(), Vec::new());
        for row in rows {
            let code = |&value: &f64| (value.clamp(0.0, 1.0) * Self::ONE).round() as u64;
            let codes: Vec<u64> = row.as_ref().iter().map(code).collect();
            let zeros = codes.iter().take_while(|&&code| code == 0).count();
            let zeros = zeros.min((1 << Self::ZERO_BITS) - 1);
            let end = codes.iter().rposition(|&code| code > 0).map_or(zeros, |last| last + 1);
            let first = (values.len() / Self::WIDTH) as u64;
            entries.push(first << Self::ZERO_BITS | zeros as u64);
            for code in &codes[zeros..end] {
                values.extend_from_slice(&code.to_le_bytes()[..Self::WIDTH]);
            }
        }
        let count = entries.len();
        entries.push(((values.len() / Self::WIDTH) as u64) << Self::ZERO_BITS);
        let stored = Stored::new(Self::KIND, name, count, |bytes| {
            bytes.extend(entries.iter().flat_map(|entry| entry.to_le_bytes()));
            bytes.extend_from_slice(&values);
        });
        let values = stored.body + entries.len() * 8;
        Self { stored, values }
    }

    /// The table in these bytes, if their length matches the list of rows.
    fn of(stored: Stored) -> Result<Self, TableFileError> {
        let damaged = || TableFileError::Damaged { what: "invalid list of rows" };
        let list = stored.count.checked_add(1).and_then(|entries| entries.checked_mul(8));
        let values = list.and_then(|bytes| stored.body.checked_add(bytes)).ok_or_else(damaged)?;
        let last = stored.word(values - 8).ok_or_else(damaged)? >> Self::ZERO_BITS;
        let end = usize::try_from(last)
            .ok()
            .and_then(|count| count.checked_mul(Self::WIDTH)?.checked_add(values));
        if end == Some(stored.as_slice().len()) {
            Ok(Self { stored, values })
        } else {
            Err(damaged())
        }
    }

    /// The number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.stored.count
    }

    /// The size of the compressed table, in bytes.
    pub fn bytes(&self) -> usize {
        self.stored.as_slice().len()
    }

    #[inline]
    fn find(&self, row: usize) -> Option<Row> {
        if row >= self.stored.count {
            return None;
        }
        let at = self.stored.body + row * 8;
        let (entry, next) = (self.stored.word(at)?, self.stored.word(at + 8)?);
        let (first, end) = (entry >> Self::ZERO_BITS, next >> Self::ZERO_BITS);
        let zeros = (entry & ((1 << Self::ZERO_BITS) - 1)) as usize;
        Some(Row { first: first as usize, count: end.saturating_sub(first) as usize, zeros })
    }

    /// The value with this number; zero in a file that was forged, checksum included.
    #[inline]
    fn value(&self, number: usize) -> f64 {
        let at = number.saturating_mul(Self::WIDTH).saturating_add(self.values);
        let found = self.stored.as_slice().get(at..).and_then(|bytes| bytes.get(..Self::WIDTH));
        let mut word = [0; 8];
        word[..Self::WIDTH].copy_from_slice(found.unwrap_or(&[0; Self::WIDTH]));
        u64::from_le_bytes(word) as f64 / Self::ONE
    }

    /// The probability in this row and column; zero beyond the last of either.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        let found = self.find(row).and_then(|row| {
            let at = column.checked_sub(row.zeros)?;
            (at < row.count).then(|| self.value(row.first + at))
        });
        found.unwrap_or(0.0)
    }

    /// The probabilities of a row, up to the last that is not zero; none beyond the last row.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = f64> + '_ {
        let Row { first, count, zeros } =
            self.find(row).unwrap_or(Row { first: 0, count: 0, zeros: 0 });
        let values = (0..count).map(move |at| self.value(first.saturating_add(at)));
        std::iter::repeat_n(0.0, if count > 0 { zeros } else { 0 }).chain(values)
    }
}

impl StoredTable for ProbabilityTable {
    const EXTENSION: &'static str = "probabilities";

    fn open(path: &Path, name: &str) -> Result<Self, TableFileError> {
        Self::of(Stored::open(path, Self::KIND, name)?)
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        self.stored.save(path)
    }

    fn count(&self) -> usize {
        self.rows()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_found_and_lies_are_no_danger() {
        let value = |row: u32, at: u32| f64::from((row * 37 + at * 11) % 101) / 100.0;
        let rows = (0..200).map(|row| (0..row % 31).map(|at| value(row, at)).collect::<Vec<_>>());
        let table = ProbabilityTable::new("test", rows);
        let whole = table.stored.as_slice().to_vec();
        let read = |bytes: Vec<u8>| {
            ProbabilityTable::of(Stored::check(Bytes::Owned(bytes), ProbabilityTable::KIND)?)
        };
        assert!(read(whole.clone()).is_ok());
        for at in (0..whole.len()).step_by(61) {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            assert!(read(damaged).is_err(), "byte {at}");
            assert!(read(whole[..at].to_vec()).is_err(), "cut at {at}");
        }
        // Correct checksums of invalid lists of rows.
        for seed in 1..200u64 {
            let forged = Stored::new(ProbabilityTable::KIND, "test", 3, |bytes| {
                let wild =
                    |row: u64| seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(row as u32 * 9);
                bytes.extend((0..3).flat_map(|row| wild(row).to_le_bytes()));
                bytes.extend((2u64 << 16).to_le_bytes());
                bytes.extend([7; 12]);
            });
            let table = ProbabilityTable::of(forged).expect("its length is right");
            for row in 0..4 {
                for column in [0, 1, 65_000, usize::MAX] {
                    assert!((0.0..=2.0).contains(&table.get(row, column)));
                }
                assert!(table.row(row).take(100).all(|value| value >= 0.0));
            }
        }
        let forged = Stored::new(ProbabilityTable::KIND, "test", usize::MAX / 8, |_| {});
        assert!(ProbabilityTable::of(forged).is_err());
    }
}
