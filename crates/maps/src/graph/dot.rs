//! Graphs in DOT, as Graphviz and many other programs write it.
//!
//! Nodes are called by their identifiers. Subgraphs are flattened, and ends of links that are
//! subgraphs stand for their nodes. Ports are left out, and attributes that only draw are ignored.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::draft::{Attributes, Called, Draft, DraftLink, MOST_NESTED, Name};
use super::link_costs::{Attribute, CostKey};
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

/// Keys of links that only draw.
const DRAWING: &[&str] = &[
    "label",
    "id",
    "key",
    "name",
    "comment",
    "color",
    "colorscheme",
    "fillcolor",
    "fontcolor",
    "fontname",
    "fontsize",
    "style",
    "penwidth",
    "dir",
    "arrowhead",
    "arrowtail",
    "arrowsize",
    "constraint",
    "decorate",
    "headlabel",
    "taillabel",
    "xlabel",
    "headport",
    "tailport",
    "headclip",
    "tailclip",
    "labelangle",
    "labeldistance",
    "labelfloat",
    "labelfontcolor",
    "labelfontname",
    "labelfontsize",
    "layer",
    "lhead",
    "ltail",
    "lp",
    "minlen",
    "pos",
    "samehead",
    "sametail",
    "showboxes",
    "tooltip",
    "URL",
    "href",
    "target",
    "class",
    "nojustify",
];

/// The most attributes that an `edge` statement may give to the links after it.
const MOST_DEFAULTS: usize = 64;

/// Signs that stand for themselves, the longer ones first.
const SIGNS: &[&str] = &["--", "->", "{", "}", "[", "]", ";", ",", ":", "=", "+"];

#[derive(Clone, PartialEq, Eq)]
enum Token<'a> {
    Sign(&'static str),
    /// A word, a number, a text in quotes or in angle brackets.
    Id {
        text: Cow<'a, str>,
        written: &'a str,
        inside: &'a str,
    },
    End,
}

impl Token<'_> {
    fn is(&self, sign: &str) -> bool {
        matches!(self, Self::Sign(found) if *found == sign)
    }

    /// Whether it is this keyword, in any case and without quotes.
    fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Id { written, .. } if written.eq_ignore_ascii_case(word))
    }
}

/// Reads tokens, and can look at the next one.
struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
    /// The next token, and where it begins.
    next: Option<(Token<'a>, &'a str)>,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, rest: text, next: None }
    }

    fn peek(&mut self) -> Result<&Token<'a>, ParseError> {
        if self.next.is_none() {
            self.skip_blanks()?;
            let start = self.rest;
            self.next = Some((self.read()?, start));
        }
        Ok(&self.next.as_ref().expect("a token").0)
    }

    fn take(&mut self) -> Result<Token<'a>, ParseError> {
        self.peek()?;
        Ok(self.next.take().expect("a token").0)
    }

    fn take_sign(&mut self, sign: &str) -> Result<bool, ParseError> {
        let is_next = self.peek()?.is(sign);
        if is_next {
            self.next = None;
        }
        Ok(is_next)
    }

    fn take_word(&mut self, word: &str) -> Result<bool, ParseError> {
        let is_next = self.peek()?.is_word(word);
        if is_next {
            self.next = None;
        }
        Ok(is_next)
    }

    /// An error about the next token.
    fn expected<T>(&mut self, expected: &str) -> Result<T, ParseError> {
        let is_end = *self.peek()? == Token::End;
        if is_end {
            return Err(ParseError::at_end(self.text, expected));
        }
        let (token, start) = self.next.as_ref().expect("a token");
        let length = match token {
            Token::Sign(sign) => sign.len(),
            Token::Id { written, .. } => written.len(),
            Token::End => 0,
        };
        Err(ParseError::about(self.text, &start[..length], expected))
    }

    fn expect_sign(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.take_sign(sign)? { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    fn id(&mut self, expected: &str) -> Result<Name<'a>, ParseError> {
        let Token::Id { text, written, .. } = self.peek()? else {
            return self.expected(expected);
        };
        let name = Name { text: text.clone(), written };
        self.next = None;
        Ok(name)
    }

    fn skip_blanks(&mut self) -> Result<(), ParseError> {
        loop {
            self.rest =
                self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let at = self.text.len() - self.rest.len();
            let is_first = at == 0 || self.text[..at].ends_with('\n');
            if self.rest.starts_with("//") || is_first && self.rest.starts_with('#') {
                self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..];
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                let end = comment.find("*/").ok_or_else(|| {
                    ParseError::about(self.text, &self.rest[..2], "`*/` at the end of the comment")
                })?;
                self.rest = &comment[end + 2..];
            } else {
                return Ok(());
            }
        }
    }

    fn read(&mut self) -> Result<Token<'a>, ParseError> {
        let rest = self.rest;
        if rest.is_empty() {
            return Ok(Token::End);
        }
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.rest = &rest[sign.len()..];
            return Ok(Token::Sign(sign));
        }
        if rest.starts_with('"') {
            return self.quoted();
        }
        if rest.starts_with('<') {
            return self.bracketed();
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.') || c > '\u{7f}';
        let body = rest.strip_prefix('-').unwrap_or(rest);
        let sign = rest.len() - body.len();
        let length = body.find(|c| !is_part(c)).unwrap_or(body.len());
        let written = &rest[..sign + length];
        let is_number = written.parse::<f64>().is_ok();
        let is_name = sign == 0 && !written.contains('.');
        if length == 0 || !is_number && !is_name {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            let found = if length == 0 { &rest[..next] } else { written };
            let expected = "a name (other signs stand in double quotes), or one of `{ } [ ] ; , =`";
            return Err(ParseError::about(self.text, found, expected));
        }
        self.rest = &rest[written.len()..];
        Ok(Token::Id { text: written.into(), written, inside: written })
    }

    /// A text in double quotes; parts with `+` between them are one.
    fn quoted(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.rest;
        let mut text: Cow<'a, str> = Cow::Borrowed("");
        let mut inside = "";
        let mut is_first = true;
        let mut end = self.rest;
        while let Some(rest) = self.rest.strip_prefix('"') {
            let (mut length, mut is_escaped) = (None, false);
            for (at, byte) in rest.bytes().enumerate() {
                if byte == b'"' && !is_escaped {
                    length = Some(at);
                    break;
                }
                is_escaped = byte == b'\\' && !is_escaped;
            }
            let length = length.ok_or_else(|| {
                ParseError::about(self.text, &self.rest[..1], "a quote at the end of the text")
            })?;
            let part = &rest[..length];
            let read: Cow<'a, str> = match part.contains('\\') {
                true => part.replace("\\\n", "").replace("\\\"", "\"").into(),
                false => part.into(),
            };
            if is_first {
                (text, inside, is_first) = (read, part, false);
            } else {
                text.to_mut().push_str(&read);
            }
            self.rest = &rest[length + 1..];
            end = self.rest;
            self.skip_blanks()?;
            if let Some(more) = self.rest.strip_prefix('+') {
                self.rest = more;
                self.skip_blanks()?;
            }
        }
        let written = &start[..start.len() - end.len()];
        Ok(Token::Id { text, written, inside })
    }

    /// A text in angle brackets, which may stand within each other.
    fn bracketed(&mut self) -> Result<Token<'a>, ParseError> {
        let mut depth = 0_usize;
        for (at, byte) in self.rest.bytes().enumerate() {
            match byte {
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let (written, rest) = self.rest.split_at(at + 1);
                self.rest = rest;
                return Ok(Token::Id { text: written.into(), written, inside: written });
            }
        }
        let expected = "`>` at the end of the text";
        Err(ParseError::about(self.text, &self.rest[..1], expected))
    }
}

/// Whether a text begins as DOT does: `graph` or `digraph`, a name if there is one, and `{`.
pub(crate) fn is_dot(text: &str) -> bool {
    let is_it = |tokens: &mut Tokens<'_>| -> Result<bool, ParseError> {
        tokens.take_word("strict")?;
        if !tokens.take_word("graph")? && !tokens.take_word("digraph")? {
            return Ok(false);
        }
        if !tokens.peek()?.is("{") {
            tokens.id("a name")?;
        }
        // `graph b {'weight': 4}` is an arc of a list.
        Ok(tokens.take_sign("{")? && !tokens.rest.trim_start().starts_with('\''))
    };
    is_it(&mut Tokens::new(text)).unwrap_or(false)
}

/// A graph or subgraph that is being read.
struct Frame<'a> {
    /// The nodes so far, some of them more than once.
    nodes: Vec<u32>,
    /// Attributes of links that follow.
    defaults: Attributes<'a>,
    /// The ends of the links of the statement that is being read.
    chain: Vec<Vec<u32>>,
    /// Whether an end must follow, after `--` or `->`.
    is_open: bool,
}

impl<'a> Frame<'a> {
    fn new(defaults: Attributes<'a>) -> Self {
        Self { nodes: Vec::new(), defaults, chain: Vec::new(), is_open: false }
    }
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    draft: Draft<'a>,
    frames: Vec<Frame<'a>>,
    is_directed: bool,
    /// The links so far, by their ends, where parallel ones are one.
    strict: Option<HashMap<(u32, u32), usize>>,
    /// Where each node was first named.
    written: Vec<&'a str>,
}

/// Reads a graph.
pub(crate) fn parse_by<C: ArcCost>(text: &str, key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let mut tokens = Tokens::new(text);
    let is_strict = tokens.take_word("strict")?;
    let is_directed = tokens.take_word("digraph")?;
    if !is_directed && !tokens.take_word("graph")? {
        return tokens.expected("`graph` or `digraph`");
    }
    if !tokens.peek()?.is("{") {
        tokens.id("the name of the graph or `{`")?;
    }
    tokens.expect_sign("{")?;
    let mut reader = Reader {
        tokens,
        draft: Draft::new(text),
        frames: vec![Frame::new(Attributes::default())],
        is_directed,
        strict: is_strict.then(HashMap::new),
        written: Vec::new(),
    };
    while !reader.frames.is_empty() {
        reader.step()?;
    }
    if *reader.tokens.peek()? != Token::End {
        return reader.tokens.expected("the end of the text: one graph only");
    }
    reader.draft.finish(key, DRAWING, Called::ById)
}

impl<'a> Reader<'a> {
    fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("a graph that is being read")
    }

    /// Reads one part of a statement.
    fn step(&mut self) -> Result<(), ParseError> {
        if self.frame().is_open || self.frame().chain.is_empty() {
            return self.start();
        }
        let link = if self.is_directed { "->" } else { "--" };
        if self.tokens.take_sign(link)? {
            self.frame().is_open = true;
        } else if self.tokens.peek()?.is("--") || self.tokens.peek()?.is("->") {
            let of = if self.is_directed { "digraph" } else { "graph" };
            return self.tokens.expected(&format!("`{link}`, as this is a `{of}`"));
        } else {
            self.end_chain()?;
        }
        Ok(())
    }

    /// Reads the beginning of a statement, or an end of a link.
    fn start(&mut self) -> Result<(), ParseError> {
        let is_open = self.frame().is_open;
        if self.tokens.take_word("subgraph")? {
            if !self.tokens.peek()?.is("{") {
                self.tokens.id("the name of the subgraph or `{`")?;
            }
            self.tokens.expect_sign("{")?;
            return self.enter();
        }
        if self.tokens.take_sign("{")? {
            return self.enter();
        }
        if !is_open {
            if self.tokens.take_sign(";")? {
                return Ok(());
            }
            if self.tokens.take_sign("}")? {
                self.leave();
                return Ok(());
            }
            for word in ["graph", "node", "edge"] {
                if self.tokens.take_word(word)? {
                    return self.defaults(word);
                }
            }
        }
        let expected = if is_open { "a node" } else { "a node, a subgraph or `}`" };
        let name = self.tokens.id(expected)?;
        if !is_open && self.tokens.take_sign("=")? {
            self.tokens.id("the value of the attribute")?;
            return Ok(());
        }
        while self.tokens.take_sign(":")? {
            self.tokens.id("a port")?;
        }
        let node = self.draft.node(name.text);
        if self.written.len() == node as usize {
            self.written.push(name.written);
        }
        let frame = self.frame();
        frame.nodes.push(node);
        frame.chain.push(vec![node]);
        frame.is_open = false;
        Ok(())
    }

    /// Begins a subgraph.
    fn enter(&mut self) -> Result<(), ParseError> {
        if self.frames.len() == MOST_NESTED {
            let expected = format!("at most {MOST_NESTED} subgraphs within each other");
            return self.tokens.expected(&expected);
        }
        let defaults = Rc::clone(&self.frame().defaults);
        self.frames.push(Frame::new(defaults));
        Ok(())
    }

    /// Ends a subgraph or the whole; the nodes are an end of a link of the graph around it.
    fn leave(&mut self) {
        let mut nodes = self.frames.pop().map(|frame| frame.nodes).unwrap_or_default();
        nodes.sort_unstable();
        nodes.dedup();
        if let Some(frame) = self.frames.last_mut() {
            frame.nodes.extend(&nodes);
            frame.chain.push(nodes);
            frame.is_open = false;
        }
    }

    /// Reads the attributes of everything that follows.
    fn defaults(&mut self, of: &str) -> Result<(), ParseError> {
        if !self.tokens.peek()?.is("[") {
            return self.tokens.expected(&format!("`[` and the attributes of each {of}"));
        }
        let attributes = self.attributes()?;
        match of {
            "edge" => {
                let mut defaults: Vec<_> = self.frame().defaults.to_vec();
                for new in attributes {
                    defaults.retain(|old| old.key != new.key);
                    if defaults.len() == MOST_DEFAULTS {
                        let expected = format!("at most {MOST_DEFAULTS} attributes of each link");
                        return self.tokens.expected(&expected);
                    }
                    defaults.push(new);
                }
                self.frame().defaults = defaults.into();
            }
            "node" => attributes.iter().for_each(|it| self.draft.ignore(&it.key)),
            _ => {}
        }
        Ok(())
    }

    /// Reads lists of attributes in square brackets.
    fn attributes(&mut self) -> Result<Vec<Attribute<'a>>, ParseError> {
        let mut attributes = Vec::new();
        while self.tokens.take_sign("[")? {
            while !self.tokens.take_sign("]")? {
                let key = self.tokens.id("the key of an attribute or `]`")?;
                let mut value = "true";
                if self.tokens.take_sign("=")? {
                    let Token::Id { inside, .. } = self.tokens.peek()?.clone() else {
                        return self.tokens.expected("the value of the attribute");
                    };
                    self.tokens.take()?;
                    value = inside;
                }
                attributes.push(Attribute { key: key.text, written: key.written, value });
                if !self.tokens.take_sign(",")? {
                    self.tokens.take_sign(";")?;
                }
            }
        }
        Ok(attributes)
    }

    /// Ends a statement of nodes and links.
    fn end_chain(&mut self) -> Result<(), ParseError> {
        let attributes = self.attributes()?;
        let chain = std::mem::take(&mut self.frame().chain);
        if chain.len() == 1 {
            attributes.iter().for_each(|it| self.draft.ignore(&it.key));
            return Ok(());
        }
        let defaults = Rc::clone(&self.frame().defaults);
        let all = match attributes.is_empty() {
            true => defaults,
            false => defaults.iter().cloned().chain(attributes).collect(),
        };
        let most = 100_000 + 16 * self.tokens.text.len();
        for pair in chain.windows(2) {
            for &tail in &pair[0] {
                for &head in &pair[1] {
                    if self.draft.links.len() == most {
                        return self
                            .tokens
                            .expected(&format!("at most {most} links in such a text"));
                    }
                    self.link((tail, head), &all)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a link. In a strict graph it is the same as one with the same ends.
    fn link(
        &mut self,
        (tail, head): (u32, u32),
        attributes: &Attributes<'a>,
    ) -> Result<(), ParseError> {
        if let Some(seen) = &mut self.strict {
            let ends =
                if self.is_directed { (tail, head) } else { (tail.min(head), tail.max(head)) };
            if let Some(&link) = seen.get(&ends) {
                if self.draft.links[link].attributes == *attributes {
                    return Ok(());
                }
                let expected = "the attributes of the first link between these nodes before here, \
                                as the graph is `strict`";
                return self.tokens.expected(expected);
            }
            seen.insert(ends, self.draft.links.len());
        }
        let name = |node: u32| Name {
            text: self.draft.id(node).clone(),
            written: self.written[node as usize],
        };
        let ends = [name(tail), name(head)];
        let attributes = Rc::clone(attributes);
        self.draft.links.push(DraftLink { ends, attributes, is_directed: self.is_directed });
        Ok(())
    }
}
