//! Checks that a text is valid in the DOT language, without needing Graphviz.

use std::collections::BTreeSet;

/// The graph described by a DOT text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotGraph {
    /// The names of the nodes, including those that occur only in edges.
    pub nodes: BTreeSet<String>,
    /// The edges, from and to, in the order of the text.
    pub edges: Vec<(String, String)>,
}

/// Parses a text in the DOT language, including HTML-like labels (Graphviz documentation, "DOT
/// Language" and "Node Shapes: HTML-Like Labels").
///
/// Subgraphs and ports, which are never written here, are rejected. So are unknown attributes
/// of HTML elements, which Graphviz would ignore with a warning.
///
/// # Errors
///
/// Returns an error with the line number, from 1, and the problem found there.
pub fn read_dot(text: &str) -> Result<DotGraph, String> {
    let tokens = tokens(text)?;
    let mut reader = Reader { tokens: &tokens, at: 0 };
    reader.graph()
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name, a number or a string, and whether it was quoted.
    Id(String, bool),
    /// `->`, `--`, or a single character.
    Mark(&'static str),
}

const MARKS: [&str; 10] = ["->", "--", "{", "}", "[", "]", "=", ";", ",", ":"];

/// The tokens, each with its line number.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, String> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let fault = |what: &str| format!("line {line}: {what}");
        let taken = if first.is_whitespace() {
            first.len_utf8()
        } else if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            tokens.push((line, Token::Mark(mark)));
            mark.len()
        } else if first == '"' {
            let end = end_of_quoted(rest).ok_or_else(|| fault("unterminated string"))?;
            tokens.push((line, Token::Id(rest[1..end].replace("\\\"", "\""), true)));
            end + 1
        } else if first == '<' {
            let end = end_of_html(rest).ok_or_else(|| fault("unterminated label"))?;
            check_html(&rest[1..end]).map_err(|what| fault(&what))?;
            tokens.push((line, Token::Id(rest[..=end].to_owned(), true)));
            end + 1
        } else {
            let is_number = first.is_ascii_digit() || first == '.' || first == '-';
            let belongs = |c: char| match is_number {
                true => c.is_ascii_digit() || c == '.' || c == '-',
                false => c.is_alphanumeric() || c == '_',
            };
            let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
            let word = &rest[..end];
            if end == 0 || is_number && word.parse::<f64>().is_err() {
                return Err(fault(&format!("unexpected `{first}`")));
            }
            tokens.push((line, Token::Id(word.to_owned(), false)));
            end
        };
        line += rest[..taken].matches('\n').count();
        rest = &rest[taken..];
    }
    Ok(tokens)
}

/// The index of the quote that ends the string at the start of `text`.
fn end_of_quoted(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends.then_some(at)
    })
}

/// The index of the bracket that ends the label at the start of `text`.
fn end_of_html(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

struct Reader<'a> {
    tokens: &'a [(usize, Token)],
    at: usize,
}

impl Reader<'_> {
    fn fault<T>(&self, expected: &str) -> Result<T, String> {
        match self.tokens.get(self.at) {
            Some((line, found)) => {
                Err(format!("line {line}: expected {expected}, found {found:?}"))
            }
            None => Err(format!("expected {expected} at the end of the text")),
        }
    }

    fn takes(&mut self, mark: &str) -> bool {
        let is_it = self.tokens.get(self.at).is_some_and(|(_, it)| *it == Token::Mark(known(mark)));
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, mark: &str) -> Result<(), String> {
        if self.takes(mark) { Ok(()) } else { self.fault(&format!("`{mark}`")) }
    }

    fn id(&mut self) -> Result<String, String> {
        match self.tokens.get(self.at) {
            Some((_, Token::Id(id, is_quoted))) => {
                let word = id.to_ascii_lowercase();
                let keywords = ["node", "edge", "graph", "digraph", "subgraph", "strict"];
                if !is_quoted && keywords.contains(&word.as_str()) {
                    return self.fault("a name that is not a keyword");
                }
                self.at += 1;
                Ok(id.clone())
            }
            _ => self.fault("a name"),
        }
    }

    fn takes_word(&mut self, words: &[&str]) -> bool {
        let is_it = match self.tokens.get(self.at) {
            Some((_, Token::Id(id, false))) => {
                words.iter().any(|word| id.eq_ignore_ascii_case(word))
            }
            _ => false,
        };
        self.at += usize::from(is_it);
        is_it
    }

    fn graph(&mut self) -> Result<DotGraph, String> {
        self.takes_word(&["strict"]);
        let is_directed = self.takes_word(&["digraph"]);
        if !is_directed && !self.takes_word(&["graph"]) {
            return self.fault("`graph` or `digraph`");
        }
        if !self.takes("{") {
            self.id()?;
            self.expect("{")?;
        }
        let line = if is_directed { "->" } else { "--" };
        let mut graph = DotGraph::default();
        while !self.takes("}") {
            self.statement(line, &mut graph)?;
            self.takes(";");
        }
        if self.at < self.tokens.len() { self.fault("the end") } else { Ok(graph) }
    }

    fn statement(&mut self, line: &str, graph: &mut DotGraph) -> Result<(), String> {
        if self.takes_word(&["graph", "node", "edge"]) {
            return self.attributes(true);
        }
        let name = self.id()?;
        if self.takes("=") {
            return self.id().map(|_| ());
        }
        let mut last = name.clone();
        graph.nodes.insert(name);
        while self.takes(line) {
            let next = self.id()?;
            graph.nodes.insert(next.clone());
            graph.edges.push((std::mem::replace(&mut last, next.clone()), next));
        }
        self.attributes(false)
    }

    fn attributes(&mut self, must_be: bool) -> Result<(), String> {
        if must_be && !self.tokens.get(self.at).is_some_and(|it| it.1 == Token::Mark("[")) {
            return self.fault("`[`");
        }
        while self.takes("[") {
            while !self.takes("]") {
                self.id()?;
                self.expect("=")?;
                self.id()?;
                if !self.takes(",") {
                    self.takes(";");
                }
            }
        }
        Ok(())
    }
}

fn known(mark: &str) -> &'static str {
    MARKS.into_iter().find(|known| *known == mark).expect("a mark")
}

/// The known elements with their allowed parents and attributes.
const ELEMENTS: [(&str, &[&str], &[&str]); 12] = [
    (
        "TABLE",
        &["", "TD", "FONT", "B", "I", "U"],
        &[
            "ALIGN",
            "BGCOLOR",
            "BORDER",
            "CELLBORDER",
            "CELLPADDING",
            "CELLSPACING",
            "COLOR",
            "COLUMNS",
            "FIXEDSIZE",
            "HEIGHT",
            "ROWS",
            "STYLE",
            "WIDTH",
        ],
    ),
    ("TR", &["TABLE"], &[]),
    ("HR", &["TABLE"], &[]),
    ("VR", &["TR"], &[]),
    (
        "TD",
        &["TR"],
        &[
            "ALIGN",
            "BALIGN",
            "BGCOLOR",
            "BORDER",
            "CELLPADDING",
            "CELLSPACING",
            "COLOR",
            "COLSPAN",
            "FIXEDSIZE",
            "HEIGHT",
            "ROWSPAN",
            "SIDES",
            "STYLE",
            "VALIGN",
            "WIDTH",
        ],
    ),
    ("FONT", &["", "TD", "FONT", "B", "I", "U"], &["COLOR", "FACE", "POINT-SIZE"]),
    ("B", &["", "TD", "FONT", "B", "I", "U"], &[]),
    ("I", &["", "TD", "FONT", "B", "I", "U"], &[]),
    ("U", &["", "TD", "FONT", "B", "I", "U"], &[]),
    ("BR", &["", "TD", "FONT", "B", "I", "U"], &["ALIGN"]),
    ("SUB", &["", "TD", "FONT", "B", "I", "U"], &[]),
    ("SUP", &["", "TD", "FONT", "B", "I", "U"], &[]),
];

/// Elements without an end tag.
const EMPTY: [&str; 3] = ["BR", "HR", "VR"];

/// An element that has not been closed.
struct Open {
    name: String,
    /// Whether it contains text. The next fields record tables, and the number of child
    /// elements.
    has_text: bool,
    has_table: bool,
    parts: usize,
}

impl Open {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), has_text: false, has_table: false, parts: 0 }
    }

    fn close(&self) -> Result<(), String> {
        match self.name.as_str() {
            "TABLE" | "TR" if self.parts == 0 => Err(format!("empty <{}>", self.name)),
            _ if self.has_text && self.has_table => {
                Err(format!("text next to a table in <{}>", self.name))
            }
            _ => Ok(()),
        }
    }
}

fn check_html(label: &str) -> Result<(), String> {
    let mut open = vec![Open::new("")];
    let mut rest = label;
    while !rest.is_empty() {
        let end = rest.find('<').unwrap_or(rest.len());
        let (words, after) = rest.split_at(end);
        check_words(words)?;
        let inner = open.last_mut().expect("the label itself");
        if !words.trim().is_empty() {
            if inner.name == "TABLE" || inner.name == "TR" {
                return Err(format!("text {words:?} in <{}>", inner.name));
            }
            inner.has_text = true;
        }
        let Some(after) = after.strip_prefix('<') else { break };
        let end = after.find('>').ok_or("unterminated element")?;
        let element = &after[..end];
        rest = &after[end + 1..];
        if let Some(name) = element.strip_prefix('/') {
            let last = open.pop().filter(|it| it.name == name && !open.is_empty());
            last.ok_or_else(|| format!("unexpected </{name}>"))?.close()?;
            continue;
        }
        let is_empty = element.ends_with('/');
        let element = element.trim_end_matches('/');
        let name = element.split_whitespace().next().unwrap_or_default().to_owned();
        let known = ELEMENTS.into_iter().find(|it| it.0 == name);
        let (_, places, attributes) = known.ok_or_else(|| format!("unknown element <{name}>"))?;
        if !places.contains(&inner.name.as_str()) {
            return Err(format!("<{name}> in <{}>", inner.name));
        }
        check_attributes(&element[name.len()..], attributes)?;
        if is_empty != EMPTY.contains(&name.as_str()) {
            return Err(format!("<{name}> is closed incorrectly"));
        }
        inner.parts += 1;
        inner.has_table |= name == "TABLE";
        inner.has_text |= !["TABLE", "TR", "TD", "HR", "VR"].contains(&name.as_str());
        if !is_empty {
            open.push(Open::new(&name));
        }
    }
    match open.as_slice() {
        [label] => label.close(),
        open => Err(format!("<{}> is not closed", open[open.len() - 1].name)),
    }
}

/// Every ampersand must start a known or numeric character reference.
fn check_words(words: &str) -> Result<(), String> {
    for part in words.split('&').skip(1) {
        let name = part.split_once(';').map(|it| it.0);
        let is_known = name.is_some_and(|name| {
            let is_number = name.strip_prefix('#').is_some_and(|it| it.parse::<u32>().is_ok());
            is_number || ["amp", "lt", "gt", "quot", "apos", "nbsp"].contains(&name)
        });
        if !is_known {
            return Err(format!("unescaped `&` in {words:?}"));
        }
    }
    let is_wrong = |c: char| c.is_control() && !c.is_whitespace() || c == '>';
    if words.contains(is_wrong) { Err(format!("invalid character in {words:?}")) } else { Ok(()) }
}

fn check_attributes(text: &str, known: &[&str]) -> Result<(), String> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once("=\"")
            .ok_or_else(|| format!("expected an attribute, found {rest:?}"))?;
        let (value, after) = after
            .split_once('"')
            .ok_or_else(|| format!("unterminated attribute value: {rest:?}"))?;
        if !known.contains(&name) {
            return Err(format!("unknown attribute {name}"));
        }
        check_words(value)?;
        rest = after.trim_start();
    }
    Ok(())
}
