//! Options with their values: of an algorithm, a heuristic, an instance or a generator.

use tremaux_core::{Deadline, ParseError};

use super::expression::Expression;
use crate::describe::OptionInfo;
use crate::refuse::{RegistryError, one_of};

/// Options by name, with the values that were given as text.
pub type OptionPairs<'a> = &'a [(&'static str, String)];

/// The options that something declares, with the values that were given or their defaults. Every
/// value is one that the option takes.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    declared: &'static [OptionInfo],
    /// The value given for each option.
    pub(super) given: Vec<Option<Given<'a>>>,
    origin: Origin<'a>,
    /// The heuristics that a component combines.
    pub operands: Vec<&'a Expression>,
    seed: u64,
    deadline: Option<&'a Deadline>,
}

/// A value, and its place in the text of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub(super) word: &'a str,
    pub(super) offset: usize,
}

/// Where the values come from.
#[derive(Clone, Copy, Debug)]
enum Origin<'a> {
    Expression(&'a Expression),
    Pairs(OptionPairs<'a>),
}

/// What every instance and generator takes, whether it declares it or not.
static GENERAL: [OptionInfo; 1] =
    [OptionInfo::integer("seed", 0, u64::MAX).title("the seed of random instances").default("0")];

impl<'a> Options<'a> {
    /// The options `declared` with values from pairs of a name and a text.
    ///
    /// # Errors
    ///
    /// Fails if a name is unknown, or a value is out of range or not one of the possible words.
    pub fn check(
        declared: &'static [OptionInfo],
        pairs: OptionPairs<'a>,
    ) -> Result<Self, RegistryError> {
        let mut options = Self::none(declared, Origin::Pairs(pairs));
        for (name, value) in pairs {
            let value = value.trim();
            if let Some(at) = declared.iter().position(|option| option.name == *name) {
                options.given[at] = Some(Given { word: value, offset: 0 });
                if !declared[at].kind.takes(value) {
                    return Err(options.wrong(name, declared[at].kind.in_words()));
                }
            } else if Self::named(&GENERAL, name).is_ok() {
                options.seed = value.parse().unwrap_or(0);
            } else {
                Self::named(declared, name)?;
            }
        }
        Ok(options)
    }

    /// No values yet, of a component that `expression` names.
    pub(super) fn of_expression(
        declared: &'static [OptionInfo],
        expression: &'a Expression,
    ) -> Self {
        Self::none(declared, Origin::Expression(expression))
    }

    fn none(declared: &'static [OptionInfo], origin: Origin<'a>) -> Self {
        let given = vec![None; declared.len()];
        Self { declared, given, origin, operands: Vec::new(), seed: 0, deadline: None }
    }

    /// The option called `name` among those `declared`.
    ///
    /// # Errors
    ///
    /// Names the nearest ones if there is none.
    pub fn named(
        declared: &'static [OptionInfo],
        name: &str,
    ) -> Result<&'static OptionInfo, RegistryError> {
        declared.iter().find(|option| option.name == name).ok_or_else(|| {
            let expected = one_of("an option", declared.iter().map(|option| option.name), name);
            RegistryError::argument(name, 0, name, &expected)
        })
    }

    /// # Panics
    ///
    /// Panics if no such option is declared, which is a bug that any test of the component or
    /// the domain finds.
    fn index(&self, name: &str) -> usize {
        let index = self.declared.iter().position(|option| option.name == name);
        index.unwrap_or_else(|| panic!("no option `{name}` is declared"))
    }

    /// The text given for an option; `None` if none was given.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn given(&self, name: &str) -> Option<&'a str> {
        self.given[self.index(name)].map(|given| given.word)
    }

    /// The text given for an option, or its default; empty if it has none.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn word(&self, name: &str) -> &'a str {
        self.value(name).unwrap_or("")
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.given(name).or(self.declared[self.index(name)].default)
    }

    /// The whole number given for an option, or its default; `None` if it has none.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn optional_integer(&self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }

    /// The number given for an option, or its default; `None` if it has none.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn optional_number(&self, name: &str) -> Option<f64> {
        self.value(name)?.parse().ok()
    }

    /// The whole number given for an option, or its default.
    ///
    /// # Panics
    ///
    /// Panics if no such option with a default is declared, or it is not a whole number.
    pub fn integer(&self, name: &str) -> u64 {
        let number = self.optional_integer(name);
        number.unwrap_or_else(|| panic!("`{name}` has no default that is a whole number"))
    }

    /// The number given for an option, or its default.
    ///
    /// # Panics
    ///
    /// Panics if no such option with a default is declared, or it is not a number.
    pub fn number(&self, name: &str) -> f64 {
        let number = self.optional_number(name);
        number.unwrap_or_else(|| panic!("`{name}` has no default that is a number"))
    }

    /// The same with a deadline.
    #[must_use]
    pub(crate) fn until(&self, deadline: &'a Deadline) -> Self {
        Self { deadline: Some(deadline), ..self.clone() }
    }

    /// The pairs that were given; none if the values come from an expression.
    pub fn pairs(&self) -> OptionPairs<'a> {
        match self.origin {
            Origin::Pairs(pairs) => pairs,
            Origin::Expression(_) => &[],
        }
    }

    /// The seed for random instances; 0 if none was given.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The deadline of a generator, after which it may return any text, or of an output besides
    /// reports.
    pub fn deadline(&self) -> Deadline {
        self.deadline.cloned().unwrap_or_default()
    }

    /// An error in the value of an option.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn wrong(&self, name: &str, expected: impl Into<String>) -> RegistryError {
        let text = self.word(name);
        self.error(name, ParseError::about(text, text, expected))
    }

    /// An error in the value of an option, with its place there.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn error(&self, name: &str, error: ParseError) -> RegistryError {
        let at = self.index(name);
        match self.origin {
            Origin::Pairs(_) => RegistryError::Instance {
                option: Some(self.declared[at].name),
                text: self.word(name).to_owned(),
                error: error.into(),
            },
            Origin::Expression(expression) => {
                let ParseError { offset, length, found, expected, .. } = error;
                let start = self.given[at].map_or(expression.offset, |given| given.offset);
                let text = expression.text();
                RegistryError::Expression {
                    text: text.to_owned(),
                    error: ParseError::at(text, start + offset, length, found, expected).into(),
                }
            }
        }
    }

    /// Parses the value of an option with `parse`.
    ///
    /// # Errors
    ///
    /// Fails if `parse` does, with the place of the error in the value.
    ///
    /// # Panics
    ///
    /// Panics if no such option is declared.
    pub fn parsed<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&'a str) -> Result<T, ParseError>,
    ) -> Result<T, RegistryError> {
        parse(self.word(name)).map_err(|error| self.error(name, error))
    }
}
