//! Unpacks compressed input.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// The first bytes of gzip and zstd.
const GZIP: &[u8] = &[0x1F, 0x8B];
const ZSTD: &[u8] = &[0x28, 0xB5, 0x2F, 0xFD];

/// Reads the first bytes, at most `count`, and returns them with a reader that starts with them.
pub(super) fn peeked<'a>(
    mut reader: Box<dyn BufRead + 'a>,
    count: u64,
) -> io::Result<(Vec<u8>, Box<dyn BufRead + 'a>)> {
    let mut head = Vec::new();
    reader.by_ref().take(count).read_to_end(&mut head)?;
    Ok((head.clone(), Box::new(Cursor::new(head).chain(reader))))
}

/// The bytes, unpacked as they are read if the first ones are those of gzip or zstd, whatever
/// the name of the file.
pub(super) fn unpacked<'a>(reader: Box<dyn BufRead + 'a>) -> io::Result<Box<dyn BufRead + 'a>> {
    let (head, reader) = peeked(reader, 4)?;
    if head.starts_with(GZIP) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(reader))));
    }
    if head.starts_with(ZSTD) {
        let unpacked = StreamingDecoder::new(reader);
        let unpacked = unpacked.map_err(|error| io::Error::other(error.to_string()))?;
        return Ok(Box::new(BufReader::new(unpacked)));
    }
    Ok(reader)
}
