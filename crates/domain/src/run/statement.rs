//! Problems as proofs in files state them.

use serde::Serialize;

use crate::Component;

/// A value in a [`Statement`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Stated {
    /// A whole number.
    Whole(u64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
}

impl Stated {
    /// A list of texts.
    pub fn texts(texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::List(texts.into_iter().map(|text| Self::Text(text.into())).collect())
    }
}

impl<T: Into<String>> From<T> for Stated {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

/// A named value in a [`Statement`].
pub type StatedField = (&'static str, Stated);

/// Tables of estimates for proofs of what searches with a heuristic find.
pub struct StatedTables {
    /// The heuristic.
    pub of: &'static Component,
    /// Makes the tables: the parts of a state that each is about, and its entries.
    pub make: Box<dyn Fn() -> Vec<[String; 2]>>,
}

/// A problem as a proof in a file states it: see `docs/proofs.md`.
pub struct Statement {
    /// What the problem is.
    pub fields: Vec<StatedField>,
    /// What shows that there is no plan, if that is known without a search.
    pub refutation: Vec<StatedField>,
    /// Whether costs are sums of whole numbers and of multiples of the square root of two.
    pub has_roots: bool,
    /// Whether a solution is what a plan leads to, such as a filled board, and proofs say that it
    /// is the only one.
    pub seeks_solutions: bool,
    /// Tables, if there may be any.
    pub tables: Option<StatedTables>,
}

impl Statement {
    /// A problem with these fields and whole costs.
    pub fn new(fields: Vec<StatedField>) -> Self {
        let (refutation, tables) = (Vec::new(), None);
        Self { fields, refutation, has_roots: false, seeks_solutions: false, tables }
    }
}
