//! Texts of clauses: lines, or parts of a line separated by semicolons.

use tremaux_core::ParseError;

/// A clause: its first word, and those after it.
pub(crate) struct Clause<'a> {
    /// The whole text, to which places refer.
    text: &'a str,
    /// The first word, which names the kind of clause.
    pub(crate) head: &'a str,
    /// The others.
    pub(crate) words: Vec<&'a str>,
}

impl<'a> Clause<'a> {
    /// The clauses in `text`. In each line, what follows `#` is ignored, and commas count as
    /// spaces.
    pub(crate) fn all(text: &'a str) -> impl Iterator<Item = Self> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
        lines.flat_map(|line| line.split(';')).filter_map(move |part| {
            let is_between = |c: char| c.is_whitespace() || c == ',';
            let mut words = part.split(is_between).filter(|word| !word.is_empty());
            Some(Self { text, head: words.next()?, words: words.collect() })
        })
    }

    /// An error about `word`, a part of the text.
    pub(crate) fn wrong(&self, word: &str, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.text, word, expected)
    }

    /// An error about the end of the clause.
    pub(crate) fn missing(&self, expected: impl Into<String>) -> ParseError {
        let last = self.words.last().copied().unwrap_or(self.head);
        self.wrong(&last[last.len()..], expected)
    }

    /// Returns the only word after the head.
    pub(crate) fn only(&self, expected: &str) -> Result<&'a str, ParseError> {
        match self.words[..] {
            [word] => Ok(word),
            [] => Err(self.missing(expected)),
            [_, surplus, ..] => Err(self.wrong(surplus, "the end of the line")),
        }
    }

    /// Fails if there are words after the head.
    pub(crate) fn alone(&self) -> Result<(), ParseError> {
        match self.words.first() {
            None => Ok(()),
            Some(surplus) => Err(self.wrong(surplus, "the end of the line")),
        }
    }

    /// Puts `value` into `place`, which must be empty, as each clause may occur once.
    pub(crate) fn once<T>(&self, place: &mut Option<T>, value: T) -> Result<(), ParseError> {
        match place.replace(value) {
            None => Ok(()),
            Some(_) => Err(self.wrong(self.head, format!("`{}` once", self.head))),
        }
    }
}
