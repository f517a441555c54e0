//! Pictures of few colours as PNG.

use std::io::{self, Write};

/// Encodes a picture of `palette`'s colours. `fill_row` gets the number of each row, from the top,
/// and sets its pixels to numbers of colours.
pub(crate) fn indexed_png(
    (width, height): (usize, usize),
    palette: &[[u8; 3]],
    mut fill_row: impl FnMut(usize, &mut [u8]),
) -> io::Result<Vec<u8>> {
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut pixels = vec![0; width];
    for y in 0..height {
        fill_row(y, &mut pixels);
        stream.write_all(&pixels)?;
    }
    stream.finish()?;
    writer.finish()?;
    Ok(picture)
}
