//! How a file is laid out.
//!
//! A file begins with [`MAGIC`], the version, and the length and checksum of what comes next: the
//! length of the header, the header as JSON, and the map or graph that it is of, if there is one,
//! packed. Before version 5 that is the header alone, with all of it. Blocks follow: the length of
//! what is in it, its checksum, and events one after the other. No event goes over the end of a
//! block. After the block with the end another trace may follow, which begins so again; packed it may
//! say that its map or graph is that of the one before.

/// How a file begins.
pub(crate) const MAGIC: &[u8; 8] = b"TREMAUX\n";
/// The same, for messages.
pub(crate) const MAGIC_TEXT: &str = "TREMAUX";
/// The version that is written, and the last that is read: the second has short forms of the
/// events of which there are millions, the third tells steps along a path by codes, the fourth
/// payoffs, the fifth moves of any game by codes, steps of graphs in few bytes, and maps
/// and graphs packed.
pub(crate) const VERSION: u64 = 5;
/// No block is longer than this, in bytes.
pub(crate) const LONGEST_BLOCK: u64 = 1 << 24;
/// No header is longer than this, in bytes.
pub(crate) const LONGEST_HEADER: u64 = 1 << 30;

/// The checksum of the header, in parts; since version 3 the version is in it.
pub(crate) fn header_sum(version: u64, parts: &[&[u8]]) -> [u8; 4] {
    let mut sum = crc32fast::Hasher::new();
    if version >= 3 {
        sum.update(&version.to_le_bytes());
    }
    parts.iter().for_each(|part| sum.update(part));
    sum.finalize().to_le_bytes()
}
