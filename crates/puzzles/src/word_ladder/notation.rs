//! The notation of ladders, words and steps, and pictures of words.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape, StateSpace};

use super::rules::LetterChange;
use super::{LadderWords, WordLadder};
use crate::crossword::{WordList, letter_of};

const TWO_WORDS: &str = "two words of equal length, for example `COLD WARM`";
const MOST: usize = LadderWords::MOST_LETTERS;

/// Reads ladders, and indexes the words of each length once.
pub(super) struct LadderReader<'a> {
    list: &'a Arc<WordList>,
    known: BTreeMap<usize, Arc<LadderWords>>,
}

impl<'a> LadderReader<'a> {
    pub(super) const fn new(list: &'a Arc<WordList>) -> Self {
        Self { list, known: BTreeMap::new() }
    }

    /// Reads the ladder in `part` of `text`, in which errors have their places.
    pub(super) fn read(&mut self, text: &str, part: &str) -> Result<WordLadder, ParseError> {
        let part = part.trim();
        let (first, rest) = part.split_at(end_of_word(part));
        let rest = rest.trim_start();
        let arrow = ARROWS.iter().find_map(|arrow| rest.strip_prefix(arrow));
        let rest = arrow.unwrap_or(rest).trim_start();
        let (second, surplus) = rest.split_at(end_of_word(rest));
        if first.is_empty() {
            return Err(match part {
                "" => ParseError::at_end(text, TWO_WORDS),
                _ => ParseError::about(text, part, TWO_WORDS),
            });
        }
        let start = letters(text, first)?;
        if second.is_empty() {
            let expected = format!("a second word of {}", in_letters(start.len()));
            let found = if surplus.is_empty() { "the end" } else { surplus.trim() };
            let end = &surplus[surplus.len()..];
            return Err(ParseError {
                found: found.into(),
                ..ParseError::about(text, end, expected)
            });
        }
        let goal = letters(text, second)?;
        if !surplus.trim().is_empty() {
            return Err(ParseError::about(text, surplus.trim(), "the end after two words"));
        }
        if goal.len() != start.len() {
            let expected = format!("a word of {}, like `{first}`", in_letters(start.len()));
            return Err(ParseError::about(text, second, expected));
        }
        let words = self.words(start.len()).ok_or_else(|| {
            let expected = format!("words of {} (the list has no others)", self.lengths());
            ParseError::about(text, first, expected)
        })?;
        let [start, goal] = [(first, start), (second, goal)].map(|(written, word)| {
            words.find(&word).ok_or_else(|| unknown(text, written, &word, &words))
        });
        Ok(WordLadder { list: Arc::clone(self.list), start: start?, goal: goal?, words })
    }

    fn words(&mut self, length: usize) -> Option<Arc<LadderWords>> {
        if let Some(words) = self.known.get(&length) {
            return Some(Arc::clone(words));
        }
        let words = Arc::new(LadderWords::new(self.list, length)?);
        self.known.insert(length, Arc::clone(&words));
        Some(words)
    }

    /// The lengths of words in the list, in words.
    fn lengths(&self) -> String {
        let lengths: Vec<usize> = self.list.lengths().filter(|&length| length <= MOST).collect();
        match lengths.as_slice() {
            [] => format!("at most {MOST} letters"),
            [only] => in_letters(*only),
            [first, .., last] if last - first + 1 == lengths.len() => {
                format!("{first} to {last} letters")
            }
            [first @ .., last] => {
                let first: Vec<String> = first.iter().map(usize::to_string).collect();
                format!("{} or {last} letters", first.join(", "))
            }
        }
    }
}

const ARROWS: [&str; 2] = ["->", "→"];

/// The length in bytes of the word at the start of `text`.
fn end_of_word(text: &str) -> usize {
    let ends = ARROWS.iter().filter_map(|arrow| text.find(arrow));
    ends.chain(text.find(char::is_whitespace)).min().unwrap_or(text.len())
}

fn in_letters(count: usize) -> String {
    format!("{count} letter{}", if count == 1 { "" } else { "s" })
}

/// The letters of `word`, a part of `text`, in capitals.
fn letters(text: &str, word: &str) -> Result<Vec<char>, ParseError> {
    let mut letters = Vec::new();
    for (at, sign) in word.char_indices() {
        let part = &word[at..at + sign.len_utf8()];
        letters.push(letter_of(sign).ok_or_else(|| ParseError::about(text, part, "a letter"))?);
    }
    if letters.len() > MOST {
        return Err(ParseError::about(text, word, format!("a word of at most {MOST} letters")));
    }
    Ok(letters)
}

/// The error for a word that is not in the list.
fn unknown(text: &str, written: &str, word: &[char], words: &LadderWords) -> ParseError {
    let nearest: Vec<String> =
        words.nearest(word).into_iter().map(|near| format!("`{near}`")).collect();
    let expected = match nearest.as_slice() {
        [] => "a word of the list".to_owned(),
        [only] => format!("a word of the list (did you mean {only}?)"),
        [first @ .., last] => {
            format!("a word of the list (did you mean {} or {last}?)", first.join(", "))
        }
    };
    ParseError::about(text, written, expected)
}

impl WordLadder {
    /// Reads the first and the last word: `cold warm`, `COLD -> WARM` or `COLD → WARM`.
    ///
    /// # Errors
    ///
    /// Returns the place of what is not a letter, of a word that is not in the list, with the
    /// nearest ones, or of a second word of another length.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tremaux::puzzles::crossword::WordList;
    /// use tremaux::puzzles::word_ladder::WordLadder;
    /// let words = Arc::new(WordList::parse("cold\ncord\nward\nwarm")?);
    /// let error = WordLadder::parse("cold wart", &words).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, column 6: expected a word of the list (did you mean `WARD` or `WARM`?), \
    ///      found `wart`",
    /// );
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse(text: &str, list: &Arc<WordList>) -> Result<Self, ParseError> {
        LadderReader::new(list).read(text, text)
    }

    /// The number of a word of this ladder's length.
    fn word_in(&self, text: &str) -> Result<u32, ParseError> {
        let written = text.trim();
        let expected = || format!("a word of {}", in_letters(self.words.length()));
        if written.is_empty() {
            return Err(ParseError::at_end(text, expected()));
        }
        let word = letters(text, written)?;
        if word.len() != self.words.length() {
            return Err(ParseError::about(text, written, expected()));
        }
        self.words.find(&word).ok_or_else(|| unknown(text, written, &word, &self.words))
    }
}

/// Writes one line that [`WordLadder::parse`] can read with the same list.
impl fmt::Display for WordLadder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.words.text(self.start), self.words.text(self.goal))
    }
}

/// A state is written as its word, an action as the next word.
impl Notation for WordLadder {
    fn write_state(&self, &word: &u32, out: &mut dyn fmt::Write) -> fmt::Result {
        self.words.word(word).iter().try_for_each(|&letter| out.write_char(letter))
    }

    fn parse_state(&self, text: &str) -> Result<u32, ParseError> {
        self.word_in(text)
    }

    fn write_action(
        &self,
        _word: &u32,
        change: LetterChange,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        self.write_state(&change.word, out)
    }

    fn parse_action(&self, state: &u32, text: &str) -> Result<LetterChange, ParseError> {
        let next = self.word_in(text)?;
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        actions.into_iter().find(|change| change.word == next).ok_or_else(|| {
            let expected =
                format!("a word that differs from {} in one letter", self.state_text(state));
            ParseError::about(text, text.trim(), expected)
        })
    }
}

/// Draws the word above the last word; the letters in which they agree are marked.
impl Depict for WordLadder {
    fn depict(&self, &word: &u32) -> Picture {
        let mut shapes = Vec::new();
        let pairs = self.words.word(word).iter().zip(self.words.word(self.goal));
        for (x, (letter, wanted)) in pairs.enumerate() {
            let x = x as i32;
            let role = if letter == wanted { Role::Goal } else { Role::Ground };
            shapes.push(Shape::Cell { x, y: 0, role });
            let text = letter.to_string();
            shapes.push(Shape::Glyph { x, y: 0, text, role: Role::Piece });
            let text = wanted.to_string();
            shapes.push(Shape::Glyph { x, y: 1, text, role: Role::Label });
        }
        Picture { width: self.words.length() as u32, height: 2, shapes }
    }
}
