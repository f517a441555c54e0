//! Numbers that say how the source is built: circles of files, long functions, parameters that are
//! tuples, hidden items, and descriptions that are compared by name or address.
//!
//! Each has an allowance, which may only fall: a change that needs more fails, and one that needs
//! less lowers it.

mod circles;
mod code;
mod floors;
mod modules;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};

pub(crate) use circles::circles;
pub(crate) use code::Code;
use modules::Modules;

/// A number and what it may be.
struct Allowance {
    what: &'static str,
    /// What it is today; it may only fall.
    now: usize,
    /// What it is to become.
    to_hold: usize,
}

/// The allowances, in the order of [`Numbers::all`].
const ALLOWANCES: [Allowance; 16] = [
    Allowance { what: "circles of files inside crates", now: 0, to_hold: 0 },
    Allowance { what: "files in the largest circle", now: 0, to_hold: 0 },
    Allowance { what: "files that use a floor above them", now: 0, to_hold: 0 },
    Allowance { what: "functions over 100 lines", now: 0, to_hold: 0 },
    Allowance { what: "functions over 60 lines", now: 28, to_hold: 70 },
    Allowance { what: "parameters that are tuples", now: 44, to_hold: 60 },
    Allowance { what: "items with `doc(hidden)`", now: 27, to_hold: 60 },
    Allowance { what: "descriptions compared by address", now: 0, to_hold: 0 },
    Allowance { what: "names compared with a description's", now: 0, to_hold: 0 },
    Allowance {
        what: "types of one crate that hold a request or its algorithm",
        now: 9,
        to_hold: 10,
    },
    Allowance { what: "types that describe algorithms", now: 2, to_hold: 2 },
    Allowance { what: "kinds of entries", now: 1, to_hold: 1 },
    Allowance { what: "reports with a schema version of their own", now: 0, to_hold: 0 },
    Allowance { what: "lines of the program", now: 175_348, to_hold: 175_348 },
    Allowance { what: "lines of the program and its tools", now: 193_872, to_hold: 193_872 },
    Allowance { what: "lines of the checker of proofs", now: 3_000, to_hold: 3_000 },
];

/// The crates that measure, reproduce and check, and that the program does not need.
const TOOLS: &[&str] = &[
    "crates/cluster/src",
    "crates/compare/src",
    "crates/reproduce/src",
    "crates/testkit/src",
    "apps/lab/src",
];

/// The crate that judges what the program claims, and repeats rules on purpose.
const CHECKER: &str = "crates/check/src";

/// A crate: its name and its source files with their texts.
pub(crate) struct Source<'a> {
    /// The folder of its code.
    pub(crate) folder: PathBuf,
    /// Each file with its text.
    pub(crate) files: Vec<(&'a Path, &'a str)>,
}

/// What the source is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// The circles of files: the files of each, sorted.
    pub(crate) circles: Vec<Vec<PathBuf>>,
    /// The arrows that lead up a floor.
    pub(crate) climbs: Vec<String>,
    /// The code in all files.
    pub(crate) code: Code,
    /// The lines of the program.
    pub(crate) program: usize,
    /// The lines of its tools.
    pub(crate) tools: usize,
    /// The lines of the checker.
    pub(crate) checker: usize,
}

/// A number above its allowance.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Excess {
    what: &'static str,
    count: usize,
    allowed: usize,
    places: Vec<String>,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, count, allowed, places } = self;
        write!(f, "{what}: {count}, more than {allowed}:\n  {}", places.join("\n  "))
    }
}

impl Numbers {
    /// Measures crates; files that are not Rust are left out.
    pub(crate) fn of(crates: &[Source<'_>]) -> Self {
        let mut numbers = Self::default();
        for Source { folder, files } in crates {
            let parsed: Vec<(&Path, syn::File)> = files
                .iter()
                .filter_map(|(path, text)| Some((*path, syn::parse_file(text).ok()?)))
                .collect();
            for (path, file) in &parsed {
                numbers.code.add(path, file);
            }
            let lines: usize = files.iter().map(|(_, text)| text.lines().count()).sum();
            if TOOLS.iter().any(|tool| folder.ends_with(tool)) {
                numbers.tools += lines;
            } else if folder.ends_with(CHECKER) {
                numbers.checker += lines;
            } else if ["crates", "apps"].iter().any(|part| folder.starts_with(part)) {
                numbers.program += lines;
            }
            let arrows = Modules::of(folder, &parsed).arrows();
            let paths: Vec<&Path> = parsed.iter().map(|(path, _)| *path).collect();
            numbers.climbs.extend(floors::climbs(folder, &paths, &arrows));
            numbers.circles.extend(circles(&arrows).into_iter().map(|circle| {
                circle.into_iter().map(|at| parsed[at].0.to_owned()).collect::<Vec<PathBuf>>()
            }));
        }
        numbers
    }

    /// Each number with the places that it counts.
    fn all(&self) -> [(usize, Vec<String>); ALLOWANCES.len()] {
        let Code { long, very_long, tuples, hidden, addresses, names, .. } = &self.code;
        let Code { stations, rows, entries, heads, .. } = &self.code;
        let shown = |circle: &Vec<PathBuf>| {
            circle.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" – ")
        };
        let largest = self.circles.iter().max_by_key(|circle| circle.len());
        let of = |places: &Vec<String>| (places.len(), places.clone());
        let lines = |count: usize| (count, Vec::new());
        [
            (self.circles.len(), self.circles.iter().map(shown).collect()),
            (largest.map_or(0, Vec::len), largest.map(shown).into_iter().collect()),
            of(&self.climbs),
            of(very_long),
            of(long),
            of(tuples),
            of(hidden),
            of(addresses),
            of(names),
            of(&in_one_crate(stations)),
            of(rows),
            of(entries),
            of(heads),
            lines(self.program),
            lines(self.program + self.tools),
            lines(self.checker),
        ]
    }

    /// Each place with the number that counts it, a line each.
    pub(crate) fn places(&self) -> String {
        let lines = self.all().into_iter().zip(&ALLOWANCES).flat_map(|((_, places), allowance)| {
            places.into_iter().map(|place| format!("{}: {place}\n", allowance.what))
        });
        lines.collect()
    }

    /// The numbers above their allowances.
    pub(crate) fn excesses(&self) -> Vec<Excess> {
        let mut found = Vec::new();
        for ((count, places), allowance) in self.all().into_iter().zip(&ALLOWANCES) {
            let Allowance { what, now: allowed, .. } = *allowance;
            if count > allowed {
                found.push(Excess { what, count, allowed, places });
            }
        }
        found
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((count, _), allowance) in self.all().iter().zip(&ALLOWANCES) {
            let Allowance { what, now, to_hold } = allowance;
            writeln!(f, "{count:>6}  {what} (allowed {now}, to hold {to_hold})")?;
        }
        Ok(())
    }
}

/// The places in the crate that has most of them.
fn in_one_crate(places: &[String]) -> Vec<String> {
    let name = |place: &String| place.split("/src/").next().map(str::to_owned);
    let of = |place: &String| places.iter().filter(|it| name(it) == name(place)).cloned().collect();
    places.iter().map(of).max_by_key(Vec::len).unwrap_or_default()
}
