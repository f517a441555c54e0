//! The frames of a file: compressed, with a checksum.
//!
//! A frame has the length of its content, the compressed length, and the CRC-32 of both lengths
//! and the compressed content, each 32 bits little-endian; then the content as a compressed LZ4
//! block.

use std::io::{self, Read};

use crate::error::TraceError;

/// The length of the frame header in bytes.
const HEAD: usize = 12;

/// The greatest compression ratio of LZ4.
const MOST_SHORTER: u64 = 255;

/// Appends `content` as a frame to `out`.
pub(crate) fn put(content: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let compressed = lz4_flex::block::compress(content);
    let too_long = |_| io::Error::other("more than 4 GB in one frame");
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(too_long);
    let lengths = [length(content)?.to_le_bytes(), length(&compressed)?.to_le_bytes()].concat();
    out.extend_from_slice(&lengths);
    out.extend(checksum(&lengths, &compressed).to_le_bytes());
    out.extend(compressed);
    Ok(())
}

fn checksum(lengths: &[u8], content: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(lengths);
    sum.update(content);
    sum.finalize()
}

/// Reads the content of a frame; `None` if the input ends before or within it.
///
/// Allocates at most `most` bytes of content, and no more than the compressed bytes can hold,
/// whatever the lengths in the frame say.
pub(crate) fn read(
    input: &mut impl Read,
    offset: &mut u64,
    most: u32,
) -> Result<Option<Vec<u8>>, TraceError> {
    let start = *offset;
    let damaged = |what: &str| TraceError::damaged(start, what);
    let head = read_some(input, HEAD as u64, offset)?;
    let Some(head) = head.first_chunk::<HEAD>() else { return Ok(None) };
    let number =
        |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (length, compressed, sum) = (number(0), number(4), number(8));
    let least = lz4_flex::block::get_maximum_output_size(most as usize);
    if length > most || compressed as usize > least {
        return Err(damaged("a frame is too long"));
    }
    let content = read_some(input, compressed.into(), offset)?;
    if content.len() < compressed as usize {
        return Ok(None);
    }
    if checksum(&head[..8], &content) != sum {
        return Err(damaged("the checksum of a frame is wrong"));
    }
    if u64::from(length) > MOST_SHORTER * u64::from(compressed) {
        return Err(damaged("a frame holds less than it says"));
    }
    let mut out = vec![0; length as usize];
    match lz4_flex::block::decompress_into(&content, &mut out) {
        Ok(count) if count == out.len() => Ok(Some(out)),
        _ => Err(damaged("a frame cannot be decompressed")),
    }
}

/// Reads at most `length` bytes; a wrong length allocates no memory.
pub(crate) fn read_some(
    input: &mut impl Read,
    length: u64,
    offset: &mut u64,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    *offset += input.take(length).read_to_end(&mut bytes)? as u64;
    Ok(bytes)
}
