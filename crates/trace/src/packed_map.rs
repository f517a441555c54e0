//! Maps of cells in few bits, as they stand behind the header of a file.

use crate::coding::{Bytes, Fault, put};
use crate::header::{Scene, TraceHeader};

/// How the cells of a map are packed, after its width and height.
mod form {
    /// No map.
    pub(super) const NONE: u8 = 0;
    /// A bit a cell: whether it is blocked.
    pub(super) const BITS: u8 = 1;
    /// Four bits a cell: 0 free, 1 blocked, else its weight.
    pub(super) const WEIGHTS: u8 = 2;
}

/// Takes the rows out of `header` and packs them behind what is in `out`: a row begins with a
/// byte of its own. What is no map of free, blocked and weighted cells stays where it is.
///
/// Returns what is left of the header, if it is less.
pub(crate) fn pack(header: &TraceHeader, out: &mut Vec<u8>) -> Option<TraceHeader> {
    let rows = match &header.scene {
        Scene::Grid { rows, .. } => rows.as_slice(),
        _ => &[],
    };
    let width = rows.first().map_or(0, String::len);
    let start = out.len();
    let is_even = width > 0 && rows.iter().all(|row| row.len() == width);
    let is_packed = is_even && (pack_bits(rows, out) || pack_weights(rows, out));
    if !is_packed {
        out.truncate(start);
        out.push(form::NONE);
        return None;
    }
    let scene = match &header.scene {
        Scene::Grid { start, goals, .. } => {
            Scene::Grid { rows: Vec::new(), start: *start, goals: goals.clone() }
        }
        other => other.clone(),
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
        scene,
    })
}

/// Puts the form and the sides of a map, and makes room for its cells. Returns where they begin.
fn begin(rows: &[String], (form, cells): (u8, usize), out: &mut Vec<u8>) -> usize {
    let width = rows.first().map_or(0, String::len);
    out.push(form);
    put(out, width as u64);
    put(out, rows.len() as u64);
    let start = out.len();
    out.resize(start + width.div_ceil(cells) * rows.len(), 0);
    start
}

/// Packs cells that are free or blocked. Whether all were; if not, nothing is packed.
fn pack_bits(rows: &[String], out: &mut Vec<u8>) -> bool {
    let before = out.len();
    let start = begin(rows, (form::BITS, 8), out);
    let length = out[start..].len() / rows.len();
    let mut wrong = 0;
    for (row, packed) in rows.iter().zip(out[start..].chunks_mut(length)) {
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
    if wrong != 0 {
        out.truncate(before);
    }
    wrong == 0
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

/// Packs cells with weights. Whether all had some; if not, nothing is packed.
fn pack_weights(rows: &[String], out: &mut Vec<u8>) -> bool {
    let before = out.len();
    let start = begin(rows, (form::WEIGHTS, 2), out);
    let mut cells = rows.iter().flat_map(|row| row.as_bytes().chunks(2));
    let is_packed = out[start..].iter_mut().all(|byte| {
        let packed = cells.next().and_then(weights_of);
        *byte = packed.unwrap_or(0);
        packed.is_some()
    });
    if !is_packed {
        out.truncate(before);
    }
    is_packed
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

/// Puts the rows of a map back into `header`.
pub(crate) fn unpack(bytes: &[u8], header: &mut TraceHeader) -> Result<(), Fault> {
    let wrong = Fault::Wrong("a map that is none");
    let mut bytes = Bytes(bytes);
    let (per_byte, bits) = match bytes.byte()? {
        form::NONE if bytes.0.is_empty() => return Ok(()),
        form::BITS => (8, 1),
        form::WEIGHTS => (2, 4),
        _ => return Err(wrong),
    };
    let mut side = || bytes.number().map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let (width, height) = (side()?, side()?);
    let row_length = width.div_ceil(per_byte);
    let is_right = width > 0 && row_length.checked_mul(height) == Some(bytes.0.len());
    let Scene::Grid { rows, .. } = &mut header.scene else { return Err(wrong) };
    if !is_right || !rows.is_empty() {
        return Err(wrong);
    }
    let letter = |packed: &[u8], x: usize| {
        let cell = packed[x / per_byte] >> (x % per_byte * bits) & ((1 << bits) - 1);
        match cell {
            0 => Ok('.'),
            1 => Ok('#'),
            2..=9 => Ok((b'0' + cell) as char),
            _ => Err(wrong),
        }
    };
    let row = |packed: &[u8]| (0..width).map(|x| letter(packed, x)).collect();
    *rows = bytes.0.chunks(row_length).map(row).collect::<Result<_, _>>()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Shape;

    fn header(rows: &[&str]) -> TraceHeader {
        let rows = rows.iter().map(|&row| row.to_owned()).collect();
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
            let mut left = pack(&whole, &mut out).unwrap_or_else(|| whole.clone());
            let Scene::Grid { rows: kept, .. } = &left.scene else { panic!("a grid") };
            assert_eq!(kept.is_empty(), is_packed || rows.is_empty(), "{rows:?}");
            assert_eq!(out.len() > 2, is_packed, "{rows:?}");
            assert_eq!(unpack(&out[1..], &mut left), Ok(()));
            assert_eq!(left, whole);
        }
        let nowhere = TraceHeader::new("maze", Shape::Tree);
        let mut out = Vec::new();
        assert_eq!(pack(&nowhere, &mut out), None);
        let mut left = nowhere.clone();
        assert_eq!((unpack(&out, &mut left), &left), (Ok(()), &nowhere));
    }

    #[test]
    fn what_is_no_map_is_refused() {
        let bytes: [&[u8]; 8] = [
            &[],
            &[3],
            &[form::NONE, 0],
            &[form::BITS, 0, 9],
            &[form::BITS, 9, 1, 0],
            &[form::BITS, 9, 1, 0, 0, 0],
            &[form::BITS, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 9, 0],
            &[form::WEIGHTS, 2, 1, 0xa0],
        ];
        for bytes in bytes {
            assert!(unpack(bytes, &mut header(&[])).is_err(), "{bytes:?}");
        }
        let packed = [form::BITS, 1, 1, 1];
        assert!(unpack(&packed, &mut header(&["."])).is_err(), "a map twice");
        assert!(unpack(&packed, &mut TraceHeader::new("a", Shape::Game)).is_err(), "no grid");
        assert_eq!(unpack(&packed, &mut header(&[])), Ok(()));
    }
}
