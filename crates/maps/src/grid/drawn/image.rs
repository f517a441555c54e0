//! Pictures: dark pixels are walls.

use super::{DrawnMap, DrawnRules, small_sides};
use crate::grid::GridWorld;
use tremaux_core::ParseError;

/// Pixels darker than this, of 255, are walls.
const DARK: u8 = 128;

pub(super) fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// Whether bytes begin as a netpbm picture: in text the form stands alone on its line.
pub(super) fn is_netpbm(bytes: &[u8]) -> bool {
    let is_form = matches!(bytes.get(..2), Some([b'P', b'1'..=b'6']));
    let line = bytes.get(2..).unwrap_or_default().split(|&byte| byte == b'\n').next();
    let rest = line.unwrap_or_default().trim_ascii();
    is_form && bytes.len() > 3 && (rest.is_empty() || rest.starts_with(b"#"))
}

/// Whether that picture is no text.
pub(super) fn is_binary_netpbm(bytes: &[u8]) -> bool {
    matches!(bytes.get(1), Some(b'4'..=b'6')) && is_netpbm(bytes)
}

/// The map of the brightness of pixels, from 0 to 255.
fn of_brightness(
    sides: (u16, u16),
    pixels: impl Iterator<Item = u8>,
    rules: &DrawnRules<'_>,
) -> Result<DrawnMap, String> {
    let dark = match rules.walls {
        None => DARK,
        Some(text) => {
            let expected = || "the brightness from which pixels are free, such as --wall 128";
            text.trim().parse().map_err(|_| expected().to_owned())?
        }
    };
    let weights: Vec<u8> = pixels.map(|pixel| u8::from(pixel >= dark)).collect();
    let walls = weights.iter().filter(|&&weight| weight == 0).count();
    let note = format!(
        "pixels darker than {dark} of 255 are walls (--wall N: another limit): {walls} of {}",
        weights.len()
    );
    let map = DrawnMap::of_rows(sides, weights);
    let mut map = map.ok_or("as many pixels as width and height say")?;
    map.notes.push(note);
    Ok(map)
}

/// The sides of a picture that is not too large.
fn picture_sides(width: usize, height: usize) -> Result<(u16, u16), String> {
    let expected =
        || format!("at most 32767 columns and rows, and {} pixels", GridWorld::MOST_CELLS);
    small_sides(width, height).ok_or_else(expected)
}

/// Reads a picture in PNG. What is transparent is free.
pub(super) fn png(bytes: &[u8], rules: &DrawnRules<'_>) -> Result<DrawnMap, String> {
    let failed = |error: png::DecodingError| format!("a picture in PNG: {error}");
    let mut decoder = png::Decoder::new(bytes);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(failed)?;
    let sides = picture_sides(reader.info().width as usize, reader.info().height as usize)?;
    let mut pixels = vec![0; reader.output_buffer_size()];
    let frame = reader.next_frame(&mut pixels).map_err(failed)?;
    let samples = frame.color_type.samples();
    let has_alpha = samples % 2 == 0;
    let pixels = pixels[..frame.buffer_size()].chunks_exact(samples).map(|pixel| {
        let (colours, alpha) = pixel.split_at(samples - usize::from(has_alpha));
        // Bright colours mark places.
        let brightness = colours.iter().copied().max().unwrap_or(0);
        if alpha.first().is_some_and(|&alpha| alpha < DARK) { u8::MAX } else { brightness }
    });
    of_brightness(sides, pixels, rules)
}

/// The digits of the longest number that is not too large.
const MOST_DIGITS: usize = 20;

/// The numbers and the pixels of a netpbm picture.
struct Netpbm<'a> {
    rest: &'a [u8],
}

impl Netpbm<'_> {
    /// The next number of at most so many digits, after blanks and comments.
    fn number(&mut self, expected: &str, digits: usize) -> Result<usize, String> {
        loop {
            self.rest = self.rest.trim_ascii_start();
            if self.rest.first() != Some(&b'#') {
                break;
            }
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
        }
        let end = self.rest.iter().position(|byte| !byte.is_ascii_digit());
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()).min(digits));
        self.rest = rest;
        let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        number.ok_or_else(|| {
            let found: String = rest.iter().take(8).map(|&byte| char::from(byte)).collect();
            format!("a netpbm picture: {expected}, found `{}`", found.trim())
        })
    }
}

/// Reads a netpbm picture, of any of its six forms.
pub(super) fn netpbm(bytes: &[u8], rules: &DrawnRules<'_>) -> Result<DrawnMap, String> {
    let form = bytes.get(1).copied().unwrap_or_default();
    let mut from = Netpbm { rest: bytes.get(2..).unwrap_or_default() };
    let width = from.number("a width", MOST_DIGITS)?;
    let sides = picture_sides(width, from.number("a height", MOST_DIGITS)?)?;
    let count = usize::from(sides.0) * usize::from(sides.1);
    let is_bits = matches!(form, b'1' | b'4');
    let most = if is_bits { 1 } else { from.number("the greatest brightness", MOST_DIGITS)? };
    if !(1..=65_535).contains(&most) {
        return Err(format!("a greatest brightness from 1 to 65535, found {most}"));
    }
    let samples = if matches!(form, b'3' | b'6') { 3 } else { 1 };
    // Bits say what is black.
    let scaled = |value: usize| {
        let value = (value.min(most) * 255 / most) as u8;
        if is_bits { u8::MAX - value } else { value }
    };
    let mut values = Vec::with_capacity((count * samples).min(bytes.len() * 8));
    // One blank stands before pixels in bytes.
    let data = from.rest.get(1..).unwrap_or_default();
    match form {
        b'1' => {
            for _ in 0..count {
                // A digit may follow another at once.
                match from.number("0 or 1 for each pixel", 1)? {
                    bit @ 0..=1 => values.push(scaled(bit)),
                    _ => return Err("a netpbm picture: 0 or 1 for each pixel".to_owned()),
                }
            }
        }
        b'2' | b'3' => {
            for _ in 0..count * samples {
                values.push(scaled(from.number("the brightness of a pixel", MOST_DIGITS)?));
            }
        }
        b'4' => {
            for row in data.chunks(width.div_ceil(8).max(1)).take(sides.1.into()) {
                let bit = |at: usize| row.get(at / 8).map(|byte| byte >> (7 - at % 8) & 1);
                values.extend((0..width).filter_map(bit).map(|bit| scaled(bit.into())));
            }
        }
        _ => {
            let value = |it: &[u8]| it.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
            let all = data.chunks_exact(if most > 255 { 2 } else { 1 }).take(count * samples);
            values.extend(all.map(|it| scaled(value(it))));
        }
    }
    if values.len() < count * samples {
        return Err(format!("{count} pixels, as width and height say: the file is cut short"));
    }
    let brightest = |pixel: &[u8]| pixel.iter().copied().max().unwrap_or(0);
    of_brightness(sides, values.chunks_exact(samples).map(brightest), rules)
}

/// Reads a netpbm picture that is written in text.
pub(super) fn parse(text: &str, rules: &DrawnRules<'_>) -> Result<DrawnMap, ParseError> {
    netpbm(text.as_bytes(), rules).map_err(|expected| ParseError::about(text, "", expected))
}
