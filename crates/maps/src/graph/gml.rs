//! Graphs in GML, as Gephi, igraph, NetworkX, yEd and older programs write it.
//!
//! Nodes are called by their labels if these are their own, otherwise by their ids.

use quick_xml::escape;

use super::draft::{Called, Draft, DraftLink, Format, Name, PassOn};
use super::link_costs::{Attribute, CostKey};
use crate::tokens::{Comment, Syntax, Tokens, unquoted};
use crate::xml::MOST_NESTED;
use tremaux_core::ParseError;

const FORMAT: &Format = &Format {
    of_links: "source target id key label name graphics",
    of_nodes: "id label name graphics",
    has_other_costs: true,
    called: Called::ByLabel,
};

const SYNTAX: &Syntax = &Syntax {
    signs: &["[", "]"],
    quotes: &['"'],
    has_escapes: false,
    has_angles: false,
    comments: &[Comment { begin: "#", end: "\n", is_line: false }],
    is_in_word: |c| !c.is_whitespace() && !matches!(c, '[' | ']' | '"'),
};

/// How many keys are looked at to recognise the format.
const LOOKED_AT: usize = 20;

/// The sign before the values of a list.
const LIST: &str = "[";

/// Reads a key; nothing at the end of a list or of the text.
fn key<'a>(tokens: &mut Tokens<'a>, is_inside: bool) -> Result<Option<&'a str>, ParseError> {
    match (tokens.take()?, is_inside) {
        ("", false) | ("]", true) => Ok(None),
        (key, _) if key.starts_with(|c: char| c.is_alphabetic() || c == '_') => Ok(Some(key)),
        (token, true) => Err(tokens.wrong(token, "a key or `]`")),
        (token, false) => Err(tokens.wrong(token, "a key, such as `graph`")),
    }
}

/// Reads a value: a number, a text in quotes, or the beginning of a list.
fn value<'a>(tokens: &mut Tokens<'a>, key: &str) -> Result<&'a str, ParseError> {
    let token = tokens.take()?;
    if token != LIST && !token.starts_with('"') && token.parse::<f64>().is_err() {
        let expected = format!("the value of `{key}`: a number, a text in quotes or `[`");
        return Err(tokens.wrong(token, expected));
    }
    Ok(token)
}

/// Skips the rest of a list that began `depth` lists below the whole.
fn skip_list(tokens: &mut Tokens<'_>, depth: usize) -> Result<(), ParseError> {
    let mut open = 1;
    while open > 0 {
        match tokens.take()? {
            "" => return Err(tokens.wrong("", "`]`")),
            sign @ LIST if depth + open == MOST_NESTED => {
                let expected = format!("at most {MOST_NESTED} lists within each other");
                return Err(tokens.wrong(sign, expected));
            }
            LIST => open += 1,
            "]" => open -= 1,
            _ => {}
        }
    }
    Ok(())
}

/// The plain values of a list with their keys; lists in it are named and left out. The keys
/// `once` may not occur twice.
fn members<'a>(tokens: &mut Tokens<'a>, once: &str) -> Result<Vec<Attribute<'a>>, ParseError> {
    let mut members: Vec<Attribute<'a>> = Vec::new();
    while let Some(key) = key(tokens, true)? {
        let value = match value(tokens, key)? {
            LIST => {
                skip_list(tokens, 3)?;
                ""
            }
            plain => unquoted(plain),
        };
        let is_known = once.split(' ').any(|known| known == key);
        if is_known && members.iter().any(|it| it.key == key) {
            return Err(tokens.wrong(key, format!("only one `{key}`")));
        }
        members.push(Attribute { key: key.into(), written: key, value });
    }
    Ok(members)
}

/// Whether a text begins as GML does: with keys and values up to `graph [`.
pub(crate) fn is_gml(text: &str) -> bool {
    let mut tokens = Tokens::new(text, text, SYNTAX);
    for _ in 0..LOOKED_AT {
        let Ok(Some(key)) = key(&mut tokens, false) else { return false };
        match value(&mut tokens, key) {
            Ok(LIST) => return key.eq_ignore_ascii_case("graph"),
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    false
}

/// Reads a graph.
pub(crate) fn read(text: &str, _: CostKey<'_>, pass_on: &mut PassOn<'_>) -> Result<(), ParseError> {
    let mut tokens = Tokens::new(text, text, SYNTAX);
    let mut draft = None;
    while let Some(key) = key(&mut tokens, false)? {
        match value(&mut tokens, key)? {
            LIST if !key.eq_ignore_ascii_case("graph") => skip_list(&mut tokens, 1)?,
            LIST if draft.is_some() => return Err(tokens.wrong(key, "only one graph")),
            LIST => draft = Some(graph(&mut tokens)?),
            _ => {}
        }
    }
    pass_on(&draft.ok_or_else(|| ParseError::at_end(text, "`graph [`"))?)
}

/// Reads the list of a graph.
fn graph<'a>(tokens: &mut Tokens<'a>) -> Result<Draft<'a>, ParseError> {
    let mut draft = Draft::new(tokens.text, FORMAT);
    let mut is_directed = false;
    while let Some(key) = key(tokens, true)? {
        match (key, value(tokens, key)?) {
            ("node", LIST) => node(tokens, &mut draft, key)?,
            ("edge", LIST) => link(tokens, &mut draft, key)?,
            ("node" | "edge", token) => return Err(tokens.wrong(token, "`[`")),
            (_, LIST) => skip_list(tokens, 2)?,
            ("directed", token) => {
                is_directed = match unquoted(token) {
                    "0" => false,
                    "1" => true,
                    _ => return Err(tokens.wrong(token, "0 or 1")),
                }
            }
            _ => {}
        }
    }
    draft.direct_all(is_directed);
    Ok(draft)
}

fn node<'a>(tokens: &mut Tokens<'a>, draft: &mut Draft<'a>, of: &'a str) -> Result<(), ParseError> {
    let members = members(tokens, "id label")?;
    let find = |key: &str| members.iter().find(|it| it.key == key);
    let id = find("id").ok_or_else(|| tokens.wrong(of, "a node with an `id`"))?;
    draft.add_node(name(id), find("label").map(|it| name(it).text))?;
    draft.ignore(members.iter().map(|it| &*it.key));
    Ok(())
}

fn link<'a>(tokens: &mut Tokens<'a>, draft: &mut Draft<'a>, of: &'a str) -> Result<(), ParseError> {
    let members = members(tokens, "source target weight value")?;
    let end = |key: &str| {
        let found = members.iter().find(|it| it.key == key);
        found.map(name).ok_or_else(|| tokens.wrong(of, format!("an edge with a `{key}`")))
    };
    let ends = [end("source")?, end("target")?];
    let (written, attributes) = (ends[0].written, members.into());
    draft.push(DraftLink { written, ends, attributes, is_directed: false });
    Ok(())
}

/// A name in which entities may stand for signs.
fn name<'a>(member: &Attribute<'a>) -> Name<'a> {
    let text = escape::unescape(member.value).unwrap_or(member.value.into());
    Name { text, written: member.value }
}
