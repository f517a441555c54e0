//! Graphs in GML, as Gephi, igraph, NetworkX, yEd and older programs write it.
//!
//! Nodes are called by their labels if these are their own, otherwise by their ids.

use std::borrow::Cow;

use super::draft::{Called, Draft, DraftLink, MOST_NESTED, Name};
use super::link_costs::{Attribute, CostKey};
use super::{ArcCost, Graph};
use tremaux_core::ParseError;

/// Keys of links that only describe.
const DESCRIPTIONS: &[&str] = &["source", "target", "id", "key", "label", "name", "graphics"];

/// Keys of nodes that have a meaning or only draw.
const OF_NODES: &[&str] = &["id", "label", "name", "graphics"];

/// How many keys are looked at to recognise the format.
const LOOKED_AT: usize = 20;

/// A value: a number, a text, or the beginning of a list.
enum Value<'a> {
    /// As it is written, and what stands between the quotes if there are some.
    Plain(&'a str, &'a str),
    List,
}

struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// The next word, sign or text in quotes; nothing at the end.
    fn next(&mut self) -> Result<&'a str, ParseError> {
        loop {
            self.rest =
                self.rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if !self.rest.starts_with('#') {
                break;
            }
            self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..];
        }
        let length = match self.rest.bytes().next() {
            None => 0,
            Some(b'[' | b']') => 1,
            Some(b'"') => {
                let end = self.rest[1..].find('"').ok_or_else(|| {
                    let quote = &self.rest[..1];
                    ParseError::about(self.text, quote, "a quote at the end of the text")
                })?;
                end + 2
            }
            Some(_) => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"');
                self.rest.find(is_end).unwrap_or(self.rest.len())
            }
        };
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(token)
    }

    fn wrong(&self, found: &'a str, expected: impl Into<String>) -> ParseError {
        if found.is_empty() {
            return ParseError::at_end(self.text, expected);
        }
        ParseError::about(self.text, found, expected)
    }

    /// The next key, or nothing at the end of a list or of the text.
    fn key(&mut self, is_inside: bool) -> Result<Option<&'a str>, ParseError> {
        let token = self.next()?;
        match (token, is_inside) {
            ("", false) | ("]", true) => Ok(None),
            _ if token.starts_with(char::is_alphabetic) || token.starts_with('_') => {
                Ok(Some(token))
            }
            (_, true) => Err(self.wrong(token, "a key or `]`")),
            (_, false) => Err(self.wrong(token, "a key, such as `graph`")),
        }
    }

    fn value(&mut self, key: &str) -> Result<Value<'a>, ParseError> {
        let token = self.next()?;
        if token == "[" {
            return Ok(Value::List);
        }
        let inside = token.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        let is_number = token.parse::<f64>().is_ok();
        if inside.is_none() && !is_number {
            let expected = format!("the value of `{key}`: a number, a text in quotes or `[`");
            return Err(self.wrong(token, expected));
        }
        Ok(Value::Plain(token, inside.unwrap_or(token)))
    }

    /// Skips the rest of a list that began `depth` lists below the whole.
    fn skip_list(&mut self, depth: usize) -> Result<(), ParseError> {
        let mut open = 1;
        while open > 0 {
            let token = self.next()?;
            match token {
                "" => return Err(self.wrong(token, "`]`")),
                "[" if depth + open == MOST_NESTED => {
                    let expected = format!("at most {MOST_NESTED} lists within each other");
                    return Err(self.wrong(token, expected));
                }
                "[" => open += 1,
                "]" => open -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// The plain values of a list with their keys; lists in it are named and left out.
    fn members(&mut self, most: &str) -> Result<Vec<Attribute<'a>>, ParseError> {
        let mut members: Vec<Attribute<'a>> = Vec::new();
        while let Some(key) = self.key(true)? {
            let value = match self.value(key)? {
                Value::Plain(_, inside) => inside,
                Value::List => {
                    self.skip_list(3)?;
                    ""
                }
            };
            let is_known = most.split(' ').any(|known| known == key);
            if is_known && members.iter().any(|it| it.key == key) {
                return Err(self.wrong(key, format!("only one `{key}`")));
            }
            members.push(Attribute { key: key.into(), written: key, value });
        }
        Ok(members)
    }
}

/// Whether a text begins as GML does: with keys and values up to `graph [`.
pub(crate) fn is_gml(text: &str) -> bool {
    let mut tokens = Tokens { text, rest: text };
    for _ in 0..LOOKED_AT {
        let Ok(Some(key)) = tokens.key(false) else { return false };
        match tokens.value(key) {
            Ok(Value::List) => return key.eq_ignore_ascii_case("graph"),
            Ok(Value::Plain(..)) => {}
            Err(_) => return false,
        }
    }
    false
}

/// Reads a graph.
pub(crate) fn parse_by<C: ArcCost>(text: &str, key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
    let mut tokens = Tokens { text, rest: text };
    let mut draft = None;
    while let Some(key) = tokens.key(false)? {
        match tokens.value(key)? {
            Value::Plain(..) => {}
            Value::List if !key.eq_ignore_ascii_case("graph") => tokens.skip_list(1)?,
            Value::List if draft.is_some() => return Err(tokens.wrong(key, "only one graph")),
            Value::List => draft = Some(graph(&mut tokens)?),
        }
    }
    let draft = draft.ok_or_else(|| ParseError::at_end(text, "`graph [`"))?;
    draft.finish(key, DESCRIPTIONS, Called::ByLabel)
}

/// Reads the list of a graph.
fn graph<'a>(tokens: &mut Tokens<'a>) -> Result<Draft<'a>, ParseError> {
    let mut draft = Draft::new(tokens.text);
    let mut is_directed = false;
    while let Some(key) = tokens.key(true)? {
        match (key, tokens.value(key)?) {
            ("node", Value::List) => node(tokens, &mut draft, key)?,
            ("edge", Value::List) => link(tokens, &mut draft, key)?,
            ("node" | "edge", Value::Plain(written, _)) => return Err(tokens.wrong(written, "`[`")),
            ("directed", Value::Plain(_, "0")) => is_directed = false,
            ("directed", Value::Plain(_, "1")) => is_directed = true,
            ("directed", Value::Plain(written, _)) => return Err(tokens.wrong(written, "0 or 1")),
            (_, Value::Plain(..)) => {}
            (_, Value::List) => tokens.skip_list(2)?,
        }
    }
    draft.links.iter_mut().for_each(|link| link.is_directed = is_directed);
    Ok(draft)
}

fn node<'a>(tokens: &mut Tokens<'a>, draft: &mut Draft<'a>, of: &'a str) -> Result<(), ParseError> {
    let members = tokens.members("id label")?;
    let find = |key: &str| members.iter().find(|it| it.key == key);
    let id = find("id").ok_or_else(|| tokens.wrong(of, "a node with an `id`"))?;
    draft.add_node(&name(id), find("label").map(|it| decoded(it.value)))?;
    for member in members.iter().filter(|it| !OF_NODES.contains(&&*it.key)) {
        draft.ignore(&member.key);
    }
    Ok(())
}

fn link<'a>(tokens: &mut Tokens<'a>, draft: &mut Draft<'a>, of: &'a str) -> Result<(), ParseError> {
    let members = tokens.members("source target weight value")?;
    let end = |key: &str| {
        let found = members.iter().find(|it| it.key == key);
        found.map(name).ok_or_else(|| tokens.wrong(of, format!("an edge with a `{key}`")))
    };
    let ends = [end("source")?, end("target")?];
    draft.links.push(DraftLink { ends, attributes: members.into(), is_directed: false });
    Ok(())
}

fn name<'a>(member: &Attribute<'a>) -> Name<'a> {
    Name { text: decoded(member.value), written: member.value }
}

/// A text without the entities that stand for signs.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, entity) = rest.split_at(start);
        decoded.push_str(before);
        let name = entity.split_once(';').map(|(name, _)| &name[1..]);
        let sign = name.and_then(|name| match name.strip_prefix('#') {
            Some(number) => number.parse().ok().and_then(char::from_u32),
            None => ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, sign)| *sign),
        });
        decoded.push(sign.unwrap_or('&'));
        let length = sign.and(name).map_or(1, |name| name.len() + 2);
        rest = &entity[length..];
    }
    decoded.push_str(rest);
    decoded.into()
}

/// Signs that have names in texts.
const ENTITIES: &[(&str, char)] =
    &[("quot", '"'), ("amp", '&'), ("lt", '<'), ("gt", '>'), ("apos", '\'')];
