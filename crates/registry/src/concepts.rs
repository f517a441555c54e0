//! Concepts of search, each in a few sentences, with what shows it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A concept of search.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Concept {
    /// The usual name, in kebab-case.
    pub name: &'static str,
    /// Other names.
    pub aliases: Vec<&'static str>,
    /// What it is, in one line.
    pub title: &'static str,
    /// What it is good for, in a few sentences.
    pub text: &'static str,
    /// What the picture of the page shows of it.
    pub picture: &'static str,
    /// A command that shows it.
    pub command: &'static str,
    /// Who introduced it, and when.
    pub source: &'static str,
    /// The picture: a room of the page and its parameters, without the mark of a fragment.
    pub page: &'static str,
}

impl Concept {
    /// Its name and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }
}

/// Every concept, those of single-agent search first.
pub static CONCEPTS: LazyLock<Vec<Concept>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("concepts.json")).expect("a test reads them")
});
