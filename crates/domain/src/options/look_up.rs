//! From a text to a component and its options.

use tremaux_reading::nearest_names;

use super::expression::Expression;
use super::values::Options;
use crate::describe::Component;
use crate::refuse::{Kind, RegistryError, unknown};

impl Expression {
    /// Parses what a user has written.
    ///
    /// # Errors
    ///
    /// Returns the place of the error.
    pub fn read(text: &str) -> Result<Self, RegistryError> {
        Self::parse(text).map_err(|error| RegistryError::Expression {
            text: text.to_owned(),
            error: error.into(),
        })
    }

    /// The component that it names, one of `all`.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown name, and the nearest ones.
    pub fn component(
        &self,
        kind: Kind,
        all: impl Iterator<Item = &'static Component> + Clone,
    ) -> Result<&'static Component, RegistryError> {
        if let Some(found) = all.clone().find(|component| component.is_called(&self.name)) {
            return Ok(found);
        }
        let near = nearest_names(&self.name, all.clone().flat_map(Component::names));
        let names = all.map(|component| component.name);
        Err(unknown(kind, names, &self.name, self.offset, self.text(), near))
    }

    /// The expression with aliases of heuristics, some of `all`, replaced by their names. Checks
    /// names and arguments, without building anything.
    ///
    /// # Errors
    ///
    /// Returns the place of an unknown name or a wrong argument.
    pub(crate) fn canonical(&self, all: &[&'static Component]) -> Result<Self, RegistryError> {
        let found = self.component(Kind::Heuristic, all.iter().copied())?;
        let options = Options::read(found, self)?;
        let mut renamed = self.renamed(found.name);
        for argument in &mut renamed.arguments {
            if options.operands.iter().any(|operand| **operand == argument.value) {
                argument.value = argument.value.canonical(all)?;
            }
        }
        Ok(renamed)
    }
}
