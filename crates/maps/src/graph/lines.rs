//! Lines of words, for the formats in which a line is an arc.

use super::ArcCost;
use tremaux_core::ParseError;

/// What a count in a header is.
pub(super) const MOST: &str = "a number below 4294967295";

/// The words of one line, and the place to report when one is missing.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) line: &'a str,
    pub(super) words: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a str, line: &'a str) -> Self {
        Self { text, line, words: line.split_ascii_whitespace() }
    }

    pub(super) fn next(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        self.words.next().ok_or_else(|| {
            let end = self.line.trim_end();
            ParseError::about(self.text, &end[end.len()..], expected)
        })
    }

    /// Reads one of these words, whatever its case.
    pub(super) fn one_of(&mut self, words: &[&'static str]) -> Result<&'static str, ParseError> {
        let expected = words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(" or ");
        let word = self.next(&expected)?;
        let found = words.iter().copied().find(|it| it.eq_ignore_ascii_case(word));
        found.ok_or_else(|| ParseError::about(self.text, word, expected))
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, ParseError> {
        let word = self.next(expected)?;
        word.parse().map_err(|_| ParseError::about(self.text, word, expected))
    }

    /// The number of nodes in a header.
    pub(super) fn count(&mut self) -> Result<usize, ParseError> {
        let word = self.next(MOST)?;
        node_count(self.text, word)
    }

    pub(super) fn node(&mut self, nodes: usize) -> Result<u32, ParseError> {
        let word = self.next("a node")?;
        node(self.text, word, nodes)
    }

    pub(super) fn cost<C: ArcCost>(&mut self) -> Result<C, ParseError> {
        let word = self.next(C::EXPECTED)?;
        C::parse(word).ok_or_else(|| ParseError::about(self.text, word, C::EXPECTED))
    }

    pub(super) fn end(&mut self) -> Result<(), ParseError> {
        match self.words.next() {
            Some(word) => Err(ParseError::about(self.text, word, "the end of the line")),
            None => Ok(()),
        }
    }
}

/// The number of nodes in the header of a text.
pub(super) fn node_count(text: &str, word: &str) -> Result<usize, ParseError> {
    // A header may be wrong: do not allocate memory for nodes that no arc can name.
    let most = 1000 + 16 * text.len();
    word.parse::<usize>().ok().filter(|&nodes| nodes <= most).ok_or_else(|| {
        ParseError::about(text, word, "no more nodes than a file of this length can have")
    })
}

/// A node by its number from 1.
pub(super) fn node(text: &str, word: &str, nodes: usize) -> Result<u32, ParseError> {
    let number = word.parse().ok().filter(|&it: &u32| it >= 1 && it as usize <= nodes);
    let wrong = || ParseError::about(text, word, format!("a node from 1 to {nodes}"));
    number.map(|number| number - 1).ok_or_else(wrong)
}
