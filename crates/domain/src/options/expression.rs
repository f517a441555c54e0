//! Names with options: `a-star`, `weighted-a-star(weight=1.5)`, `max(manhattan, pdb(5-5-5))`.

use std::fmt;
use std::sync::Arc;

use tremaux_core::ParseError;

/// A name, followed by arguments in brackets.
///
/// Numbers and words are expressions without arguments; only the named component knows which of
/// them it expects.
///
/// ```
/// use tremaux_domain::Expression;
/// let expression = Expression::parse("max( manhattan,pdb(6-6-3) )")?;
/// assert_eq!(expression.name, "max");
/// assert_eq!(expression.arguments[1].value.name, "pdb");
/// assert_eq!(expression.to_string(), "max(manhattan, pdb(6-6-3))");
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The name, or a number.
    pub name: String,
    /// Where the name starts, in bytes from the start of the text.
    pub offset: usize,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The whole text that it is a part of.
    text: Arc<str>,
}

/// One argument of an [`Expression`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The option name before `=`, and its place.
    pub key: Option<(String, usize)>,
    /// The value.
    pub value: Expression,
}

impl Expression {
    /// The greatest depth of nested brackets.
    pub const MOST_NESTING: usize = 16;
    /// The greatest number of arguments in one pair of brackets.
    pub const MOST_ARGUMENTS: usize = 32;

    /// A name without arguments.
    pub fn name(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { text: name.as_str().into(), name, offset: 0, arguments: Vec::new() }
    }

    /// The whole text that it is a part of.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same with this name, such as the usual one instead of an alias.
    #[must_use]
    pub fn renamed(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }

    /// Parses an expression, which must be the whole text.
    ///
    /// # Errors
    ///
    /// Returns the place of the error, and what was expected there.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut parser = Parser { text, whole: text.into(), at: 0 };
        let expression = parser.expression(0)?;
        parser.skip_space();
        if parser.at < text.len() {
            let expected =
                if expression.arguments.is_empty() { "`(` or the end" } else { "the end" };
            return Err(parser.error(expected));
        }
        Ok(expression)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, argument) in self.arguments.iter().enumerate() {
            f.write_str(if at == 0 { "(" } else { ", " })?;
            if let Some((key, _)) = &argument.key {
                write!(f, "{key}=")?;
            }
            argument.value.fmt(f)?;
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ")" })
    }
}

struct Parser<'a> {
    text: &'a str,
    whole: Arc<str>,
    at: usize,
}

impl Parser<'_> {
    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.at..].chars().next()
    }

    fn error(&self, expected: &str) -> ParseError {
        let rest = &self.text[self.at..];
        let Some(next) = rest.chars().next() else {
            return ParseError::at_end(self.text, expected);
        };
        ParseError::at(self.text, self.at, next.len_utf8(), format!("`{next}`"), expected)
    }

    fn word(&mut self) -> Result<(String, usize), ParseError> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.+*".contains(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.error("a name or a number"));
        }
        let offset = self.at;
        self.at += length;
        Ok((rest[..length].to_owned(), offset))
    }

    /// Recursive, but at most [`Expression::MOST_NESTING`] deep.
    fn expression(&mut self, depth: usize) -> Result<Expression, ParseError> {
        let (name, offset) = self.word()?;
        self.arguments_of(name, offset, depth)
    }

    fn arguments_of(
        &mut self,
        name: String,
        offset: usize,
        depth: usize,
    ) -> Result<Expression, ParseError> {
        let text = Arc::clone(&self.whole);
        let mut arguments = Vec::new();
        if self.peek() != Some('(') {
            return Ok(Expression { name, offset, arguments, text });
        }
        if depth == Expression::MOST_NESTING {
            return Err(self.error("at most sixteen levels of brackets"));
        }
        self.at += 1;
        if self.peek() == Some(')') {
            self.at += 1;
            return Ok(Expression { name, offset, arguments, text });
        }
        loop {
            if arguments.len() == Expression::MOST_ARGUMENTS {
                return Err(self.error("`)` after 32 arguments"));
            }
            let (word, at) = self.word()?;
            if self.peek() == Some('=') {
                self.at += 1;
                let value = self.expression(depth + 1)?;
                arguments.push(Argument { key: Some((word, at)), value });
            } else {
                let value = self.arguments_of(word, at, depth + 1)?;
                arguments.push(Argument { key: None, value });
            }
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')') => {
                    self.at += 1;
                    return Ok(Expression { name, offset, arguments, text });
                }
                _ => return Err(self.error("`,` or `)`")),
            }
        }
    }
}
