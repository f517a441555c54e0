//! What graphs in several forms of JSON have in common.

use std::borrow::Cow;

use super::draft::Name;
use super::link_costs::Attribute;
pub(super) use super::node_link::{Object, Part, unquoted};
use tremaux_core::ParseError;

impl<'a> Part<'a> {
    /// A name that stands in this part.
    pub(super) fn name(self, text: Cow<'a, str>) -> Name<'a> {
        Name { text, written: self.value }
    }

    /// The identifier under `key` of an object in this part.
    pub(super) fn end(self, object: &Object<'a>, key: &str) -> Result<Name<'a>, ParseError> {
        let id = object.get(key).ok_or_else(|| self.expected(format!("a `{key}`")))?;
        let id = self.of(id);
        Ok(id.name(id.id()?))
    }

    /// The label or name of a node in this part.
    pub(super) fn label(self, object: &Object<'a>) -> Result<Option<Cow<'a, str>>, ParseError> {
        let label = object.get("label").or_else(|| object.get("name"));
        let label = label.filter(|label| label.get() != "null");
        label.map(|label| self.of(label).id()).transpose()
    }
}

/// The members of a link; texts without their quotes.
pub(super) fn attributes<'a>(object: &Object<'a>) -> Vec<Attribute<'a>> {
    let attribute = |&(key, value): &(&'a serde_json::value::RawValue, _)| Attribute {
        key: unquoted(key),
        written: key.get(),
        value: serde_json::value::RawValue::get(value).trim_matches('"'),
    };
    object.0.iter().map(attribute).collect()
}
