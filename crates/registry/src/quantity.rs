//! Durations, numbers of nodes and numbers of bytes, as written on the command line.

use std::time::Duration;

use thiserror::Error;

/// The error for a text that is not a quantity.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("expected {expected}")]
pub struct QuantityError {
    expected: &'static str,
}

/// Splits `text` into its leading number and the rest.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    // More digits than any quantity needs would only lose precision.
    let value: f64 = if number.len() <= 40 { number.parse().ok()? } else { return None };
    Some((value, unit.trim_start()))
}

/// Reads a duration: `10s`, `500ms`, `2m`, `1.5h`; without a unit, seconds.
pub fn time(text: &str) -> Result<Duration, QuantityError> {
    const ERROR: QuantityError =
        QuantityError { expected: "a duration, for example `10s`, `500ms`, `2m` or `1h`" };
    let (value, unit) = split(text).ok_or(ERROR)?;
    let seconds = match unit {
        "" | "s" => value,
        "us" | "µs" => value / 1e6,
        "ms" => value / 1e3,
        "m" | "min" => value * 60.0,
        "h" => value * 3600.0,
        "d" => value * 86400.0,
        _ => return Err(ERROR),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| ERROR)
}

/// The number times its unit, if it fits into 64 bits.
fn scaled(text: &str, is_bytes: bool) -> Option<u64> {
    let (value, unit) = split(text)?;
    let unit = if is_bytes { unit.strip_suffix('B').unwrap_or(unit) } else { unit };
    let factor: u64 = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        "T" => 1_000_000_000_000,
        "Ki" => 1 << 10,
        "Mi" => 1 << 20,
        "Gi" => 1 << 30,
        "Ti" => 1 << 40,
        _ => return None,
    };
    if let Ok(whole) = text.trim().parse::<u64>() {
        return Some(whole);
    }
    let product = value * factor as f64;
    (product.fract() == 0.0 && product < u64::MAX as f64).then_some(product as u64)
}

/// Reads a number of nodes or levels: `5000`, `5M`, `1.5k`; k, M, G and T are decimal.
pub fn count(text: &str) -> Result<u64, QuantityError> {
    const ERROR: QuantityError =
        QuantityError { expected: "a whole number, for example `5000`, `250k` or `5M`" };
    scaled(text, false).ok_or(ERROR)
}

/// Reads a number of bytes: `400M`, `2G`, `512Mi`; k, M, G and T are decimal, Ki and so on
/// binary.
pub fn bytes(text: &str) -> Result<usize, QuantityError> {
    const ERROR: QuantityError = QuantityError {
        expected: "a number of bytes below 2^64, for example `400M`, `1.5G` or `512Mi`",
    };
    scaled(text, true).and_then(|bytes| usize::try_from(bytes).ok()).ok_or(ERROR)
}

/// Formats a number of bytes with three significant digits.
pub fn bytes_in_words(bytes: usize) -> String {
    in_words(bytes as f64, &["bytes", "kB", "MB", "GB", "TB"])
}

/// Formats a number of nodes with three significant digits.
pub fn count_in_words(count: f64) -> String {
    in_words(count, &["", "k", "M", "G", "T"])
}

fn in_words(value: f64, units: &[&str]) -> String {
    let mut value = value;
    let mut rank = 0;
    while value >= 999.5 && rank + 1 < units.len() {
        value /= 1000.0;
        rank += 1;
    }
    let digits = match value {
        _ if rank == 0 => 0,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {}", units[rank]).trim_end().to_owned()
}

/// Formats seconds with three significant digits.
pub fn seconds_in_words(seconds: f64) -> String {
    match seconds {
        ..1e-3 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..9.995 => format!("{seconds:.2} s"),
        ..99.95 => format!("{seconds:.1} s"),
        _ => format!("{seconds:.0} s"),
    }
}

/// Formats an integer with commas as thousands separators.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
