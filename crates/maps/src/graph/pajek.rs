//! Graphs in the format of Pajek (`.net`), which Gephi, igraph and `NetworkX` write, too.
//!
//! Nodes are called by their labels if these are their own, otherwise by their numbers. Lines
//! after `*Arcs` are arcs, those after `*Edges` are undirected; in lists (`*Arcslist`) a node is
//! joined to each of those after it.

use std::borrow::Cow;

use super::draft::{Attributes, Called, Draft, DraftLink, Format, Name, PassOn};
use super::link_costs::{Attribute, CostKey};
use crate::tokens::{Syntax, Tokens, unquoted};
use tremaux_core::ParseError;

const FORMAT: &Format =
    &Format { of_links: "", of_nodes: "", has_other_costs: true, called: Called::ByLabel };

const SYNTAX: &Syntax = &Syntax {
    signs: &[],
    quotes: &['"'],
    has_escapes: false,
    has_angles: false,
    comments: &[],
    is_in_word: |c| !c.is_whitespace(),
};

/// How sections of links begin, whether the links are arcs, and whether the lines are lists.
const SECTIONS: [(&str, bool, bool); 4] = [
    ("*arcs", true, false),
    ("*edges", false, false),
    ("*arcslist", true, true),
    ("*edgeslist", false, true),
];

const SECTION: &str = "`*Arcs`, `*Edges`, `*Arcslist` or `*Edgeslist`";

/// How lines are drawn.
const PARAMETERS: &[(&str, &str)] =
    &[("l", "label"), ("c", "colour"), ("w", "width"), ("p", "pattern"), ("s", "size of arrows")];

/// Whether the first line that is no comment begins with `*Vertices`, perhaps after `*Network`.
pub(crate) fn is_pajek(text: &str) -> bool {
    let mut lines = lines(text).filter(|line| !is_section(line, "*network"));
    lines.next().is_some_and(|line| is_section(line, "*vertices"))
}

/// The lines that are neither blank nor comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with('%'))
}

/// Whether a section begins. A relation may have a number and a name: `*Arcs :1 "knows"`.
fn is_section(line: &str, name: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case(name)
}

/// The words of a line; one in quotes may have blanks.
fn words<'a>(text: &'a str, line: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let mut tokens = Tokens::new(text, line, SYNTAX);
    let words = std::iter::from_fn(|| {
        tokens.take().map(|it| Some(it).filter(|it| !it.is_empty())).transpose()
    });
    words.collect()
}

/// Reads a graph.
pub(crate) fn read(text: &str, _: CostKey<'_>, pass_on: &mut PassOn<'_>) -> Result<(), ParseError> {
    let mut draft = Draft::new(text, FORMAT);
    let mut lines = lines(text).peekable();
    lines.next_if(|line| is_section(line, "*network"));
    let header = lines.next().filter(|line| is_section(line, "*vertices"));
    let header =
        header.ok_or_else(|| ParseError::at(text, 0, 0, "another beginning", "`*Vertices`"))?;
    let count = words(text, header)?.get(1).copied();
    let count = count.ok_or_else(|| ParseError::about(text, header, "the number of nodes"))?;
    let nodes = super::lines::node_count(text, count)?;
    let mut labels: Vec<Option<Cow<'_, str>>> = vec![None; nodes];
    while let Some(line) = lines.next_if(|line| !line.starts_with('*')) {
        let words = words(text, line)?;
        let at = super::lines::node(text, words[0], nodes)?;
        let Some(label) = words.get(1) else { continue };
        if labels[at as usize].replace(unquoted(label).into()).is_some() {
            return Err(ParseError::about(text, words[0], "a node that has no line yet"));
        }
        draft.ignore((words.len() > 2).then_some("coordinates and shapes"));
    }
    for (at, label) in labels.into_iter().enumerate() {
        draft.add_node(Name { text: (at + 1).to_string().into(), written: count }, label)?;
    }
    let mut section = None;
    for line in lines {
        if line.starts_with('*') {
            section = SECTIONS.iter().find(|(name, ..)| is_section(line, name));
        }
        let Some(&(_, is_directed, is_list)) = section else {
            return Err(ParseError::about(text, line, SECTION));
        };
        if line.starts_with('*') {
            continue;
        }
        let words = words(text, line)?;
        let name = |at: usize| {
            let number = super::lines::node(text, words[at], nodes)? + 1;
            Ok(Name { text: number.to_string().into(), written: words[at] })
        };
        let tail = name(0)?;
        let (heads, attributes) = match words.get(1) {
            _ if is_list => (1..words.len(), Attributes::default()),
            Some(_) => (1..2, attributes(&words[2..])),
            None => {
                let end = &line[line.len()..];
                return Err(ParseError::about(text, end, "the number of a second node"));
            }
        };
        for head in heads {
            let (ends, attributes) = ([tail.clone(), name(head)?], attributes.clone());
            draft.push(DraftLink { written: words[0], ends, attributes, is_directed });
        }
    }
    pass_on(&draft)
}

/// The attributes in the words after the ends of a link: its cost, and how it is drawn.
fn attributes<'a>(words: &[&'a str]) -> Attributes<'a> {
    let attribute =
        |key: &'a str, value: &'a str| Attribute { key: key.into(), written: value, value };
    let has_cost = words.first().is_some_and(|word| !word.starts_with(char::is_alphabetic));
    let (cost, drawn) = words.split_at(usize::from(has_cost));
    let cost = cost.iter().map(|value| attribute("weight", value));
    let drawn = drawn.chunks_exact(2).map(|pair| {
        let known = PARAMETERS.iter().find(|(short, _)| *short == pair[0]);
        attribute(known.map_or(pair[0], |(_, name)| *name), pair[1])
    });
    cost.chain(drawn).collect()
}
