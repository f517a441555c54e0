//! Data that is not part of the project: published instances and odd inputs.

use std::path::{Path, PathBuf};

/// The file or folder `name` of the test data, or `None` where there is no data at all.
///
/// The data is the folder `TREMAUX_DATA`, or `../shared/data` beside the checkout; an empty
/// `TREMAUX_DATA` says that there is none. The test that gets `None` returns; a note on standard
/// output says why.
///
/// # Panics
///
/// Panics if `TREMAUX_DATA` names a folder that is missing, or the data is there and `name` is
/// missing: a test that should run does not pass because a file was renamed.
pub fn data(name: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    match std::env::var_os("TREMAUX_DATA").map(PathBuf::from) {
        Some(none) if none.as_os_str().is_empty() => skipped(),
        Some(given) => find(&given, true, name),
        None => find(&beside(), false, name),
    }
}

/// The text of the file `name` of the test data, as [`data`] finds it; bytes that are not UTF-8
/// are replaced.
///
/// # Panics
///
/// As [`data`] does, and if the file cannot be read.
pub fn data_text(name: &str) -> Option<String> {
    let path = data(name)?;
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn find(folder: &Path, is_given: bool, name: &str) -> Option<PathBuf> {
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(!is_given && !folder.exists(), "the test data has no {}", path.display());
    skipped()
}

fn skipped() -> Option<PathBuf> {
    println!("skipped: no test data; set TREMAUX_DATA to its folder");
    None
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::path::Path;

    use super::find;

    #[test]
    fn only_missing_data_is_skipped_and_not_a_missing_file() {
        let (here, nowhere) = (Path::new(env!("CARGO_MANIFEST_DIR")), Path::new("no-such-folder"));
        assert_eq!(find(here, false, "Cargo.toml"), Some(here.join("Cargo.toml")));
        assert_eq!(find(nowhere, false, "x"), None);
        for (folder, is_given) in [(here, false), (here, true), (nowhere, true)] {
            assert!(catch_unwind(|| find(folder, is_given, "no-such-file")).is_err());
        }
    }
}
