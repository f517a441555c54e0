//! The counts of an attack, and the document that shows them.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{Attack, MB, Settings};

/// What can be wrong with a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    /// It ended by a signal, or panicked.
    Crash,
    /// Its exit status is not documented.
    Status,
    /// It did not end.
    Hang,
    /// It exceeded a limit.
    Limit,
    /// Any other.
    Other,
}

/// The counts of the cases of a domain, game, format, protocol or command.
#[derive(Debug)]
pub(super) struct Row {
    /// Its kind and its name.
    pub(super) key: String,
    pub(super) cases: u64,
    /// The number of failures by [`Fault`].
    pub(super) faults: [u64; 5],
}

impl Row {
    pub(super) fn new(key: String) -> Self {
        Self { key, cases: 0, faults: [0; 5] }
    }

    pub(super) fn failures(&self) -> u64 {
        self.faults.iter().sum()
    }
}

impl Attack {
    /// The figures with their stamp, as Markdown.
    pub(super) fn report(&self, settings: &Settings, took: Duration) -> Result<String, String> {
        let said = |program: &str, words: &[&str]| {
            let output = Command::new(program).args(words).env("LC_ALL", "C").output();
            let output = output.map_err(|error| format!("{program}: {error}"))?;
            Ok::<_, String>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let commit = said("git", &["rev-parse", "--short", "HEAD"])?;
        let date = said("date", &["-u", "+%-d %B %Y"])?;
        let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor =
            processor.lines().find_map(|it| it.strip_prefix("model name")?.split_once(": "));
        let processor = processor.map_or("unknown processor", |(_, name)| name);
        let (seed, minutes) = (settings.seed, took.as_secs_f64() / 60.0);
        let sum = |of: fn(&super::Row) -> u64| self.rows.iter().map(of).sum::<u64>();
        let (cases, failures) = (sum(|row| row.cases), sum(super::Row::failures));
        let kinds: Vec<String> =
            self.counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let mut text = format!(
            "Commit {commit}, {date}, {processor}, seed {seed}, {minutes:.0} minutes: {cases} \
             cases ({}), {failures} failures.",
            kinds.join(", ")
        );
        if self.worst_memory > i64::MIN {
            let (bytes, seconds) = (self.worst_memory as f64 / MB as f64, self.worst_time);
            let worst = format!(" Beyond the limits at most: {bytes:+.1} MB, {seconds:+.2} s.");
            text += &worst;
        }
        text += "\n\n| | cases | crashes | wrong status | hangs | over a limit | other |\n\
                 |---|--:|--:|--:|--:|--:|--:|\n";
        for super::Row { key, cases, faults: [crashes, statuses, hangs, limits, others] } in
            &self.rows
        {
            writeln!(
                text,
                "| {key} | {cases} | {crashes} | {statuses} | {hangs} | {limits} | {others} |"
            )
            .expect("a string");
        }
        Ok(text)
    }
}

const START: &str = "<!-- measured by: cargo xtask attack";
const END: &str = "<!-- end of measurement -->";

/// Replaces the figures in a document, between their two marks.
pub(super) fn write(path: &Path, figures: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let document = fs::read_to_string(path).map_err(failed)?;
    let text = replaced(&document, figures);
    let text = text.ok_or(format!("{}: no line `{START}…` or none `{END}`", path.display()))?;
    fs::write(path, text).map_err(failed)
}

fn replaced(document: &str, figures: &str) -> Option<String> {
    let start = document.find(START)?;
    let start = start + document[start..].find('\n')? + 1;
    let end = start + document[start..].find(END)?;
    Some(format!("{}{figures}{}", &document[..start], &document[end..]))
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn figures_are_replaced_between_their_marks() {
        let text = "# A\n<!-- measured by: cargo xtask attack --seed 1 -->\nold\n\
                    <!-- end of measurement -->\nb\n";
        assert_eq!(replaced(text, "new\n"), Some(text.replace("old", "new")));
        assert_eq!(replaced("# A\n", "new\n"), None);
    }
}
