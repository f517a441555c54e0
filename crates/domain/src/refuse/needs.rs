//! Refusing an algorithm that needs what a problem does not offer.

use crate::describe::{Component, Need};

use super::error::RegistryError;

impl Component {
    /// Refuses what does not fit.
    ///
    /// # Errors
    ///
    /// [`RegistryError::NotOffered`] with the first thing that is missing.
    pub fn check_needs(&self, offers: impl Fn(Need) -> bool) -> Result<(), RegistryError> {
        match self.needs.iter().find(|&&need| !offers(need)) {
            Some(need) => Err(self.refused(need.reason())),
            None => Ok(()),
        }
    }

    /// That it does not fit, and why.
    pub fn refused(&self, reason: impl Into<String>) -> RegistryError {
        RegistryError::NotOffered { component: self.name.to_owned(), reason: reason.into() }
    }
}
