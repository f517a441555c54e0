//! Input from the command line, standard input or a file.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use tremaux_core::ParseError;
use tremaux_registry::RegistryError;
pub(crate) use tremaux_registry::reading::{Input, ReadLimits, TextSource, open_text};
use tremaux_registry::reading::{TextError, looks_like, read_bytes, read_text};

use crate::failure::{Failure, in_text};
use crate::formats::is_known_extension;
use crate::visible;

/// The file that the words of an instance name, if it exists or its name ends in an extension of
/// such files: no instance does.
pub(crate) fn file_named_by(words: &[OsString]) -> Option<PathBuf> {
    let [word] = words else { return None };
    let path = Path::new(word);
    let is_file = path.metadata().is_ok_and(|it| !it.is_dir());
    (is_file || has_known_extension(path)).then(|| path.to_owned())
}

fn has_known_extension(path: &Path) -> bool {
    let name = path.as_os_str().to_string_lossy();
    // The text of an instance has blanks or is longer than any file name.
    let is_one_word = name.len() < 4096 && !name.contains(char::is_whitespace);
    is_one_word && path.extension().is_some_and(is_known_extension)
}

/// `failure`, the error in an instance or position given as `text`; that there is no such file if
/// `text` looks like the name of one, and otherwise both if it could be one: it has no blanks.
pub(crate) fn or_missing_file(failure: Failure, text: &str) -> Failure {
    let path = Path::new(text);
    let is_name = !text.is_empty() && text.len() < 4096 && !text.contains(char::is_whitespace);
    if !is_name {
        return failure;
    }
    match (failure, path.metadata()) {
        (failure @ Failure::Registry(_), _) => failure,
        (_, Ok(found)) if found.is_dir() => {
            let source = io::ErrorKind::IsADirectory.into();
            Failure::Read { path: path.to_owned(), source }
        }
        (_, Err(source)) if looks_like_path(text) || has_known_extension(path) => {
            Failure::Read { path: path.to_owned(), source }
        }
        (Failure::Text { origin, text, error, help }, Err(_)) => {
            let neither = format!("there is no file `{}`, either", visible::message(&text));
            let help = match help.or_else(|| Failure::hint(&text)) {
                Some(help) => format!("{help}; {neither}"),
                None => neither,
            };
            Failure::Text { origin, text, error, help: Some(help) }
        }
        (failure, _) => failure,
    }
}

/// Whether `text`, which is not an instance, looks like the name of a file: it has a known
/// extension, or a slash, and a folder that exists or a word. Rows of boards are separated by
/// slashes, too, but have few different letters.
fn looks_like_path(text: &str) -> bool {
    let is_word = |part: &str| {
        let letters: std::collections::BTreeSet<char> =
            part.chars().filter(char::is_ascii_lowercase).collect();
        letters.len() >= 3 && !part.contains(|c: char| !c.is_alphanumeric() && !"._-".contains(c))
    };
    let folder = Path::new(text).parent();
    let has_folder = folder.is_some_and(|it| !it.as_os_str().is_empty() && it.is_dir());
    let is_other = looks_like(text).is_some();
    has_known_extension(Path::new(text))
        || text.contains('/') && !is_other && (has_folder || text.split('/').any(is_word))
}

/// The text of standard input.
pub(crate) fn from_standard_input() -> Result<Input, Failure> {
    Ok(noted(read_text(TextSource::StandardInput, &ReadLimits::default())?))
}

/// The text of a map, which may be long, from a file or, for `-`, from standard input.
pub(crate) fn map_from(path: &Path, limits: &ReadLimits) -> Result<Input, Failure> {
    Ok(noted(read_text(TextSource::file_or_standard_input(path), limits)?))
}

/// The text of a file.
pub fn from_file(path: &Path) -> Result<Input, Failure> {
    Ok(noted(read_text(TextSource::File(path.to_owned()), &ReadLimits::default())?))
}

/// Says what was assumed of the encoding.
fn noted(input: Input) -> Input {
    if let Input { origin, note: Some(note), .. } = &input {
        visible::tell(&format!("note: {origin}: {note}"));
    }
    input
}

/// The text of the words of an argument, which is called `name` in messages.
pub(crate) fn from_words(name: &str, words: &[OsString]) -> Result<Input, Failure> {
    let words: Vec<&[u8]> = words.iter().map(|word| word.as_encoded_bytes()).collect();
    Ok(read_text(TextSource::Bytes(name, &words.join(&b' ')), &ReadLimits::default())?)
}

/// The bytes of a file that is not compressed, such as a checkpoint.
pub(crate) fn bytes_of_file(path: &Path) -> Result<Vec<u8>, Failure> {
    Ok(read_bytes(path, &ReadLimits::default())?)
}

/// The value of an option that has a parser of its own, if it is given.
pub(crate) fn parsed<T>(
    option: &str,
    text: Option<&String>,
    parse: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<Option<T>, Failure> {
    let value = text.map(|text| parse(text).map_err(|error| in_text(option, text, error)));
    value.transpose()
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Io { origin, source } => Self::Read { path: origin.into(), source },
            TextError::Stopped { origin, reason } => {
                Self::Registry(RegistryError::Unprepared { component: origin, reason })
            }
            TextError::NotText { origin, text, error } => {
                Self::Text { origin, text, error, help: None }
            }
            error => Self::Usage(error.to_string()),
        }
    }
}
