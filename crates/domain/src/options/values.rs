//! Options of a domain or of its generator.

use tremaux_core::{Deadline, ParseError};

use crate::describe::{OptionInfo, OptionKind};
use crate::refuse::RegistryError;

/// The options given for an instance or for a generator, by name.
pub type OptionPairs<'a> = &'a [(&'static str, String)];

/// The options of a domain or of its generator, with the values that were given.
#[derive(Clone, Copy, Debug)]
pub struct OptionValues<'a> {
    declared: &'static [OptionInfo],
    given: OptionPairs<'a>,
    deadline: Option<&'a Deadline>,
}

impl<'a> OptionValues<'a> {
    /// Checks the values of the options `declared`.
    ///
    /// # Errors
    ///
    /// Fails if a value is out of range or not one of the possible words.
    pub fn check(
        declared: &'static [OptionInfo],
        given: OptionPairs<'a>,
    ) -> Result<Self, RegistryError> {
        let values = Self { declared, given, deadline: None };
        for option in declared {
            let Some(text) = values.given(option.name) else { continue };
            let is_right = match option.kind {
                OptionKind::Integer { least, most } => {
                    text.parse().is_ok_and(|number| (least..=most).contains(&number))
                }
                OptionKind::Number { least, most } => {
                    text.parse().is_ok_and(|number| (least..=most).contains(&number))
                }
                OptionKind::Choice { words } => words.contains(&text),
                OptionKind::Word { .. } | OptionKind::File { .. } => true,
            };
            if !is_right {
                return Err(values.wrong(option.name, option.kind.in_words()));
            }
        }
        Ok(values)
    }

    /// # Panics
    ///
    /// Panics if the domain declares no such option, which is a bug that any test of the domain
    /// finds.
    fn option(&self, name: &str) -> &'static OptionInfo {
        let option = self.declared.iter().find(|option| option.name == name);
        option.unwrap_or_else(|| panic!("no option `{name}` is declared"))
    }

    /// The text given for an option, without surrounding spaces; `None` if none was given.
    ///
    /// # Panics
    ///
    /// Panics if the domain declares no such option.
    pub fn given(&self, name: &str) -> Option<&'a str> {
        let name = self.option(name).name;
        self.given.iter().find(|(option, _)| *option == name).map(|(_, value)| value.trim())
    }

    /// The text given for an option, or its default; empty if it has none.
    ///
    /// # Panics
    ///
    /// Panics if the domain declares no such option.
    pub fn word(&self, name: &str) -> &'a str {
        self.given(name).or(self.option(name).default).unwrap_or("")
    }

    /// The whole number given for an option, or its default; `None` if it has none.
    ///
    /// # Panics
    ///
    /// Panics if the domain declares no such option, or it is not a whole number.
    pub fn integer(&self, name: &str) -> Option<u64> {
        let option = self.option(name);
        assert!(
            matches!(option.kind, OptionKind::Integer { .. }),
            "`{name}` is not a whole number"
        );
        let text = self.given(name).or(option.default)?;
        text.parse().ok()
    }

    /// The same with a deadline.
    #[must_use]
    pub(crate) fn until(self, deadline: &'a Deadline) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// What was given.
    pub fn pairs(&self) -> OptionPairs<'a> {
        self.given
    }

    /// The seed for random instances; 0 if none was given.
    pub fn seed(&self) -> u64 {
        let seed = self.given.iter().find(|(option, _)| *option == "seed");
        seed.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
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
    /// Panics if the domain declares no such option.
    pub fn wrong(&self, name: &str, expected: impl Into<String>) -> RegistryError {
        let text = self.word(name);
        self.error(name, ParseError::about(text, text, expected))
    }

    /// An error in the value of an option, with its place there.
    ///
    /// # Panics
    ///
    /// Panics if the domain declares no such option.
    pub fn error(&self, name: &str, error: ParseError) -> RegistryError {
        let (option, text) = (Some(self.option(name).name), self.word(name).to_owned());
        RegistryError::Instance { option, text, error: error.into() }
    }

    /// Parses the value of an option with `parse`.
    ///
    /// # Errors
    ///
    /// Fails if `parse` does, with the place of the error in the value.
    ///
    /// # Panics
    ///
    /// Panics if the domain declares no such option.
    pub fn parsed<T>(
        &self,
        name: &str,
        parse: impl FnOnce(&'a str) -> Result<T, ParseError>,
    ) -> Result<T, RegistryError> {
        parse(self.word(name)).map_err(|error| self.error(name, error))
    }
}
