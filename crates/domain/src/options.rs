//! Arguments of an expression, checked against the options of a component.

use crate::component::{Component, Operands, OptionKind};
use crate::error::RegistryError;
use crate::expression::Expression;
use tremaux_reading::{in_words, nearest_names};

/// The options of a component as given, or their defaults, and its operands.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The text that contains the component's name.
    text: &'a str,
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
    /// Checks the arguments of `expression`, the part of `text` that names `component`.
    ///
    /// # Errors
    ///
    /// Returns the place of the first argument that is unknown, given twice, out of range or
    /// missing.
    pub fn read(
        component: &'static Component,
        expression: &'a Expression,
        text: &'a str,
    ) -> Result<Self, RegistryError> {
        let Component { options, operands: Operands { least, most }, .. } = *component;
        let mut operands = Vec::new();
        let mut values: Vec<Option<(Value, usize)>> = vec![None; options.len()];
        for argument in &expression.arguments {
            let value = &argument.value;
            let (word, offset) = argument
                .key
                .as_ref()
                .map_or((value.name.as_str(), value.offset), |(key, offset)| (key, *offset));
            let index = if argument.key.is_some() {
                options.iter().position(|option| option.name == word).ok_or_else(|| {
                    let names = options.iter().map(|option| option.name);
                    let near = nearest_names(word, names.clone());
                    let all: Vec<&str> = names.collect();
                    let expected = match (all.as_slice(), near.is_empty()) {
                        ([], _) => format!("no options: `{}` has none", component.name),
                        (all, true) => format!("an option: {}", in_words(all)),
                        (_, false) => format!("an option (did you mean {}?)", in_words(&near)),
                    };
                    RegistryError::argument(text, offset, word, &expected)
                })?
            } else if operands.len() < most && (operands.len() < least || !is_number(word)) {
                operands.push(value);
                continue;
            } else {
                values.iter().position(Option::is_none).ok_or_else(|| {
                    let expected = match (options.len(), most) {
                        (0, 0) => format!("no argument: `{}` takes none", component.name),
                        (0, _) => format!("at most {most} heuristics"),
                        (1, _) => "one option".to_owned(),
                        (count, _) => format!("at most {count} options"),
                    };
                    RegistryError::argument(text, offset, word, &expected)
                })?
            };
            if values[index].is_some() {
                return Err(RegistryError::argument(text, offset, word, "each option once"));
            }
            let option = &options[index];
            let read = read_value(&option.kind, &value.name).filter(|_| value.arguments.is_empty());
            let read = read.ok_or_else(|| {
                let expected = format!("{} for `{}`", option.kind.in_words(), option.name);
                RegistryError::argument(text, value.offset, &value.name, &expected)
            })?;
            values[index] = Some((read, value.offset));
        }
        let missing = |expected: &str| {
            RegistryError::argument(text, expression.offset, &expression.name, expected)
        };
        if operands.len() < least {
            let expected = format!("heuristics in brackets, as `{}`", component.example);
            return Err(missing(&expected));
        }
        for (value, option) in values.iter_mut().zip(options) {
            if value.is_none() {
                let default = option.default.ok_or_else(|| {
                    missing(&format!("`{}` in brackets, as `{}`", option.name, component.example))
                })?;
                let default = read_value(&option.kind, default);
                *value = default.map(|default| (default, expression.offset));
            }
        }
        Ok(Self { text, component, operands, values })
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
        RegistryError::argument(self.text, offset, self.word(name), expected)
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
