//! Checks the figures of a document and of the README against the boxes.

use std::path::Path;

use super::boxes::{Figures, Part, joined, note, parts, sources};
use super::{BenchmarksError, read, write};

pub(super) const README_START: &str = "<!-- figures from docs/benchmarks.md -->";
pub(super) const README_END: &str = "<!-- end of figures -->";
const README_LINK: &str = "(docs/benchmarks.md#";

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

pub(super) fn faults_of_document(
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
pub(super) fn faults_of_table(readme: &str, parts: &[Part]) -> Vec<String> {
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
