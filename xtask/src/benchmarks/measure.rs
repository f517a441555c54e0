//! Runs the commands of a document and writes what they print into it.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::boxes::{Figures, Part, Stamp, joined, note, parts, sources};
use super::{BenchmarksError, output_of, read, write};

/// What a command printed, as it stands in a document: tables of Markdown as they are, all
/// else as plain text.
fn framed(printed: &str) -> String {
    let printed = printed.trim_matches('\n');
    let is_markdown = printed.lines().any(|line| line.starts_with("| "));
    if is_markdown { format!("\n{printed}\n\n") } else { format!("```text\n{printed}\n```\n") }
}

/// The commands of the document at `path` that can be run again.
pub(crate) fn commands(path: &Path) -> Result<Vec<String>, BenchmarksError> {
    let commands = parts(&read(path)?)?.into_iter().filter_map(|part| match part {
        Part::Measured(Figures { command, is_once: false, .. }) => Some(command),
        _ => None,
    });
    Ok(commands.collect())
}

/// Runs the commands of the document at `path` that hold one of `words`, all if there are
/// none, and writes what they print into it, after each one. Returns how many were run.
pub(crate) fn measure(path: &Path, words: &[String]) -> Result<usize, BenchmarksError> {
    let changed = output_of("git status --porcelain -- crates apps Cargo.toml Cargo.lock")?;
    if !changed.is_empty() {
        return Err(BenchmarksError::Uncommitted(changed));
    }
    let stamp = |engine: &[String]| {
        Ok(Stamp {
            commit: word_of("git rev-parse --short=8 HEAD")?,
            date: word_of("LC_ALL=C date '+%-d %B %Y'")?,
            machine: machine(),
            sources: sources(Path::new("."), engine)?,
        })
    };
    run(path, words, &stamp)
}

/// Runs commands and stamps what they print by `stamp`.
pub(super) fn run(
    path: &Path,
    words: &[String],
    stamp: &dyn Fn(&[String]) -> Result<Stamp, BenchmarksError>,
) -> Result<usize, BenchmarksError> {
    let chosen: Vec<String> = commands(path)?
        .into_iter()
        .filter(|command| words.is_empty() || words.iter().any(|word| command.contains(word)))
        .collect();
    if chosen.is_empty() {
        return Err(BenchmarksError::None(words.join("`, `")));
    }
    for command in &chosen {
        eprintln!("{command}");
        let started = Instant::now();
        let printed = framed(&output_of(command)?);
        eprintln!("took {:.0?}", started.elapsed());
        // It may have been edited while the command ran.
        let mut parts = parts(&read(path)?)?;
        for part in &mut parts {
            if let Part::Measured(figures) = part
                && figures.command == *command
            {
                figures.printed.clone_from(&printed);
                figures.stamp = Some(stamp(&figures.engine)?);
                figures.says_changed = false;
            }
        }
        write(path, &joined(&parts))?;
    }
    Ok(chosen.len())
}

/// The processor, and how many cores this process may use.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", model.map_or("unknown processor", |(_, name)| name.trim()))
}

/// Stamps the boxes that are measured once and whose commands hold `word` with `commit`, its date,
/// and `machine`. Returns how many.
pub(crate) fn stamp(
    path: &Path,
    commit: &str,
    word: &str,
    machine: &str,
) -> Result<usize, BenchmarksError> {
    let folder = std::env::temp_dir().join(format!("tremaux-sources-{}", std::process::id()));
    let failed = |source| BenchmarksError::File { path: folder.clone(), source };
    fs::create_dir_all(&folder).map_err(failed)?;
    output_of(&format!("git archive '{commit}' crates apps | tar -x -C '{}'", folder.display()))?;
    let mut parts = parts(&read(path)?)?;
    let mut count = 0;
    for part in &mut parts {
        if let Part::Measured(figures) = part
            && figures.is_once
            && figures.command.contains(word)
        {
            figures.stamp = Some(Stamp {
                commit: word_of(&format!("git rev-parse --short=8 '{commit}^{{commit}}'"))?,
                date: word_of(&format!(
                    "LC_ALL=C git show -s --format=%cd --date=format:'%-d %B %Y' '{commit}'"
                ))?,
                machine: machine.to_owned(),
                sources: sources(&folder, &figures.engine)?,
            });
            count += 1;
        }
    }
    fs::remove_dir_all(&folder).map_err(failed)?;
    if count == 0 {
        return Err(BenchmarksError::None(word.to_owned()));
    }
    note(&mut parts, &|engine| sources(Path::new("."), engine))?;
    write(path, &joined(&parts))?;
    Ok(count)
}

fn word_of(command: &str) -> Result<String, BenchmarksError> {
    Ok(output_of(command)?.trim().to_owned())
}
