//! Tokens of a file, with their places.

use std::io::{self, BufRead};

use tremaux_core::ParseError;

use super::error::PgnError;

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
    /// `$12`, or `!?` as its number.
    Glyph(u8),
    /// A move, a number or a result.
    Word(String),
    /// The end of the file.
    End,
}

/// Reads tokens.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    place: Place,
    /// Where the game began.
    first: usize,
    /// The number of the game.
    pub(super) number: u64,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        let place = Place { line: 1, column: 1, offset: 0 };
        Self { input, place, first: 0, number: 0 }
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
                if self.place.offset == 3 && byte == 0xBF {
                    self.place.column = 1;
                }
            } else {
                break;
            }
        }
        Ok(self.place)
    }

    /// Whether a tag begins here, at the start of a line.
    pub(super) fn is_at_tags(&mut self) -> io::Result<bool> {
        Ok(self.place.column == 1 && self.peek()? == Some(b'['))
    }

    /// The next token and its place.
    pub(super) fn token(&mut self) -> Result<(Token, Place), PgnError> {
        let place = self.skip_space()?;
        if (self.place.offset - self.first) as u64 > LONGEST_GAME {
            let expected = format!("the end of the game after {} MiB", LONGEST_GAME >> 20);
            return Err(self.wrong(place.error("more", expected)));
        }
        let Some(byte) = self.peek()? else { return Ok((Token::End, place)) };
        let token = match byte {
            b'{' => {
                self.skip(byte);
                let end = |byte| byte == b'}';
                Token::Comment(tidy(&self.until(place, end, "`}` at the end of the comment")?))
            }
            b';' => {
                self.skip(byte);
                let mut bytes = Vec::new();
                while let Some(byte) = self.next()? {
                    if byte == b'\n' {
                        break;
                    }
                    self.push(&mut bytes, byte, place)?;
                }
                // It could not be written between braces.
                Token::Comment(tidy(&text(bytes)).replace('}', ")"))
            }
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
                let expected = "a number from 0 to 255 after `$`";
                Token::Glyph(
                    digits.parse().map_err(|_| self.wrong(place.error(&digits, expected)))?,
                )
            }
            b'!' | b'?' => {
                let signs = self.word(place, |byte| matches!(byte, b'!' | b'?'))?;
                let known = ["!", "?", "!!", "??", "!?", "?!"];
                let at = known.iter().position(|it| *it == signs);
                let expected = "`!`, `?`, `!!`, `??`, `!?` or `?!`";
                let at = at.ok_or_else(|| self.wrong(place.error(&signs, expected)))?;
                Token::Glyph(at as u8 + 1)
            }
            b'.' => {
                self.skip(byte);
                return self.token_after_dots();
            }
            _ if is_of_word(byte) => Token::Word(self.word(place, is_of_word)?),
            _ => {
                let sign = self.sign()?;
                let expected = "a move, a comment, a variation or the result";
                return Err(self.wrong(place.error(&sign, expected)));
            }
        };
        Ok((token, place))
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

    /// One character, read as far as it goes.
    fn sign(&mut self) -> io::Result<String> {
        let mut bytes = Vec::new();
        bytes.extend(self.next()?);
        while bytes.len() < 4 && self.peek()?.is_some_and(|byte| byte & 0xC0 == 0x80) {
            bytes.extend(self.next()?);
        }
        Ok(text(bytes))
    }

    fn push(&self, bytes: &mut Vec<u8>, byte: u8, place: Place) -> Result<(), PgnError> {
        if bytes.len() as u64 >= LONGEST_GAME {
            let expected = format!("the end of the game after {} MiB", LONGEST_GAME >> 20);
            return Err(self.wrong(place.error("more", expected)));
        }
        bytes.push(byte);
        Ok(())
    }

    /// The text up to a byte, which is skipped.
    fn until(
        &mut self,
        place: Place,
        is_end: impl Fn(u8) -> bool,
        expected: &str,
    ) -> Result<String, PgnError> {
        let mut bytes = Vec::new();
        loop {
            match self.next()? {
                None => {
                    let line = place.line;
                    let expected = format!("{expected} that begins in line {line}");
                    return Err(self.wrong(self.place.error_at_end(expected)));
                }
                Some(byte) if is_end(byte) => return Ok(text(bytes)),
                Some(byte) => self.push(&mut bytes, byte, place)?,
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

    fn tag(&mut self, place: Place) -> Result<Token, PgnError> {
        const EXPECTED: &str = "a tag, for example `[White \"Carlsen\"]`";
        self.skip(b'[');
        self.skip_space()?;
        let name = self.word(place, |byte| byte.is_ascii_alphanumeric() || byte == b'_')?;
        let before = self.skip_space()?;
        if name.is_empty() || self.peek()? != Some(b'"') {
            let sign = self.sign()?;
            let error = match sign.is_empty() {
                true => before.error_at_end(EXPECTED),
                false => before.error(&sign, EXPECTED),
            };
            return Err(self.wrong(error));
        }
        self.skip(b'"');
        let at = self.place;
        let mut value = Vec::new();
        loop {
            match self.next()? {
                Some(b'"') => break,
                Some(b'\\') => {
                    let byte = self.next()?.unwrap_or(b'\\');
                    if !matches!(byte, b'"' | b'\\') {
                        self.push(&mut value, b'\\', place)?;
                    }
                    self.push(&mut value, byte, place)?;
                }
                Some(b'\n') => {
                    let expected = "`\"` at the end of the tag's value, on the same line";
                    return Err(self.wrong(place.error(&name, expected)));
                }
                Some(byte) => self.push(&mut value, byte, place)?,
                None => {
                    let expected = "`\"` and `]` at the end of the tag";
                    return Err(self.wrong(self.place.error_at_end(expected)));
                }
            }
        }
        let after = self.skip_space()?;
        match self.peek()? {
            Some(b']') => self.skip(b']'),
            None => return Err(self.wrong(after.error_at_end("`]` at the end of the tag"))),
            Some(_) => {
                let sign = self.sign()?;
                return Err(self.wrong(after.error(&sign, "`]` at the end of the tag")));
            }
        }
        Ok(Token::Tag { name, value: text(value), at })
    }
}

/// Whether a byte belongs to a move, a number or a result.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"*/-+#=:_".contains(&byte)
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
