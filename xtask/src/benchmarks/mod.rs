//! Measures the figures of a document, and checks of which state they are.
//!
//! Figures stand in boxes. A box names the command that makes its figures, the crates whose speed
//! they are, and ends by a stamp:
//!
//! ```text
//! <!-- measured by: cargo bench -q -p tremaux --bench closures; engine: core search tables -->
//! …what the command printed…
//! <sub>`cargo bench …` · commit 0123abcd · 28 November 2026 · Some Processor, 2 cores · sources
//! 0123456789abcdef</sub>
//! <!-- end of measurement -->
//! ```
//!
//! The stamp is one line. Its last word is a hash of the sources of the engine, so that the check
//! sees without git whether they have changed since; a box says so by a line of its own. What takes
//! hours or needs other programs is `measured once by` its command: it is not run again here, and
//! its figures are typed in.
//!
//! Outside of boxes, the document has no ratios. The table of figures in the README links each row
//! to a section of the document, and its numbers stand in a box of that section.

mod boxes;
mod check;
mod measure;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

pub(crate) use check::check;
pub(crate) use measure::{commands, measure, stamp};

use boxes::{END, ENGINE, START_END};

/// Why figures were not taken or not checked.
#[derive(Debug, Error)]
pub(crate) enum BenchmarksError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A measurement is not closed.
    #[error("line {line}: a measurement begins here and does not end by `{END}`")]
    Open {
        /// The line, from 1.
        line: usize,
    },
    /// A measurement does not say what it measures.
    #[error("line {line}: expected `{ENGINE}CRATE…{START_END}` after the command")]
    NoEngine {
        /// The line, from 1.
        line: usize,
    },
    /// A command failed: its figures stay as they were.
    #[error("`{command}` failed: {reason}")]
    Command {
        /// The command.
        command: String,
        /// Why.
        reason: String,
    },
    /// No command of the document is meant.
    #[error("no command holds `{0}`")]
    None(String),
    /// What would be measured is not the commit that the stamp would name.
    #[error("commit first; these differ from the commit that the stamp would name:\n{0}")]
    Uncommitted(String),
}

fn read(path: &Path) -> Result<String, BenchmarksError> {
    fs::read_to_string(path)
        .map_err(|source| BenchmarksError::File { path: path.to_owned(), source })
}

fn write(path: &Path, text: &str) -> Result<(), BenchmarksError> {
    let beside = path.with_extension("part");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|source| BenchmarksError::File { path: path.to_owned(), source })
}

fn output_of(command: &str) -> Result<String, BenchmarksError> {
    let failed = |reason: String| BenchmarksError::Command { command: command.to_owned(), reason };
    let output = Command::new("sh")
        .args(["-c", command])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(output.status.to_string()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
