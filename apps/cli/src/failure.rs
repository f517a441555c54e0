//! Errors: their messages and exit statuses.

use std::fmt;
use std::io::{self, IsTerminal, stderr};
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::ArgMatches;
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};
use textwrap::{WordSeparator, WordSplitter};
use thiserror::Error;
use tremaux_core::parse::floor_char_boundary;
use tremaux_core::{ParseError, StopReason};
use tremaux_registry::reading::{OPTION, looks_like};
use tremaux_registry::{RegistryError, readers_of};

use crate::visible;

/// The words of the command that runs.
static RUNNING: OnceLock<Vec<String>> = OnceLock::new();

/// Remembers the words of the command that runs, which hints do not name.
pub(crate) fn set_running(mut matches: &ArgMatches) {
    let mut words = Vec::new();
    while let Some((name, under)) = matches.subcommand() {
        words.push(name.to_owned());
        matches = under;
    }
    // It is set once.
    let _ = RUNNING.set(words);
}

/// Why a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// A text has an error at a known position.
    #[error("{error}")]
    Text {
        /// Where the text comes from, in words.
        origin: String,
        /// The text.
        text: String,
        /// What is wrong with it.
        error: Box<ParseError>,
        /// What to do about it.
        help: Option<String>,
    },
    /// Unknown names, or options that do not fit together.
    #[error("{0}")]
    Registry(RegistryError),
    /// The command line is wrong.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read.
    #[error("{}: {}", read_problem(source), path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file besides the result cannot be written; the result was printed.
    #[error("{0}")]
    SideFile(String),
    /// The result cannot be written.
    #[error("cannot write the result")]
    Write(#[source] io::Error),
    /// The handler for Ctrl-C cannot be set.
    #[error("cannot install the Ctrl-C handler")]
    Interrupt(#[from] ctrlc::Error),
}

/// Why a file cannot be read, in words before its name.
fn read_problem(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::NotFound => "no such file",
        io::ErrorKind::IsADirectory => "a folder, not a file",
        _ => "cannot read",
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Write(error.into())
    }
}

impl Failure {
    /// An error of the registry about a text that comes from `origin`.
    pub fn of(error: RegistryError, origin: &str) -> Self {
        let Some((text, place)) = error.place() else {
            return Self::Registry(error);
        };
        let origin = match &error {
            RegistryError::Instance { option: Some(option), .. } => format!("--{option}"),
            _ => origin.to_owned(),
        };
        let help = match &error {
            RegistryError::UnknownName { .. } => {
                Some("run `tremaux list` for all names, `tremaux explain NAME` for details".into())
            }
            RegistryError::Expression { .. } => {
                Some("run `tremaux explain NAME` for its options".into())
            }
            _ => None,
        };
        Self::Text { text: text.to_owned(), error: Box::new(place.clone()), origin, help }
    }

    /// What a text looks like that a parser refused, and the commands that read it.
    pub(crate) fn hint(text: &str) -> Option<String> {
        let running = RUNNING.get().map_or(&[][..], Vec::as_slice);
        let running: Vec<&str> = running.iter().map(String::as_str).collect();
        let readers = readers_of(text, &running).into_iter();
        let readers: Vec<String> = readers.map(|it| format!("`tremaux {it}`")).collect();
        let looks = looks_like(text);
        let is_option = looks == Some(OPTION);
        let looks = looks.map(|what| format!("this looks like {what}"));
        let readers = match readers.as_slice() {
            [] => None,
            [only] => Some(format!("{only} reads it")),
            [first @ .., last] => Some(format!("{} and {last} read it", first.join(", "))),
        };
        // A short text may be of many formats by chance.
        let is_clear = looks.is_some() && !is_option || text.trim().contains('\n');
        let readers = readers.filter(|_| is_clear);
        let hints: Vec<String> = looks.into_iter().chain(readers).collect();
        (!hints.is_empty()).then(|| hints.join("; "))
    }

    /// The failure to write a file after the result was printed.
    pub fn after_result(self) -> Self {
        match self {
            Self::Write(_) => self,
            failure => Self::SideFile(failure.to_string()),
        }
    }

    /// Whether the output pipe was closed, which is no error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether it was cancelled while something was read or prepared.
    pub(crate) fn is_cancelled(&self) -> bool {
        let reason = StopReason::Cancelled;
        let Self::Registry(RegistryError::Unprepared { reason: it, .. }) = self else {
            return false;
        };
        *it == reason
    }

    /// The exit status: 3 for a limit that was reached or a file besides the result, 101 for a
    /// fault of the program, else 2.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Registry(RegistryError::WrongPlan { .. }) => 101,
            Self::SideFile(_) => 3,
            Self::Registry(RegistryError::Unprepared { .. } | RegistryError::Stopped { .. }) => 3,
            _ => 2,
        }
    }

    /// The message with an excerpt of the text, short enough for one screen. Lines are wrapped for
    /// readers at a terminal only: programs look for whole sentences, and nobody can copy a path
    /// that is broken.
    pub(crate) fn render(&self, with_color: bool) -> String {
        let theme =
            if with_color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(100)
            .with_wrap_lines(stderr().is_terminal())
            .with_break_words(false)
            .with_word_separator(WordSeparator::AsciiSpace)
            .with_word_splitter(WordSplitter::NoHyphenation);
        let mut text = String::new();
        match handler.render_report(&mut text, &ExcerptedFailure::new(self)) {
            Ok(()) => text,
            Err(fmt::Error) => format!("error: {self}\n"),
        }
    }
}

/// The error for an option that has no effect here.
pub fn not_applicable<T>(option: &'static str, reason: impl Into<String>) -> Result<T, Failure> {
    let reason = reason.into();
    Err(Failure::Registry(RegistryError::NotApplicable { option, reason }))
}

/// An error in a text that comes from `origin`.
pub fn in_text(origin: &str, text: impl Into<String>, error: ParseError) -> Failure {
    let (origin, text) = (origin.to_owned(), text.into());
    Failure::Text { origin, text, error: error.into(), help: None }
}

/// The failure of `--index` for a number beyond the `count` of `what` there are.
pub(crate) fn too_few(index: u64, origin: &str, count: usize, what: &str) -> Failure {
    let plural = if count == 1 { "" } else { "s" };
    Failure::Usage(format!("--index {index}: {origin} has only {count} {what}{plural}"))
}

/// A failure with the part of the text that is shown.
#[derive(Debug)]
struct ExcerptedFailure<'a> {
    failure: &'a Failure,
    message: String,
    excerpt: Option<Excerpt>,
}

impl<'a> ExcerptedFailure<'a> {
    fn new(failure: &'a Failure) -> Self {
        match failure {
            Failure::Text { origin, text, error, .. } => Self {
                failure,
                message: visible::message(&error.to_string()),
                excerpt: Some(Excerpt::new(origin, text, error)),
            },
            _ => Self { failure, message: visible::message(&failure.to_string()), excerpt: None },
        }
    }
}

impl fmt::Display for ExcerptedFailure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExcerptedFailure<'_> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(self.failure)
    }
}

impl Diagnostic for ExcerptedFailure<'_> {
    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        match self.failure {
            Failure::Text { help, text, .. } => {
                let help = help.clone().or_else(|| Failure::hint(text));
                help.map(|help| Box::new(help) as Box<dyn fmt::Display>)
            }
            _ => None,
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let label = Some("here".to_owned());
        Some(Box::new([LabeledSpan::new_with_span(label, excerpt.mark)].into_iter()))
    }
}

/// The part of a line around an error, short enough to print.
#[derive(Debug)]
struct Excerpt {
    origin: String,
    /// What is shown.
    shown: String,
    /// The line that it is from, the column where it starts and that of the error, from 0.
    line: usize,
    column: usize,
    error_column: usize,
    /// What is meant, in bytes of `shown`.
    mark: SourceSpan,
}

impl Excerpt {
    const BEFORE: usize = 36;
    const AFTER: usize = 44;

    fn new(origin: &str, text: &str, error: &ParseError) -> Self {
        let offset = floor_char_boundary(text, error.offset);
        let line_start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[offset..].find('\n').map_or(text.len(), |length| offset + length);
        let first = text[line_start..offset].char_indices().rev().nth(Self::BEFORE - 1);
        let first = first.map_or(line_start, |(at, _)| line_start + at);
        let last = text[offset..line_end].char_indices().nth(Self::AFTER);
        let last = last.map_or(line_end, |(at, _)| offset + at);
        // One character for one: what a terminal obeys would spoil the line.
        let clean = |part: &str| -> String {
            part.chars().map(|c| if c == '\t' || visible::is_obeyed(c) { ' ' } else { c }).collect()
        };
        let before = clean(&text[first..offset]);
        let meant_end = floor_char_boundary(text, (offset + error.length).min(last));
        let meant = clean(&text[offset..meant_end]);
        let rest = clean(&text[meant_end..last]);
        let (head, tail) =
            (if first > line_start { "…" } else { "" }, if last < line_end { "…" } else { "" });
        let start = head.len() + before.len();
        Self {
            origin: visible::message(origin),
            mark: (start, meant.len()).into(),
            shown: format!("{head}{before}{meant}{rest}{tail}\n"),
            line: error.line - 1,
            column: text[line_start..first].chars().count(),
            error_column: error.column - 1,
        }
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // Without context, what is asked for is the place of the error, for the header.
        let (start, column) = match context_lines_before {
            0 => (span.offset().min(self.shown.len()), self.error_column),
            _ => (0, self.column),
        };
        let rest: SourceSpan = (start, self.shown.len() - start).into();
        let bytes = &self.shown.as_bytes()[start..];
        let name = self.origin.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, bytes, rest, self.line, column, 1)))
    }
}
