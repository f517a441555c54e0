//! The cells of a map in few bits.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::block::put;
use crate::bytes::{Bytes, Fault};

/// The rows of a map from the top, a character for each cell: `#` is blocked, `.` free, a digit
/// from 2 on free with that weight.
///
/// Takes a bit a cell where all are free or blocked, four where some have weights; rows of other
/// characters, or of different lengths, are kept as they are. Copies of packed ones share them.
///
/// ```
/// use tremaux_trace::MapRows;
/// let rows = MapRows::from_text(vec!["..#".into(), "#..".into()]);
/// assert_eq!(rows.to_text(), ["..#", "#.."]);
/// assert_eq!(MapRows::from_free_words(3, [&[0b011][..], &[0b110]]), rows);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct MapRows(Cells);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    /// As many bytes for each row as it needs.
    Packed {
        form: Form,
        width: usize,
        height: usize,
        bytes: Arc<Vec<u8>>,
    },
    Text(Vec<String>),
}

/// How cells are packed, the first in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A bit a cell: whether it is blocked.
    Bits,
    /// Four bits a cell: 0 free, 1 blocked, else its weight.
    Weights,
}

impl Form {
    fn code(self) -> u8 {
        match self {
            Self::Bits => 1,
            Self::Weights => 2,
        }
    }

    pub(crate) fn of(code: u8) -> Option<Self> {
        [Self::Bits, Self::Weights].into_iter().find(|form| form.code() == code)
    }

    /// The cells in a byte.
    fn per_byte(self) -> usize {
        match self {
            Self::Bits => 8,
            Self::Weights => 2,
        }
    }

    /// The cell at `x` of a row.
    fn cell(self, row: &[u8], x: usize) -> u8 {
        let (per_byte, bits) = (self.per_byte(), 8 / self.per_byte());
        row[x / per_byte] >> (x % per_byte * bits) & ((1 << bits) - 1)
    }
}

impl Default for MapRows {
    /// No rows.
    fn default() -> Self {
        Self(Cells::Text(Vec::new()))
    }
}

impl From<Vec<String>> for MapRows {
    fn from(rows: Vec<String>) -> Self {
        Self::from_text(rows)
    }
}

impl From<MapRows> for Vec<String> {
    fn from(rows: MapRows) -> Self {
        match rows.0 {
            Cells::Text(rows) => rows,
            Cells::Packed { .. } => rows.to_text(),
        }
    }
}

impl MapRows {
    /// The rows of a text.
    #[must_use]
    pub fn from_text(rows: Vec<String>) -> Self {
        let width = rows.first().map_or(0, String::len);
        let is_even = width > 0 && rows.iter().all(|row| row.len() == width);
        let packed = is_even.then(|| {
            let bits = pack_bits(&rows).map(|bytes| (Form::Bits, bytes));
            bits.or_else(|| pack_weights(&rows).map(|bytes| (Form::Weights, bytes)))
        });
        match packed.flatten() {
            Some((form, bytes)) => Self::packed(form, width, rows.len(), bytes),
            None => Self(Cells::Text(rows)),
        }
    }

    /// The rows of a map without weights, of each which cells are free: bit `x % 64` of word
    /// `x / 64`.
    ///
    /// # Panics
    ///
    /// Panics if a row has fewer than `width` bits.
    #[must_use]
    pub fn from_free_words<'a>(width: usize, rows: impl IntoIterator<Item = &'a [u64]>) -> Self {
        let (length, mut height, mut bytes) = (width.div_ceil(8), 0, Vec::new());
        for words in rows {
            assert!(words.len() >= width.div_ceil(64), "a row of {width} cells");
            height += 1;
            let blocked = words.iter().flat_map(|word| (!word).to_le_bytes());
            bytes.extend(blocked.take(length));
            if let (rest @ 1.., Some(last)) = (width % 8, bytes.last_mut()) {
                *last &= (1 << rest) - 1;
            }
        }
        if width == 0 || height == 0 {
            return Self(Cells::Text(vec![String::new(); height]));
        }
        Self::packed(Form::Bits, width, height, bytes)
    }

    fn packed(form: Form, width: usize, height: usize, bytes: Vec<u8>) -> Self {
        Self(Cells::Packed { form, width, height, bytes: Arc::new(bytes) })
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(&self.0, Cells::Text(rows) if rows.is_empty())
    }

    /// Whether it takes some bits a cell.
    pub(crate) fn is_packed(&self) -> bool {
        matches!(self.0, Cells::Packed { .. })
    }

    /// A text for each row.
    #[must_use]
    pub fn to_text(&self) -> Vec<String> {
        let (form, width, bytes) = match &self.0 {
            Cells::Text(rows) => return rows.clone(),
            Cells::Packed { form, width, bytes, .. } => (*form, *width, bytes),
        };
        let letter = |cell| match cell {
            0 => '.',
            1 => '#',
            weight => (b'0' + weight) as char,
        };
        let row = |row: &[u8]| (0..width).map(|x| letter(form.cell(row, x))).collect();
        bytes.chunks(width.div_ceil(form.per_byte())).map(row).collect()
    }

    /// Puts the form and the sides of a map that is packed, and returns its cells, which come
    /// next.
    pub(crate) fn put_sides(&self, out: &mut Vec<u8>) -> Option<&[u8]> {
        let Cells::Packed { form, width, height, bytes } = &self.0 else { return None };
        out.push(form.code());
        put(out, *width as u64);
        put(out, *height as u64);
        Some(bytes)
    }

    /// Reads what stands after the form.
    pub(crate) fn read(form: Form, mut bytes: Bytes<'_>) -> Result<Self, Fault> {
        let wrong = Fault::Wrong("a map that is none");
        let mut side = || bytes.number().map(|side| usize::try_from(side).unwrap_or(usize::MAX));
        let (width, height) = (side()?, side()?);
        let length = width.div_ceil(form.per_byte());
        if width == 0 || height == 0 || length.checked_mul(height) != Some(bytes.0.len()) {
            return Err(wrong);
        }
        let is_cell = |row: &[u8]| (0..width).all(|x| form.cell(row, x) <= 9);
        if form == Form::Weights && !bytes.0.chunks(length).all(is_cell) {
            return Err(wrong);
        }
        Ok(Self::packed(form, width, height, bytes.0.to_vec()))
    }
}

/// Cells that are free or blocked; `None` if some are not.
fn pack_bits(rows: &[String]) -> Option<Vec<u8>> {
    let length = rows[0].len().div_ceil(8);
    let mut bytes = vec![0; length * rows.len()];
    let mut wrong = 0;
    for (row, packed) in rows.iter().zip(bytes.chunks_mut(length)) {
        let (eights, rest) = row.as_bytes().as_chunks::<8>();
        for (&eight, byte) in eights.iter().zip(&mut *packed) {
            wrong |= bits_of(eight, byte);
        }
        if let (false, Some(byte)) = (rest.is_empty(), packed.last_mut()) {
            let mut eight = [b'.'; 8];
            eight[..rest.len()].copy_from_slice(rest);
            wrong |= bits_of(eight, byte);
        }
    }
    (wrong == 0).then_some(bytes)
}

/// Packs eight cells that are free or blocked: without a question, as maps have many. Returns 0
/// if they are.
#[inline]
fn bits_of(cells: [u8; 8], byte: &mut u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const FREE: u64 = b'.' as u64 * ONES;
    // A blocked cell has the low bit set, a free one has not.
    let letters = u64::from_le_bytes(cells);
    let blocked = letters & ONES;
    *byte = (blocked.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    letters ^ (FREE - blocked * u64::from(b'.' - b'#'))
}

/// Cells with weights; `None` if some are not.
fn pack_weights(rows: &[String]) -> Option<Vec<u8>> {
    rows.iter().flat_map(|row| row.as_bytes().chunks(2)).map(weights_of).collect()
}

/// Up to two cells with weights.
fn weights_of(cells: &[u8]) -> Option<u8> {
    cells.iter().rev().try_fold(0, |byte, &cell| {
        let weight = match cell {
            b'.' => 0,
            b'#' => 1,
            b'2'..=b'9' => cell - b'0',
            _ => return None,
        };
        Some(byte << 4 | weight)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_the_text_that_they_were_made_of() {
        let texts: [&[&str]; 6] = [
            &[".#..##.#.", "#########"],
            &["2.#9", "#345"],
            &["ab", "é"],
            &["..", "."],
            &[""],
            &[],
        ];
        for text in texts {
            let text: Vec<_> = text.iter().map(|&row| row.to_owned()).collect();
            assert_eq!(MapRows::from_text(text.clone()).to_text(), text);
            let json = serde_json::to_string(&MapRows::from_text(text.clone())).expect("text");
            assert_eq!(json, serde_json::to_string(&text).expect("text"));
            assert_eq!(serde_json::from_str(&json).ok(), Some(MapRows::from_text(text)));
        }
    }

    #[test]
    fn free_cells_in_words_are_the_rows_of_their_text() {
        for width in [0, 1, 7, 8, 9, 63, 64, 65, 130] {
            let is_free = |x: usize, y: usize| (x * x + 3 * y + x / 5) % 7 < 4;
            let words = |y: usize| {
                // What is beyond the width is nobody's.
                let word = |from: usize| {
                    let bits = (0..64).filter(|x| from + x >= width || is_free(from + x, y));
                    bits.fold(0_u64, |word, x| word | 1 << x)
                };
                (0..width).step_by(64).map(word).collect::<Vec<_>>()
            };
            let text = |y: usize| (0..width).map(move |x| if is_free(x, y) { '.' } else { '#' });
            let rows: Vec<_> = (0..5).map(words).collect();
            let packed = MapRows::from_free_words(width, rows.iter().map(Vec::as_slice));
            let text: Vec<String> = (0..5).map(|y| text(y).collect()).collect();
            assert_eq!(packed.to_text(), text, "{width}");
            assert_eq!(packed, MapRows::from_text(text), "{width}");
        }
        assert!(MapRows::from_free_words(3, []).to_text().is_empty());
    }
}
