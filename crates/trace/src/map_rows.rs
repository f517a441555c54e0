//! The cells of a map in few bits, as headers hold them and as they stand behind the header of
//! a file.

use serde::{Deserialize, Serialize};

use crate::coding::{Bytes, Fault, put};
use crate::header::{Scene, TraceHeader};

/// The rows of a map from the top, a character for each cell: `#` is blocked, `.` free, a digit
/// from 2 on free with that weight.
///
/// Takes a bit a cell where all are free or blocked, four where some have weights; rows of other
/// characters, or of different lengths, are kept as they are.
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
        bytes: Vec<u8>,
    },
    Text(Vec<String>),
}

/// How cells are packed, the first in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A bit a cell: whether it is blocked.
    Bits,
    /// Four bits a cell: 0 free, 1 blocked, else its weight.
    Weights,
}

impl Form {
    /// What stands for no packed map.
    const NONE: u8 = 0;

    fn code(self) -> u8 {
        match self {
            Self::Bits => 1,
            Self::Weights => 2,
        }
    }

    fn of(code: u8) -> Option<Self> {
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
            Some((form, bytes)) => Self(Cells::Packed { form, width, height: rows.len(), bytes }),
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
        Self(Cells::Packed { form: Form::Bits, width, height, bytes })
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(&self.0, Cells::Text(rows) if rows.is_empty())
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
    fn put_sides(&self, out: &mut Vec<u8>) -> Option<&[u8]> {
        let Cells::Packed { form, width, height, bytes } = &self.0 else { return None };
        out.push(form.code());
        put(out, *width as u64);
        put(out, *height as u64);
        Some(bytes)
    }

    /// Reads what stands after the form.
    fn read(form: Form, mut bytes: Bytes<'_>) -> Result<Self, Fault> {
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
        Ok(Self(Cells::Packed { form, width, height, bytes: bytes.0.to_vec() }))
    }
}

/// A header without its map, if that is packed: what is not stays where it is.
pub(crate) fn without_map(header: &TraceHeader) -> Option<TraceHeader> {
    let Scene::Grid { rows: MapRows(Cells::Packed { .. }), start, goals } = &header.scene else {
        return None;
    };
    Some(TraceHeader {
        problem: header.problem.clone(),
        instance: header.instance.clone(),
        options: header.options.clone(),
        algorithm: header.algorithm.clone(),
        heuristic: header.heuristic.clone(),
        shape: header.shape,
        selection: header.selection,
        sides: header.sides.clone(),
        judged: header.judged,
        unit: header.unit.clone(),
        scene: Scene::Grid { rows: MapRows::default(), start: *start, goals: goals.clone() },
    })
}

/// Puts what stands before the cells of the map of `header` behind what is in `out`, and returns
/// them; they are none where it is not packed.
pub(crate) fn put_before_cells<'h>(header: &'h TraceHeader, out: &mut Vec<u8>) -> &'h [u8] {
    let cells = match &header.scene {
        Scene::Grid { rows, .. } => rows.put_sides(out),
        _ => None,
    };
    cells.unwrap_or_else(|| {
        out.push(Form::NONE);
        &[]
    })
}

/// Puts the map back into `header`.
pub(crate) fn unpack(bytes: &[u8], header: &mut TraceHeader) -> Result<(), Fault> {
    let wrong = Fault::Wrong("a map that is none");
    let mut bytes = Bytes(bytes);
    let code = bytes.byte()?;
    if code == Form::NONE && bytes.0.is_empty() {
        return Ok(());
    }
    let packed = MapRows::read(Form::of(code).ok_or(wrong)?, bytes)?;
    match &mut header.scene {
        Scene::Grid { rows, .. } if rows.is_empty() => *rows = packed,
        _ => return Err(wrong),
    }
    Ok(())
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
    use crate::header::Shape;

    fn header(rows: &[&str]) -> TraceHeader {
        let rows = rows.iter().map(|&row| row.to_owned()).collect::<Vec<_>>().into();
        let scene = Scene::Grid { rows, start: Some((1, 0)), goals: vec![(0, 1)] };
        TraceHeader { scene, unit: Some("a".into()), ..TraceHeader::new("maze", Shape::Graph) }
    }

    #[test]
    fn maps_are_unpacked_as_they_were_packed() {
        let long = ".#..##.#".repeat(9) + "#.#";
        let others = [".".repeat(75), "#".repeat(75)];
        let mixed = ["2.#9", "#345", "678."];
        let strange = ["ab", "é"];
        let (one, last) = (long.replacen(".#", "x#", 3), "#".repeat(74) + "x");
        let cases: [(&[&str], bool); 10] = [
            (&[&long, &others[0], &others[1]], true),
            (&["#"], true),
            (&["........", "#######."], true),
            (&mixed, true),
            (&strange, false),
            (&[&long, &one], false),
            (&[&long, &last], false),
            (&["..", "."], false),
            (&["", ""], false),
            (&[], false),
        ];
        for (rows, is_packed) in cases {
            let (whole, mut out) = (header(rows), vec![7]);
            let mut left = without_map(&whole).unwrap_or_else(|| whole.clone());
            let cells = put_before_cells(&whole, &mut out);
            out.extend(cells);
            let Scene::Grid { rows: kept, .. } = &left.scene else { panic!("a grid") };
            assert_eq!(kept.is_empty(), is_packed || rows.is_empty(), "{rows:?}");
            assert_eq!(out.len() > 2, is_packed, "{rows:?}");
            assert_eq!(unpack(&out[1..], &mut left), Ok(()));
            assert_eq!(left, whole);
            let text: Vec<_> = rows.iter().map(|&row| row.to_owned()).collect();
            assert_eq!(MapRows::from_text(text.clone()).to_text(), text);
            let json = serde_json::to_string(&MapRows::from_text(text.clone())).expect("text");
            assert_eq!(json, serde_json::to_string(&text).expect("text"));
            assert_eq!(serde_json::from_str(&json).ok(), Some(MapRows::from_text(text)));
        }
        let nowhere = TraceHeader::new("maze", Shape::Tree);
        let mut out = Vec::new();
        assert_eq!(without_map(&nowhere), None);
        assert!(put_before_cells(&nowhere, &mut out).is_empty());
        let mut left = nowhere.clone();
        assert_eq!((unpack(&out, &mut left), &left), (Ok(()), &nowhere));
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

    #[test]
    fn what_is_no_map_is_refused() {
        const BITS: u8 = 1;
        const WEIGHTS: u8 = 2;
        let bytes: [&[u8]; 8] = [
            &[],
            &[3],
            &[Form::NONE, 0],
            &[BITS, 0, 9],
            &[BITS, 9, 1, 0],
            &[BITS, 9, 1, 0, 0, 0],
            &[BITS, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 9, 0],
            &[WEIGHTS, 2, 1, 0xa0],
        ];
        for bytes in bytes {
            assert!(unpack(bytes, &mut header(&[])).is_err(), "{bytes:?}");
        }
        let packed = [BITS, 1, 1, 1];
        assert!(unpack(&packed, &mut header(&["."])).is_err(), "a map twice");
        assert!(unpack(&packed, &mut TraceHeader::new("a", Shape::Game)).is_err(), "no grid");
        assert_eq!(unpack(&packed, &mut header(&[])), Ok(()));
    }
}
