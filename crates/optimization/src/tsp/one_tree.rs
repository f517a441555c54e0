//! Minimum 1-trees and the Held–Karp bound.
//!
//! A 1-tree is a spanning tree with one more edge at one of its leaves; every tour is one. With
//! a price for each city, which is added to the length of its edges, the lightest 1-tree less
//! twice the sum of the prices is no longer than the shortest tour. All numbers are whole (a
//! [`SCALE`]th of the unit of the cities), so that no rounding can make a bound wrong.

use super::cities::Cities;

/// Parts of a unit of length.
pub(super) const SCALE: i64 = 1000;

/// What is decided about an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Free,
    Required,
    Forbidden,
}

/// A graph of cities with the edges that a shortest tour may have.
pub(super) struct Graph {
    pub(super) count: usize,
    pub(super) ends: Vec<[u32; 2]>,
    /// Lengths, scaled.
    lengths: Vec<i64>,
    /// For each city, its neighbours and the edges to them.
    links: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

impl Graph {
    /// The graph with the edges of which `is_kept` holds.
    pub(super) fn new(cities: &Cities, mut is_kept: impl FnMut(usize, usize) -> bool) -> Self {
        let count = cities.count();
        let mut ends = Vec::new();
        for b in 1..count {
            for a in 0..b {
                if is_kept(a, b) {
                    ends.push([a as u32, b as u32]);
                }
            }
        }
        let length = |&[a, b]: &[u32; 2]| SCALE * i64::from(cities.units(a as usize, b as usize));
        let lengths = ends.iter().map(length).collect();
        let mut starts = vec![0; count + 1];
        for &city in ends.iter().flatten() {
            starts[city as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let (mut next, mut links) = (starts.clone(), vec![(0, 0); 2 * ends.len()]);
        for (edge, &[a, b]) in ends.iter().enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                links[next[from as usize] as usize] = (to, edge as u32);
                next[from as usize] += 1;
            }
        }
        Self { count, ends, lengths, links, starts }
    }

    /// The neighbours of a city and the edges to them.
    #[inline]
    pub(super) fn links(&self, city: usize) -> &[(u32, u32)] {
        &self.links[self.starts[city] as usize..self.starts[city + 1] as usize]
    }

    /// The length of an edge with the prices of its ends.
    #[inline]
    fn weight(&self, edge: u32, prices: &[i64]) -> i64 {
        let [a, b] = self.ends[edge as usize];
        self.lengths[edge as usize] + prices[a as usize] + prices[b as usize]
    }

    /// The number of bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.lengths) + size_of_val(&*self.links)
    }
}

/// Less than any weight, so that required edges come first.
const REQUIRED: i64 = -(1 << 50);
const NONE: u32 = u32::MAX;

/// The lightest 1-tree, and room to compute it.
pub(super) struct OneTree {
    /// For each city but the first, the edge to its parent.
    parent_edge: Vec<u32>,
    parent: Vec<u32>,
    depth: Vec<u32>,
    pub(super) degree: Vec<i32>,
    key: Vec<i64>,
    /// Cities not yet in the tree.
    outside: Vec<u32>,
    /// The leaf with one more edge, that edge, and the third lightest of the leaf.
    leaf: usize,
    extra: u32,
    third: i64,
    /// The bound, scaled.
    pub(super) bound: i64,
}

impl OneTree {
    pub(super) fn new(count: usize) -> Self {
        Self {
            parent_edge: vec![NONE; count],
            parent: vec![0; count],
            depth: vec![0; count],
            degree: vec![0; count],
            key: vec![0; count],
            outside: Vec::with_capacity(count),
            leaf: 0,
            extra: NONE,
            third: 0,
            bound: 0,
        }
    }

    /// Finds the lightest 1-tree with the edges required and without those forbidden; false if
    /// there is none, and so no tour.
    pub(super) fn find(&mut self, graph: &Graph, status: &[Status], prices: &[i64]) -> bool {
        let Some(total) = self.span(graph, status, prices) else { return false };
        let Some(most) = self.extend(graph, status, prices) else { return false };
        for city in graph.ends[self.extra as usize] {
            self.degree[city as usize] += 1;
        }
        let prices: i64 = prices.iter().sum();
        self.bound = total + most - 2 * prices;
        true
    }

    /// Finds the lightest spanning tree (Prim 1957); returns its weight.
    fn span(&mut self, graph: &Graph, status: &[Status], prices: &[i64]) -> Option<i64> {
        self.key.fill(i64::MAX);
        self.degree.fill(0);
        self.outside.clear();
        self.outside.extend(1..graph.count as u32);
        let (mut city, mut total) = (0, 0);
        self.depth[0] = 0;
        while !self.outside.is_empty() {
            for &(other, edge) in graph.links(city) {
                let preference = match status[edge as usize] {
                    Status::Free => 0,
                    Status::Required => REQUIRED,
                    Status::Forbidden => continue,
                };
                let other = other as usize;
                let key = graph.lengths[edge as usize] + prices[city] + prices[other] + preference;
                // Cities in the tree have the least key.
                if key < self.key[other] {
                    self.key[other] = key;
                    (self.parent_edge[other], self.parent[other]) = (edge, city as u32);
                }
            }
            self.key[city] = i64::MIN;
            let (mut best, mut least) = (0, i64::MAX);
            for (at, &other) in self.outside.iter().enumerate() {
                let key = self.key[other as usize];
                if key < least {
                    (best, least) = (at, key);
                }
            }
            if least == i64::MAX {
                return None;
            }
            city = self.outside.swap_remove(best) as usize;
            let parent = self.parent[city] as usize;
            self.depth[city] = self.depth[parent] + 1;
            self.degree[city] += 1;
            self.degree[parent] += 1;
            total += graph.weight(self.parent_edge[city], prices);
        }
        self.key[city] = i64::MIN;
        Some(total)
    }

    /// Finds the leaf whose second edge is the heaviest, and adds this edge; returns its weight.
    fn extend(&mut self, graph: &Graph, status: &[Status], prices: &[i64]) -> Option<i64> {
        let mut most = i64::MIN;
        for city in 0..graph.count {
            if self.degree[city] != 1 {
                continue;
            }
            let (mut second, mut third, mut chosen) = (i64::MAX, i64::MAX, NONE);
            for &(other, edge) in graph.links(city) {
                let is_in_tree = self.parent_edge[city] == edge && city > 0
                    || other > 0 && self.parent_edge[other as usize] == edge;
                if is_in_tree || status[edge as usize] == Status::Forbidden {
                    continue;
                }
                let weight = graph.lengths[edge as usize] + prices[city] + prices[other as usize];
                if weight < second {
                    (third, second, chosen) = (second, weight, edge);
                } else {
                    third = third.min(weight);
                }
            }
            if chosen == NONE {
                return None;
            }
            if second > most {
                (most, self.third) = (second, third);
                (self.leaf, self.extra) = (city, chosen);
            }
        }
        Some(most)
    }

    /// Whether the 1-tree is a tour.
    pub(super) fn is_tour(&self) -> bool {
        self.degree.iter().all(|&degree| degree == 2)
    }

    /// The edges.
    pub(super) fn edges(&self) -> impl Iterator<Item = u32> + '_ {
        self.parent_edge[1..].iter().copied().chain([self.extra])
    }

    /// Calls `tell` with each edge that is not in the 1-tree, and by how much the bound grows at
    /// least if a tour has it; then with each edge in it, and by how much the bound grows if a
    /// tour does without (the flag is true).
    pub(super) fn margins(
        &self,
        graph: &Graph,
        status: &[Status],
        prices: &[i64],
        mut tell: impl FnMut(u32, bool, i64),
    ) {
        // The lightest edge that could replace the one to the parent.
        let mut replacing = vec![i64::MAX; graph.count];
        let own = self.parent_edge[self.leaf.max(1)];
        let leaf_edge = if self.leaf > 0 { own } else { self.edge_at_root() };
        let extra = graph.weight(self.extra, prices);
        for (edge, &[a, b]) in graph.ends.iter().enumerate() {
            let edge = edge as u32;
            if status[edge as usize] != Status::Free || edge == self.extra {
                continue;
            }
            let (mut a, mut b) = (a as usize, b as usize);
            if self.is_parent_edge(a, edge) || self.is_parent_edge(b, edge) {
                continue;
            }
            let weight = graph.weight(edge, prices);
            if a == self.leaf || b == self.leaf {
                tell(edge, false, weight - extra);
                continue;
            }
            let mut most = i64::MIN;
            while a != b {
                if self.depth[a] < self.depth[b] {
                    (a, b) = (b, a);
                }
                let link = self.parent_edge[a];
                replacing[a] = replacing[a].min(weight);
                if status[link as usize] == Status::Free {
                    most = most.max(graph.weight(link, prices));
                }
                a = self.parent[a] as usize;
            }
            // A cycle of required edges has no room for another.
            let margin = if most == i64::MIN { i64::MAX / 2 } else { weight - most };
            tell(edge, false, margin);
        }
        for (&edge, &least) in self.parent_edge.iter().zip(&replacing).skip(1) {
            if status[edge as usize] != Status::Free {
                continue;
            }
            let other = if edge == leaf_edge { self.third } else { least };
            let weight = graph.weight(edge, prices);
            tell(edge, true, if other == i64::MAX { i64::MAX / 2 } else { other - weight });
        }
        if status[self.extra as usize] == Status::Free {
            let is_needed = self.third == i64::MAX;
            tell(self.extra, true, if is_needed { i64::MAX / 2 } else { self.third - extra });
        }
    }

    #[inline]
    fn is_parent_edge(&self, city: usize, edge: u32) -> bool {
        city > 0 && self.parent_edge[city] == edge
    }

    /// The first edge at the root of the tree, which is the only one if the root is a leaf.
    fn edge_at_root(&self) -> u32 {
        let child = (1..self.parent.len()).find(|&city| self.parent[city] == 0);
        child.map_or(NONE, |city| self.parent_edge[city])
    }
}

/// Raises the bound by changing prices: a subgradient ascent (Held and Karp 1971) with Polyak's
/// steps towards an upper bound.
pub(super) struct Ascent {
    pub(super) prices: Vec<i64>,
    /// The prices and the bound that were best.
    pub(super) best_prices: Vec<i64>,
    pub(super) best_bound: i64,
    before: Vec<i32>,
    factor: f64,
    patience: u32,
    fails: u32,
}

impl Ascent {
    /// An ascent from these prices; the factor of its steps is halved after `patience` failures.
    pub(super) fn new(prices: Vec<i64>, factor: f64, patience: u32) -> Self {
        let best_prices = prices.clone();
        let before = Vec::new();
        Self { prices, best_prices, best_bound: i64::MIN, before, factor, patience, fails: 0 }
    }

    /// Takes `tree`, found with the prices, into account and changes them. Returns false when
    /// further steps would be too small.
    pub(super) fn step(&mut self, tree: &OneTree, upper: i64) -> bool {
        if tree.bound > self.best_bound {
            self.best_bound = tree.bound;
            self.best_prices.clone_from(&self.prices);
            self.fails = 0;
        } else {
            self.fails += 1;
            if self.fails >= self.patience {
                self.factor /= 2.0;
                self.fails = 0;
            }
        }
        if self.before.is_empty() {
            self.before.clone_from(&tree.degree);
        }
        let norm: i32 = tree.degree.iter().map(|degree| (degree - 2) * (degree - 2)).sum();
        let step = self.factor * (upper - tree.bound).max(0) as f64 / f64::from(norm.max(1));
        if step < 1.0 || norm == 0 {
            return false;
        }
        for (city, price) in self.prices.iter_mut().enumerate() {
            let (now, before) =
                (f64::from(tree.degree[city] - 2), f64::from(self.before[city] - 2));
            *price += (step * (0.7 * now + 0.3 * before)).round() as i64;
        }
        self.before.clone_from(&tree.degree);
        true
    }
}
