//! Graphs given by their edges, with every capability that a state space can have.

use tremaux_core::{
    ActionKey, BackwardSpace, CompactActions, Cost, IndexedSpace, Predecessor, ReversibleSpace,
    StateSpace, UndoSpace,
};

/// An edge of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<C> {
    /// The node where it starts.
    pub from: u32,
    /// The node where it ends.
    pub to: u32,
    /// The cost of the edge.
    pub cost: C,
}

/// The edges of a [`Graph`] that [`StateSpace::actions_after`] leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// Nothing.
    #[default]
    Nothing,
    /// Edges straight back to the previous node.
    Back,
    /// Edges straight back, and edges to nodes that one edge from the previous node reaches
    /// more cheaply, as in jump point search.
    Detours,
}

/// A directed graph, searched from node 0 to the nearest of its goals.
///
/// Actions are edges, by number. Parallel edges and loops are allowed.
#[derive(Clone, Debug)]
pub struct Graph<C = u32> {
    /// The edges, sorted by start node.
    edges: Vec<Edge<C>>,
    /// The index of the first edge of each node, and the total number.
    first: Vec<u32>,
    /// The numbers of the edges, sorted by end node.
    incoming: Vec<u32>,
    /// The index of the first incoming edge of each node, and the total number.
    first_incoming: Vec<u32>,
    is_goal: Vec<bool>,
    uniform_cost: Option<C>,
    pruning: Pruning,
}

impl<C: Cost> Graph<C> {
    /// A graph with nodes 0 to `nodes - 1`. The edges of a node are tried in the given order.
    ///
    /// # Panics
    ///
    /// Panics if there are no nodes, if an edge or a goal refers to a missing node, or if more
    /// than 64 edges start at the same node.
    pub fn new(nodes: usize, mut edges: Vec<Edge<C>>, goals: &[u32]) -> Self {
        assert!(nodes > 0, "the graph has no nodes");
        let mut is_goal = vec![false; nodes];
        for &goal in goals {
            is_goal[goal as usize] = true;
        }
        edges.sort_by_key(|edge| edge.from);
        let starts = |ends: &mut dyn Iterator<Item = u32>| {
            let mut first = vec![0; nodes + 1];
            ends.for_each(|end| first[end as usize + 1] += 1);
            for node in 0..nodes {
                first[node + 1] += first[node];
            }
            first
        };
        let first = starts(&mut edges.iter().map(|edge| edge.from));
        let first_incoming = starts(&mut edges.iter().map(|edge| edge.to));
        assert!(
            first.windows(2).all(|pair| pair[1] - pair[0] <= 64),
            "more than 64 edges start at one node"
        );
        let mut incoming: Vec<u32> = (0..edges.len() as u32).collect();
        incoming.sort_by_key(|&edge| edges[edge as usize].to);
        let uniform_cost = edges.first().map(|edge| edge.cost);
        let uniform_cost = uniform_cost.filter(|&cost| edges.iter().all(|edge| edge.cost == cost));
        let pruning = Pruning::default();
        Self { edges, first, incoming, first_incoming, is_goal, uniform_cost, pruning }
    }

    /// A line from node 0 to the goal, with `length` edges of equal cost.
    pub fn line(length: u32, cost: C) -> Self {
        let edges = (0..length).map(|from| Edge { from, to: from + 1, cost }).collect();
        Self::new(length as usize + 1, edges, &[length])
    }

    /// Sets which edges are left out.
    #[must_use]
    pub fn pruned(self, pruning: Pruning) -> Self {
        Self { pruning, ..self }
    }

    /// The same graph with other costs.
    pub fn with_costs<D: Cost>(&self, mut cost: impl FnMut(&Edge<C>) -> D) -> Graph<D> {
        let edges =
            self.edges.iter().map(|edge| Edge { from: edge.from, to: edge.to, cost: cost(edge) });
        let goals = (0..self.nodes() as u32).filter(|&node| self.is_goal[node as usize]);
        let goals: Vec<u32> = goals.collect();
        Graph::new(self.nodes(), edges.collect(), &goals).pruned(self.pruning)
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.is_goal.len()
    }

    /// All edges, by number.
    pub fn edges(&self) -> &[Edge<C>] {
        &self.edges
    }

    fn edges_from(&self, node: u32) -> std::ops::Range<u32> {
        self.first[node as usize]..self.first[node as usize + 1]
    }

    /// Whether `edge` is left out after `last`.
    fn is_pruned(&self, last: u32, edge: u32) -> bool {
        let (last, edge) = (&self.edges[last as usize], &self.edges[edge as usize]);
        let is_detour = || {
            let cost = last.cost.plus(edge.cost);
            let direct = self.edges_from(last.from).map(|number| &self.edges[number as usize]);
            edge.to == edge.from
                || direct.into_iter().any(|direct| direct.to == edge.to && direct.cost < cost)
        };
        match self.pruning {
            Pruning::Nothing => false,
            Pruning::Back => edge.to == last.from,
            Pruning::Detours => edge.to == last.from || is_detour(),
        }
    }
}

/// A set of edges of one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeSet {
    first: u32,
    /// One bit for each edge, starting with `first`.
    left: u64,
}

impl Iterator for EdgeSet {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let offset = (self.left != 0).then(|| self.left.trailing_zeros())?;
        self.left &= self.left - 1;
        Some(self.first + offset)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.left.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for EdgeSet {}

impl<C: Cost> StateSpace for Graph<C> {
    type State = u32;
    type Packed = u32;
    type Action = u32;
    type Cost = C;

    fn initial_state(&self) -> u32 {
        0
    }

    fn is_goal(&self, &node: &u32) -> bool {
        self.is_goal[node as usize]
    }

    fn actions(&self, &node: &u32, actions: &mut Vec<u32>) {
        actions.extend(self.edges_from(node));
    }

    fn actions_after(&self, &node: &u32, last: u32, actions: &mut Vec<u32>) {
        actions.extend(self.edges_from(node).filter(|&edge| !self.is_pruned(last, edge)));
    }

    fn prunes_only_inverses(&self) -> bool {
        self.pruning != Pruning::Detours
    }

    fn cost(&self, &node: &u32, edge: u32) -> C {
        debug_assert_eq!(self.edges[edge as usize].from, node, "not an edge of the node");
        self.edges[edge as usize].cost
    }

    fn apply(&self, node: &mut u32, edge: u32) {
        assert_eq!(self.edges[edge as usize].from, *node, "not an edge of the node");
        *node = self.edges[edge as usize].to;
    }

    fn pack(&self, &node: &u32) -> u32 {
        node
    }

    fn unpack(&self, &node: &u32) -> u32 {
        node
    }

    fn uniform_cost(&self) -> Option<C> {
        self.uniform_cost
    }
}

impl<C: Cost> CompactActions for Graph<C> {
    type Actions = EdgeSet;

    fn action_set(&self, &node: &u32) -> EdgeSet {
        let edges = self.edges_from(node);
        let left = edges.clone().fold(0, |left, edge| left | 1 << (edge - edges.start));
        EdgeSet { first: edges.start, left }
    }

    fn action_set_after(&self, &node: &u32, last: u32) -> EdgeSet {
        let edges = self.edges_from(node);
        let kept = edges.clone().filter(|&edge| !self.is_pruned(last, edge));
        EdgeSet {
            first: edges.start,
            left: kept.fold(0, |left, edge| left | 1 << (edge - edges.start)),
        }
    }
}

impl<C: Cost> UndoSpace for Graph<C> {
    /// The previous node, to verify that the edge undone is the last one taken.
    type Undo = u32;

    fn apply_undoable(&self, node: &mut u32, edge: u32) -> u32 {
        let before = *node;
        self.apply(node, edge);
        before
    }

    fn undo(&self, node: &mut u32, edge: u32, before: u32) {
        let Edge { from, to, .. } = self.edges[edge as usize];
        assert_eq!((before, *node), (from, to), "undo of an edge that was not the last");
        *node = from;
    }
}

/// Each edge is a class of its own.
impl<C: Cost> ActionKey for Graph<C> {
    fn key_count(&self) -> usize {
        self.edges.len()
    }

    fn action_key(&self, _node: &u32, edge: u32) -> usize {
        edge as usize
    }
}

/// By a single edge, if there is one.
impl<C: Cost> ReversibleSpace for Graph<C> {
    fn cost_back(&self, &node: &u32, edge: u32) -> Option<C> {
        let back = self.edges_from(self.edges[edge as usize].to);
        let back = back.map(|number| &self.edges[number as usize]);
        back.filter(|edge| edge.to == node).map(|edge| edge.cost).min()
    }
}

impl<C: Cost> IndexedSpace for Graph<C> {
    fn state_count(&self) -> usize {
        self.nodes()
    }

    fn index(&self, &node: &u32) -> usize {
        node as usize
    }

    fn state(&self, index: usize) -> u32 {
        index as u32
    }

    fn predecessor(&self, index: usize, edge: u32) -> usize {
        let Edge { from, to, .. } = self.edges[edge as usize];
        assert_eq!(index, to as usize, "the edge leads elsewhere");
        from as usize
    }
}

impl<C: Cost> BackwardSpace for Graph<C> {
    fn goal_states(&self, goals: &mut Vec<u32>) {
        goals.extend((0..self.nodes() as u32).filter(|&node| self.is_goal[node as usize]));
    }

    fn predecessors(&self, &node: &u32, predecessors: &mut Vec<Predecessor<Self>>) {
        let first = self.first_incoming[node as usize] as usize;
        let end = self.first_incoming[node as usize + 1] as usize;
        predecessors.extend(self.incoming[first..end].iter().map(|&number| {
            let edge = &self.edges[number as usize];
            (number, edge.cost, edge.from)
        }));
    }
}
