//! XML as a tree of elements, read without recursion.

use std::borrow::Cow;

use quick_xml::events::Event;
use quick_xml::events::attributes::Attributes;
use quick_xml::{Reader, XmlVersion, escape};

use tremaux_core::ParseError;

/// The most parts of a text that may stand within each other.
pub(crate) const MOST_NESTED: usize = 256;

/// An element.
pub(crate) struct Element<'a> {
    /// Its name without a prefix.
    pub(crate) name: &'a str,
    /// What errors about it show: its text, up to the end of the first line.
    pub(crate) written: &'a str,
    attributes: Vec<(&'a str, Cow<'a, str>)>,
    /// The text in it, without that in elements.
    text: Cow<'a, str>,
    pub(crate) children: Vec<Self>,
}

impl<'a> Element<'a> {
    /// An error about this element of `text`.
    pub(crate) fn wrong(&self, text: &str, expected: impl Into<String>) -> ParseError {
        ParseError::about(text, self.written, expected)
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }

    /// The value of an attribute that this element of `text` must have.
    pub(crate) fn needed(&self, text: &str, name: &str) -> Result<&str, ParseError> {
        let missing = || self.wrong(text, format!("`{}` with the attribute `{name}`", self.name));
        self.attribute(name).ok_or_else(missing)
    }

    /// The only graph in this element of `text`, which must be called `name`.
    pub(crate) fn only_graph(&self, text: &str, name: &str) -> Result<&Self, ParseError> {
        if self.name != name {
            return Err(self.wrong(text, format!("the element `{name}`")));
        }
        let mut graphs = self.all("graph");
        let graph = graphs.next().ok_or_else(|| self.wrong(text, "an element `graph`"))?;
        graphs.next().map_or(Ok(graph), |second| Err(second.wrong(text, "only one graph")))
    }

    /// The names and values of the attributes.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &(&'a str, Cow<'a, str>)> {
        self.attributes.iter()
    }

    /// The elements in it that are called `name`.
    pub(crate) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text in it without blanks around.
    pub(crate) fn text(&self) -> &str {
        self.text.trim()
    }
}

/// The part of a name behind its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Whether the root of a text may have this name.
pub(crate) fn has_root(text: &str, name: &str) -> bool {
    let is_tag = |(at, _): (usize, &str)| text[at + name.len()..].starts_with([' ', '\n', '>']);
    text.trim_start().starts_with('<')
        && text.match_indices(name).any(|found| text[..found.0].ends_with('<') && is_tag(found))
}

/// Reads a text; returns its root.
pub(crate) fn parse(text: &str) -> Result<Element<'_>, ParseError> {
    let mut reader = Reader::from_str(text);
    // The open elements and where they start, and the root once it is closed.
    let (mut open, mut root): (Vec<(usize, Element<'_>)>, Option<Element<'_>>) = (vec![], None);
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let end = reader.buffer_position() as usize;
        let markup = &text[start.min(end)..end];
        match event {
            Err(error) => {
                let place = reader.error_position() as usize;
                return Err(ParseError::at(text, place, 0, error.to_string(), "XML"));
            }
            Ok(Event::Eof) => break,
            Ok(Event::Start(_) | Event::Empty(_)) if root.is_some() => {
                return Err(ParseError::about(text, markup, "the end of the XML"));
            }
            Ok(Event::Start(_) | Event::Empty(_)) if open.len() == MOST_NESTED => {
                let expected = format!("at most {MOST_NESTED} elements within each other");
                return Err(ParseError::about(text, markup, expected));
            }
            Ok(Event::Start(tag)) => {
                open.push((start, element(text, markup, tag.name().as_ref().len())?));
            }
            Ok(Event::Empty(tag)) => {
                let element = element(text, markup, tag.name().as_ref().len())?;
                close(element, &mut open, &mut root);
            }
            Ok(Event::End(_)) => {
                let Some((start, mut element)) = open.pop() else { continue };
                element.written = first_line(&text[start..end]);
                close(element, &mut open, &mut root);
            }
            Ok(Event::Text(_)) => add(text, &mut open, markup.into(), markup)?,
            Ok(Event::CData(data)) => add(text, &mut open, data.into_inner(), markup)?,
            Ok(Event::GeneralRef(_)) => {
                let sign = escape::unescape(markup)
                    .map_err(|_| ParseError::about(text, markup, "a sign's number or name"))?;
                add(text, &mut open, sign, markup)?;
            }
            Ok(_) => {}
        }
    }
    match open.last() {
        Some((_, element)) => {
            let expected = format!("XML: `</{}>`, as the element is never closed", element.name);
            Err(ParseError::at_end(text, expected))
        }
        None => root.ok_or_else(|| ParseError::at_end(text, "XML: an element")),
    }
}

/// Puts a closed element into the one around it.
fn close<'a>(
    element: Element<'a>,
    open: &mut [(usize, Element<'a>)],
    root: &mut Option<Element<'a>>,
) {
    match open.last_mut() {
        Some((_, outer)) => outer.children.push(element),
        None => *root = Some(element),
    }
}

/// Adds words, which are `written` so, to the innermost open element.
fn add<'a>(
    text: &str,
    open: &mut [(usize, Element<'a>)],
    words: Cow<'a, str>,
    written: &'a str,
) -> Result<(), ParseError> {
    match open.last_mut() {
        Some((_, element)) => element.text += words,
        None if written.trim().is_empty() => {}
        None => return Err(ParseError::about(text, first_line(written.trim()), "an element")),
    }
    Ok(())
}

/// The element that begins with this tag.
fn element<'a>(text: &str, tag: &'a str, name: usize) -> Result<Element<'a>, ParseError> {
    let written = first_line(tag);
    let wrong = |found: &dyn ToString| {
        let place = tag.as_ptr() as usize - text.as_ptr() as usize;
        ParseError::at(text, place, written.len(), found.to_string(), "XML")
    };
    let inside = &tag[1..tag.len() - 1];
    let mut attributes = Vec::new();
    for attribute in Attributes::new(inside.strip_suffix('/').unwrap_or(inside), name) {
        let attribute = attribute.map_err(|error| wrong(&error))?;
        let key = attribute.key.into_inner();
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        attributes.push((key, value.map_err(|error| wrong(&error))?));
    }
    let (name, children) = (local(&inside[..name]), Vec::new());
    Ok(Element { name, written, attributes, text: Cow::Borrowed(""), children })
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
