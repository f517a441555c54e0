//! Lists of numbers such as `1-20` or `1,5,9`.

use std::str::FromStr;

/// Numbers from 1, in the order in which they were written, without duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<usize>);

/// The maximum number of instances.
const MOST: usize = 1_000_000;

impl FromStr for Numbers {
    /// The text is not a list of numbers.
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |word: &str| word.trim().parse::<usize>().map_err(|_| ());
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if first == 0 || last < first || last - first >= MOST || numbers.len() >= MOST {
                return Err(());
            }
            numbers.extend(first..=last);
        }
        let mut seen = std::collections::HashSet::new();
        numbers.retain(|number| seen.insert(*number));
        Ok(Self(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists() {
        assert_eq!("1-3, 7,2".parse(), Ok(Numbers(vec![1, 2, 3, 7])));
        for wrong in ["", "0", "3-1", "a", "1-", "1-99999999999", "-3"] {
            assert_eq!(wrong.parse::<Numbers>(), Err(()), "{wrong}");
        }
    }
}
