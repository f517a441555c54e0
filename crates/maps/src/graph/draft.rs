//! A graph whose nodes and links are gathered before they are numbered and named.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::link_costs::{Attribute, CostKey, LinkCosts, ignored_keys, in_text, is_in};
use super::{ArcCost, Graph, GraphBuilder, Point};
use crate::xml::Element;
use tremaux_core::ParseError;

/// Keys of links that mean their cost, if there is only one of them in a graph.
const COSTS: &[&str] = &["weight", "cost", "len", "length", "distance", "value"];

/// A key that means the cost if every link has a number there and none of [`COSTS`].
const LABEL: &str = "label";

/// What the attributes of a format mean.
pub(super) struct Format {
    /// Keys of links with a meaning of their own, and those that only describe or draw.
    pub(super) of_links: &'static str,
    /// The same of nodes.
    pub(super) of_nodes: &'static str,
    /// Whether costs may have another key than `weight`, if it is the only one that means costs.
    pub(super) has_other_costs: bool,
    pub(super) called: Called,
}

/// What a node is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    /// By its identifier.
    ById,
    /// By its label, if that names one node only.
    ByLabel,
}

/// The identifier of a node, and the part of the text that it stands in.
#[derive(Clone)]
pub(super) struct Name<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) written: &'a str,
}

impl<'a> Name<'a> {
    /// The name in an attribute that an element of `text` must have.
    pub(super) fn of(text: &str, of: &'a Element<'_>, key: &str) -> Result<Self, ParseError> {
        let id = of.needed(text, key)?;
        Ok(Self { text: id.into(), written: in_text(text, id).unwrap_or(of.written) })
    }
}

/// The attributes of one or more links.
pub(super) type Attributes<'a> = Rc<[Attribute<'a>]>;

/// A link between two nodes.
pub(super) struct DraftLink<'a> {
    /// What errors about it show.
    pub(super) written: &'a str,
    pub(super) ends: [Name<'a>; 2],
    pub(super) attributes: Attributes<'a>,
    pub(super) is_directed: bool,
}

/// Reads a text and passes on what stands in it, which may borrow from what was read.
pub(crate) type ReadDraft = fn(&str, CostKey<'_>, &mut PassOn<'_>) -> Result<(), ParseError>;

/// What is done with a draft.
pub(super) type PassOn<'p> = dyn FnMut(&Draft<'_>) -> Result<(), ParseError> + 'p;

/// The graph that `read` reads in a text.
pub(super) fn graph_of<C: ArcCost>(
    read: ReadDraft,
    text: &str,
    key: CostKey<'_>,
) -> Result<Graph<C>, ParseError> {
    let mut graph = None;
    read(text, key, &mut |draft| {
        graph = Some(draft.finish(key)?);
        Ok(())
    })?;
    graph.ok_or_else(|| ParseError::at_end(text, "a graph"))
}

/// The nodes and links of a text.
pub(crate) struct Draft<'a> {
    text: &'a str,
    format: &'static Format,
    by_id: HashMap<Cow<'a, str>, u32>,
    names: Vec<Name<'a>>,
    labels: Vec<Option<Cow<'a, str>>>,
    points: Vec<Point>,
    estimates: Vec<f64>,
    links: Vec<DraftLink<'a>>,
    /// Ignored attributes of nodes and of the whole.
    ignored: [BTreeSet<String>; 2],
}

impl<'a> Draft<'a> {
    pub(super) fn new(text: &'a str, format: &'static Format) -> Self {
        Self {
            text,
            format,
            by_id: HashMap::new(),
            names: Vec::new(),
            labels: Vec::new(),
            points: Vec::new(),
            estimates: Vec::new(),
            links: Vec::new(),
            ignored: Default::default(),
        }
    }

    fn wrong(&self, written: &str, expected: impl Into<String>) -> ParseError {
        ParseError::about(self.text, written, expected)
    }

    /// The node with this identifier, which is added if there is none.
    pub(super) fn node(&mut self, name: Name<'a>) -> u32 {
        if let Some(&node) = self.by_id.get(&name.text) {
            return node;
        }
        let node = self.names.len() as u32;
        self.by_id.insert(name.text.clone(), node);
        self.names.push(name);
        self.labels.push(None);
        node
    }

    /// Adds a node, whose identifier no other node may have.
    pub(super) fn add_node(
        &mut self,
        name: Name<'a>,
        label: Option<Cow<'a, str>>,
    ) -> Result<(), ParseError> {
        if self.by_id.contains_key(&name.text) {
            return Err(self.wrong(name.written, "an id not used by another node"));
        }
        let node = self.node(name);
        self.labels[node as usize] = label.filter(|label| !label.is_empty());
        Ok(())
    }

    /// Adds the coordinates of the last node, which is `written`, if it has some.
    pub(super) fn add_point(
        &mut self,
        written: &str,
        x: Option<f64>,
        y: Option<f64>,
    ) -> Result<(), ParseError> {
        if x.is_some() != y.is_some() {
            return Err(self.wrong(written, "both `x` and `y`, or neither"));
        }
        self.points.extend(x.zip(y).map(|(x, y)| Point { x, y }));
        self.check_whole(written, self.points.len(), "coordinates `x` and `y`")
    }

    /// Adds the estimate of the last node, which is `written`, if it has one.
    pub(super) fn add_estimate(&mut self, written: &str, h: Option<f64>) -> Result<(), ParseError> {
        if h.is_some_and(|h| h < 0.0) {
            return Err(self.wrong(written, super::ESTIMATE));
        }
        self.estimates.extend(h);
        self.check_whole(written, self.estimates.len(), "an estimate `h`")
    }

    /// Fails unless all nodes so far have something, or none has it.
    fn check_whole(&self, written: &str, count: usize, what: &str) -> Result<(), ParseError> {
        if count == 0 || count == self.names.len() {
            return Ok(());
        }
        Err(self.wrong(written, format!("{what} for all nodes or for none")))
    }

    /// The identifier of a node, and where it was first written.
    pub(super) fn name(&self, node: u32) -> &Name<'a> {
        &self.names[node as usize]
    }

    /// Remembers which of these attributes of nodes are ignored.
    pub(super) fn ignore(&mut self, keys: impl IntoIterator<Item = impl AsRef<str>>) {
        let known = self.format.of_nodes;
        for key in keys.into_iter().filter(|key| !is_in(key.as_ref(), known)) {
            if !self.ignored[0].contains(key.as_ref()) {
                self.ignored[0].insert(key.as_ref().to_owned());
            }
        }
    }

    /// Remembers that an attribute of the whole is ignored.
    pub(super) fn ignore_of_graph(&mut self, key: &str) {
        self.ignored[1].insert(key.to_owned());
    }

    pub(super) fn push(&mut self, link: DraftLink<'a>) {
        self.links.push(link);
    }

    /// Adds a link whose attributes may occur once each, or with the same value.
    ///
    /// # Errors
    ///
    /// Returns the place of a key that occurs twice with different values.
    pub(super) fn push_once(&mut self, link: DraftLink<'a>) -> Result<(), ParseError> {
        let mut seen = HashMap::new();
        for it in link.attributes.iter() {
            if *seen.entry(&it.key).or_insert(it.value) != it.value {
                return Err(self.wrong(it.written, format!("only one `{}` of a link", it.key)));
            }
        }
        self.links.push(link);
        Ok(())
    }

    pub(super) fn link_count(&self) -> usize {
        self.links.len()
    }

    pub(super) fn attributes_of(&self, link: usize) -> &Attributes<'a> {
        &self.links[link].attributes
    }

    /// Makes all links arcs, or all of them links in both directions.
    pub(super) fn direct_all(&mut self, is_directed: bool) {
        self.links.iter_mut().for_each(|link| link.is_directed = is_directed);
    }

    /// Fails at a link with the same ends as another.
    pub(super) fn reject_parallel(&self, expected: &str) -> Result<(), ParseError> {
        let mut seen = HashSet::new();
        let second = self.links.iter().find(|link| {
            let [tail, head] = [0, 1].map(|end| &*link.ends[end].text);
            let is_swapped = !link.is_directed && tail > head;
            !seen.insert(if is_swapped { (head, tail) } else { (tail, head) })
        });
        second.map_or(Ok(()), |link| Err(self.wrong(link.written, expected)))
    }

    /// The graph with the costs under `cost_key`, or under the only key that means costs.
    pub(crate) fn finish<C: ArcCost>(&self, cost_key: CostKey<'_>) -> Result<Graph<C>, ParseError> {
        let meant = match cost_key {
            CostKey::Default if self.format.has_other_costs => self.cost_key()?,
            _ => None,
        };
        let mut builder = GraphBuilder::new(0);
        self.add_names(&mut builder);
        self.points.iter().for_each(|&point| builder.add_point(point));
        builder.set_estimates(self.estimates.clone());
        let mut costs = LinkCosts::new(cost_key, self.format.of_links);
        if let Some(meant) = &meant {
            costs = costs.called(meant);
        }
        for link in &self.links {
            let node = |end: &Name<'a>| {
                let known = self.by_id.get(&end.text).copied();
                known.ok_or_else(|| self.wrong(end.written, "a node of the graph"))
            };
            let [tail, head] = &link.ends;
            let (tail, head) = (node(tail)?, node(head)?);
            let cost = costs.read(self.text, link.written, &link.attributes)?;
            builder.add_link(tail, head, cost, link.is_directed);
        }
        let note = "the labels of links are numbers: they are the costs";
        let is_noted = meant.as_deref() == Some(LABEL);
        let mut notes: Vec<String> = is_noted.then(|| note.to_owned()).into_iter().collect();
        notes.extend(costs.notes());
        let ignored = ["nodes", "the graph"].into_iter().zip(&self.ignored);
        notes.extend(ignored.filter_map(|(of, keys)| ignored_keys(of, keys)));
        builder.finish(self.text, notes)
    }

    /// The only key of links that means their costs.
    fn cost_key(&self) -> Result<Option<String>, ParseError> {
        let is_cost = |key: &str| COSTS.iter().any(|it| it.eq_ignore_ascii_case(key));
        let all = || self.links.iter().flat_map(|link| link.attributes.iter());
        let mut found = all().filter(|it| is_cost(&it.key));
        if let Some(first) = found.next() {
            let Some(other) = found.find(|it| it.key != first.key) else {
                return Ok(Some(first.key.clone().into_owned()));
            };
            let (one, two) = (&first.key, &other.key);
            let expected = format!("a key of a link: `{one}` and `{two}` could both be the cost");
            return Err(self.wrong(other.written, expected));
        }
        let is_number = |it: &Attribute<'_>| it.key == LABEL && super::finite(it.value).is_some();
        let has_number = |link: &DraftLink<'_>| link.attributes.iter().any(is_number);
        let is_labelled = !self.links.is_empty() && self.links.iter().all(has_number);
        Ok(is_labelled.then(|| LABEL.to_owned()))
    }

    /// Names the nodes. What they are not called by is another name for them, if every node has
    /// one of its own.
    fn add_names<C: ArcCost>(&self, builder: &mut GraphBuilder<C>) {
        let labels: Option<Vec<&Cow<'a, str>>> = self.labels.iter().map(Option::as_ref).collect();
        let labels = labels.filter(|labels| {
            let mut seen = HashSet::new();
            (0..).zip(labels).all(|(node, &label)| {
                let is_other = self.by_id.get(label).is_some_and(|&other| other != node);
                !is_other && seen.insert(label)
            })
        });
        for (node, Name { text: id, .. }) in self.names.iter().enumerate() {
            let label = labels.as_ref().map(|labels| labels[node]);
            let is_by_label = self.format.called == Called::ByLabel;
            let node = builder.add_named_node(&**label.filter(|_| is_by_label).unwrap_or(id));
            if let Some(label) = label {
                builder.add_other_name(node, &**if is_by_label { id } else { label });
            }
        }
    }
}
