//! The boxes of a document and their stamps.

use std::fs;
use std::path::{Path, PathBuf};

use super::{BenchmarksError, read};

pub(super) const START: &str = "<!-- measured by: ";
pub(super) const START_ONCE: &str = "<!-- measured once by: ";
pub(super) const ENGINE: &str = "; engine: ";
pub(super) const START_END: &str = " -->";
pub(super) const END: &str = "<!-- end of measurement -->";
pub(super) const STAMP: &str = "<sub>";
pub(super) const STAMP_END: &str = "</sub>";
/// Between the parts of a stamp.
pub(super) const BETWEEN: &str = " · ";
/// What a box says whose engine is not the one that was measured.
pub(super) const CHANGED: &str = "**The engine has changed since.**";

/// Of which state figures are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) commit: String,
    pub(super) date: String,
    pub(super) machine: String,
    pub(super) sources: String,
}

impl Stamp {
    /// The stamp that a line holds, if it is complete.
    pub(super) fn parse(line: &str) -> Option<Self> {
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

    pub(super) fn line(&self, command: &str) -> String {
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
pub(super) struct Figures {
    /// Where it begins, from 1.
    pub(super) line: usize,
    /// True if it is not run again here.
    pub(super) is_once: bool,
    pub(super) command: String,
    /// The crates whose speed is measured: folders of `crates`, or paths with a slash.
    pub(super) engine: Vec<String>,
    pub(super) printed: String,
    pub(super) stamp: Option<Stamp>,
    pub(super) says_changed: bool,
}

impl Figures {
    pub(super) fn start(line: &str, at: usize) -> Result<Option<Self>, BenchmarksError> {
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

    pub(super) fn text(&self) -> String {
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
pub(super) enum Part {
    /// Lines that people write, and the number of the first one.
    Written(usize, String),
    /// A box.
    Measured(Figures),
}

pub(super) fn parts(text: &str) -> Result<Vec<Part>, BenchmarksError> {
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

pub(super) fn joined(parts: &[Part]) -> String {
    let text = |part: &Part| match part {
        Part::Written(_, text) => text.clone(),
        Part::Measured(figures) => figures.text(),
    };
    parts.iter().map(text).collect()
}

/// A hash of the code of `engine` below `root`: all sources in the order of their paths, without
/// comments on lines of their own.
pub(super) fn sources(root: &Path, engine: &[String]) -> Result<String, BenchmarksError> {
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

/// Sets or removes the remark that the engine has changed, in every box that has a stamp.
pub(super) fn note(
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
