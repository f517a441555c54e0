//! Rasters: ESRI ASCII grids, and arrays of `NumPy` in their own files.

use tremaux_core::ParseError;

use super::numbers::of_values;
use super::{DrawnMap, DrawnRules, sides};

/// Whether a text begins as an ESRI ASCII grid.
pub(super) fn is_esri(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_first = |word: &str| ["ncols", "nrows"].iter().any(|it| word.eq_ignore_ascii_case(it));
    words.next().is_some_and(is_first) && words.next().is_some_and(|it| it.parse::<u32>().is_ok())
}

/// Reads an ESRI ASCII grid: six lines with a key and a number, then numbers row by row. Cells with
/// `NODATA_value` are walls.
pub(super) fn parse_esri(text: &str, rules: &DrawnRules<'_>) -> Result<DrawnMap, ParseError> {
    let mut words = text.split_whitespace().peekable();
    let (mut columns, mut rows, mut missing) = (None, None, -9999.0);
    let number = |word: Option<&str>| -> Result<f64, ParseError> {
        let word = word.ok_or_else(|| ParseError::at_end(text, "a number"))?;
        word.parse().map_err(|_| ParseError::about(text, word, "a number"))
    };
    while let Some(key) = words.next_if(|word| word.starts_with(|c: char| c.is_alphabetic())) {
        if ["nan", "inf"].iter().any(|it| key.eq_ignore_ascii_case(it)) {
            return Err(ParseError::about(text, key, "a key such as `cellsize`"));
        }
        let value = number(words.next())?;
        match key.to_ascii_lowercase().as_str() {
            "ncols" => columns = Some(value as usize),
            "nrows" => rows = Some(value as usize),
            "nodata_value" => missing = value,
            "xllcorner" | "yllcorner" | "xllcenter" | "yllcenter" | "cellsize" | "dx" | "dy" => {}
            _ => {
                let expected = "`ncols`, `nrows`, `xllcorner`, `yllcorner`, `cellsize` or \
                                `NODATA_value`";
                return Err(ParseError::about(text, key, expected));
            }
        }
    }
    let expected = "`ncols` and `nrows` from 1 to 32767 before the numbers";
    let sides = sides(columns.unwrap_or(0), rows.unwrap_or(0));
    let sides = sides.ok_or_else(|| ParseError::about(text, text.trim_start(), expected))?;
    let count = usize::from(sides.0) * usize::from(sides.1);
    let mut values = Vec::with_capacity(count.min(text.len()));
    let mut places = Vec::with_capacity(count.min(text.len()));
    for word in words {
        if values.len() == count {
            let expected = format!("the end after {count} numbers, as `ncols` and `nrows` say");
            return Err(ParseError::about(text, word, expected));
        }
        let value = number(Some(word))?;
        values.push(if value == missing { f64::NAN } else { value });
        places.push(word);
    }
    if values.len() < count {
        let expected = format!("{count} numbers, as `ncols` and `nrows` say");
        return Err(ParseError::at_end(text, expected));
    }
    match of_values(sides, &values, rules.walls) {
        Ok(map) => Ok(map),
        Err((Some(index), expected)) if rules.walls.is_some() => {
            Err(ParseError::about(text, places[index], expected))
        }
        Err((None, expected)) => Err(ParseError::about(rules.walls.unwrap_or(text), "", expected)),
        Err(_) => {
            let weights = values.iter().map(|value| u8::from(value.is_finite())).collect();
            let mut map = DrawnMap::of_weights(sides.0, sides.1, weights);
            map.notes.push(
                "values are no costs (whole numbers from 1 to 255): every cell that has one is \
                 free (`--wall LIST`: but for these)"
                    .to_owned(),
            );
            Ok(map)
        }
    }
}

/// Whether bytes are an array of `NumPy` in a file.
#[cfg(feature = "formats")]
pub(super) fn is_npy(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x93NUMPY")
}

/// Reads a two-dimensional array of numbers from a file `.npy`.
#[cfg(feature = "formats")]
pub(super) fn npy(bytes: &[u8], rules: &DrawnRules<'_>) -> Result<DrawnMap, String> {
    let cut = || "an array: the file is cut short".to_owned();
    let (start, length) = match bytes.get(6).ok_or_else(cut)? {
        1 => (10, bytes.get(8..10).map(|it| usize::from(it[0]) | usize::from(it[1]) << 8)),
        _ => {
            let length: Option<[u8; 4]> = bytes.get(8..12).and_then(|it| it.try_into().ok());
            (12, length.map(|it| u32::from_le_bytes(it) as usize))
        }
    };
    let end = start + length.ok_or_else(cut)?;
    let head = std::str::from_utf8(bytes.get(start..end).ok_or_else(cut)?);
    let head = head.map_err(|_| "a header in text".to_owned())?;
    let after =
        |key: &str| head.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim_start());
    let kind = after("descr").and_then(|rest| rest.strip_prefix('\'')?.split_once('\''));
    let kind = kind.map(|(kind, _)| kind).unwrap_or_default();
    let is_by_column = after("fortran_order").is_some_and(|rest| rest.starts_with("True"));
    let shape = after("shape").and_then(|rest| rest.strip_prefix('(')?.split_once(')'));
    let shape: Vec<usize> = shape.map_or_else(Vec::new, |(shape, _)| {
        shape.split(',').filter_map(|side| side.trim().parse().ok()).collect()
    });
    let &[rows, columns] = &shape[..] else {
        return Err(format!("an array of two dimensions, found {}", shape.len()));
    };
    let expected = || format!("1 to 32767 columns and rows, found {columns} and {rows}");
    let sides = sides(columns, rows).ok_or_else(expected)?;
    let decode = number_of(kind)
        .ok_or_else(|| format!("numbers or truth values, found the type `{kind}`"))?;
    let size = usize::from(kind.as_bytes()[2] - b'0');
    let data = &bytes[end..];
    if data.len() != columns * rows * size {
        let (expected, found) = (columns * rows * size, data.len());
        return Err(format!("{expected} bytes of numbers, found {found}"));
    }
    let is_big = kind.starts_with('>');
    let at = |row: usize, column: usize| {
        let index = if is_by_column { column * rows + row } else { row * columns + column };
        let mut bytes = [0; 8];
        let number = &data[index * size..][..size];
        bytes[..size].copy_from_slice(number);
        if is_big {
            bytes[..size].reverse();
        }
        decode(bytes)
    };
    let mut values = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        values.extend((0..columns).map(|column| at(row, column)));
    }
    of_values(sides, &values, rules.walls).map_err(|(index, expected)| match index {
        Some(index) => {
            let (row, column, value) = (index / columns, index % columns, values[index]);
            format!("{expected}; found {value} in row {row}, column {column}")
        }
        None => expected,
    })
}

/// How numbers of a type are read from their bytes, the lowest first.
#[cfg(feature = "formats")]
fn number_of(kind: &str) -> Option<fn([u8; 8]) -> f64> {
    Some(match kind.get(1..)? {
        "b1" | "u1" | "u2" | "u4" | "u8" => |bytes| u64::from_le_bytes(bytes) as f64,
        "i1" => |bytes| f64::from(bytes[0] as i8),
        "i2" => |bytes| f64::from(i16::from_le_bytes([bytes[0], bytes[1]])),
        "i4" => |bytes| f64::from(u64::from_le_bytes(bytes) as u32 as i32),
        "i8" => |bytes| i64::from_le_bytes(bytes) as f64,
        "f4" => |bytes| f64::from(f32::from_bits(u64::from_le_bytes(bytes) as u32)),
        "f8" => f64::from_le_bytes,
        _ => return None,
    })
}
