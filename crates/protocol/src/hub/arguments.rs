//! A line of the Hub protocol: a command and its arguments.

use std::str::FromStr;
use std::time::Duration;

use crate::lines::shown;

/// The arguments of a command that were not taken yet: names and values, which may be quoted.
pub(super) struct Arguments(Vec<(String, Option<String>)>);

impl Arguments {
    /// The command of a line, and its arguments.
    pub(super) fn read(line: &str) -> Result<(&str, Self), String> {
        let (command, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut all = Vec::new();
        while !rest.trim_start().is_empty() {
            rest = rest.trim_start();
            let end = rest.find(|it: char| it == '=' || it.is_whitespace()).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            let Some(after) = after.strip_prefix('=') else {
                all.push((name.to_owned(), None));
                rest = after;
                continue;
            };
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').ok_or_else(|| {
                    let column = line[..line.len() - quoted.len()].chars().count();
                    format!("column {column}: expected a second quotation mark")
                })?,
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            all.push((name.to_owned(), Some(value.to_owned())));
            rest = after;
        }
        Ok((command, Self(all)))
    }

    /// The value of an argument.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(it, value)| it == name && value.is_some())?;
        self.0.remove(at).1
    }

    /// Whether there is an argument without a value.
    pub(super) fn has(&mut self, name: &str) -> bool {
        let at = self.0.iter().position(|(it, value)| it == name && value.is_none());
        at.is_some_and(|at| self.0.remove(at).1.is_none())
    }

    /// A whole number within bounds.
    pub(super) fn number<N: FromStr + PartialOrd + ToString>(
        &mut self,
        name: &str,
        least: N,
        most: N,
    ) -> Result<Option<N>, String> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|it| (&least..=&most).contains(&it));
        let (least, most, text) = (least.to_string(), most.to_string(), shown(&text));
        number
            .map(Some)
            .ok_or_else(|| format!("{name}: expected {least} to {most}, found `{text}`"))
    }

    /// A time in seconds.
    pub(super) fn seconds(&mut self, name: &str) -> Result<Option<Duration>, String> {
        /// A clock of a year is no clock.
        const MOST: f64 = 1e7;
        let Some(text) = self.take(name) else { return Ok(None) };
        let seconds = text.parse().ok().filter(|it| (0.0..=MOST).contains(it));
        let seconds = seconds.map(|it| Some(Duration::from_secs_f64(it)));
        seconds.ok_or_else(|| format!("{name}: expected seconds, found `{}`", shown(&text)))
    }

    /// An argument that was not taken.
    pub(super) fn left(&self) -> Option<String> {
        self.0.first().map(|(name, _)| shown(name))
    }
}
