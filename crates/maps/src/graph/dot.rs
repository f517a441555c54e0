//! Graphs in DOT, as Graphviz and many other programs write it.
//!
//! Nodes are called by their identifiers. Subgraphs are flattened, and ends of links that are
//! subgraphs stand for their nodes. Ports are left out, and attributes that only draw are ignored.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::draft::{Attributes, Called, Draft, DraftLink, Format, Name, PassOn};
use super::link_costs::{Attribute, CostKey};
use crate::tokens::{Comment, Syntax, Tokens, unquoted};
use crate::xml::MOST_NESTED;
use tremaux_core::ParseError;

const FORMAT: &Format = &Format {
    // Keys of links that only draw.
    of_links: "label id key name comment color colorscheme fillcolor fontcolor fontname fontsize \
               style penwidth dir arrowhead arrowtail arrowsize constraint decorate headlabel \
               taillabel xlabel headport tailport headclip tailclip labelangle labeldistance \
               labelfloat labelfontcolor labelfontname labelfontsize layer lhead ltail lp minlen \
               pos samehead sametail showboxes tooltip URL href target class nojustify",
    of_nodes: "",
    has_other_costs: true,
    called: Called::ById,
};

/// The most attributes that an `edge` statement may give to the links after it.
const MOST_DEFAULTS: usize = 64;

const SYNTAX: &Syntax = &Syntax {
    signs: &["--", "->", "{", "}", "[", "]", ";", ",", ":", "=", "+"],
    quotes: &['"'],
    has_escapes: true,
    has_angles: true,
    comments: &[
        Comment { begin: "//", end: "\n", is_line: false },
        Comment { begin: "#", end: "\n", is_line: true },
        Comment { begin: "/*", end: "*/", is_line: false },
    ],
    is_in_word: |c| c.is_alphanumeric() || matches!(c, '_' | '.') || c > '\u{7f}',
};

/// Reads a word, a number, a text in quotes or in angle brackets.
fn id<'a>(tokens: &mut Tokens<'a>, expected: &str) -> Result<Name<'a>, ParseError> {
    let first = tokens.peek()?;
    if first.is_empty() || SYNTAX.signs.contains(&first) {
        return tokens.expected(expected);
    }
    if !first.starts_with(['"', '<']) {
        let is_name = first.starts_with(SYNTAX.is_in_word) && !first.contains('.');
        if !is_name && first.parse::<f64>().is_err() {
            return tokens.expected(
                "a name (other signs stand in double quotes), or one of `{ } [ ] ; , =`",
            );
        }
        return Ok(Name { text: first.into(), written: tokens.take()? });
    }
    let (mut last, mut text) = (tokens.take()?, decoded(first));
    // Texts in quotes with `+` between them are one.
    while first.starts_with('"') && tokens.take_if("+")? {
        if !tokens.peek()?.starts_with('"') {
            return tokens.expected("a text in quotes");
        }
        last = tokens.take()?;
        text.to_mut().push_str(&decoded(last));
    }
    Ok(Name { text, written: tokens.between(first, last) })
}

/// The text of a token in quotes or angle brackets.
fn decoded(token: &str) -> Cow<'_, str> {
    match unquoted(token) {
        text if text.contains('\\') && token.starts_with('"') => {
            text.replace("\\\n", "").replace("\\\"", "\"").into()
        }
        text => text.into(),
    }
}

/// Reads the beginning up to `{`; whether links are arcs, and whether two of them may not have the
/// same ends. `None` if it is none of DOT.
fn header(tokens: &mut Tokens<'_>) -> Result<Option<(bool, bool)>, ParseError> {
    let is_strict = tokens.take_if("strict")?;
    let is_directed = tokens.take_if("digraph")?;
    if !is_directed && !tokens.take_if("graph")? {
        return Ok(None);
    }
    if tokens.peek()? != "{" {
        id(tokens, "the name of the graph or `{`")?;
    }
    tokens.expect("{")?;
    Ok(Some((is_directed, is_strict)))
}

/// Whether a text begins as DOT does: `graph` or `digraph`, a name if there is one, and `{`.
pub(crate) fn is_dot(text: &str) -> bool {
    let mut tokens = Tokens::new(text, text, SYNTAX);
    // `graph b {'weight': 4}` is an arc of a list.
    matches!(header(&mut tokens), Ok(Some(_))) && !tokens.rest.trim_start().starts_with('\'')
}

/// A graph or subgraph that is being read.
#[derive(Default)]
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

struct Reader<'a> {
    tokens: Tokens<'a>,
    draft: Draft<'a>,
    frames: Vec<Frame<'a>>,
    is_directed: bool,
    /// The links so far, by their ends, where parallel ones are one.
    strict: Option<HashMap<(u32, u32), usize>>,
}

/// Reads a graph.
pub(crate) fn read(text: &str, _: CostKey<'_>, pass_on: &mut PassOn<'_>) -> Result<(), ParseError> {
    let mut tokens = Tokens::new(text, text, SYNTAX);
    let Some((is_directed, is_strict)) = header(&mut tokens)? else {
        return tokens.expected("`graph` or `digraph`");
    };
    let mut reader = Reader {
        tokens,
        draft: Draft::new(text, FORMAT),
        frames: vec![Frame::default()],
        is_directed,
        strict: is_strict.then(HashMap::new),
    };
    while !reader.frames.is_empty() {
        reader.step()?;
    }
    if !reader.tokens.peek()?.is_empty() {
        return reader.tokens.expected("the end of the text: one graph only");
    }
    pass_on(&reader.draft)
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
        let (link, of) = if self.is_directed { ("->", "digraph") } else { ("--", "graph") };
        if self.tokens.take_if(link)? {
            self.frame().is_open = true;
            return Ok(());
        }
        if ["--", "->"].contains(&self.tokens.peek()?) {
            return self.tokens.expected(format!("`{link}`, as this is a `{of}`"));
        }
        self.end_chain()
    }

    /// Reads the beginning of a statement, or an end of a link.
    fn start(&mut self) -> Result<(), ParseError> {
        let is_open = self.frame().is_open;
        let is_subgraph = self.tokens.take_if("subgraph")?;
        if is_subgraph && self.tokens.peek()? != "{" {
            id(&mut self.tokens, "the name of the subgraph or `{`")?;
        }
        if is_subgraph || self.tokens.peek()? == "{" {
            self.tokens.expect("{")?;
            return self.enter();
        }
        if !is_open {
            if self.tokens.take_if(";")? {
                return Ok(());
            }
            if self.tokens.take_if("}")? {
                self.leave();
                return Ok(());
            }
            for word in ["graph", "node", "edge"] {
                if self.tokens.take_if(word)? {
                    return self.defaults(word);
                }
            }
        }
        let name =
            id(&mut self.tokens, if is_open { "a node" } else { "a node, a subgraph or `}`" })?;
        if !is_open && self.tokens.take_if("=")? {
            id(&mut self.tokens, "the value of the attribute")?;
            self.draft.ignore_of_graph(&name.text);
            return Ok(());
        }
        while self.tokens.take_if(":")? {
            id(&mut self.tokens, "a port")?;
        }
        let node = self.draft.node(name);
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
            return self.tokens.expected(expected);
        }
        let defaults = Rc::clone(&self.frame().defaults);
        self.frames.push(Frame { defaults, ..Frame::default() });
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
        if self.tokens.peek()? != "[" {
            return self.tokens.expected(format!("`[` and the attributes of each {of}"));
        }
        let attributes = self.attributes()?;
        match of {
            "edge" => {
                let mut defaults: Vec<_> = self.frame().defaults.to_vec();
                for new in attributes {
                    defaults.retain(|old| old.key != new.key);
                    if defaults.len() == MOST_DEFAULTS {
                        let expected = format!("at most {MOST_DEFAULTS} attributes of each link");
                        return self.tokens.expected(expected);
                    }
                    defaults.push(new);
                }
                self.frame().defaults = defaults.into();
            }
            "node" => self.draft.ignore(attributes.iter().map(|it| &*it.key)),
            _ => attributes.iter().for_each(|it| self.draft.ignore_of_graph(&it.key)),
        }
        Ok(())
    }

    /// Reads lists of attributes in square brackets.
    fn attributes(&mut self) -> Result<Vec<Attribute<'a>>, ParseError> {
        let mut attributes = Vec::new();
        while self.tokens.take_if("[")? {
            while !self.tokens.take_if("]")? {
                let key = id(&mut self.tokens, "the key of an attribute or `]`")?;
                let mut value = "true";
                if self.tokens.take_if("=")? {
                    let expected = "the value of the attribute";
                    value = unquoted(id(&mut self.tokens, expected)?.written);
                }
                attributes.push(Attribute { key: key.text, written: key.written, value });
                if !self.tokens.take_if(",")? {
                    self.tokens.take_if(";")?;
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
            self.draft.ignore(attributes.iter().map(|it| &*it.key));
            return Ok(());
        }
        let defaults = Rc::clone(&self.frame().defaults);
        let all = match attributes.is_empty() {
            true => defaults,
            false => defaults.iter().cloned().chain(attributes).collect(),
        };
        let most = 100_000 + 16 * self.tokens.text.len();
        for pair in chain.windows(2) {
            for (&tail, &head) in
                pair[0].iter().flat_map(|tail| pair[1].iter().map(move |it| (tail, it)))
            {
                if self.draft.link_count() == most {
                    return self.tokens.expected(format!("at most {most} links in such a text"));
                }
                self.link(tail, head, &all)?;
            }
        }
        Ok(())
    }

    /// Adds a link. In a strict graph it is the same as one with the same ends.
    fn link(
        &mut self,
        tail: u32,
        head: u32,
        attributes: &Attributes<'a>,
    ) -> Result<(), ParseError> {
        if let Some(seen) = &mut self.strict {
            let ends =
                if self.is_directed { (tail, head) } else { (tail.min(head), tail.max(head)) };
            if let Some(&link) = seen.get(&ends) {
                if self.draft.attributes_of(link) == attributes {
                    return Ok(());
                }
                let expected = "the attributes of the first link between these nodes before here, \
                                as the graph is `strict`";
                return self.tokens.expected(expected);
            }
            seen.insert(ends, self.draft.link_count());
        }
        let ends = [tail, head].map(|node| self.draft.name(node).clone());
        let attributes = Rc::clone(attributes);
        self.draft.push(DraftLink {
            written: ends[0].written,
            ends,
            attributes,
            is_directed: self.is_directed,
        });
        Ok(())
    }
}
