//! Water jug puzzles as text.

use std::fmt;

use tremaux_core::ParseError;

use super::{Jugs, Price, Target};
use crate::clauses::Clause;

const CLAUSES: &str = "`jugs`, `start`, `goal`, `tap` or `cost`";

const GOAL: &str = "the amount in each jug, `_` for any, or `any` and one amount";

impl Price {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Litres, Self::Water];

    /// The word in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Litres => "litres",
            Self::Water => "water",
        }
    }
}

impl Jugs {
    /// Reads an instance: clauses, one per line or separated by `;`, in any order except that
    /// `jugs` comes first. What follows `#` in a line is ignored.
    ///
    /// * `jugs 8 5 3`: the capacity of each jug in litres, at most eight jugs;
    /// * `start 8 0 0`: the amount in each jug, 0 by default;
    /// * `goal 4 4 0`, `goal _ 4 _` or `goal any 4`: the goal;
    /// * `tap`: jugs may be filled and emptied;
    /// * `cost moves`, `cost litres` or `cost water`: a [`Price`].
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown word or of an amount that does not fit, or the end of the
    /// text if a clause is missing.
    ///
    /// ```
    /// use tremaux::puzzles::jugs::Jugs;
    /// let error = Jugs::parse("jugs 5 3\ngoal 6 0").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 6: expected at most 5 litres, found `6`");
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut capacities = None;
        let (mut start, mut target, mut tap, mut price) = (None, None, None, None);
        for clause in Clause::all(text) {
            if clause.head == "jugs" {
                clause.once(&mut capacities, read_capacities(&clause)?)?;
                continue;
            }
            let Some((count, capacities)) = capacities else {
                return Err(clause.wrong(clause.head, "`jugs` first, for example `jugs 8 5 3`"));
            };
            let amounts = || read_amounts(&clause, &capacities[..count]);
            match clause.head {
                "start" => {
                    let (amounts, unknown) = amounts()?;
                    if let Some(word) = unknown {
                        return Err(clause.wrong(word, "an amount"));
                    }
                    clause.once(&mut start, amounts.map(Option::unwrap_or_default))?;
                }
                "goal" if clause.words.first() == Some(&"any") => {
                    let largest = capacities.iter().copied().max().unwrap_or(0);
                    let amount = match clause.words[1..] {
                        [word] => read_amount(&clause, word, largest)?,
                        [] => return Err(clause.missing("an amount")),
                        [_, surplus, ..] => {
                            return Err(clause.wrong(surplus, "the end of the line"));
                        }
                    };
                    clause.once(&mut target, Target::Any(amount))?;
                }
                "goal" => clause.once(&mut target, Target::Amounts(amounts()?.0))?,
                "tap" => {
                    clause.alone()?;
                    clause.once(&mut tap, ())?;
                }
                "cost" => {
                    const PRICES: &str = "`moves`, `litres` or `water`";
                    let word = clause.only(PRICES)?;
                    let found = Price::ALL.into_iter().find(|price| price.name() == word);
                    clause.once(&mut price, found.ok_or_else(|| clause.wrong(word, PRICES))?)?;
                }
                _ => return Err(clause.wrong(clause.head, CLAUSES)),
            }
        }
        let missing = |expected: &str| ParseError::at_end(text, expected);
        let (count, capacities) = capacities
            .ok_or_else(|| missing("the capacities of the jugs, for example `jugs 8 5 3`"))?;
        let target =
            target.ok_or_else(|| missing("a goal, for example `goal 4 4 0` or `goal any 4`"))?;
        Ok(Self {
            count,
            capacities,
            start: start.unwrap_or_default(),
            target,
            has_tap: tap.is_some(),
            price: price.unwrap_or_default(),
        })
    }

    /// Reads the amounts in `text`, one for each jug.
    pub(super) fn amounts(&self, whole: &str, text: &str) -> Result<[u16; Self::MOST], ParseError> {
        let words = text.split_whitespace();
        let mut state = [0; Self::MOST];
        let mut count = 0;
        for word in words {
            let Some(&capacity) = self.capacities().get(count) else {
                return Err(ParseError::about(whole, word, "the end"));
            };
            let amount = number(word).filter(|&amount| amount <= capacity);
            let expected = format!("at most {capacity} litres");
            state[count] = amount.ok_or_else(|| ParseError::about(whole, word, expected))?;
            count += 1;
        }
        if count < self.count() {
            let expected = format!("the amounts in {} jugs", self.count());
            return Err(ParseError::at_end(whole, expected));
        }
        Ok(state)
    }
}

/// Parses a number that consists only of digits.
fn number(word: &str) -> Option<u16> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read_capacities(clause: &Clause<'_>) -> Result<(usize, [u16; Jugs::MOST]), ParseError> {
    let mut capacities = [0; Jugs::MOST];
    let mut states = 1_u64;
    for (at, &word) in clause.words.iter().enumerate() {
        let Some(place) = capacities.get_mut(at) else {
            return Err(clause.wrong(word, format!("at most {} jugs", Jugs::MOST)));
        };
        let capacity = number(word).filter(|&capacity| capacity > 0);
        *place = capacity.ok_or_else(|| clause.wrong(word, "the capacity of a jug in litres"))?;
        states *= u64::from(*place) + 1;
        if states > Jugs::MOST_STATES {
            let expected = format!("jugs with at most {} different states", Jugs::MOST_STATES);
            return Err(clause.wrong(word, expected));
        }
    }
    match clause.words.len() {
        0 => Err(clause.missing("the capacity of each jug in litres")),
        count => Ok((count, capacities)),
    }
}

fn read_amount(clause: &Clause<'_>, word: &str, most: u16) -> Result<u16, ParseError> {
    let amount = number(word).filter(|&amount| amount <= most);
    amount.ok_or_else(|| clause.wrong(word, format!("at most {most} litres")))
}

/// Amounts, one for each jug, and the first `_`.
type Amounts<'a> = ([Option<u16>; Jugs::MOST], Option<&'a str>);

fn read_amounts<'a>(clause: &Clause<'a>, capacities: &[u16]) -> Result<Amounts<'a>, ParseError> {
    let mut amounts = [None; Jugs::MOST];
    if let Some(surplus) = clause.words.get(capacities.len()) {
        let expected = format!("the end of the line after {} jugs", capacities.len());
        return Err(clause.wrong(surplus, expected));
    }
    for ((place, &word), &capacity) in amounts.iter_mut().zip(&clause.words).zip(capacities) {
        *place = if word == "_" { None } else { Some(read_amount(clause, word, capacity)?) };
    }
    if clause.words.len() < capacities.len() {
        return Err(clause.missing(if clause.head == "goal" { GOAL } else { "the next amount" }));
    }
    let unknown = clause.words.iter().copied().find(|word| *word == "_");
    Ok((amounts, unknown))
}

/// Writes one line that [`Jugs::parse`] can read.
impl fmt::Display for Jugs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |f: &mut fmt::Formatter<'_>, amounts: &[u16]| {
            amounts[..self.count].iter().try_for_each(|amount| write!(f, " {amount}"))
        };
        f.write_str("jugs")?;
        words(f, &self.capacities)?;
        f.write_str("; start")?;
        words(f, &self.start)?;
        f.write_str("; goal")?;
        match self.target {
            Target::Any(amount) => write!(f, " any {amount}")?,
            Target::Amounts(amounts) => {
                for amount in &amounts[..self.count] {
                    match amount {
                        Some(amount) => write!(f, " {amount}")?,
                        None => f.write_str(" _")?,
                    }
                }
            }
        }
        f.write_str(if self.has_tap { "; tap" } else { "" })?;
        match self.price {
            Price::Moves => Ok(()),
            price => write!(f, "; cost {}", price.name()),
        }
    }
}
