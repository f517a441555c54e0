//! Errors as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use tremaux_core::ParseError;
use tremaux_registry::RegistryError;
use tremaux_registry::reading::looks_like;

create_exception!(
    tremaux,
    InputError,
    PyValueError,
    "A text, a name or an option is wrong. Where the place is known: `line`, `column` (from 1), \
     `found`, `expected` and `excerpt`, the line itself; otherwise None."
);

/// The exception for an error, with its place.
pub(crate) fn input_error(py: Python<'_>, error: &RegistryError) -> PyErr {
    if let RegistryError::WrongPlan { .. } = error {
        return PyRuntimeError::new_err(error.to_string());
    }
    let mut message = error.to_string();
    if let RegistryError::Instance { option: None, text, .. } = error
        && let Some(what) = looks_like(text)
    {
        message += &format!("; this looks like {what}");
    }
    with_place(py, message, error.place())
}

/// The exception for an error in a text.
pub(crate) fn parse_error(py: Python<'_>, text: &str, error: &ParseError) -> PyErr {
    with_place(py, error.to_string(), Some((text, error)))
}

fn with_place(py: Python<'_>, message: String, place: Option<(&str, &ParseError)>) -> PyErr {
    let exception = InputError::new_err(message);
    let value = exception.value(py);
    let set = || -> PyResult<()> {
        let (text, place) = place.unzip();
        let line = place.map(|it| it.line);
        let excerpt = line.and_then(|line| text?.lines().nth(line.checked_sub(1)?));
        value.setattr("line", line)?;
        value.setattr("column", place.map(|it| it.column))?;
        value.setattr("found", place.map(|it| it.found.as_str()))?;
        value.setattr("expected", place.map(|it| it.expected.as_str()))?;
        value.setattr("excerpt", excerpt)
    };
    match set() {
        Ok(()) => exception,
        Err(error) => error,
    }
}
