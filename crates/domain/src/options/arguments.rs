//! The arguments of an expression, checked against the options of a component.

use super::expression::{Argument, Expression};
use super::values::{Given, Options};
use crate::describe::{Component, Operands};
use crate::refuse::{RegistryError, one_of};

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
        let Operands { least, most } = component.operands;
        let mut options = Self::of_expression(component.options, expression);
        for argument in &expression.arguments {
            let value = &argument.value;
            let count = options.operands.len();
            let is_operand = count < most && (count < least || !is_number(&value.name));
            if argument.key.is_none() && is_operand {
                options.operands.push(value);
            } else {
                options.add(component, argument, expression.text())?;
            }
        }
        let Component { example, .. } = component;
        let missing = |expected: String| {
            let Expression { name, offset, .. } = expression;
            Err(RegistryError::argument(expression.text(), *offset, name, &expected))
        };
        if options.operands.len() < least {
            return missing(format!("heuristics in brackets, as `{example}`"));
        }
        let mut all = component.options.iter().zip(&options.given);
        match all.find(|(option, given)| given.is_none() && option.default.is_none()) {
            Some((option, _)) => missing(format!("`{}` in brackets, as `{example}`", option.name)),
            None => Ok(options),
        }
    }

    /// Takes the value of an option from an argument, a part of `text`.
    fn add(
        &mut self,
        component: &Component,
        argument: &'a Argument,
        text: &str,
    ) -> Result<(), RegistryError> {
        let value = &argument.value;
        let (word, offset, index) = match &argument.key {
            Some((key, offset)) => {
                (key, *offset, component.options.iter().position(|it| it.name == *key))
            }
            None => (&value.name, value.offset, self.given.iter().position(Option::is_none)),
        };
        let refused = |expected: &str| Err(RegistryError::argument(text, offset, word, expected));
        let Some(index) = index else {
            return refused(&match argument.key {
                Some(_) => no_such_option(component, word),
                None => no_more(component),
            });
        };
        if self.given[index].is_some() {
            return refused("each option once");
        }
        let option = &component.options[index];
        if !option.kind.takes(&value.name) || !value.arguments.is_empty() {
            let expected = format!("{} for `{}`", option.kind.in_words(), option.name);
            return Err(RegistryError::argument(text, value.offset, &value.name, &expected));
        }
        self.given[index] = Some(Given { word: &value.name, offset: value.offset });
        Ok(())
    }
}

/// What was expected instead of an option that the component does not have.
fn no_such_option(component: &Component, name: &str) -> String {
    if component.options.is_empty() {
        return format!("no options: `{}` has none", component.name);
    }
    one_of("an option", component.options.iter().map(|option| option.name), name)
}

/// What was expected instead of an argument more than the component takes.
fn no_more(component: &Component) -> String {
    match (component.options.len(), component.operands.most) {
        (0, 0) => format!("no argument: `{}` takes none", component.name),
        (0, most) => format!("at most {most} heuristics"),
        (1, _) => "one option".to_owned(),
        (count, _) => format!("at most {count} options"),
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok_and(f64::is_finite)
}
