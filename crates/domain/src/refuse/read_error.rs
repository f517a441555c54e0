//! Why an instance cannot be read.

use tremaux_core::ParseError;

use super::error::RegistryError;

/// Why an instance cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text has an error at a place.
    Text(ParseError),
    /// An option is wrong or does not apply.
    Other(RegistryError),
}

impl ReadError {
    /// The error in `text`.
    #[must_use]
    pub fn in_text(self, text: &str) -> RegistryError {
        match self {
            Self::Text(error) => {
                RegistryError::Instance { option: None, text: text.to_owned(), error: error.into() }
            }
            Self::Other(error) => error,
        }
    }
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> Self {
        Self::Text(error)
    }
}

impl From<RegistryError> for ReadError {
    fn from(error: RegistryError) -> Self {
        Self::Other(error)
    }
}
