//! Costs without rounding: decimals, and multiples of the square root of two.

use std::cmp::Ordering;
use std::fmt;

use crate::json::Json;

/// The units of a whole cost.
const UNIT: i64 = 1_000_000;
/// Above every cost that is read, in units: sums stop here.
const MOST: i64 = 1 << 60;
/// Above every number of diagonal steps that is read.
const MOST_ROOTS: i64 = 1 << 40;

/// A cost: millionths, and multiples of the square root of two.
///
/// Sums stop at a limit above all costs that can be read. A sum is therefore never greater than the
/// true one, and one that has stopped equals no cost that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    units: i64,
    roots: i64,
}

impl Cost {
    pub(crate) const ZERO: Self = Self { units: 0, roots: 0 };
    /// A diagonal step.
    pub(crate) const ROOT: Self = Self { units: 0, roots: 1 };

    pub(crate) fn whole(number: u64) -> Self {
        let units = i64::try_from(number).unwrap_or(MOST).saturating_mul(UNIT).min(MOST);
        Self { units, roots: 0 }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        let units = (self.units + other.units).min(MOST);
        Self { units, roots: (self.roots + other.roots).min(MOST_ROOTS) }
    }

    pub(crate) fn times(self, factor: u64) -> Self {
        let factor = i64::try_from(factor).unwrap_or(MOST);
        let units = self.units.saturating_mul(factor).min(MOST);
        Self { units, roots: self.roots.saturating_mul(factor).min(MOST_ROOTS) }
    }

    /// Reads a whole number, or a text such as `12.5` or `7+3√2`.
    pub(crate) fn read(value: &Json) -> Result<Self, String> {
        let cost = match value {
            Json::Number(number) => u64::try_from(*number).ok().and_then(Self::number),
            Json::Text(text) => Self::text(text),
            _ => None,
        };
        let expected = "expected a cost below 10^12 such as 3, \"2.5\" or \"7+3√2\"";
        cost.ok_or_else(|| expected.to_owned())
    }

    pub(crate) fn number(number: u64) -> Option<Self> {
        Some(Self::whole(number)).filter(|cost| cost.units < MOST)
    }

    pub(crate) fn text(text: &str) -> Option<Self> {
        let cost = match text.strip_suffix("√2") {
            Some(sum) => {
                let (units, roots) = sum.split_once('+')?;
                let roots = i64::try_from(digits(roots)?).ok()?;
                Self { roots, ..decimal(units)? }
            }
            None => decimal(text)?,
        };
        (cost.units < MOST && cost.roots < MOST_ROOTS).then_some(cost)
    }
}

/// A number of digits alone.
pub(crate) fn digits(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A number with at most six decimals.
fn decimal(text: &str) -> Option<Cost> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let missing = 6_u32.checked_sub(u32::try_from(decimals.len()).ok()?)?;
    let millionths = digits(decimals)? * 10_u64.pow(missing);
    let part = Cost { units: i64::try_from(millionths).ok()?, roots: 0 };
    Some(Cost::whole(digits(whole)?).plus(part))
}

impl Ord for Cost {
    /// Compares squares where the two differences have different signs; no difference is so large
    /// that its square overflows.
    fn cmp(&self, other: &Self) -> Ordering {
        let units = i128::from(self.units - other.units);
        let roots = i128::from(self.roots - other.roots) * i128::from(UNIT);
        let squares = (units * units).cmp(&(2 * roots * roots));
        match (units.cmp(&0), roots.cmp(&0)) {
            (sign, Ordering::Equal) | (Ordering::Equal, sign) => sign,
            (sign, other) if sign == other => sign,
            (Ordering::Greater, _) => squares,
            _ => squares.reverse(),
        }
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.units / UNIT, self.units % UNIT);
        write!(f, "{whole}")?;
        if part > 0 {
            let decimals = format!("{part:06}");
            write!(f, ".{}", decimals.trim_end_matches('0'))?;
        }
        match self.roots {
            0 => Ok(()),
            roots => write!(f, "+{roots}√2"),
        }
    }
}

#[cfg(test)]
#[path = "../tests/units/cost.rs"]
mod tests;
