//! The open and closed lists of a search, plainly, with every convention as a value.

use std::collections::{BTreeMap, HashMap};

use tremaux_registry::NumberedRules;

use crate::conventions::{Conventions, Order};

/// A cost as it is compared: in millionths, so that sums of decimals are equal if they should be.
pub(crate) fn compared(value: f64) -> i128 {
    (value * 1e6).round() as i128
}

/// What entries are ordered by: the priority, and two ties.
pub(crate) type Key = [i128; 3];

/// A path to a state, in the open list or out of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) state: u32,
    pub(crate) g: f64,
    pub(crate) h: f64,
    f: f64,
    pub(crate) key: Key,
    pub(crate) depth: u32,
    parent: Option<usize>,
}

impl Entry {
    pub(crate) const fn values(&self) -> [(&'static str, f64); 3] {
        [("g", self.g), ("h", self.h), ("f", self.f)]
    }
}

/// A state that was expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    g: f64,
    /// In which step, from 1.
    pub(crate) step: usize,
    /// Whether a cheaper path came up later and was dropped.
    pub(crate) is_dearer: bool,
}

/// A search after some steps.
pub(crate) struct Frontier {
    conventions: Conventions,
    pub(crate) entries: Vec<Entry>,
    open: BTreeMap<Key, Vec<usize>>,
    /// The entries of each open state.
    open_of: HashMap<u32, Vec<usize>>,
    pub(crate) closed: HashMap<u32, Closed>,
    /// The number of the next entry or, if the order of successors is open, of the next expansion.
    age: f64,
    /// The bound of this round, and the least value above it that was cut.
    bound: f64,
    next_bound: f64,
    /// The states beyond a bound on the depth, with their depths.
    pub(crate) beyond: HashMap<u32, u32>,
    /// The goal that was generated, and in which step.
    pub(crate) found: Option<(u32, usize)>,
    /// How many states were generated, and how many of them entered the open list.
    pub(crate) generated: [u64; 2],
}

impl Frontier {
    /// A search before its first step.
    pub(crate) fn new(conventions: Conventions, rules: &mut dyn NumberedRules) -> Self {
        let bound = match conventions.algorithm.start {
            Order::Depths => 0.0,
            Order::Totals => conventions.weight * rules.estimate(0),
            _ => f64::INFINITY,
        };
        let mut frontier = Self {
            conventions,
            entries: Vec::new(),
            open: BTreeMap::new(),
            open_of: HashMap::new(),
            closed: HashMap::new(),
            age: 0.0,
            bound,
            next_bound: f64::INFINITY,
            beyond: HashMap::new(),
            found: None,
            generated: [0; 2],
        };
        frontier.begin(rules);
        if conventions.word("goal") == "generation" && rules.is_goal(0) {
            frontier.found = Some((0, 0));
        }
        frontier
    }

    /// Opens the start.
    fn begin(&mut self, rules: &mut dyn NumberedRules) {
        self.open.clear();
        self.open_of.clear();
        self.closed.clear();
        self.entries.clear();
        let start = self.entry(0, 0.0, None, rules);
        self.insert(start);
    }

    /// An entry that is made now.
    fn entry(&self, state: u32, g: f64, parent: Option<usize>, rules: &dyn NumberedRules) -> Entry {
        let h = rules.estimate(state);
        let f = g + self.conventions.weight * h;
        let tie = |tie: &str| match tie {
            "fifo" => self.age,
            "lifo" => -self.age,
            "high-g" => -g,
            "low-g" => g,
            "low-h" => h,
            "key" => rules.key(state) as f64,
            _ => 0.0,
        };
        let [first, then] = ["ties", "then"].map(|name| tie(self.conventions.word(name)));
        let [priority, first] = match self.conventions.algorithm.start {
            Order::Oldest => [0.0, self.age],
            Order::Newest | Order::Depths | Order::Totals => [0.0, -self.age],
            Order::Cost => [g, first],
            Order::Estimate => [h, first],
            Order::Total => [f, first],
        };
        let key = [priority, first, then].map(compared);
        let depth = parent.map_or(0, |parent| self.entries[parent].depth + 1);
        Entry { state, g, h, f, key, depth, parent }
    }

    fn insert(&mut self, entry: Entry) {
        let index = self.entries.len();
        self.entries.push(entry);
        self.open.entry(entry.key).or_default().push(index);
        self.open_of.entry(entry.state).or_default().push(index);
    }

    fn remove(&mut self, index: usize) {
        let Entry { state, key, .. } = self.entries[index];
        if let Some(bucket) = self.open.get_mut(&key) {
            bucket.retain(|&it| it != index);
            if bucket.is_empty() {
                self.open.remove(&key);
            }
        }
        if let Some(of) = self.open_of.get_mut(&state) {
            of.retain(|&it| it != index);
            if of.is_empty() {
                self.open_of.remove(&state);
            }
        }
    }

    /// The best open entry of a state.
    pub(crate) fn open_entry(&self, state: u32) -> Option<&Entry> {
        let of = self.open_of.get(&state)?;
        of.iter().map(|&index| &self.entries[index]).min_by_key(|entry| entry.key)
    }

    /// The numbers of open and of closed states.
    pub(crate) fn sizes(&self) -> [u64; 2] {
        [self.open_of.len() as u64, self.closed.len() as u64]
    }

    /// The entries of which the next step expands one; none if the search is over.
    pub(crate) fn allowed(&mut self, rules: &mut dyn NumberedRules) -> Vec<usize> {
        loop {
            if let Some(bucket) = self.open.values().next() {
                let is_checked = self.conventions.word("duplicates") == "closed";
                let is_stale = |&&index: &&usize| {
                    let entry = &self.entries[index];
                    let closed = self.closed.get(&entry.state).filter(|_| is_checked);
                    closed.is_some_and(|it| !self.reopens(it, entry.g))
                };
                let stale: Vec<usize> = bucket.iter().filter(is_stale).copied().collect();
                if stale.is_empty() {
                    return bucket.clone();
                }
                stale.into_iter().for_each(|index| self.remove(index));
            } else if self.next_bound.is_finite() {
                (self.bound, self.next_bound) = (self.next_bound, f64::INFINITY);
                self.begin(rules);
            } else {
                return Vec::new();
            }
        }
    }

    /// Whether a path of this cost opens a closed state again.
    fn reopens(&self, closed: &Closed, g: f64) -> bool {
        let is_cheaper = compared(g) < compared(closed.g);
        self.conventions.word("reopen") == "yes" && is_cheaper
    }

    /// Expands an entry, as step number `step`.
    pub(crate) fn expand(&mut self, index: usize, step: usize, rules: &mut dyn NumberedRules) {
        let Entry { state, g, .. } = self.entries[index];
        self.remove(index);
        if self.conventions.has_closed() {
            self.closed.insert(state, Closed { g, step, is_dearer: false });
        }
        let mut successors = rules.successors(state);
        let is_pushed_last = self.conventions.algorithm.start.is_newest_first();
        let is_reversed = self.conventions.word("successors") == "reversed";
        // What is pushed last is expanded first.
        if is_pushed_last != is_reversed {
            successors.reverse();
        }
        self.age += 1.0;
        for (next, cost) in successors {
            self.generated[0] += 1;
            let entry = self.entry(next, g + cost, Some(index), rules);
            if self.is_cut(&entry) || self.is_duplicate(&entry) {
                continue;
            }
            self.generated[1] += 1;
            self.insert(entry);
            if self.conventions.word("successors") != "any" {
                self.age += 1.0;
            }
            let is_tested = self.conventions.word("goal") == "generation";
            if is_tested && self.found.is_none() && rules.is_goal(next) {
                self.found = Some((next, step));
            }
        }
    }

    /// Whether a bound cuts an entry off.
    fn is_cut(&mut self, entry: &Entry) -> bool {
        if entry.depth > self.conventions.depth {
            self.beyond.entry(entry.state).or_insert(entry.depth);
            return true;
        }
        let value = match self.conventions.algorithm.start {
            Order::Depths => f64::from(entry.depth),
            Order::Totals => entry.f,
            _ => return false,
        };
        let is_cut = compared(value) > compared(self.bound);
        if is_cut {
            self.next_bound = self.next_bound.min(value);
        }
        is_cut
    }

    /// Whether an entry is dropped because its state is known. Another one that it replaces leaves
    /// the open list.
    fn is_duplicate(&mut self, entry: &Entry) -> bool {
        let (state, g) = (entry.state, entry.g);
        match self.conventions.word("duplicates") {
            "none" => return false,
            "path" => return self.is_on_path(entry, usize::MAX),
            // The state of the entry, its parent, and the one before that.
            "parent" => return self.is_on_path(entry, 2),
            _ => {}
        }
        if let Some(closed) = self.closed.get(&state).copied() {
            if !self.reopens(&closed, g) {
                let is_dearer = closed.is_dearer || compared(g) < compared(closed.g);
                self.closed.insert(state, Closed { is_dearer, ..closed });
                return true;
            }
            self.closed.remove(&state);
        }
        if self.conventions.word("duplicates") != "all" {
            return false;
        }
        let Some(&known) = self.open_of.get(&state).and_then(|of| of.first()) else { return false };
        let is_by_age = self.conventions.algorithm.start.letter().is_none();
        if is_by_age || compared(g) >= compared(self.entries[known].g) {
            return true;
        }
        self.remove(known);
        false
    }

    /// Whether the state of an entry is among the last states of the path to its parent.
    fn is_on_path(&self, entry: &Entry, last: usize) -> bool {
        let parent = |&at: &usize| self.entries[at].parent;
        let mut path = std::iter::successors(entry.parent, parent).take(last);
        path.any(|at| self.entries[at].state == entry.state)
    }
}
