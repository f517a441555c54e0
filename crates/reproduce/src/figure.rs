//! Printed figures, and computed ones.

use serde::Deserialize;

use crate::stopped::Stopped;

/// The maximum deviation of a statistical figure from the printed one, in standard errors.
///
/// If all figures were normally distributed, one run in a hundred of the largest table, with
/// its 130 figures, would have one outside. The means of a few lengths, or of counts with a
/// long tail, are not quite normal.
pub const MOST_ERRORS: f64 = 4.0;

/// How much more than the interval, in standard errors, an error must be so that a statistical
/// figure detects it in 19 of 20 runs.
const SURE_ERRORS: f64 = 1.645;

/// A figure as printed in a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Printed {
    /// No figure is printed.
    Nothing,
    /// A whole number.
    Count(u64),
    /// A number, and the number of printed decimals.
    Decimal(f64, usize),
    /// A floating-point number with all its digits.
    Real(f64),
    /// A number of which only the first digits and the power of ten are printed.
    About(f64, i32),
    /// Words, such as a path.
    Text(&'static str),
    /// A list of whole numbers.
    Counts(&'static [u64]),
}

/// A printed figure in a file of tables.
///
/// Whole numbers are counts, other numbers have all their digits, and texts are decimals
/// (`"4.50"`, or `"50."` without decimals), the first digits of a number (`"1.5e7"`), nothing
/// (`"–"`) or words.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Written {
    Count(u64),
    Real(f64),
    Counts(Vec<u64>),
    Text(String),
}

impl From<Written> for Printed {
    fn from(written: Written) -> Self {
        let text = match written {
            Written::Count(count) => return Self::Count(count),
            Written::Real(value) => return Self::Real(value),
            Written::Counts(counts) => return Self::Counts(counts.leak()),
            Written::Text(text) => text,
        };
        let about = text.split_once('e');
        let about = about.and_then(|(digits, power)| digits.parse().ok().zip(power.parse().ok()));
        let decimals = text.split_once('.').map(|(_, decimals)| decimals.len());
        match (about, text.parse().ok().zip(decimals)) {
            _ if text == "–" => Self::Nothing,
            (Some((digits, power)), _) => Self::About(digits, power),
            (None, Some((value, decimals))) => Self::Decimal(value, decimals),
            (None, None) => Self::Text(text.leak()),
        }
    }
}

/// The figures of an entry, one for each column, or why there are none.
pub(crate) type Figures = Result<Vec<Obtained>, Stopped>;

/// A computed figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Obtained {
    /// A whole number.
    Count(u64),
    /// A number.
    Real(f64),
    /// The mean of a sample.
    Mean {
        /// The mean.
        mean: f64,
        /// The standard error of its difference from the printed figure. It combines both
        /// samples if the printed figure is itself a sample mean.
        standard_error: f64,
    },
    /// Words.
    Text(String),
    /// A list of whole numbers.
    Counts(Vec<u64>),
    /// A count that grows with each of many cases, of which only some are done.
    SoFar {
        /// The count.
        count: u64,
        /// The number of cases done.
        done: usize,
        /// The total number of cases.
        of: usize,
    },
}

/// The difference between a computed figure and the printed one.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// No figure is printed.
    Unprinted,
    /// Equal in every printed digit.
    None,
    /// A mean within its interval, which has this half-width.
    Within(f64),
    /// Different, or outside the interval; the text says by how much.
    By(String),
}

impl Difference {
    /// Whether the figures agree, or none is printed.
    pub fn is_agreement(&self) -> bool {
        !matches!(self, Self::By(_))
    }
}

impl Printed {
    /// The figure as text.
    pub fn text(&self) -> String {
        match *self {
            Self::Nothing => "–".to_owned(),
            Self::Count(count) => grouped(count),
            Self::Decimal(value, decimals) => decimal(value, decimals),
            Self::Real(value) => value.to_string(),
            Self::About(digits, power) => format!("{digits}·10{}", raised(power)),
            Self::Text(text) => text.to_owned(),
            Self::Counts(counts) => listed(counts),
        }
    }

    /// The figure as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Count(count) => Some(count as f64),
            Self::Decimal(value, _) | Self::Real(value) => Some(value),
            Self::About(digits, power) => Some(digits * 10_f64.powi(power)),
            Self::Nothing | Self::Text(_) | Self::Counts(_) => None,
        }
    }

    /// The maximum rounding error of the printed number.
    fn rounding(&self) -> f64 {
        match *self {
            Self::Decimal(_, decimals) => 0.5 * 10_f64.powi(-(decimals as i32)),
            Self::Count(_) => 0.5,
            _ => 0.0,
        }
    }

    /// The half-width of the interval in which a mean must lie; `None` if the figure is not a mean,
    /// or none is printed.
    pub fn interval(&self, obtained: &Obtained) -> Option<f64> {
        match *obtained {
            Obtained::Mean { standard_error, .. } if self.number().is_some() => {
                Some(MOST_ERRORS * standard_error + self.rounding())
            }
            _ => None,
        }
    }

    /// The smallest error of the computed mean that the comparison would detect in 19 of 20
    /// runs; `None` if the figure is not a mean, or none is printed.
    ///
    /// ```
    /// use tremaux_reproduce::{Obtained, Printed};
    /// let mean = Obtained::Mean { mean: 11.2, standard_error: 0.1 };
    /// let least = Printed::Decimal(11.0, 1).detects(&mean).expect("a mean");
    /// assert!((least - 0.6145).abs() < 1e-9);
    /// ```
    pub fn detects(&self, obtained: &Obtained) -> Option<f64> {
        let Obtained::Mean { standard_error, .. } = *obtained else { return None };
        Some(self.interval(obtained)? + SURE_ERRORS * standard_error)
    }

    /// Compares `obtained` with this figure.
    ///
    /// ```
    /// use tremaux_reproduce::{Difference, Obtained, Printed};
    /// let printed = Printed::Decimal(4.5, 1);
    /// assert_eq!(printed.difference(&Obtained::Real(4.52)), Difference::None);
    /// let off = Printed::Count(14).difference(&Obtained::Count(17));
    /// assert_eq!(off, Difference::By("17, expected 14 (+3)".into()));
    /// ```
    pub fn difference(&self, obtained: &Obtained) -> Difference {
        if let (Some(printed), &Obtained::Mean { mean, standard_error }) = (self.number(), obtained)
        {
            let interval = self.interval(obtained).unwrap_or_default();
            let off = mean - printed;
            // The means of equal samples may differ in their last bits.
            if off.abs() <= interval + 1e-9 {
                return Difference::Within(interval);
            }
            let errors = if standard_error > 0.0 {
                format!(", {:.1} standard errors", off.abs() / standard_error)
            } else {
                String::new()
            };
            let ours = obtained.text(self);
            return Difference::By(format!("{ours}, expected {} ({off:+.3}{errors})", self.text()));
        }
        let is_equal = match (*self, obtained) {
            (Self::Nothing, _) => return Difference::Unprinted,
            (Self::Count(printed), &Obtained::Count(ours)) => printed == ours,
            (Self::Real(printed), &Obtained::Real(ours)) => printed == ours,
            (Self::Decimal(printed, decimals), &Obtained::Real(ours)) => {
                decimal(printed, decimals) == decimal(ours, decimals)
            }
            (Self::Text(printed), Obtained::Text(ours)) => printed == ours,
            (Self::Counts(printed), Obtained::Counts(ours)) => {
                if let Some(off) = first_difference(printed, ours) {
                    return Difference::By(off);
                }
                true
            }
            _ => false,
        };
        if is_equal {
            return Difference::None;
        }
        let by = match (self.number(), obtained.number()) {
            (Some(printed), Some(ours)) => match self {
                Self::Count(_) => format!(" ({:+})", ours - printed),
                Self::Decimal(_, decimals) => format!(" ({:+.decimals$})", ours - printed),
                _ => format!(" ({:+e})", ours - printed),
            },
            _ => String::new(),
        };
        Difference::By(format!("{}, expected {}{by}", obtained.text(self), self.text()))
    }
}

impl Obtained {
    /// The figure as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Count(count) => Some(count as f64),
            Self::Real(value) | Self::Mean { mean: value, .. } => Some(value),
            Self::Text(_) | Self::Counts(_) | Self::SoFar { .. } => None,
        }
    }

    /// Whether this is a partial result of a computation that was stopped.
    pub const fn is_partial(&self) -> bool {
        matches!(self, Self::SoFar { .. })
    }

    /// The figure as text, formatted like `printed`: with as many decimals, plus one for a
    /// mean.
    pub fn text(&self, printed: &Printed) -> String {
        match self {
            Self::Count(count) => grouped(*count),
            Self::Real(value) => match printed {
                Printed::Decimal(_, decimals) => decimal(*value, *decimals),
                Printed::Real(_) => value.to_string(),
                _ => decimal(*value, 2),
            },
            Self::Mean { mean, .. } => match printed {
                Printed::Decimal(_, decimals) => decimal(*mean, decimals + 1),
                Printed::Count(_) if *mean >= 1000.0 => decimal(*mean, 0),
                _ => decimal(*mean, 2),
            },
            Self::Text(text) => text.clone(),
            Self::Counts(counts) => listed(counts),
            Self::SoFar { count, done, of } => {
                format!("at least {}: {done} of {of} searched", grouped(*count))
            }
        }
    }
}

/// The first difference between two lists, in words.
fn first_difference(printed: &[u64], ours: &[u64]) -> Option<String> {
    let mut pairs = printed.iter().zip(ours).enumerate();
    let different = pairs.find(|(_, (printed, ours))| printed != ours);
    if let Some((at, (&printed, &ours))) = different {
        let by = i128::from(ours) - i128::from(printed);
        return Some(format!(
            "number {at} is {}, expected {} ({by:+})",
            grouped(ours),
            grouped(printed)
        ));
    }
    let (ours, printed) = (ours.len(), printed.len());
    (ours != printed).then(|| format!("{ours} numbers, expected {printed}"))
}

/// An integer with thousands separators.
fn grouped(count: u64) -> String {
    decimal_of(&count.to_string())
}

/// Inserts thousands separators into the integer part of `number`, which has no sign.
fn decimal_of(number: &str) -> String {
    let whole = number.find('.').unwrap_or(number.len());
    let mut text = String::with_capacity(number.len() * 4 / 3);
    for (at, digit) in number.chars().enumerate() {
        if at > 0 && at < whole && (whole - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with the given number of decimals and thousands separators.
fn decimal(value: f64, decimals: usize) -> String {
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", decimal_of(&format!("{:.decimals$}", value.abs())))
}

fn listed(counts: &[u64]) -> String {
    let words: Vec<String> = counts.iter().map(u64::to_string).collect();
    words.join(", ")
}

/// An exponent in superscript digits.
fn raised(power: i32) -> String {
    let raise = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + (digit as u32 - '0' as u32)).unwrap_or(digit),
    };
    power.to_string().chars().map(raise).collect()
}
