//! Takes the figures of a document anew, and checks of which state they are.
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

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use thiserror::Error;

const START: &str = "<!-- measured by: ";
const START_ONCE: &str = "<!-- measured once by: ";
const ENGINE: &str = "; engine: ";
const START_END: &str = " -->";
const END: &str = "<!-- end of measurement -->";
const STAMP: &str = "<sub>";
const STAMP_END: &str = "</sub>";
/// Between the parts of a stamp.
const BETWEEN: &str = " · ";
/// What a box says whose engine is not the one that was measured.
const CHANGED: &str = "**The engine has changed since.**";
const README_START: &str = "<!-- figures from docs/benchmarks.md -->";
const README_END: &str = "<!-- end of figures -->";
const README_LINK: &str = "(docs/benchmarks.md#";

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

/// Of which state figures are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    commit: String,
    date: String,
    machine: String,
    sources: String,
}

impl Stamp {
    /// The stamp that a line holds, if it is complete.
    fn parse(line: &str) -> Option<Self> {
        let inner = line.strip_prefix(STAMP)?.strip_suffix(STAMP_END)?;
        let mut parts = inner.rsplit(BETWEEN);
        let sources = parts.next()?.strip_prefix("sources ")?.to_owned();
        let (machine, date) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let commit = parts.next()?.strip_prefix("commit ")?.to_owned();
        let is_hexadecimal = |text: &str| text.bytes().all(|it| it.is_ascii_hexdigit());
        let is_right = commit.len() >= 8
            && is_hexadecimal(&commit)
            && sources.len() == 16
            && is_hexadecimal(&sources)
            && date.contains("20")
            && !machine.is_empty();
        is_right.then_some(Self { commit, date, machine, sources })
    }

    fn line(&self, command: &str) -> String {
        let Self { commit, date, machine, sources } = self;
        let parts = [
            format!("`{command}`"),
            format!("commit {commit}"),
            date.clone(),
            machine.clone(),
            format!("sources {sources}"),
        ];
        format!("{STAMP}{}{STAMP_END}", parts.join(BETWEEN))
    }
}

/// A command, what it printed, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Figures {
    /// Where it begins, from 1.
    line: usize,
    /// True if it is not run again here.
    is_once: bool,
    command: String,
    /// The crates whose speed is measured: folders of `crates`, or paths with a slash.
    engine: Vec<String>,
    printed: String,
    stamp: Option<Stamp>,
    says_changed: bool,
}

impl Figures {
    fn start(line: &str, at: usize) -> Result<Option<Self>, BenchmarksError> {
        let (is_once, rest) = match (line.strip_prefix(START), line.strip_prefix(START_ONCE)) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return Ok(None),
        };
        let split = rest.strip_suffix(START_END).and_then(|rest| rest.rsplit_once(ENGINE));
        let (command, engine) = split.ok_or(BenchmarksError::NoEngine { line: at })?;
        Ok(Some(Self {
            line: at,
            is_once,
            command: command.to_owned(),
            engine: engine.split_whitespace().map(str::to_owned).collect(),
            printed: String::new(),
            stamp: None,
            says_changed: false,
        }))
    }

    fn text(&self) -> String {
        let start = if self.is_once { START_ONCE } else { START };
        let mut text = format!(
            "{start}{}{ENGINE}{}{START_END}\n{}",
            self.command,
            self.engine.join(" "),
            self.printed
        );
        if let Some(stamp) = &self.stamp {
            text += &format!("{}\n", stamp.line(&self.command));
        }
        if self.says_changed {
            text += &format!("\n{CHANGED}\n");
        }
        text + END + "\n"
    }
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Lines that people write, and the number of the first one.
    Written(usize, String),
    /// A box.
    Measured(Figures),
}

fn parts(text: &str) -> Result<Vec<Part>, BenchmarksError> {
    let mut parts = Vec::new();
    let (mut first, mut written) = (1, String::new());
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    while let Some((at, line)) = lines.next() {
        let Some(mut figures) = Figures::start(line, at)? else {
            written += line;
            written.push('\n');
            continue;
        };
        parts.push(Part::Written(first, std::mem::take(&mut written)));
        loop {
            match lines.next() {
                Some((at, END)) => {
                    first = at + 1;
                    break;
                }
                Some((_, CHANGED)) => figures.says_changed = true,
                Some((_, line)) => match Stamp::parse(line) {
                    Some(stamp) => figures.stamp = Some(stamp),
                    // The empty line before the remark that the engine has changed.
                    None if figures.stamp.is_some() && line.is_empty() => {}
                    None => figures.printed += &format!("{line}\n"),
                },
                None => return Err(BenchmarksError::Open { line: at }),
            }
        }
        parts.push(Part::Measured(figures));
    }
    parts.push(Part::Written(first, written));
    Ok(parts)
}

fn joined(parts: &[Part]) -> String {
    let text = |part: &Part| match part {
        Part::Written(_, text) => text.clone(),
        Part::Measured(figures) => figures.text(),
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

/// The commands of the document at `path` that can be run again.
pub(crate) fn commands(path: &Path) -> Result<Vec<String>, BenchmarksError> {
    let commands = parts(&read(path)?)?.into_iter().filter_map(|part| match part {
        Part::Measured(Figures { command, is_once: false, .. }) => Some(command),
        _ => None,
    });
    Ok(commands.collect())
}

/// A hash of the code of `engine` below `root`: all sources in the order of their paths, without
/// comments on lines of their own.
fn sources(root: &Path, engine: &[String]) -> Result<String, BenchmarksError> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = engine
        .iter()
        .map(|name| if name.contains('/') { name.clone() } else { format!("crates/{name}") })
        .map(|name| root.join(name).join("src"))
        .collect();
    while let Some(folder) = folders.pop() {
        let failed = |source| BenchmarksError::File { path: folder.clone(), source };
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    // FNV-1a: the same everywhere and always, which the standard library does not promise.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for path in files {
        add(&path.strip_prefix(root).unwrap_or(&path).to_string_lossy());
        let text = read(&path)?;
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.for_each(&mut add);
    }
    Ok(format!("{hash:016x}"))
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
fn run(
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

/// Sets or removes the remark that the engine has changed, in every box that has a stamp.
fn note(
    parts: &mut [Part],
    now: &dyn Fn(&[String]) -> Result<String, BenchmarksError>,
) -> Result<(), BenchmarksError> {
    for part in parts {
        if let Part::Measured(figures) = part
            && let Some(stamp) = &figures.stamp
        {
            figures.says_changed = stamp.sources != now(&figures.engine)?;
        }
    }
    Ok(())
}

/// Checks the document at `path` and the table of figures of `readme`; returns what is wrong. With
/// `is_written`, the remarks that an engine has changed are set right before.
pub(crate) fn check(
    path: &Path,
    readme: &Path,
    is_written: bool,
) -> Result<Vec<String>, BenchmarksError> {
    let now = |engine: &[String]| sources(Path::new("."), engine);
    let mut parts = parts(&read(path)?)?;
    if is_written {
        note(&mut parts, &now)?;
        write(path, &joined(&parts))?;
    }
    let mut faults = faults_of_document(&parts, &now)?;
    faults.iter_mut().for_each(|fault| *fault = format!("{}: {fault}", path.display()));
    let table = faults_of_table(&read(readme)?, &parts);
    faults.extend(table.into_iter().map(|fault| format!("{}: {fault}", readme.display())));
    Ok(faults)
}

fn faults_of_document(
    parts: &[Part],
    now: &dyn Fn(&[String]) -> Result<String, BenchmarksError>,
) -> Result<Vec<String>, BenchmarksError> {
    let mut faults = Vec::new();
    for part in parts {
        match part {
            Part::Measured(figures) => {
                let Figures { line, command, stamp, says_changed, .. } = figures;
                let Some(stamp) = stamp else {
                    faults.push(format!("line {line}: no stamp: `{command}`"));
                    continue;
                };
                match (stamp.sources != now(&figures.engine)?, says_changed) {
                    (true, false) => faults.push(format!(
                        "line {line}: the engine has changed since {}, and the box does not say \
                         so; run `cargo xtask benchmarks --check --write`: `{command}`",
                        stamp.commit
                    )),
                    (false, true) => faults.push(format!(
                        "line {line}: the box says that the engine has changed, but it has not; \
                         run `cargo xtask benchmarks --check --write`: `{command}`"
                    )),
                    _ => {}
                }
            }
            Part::Written(first, text) => {
                for (at, line) in text.lines().enumerate() {
                    let ratios = numbers(&prose(line)).into_iter().filter(|it| it.is_ratio);
                    let ratios: Vec<String> = ratios.map(|it| it.text).collect();
                    if !ratios.is_empty() {
                        faults.push(format!(
                            "line {}: {} outside of a box",
                            first + at,
                            ratios.join(", ")
                        ));
                    }
                }
            }
        }
    }
    Ok(faults)
}

/// What is wrong with the table of figures in the text of a README.
fn faults_of_table(readme: &str, parts: &[Part]) -> Vec<String> {
    let mut lines = readme.lines().enumerate().map(|(at, line)| (at + 1, line));
    if !lines.any(|(_, line)| line == README_START) {
        return vec![format!("expected a table of figures after `{README_START}`")];
    }
    let mut faults = Vec::new();
    let mut rows = 0;
    for (at, line) in lines {
        if line == README_END {
            if rows == 0 {
                faults.push(format!("line {at}: no row of figures"));
            }
            return faults;
        }
        let Some(row) = line.strip_prefix('|') else { continue };
        // The first cell says what is measured.
        let rest = row.split_once('|').map_or("", |(_, rest)| rest);
        let figures = numbers(&prose(rest));
        let anchor = rest.split_once(README_LINK).and_then(|(_, rest)| rest.split_once(')'));
        let Some((anchor, _)) = anchor else {
            if !figures.is_empty() {
                faults.push(format!("line {at}: expected a link `{README_LINK}…)` in this row"));
            }
            continue;
        };
        rows += 1;
        let Some(boxes) = boxes_below(parts, anchor) else {
            faults.push(format!("line {at}: no heading `#{anchor}`"));
            continue;
        };
        let known: Vec<String> = numbers(&boxes).into_iter().map(|it| it.text).collect();
        for Number { text, .. } in figures {
            if !known.contains(&text) {
                faults.push(format!("line {at}: {text} stands in no box of `#{anchor}`"));
            }
        }
    }
    faults.push(format!("expected `{README_END}` after the table of figures"));
    faults
}

/// The figures of the boxes below the heading that `anchor` names, without their stamps.
fn boxes_below(parts: &[Part], anchor: &str) -> Option<String> {
    let level = |line: &str| line.bytes().take_while(|&byte| byte == b'#').count();
    let mut below = None;
    let mut boxes = String::new();
    for part in parts {
        match part {
            Part::Measured(figures) if below.is_some() => boxes += &figures.printed,
            Part::Measured(_) => {}
            Part::Written(_, text) => {
                for line in text.lines().filter(|line| line.starts_with('#')) {
                    match below {
                        None if anchor_of(line) == anchor => below = Some(level(line)),
                        Some(own) if level(line) <= own => return Some(boxes),
                        _ => {}
                    }
                }
            }
        }
    }
    below.map(|_| boxes)
}

/// The anchor of a heading, as forges make it.
fn anchor_of(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.map(|it| if it == ' ' { '-' } else { it }).collect()
}

/// A line without code and without the targets of links.
fn prose(line: &str) -> String {
    let text: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + " " + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// A number of a text, without the commas between its digits.
#[derive(Debug, PartialEq, Eq)]
struct Number {
    text: String,
    /// True if it has decimals, or is followed by a sign or word of ratios.
    is_ratio: bool,
}

fn numbers(text: &str) -> Vec<Number> {
    let is_digit = |it: char| it.is_ascii_digit();
    let mut numbers = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        if !next.is_ascii_digit() || before.is_alphanumeric() {
            before = next;
            rest = &rest[next.len_utf8()..];
            continue;
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut end = digits(rest);
        let mut has_decimals = false;
        while let Some(mark) = rest[end..].chars().next().filter(|it| matches!(it, ',' | '.')) {
            let more = digits(&rest[end + 1..]);
            if more == 0 || (mark == ',' && more != 3) {
                break;
            }
            has_decimals |= mark == '.';
            end += 1 + more;
        }
        let (number, after) = rest.split_at(end);
        // A field of 7×7 is not a ratio.
        let is_product = after.strip_prefix('×').is_some_and(|it| it.starts_with(is_digit));
        let words = ["×", " ×", "%", " %", " times"];
        numbers.push(Number {
            text: number.replace(',', ""),
            is_ratio: has_decimals
                || (!is_product && words.iter().any(|word| after.starts_with(word))),
        });
        (before, rest) = ('0', after);
    }
    numbers
}

fn word_of(command: &str) -> Result<String, BenchmarksError> {
    Ok(output_of(command)?.trim().to_owned())
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

    const TEXT: &str = "# Title\n\nWords.\n\n## Paths of `A*`, and more\n\n\
        <!-- measured by: echo 1; engine: core -->\n```text\n1.92 times, 1,234 nodes\n```\n\
        <sub>`echo 1` · commit 0123abcd · 1 May 2026 · A Processor, 2 cores · \
        sources 0123456789abcdef</sub>\n<!-- end of measurement -->\n\n## Matches\n\n\
        <!-- measured once by: echo 2; engine: core -->\n75 of 100\n\
        <sub>`echo 2` · commit 0123abcd · 1 May 2026 · A Processor, 2 cores · \
        sources aaaaaaaaaaaaaaaa</sub>\n\n**The engine has changed since.**\n\
        <!-- end of measurement -->\n";

    const README: &str = "# Name\n\n<!-- figures from docs/benchmarks.md -->\n\
        | what | how fast | |\n|---|--:|---|\n\
        | 15-puzzles, version 4 | 1.92×, 1,234 nodes | [how](docs/benchmarks.md#paths-of-a-and-more) |\n\
        | Go on 9×9 | 75 of 100 | [how](docs/benchmarks.md#matches) |\n\
        <!-- end of figures -->\n";

    fn faults(text: &str) -> Vec<String> {
        let now = |_: &[String]| Ok("0123456789abcdef".to_owned());
        faults_of_document(&parts(text).expect("a document"), &now).expect("sources")
    }

    fn table(readme: &str) -> Vec<String> {
        faults_of_table(readme, &parts(TEXT).expect("a document"))
    }

    /// That exactly one fault is found, which holds `word`.
    #[track_caller]
    fn only(faults: &[String], word: &str) {
        assert!(faults.len() == 1 && faults[0].contains(word), "{faults:?}");
    }

    #[test]
    fn a_document_is_taken_apart_and_put_together() {
        let all = parts(TEXT).expect("it is right");
        assert_eq!(joined(&all), TEXT);
        let Part::Measured(figures) = &all[1] else { panic!("{:?}", all[1]) };
        assert_eq!((figures.line, figures.command.as_str(), figures.is_once), (7, "echo 1", false));
        assert_eq!(figures.printed, "```text\n1.92 times, 1,234 nodes\n```\n");
        let open = "# Title\n<!-- measured by: echo 1; engine: core -->\nold\n";
        assert!(matches!(parts(open), Err(BenchmarksError::Open { line: 2 })));
        let nothing = "<!-- measured by: echo 1 -->\nold\n<!-- end of measurement -->\n";
        assert!(matches!(parts(nothing), Err(BenchmarksError::NoEngine { line: 1 })));
    }

    #[test]
    fn a_box_has_a_stamp() {
        assert_eq!(faults(TEXT), Vec::<String>::new());
        only(&faults(&TEXT.replacen("<sub>", "", 1)), "line 7: no stamp: `echo 1`");
        for part in ["commit 0123abcd · ", "1 May 2026 · ", "A Processor, 2 cores · "] {
            only(&faults(&TEXT.replacen(part, "", 1)), "no stamp");
        }
    }

    #[test]
    fn a_box_says_that_its_engine_has_changed() {
        let changed = TEXT.replace("0123456789abcdef", "bbbbbbbbbbbbbbbb");
        only(&faults(&changed), "line 7: the engine has changed since 0123abcd");
        let silent = TEXT.replace("\n**The engine has changed since.**\n", "");
        only(&faults(&silent), "the engine has changed since");
        let wrong = TEXT.replace("aaaaaaaaaaaaaaaa", "0123456789abcdef");
        only(&faults(&wrong), "says that the engine has changed, but it has not");
        let mut parts = parts(&changed.replace("has changed since.**", "")).expect("a document");
        let now = |_: &[String]| Ok("0123456789abcdef".to_owned());
        note(&mut parts, &now).expect("sources");
        let remarks = joined(&parts).matches(CHANGED).count();
        assert_eq!((remarks, faults(&joined(&parts))), (2, Vec::new()));
    }

    #[test]
    fn ratios_stand_in_boxes() {
        for words in ["It is 1.9 as fast.", "3 times as fast", "about 40 % less", "12× as fast"] {
            only(&faults(&TEXT.replace("Words.", words)), "line 3: ");
        }
        let allowed = "The crate `minimax 0.6` on 15-puzzles, [here](a-1.5.md), 100 games, 7×7.";
        assert_eq!(faults(&TEXT.replace("Words.", allowed)), Vec::<String>::new());
    }

    #[test]
    fn numbers_of_the_readme_stand_in_the_boxes() {
        assert_eq!(table(README), Vec::<String>::new());
        only(&table(&README.replace("1.92×", "1.93×")), "line 6: 1.93 stands in no box of");
        only(
            &table(&README.replace("75 of 100", "76 of 100")),
            "76 stands in no box of `#matches`",
        );
        // A number of another section.
        only(&table(&README.replace("75 of 100", "1.92")), "1.92 stands in no box of `#matches`");
        only(&table(&README.replace("#matches", "#other")), "no heading `#other`");
        only(&table(&README.replace("(docs/benchmarks.md#matches)", "")), "expected a link");
        only(&table(&README.replace(README_START, "")), "expected a table of figures after");
        only(&table(&README.replace(README_END, "")), "after the table of figures");
    }

    #[test]
    fn what_is_printed_replaces_what_stood_there() {
        let folder = std::env::temp_dir().join(format!("benchmarks-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("document.md");
        let text = TEXT.replacen("0123456789abcdef", "bbbbbbbbbbbbbbbb", 1);
        fs::write(&path, &text).expect("a file");
        let stamp = |_: &[String]| {
            let line = "<sub>commit 0123abcd · 1 May 2026 · A Processor, 2 cores · \
                        sources 0123456789abcdef</sub>";
            Ok(Stamp::parse(line).expect("a stamp"))
        };
        assert_eq!(run(&path, &["echo".into()], &stamp).expect("it runs"), 1);
        let expected = TEXT.replace("1.92 times, 1,234 nodes", "1");
        assert_eq!(fs::read_to_string(&path).expect("a file"), expected);
        // What is measured once is not run.
        let result = run(&path, &["echo 2".into()], &stamp);
        assert!(matches!(result, Err(BenchmarksError::None(_))));
        let failing = text.replace("echo 1", "exit 3");
        fs::write(&path, &failing).expect("a file");
        assert!(run(&path, &[], &stamp).is_err());
        assert_eq!(fs::read_to_string(&path).expect("a file"), failing, "it stays as it was");
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[test]
    fn sources_are_code() {
        let folder = std::env::temp_dir().join(format!("sources-{}", std::process::id()));
        let file = folder.join("crates/one/src/deep/a.rs");
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        let hash = |text: &str| {
            fs::write(&file, text).expect("a file");
            sources(&folder, &["one".into()]).expect("sources")
        };
        let first = hash("fn a() {}\n");
        assert_eq!(first, hash("/// Words.\nfn a() {}\n    // Why.\n"));
        assert_ne!(first, hash("fn b() {}\n"));
        assert_eq!(first, hash("fn a() {}\n"));
        assert!(sources(&folder, &["two".into()]).is_err(), "no such crate");
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
