//! Pictures of few colours as PNG (ISO/IEC 15948): four bits a pixel and a palette.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The most colours.
pub(crate) const MOST_COLORS: usize = 16;

/// Writes a picture of `width` columns whose rows `row` fills with numbers of colours in
/// `palette`, from the top.
pub(crate) fn encode(
    (width, height): (usize, usize),
    palette: &[[u8; 3]],
    mut row: impl FnMut(usize, &mut [u8]),
) -> io::Result<Vec<u8>> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let (mut pixels, mut line) = (vec![0; width], vec![0; 1 + width.div_ceil(2)]);
    for y in 0..height {
        row(y, &mut pixels);
        // The first byte says that the row is not filtered.
        for (byte, pair) in line[1..].iter_mut().zip(pixels.chunks(2)) {
            *byte = pair[0] << 4 | pair.get(1).copied().unwrap_or(0);
        }
        packed.write_all(&line)?;
    }
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX).to_be_bytes();
    // Four bits a pixel, a palette, and the only kinds of compression, filter and order.
    let header = [&side(width)[..], &side(height), &[4, 3, 0, 0, 0]].concat();
    let colors = &palette[..palette.len().min(MOST_COLORS)];
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    add_chunk(&mut file, *b"IHDR", &header);
    add_chunk(&mut file, *b"PLTE", colors.as_flattened());
    add_chunk(&mut file, *b"IDAT", &packed.finish()?);
    add_chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

fn add_chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let mut check = flate2::Crc::new();
    check.update(&file[start..]);
    file.extend(check.sum().to_be_bytes());
}

/// `bytes` in characters (RFC 4648), to stand in another text.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]);
            text.push(if place > group.len() { '=' } else { digit });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, encode};

    #[test]
    fn published_examples_of_base64() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (text, expected) in cases {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn a_picture_has_its_size_and_ends() {
        let palette = [[0, 0, 0], [255, 255, 255]];
        let file = encode((5, 2), &palette, |y, row| row.fill(y as u8)).expect("memory");
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05\0\0\0\x02\x04\x03"));
        // The check of an empty last chunk is always this.
        assert!(file.ends_with(&[0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xAE, 0x42, 0x60, 0x82]));
    }
}
