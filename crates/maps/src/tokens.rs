//! Words, signs and texts in quotes, for the formats that have them.

use tremaux_core::ParseError;

/// What the tokens of a format are.
pub(crate) struct Syntax {
    /// Signs that stand for themselves, the longer ones first.
    pub(crate) signs: &'static [&'static str],
    pub(crate) quotes: &'static [char],
    /// Whether a backslash takes the meaning from a quote.
    pub(crate) has_escapes: bool,
    /// Whether a text may stand in angle brackets.
    pub(crate) has_angles: bool,
    pub(crate) comments: &'static [Comment],
    /// What the second and later characters of a word are.
    pub(crate) is_in_word: fn(char) -> bool,
}

/// How a comment begins and ends.
pub(crate) struct Comment {
    pub(crate) begin: &'static str,
    pub(crate) end: &'static str,
    /// Whether it must begin at the start of a line.
    pub(crate) is_line: bool,
}

/// The tokens of a text, with a look at the next one. A token is the part of the text with its
/// quotes, so that no text in quotes is taken for a sign; at the end it is empty.
pub(crate) struct Tokens<'a> {
    pub(crate) text: &'a str,
    pub(crate) rest: &'a str,
    syntax: &'static Syntax,
    next: Option<&'a str>,
}

impl<'a> Tokens<'a> {
    /// The tokens of `part`, a part of `text`.
    pub(crate) fn new(text: &'a str, part: &'a str, syntax: &'static Syntax) -> Self {
        Self { text, rest: part, syntax, next: None }
    }

    pub(crate) fn peek(&mut self) -> Result<&'a str, ParseError> {
        if let Some(next) = self.next {
            return Ok(next);
        }
        self.skip_comments()?;
        let (token, rest) = self.rest.split_at(self.length()?);
        self.rest = rest;
        Ok(self.next.insert(token))
    }

    pub(crate) fn take(&mut self) -> Result<&'a str, ParseError> {
        let token = self.peek()?;
        self.next = None;
        Ok(token)
    }

    /// Whether the next token is this sign or, in any case, this word; then it is taken.
    pub(crate) fn take_if(&mut self, word: &str) -> Result<bool, ParseError> {
        let is_next = self.peek()?.eq_ignore_ascii_case(word);
        if is_next {
            self.next = None;
        }
        Ok(is_next)
    }

    pub(crate) fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.take_if(sign)? { Ok(()) } else { self.expected(format!("`{sign}`")) }
    }

    /// An error about the next token.
    pub(crate) fn expected<T>(&mut self, expected: impl Into<String>) -> Result<T, ParseError> {
        let token = self.peek()?;
        Err(self.wrong(token, expected))
    }

    /// An error about a token.
    pub(crate) fn wrong(&self, token: &str, expected: impl Into<String>) -> ParseError {
        match token {
            "" => ParseError::at_end(self.text, expected),
            _ => ParseError::about(self.text, token, expected),
        }
    }

    /// The part of the text from one token to the end of another.
    pub(crate) fn between(&self, first: &str, last: &str) -> &'a str {
        let [start, end] =
            [first, last].map(|it| it.as_ptr() as usize - self.text.as_ptr() as usize);
        &self.text[start..end + last.len()]
    }

    fn skip_comments(&mut self) -> Result<(), ParseError> {
        loop {
            self.rest =
                self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let before = &self.text[..self.rest.as_ptr() as usize - self.text.as_ptr() as usize];
            let is_first = before.is_empty() || before.ends_with('\n');
            let begins =
                |it: &&Comment| self.rest.starts_with(it.begin) && (is_first || !it.is_line);
            let Some(comment) = self.syntax.comments.iter().find(begins) else { return Ok(()) };
            let (begin, inside) = self.rest.split_at(comment.begin.len());
            self.rest = match inside.find(comment.end) {
                Some(end) => &inside[end + comment.end.len()..],
                None if comment.end == "\n" => &inside[inside.len()..],
                None => {
                    let expected = format!("`{}` at the end of the comment", comment.end);
                    return Err(ParseError::about(self.text, begin, expected));
                }
            };
        }
    }

    /// The length of the token at the beginning of the rest.
    fn length(&self) -> Result<usize, ParseError> {
        let Syntax { signs, quotes, is_in_word, .. } = *self.syntax;
        let rest = self.rest;
        let Some(first) = rest.chars().next() else { return Ok(0) };
        if let Some(sign) = signs.iter().find(|sign| rest.starts_with(**sign)) {
            return Ok(sign.len());
        }
        let end = match first {
            _ if quotes.contains(&first) => self.end_of_quoted(first),
            '<' if self.syntax.has_angles => end_of_nested(rest),
            _ => {
                let length = first.len_utf8();
                let is_word = first == '-' || is_in_word(first);
                let more = rest[length..].find(|c| !is_in_word(c)).unwrap_or(rest.len() - length);
                return Ok(if is_word { length + more } else { length });
            }
        };
        end.ok_or_else(|| {
            let expected = match first {
                '<' => "`>` at the end of the text",
                _ => "a quote at the end of the text",
            };
            ParseError::about(self.text, &rest[..1], expected)
        })
    }

    fn end_of_quoted(&self, quote: char) -> Option<usize> {
        let mut is_escaped = false;
        let is_end = |c: char| {
            let is_end = c == quote && !is_escaped;
            is_escaped = self.syntax.has_escapes && c == '\\' && !is_escaped;
            is_end
        };
        Some(self.rest[1..].find(is_end)? + 2)
    }
}

/// Where a text in angle brackets ends, which may stand within each other.
fn end_of_nested(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let end = text.bytes().position(|byte| {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map(|end| end + 1)
}

/// What stands between the quotes of a token, or a token without quotes as it is.
pub(crate) fn unquoted(token: &str) -> &str {
    token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(token)
}
