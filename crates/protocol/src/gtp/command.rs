//! A line of the Go Text Protocol: a number, a command and its arguments.

use std::str::FromStr;
use std::time::Duration;

use tremaux_core::{Player, is_obeyed};

use crate::lines::shown;

/// The names of the commands.
pub(super) const COMMANDS: &str = "protocol_version name version known_command list_commands quit \
    boardsize clear_board komi get_komi play genmove reg_genmove undo fixed_handicap \
    place_free_handicap set_free_handicap time_settings time_left final_score final_status \
    final_status_list list_stones loadsgf printsgf kgs-rules kgs-time_settings kgs-game_over \
    kata-set-rules lz-analyze kata-analyze showboard";

/// A command, its number, and the arguments that were not taken yet.
pub(super) struct Command {
    /// The number as it is repeated in the answer; empty if there is none.
    pub(super) id: String,
    pub(super) name: String,
    arguments: std::vec::IntoIter<String>,
}

impl Command {
    /// The command of a line; `None` if it has only a comment. Tabs separate words, and other
    /// control characters are removed.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line = line.replace(is_obeyed, "");
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        words.retain(|word| !word.is_empty());
        let mut words = words.into_iter();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let first = words.next()?;
        let (id, name) = match is_number(&first) {
            true => (first, words.next().unwrap_or_default()),
            false => (String::new(), first),
        };
        Some(Self { id, name, arguments: words })
    }

    /// The next argument, if there is one.
    pub(super) fn next(&mut self) -> Option<String> {
        self.arguments.next()
    }

    /// The next argument.
    pub(super) fn word(&mut self, expected: &str) -> Result<String, String> {
        self.next().ok_or_else(|| format!("syntax error: expected {expected}"))
    }

    fn parsed<T>(
        &mut self,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, String> {
        let word = self.word(expected)?;
        let wrong = || format!("syntax error: expected {expected}, found `{}`", shown(&word));
        parse(&word).ok_or_else(wrong)
    }

    /// A whole number.
    pub(super) fn number<N: FromStr>(&mut self, expected: &str) -> Result<N, String> {
        self.parsed(expected, |word| word.parse().ok())
    }

    /// A whole number, if there is another argument.
    pub(super) fn optional_number(&mut self, expected: &str) -> Result<Option<usize>, String> {
        let is_given = !self.arguments.as_slice().is_empty();
        is_given.then(|| self.number(expected)).transpose()
    }

    /// A decimal number.
    pub(super) fn float(&mut self, expected: &str) -> Result<f64, String> {
        self.parsed(expected, |word| word.parse().ok().filter(|it: &f64| it.is_finite()))
    }

    /// A time, of which a year is as good as no end.
    pub(super) fn seconds(&mut self, expected: &str) -> Result<Duration, String> {
        let seconds = self.float(expected)?;
        Ok(Duration::from_secs_f64(seconds.clamp(0.0, 3e7)))
    }

    /// A player.
    pub(super) fn color(&mut self) -> Result<Player, String> {
        self.parsed("a color", color)
    }

    /// Refuses arguments that were not taken.
    pub(super) fn end(&mut self) -> Result<(), String> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(format!("syntax error: unknown argument `{}`", shown(&word))),
        }
    }
}

/// The player of a colour.
pub(super) fn color(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(0),
        "w" | "white" => Some(1),
        _ => None,
    }
}
