//! Arguments of an expression, checked against the options of a component.

use super::expression::{Argument, Expression};
use crate::describe::{Component, Operands, OptionKind};
use crate::refuse::RegistryError;
use tremaux_reading::{in_words, nearest_names};

/// The options of a component as given, or their defaults, and its operands.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The expression that names the component.
    expression: &'a Expression,
    component: &'static Component,
    /// The heuristics that the component combines.
    pub operands: Vec<&'a Expression>,
    values: Vec<Option<(Value, usize)>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Integer(u64),
    Number(f64),
    Word(String),
}

impl<'a> Options<'a> {
    /// Checks the arguments of `expression`, which names `component`.
    ///
    /// # Errors
    ///
    /// Returns the place of the first argument that is unknown, given twice, out of range or
    /// missing.
    pub fn read(
        component: &'static Component,
        expression: &'a Expression,
    ) -> Result<Self, RegistryError> {
        let (options, Operands { least, most }) = (component.options, component.operands);
        let mut read =
            Self { expression, component, operands: Vec::new(), values: vec![None; options.len()] };
        for argument in &expression.arguments {
            let value = &argument.value;
            let count = read.operands.len();
            if argument.key.is_none() && count < most && (count < least || !is_number(&value.name))
            {
                read.operands.push(value);
            } else {
                read.add(argument)?;
            }
        }
        if read.operands.len() < least {
            return Err(
                read.missing(&format!("heuristics in brackets, as `{}`", component.example))
            );
        }
        for (at, option) in options.iter().enumerate() {
            if read.values[at].is_none() {
                let (name, example) = (option.name, component.example);
                let default = option.default.ok_or_else(|| {
                    read.missing(&format!("`{name}` in brackets, as `{example}`"))
                })?;
                let default = read_value(&option.kind, default);
                read.values[at] = default.map(|default| (default, expression.offset));
            }
        }
        Ok(read)
    }

    /// Takes the value of an option.
    fn add(&mut self, argument: &'a Argument) -> Result<(), RegistryError> {
        let (text, value) = (self.expression.text(), &argument.value);
        let (word, offset) = match &argument.key {
            Some((key, offset)) => (key.as_str(), *offset),
            None => (value.name.as_str(), value.offset),
        };
        let index = match &argument.key {
            Some(_) => self.component.options.iter().position(|option| option.name == word),
            None => self.values.iter().position(Option::is_none),
        };
        let Some(index) = index else {
            let expected = self.expected(argument.key.is_some().then_some(word));
            return Err(RegistryError::argument(text, offset, word, &expected));
        };
        if self.values[index].is_some() {
            return Err(RegistryError::argument(text, offset, word, "each option once"));
        }
        let option = &self.component.options[index];
        let read = read_value(&option.kind, &value.name).filter(|_| value.arguments.is_empty());
        let read = read.ok_or_else(|| {
            let expected = format!("{} for `{}`", option.kind.in_words(), option.name);
            RegistryError::argument(text, value.offset, &value.name, &expected)
        })?;
        self.values[index] = Some((read, value.offset));
        Ok(())
    }

    /// What was expected instead of an argument that is not taken: one with the key `word`, or one
    /// too many.
    fn expected(&self, word: Option<&str>) -> String {
        let all: Vec<&str> = self.component.options.iter().map(|option| option.name).collect();
        let near = word.map_or_else(Vec::new, |word| nearest_names(word, all.iter().copied()));
        match (word, all.as_slice(), self.component.operands.most) {
            (Some(_), [], _) => format!("no options: `{}` has none", self.component.name),
            (Some(_), all, _) if near.is_empty() => format!("an option: {}", in_words(all)),
            (Some(_), ..) => format!("an option (did you mean {}?)", in_words(&near)),
            (None, [], 0) => format!("no argument: `{}` takes none", self.component.name),
            (None, [], most) => format!("at most {most} heuristics"),
            (None, [_], _) => "one option".to_owned(),
            (None, all, _) => format!("at most {} options", all.len()),
        }
    }

    /// An error about the whole expression.
    fn missing(&self, expected: &str) -> RegistryError {
        let Expression { name, offset, .. } = self.expression;
        RegistryError::argument(self.expression.text(), *offset, name, expected)
    }

    /// # Panics
    ///
    /// Panics if the component declares no such option, which is a bug that any test of the
    /// component finds.
    fn optional(&self, name: &str) -> Option<&(Value, usize)> {
        let index = self.component.options.iter().position(|option| option.name == name);
        self.values[index.unwrap_or_else(|| self.undeclared(name))].as_ref()
    }

    fn value(&self, name: &str) -> &(Value, usize) {
        self.optional(name).unwrap_or_else(|| self.undeclared(name))
    }

    #[cold]
    fn undeclared(&self, name: &str) -> ! {
        panic!("`{}` declares no option `{name}` of this kind", self.component.name)
    }

    /// The integer given for the option `name`, which has no default; `None` if none was given.
    ///
    /// # Panics
    ///
    /// Panics if the component declares no such option.
    pub fn optional_integer(&self, name: &str) -> Option<u64> {
        match self.optional(name) {
            Some((Value::Integer(value), _)) => Some(*value),
            None => None,
            _ => self.undeclared(name),
        }
    }

    /// The number given for the option `name`, which has no default; `None` if none was given.
    ///
    /// # Panics
    ///
    /// Panics if the component declares no such option.
    pub fn optional_number(&self, name: &str) -> Option<f64> {
        match self.optional(name) {
            Some((Value::Number(value), _)) => Some(*value),
            None => None,
            _ => self.undeclared(name),
        }
    }

    /// The integer given for the option `name`.
    ///
    /// # Panics
    ///
    /// Panics if the component declares no such option.
    pub fn integer(&self, name: &str) -> u64 {
        match self.value(name) {
            (Value::Integer(value), _) => *value,
            _ => self.undeclared(name),
        }
    }

    /// The number given for the option `name`.
    ///
    /// # Panics
    ///
    /// Panics if the component declares no such option.
    pub fn number(&self, name: &str) -> f64 {
        match self.value(name) {
            (Value::Number(value), _) => *value,
            _ => self.undeclared(name),
        }
    }

    /// The word given for the option `name`.
    ///
    /// # Panics
    ///
    /// Panics if the component declares no such option.
    pub fn word(&self, name: &str) -> &str {
        match self.value(name) {
            (Value::Word(value), _) => value,
            _ => self.undeclared(name),
        }
    }

    /// An error that points at the word given for the option `name`.
    pub fn wrong(&self, name: &str, expected: &str) -> RegistryError {
        let offset = self.value(name).1;
        RegistryError::argument(self.expression.text(), offset, self.word(name), expected)
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok_and(f64::is_finite)
}

fn read_value(kind: &OptionKind, word: &str) -> Option<Value> {
    match kind {
        OptionKind::Integer { least, most } => {
            let value: u64 = word.parse().ok()?;
            (*least..=*most).contains(&value).then_some(Value::Integer(value))
        }
        OptionKind::Number { least, most } => {
            let value: f64 = word.parse().ok()?;
            (*least..=*most).contains(&value).then_some(Value::Number(value))
        }
        OptionKind::Choice { words } => words.contains(&word).then(|| Value::Word(word.to_owned())),
        OptionKind::Word { .. } | OptionKind::File { .. } => Some(Value::Word(word.to_owned())),
    }
}
