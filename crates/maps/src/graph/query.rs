//! One query about a graph, as a state space for the general engines.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{ArcCost, ArcId, Graph, PathCost};
use tremaux_core::{BackwardSpace, IndexedSpace, Notation, ParseError, Predecessor, StateSpace};

/// A shortest-path query from one node of a graph to another, or to the nearest of several.
///
/// States are nodes, actions are arcs. Parallel arcs are distinguished, and an arc knows its
/// tail, so the tables of an engine store one arc per node and no parent.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits};
/// use tremaux::maps::graph::{GraphQuery, edge_list};
/// use tremaux::search::{BestFirst, Indexed};
/// let graph = edge_list::parse::<u32>("a b 4\na c 1\nc b 2\n")?;
/// let (from, to) = (graph.node("a").unwrap(), graph.node("b").unwrap());
/// let query = GraphQuery::new(graph.into(), from, to);
/// let search = BestFirst::dijkstra().table(Indexed);
/// let report = search.solve(&query, NoHeuristic, &Limits::default(), &mut ());
/// assert_eq!(report.plan.unwrap().cost, 3);
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphQuery<C: ArcCost = u32, P = <C as ArcCost>::Path> {
    graph: Arc<Graph<C>>,
    start: u32,
    /// The only goal, or the first of several.
    goal: u32,
    /// All goals in ascending order, unless there is exactly one.
    goals: Vec<u32>,
    cost: PhantomData<P>,
}

impl GraphQuery<u32> {
    /// The same query with path costs of 32 bits: less memory, more speed. A search that reaches
    /// a path whose cost does not fit stops and reports it.
    #[must_use]
    pub fn narrow(self) -> GraphQuery<u32, u32> {
        let Self { graph, start, goal, goals, .. } = self;
        GraphQuery { graph, start, goal, goals, cost: PhantomData }
    }
}

impl<C: ArcCost> GraphQuery<C> {
    /// The query from `start` to `goal`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn new(graph: Arc<Graph<C>>, start: u32, goal: u32) -> Self {
        Self::check(&graph, &[start, goal]);
        Self { graph, start, goal, goals: Vec::new(), cost: PhantomData }
    }

    /// The query from `start` to the nearest of `goals`; without goals, everything is searched.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn to_any(graph: Arc<Graph<C>>, start: u32, mut goals: Vec<u32>) -> Self {
        Self::check(&graph, &[start]);
        Self::check(&graph, &goals);
        goals.sort_unstable();
        goals.dedup();
        // No node has the number that means no goal.
        let goal = goals.first().copied().unwrap_or(u32::MAX);
        let goals = if goals.len() > 1 { goals } else { Vec::new() };
        Self { graph, start, goal, goals, cost: PhantomData }
    }

    fn check(graph: &Graph<C>, nodes: &[u32]) {
        for &node in nodes {
            let count = graph.node_count();
            assert!((node as usize) < count, "node {node} of a graph of {count} nodes");
        }
    }
}

impl<C: ArcCost, P> GraphQuery<C, P> {
    /// The graph.
    pub fn graph(&self) -> &Arc<Graph<C>> {
        &self.graph
    }

    /// The goal, if there is exactly one.
    #[inline]
    pub(super) fn only_goal(&self) -> Option<u32> {
        (self.goals.is_empty() && self.goal != u32::MAX).then_some(self.goal)
    }

    /// The goals, in ascending order.
    pub fn goals(&self) -> &[u32] {
        match self.goals[..] {
            [] if self.goal == u32::MAX => &[],
            [] => std::slice::from_ref(&self.goal),
            _ => &self.goals,
        }
    }
}

impl<C: ArcCost, P: PathCost<C>> StateSpace for GraphQuery<C, P> {
    type State = u32;
    type Packed = u32;
    type Action = ArcId;
    type Cost = P;

    #[inline]
    fn initial_state(&self) -> u32 {
        self.start
    }

    #[inline]
    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal || !self.goals.is_empty() && self.goals.binary_search(&state).is_ok()
    }

    #[inline]
    fn actions(&self, &state: &u32, actions: &mut Vec<ArcId>) {
        actions.extend(self.graph.arcs_from(state));
    }

    /// Prunes the reverse of the last arc.
    #[inline]
    fn actions_after(&self, &state: &u32, last: ArcId, actions: &mut Vec<ArcId>) {
        let back = last.tail();
        let (first, links) = self.graph.row(state);
        let mut end = actions.len();
        actions.resize(end + links.len(), ArcId::new(first, state));
        // Branch-free: which arc leads back is hard to predict.
        for (place, link) in links.iter().enumerate() {
            actions[end] = ArcId::new(first + place, state);
            end += usize::from(link.node != back);
        }
        actions.truncate(end);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _state: &u32, action: ArcId) -> P {
        P::of(self.graph.cost(action))
    }

    #[inline]
    fn apply(&self, state: &mut u32, action: ArcId) {
        *state = self.graph.head(action);
    }

    fn uniform_cost(&self) -> Option<P> {
        self.graph.uniform_cost().map(P::of)
    }

    #[inline]
    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    #[inline]
    fn unpack(&self, &packed: &u32) -> u32 {
        packed
    }
}

impl<C: ArcCost, P: PathCost<C>> IndexedSpace for GraphQuery<C, P> {
    #[inline]
    fn state_count(&self) -> usize {
        self.graph.node_count()
    }

    #[inline]
    fn index(&self, &state: &u32) -> usize {
        state as usize
    }

    #[inline]
    fn state(&self, index: usize) -> u32 {
        index as u32
    }

    #[inline]
    fn predecessor(&self, _index: usize, action: ArcId) -> usize {
        action.tail() as usize
    }

    #[inline]
    fn prefetch(&self, index: usize) {
        self.graph.prefetch_row(index);
    }
}

impl<C: ArcCost, P: PathCost<C>> BackwardSpace for GraphQuery<C, P> {
    fn goal_states(&self, goals: &mut Vec<u32>) {
        goals.extend_from_slice(self.goals());
    }

    fn predecessors(&self, &state: &u32, predecessors: &mut Vec<Predecessor<Self>>) {
        let links = self.graph.incoming(state).iter();
        predecessors.extend(
            self.graph.arcs_to(state).zip(links).map(|(arc, l)| (arc, P::of(l.cost), l.node)),
        );
    }
}

/// Nodes are written by their labels. An arc is written as the label of its head, followed by
/// `#k` if it is the k-th of several parallel ones. If the label is not a single word without
/// `#`, the arc is written as `#k`, the k-th of the arcs that leave its tail.
impl<C: ArcCost, P: PathCost<C>> Notation for GraphQuery<C, P> {
    fn write_state(&self, &state: &u32, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.graph.label(state))
    }

    fn parse_state(&self, text: &str) -> Result<u32, ParseError> {
        let node = self.graph.node(text.trim()).or_else(|| self.graph.node(text));
        node.ok_or_else(|| ParseError::about(text, text.trim(), "a node of the graph"))
    }

    fn write_action(&self, &state: &u32, action: ArcId, out: &mut dyn fmt::Write) -> fmt::Result {
        let head = self.graph.head(action);
        let label = self.graph.label(head);
        let is_word = |separator: &str| {
            !label.is_empty() && !label.contains(char::is_whitespace) && !label.contains(separator)
        };
        let parallel = || self.graph.arcs_from(state).filter(|&arc| self.graph.head(arc) == head);
        if parallel().nth(1).is_none() && is_word("\0") && !label.starts_with('#') {
            return out.write_str(&label);
        }
        if is_word("#") {
            let place = parallel().position(|arc| arc == action);
            return write!(out, "{label}#{}", place.map_or(0, |place| place + 1));
        }
        let place = self.graph.arcs_from(state).position(|arc| arc == action);
        write!(out, "#{}", place.map_or(0, |place| place + 1))
    }

    fn parse_action(&self, &state: &u32, text: &str) -> Result<ArcId, ParseError> {
        let word = text.trim();
        let arc = match word.strip_prefix('#') {
            Some(number) => {
                let place = number.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
                place.and_then(|place| self.graph.arcs_from(state).nth(place))
            }
            None => {
                let by_name = |name: &str| {
                    let head = self.graph.node(name);
                    head.and_then(|head| self.graph.cheapest_arc(state, head))
                };
                by_name(word).or_else(|| {
                    let (name, number) = word.rsplit_once('#')?;
                    let place = number.parse::<usize>().ok()?.checked_sub(1)?;
                    let head = self.graph.node(name)?;
                    let mut arcs = self.graph.arcs_from(state);
                    arcs.by_ref().filter(|&arc| self.graph.head(arc) == head).nth(place)
                })
            }
        };
        arc.ok_or_else(|| {
            ParseError::about(text, word, "the target of an arc that leaves the current node")
        })
    }
}
