//! JSON whose parts know their places.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::draft::Name;
use super::link_costs::{Attribute, nearest_keys};
use tremaux_core::ParseError;
use tremaux_reading::in_words;

/// The members of an object in their order, keys with their quotes.
pub(super) struct Object<'a>(pub(super) Vec<(&'a RawValue, &'a RawValue)>);

impl<'a> Object<'a> {
    /// The value of a key; the last one, as JSON readers usually take it.
    pub(super) fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(written, _)| unquoted(written) == key).map(|(_, value)| *value)
    }

    /// The keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = Cow<'a, str>> {
        self.0.iter().map(|(key, _)| unquoted(key))
    }

    /// The members, whose values are as written, or texts without their quotes.
    pub(super) fn attributes(&self, has_quotes: bool) -> impl Iterator<Item = Attribute<'a>> {
        self.0.iter().map(move |&(key, value)| Attribute {
            key: unquoted(key),
            written: key.get(),
            value: if has_quotes { value.get() } else { value.get().trim_matches('"') },
        })
    }
}

/// The text of a key.
pub(super) fn unquoted(key: &RawValue) -> Cow<'_, str> {
    let inside = key.get().strip_prefix('"').and_then(|key| key.strip_suffix('"'));
    match inside {
        Some(plain) if !plain.contains('\\') => Cow::Borrowed(plain),
        _ => Cow::Owned(serde_json::from_str(key.get()).unwrap_or_default()),
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect()
            }
        }

        deserializer.deserialize_map(Members).map(Self)
    }
}

/// A value that points into the whole text, so that errors can report its place.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) whole: &'a str,
    pub(super) value: &'a str,
}

impl<'a> Part<'a> {
    pub(super) fn expected(self, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.whole, self.value, expected)
    }

    pub(super) fn of(self, value: &'a RawValue) -> Self {
        Self { value: value.get(), ..self }
    }

    pub(super) fn read<T: Deserialize<'a>>(self, expected: &str) -> Result<T, ParseError> {
        serde_json::from_str(self.value).map_err(|error| {
            if error.is_data() { self.expected(expected) } else { self.broken(&error) }
        })
    }

    /// An error in the JSON itself; the JSON parser reports line and column.
    fn broken(self, error: &serde_json::Error) -> ParseError {
        if error.is_eof() {
            return ParseError::at_end(self.whole, "the rest of the JSON");
        }
        let before = self.value.split_inclusive('\n').take(error.line().saturating_sub(1));
        let inside = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let start = self.value.as_ptr() as usize - self.whole.as_ptr() as usize;
        let rest = self.whole.get(start + inside..).and_then(|rest| rest.chars().next());
        let found = rest.map_or("the end of the text".into(), |found| format!("`{found}`"));
        let length = rest.map_or(0, char::len_utf8);
        ParseError::at(self.whole, start + inside, length, found, "JSON")
    }

    pub(super) fn object(self, expected: &str) -> Result<Object<'a>, ParseError> {
        if !self.value.starts_with('{') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    pub(super) fn list(self, expected: &str) -> Result<Vec<&'a RawValue>, ParseError> {
        if !self.value.starts_with('[') {
            return Err(self.expected(expected));
        }
        self.read(expected)
    }

    /// A switch of an object in this part, if it has it.
    pub(super) fn flag(self, object: &Object<'a>, key: &str) -> Result<Option<bool>, ParseError> {
        object.get(key).map(|value| self.of(value).read("`true` or `false`")).transpose()
    }

    /// The text of an identifier: its string, the number as written, or the list without blanks.
    fn id(self) -> Result<Cow<'a, str>, ParseError> {
        match self.value.as_bytes().first() {
            Some(b'"') => Ok(Cow::Owned(self.read("a text")?)),
            Some(b'-' | b'0'..=b'9') => Ok(Cow::Borrowed(self.value)),
            Some(b'[') => {
                let list: Vec<serde_json::Value> = self.read("a list")?;
                Ok(Cow::Owned(serde_json::Value::from(list).to_string()))
            }
            _ => Err(self.expected("a text, a number or a list")),
        }
    }

    /// The identifier under `key` of an object in this part.
    pub(super) fn name(self, object: &Object<'a>, key: &str) -> Result<Name<'a>, ParseError> {
        let missing = || self.expected(format!("a `{key}`"));
        let id = self.of(object.get(key).ok_or_else(missing)?);
        Ok(Name { text: id.id()?, written: id.value })
    }

    /// The label or name of a node in this part.
    pub(super) fn label(self, object: &Object<'a>) -> Result<Option<Cow<'a, str>>, ParseError> {
        let label = object.get("label").or_else(|| object.get("name"));
        let label = label.filter(|label| label.get() != "null");
        label.map(|label| self.of(label).id()).transpose()
    }

    /// Fails at the first key of an object that is none of `known`, words between blanks.
    pub(super) fn check_keys(self, object: &Object<'a>, known: &str) -> Result<(), ParseError> {
        let is_known = |key: &str| known.split(' ').any(|it| it == key);
        let unknown = object.0.iter().find(|(key, _)| !is_known(&unquoted(key)));
        let Some((written, _)) = unknown else { return Ok(()) };
        let nearest = nearest_keys(&unquoted(written), known.split(' '));
        let expected = match nearest.as_slice() {
            [] => format!("a key of a graph: {}", in_words(&known.split(' ').collect::<Vec<_>>())),
            nearest => format!("a key of a graph (did you mean {}?)", in_words(nearest)),
        };
        Err(self.of(written).expected(expected))
    }
}
