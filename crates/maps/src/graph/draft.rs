//! A graph whose nodes and links are gathered before they are numbered and named.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::link_costs::{Attribute, CostKey, LinkCosts, ignored_keys};
use super::{ArcCost, Graph, GraphBuilder};
use tremaux_core::ParseError;

/// Keys of links that mean their cost, if there is only one of them in a graph.
const COSTS: &[&str] = &["weight", "cost", "len", "length", "distance", "value"];

/// A key that means the cost if every link has a number there and none of [`COSTS`].
const LABEL: &str = "label";

/// The most parts that may stand within each other.
pub(super) const MOST_NESTED: usize = 256;

/// The identifier of a node, and the part of the text that it stands in.
#[derive(Clone)]
pub(super) struct Name<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) written: &'a str,
}

/// What a node is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    /// By its identifier.
    ById,
    /// By its label, if that names one node only.
    ByLabel,
}

/// The attributes of one or more links.
pub(super) type Attributes<'a> = Rc<[Attribute<'a>]>;

/// The attributes of a link in a format that has no defaults which a link overrules.
///
/// # Errors
///
/// Returns the place of a key that occurs twice with different values.
pub(super) fn each_once<'a>(
    text: &str,
    attributes: impl IntoIterator<Item = Attribute<'a>>,
) -> Result<Attributes<'a>, ParseError> {
    let all: Attributes<'a> = attributes.into_iter().collect();
    let mut seen = HashMap::new();
    for it in all.iter() {
        if *seen.entry(&it.key).or_insert(it.value) != it.value {
            let expected = format!("only one `{}` of a link", it.key);
            return Err(ParseError::about(text, it.written, expected));
        }
    }
    Ok(all)
}

/// A link between two nodes.
pub(super) struct DraftLink<'a> {
    pub(super) ends: [Name<'a>; 2],
    pub(super) attributes: Attributes<'a>,
    pub(super) is_directed: bool,
}

/// The nodes and links of a text.
pub(super) struct Draft<'a> {
    text: &'a str,
    by_id: HashMap<Cow<'a, str>, u32>,
    ids: Vec<Cow<'a, str>>,
    labels: Vec<Option<Cow<'a, str>>>,
    pub(super) links: Vec<DraftLink<'a>>,
    ignored: BTreeSet<String>,
    notes: Vec<String>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            by_id: HashMap::new(),
            ids: Vec::new(),
            labels: Vec::new(),
            links: Vec::new(),
            ignored: BTreeSet::new(),
            notes: Vec::new(),
        }
    }

    /// The node with this identifier, which is added if there is none.
    pub(super) fn node(&mut self, id: Cow<'a, str>) -> u32 {
        if let Some(&node) = self.by_id.get(&id) {
            return node;
        }
        let node = self.ids.len() as u32;
        self.by_id.insert(id.clone(), node);
        self.ids.push(id);
        self.labels.push(None);
        node
    }

    /// Adds a node, whose identifier no other node may have.
    pub(super) fn add_node(
        &mut self,
        id: &Name<'a>,
        label: Option<Cow<'a, str>>,
    ) -> Result<(), ParseError> {
        if self.by_id.contains_key(&id.text) {
            let expected = "an id not used by another node";
            return Err(ParseError::about(self.text, id.written, expected));
        }
        let node = self.node(id.text.clone());
        self.labels[node as usize] = label.filter(|label| !label.is_empty());
        Ok(())
    }

    /// The identifier of a node.
    pub(super) fn id(&self, node: u32) -> &Cow<'a, str> {
        &self.ids[node as usize]
    }

    /// Remembers that an attribute of nodes is ignored.
    pub(super) fn ignore(&mut self, key: &str) {
        if !self.ignored.contains(key) {
            self.ignored.insert(key.to_owned());
        }
    }

    /// The graph with the costs under `cost_key`, or under the only key that means costs. The
    /// keys `known` have a meaning of their own.
    pub(super) fn finish<C: ArcCost>(
        mut self,
        cost_key: CostKey<'_>,
        known: &'static [&'static str],
        called: Called,
    ) -> Result<Graph<C>, ParseError> {
        let meant = match cost_key {
            CostKey::Default => self.cost_key()?,
            CostKey::Chosen(_) => None,
        };
        let mut builder = GraphBuilder::new(0);
        self.add_names(&mut builder, called);
        let mut costs = LinkCosts::new(cost_key, known);
        for link in &self.links {
            let node = |end: &Name<'a>| {
                let known = self.by_id.get(&end.text).copied();
                let expected = "a node of the graph";
                known.ok_or_else(|| ParseError::about(self.text, end.written, expected))
            };
            let [tail, head] = &link.ends;
            let (tail, head) = (node(tail)?, node(head)?);
            let renamed = link.attributes.iter().map(|it| {
                let is_cost = meant.as_deref() == Some(&*it.key);
                let key = if is_cost { cost_key.name().into() } else { it.key.clone() };
                Attribute { key, ..*it }
            });
            let renamed: Vec<Attribute<'_>> = renamed.collect();
            let cost = costs.read(self.text, link.ends[0].written, &renamed)?;
            builder.add_link(tail, head, cost, link.is_directed);
        }
        let nodes = ignored_keys("nodes", &self.ignored);
        builder.finish(self.text, self.notes.into_iter().chain(costs.notes()).chain(nodes))
    }

    /// The only key of links that means their costs.
    fn cost_key(&mut self) -> Result<Option<String>, ParseError> {
        let is_cost = |key: &str| COSTS.iter().any(|it| it.eq_ignore_ascii_case(key));
        let all = self.links.iter().flat_map(|link| link.attributes.iter());
        let mut found: Option<&Attribute<'_>> = None;
        for attribute in all.filter(|it| is_cost(&it.key)) {
            let first = *found.get_or_insert(attribute);
            if first.key != attribute.key {
                let expected = format!(
                    "a key of a link: `{}` and `{}` could both be the cost",
                    first.key, attribute.key
                );
                return Err(ParseError::about(self.text, attribute.written, expected));
            }
        }
        if let Some(found) = found {
            return Ok(Some(found.key.clone().into_owned()));
        }
        let is_number = |it: &Attribute<'_>| {
            it.key == LABEL && it.value.parse().is_ok_and(|cost: f64| cost.is_finite())
        };
        let has_number = |link: &DraftLink<'_>| link.attributes.iter().any(is_number);
        if self.links.is_empty() || !self.links.iter().all(has_number) {
            return Ok(None);
        }
        self.notes.push("the labels of links are numbers: they are the costs".to_owned());
        Ok(Some(LABEL.to_owned()))
    }

    /// Names the nodes. What they are not called by is another name for them, if every node has
    /// one of its own.
    fn add_names<C: ArcCost>(&self, builder: &mut GraphBuilder<C>, called: Called) {
        let labels: Option<Vec<&Cow<'a, str>>> = self.labels.iter().map(Option::as_ref).collect();
        let labels = labels.filter(|labels| {
            let mut seen = HashSet::new();
            (0..).zip(labels).all(|(node, &label)| {
                let is_other = self.by_id.get(label).is_some_and(|&other| other != node);
                !is_other && seen.insert(label)
            })
        });
        let Some(labels) = labels else {
            for id in &self.ids {
                builder.add_named_node(&**id);
            }
            return;
        };
        for (id, label) in self.ids.iter().zip(labels) {
            let (name, other) = match called {
                Called::ById => (id, label),
                Called::ByLabel => (label, id),
            };
            let node = builder.add_named_node(&**name);
            builder.add_other_name(node, &**other);
        }
    }
}
