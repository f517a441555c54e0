//! Shortest tours with proof: branch and bound with 1-trees.

use std::collections::BinaryHeap;
use std::sync::Arc;

use tremaux_core::{Limits, Progress};
use tremaux_landscape::{Log, Optimization, Tally};

use super::iterated::{IteratedSearch, Neighborhood};
use super::one_tree::{Ascent, Graph, OneTree, SCALE, Status};
use super::tour::{Tour, Tours};

/// A part of all tours: those with some edges and without others.
struct Node {
    /// No tour of this part is shorter; scaled.
    bound: i64,
    status: Box<[Status]>,
    prices: Box<[i64]>,
    /// The edges to branch on.
    edges: [Option<u32>; 2],
}

impl Node {
    fn key(&self) -> (i64, usize) {
        // The least bound first.
        (-self.bound, 0)
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// What the search does next.
enum Phase {
    /// Finds a good tour.
    Tour,
    /// Raises the bound with all edges.
    Root(Graph, Ascent, u32),
    /// Branches.
    Tree(Graph),
    Over,
}

/// Branch and bound for the shortest tour: Held–Karp bounds, edges fixed by their margins, the
/// part with the least bound first.
///
/// Proves its tour optimal when it ends, and at any time that no tour is shorter than its
/// bound. Sources: Held and Karp (1971); Volgenant and Jonker (1982).
pub struct BranchAndBound {
    tours: Arc<Tours>,
    heuristic: IteratedSearch,
    best: Option<Tour>,
    phase: Phase,
    tree: OneTree,
    open: BinaryHeap<Node>,
    /// Parts whose bounds are not yet computed, with those of their parents.
    pending: Vec<Node>,
    /// Scaled.
    lower: i64,
    tally: Tally,
    log: Log,
}

/// Ascents of parts take so many steps.
const STEPS: u32 = 40;
/// The ascent of the root takes at most so many.
const ROOT_STEPS: u32 = 3000;

impl BranchAndBound {
    /// A search through these cities, which begins with a good tour.
    pub fn new(tours: Arc<Tours>, seed: u64) -> Self {
        let kicks = 100 * tours.cities().count() as u64;
        Self::with_kicks(tours, kicks, seed)
    }

    /// Like [`BranchAndBound::new`], but begins with the first local optimum.
    pub fn with_any_tour(tours: Arc<Tours>, seed: u64) -> Self {
        Self::with_kicks(tours, 0, seed)
    }

    /// Like [`BranchAndBound::new`], but begins with this tour.
    pub fn with_tour(tours: Arc<Tours>, tour: Tour, seed: u64) -> Self {
        let mut search = Self::with_kicks(tours, 0, seed);
        search.begin(tour);
        search
    }

    /// Goes on with the bounds, with this tour as the best one.
    fn begin(&mut self, tour: Tour) {
        self.best = Some(tour);
        self.phase = if self.tree.degree.len() < 4 {
            self.lower = SCALE * self.upper();
            Phase::Over
        } else {
            let graph = Graph::new(self.tours.cities(), |_, _| true);
            Phase::Root(graph, Ascent::new(vec![0; self.tree.degree.len()], 2.0, 20), 0)
        };
    }

    fn with_kicks(tours: Arc<Tours>, kicks: u64, seed: u64) -> Self {
        let count = tours.cities().count();
        let heuristic =
            IteratedSearch::new(Arc::clone(&tours), Neighborhood::OrThreeOpt, kicks, seed);
        Self {
            heuristic,
            best: None,
            phase: Phase::Tour,
            tree: OneTree::new(count),
            open: BinaryHeap::new(),
            pending: Vec::new(),
            lower: 0,
            tally: Tally::default(),
            log: Log::default(),
            tours,
        }
    }

    fn upper(&self) -> i64 {
        self.best.as_ref().map_or(i64::MAX / 4, |tour| tour.length)
    }

    /// Whether no tour with this bound is shorter than the best one.
    fn is_cut(&self, bound: i64) -> bool {
        bound > SCALE * (self.upper() - 1)
    }

    /// Takes the tour that the 1-tree is, if it is better.
    fn take_tour(&mut self, graph: &Graph) {
        let mut near = vec![[u32::MAX; 2]; graph.count];
        for edge in self.tree.edges() {
            let [a, b] = graph.ends[edge as usize];
            for (from, to) in [(a, b), (b, a)] {
                let slots = &mut near[from as usize];
                slots[usize::from(slots[0] != u32::MAX)] = to;
            }
        }
        let (mut order, mut before, mut city) = (Vec::with_capacity(graph.count), u32::MAX, 0);
        while order.len() < graph.count {
            order.push(city);
            let [one, other] = near[city as usize];
            let next = if one == before { other } else { one };
            (before, city) = (city, next);
        }
        let tour = Tour::new(self.tours.cities(), order);
        if tour.length < self.upper() {
            self.best = Some(tour);
        }
    }

    /// Computes the bound of a part and fixes edges. Adds it to the open parts unless it has no
    /// better tour.
    fn examine(&mut self, graph: &Graph, mut node: Node) {
        if !self.raise_bound(graph, &mut node) {
            return;
        }
        let Some(gains) = self.fix_edges(graph, &mut node) else { return };
        match self.branching_edges(graph, &node, &gains) {
            // Fixing has changed the 1-tree: look again.
            None => self.pending.push(node),
            Some(edges) => self.open.push(Node { edges, ..node }),
        }
    }

    /// Raises the bound of a part by better prices; false if it has no better tour.
    fn raise_bound(&mut self, graph: &Graph, node: &mut Node) -> bool {
        let mut ascent = Ascent::new(node.prices.to_vec(), 1.0, 5);
        for _ in 0..STEPS {
            self.tally.evaluated += 1;
            if !self.tree.find(graph, &node.status, &ascent.prices) {
                return false;
            }
            if self.tree.is_tour() {
                self.take_tour(graph);
            }
            let upper = SCALE * self.upper();
            let goes_on = ascent.step(&self.tree, upper);
            if self.is_cut(ascent.best_bound) {
                return false;
            }
            if !goes_on {
                break;
            }
        }
        if !self.tree.find(graph, &node.status, &ascent.best_prices) || self.tree.is_tour() {
            // The length of a tour is the bound.
            return false;
        }
        node.prices = ascent.best_prices.into();
        node.bound = node.bound.max(self.tree.bound);
        true
    }

    /// Fixes the edges without which, or with which, no tour of a part is better. Returns by how
    /// much the bound rises without each edge of the 1-tree; `None` if there is no tour.
    fn fix_edges(&mut self, graph: &Graph, node: &mut Node) -> Option<Vec<i64>> {
        let limit = SCALE * (self.upper() - 1) - self.tree.bound;
        let mut fixed = Vec::new();
        let mut gains = vec![0; graph.ends.len()];
        self.tree.margins(graph, &node.status, &node.prices, |edge, is_in_tree, margin| {
            if margin > limit {
                fixed.push((edge, if is_in_tree { Status::Required } else { Status::Forbidden }));
            } else if is_in_tree {
                gains[edge as usize] = margin;
            }
        });
        for (edge, status) in fixed {
            node.status[edge as usize] = status;
        }
        propagate(graph, &mut node.status).then_some(gains)
    }

    /// The two edges to branch on: at the city with too many edges whose best two edges are the
    /// hardest to replace; a required edge counts as none.
    fn branching_edges(
        &self,
        graph: &Graph,
        node: &Node,
        gains: &[i64],
    ) -> Option<[Option<u32>; 2]> {
        let mut is_in_tree = vec![false; graph.ends.len()];
        self.tree.edges().for_each(|edge| is_in_tree[edge as usize] = true);
        let (mut best, mut edges) = (-1, None);
        for city in 0..graph.count {
            if self.tree.degree[city] < 3 {
                continue;
            }
            let mut two = [(-1, None); 2];
            let mut is_half = false;
            for &(_, edge) in graph.links(city) {
                is_half |= node.status[edge as usize] == Status::Required;
                let is_free = node.status[edge as usize] == Status::Free;
                let gain = gains[edge as usize];
                if is_free && is_in_tree[edge as usize] && gain > two[1].0 {
                    two[1] = (gain, Some(edge));
                    if two[1].0 > two[0].0 {
                        two.swap(0, 1);
                    }
                }
            }
            let score = two[0].0 + if is_half { 0 } else { two[1].0 };
            if two[0].1.is_some() && score > best {
                best = score;
                edges = Some([two[0].1, if is_half { None } else { two[1].1 }]);
            }
        }
        edges
    }

    /// Divides the open part with the least bound.
    fn branch(&mut self, graph: &Graph) -> bool {
        let Some(node) = self.open.pop() else { return false };
        self.lower = self.lower.max(node.bound);
        if self.is_cut(node.bound) {
            self.open.clear();
            return false;
        }
        self.tally.accepted += 1;
        let [Some(first), second] = node.edges else { return true };
        let parts: &[&[(u32, Status)]] = match second {
            None => &[&[(first, Status::Required)], &[(first, Status::Forbidden)]],
            Some(second) => &[
                &[(first, Status::Required), (second, Status::Required)],
                &[(first, Status::Required), (second, Status::Forbidden)],
                &[(first, Status::Forbidden)],
            ],
        };
        for part in parts {
            let mut status = node.status.clone();
            for &(edge, decision) in *part {
                status[edge as usize] = decision;
            }
            if propagate(graph, &mut status) {
                let prices = node.prices.clone();
                self.pending.push(Node { bound: node.bound, status, prices, edges: [None; 2] });
            }
        }
        true
    }

    /// The graph without the edges that no better tour has.
    fn eliminate(&mut self, graph: &Graph, status: &[Status], ascent: &Ascent) -> Graph {
        self.tree.find(graph, status, &ascent.best_prices);
        let limit = SCALE * (self.upper() - 1) - self.tree.bound;
        let mut is_kept = vec![true; graph.ends.len()];
        self.tree.margins(graph, status, &ascent.best_prices, |edge, is_in_tree, margin| {
            if !is_in_tree && margin > limit {
                is_kept[edge as usize] = false;
            }
        });
        // The edges have the order in which `Graph::new` asks for them.
        let mut asked = is_kept.iter();
        let graph = Graph::new(self.tours.cities(), |_, _| asked.next() == Some(&true));
        let status = vec![Status::Free; graph.ends.len()].into();
        let prices = ascent.best_prices.clone().into();
        self.pending.push(Node { bound: self.lower, status, prices, edges: [None; 2] });
        graph
    }
}

/// Draws conclusions until there are no more; false if the part has no tour.
fn propagate(graph: &Graph, status: &mut [Status]) -> bool {
    loop {
        match complete_cities(graph, status) {
            None => return false,
            Some(true) => continue,
            Some(false) => {}
        }
        let mut is_on_path = vec![false; graph.count];
        if !keep_paths_open(graph, status, &mut is_on_path) {
            return may_be_closed(graph, status, &is_on_path);
        }
    }
}

/// Gives an edge that is free this status; returns whether it was free.
fn set(status: &mut [Status], edge: u32, to: Status) -> bool {
    let is_new = status[edge as usize] == Status::Free;
    if is_new {
        status[edge as usize] = to;
    }
    is_new
}

/// Each city has two edges: with two required ones it has no others, and if only two are left
/// they are required. Returns whether edges were fixed; `None` if a city cannot have two.
fn complete_cities(graph: &Graph, status: &mut [Status]) -> Option<bool> {
    let mut has_changed = false;
    for city in 0..graph.count {
        let links = graph.links(city);
        let count = |what: Status, status: &[Status]| {
            links.iter().filter(|(_, edge)| status[*edge as usize] == what).count()
        };
        let (required, free) = (count(Status::Required, status), count(Status::Free, status));
        if required > 2 || required + free < 2 {
            return None;
        }
        if free > 0 && (required == 2 || required + free == 2) {
            let to = if required == 2 { Status::Forbidden } else { Status::Required };
            for &(_, edge) in links {
                has_changed |= set(status, edge, to);
            }
        }
    }
    Some(has_changed)
}

/// The city at the other end of a required edge of `city`, but not `from`.
fn follow(graph: &Graph, status: &[Status], city: u32, from: u32) -> Option<u32> {
    let mut links = graph.links(city as usize).iter();
    let is_next =
        |&&(other, edge): &&(u32, u32)| other != from && status[edge as usize] == Status::Required;
    links.find(is_next).map(|(other, _)| *other)
}

/// The number of required edges of a city.
fn required(graph: &Graph, status: &[Status], city: usize) -> usize {
    let links = graph.links(city).iter();
    links.filter(|(_, edge)| status[*edge as usize] == Status::Required).count()
}

/// Paths of required edges must not be closed before they visit all cities. Returns whether edges
/// were fixed, and marks the cities on paths.
fn keep_paths_open(graph: &Graph, status: &mut [Status], is_on_path: &mut [bool]) -> bool {
    let mut has_changed = false;
    for start in 0..graph.count as u32 {
        if required(graph, status, start as usize) != 1 || is_on_path[start as usize] {
            continue;
        }
        let (mut before, mut end, mut length) = (u32::MAX, start, 1);
        is_on_path[start as usize] = true;
        while let Some(next) = follow(graph, status, end, before) {
            (before, end) = (end, next);
            is_on_path[end as usize] = true;
            length += 1;
        }
        if length == graph.count {
            continue;
        }
        let closing = graph.links(start as usize).iter().find(|(other, _)| *other == end);
        if let Some(&(_, edge)) = closing.filter(|_| length > 2) {
            has_changed |= set(status, edge, Status::Forbidden);
        }
    }
    has_changed
}

/// Cities with two required edges that are on no path are on cycles: there must be none, or one
/// through all cities.
fn may_be_closed(graph: &Graph, status: &[Status], is_on_path: &[bool]) -> bool {
    let is_on_cycle = |city: usize| !is_on_path[city] && required(graph, status, city) == 2;
    if !(0..graph.count).any(is_on_cycle) {
        return true;
    }
    let (mut before, mut city, mut length) = (u32::MAX, 0, 0);
    while let Some(next) = follow(graph, status, city, before).filter(|_| length < graph.count) {
        (before, city) = (city, next);
        length += 1;
        if city == 0 {
            break;
        }
    }
    length == graph.count && city == 0
}

impl Optimization<Tour> for BranchAndBound {
    fn step(&mut self) -> bool {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Tour => {
                // Some hundred cities looked at.
                let slice = Limits::default().with_nodes(1000);
                let progress = self.heuristic.advance(&slice, &mut |_| {});
                self.tally.evaluated += 1;
                let best = self.heuristic.best().map(|(tour, _)| tour.clone());
                if matches!(progress, Progress::Paused(_)) {
                    (self.best, self.phase) = (best, Phase::Tour);
                } else if let Some(tour) = best {
                    self.begin(tour);
                }
            }
            Phase::Root(graph, mut ascent, steps) => {
                self.tally.evaluated += 1;
                let status = vec![Status::Free; graph.ends.len()];
                self.tree.find(&graph, &status, &ascent.prices);
                if self.tree.is_tour() {
                    self.take_tour(&graph);
                }
                let goes_on = ascent.step(&self.tree, SCALE * self.upper());
                self.lower = self.lower.max(ascent.best_bound);
                let goes_on = goes_on && steps < ROOT_STEPS && !self.is_cut(self.lower);
                self.phase = if goes_on {
                    Phase::Root(graph, ascent, steps + 1)
                } else {
                    Phase::Tree(self.eliminate(&graph, &status, &ascent))
                };
            }
            Phase::Tree(graph) => {
                if let Some(node) = self.pending.pop() {
                    if !self.is_cut(node.bound) {
                        self.examine(&graph, node);
                    }
                    self.phase = Phase::Tree(graph);
                } else if self.branch(&graph) {
                    self.phase = Phase::Tree(graph);
                } else {
                    self.lower = SCALE * self.upper();
                }
            }
            Phase::Over => return false,
        }
        true
    }

    fn best(&self) -> Option<(&Tour, f64)> {
        self.best.as_ref().map(|tour| (tour, self.tours.measured(tour.length)))
    }

    fn best_value(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |tour| self.tours.measured(tour.length))
    }

    fn lower_bound(&self) -> f64 {
        self.tours.measured((self.lower + SCALE - 1).div_euclid(SCALE))
    }

    fn rounding(&self) -> f64 {
        self.tours.cities().rounding()
    }

    fn tally(&self) -> Tally {
        self.tally
    }

    fn bytes(&self) -> usize {
        let (graph, per_node) = match &self.phase {
            Phase::Root(graph, ..) => (graph.bytes(), 0),
            Phase::Tree(graph) => (graph.bytes(), graph.ends.len() + 8 * graph.count + 64),
            _ => (0, 0),
        };
        graph + per_node * (self.open.len() + self.pending.len())
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }
}
