//! Many numbers of a kind in few bytes each.

use crate::bytes::{Bytes, Fault};
use crate::short_change::whole;

/// Costs that are not all whole and small, eight bytes each.
const REAL: u8 = 9;

/// How far `to` is from `from`, the short ways short: the lowest bit says which way.
#[inline]
pub(crate) const fn far(from: u32, to: u32) -> u32 {
    let far = to.wrapping_sub(from) as i32;
    ((far << 1) ^ (far >> 31)) as u32
}

/// Where one is that is so far from `from`.
#[inline]
pub(crate) const fn at(from: u32, far: u32) -> u32 {
    from.wrapping_add((far >> 1) ^ (far & 1).wrapping_neg())
}

/// Puts numbers, all in as many bytes as the longest needs: made and read without a question for
/// each.
///
/// Begins with how many bytes that is. Of no numbers, puts nothing.
pub(crate) fn put_numbers(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = u32> + Clone) {
    if values.len() == 0 {
        return;
    }
    match values.clone().fold(0, |all, value| all | value) {
        0..=0xff => put_bytes(out, 1, values.map(|value| [value as u8])),
        0x100..=0xffff => put_bytes(out, 2, values.map(|value| (value as u16).to_le_bytes())),
        _ => put_bytes(out, 4, values.map(u32::to_le_bytes)),
    }
}

/// Puts costs: as numbers, if all are whole and small.
pub(crate) fn put_costs(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = f64> + Clone) {
    let is_whole = |value| f64::from(whole(value)).to_bits() == f64::to_bits(value);
    if values.clone().fold(true, |are_whole, value| are_whole & is_whole(value)) {
        return put_numbers(out, values.map(|value| far(0, whole(value) as u32)));
    }
    put_bytes(out, REAL, values.map(f64::to_le_bytes));
}

/// Puts of which kind they are, and values of so many bytes each.
fn put_bytes<const WIDTH: usize>(
    out: &mut Vec<u8>,
    kind: u8,
    values: impl ExactSizeIterator<Item = [u8; WIDTH]>,
) {
    out.push(kind);
    let start = out.len();
    out.resize(start + WIDTH * values.len(), 0);
    for (room, value) in out[start..].as_chunks_mut::<WIDTH>().0.iter_mut().zip(values) {
        *room = value;
    }
}

/// Reads `count` numbers.
pub(crate) fn read_numbers(bytes: &mut Bytes<'_>, count: usize) -> Result<Vec<u32>, Fault> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let width = bytes.byte()?;
    read_width(bytes, count, width)
}

fn read_width(bytes: &mut Bytes<'_>, count: usize, width: u8) -> Result<Vec<u32>, Fault> {
    if !matches!(width, 1 | 2 | 4) {
        return Err(Fault::Wrong("numbers of a width that is none"));
    }
    let each = take(bytes, count, width.into())?.chunks(width.into());
    let number = |all, &byte: &u8| all << 8 | u32::from(byte);
    Ok(each.map(|bytes| bytes.iter().rev().fold(0, number)).collect())
}

/// Reads `count` costs.
pub(crate) fn read_costs(bytes: &mut Bytes<'_>, count: usize) -> Result<Vec<f64>, Fault> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let width = bytes.byte()?;
    if width != REAL {
        let whole = read_width(bytes, count, width)?;
        return Ok(whole.into_iter().map(|value| f64::from(at(0, value) as i32)).collect());
    }
    let each = take(bytes, count, 8)?.as_chunks::<8>().0;
    Ok(each.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect())
}

/// The bytes of `count` numbers: no more memory is taken than there are bytes.
fn take<'a>(bytes: &mut Bytes<'a>, count: usize, width: usize) -> Result<&'a [u8], Fault> {
    let length = count.checked_mul(width).ok_or(Fault::Short)?;
    let (these, rest) = bytes.0.split_at_checked(length).ok_or(Fault::Short)?;
    bytes.0 = rest;
    Ok(these)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_put() {
        let cases: [(&[u32], usize); 6] = [
            (&[], 0),
            (&[7], 2),
            (&[0, 255, 3], 4),
            (&[0, 256, 3], 7),
            (&[65_535, 1], 5),
            (&[65_536, u32::MAX], 9),
        ];
        for (numbers, length) in cases {
            let mut out = Vec::new();
            put_numbers(&mut out, numbers.iter().copied());
            assert_eq!(out.len(), length, "{numbers:?}");
            let mut bytes = Bytes(&out);
            assert_eq!(read_numbers(&mut bytes, numbers.len()).as_deref(), Ok(numbers));
            assert!(bytes.0.is_empty());
            for end in 0..out.len() {
                assert_eq!(read_numbers(&mut Bytes(&out[..end]), numbers.len()), Err(Fault::Short));
            }
        }
    }

    #[test]
    fn short_ways_are_short() {
        for (from, to, short) in [(7, 7, 0), (7, 8, 2), (7, 5, 3), (0, u32::MAX, 1)] {
            assert_eq!(far(from, to), short);
        }
        for from in [0, 1, 99, 1 << 31, u32::MAX - 3] {
            for to in [0, 5, 98, (1 << 31) - 1, u32::MAX] {
                assert_eq!(at(from, far(from, to)), to);
            }
        }
    }

    #[test]
    fn costs_are_read_as_they_were_put() {
        let most = f64::from(i32::MAX);
        let cases: [(&[f64], usize); 9] = [
            (&[], 0),
            (&[127.0, -128.0], 3),
            (&[128.0, 1.0], 5),
            (&[128.0, 1.5], 17),
            (&[-0.0, 1.0], 17),
            (&[f64::NAN, f64::INFINITY, 1e300, 0.1], 33),
            (&[f64::from(i32::MIN), most], 9),
            (&[most + 1.0, 1.0], 17),
            (&[4_294_967_297.0, 1.0], 17),
        ];
        for (costs, length) in cases {
            let mut out = Vec::new();
            put_costs(&mut out, costs.iter().copied());
            assert_eq!(out.len(), length, "{costs:?}");
            let read = read_costs(&mut Bytes(&out), costs.len()).expect("costs");
            let bits = |costs: &[f64]| costs.iter().map(|cost| cost.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&read), bits(costs));
        }
    }

    #[test]
    fn what_are_no_numbers_is_refused() {
        assert!(matches!(read_numbers(&mut Bytes(&[3, 1, 1, 1]), 1), Err(Fault::Wrong(_))));
        assert!(matches!(read_numbers(&mut Bytes(&[REAL, 0]), 1), Err(Fault::Wrong(_))));
        assert_eq!(read_numbers(&mut Bytes(&[4]), usize::MAX), Err(Fault::Short));
        assert_eq!(read_costs(&mut Bytes(&[REAL, 0]), usize::MAX), Err(Fault::Short));
    }
}
