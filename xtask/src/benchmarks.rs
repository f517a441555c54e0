//! Takes the figures of a document anew.
//!
//! A figure stands between two lines, of which the first names the command that makes it:
//!
//! ```text
//! <!-- measured by: cargo bench -p tremaux --bench best_first -->
//! …what the command printed…
//! <!-- end of measurement -->
//! ```
//!
//! What is written around them stays as it is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

const START: &str = "<!-- measured by: ";
const START_END: &str = " -->";
const END: &str = "<!-- end of measurement -->";

/// Why figures were not taken.
#[derive(Debug, Error)]
pub(crate) enum BenchmarksError {
    /// The document cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The document.
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
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Lines that people write.
    Written(String),
    /// A command and what it printed.
    Measured { command: String, printed: String },
}

fn parts(text: &str) -> Result<Vec<Part>, BenchmarksError> {
    let mut parts = Vec::new();
    let mut written = String::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let command = line.strip_prefix(START).and_then(|rest| rest.strip_suffix(START_END));
        let Some(command) = command else {
            written += line;
            written.push('\n');
            continue;
        };
        parts.push(Part::Written(std::mem::take(&mut written)));
        let mut printed = String::new();
        loop {
            match lines.next() {
                Some((_, END)) => break,
                Some((_, line)) => printed += &format!("{line}\n"),
                None => return Err(BenchmarksError::Open { line: at + 1 }),
            }
        }
        parts.push(Part::Measured { command: command.to_owned(), printed });
    }
    parts.push(Part::Written(written));
    Ok(parts)
}

fn joined(parts: &[Part]) -> String {
    let text = |part: &Part| match part {
        Part::Written(text) => text.clone(),
        Part::Measured { command, printed } => {
            format!("{START}{command}{START_END}\n{printed}{END}\n")
        }
    };
    parts.iter().map(text).collect()
}

/// What a command printed, as it stands in a document: tables of Markdown as they are, all
/// else as plain text.
fn framed(printed: &str) -> String {
    let printed = printed.trim_matches('\n');
    let is_markdown = printed.lines().any(|line| line.starts_with("| "));
    if is_markdown { format!("\n{printed}\n\n") } else { format!("```text\n{printed}\n```\n") }
}

/// The commands of the document at `path`.
pub(crate) fn commands(path: &Path) -> Result<Vec<String>, BenchmarksError> {
    let read = fs::read_to_string(path);
    let text = read.map_err(|source| BenchmarksError::File { path: path.to_owned(), source })?;
    let commands = parts(&text)?.into_iter().filter_map(|part| match part {
        Part::Measured { command, .. } => Some(command),
        Part::Written(_) => None,
    });
    Ok(commands.collect())
}

/// Runs the commands of the document at `path` that hold one of `words`, all if there are
/// none, and writes what they print into it, after each one. Returns how many were run.
pub(crate) fn measure(path: &Path, words: &[String]) -> Result<usize, BenchmarksError> {
    let chosen: Vec<String> = commands(path)?
        .into_iter()
        .filter(|command| words.is_empty() || words.iter().any(|word| command.contains(word)))
        .collect();
    if chosen.is_empty() {
        return Err(BenchmarksError::None(words.join("`, `")));
    }
    let failed = |source| BenchmarksError::File { path: path.to_owned(), source };
    for command in &chosen {
        eprintln!("{command}");
        let printed = framed(&output_of(command)?);
        // It may have been edited while the command ran.
        let text = fs::read_to_string(path).map_err(failed)?;
        let mut parts = parts(&text)?;
        for part in &mut parts {
            if let Part::Measured { command: own, printed: old } = part
                && own == command
            {
                old.clone_from(&printed);
            }
        }
        let beside = path.with_extension("part");
        fs::write(&beside, joined(&parts)).map_err(failed)?;
        fs::rename(&beside, path).map_err(failed)?;
    }
    Ok(chosen.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Title\n\n<!-- measured by: echo 1 -->\nold\n<!-- end of measurement -->\n\
                        \nWords.\n";

    #[test]
    fn a_document_is_taken_apart_and_put_together() {
        let all = parts(TEXT).expect("it is right");
        assert_eq!(joined(&all), TEXT);
        assert_eq!(all[1], Part::Measured { command: "echo 1".into(), printed: "old\n".into() });
        let open = "# Title\n<!-- measured by: echo 1 -->\nold\n";
        assert!(matches!(parts(open), Err(BenchmarksError::Open { line: 2 })));
    }

    #[test]
    fn what_is_printed_replaces_what_stood_there() {
        let folder = std::env::temp_dir().join(format!("benchmarks-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("document.md");
        fs::write(&path, TEXT).expect("a file");
        assert_eq!(measure(&path, &["echo".into()]).expect("it runs"), 1);
        let text = fs::read_to_string(&path).expect("a file");
        assert_eq!(text, TEXT.replace("old", "```text\n1\n```"));
        assert!(matches!(measure(&path, &["nothing".into()]), Err(BenchmarksError::None(_))));
        let failing = TEXT.replace("echo 1", "exit 3");
        fs::write(&path, &failing).expect("a file");
        assert!(measure(&path, &[]).is_err());
        assert_eq!(fs::read_to_string(&path).expect("a file"), failing, "it stays as it was");
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
