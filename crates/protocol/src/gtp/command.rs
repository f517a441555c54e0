//! A line of the Go Text Protocol: a number, a command and its arguments.

use std::str::FromStr;
use std::time::Duration;

use tremaux_core::Player;

use crate::lines::shown;

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    ProtocolVersion,
    Name,
    Version,
    KnownCommand,
    ListCommands,
    Quit,
    BoardSize,
    ClearBoard,
    Komi,
    Play,
    GenMove,
    RegGenMove,
    Undo,
    FixedHandicap,
    PlaceFreeHandicap,
    SetFreeHandicap,
    TimeSettings,
    TimeLeft,
    FinalScore,
    FinalStatusList,
    LoadSgf,
    ShowBoard,
}

pub(super) const COMMANDS: [(&str, Verb); 22] = [
    ("protocol_version", Verb::ProtocolVersion),
    ("name", Verb::Name),
    ("version", Verb::Version),
    ("known_command", Verb::KnownCommand),
    ("list_commands", Verb::ListCommands),
    ("quit", Verb::Quit),
    ("boardsize", Verb::BoardSize),
    ("clear_board", Verb::ClearBoard),
    ("komi", Verb::Komi),
    ("play", Verb::Play),
    ("genmove", Verb::GenMove),
    ("reg_genmove", Verb::RegGenMove),
    ("undo", Verb::Undo),
    ("fixed_handicap", Verb::FixedHandicap),
    ("place_free_handicap", Verb::PlaceFreeHandicap),
    ("set_free_handicap", Verb::SetFreeHandicap),
    ("time_settings", Verb::TimeSettings),
    ("time_left", Verb::TimeLeft),
    ("final_score", Verb::FinalScore),
    ("final_status_list", Verb::FinalStatusList),
    ("loadsgf", Verb::LoadSgf),
    ("showboard", Verb::ShowBoard),
];

/// A command, its number, and the arguments that were not taken yet.
pub(super) struct Command {
    /// The number as it is repeated in the answer; empty if there is none.
    pub(super) id: String,
    name: String,
    arguments: std::vec::IntoIter<String>,
}

impl Command {
    /// The command of a line; `None` if it has only a comment. Tabs separate words, and other
    /// control characters are removed.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line = line.replace(char::is_control, "");
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

    /// What to do.
    pub(super) fn verb(&self) -> Result<Verb, String> {
        let found = COMMANDS.iter().find(|(name, _)| *name == self.name);
        found.map(|&(_, name)| name).ok_or_else(|| "unknown command".to_owned())
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
        self.parsed("a color", |word| match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(0),
            "w" | "white" => Some(1),
            _ => None,
        })
    }

    /// Refuses arguments that were not taken.
    pub(super) fn end(&mut self) -> Result<(), String> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(format!("syntax error: unknown argument `{}`", shown(&word))),
        }
    }
}
