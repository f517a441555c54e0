//! Graphs in the format of Pajek (`.net`), which Gephi, igraph and `NetworkX` write, too.
//!
//! Nodes are called by their labels if these are their own, otherwise by their numbers. Lines
//! after `*Arcs` are arcs, those after `*Edges` are undirected; in lists (`*Arcslist`) a node is
//! joined to each of those after it.

use std::borrow::Cow;

use super::draft::{Attributes, Called, Draft, DraftLink, Name};
use super::link_costs::{Attribute, CostKey};
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

const SECTION: &str = "`*Arcs`, `*Edges`, `*Arcslist` or `*Edgeslist`";

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

fn is_section(line: &str, name: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case(name)
}

/// What the lines of a section are.
#[derive(Clone, Copy)]
struct Section {
    is_directed: bool,
    is_list: bool,
}

impl Section {
    const ALL: [(&str, Self); 4] = [
        ("*arcs", Self { is_directed: true, is_list: false }),
        ("*edges", Self { is_directed: false, is_list: false }),
        ("*arcslist", Self { is_directed: true, is_list: true }),
        ("*edgeslist", Self { is_directed: false, is_list: true }),
    ];
}

/// The words of a line; one in quotes may have blanks.
fn words<'a>(text: &'a str, line: &'a str) -> Result<Vec<&'a str>, ParseError> {
    let (mut words, mut rest) = (Vec::new(), line.trim());
    while !rest.is_empty() {
        let length = match rest.strip_prefix('"') {
            Some(inside) => inside.find('"').map(|end| end + 2).ok_or_else(|| {
                ParseError::about(text, &rest[..1], "a quote at the end of the label")
            })?,
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// Reads a graph.
pub(crate) fn parse_by<C: ArcCost>(text: &str, key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let mut draft = Draft::new(text);
    let mut lines = lines(text).peekable();
    lines.next_if(|line| is_section(line, "*network"));
    let header = lines.next().filter(|line| is_section(line, "*vertices"));
    let header =
        header.ok_or_else(|| ParseError::at(text, 0, 0, "another beginning", "`*Vertices`"))?;
    let count = words(text, header)?.get(1).copied();
    let count = count.ok_or_else(|| ParseError::about(text, header, "the number of nodes"))?;
    let most = 1000 + 16 * text.len();
    let expected = "no more nodes than a file of this length can have";
    let nodes = count.parse().ok().filter(|&nodes: &usize| nodes <= most);
    let nodes = nodes.ok_or_else(|| ParseError::about(text, count, expected))?;
    let mut labels: Vec<Option<Cow<'_, str>>> = vec![None; nodes];
    while let Some(line) = lines.next_if(|line| !line.starts_with('*')) {
        let words = words(text, line)?;
        let at = number(text, words[0], nodes)?;
        let Some(label) = words.get(1) else { continue };
        let inside = label.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        if labels[at].replace(inside.unwrap_or(label).into()).is_some() {
            return Err(ParseError::about(text, words[0], "a node that has no line yet"));
        }
        if words.len() > 2 {
            draft.ignore("coordinates and shapes");
        }
    }
    for (at, label) in labels.into_iter().enumerate() {
        let id = Name { text: (at + 1).to_string().into(), written: count };
        draft.add_node(&id, label)?;
    }
    let mut section = None;
    for line in lines {
        if line.starts_with('*') {
            let found = Section::ALL.iter().find(|(name, _)| {
                // A relation may have a number and a name: `*Arcs :1 "knows"`.
                is_section(line, name)
            });
            let (_, found) = found.ok_or_else(|| ParseError::about(text, line, SECTION))?;
            section = Some(*found);
            continue;
        }
        let section = section.ok_or_else(|| ParseError::about(text, line, SECTION))?;
        links(&mut draft, Row { text, line, nodes }, section)?;
    }
    draft.finish(key, &[], Called::ByLabel)
}

/// A line about links.
#[derive(Clone, Copy)]
struct Row<'a> {
    text: &'a str,
    line: &'a str,
    nodes: usize,
}

/// Reads the links of a line.
fn links<'a>(draft: &mut Draft<'a>, row: Row<'a>, section: Section) -> Result<(), ParseError> {
    let Row { text, line, nodes } = row;
    let words = words(text, line)?;
    let name = |word: &'a str| {
        let at = number(text, word, nodes)?;
        Ok(Name { text: (at + 1).to_string().into(), written: word })
    };
    let mut words = words.into_iter();
    let tail = name(words.next().unwrap_or_default())?;
    let Section { is_directed, is_list } = section;
    if is_list {
        for word in words {
            let (ends, attributes) = ([tail.clone(), name(word)?], Attributes::default());
            draft.links.push(DraftLink { ends, attributes, is_directed });
        }
        return Ok(());
    }
    let head = words.next().ok_or_else(|| {
        ParseError::about(text, &line[line.len()..], "the number of a second node")
    })?;
    let attribute =
        |key: &'a str, value: &'a str| Attribute { key: key.into(), written: value, value };
    let mut words = words.peekable();
    let cost = words.next_if(|word| !word.starts_with(char::is_alphabetic));
    let mut attributes: Vec<Attribute<'a>> =
        cost.map(|value| attribute("weight", value)).into_iter().collect();
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        // What follows says how the line is drawn, in words and numbers.
        let key = PARAMETERS.iter().find(|(short, _)| *short == key).map_or(key, |(_, name)| *name);
        attributes.push(attribute(key, value));
    }
    let ends = [tail, name(head)?];
    draft.links.push(DraftLink { ends, attributes: attributes.into(), is_directed });
    Ok(())
}

/// How lines are drawn.
const PARAMETERS: &[(&str, &str)] =
    &[("l", "label"), ("c", "colour"), ("w", "width"), ("p", "pattern"), ("s", "size of arrows")];

/// The place of the node with this number.
fn number(text: &str, word: &str, nodes: usize) -> Result<usize, ParseError> {
    let number = word.parse().ok().filter(|number| (1..=nodes).contains(number));
    let expected = || format!("a node from 1 to {nodes}");
    number.map(|it: usize| it - 1).ok_or_else(|| ParseError::about(text, word, expected()))
}
