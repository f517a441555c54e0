//! Knapsacks as text.

use std::fmt;

use tremaux_core::ParseError;

use super::{Item, Knapsack};
use crate::clauses::Clause;

/// Parses a number that consists only of digits, at most `most`.
fn number(clause: &Clause<'_>, word: &str, most: u64, what: &str) -> Result<u64, ParseError> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|&number| is_plain && number <= most);
    number.ok_or_else(|| clause.wrong(word, format!("{what}, a whole number up to {most}")))
}

impl Knapsack {
    /// Reads an instance: clauses, one per line or separated by `;`. What follows `#` in a line
    /// is ignored.
    ///
    /// * `capacity 50`: the greatest weight that may be taken;
    /// * `item 60 10 sleeping bag`: value, weight and name; without a name, the item's number.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown word, of a number that is too large or of a name that
    /// occurs twice, or the end of the text if a clause is missing.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut capacity = None;
        let mut items: Vec<Item> = Vec::new();
        let mut names = std::collections::HashSet::new();
        for clause in Clause::all(text) {
            match clause.head {
                "capacity" => {
                    let word = clause.only("the capacity")?;
                    let most = Self::MOST_CAPACITY;
                    clause.once(&mut capacity, number(&clause, word, most, "the capacity")?)?;
                }
                "item" => {
                    let [value, weight, name @ ..] = &clause.words[..] else {
                        return Err(clause.missing("the value and the weight of the item"));
                    };
                    let value = number(&clause, value, Self::MOST, "the value")?;
                    let weight = number(&clause, weight, Self::MOST, "the weight")?;
                    if items.len() == Self::MOST_ITEMS {
                        let expected = format!("at most {} items", Self::MOST_ITEMS);
                        return Err(clause.wrong(clause.head, expected));
                    }
                    let name = match name {
                        [] => (items.len() + 1).to_string(),
                        words => words.join(" "),
                    };
                    if !names.insert(name.clone()) {
                        let place = clause.words.get(2).copied().unwrap_or(clause.head);
                        let expected = format!("a name that no item before has, not `{name}`");
                        return Err(clause.wrong(place, expected));
                    }
                    items.push(Item { name, value, weight });
                }
                _ => return Err(clause.wrong(clause.head, "`capacity` or `item`")),
            }
        }
        let missing = |expected: &str| ParseError::at_end(text, expected);
        let capacity = capacity.ok_or_else(|| missing("`capacity`, for example `capacity 50`"))?;
        if items.is_empty() {
            return Err(missing("an item, for example `item 60 10 lamp`: value, weight, name"));
        }
        Self::new(capacity, items).ok_or_else(|| missing("numbers that fit"))
    }
}

/// Writes one line that [`Knapsack::parse`] can read.
impl fmt::Display for Knapsack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "capacity {}", self.capacity())?;
        self.items()
            .iter()
            .try_for_each(|item| write!(f, "; item {} {} {}", item.value, item.weight, item.name))
    }
}
