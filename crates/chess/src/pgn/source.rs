//! Tokens of a file, with their places.

use std::io::{self, BufRead};

use tremaux_core::ParseError;

use super::error::PgnError;
use super::signs::{Sign, annotation, sign};

/// The most bytes of a word, and of one game.
const LONGEST_WORD: usize = 255;
const LONGEST_GAME: u64 = 16 << 20;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    line: usize,
    column: usize,
    offset: usize,
}

impl Place {
    /// The place some characters of one byte farther on the same line.
    pub(super) fn plus(self, columns: usize) -> Self {
        Self { column: self.column + columns, offset: self.offset + columns, ..self }
    }

    /// An error about `found` at this place.
    pub(super) fn error(self, found: &str, expected: impl Into<String>) -> ParseError {
        let found = if found.is_empty() { "nothing".into() } else { format!("`{found}`") };
        // Shortens what was found, and drops control characters.
        let error = ParseError::at("", 0, 0, found, expected);
        let Self { line, column, offset } = self;
        ParseError { line, column, offset, ..error }
    }

    /// An error about the end of the file.
    pub(super) fn error_at_end(self, expected: impl Into<String>) -> ParseError {
        ParseError { found: "the end of the file".to_owned(), ..self.error("", expected) }
    }
}

/// A part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`, and the place of the value.
    Tag { name: String, value: String, at: Place },
    /// `{…}` or the rest of a line after `;`.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$12`.
    Glyph(u16),
    /// An annotation as a sign, `!?`, by its number.
    Annotation(u16),
    /// A move, a number, a result or an annotation in ASCII; empty for what separates them.
    Word(String),
    /// A character without a meaning among moves.
    Unknown(char),
    /// The end of the file.
    End,
}

/// Reads tokens.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    place: Place,
    /// A token that was read with the one before it.
    queued: Option<(Token, Place)>,
    /// The line breaks before the last token.
    pub(super) line_breaks: usize,
    /// The line breaks since the last token.
    breaks: usize,
    /// Where the game began.
    first: usize,
    /// The number of the game.
    pub(super) number: u64,
    /// The first tag of the next game, if it stood in a comment that was not closed.
    pub(super) next_game: Option<(Token, Place)>,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        let place = Place { line: 1, column: 1, offset: 0 };
        Self {
            input,
            place,
            queued: None,
            line_breaks: 0,
            breaks: 0,
            first: 0,
            number: 0,
            next_game: None,
        }
    }

    /// Starts counting a game at the next token.
    pub(super) fn begin_game(&mut self) {
        self.first = self.place.offset;
        self.number += 1;
    }

    /// Starts counting anew, where a wrong game is skipped.
    pub(super) fn forget_length(&mut self) {
        self.first = self.place.offset;
    }

    pub(super) fn wrong(&self, error: ParseError) -> PgnError {
        PgnError::Game { number: self.number, error }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        self.place.offset += 1;
        if byte == b'\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else if byte & 0xC0 != 0x80 {
            // The further bytes of a character take no column.
            self.place.column += 1;
        }
    }

    fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.skip(byte);
        }
        Ok(byte)
    }

    /// Skips white space and lines that begin with `%`. Returns the place of the next token.
    pub(super) fn skip_space(&mut self) -> io::Result<Place> {
        while let Some(byte) = self.peek()? {
            if byte == b'%' && self.place.column == 1 {
                while self.peek()?.is_some_and(|byte| byte != b'\n') {
                    self.next()?;
                }
            } else if byte.is_ascii_whitespace()
                || self.place.offset < 3 && b"\xEF\xBB\xBF".contains(&byte)
            {
                self.skip(byte);
                self.breaks += usize::from(byte == b'\n');
                if self.place.offset == 3 && byte == 0xBF {
                    self.place.column = 1;
                }
            } else {
                break;
            }
        }
        Ok(self.place)
    }

    /// Whether a tag begins here.
    pub(super) fn is_at_tag(&mut self) -> io::Result<bool> {
        self.skip_space()?;
        Ok(self.queued.is_none() && self.peek()? == Some(b'['))
    }

    /// Whether a tag begins here, at the start of a line.
    pub(super) fn is_at_tags(&mut self) -> io::Result<bool> {
        Ok(self.is_at_tag()? && self.place.column == 1)
    }

    /// Whether the game is longer than a game may be.
    pub(super) fn is_too_long(&self) -> bool {
        (self.place.offset - self.first) as u64 > LONGEST_GAME
    }

    /// Skips the rest of the line, of a game that is not too long.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        while !self.is_too_long() && self.peek()?.is_some_and(|byte| byte != b'\n') {
            self.next()?;
        }
        Ok(())
    }

    /// The next token and its place.
    pub(super) fn token(&mut self) -> Result<(Token, Place), PgnError> {
        if let Some(queued) = self.queued.take() {
            self.line_breaks = 0;
            return Ok(queued);
        }
        let place = self.skip_space()?;
        self.line_breaks = std::mem::take(&mut self.breaks);
        if self.is_too_long() {
            let expected = format!("the end of the game after {} MiB", LONGEST_GAME >> 20);
            return Err(self.wrong(place.error("more", expected)));
        }
        let Some(byte) = self.peek()? else { return Ok((Token::End, place)) };
        let token = match byte {
            b'{' => {
                self.skip(byte);
                Token::Comment(tidy(&self.comment(place)?))
            }
            b';' => self.line_comment(place)?,
            b'(' => {
                self.skip(byte);
                Token::Open
            }
            b')' => {
                self.skip(byte);
                Token::Close
            }
            b'[' => self.tag(place)?,
            b'$' => {
                self.skip(byte);
                let digits = self.word(place, |byte| byte.is_ascii_digit())?;
                if digits.is_empty() {
                    return Ok((Token::Word(digits), place));
                }
                let expected = "a number from 0 to 65535 after `$`";
                Token::Glyph(
                    digits.parse().map_err(|_| self.wrong(place.error(&digits, expected)))?,
                )
            }
            b'!' | b'?' => self.annotation(byte)?,
            b'.' => {
                self.skip(byte);
                return self.token_after_dots();
            }
            _ if is_of_word(byte) => Token::Word(self.move_word(place)?),
            _ if byte.is_ascii() => {
                self.skip(byte);
                Token::Unknown(char::from(byte))
            }
            _ => Token::Word(self.move_word(place)?),
        };
        match self.queued.take() {
            Some(queued) if token == Token::Word(String::new()) => Ok(queued),
            queued => {
                self.queued = queued;
                Ok((token, place))
            }
        }
    }

    /// The comment from a semicolon to the end of the line.
    fn line_comment(&mut self, place: Place) -> Result<Token, PgnError> {
        self.skip(b';');
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| *byte != b'\n') {
            self.skip(byte);
            self.push(&mut bytes, byte, place)?;
        }
        // It could not be written between braces.
        Ok(Token::Comment(tidy(&text(bytes)).replace('}', ")")))
    }

    /// One or two signs, of which `first` is the first.
    fn annotation(&mut self, first: u8) -> io::Result<Token> {
        self.skip(first);
        let mut signs = String::from(char::from(first));
        if let Some(second) = self.peek()?.filter(|byte| matches!(byte, b'!' | b'?')) {
            self.skip(second);
            signs.push(char::from(second));
        }
        Ok(Token::Annotation(annotation(&signs).expect("each of these is an annotation")))
    }

    /// A move, a number or a result. Typographic signs become ASCII; a sign that ends the word
    /// and has a meaning of its own is queued.
    fn move_word(&mut self, place: Place) -> Result<String, PgnError> {
        let mut word = String::new();
        while let Some(byte) = self.peek()? {
            let at = self.place;
            if word.len() >= LONGEST_WORD {
                let expected = format!("a word of at most {LONGEST_WORD} characters");
                return Err(self.wrong(place.error(&word, expected)));
            } else if is_of_word(byte) {
                self.skip(byte);
                word.push(char::from(byte));
            } else if byte == b'.' && word.ends_with('e') {
                // As in `exd6 e.p.`; no number ends like this.
                self.skip(byte);
                word.push('.');
            } else if byte == b'.' && word.ends_with("e.p") {
                self.skip(byte);
                word.push('.');
                break;
            } else if byte.is_ascii() {
                break;
            } else {
                let found = self.character()?;
                match sign(found) {
                    Some(Sign::Text(text)) => word.push_str(text),
                    Some(Sign::Space | Sign::Dots) => break,
                    Some(Sign::Annotation(text)) => {
                        let number = annotation(text).expect("each of these is an annotation");
                        self.queued = Some((Token::Annotation(number), at));
                        break;
                    }
                    None => {
                        self.queued = Some((Token::Unknown(found), at));
                        break;
                    }
                }
            }
        }
        Ok(word)
    }

    /// One character: UTF-8, or else Latin-1.
    fn character(&mut self) -> io::Result<char> {
        let first = self.next()?.unwrap_or_default();
        let length = match first {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return Ok(char::from(first)),
        };
        let mut bytes = vec![first];
        while bytes.len() < length && self.peek()?.is_some_and(|byte| byte & 0xC0 == 0x80) {
            bytes.extend(self.next()?);
        }
        let decoded = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
        Ok(decoded.unwrap_or(char::from(first)))
    }

    /// The token after the dots of a move number.
    fn token_after_dots(&mut self) -> Result<(Token, Place), PgnError> {
        while self.peek()? == Some(b'.') {
            self.skip(b'.');
        }
        let place = self.skip_space()?;
        if self.peek()? == Some(b'.') {
            return Ok((Token::Word(String::new()), place));
        }
        self.token()
    }

    /// What is at the place of an error: one character, or nothing at the end of the file.
    fn sign(&mut self) -> io::Result<String> {
        Ok(match self.peek()? {
            None | Some(b'\n') => String::new(),
            Some(_) => self.character()?.to_string(),
        })
    }

    fn push(&self, bytes: &mut Vec<u8>, byte: u8, place: Place) -> Result<(), PgnError> {
        if bytes.len() as u64 >= LONGEST_GAME {
            let expected = format!("the end of the game after {} MiB", LONGEST_GAME >> 20);
            return Err(self.wrong(place.error("more", expected)));
        }
        bytes.push(byte);
        Ok(())
    }

    /// The text up to `}`, which is skipped. A comment that goes on into the next game, whose first
    /// tag is a line of its own, has no end.
    fn comment(&mut self, begin: Place) -> Result<String, PgnError> {
        let line = begin.line;
        let expected = format!("`}}` at the end of the comment that begins in line {line}");
        let (mut bytes, mut start, mut at) = (Vec::new(), 0, self.place);
        loop {
            match self.next()? {
                None => return Err(self.wrong(self.place.error_at_end(expected))),
                Some(b'}') => return Ok(text(bytes)),
                Some(b'\n') => {
                    if let Some(tag) = first_tag(&bytes[start..], at) {
                        self.next_game = Some((tag, at));
                        return Err(self.wrong(at.error("[Event", expected)));
                    }
                    self.push(&mut bytes, b'\n', begin)?;
                    (start, at) = (bytes.len(), self.place);
                }
                Some(byte) => self.push(&mut bytes, byte, begin)?,
            }
        }
    }

    /// The bytes from here on that belong to a word.
    fn word(&mut self, place: Place, is_part: impl Fn(u8) -> bool) -> Result<String, PgnError> {
        let mut word = String::new();
        while let Some(byte) = self.peek()?.filter(|&byte| is_part(byte)) {
            if word.len() == LONGEST_WORD {
                let expected = format!("a word of at most {LONGEST_WORD} characters");
                return Err(self.wrong(place.error(&word, expected)));
            }
            word.push(char::from(byte));
            self.skip(byte);
        }
        Ok(word)
    }

    /// Skips blanks within a line. Returns the place of what follows.
    fn skip_blanks(&mut self) -> io::Result<Place> {
        while let Some(blank) = self.peek()?.filter(|byte| b" \t".contains(byte)) {
            self.skip(blank);
        }
        Ok(self.place)
    }

    fn tag(&mut self, place: Place) -> Result<Token, PgnError> {
        const EXPECTED: &str = "a tag, for example `[White \"Carlsen\"]`";
        self.skip(b'[');
        self.skip_blanks()?;
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
        let name = self.word(place, is_of_name)?;
        let before = self.skip_blanks()?;
        if name.is_empty() || self.peek()? != Some(b'"') {
            let error = match self.peek()? {
                None => before.error_at_end(EXPECTED),
                Some(_) => before.error(&self.sign()?, EXPECTED),
            };
            return Err(self.wrong(error));
        }
        self.skip(b'"');
        let at = self.place;
        let value = text(self.tag_value(&name, place)?);
        Ok(Token::Tag { name, value, at })
    }

    /// The value of the tag `name`, after its first quotation mark; skips its end.
    fn tag_value(&mut self, name: &str, place: Place) -> Result<Vec<u8>, PgnError> {
        let mut value = Vec::new();
        loop {
            match self.peek()? {
                Some(b'"') => {
                    self.skip(b'"');
                    // Only a quotation mark before the bracket ends the value.
                    let length = value.len();
                    value.push(b'"');
                    while let Some(blank) = self.peek()?.filter(|byte| b" \t".contains(byte)) {
                        self.skip(blank);
                        self.push(&mut value, blank, place)?;
                    }
                    if self.peek()? == Some(b']') {
                        self.skip(b']');
                        value.truncate(length);
                        return Ok(value);
                    }
                }
                Some(b'\\') => {
                    self.skip(b'\\');
                    // The second byte of a character in Shift-JIS or Big5.
                    let is_half = value.last().is_some_and(|&byte: &u8| byte >= 0x80)
                        && std::str::from_utf8(&value).is_err();
                    match self.peek()? {
                        _ if is_half => self.push(&mut value, b'\\', place)?,
                        Some(byte @ (b'"' | b'\\')) => {
                            self.skip(byte);
                            self.push(&mut value, byte, place)?;
                        }
                        _ => self.push(&mut value, b'\\', place)?,
                    }
                }
                Some(b'\n') => {
                    let expected = "`\"]` at the end of the tag, on the same line";
                    return Err(self.wrong(place.error(name, expected)));
                }
                Some(byte) => {
                    self.skip(byte);
                    self.push(&mut value, byte, place)?;
                }
                None => {
                    let expected = "`\"` and `]` at the end of the tag";
                    return Err(self.wrong(self.place.error_at_end(expected)));
                }
            }
        }
    }
}

/// The tag `Event`, by which games begin, if it is all of a line.
fn first_tag(line: &[u8], place: Place) -> Option<Token> {
    let line = line.trim_ascii_end();
    if !line.starts_with(b"[Event ") {
        return None;
    }
    let mut source = Source::new(line);
    source.place = place;
    let tag = source.token().ok()?.0;
    let is_all = source.peek().is_ok_and(|next| next.is_none());
    (is_all && matches!(tag, Token::Tag { .. })).then_some(tag)
}

/// Whether a byte belongs to a move, a number or a result.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"*/-+#=:_@~".contains(&byte)
}

/// Text in UTF-8, or else in Latin-1, as old files are.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// A comment without the line breaks of the file.
fn tidy(comment: &str) -> String {
    let mut tidy = String::with_capacity(comment.len());
    for word in comment.split_whitespace() {
        if !tidy.is_empty() {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}
