//! The options of the engine.

use std::fmt::Write as _;
use std::time::Duration;

use tremaux_chess::Castling;
use tremaux_domain::{in_words, nearest_names};

use super::chess::MAX_LINES;
use crate::lines::shown;

/// The values of the options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// The size of the table in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) lines: usize,
    /// Reserved at every move for communication.
    pub(crate) overhead: Duration,
    pub(crate) castling: Castling,
}

/// What an option changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// A value that counts from the next search on.
    Value,
    /// The size of the table.
    Hash,
    /// The table is to be cleared.
    ClearHash,
}

/// The kind of an option, with its default and range.
enum Kind {
    Spin { default: usize, least: usize, most: usize },
    Check,
    Button,
}

const OPTIONS: &[(&str, Kind)] = &[
    ("Hash", Kind::Spin { default: 64, least: 1, most: 1 << 20 }),
    ("Clear Hash", Kind::Button),
    ("Threads", Kind::Spin { default: 1, least: 1, most: 256 }),
    ("MultiPV", Kind::Spin { default: 1, least: 1, most: MAX_LINES }),
    ("Ponder", Kind::Check),
    ("UCI_Chess960", Kind::Check),
    ("Move Overhead", Kind::Spin { default: 20, least: 0, most: 5000 }),
];

impl Default for Options {
    fn default() -> Self {
        let overhead = Duration::from_millis(20);
        Self { hash: 64, threads: 1, lines: 1, overhead, castling: Castling::KingMoves }
    }
}

/// Lines that describe the options, as UCI and as xboard have them.
pub(crate) fn descriptions(is_xboard: bool) -> String {
    let mut text = String::new();
    for (name, kind) in OPTIONS {
        let _ = match kind {
            // The protocol has commands of its own for the others.
            _ if is_xboard && !["MultiPV", "Move Overhead"].contains(name) => Ok(()),
            Kind::Spin { default, least, most } if is_xboard => {
                writeln!(text, "feature option=\"{name} -spin {default} {least} {most}\"")
            }
            Kind::Spin { default, least, most } => writeln!(
                text,
                "option name {name} type spin default {default} min {least} max {most}"
            ),
            Kind::Check => writeln!(text, "option name {name} type check default false"),
            Kind::Button => writeln!(text, "option name {name} type button"),
        };
    }
    text
}

impl Options {
    /// Sets an option. Upper and lower case are the same in its name.
    ///
    /// # Errors
    ///
    /// Returns what was expected; the options are as before.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let found = OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((name, kind)) = found else {
            let lower: Vec<String> = OPTIONS.iter().map(|it| it.0.to_lowercase()).collect();
            let near = nearest_names(name, lower.iter().map(String::as_str));
            let is_near = |known: &&str| near.is_empty() || near.contains(&&*known.to_lowercase());
            let known: Vec<&str> = OPTIONS.iter().map(|it| it.0).filter(is_near).collect();
            return Err(format!("no option `{}`; expected {}", shown(name), in_words(&known)));
        };
        let wrong = |expected: String| {
            format!("option {name}: expected {expected}, found `{}`", shown(value))
        };
        let (mut number, mut is_on) = (0, false);
        match kind {
            Kind::Spin { least, most, .. } => {
                let parsed = value.parse().ok().filter(|it| (least..=most).contains(&it));
                number = parsed.ok_or_else(|| wrong(format!("a number from {least} to {most}")))?;
            }
            Kind::Check => {
                is_on = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(wrong("`true` or `false`".to_owned())),
                }
            }
            Kind::Button => {}
        }
        match *name {
            "Hash" => self.hash = number,
            "Clear Hash" => return Ok(Changed::ClearHash),
            "Threads" => self.threads = number,
            "MultiPV" => self.lines = number,
            "Move Overhead" => self.overhead = Duration::from_millis(number as u64),
            "UCI_Chess960" if is_on => self.castling = Castling::KingTakesRook,
            "UCI_Chess960" => self.castling = Castling::KingMoves,
            // `Ponder` tells the engine what to expect.
            _ => {}
        }
        Ok(if *name == "Hash" { Changed::Hash } else { Changed::Value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_described() {
        let (text, options) = (descriptions(false), Options::default());
        for (name, value) in [
            ("Hash", options.hash),
            ("Threads", options.threads),
            ("MultiPV", options.lines),
            ("Move Overhead", options.overhead.as_millis() as usize),
        ] {
            assert!(text.contains(&format!("option name {name} type spin default {value} ")));
        }
    }

    #[test]
    fn wrong_values_change_nothing() {
        let mut options = Options::default();
        for (name, value, expected) in [
            ("Hash", "0", "option Hash: expected a number from 1 to 1048576, found `0`"),
            ("multipv", "many", "option MultiPV: expected a number from 1 to 218, found `many`"),
            ("Ponder", "", "option Ponder: expected `true` or `false`, found ``"),
            ("Thread", "2", "no option `Thread`; expected `Threads`"),
        ] {
            assert_eq!(options.set(name, value), Err(expected.to_owned()));
        }
        assert_eq!((options.hash, options.threads, options.lines), (64, 1, 1));
        assert_eq!(options.set("hash", "16"), Ok(Changed::Hash));
        assert_eq!(options.set("CLEAR HASH", ""), Ok(Changed::ClearHash));
        assert_eq!(options.set("move overhead", "100"), Ok(Changed::Value));
        assert_eq!((options.hash, options.overhead.as_millis()), (16, 100));
    }
}
