//! Unpacks compressed input.

use std::io::{self, BufRead, Cursor, Read};

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
        return gzip(reader);
    }
    if head.starts_with(ZSTD) { zstd(reader) } else { Ok(reader) }
}

fn gzip<'a>(reader: Box<dyn BufRead + 'a>) -> io::Result<Box<dyn BufRead + 'a>> {
    Ok(Box::new(io::BufReader::new(flate2::bufread::MultiGzDecoder::new(reader))))
}

fn zstd<'a>(reader: Box<dyn BufRead + 'a>) -> io::Result<Box<dyn BufRead + 'a>> {
    let unpacked = ruzstd::decoding::StreamingDecoder::new(reader)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
    Ok(Box::new(io::BufReader::new(unpacked)))
}
