//! The costs of links that have attributes, in any format.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::ArcCost;
use tremaux_core::ParseError;
use tremaux_reading::{in_words, nearest_names};

/// How the key of the cost is chosen.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum CostKey<'k> {
    /// It is `weight`. Links without one cost 1, which is noted; another key that could be meant
    /// is an error.
    Default,
    /// By the caller: every link must have it.
    Chosen(&'k str),
}

impl<'k> CostKey<'k> {
    pub(super) const fn name(self) -> &'k str {
        match self {
            Self::Default => "weight",
            Self::Chosen(name) => name,
        }
    }
}

/// Another key that cannot mean anything but the cost of a link.
const COST: &str = "cost";

/// The keys most similar to `key`, and those that it abbreviates.
pub(super) fn nearest_keys<'k>(
    key: &str,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Vec<&'k str> {
    let near = nearest_names(key, known.clone());
    if !near.is_empty() || key.is_empty() {
        return near;
    }
    let key = key.to_ascii_lowercase();
    known.filter(|known| known.starts_with(&key)).collect()
}

/// A hint at the keys most similar to `key`.
fn hint<'k>(key: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    match nearest_keys(key, known) {
        nearest if nearest.is_empty() => String::new(),
        nearest => format!(" (did you mean {}?)", in_words(&nearest)),
    }
}

/// An attribute of a link: its key, the key as written, and the value as written.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Attribute<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) written: &'a str,
    pub(super) value: &'a str,
}

/// A part of `text` as it is; a value that was decoded stands elsewhere.
pub(super) fn in_text<'a>(text: &str, value: &'a str) -> Option<&'a str> {
    text.as_bytes().as_ptr_range().contains(&value.as_ptr()).then_some(value)
}

/// Whether one of `words`, between blanks, is `word`.
pub(super) fn is_in(word: &str, words: &str) -> bool {
    words.split(' ').any(|it| it == word)
}

/// Takes the cost out of the attributes of each link, and remembers what to say about the rest.
pub(super) struct LinkCosts<'k> {
    key: CostKey<'k>,
    /// The key of costs.
    name: &'k str,
    /// Keys with a meaning of their own.
    known: &'static str,
    with: usize,
    without: usize,
    /// Whether a link has attributes.
    has_keys: bool,
    ignored: BTreeSet<String>,
}

impl<'k> LinkCosts<'k> {
    pub(super) fn new(key: CostKey<'k>, known: &'static str) -> Self {
        let (name, ignored) = (key.name(), BTreeSet::new());
        Self { key, name, known, with: 0, without: 0, has_keys: false, ignored }
    }

    /// For links whose costs have another key than `weight`, which nobody chose.
    pub(super) fn called(self, name: &'k str) -> Self {
        Self { name, ..self }
    }

    /// The cost of a link, which is `link` in `text`.
    pub(super) fn read<C: ArcCost>(
        &mut self,
        text: &str,
        link: &str,
        attributes: &[Attribute<'_>],
    ) -> Result<C, ParseError> {
        let Some(cost) = self.find(text, link, attributes)? else { return Ok(one()) };
        let place = in_text(text, cost.value).unwrap_or(cost.written);
        C::parse(cost.value).ok_or_else(|| ParseError::about(text, place, C::EXPECTED))
    }

    /// The attribute that is the cost of a link; `None` if it costs 1.
    fn find<'l, 'a>(
        &mut self,
        text: &str,
        link: &str,
        attributes: &'l [Attribute<'a>],
    ) -> Result<Option<&'l Attribute<'a>>, ParseError> {
        self.has_keys = true;
        let cost = attributes.iter().rev().find(|it| it.key == self.name);
        for attribute in attributes {
            let key = &*attribute.key;
            if key != self.name && !is_in(key, self.known) {
                self.check(text, attribute, cost.is_some())?;
                if !self.ignored.contains(key) {
                    self.ignored.insert(key.to_owned());
                }
            }
        }
        match (cost, self.key) {
            (Some(_), _) => {
                self.with += 1;
                Ok(cost)
            }
            (None, CostKey::Default) => {
                self.without += 1;
                Ok(None)
            }
            (None, CostKey::Chosen(name)) => {
                let hint = hint(name, attributes.iter().map(|it| &*it.key));
                let expected =
                    format!("a link with the cost `{name}`: this one has no such key{hint}");
                Err(ParseError::about(text, link, expected))
            }
        }
    }

    /// The cost of a link that has it as a word, without a key.
    pub(super) fn read_plain<C: ArcCost>(
        &mut self,
        text: &str,
        word: Option<&str>,
    ) -> Result<C, ParseError> {
        let Some(word) = word else {
            self.without += 1;
            return Ok(one());
        };
        self.with += 1;
        C::parse(word).ok_or_else(|| ParseError::about(text, word, C::EXPECTED))
    }

    /// Fails if a key that is not known could be meant for the cost.
    fn check(
        &self,
        text: &str,
        attribute: &Attribute<'_>,
        has_cost: bool,
    ) -> Result<(), ParseError> {
        let CostKey::Default = self.key else { return Ok(()) };
        let known =
            || [self.name].into_iter().chain(self.known.split(' ')).filter(|it| !it.is_empty());
        let hint = hint(&attribute.key, known());
        let is_number = attribute.value.parse::<f64>().is_ok();
        if has_cost && is_number && attribute.key.eq_ignore_ascii_case(COST) {
            let (name, key) = (self.name, &attribute.key);
            let expected = format!("a key of a link: `{name}` and `{key}` could both be the cost");
            return Err(ParseError::about(text, attribute.written, expected));
        }
        if has_cost || hint.is_empty() && !is_number {
            return Ok(());
        }
        let expected = match hint.is_empty() {
            true => format!("a key of a link: {}", in_words(&known().collect::<Vec<_>>())),
            false => format!("a key of a link{hint}"),
        };
        Err(ParseError::about(text, attribute.written, expected))
    }

    /// What to tell the reader of the graph: which links cost 1 for want of a cost, and which
    /// keys were ignored.
    pub(super) fn notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        let name = self.name;
        match (self.with, self.without) {
            (_, 0) => {}
            (0, _) if !self.has_keys => {}
            (_, 1) if !self.has_keys => notes.push("1 link without a cost costs 1".to_owned()),
            (_, count) if !self.has_keys => {
                notes.push(format!("{count} links without a cost cost 1 each"));
            }
            (0, _) => notes.push(format!("no link has a `{name}`: each costs 1")),
            (_, 1) => notes.push(format!("1 link without `{name}` costs 1")),
            (_, count) => notes.push(format!("{count} links without `{name}` cost 1 each")),
        }
        notes.extend(ignored_keys("links", &self.ignored));
        notes
    }
}

/// What a link without a cost costs.
pub(super) fn one<C: ArcCost>() -> C {
    C::parse("1").unwrap_or_default()
}

/// A note that so many links without a cost cost 1, for formats without keys.
pub(super) fn no_costs(links: usize) -> Option<String> {
    (links > 0).then(|| "no link has a `weight`: each costs 1".to_owned())
}

/// A note about keys that were ignored, if there are any.
pub(super) fn ignored_keys(of: &str, keys: &BTreeSet<String>) -> Option<String> {
    let shown: Vec<&str> = keys.iter().take(5).map(String::as_str).collect();
    let more = if keys.len() > 5 { format!(" and {} more", keys.len() - 5) } else { String::new() };
    (!keys.is_empty()).then(|| format!("ignored attributes of {of}: {}{more}", shown.join(", ")))
}
