//! Files for pictures: the extension determines the format.

use std::path::Path;

use crate::failure::Failure;

/// Whether the name of a file ends in `.` and `extension`, in any case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Fails if the name of the file that `option` names ends in none of the `known` extensions.
pub(crate) fn check_extension(option: &str, path: &Path, known: &[&str]) -> Result<(), Failure> {
    if known.iter().any(|known| has_extension(path, known)) {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(|known| format!(".{known}")).collect();
    Err(Failure::Usage(format!(
        "{option} {}: expected a file name ending in {}",
        path.display(),
        known.join(" or ")
    )))
}
