//! The numbers of the nodes of a search.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

use crate::header::Shape;

/// No node: it is not recorded.
pub(crate) const NONE: u32 = u32::MAX;

/// A node that hangs in a tree, and the list of those that hang from it.
struct Hanging<P> {
    packed: P,
    first: u32,
    last: u32,
    /// The next that hangs from the same node.
    next: u32,
    /// Which of its own was found last.
    found: u32,
}

/// Which state has which number, from 0 on.
///
/// In a [`Shape::Graph`] a state is a node; if the search numbers its states itself, nothing
/// is looked up but a number. In a [`Shape::Tree`] a node is known by its state and by the
/// node that it hangs from, whose list is searched from where something was found before: a
/// depth-first search comes back in the same order, so that one look is enough. Memory in
/// proportion to the nodes.
pub(crate) struct Numbering<P> {
    is_tree: bool,
    /// How many nodes there are.
    count: u32,
    /// The states of a graph that the search has not numbered; in a tree the roots, and what
    /// hangs from nothing recorded.
    loose: HashMap<P, u32, FixedState>,
    /// In a tree, each node.
    hanging: Vec<Hanging<P>>,
    /// In a graph, what each node is.
    states: Vec<P>,
    /// In a graph, numbers of the search below this are those of the nodes.
    same: u32,
    /// In a graph, the nodes of the other numbers of the search.
    by_number: Pages,
}

/// Numbers of the search in a page.
const PAGE: usize = 32;

/// Room for so many pages is made at first.
const FIRST_PAGES: usize = 128;

/// The nodes of numbers of the search. A search that comes to few of very many takes little
/// room, and little time to make it.
#[derive(Default)]
struct Pages {
    /// The page of each [`PAGE`] numbers, from 1 on; 0 if none of them has a node.
    pages: Vec<u32>,
    /// The nodes in each page, or [`NONE`]; what has no page is on the first.
    nodes: Vec<[u32; PAGE]>,
}

impl Pages {
    #[inline]
    fn get(&self, number: u32) -> Option<u32> {
        let number = number as usize;
        let page = *self.pages.get(number / PAGE)?;
        self.nodes.get(page as usize).map(|nodes| nodes[number % PAGE])
    }

    #[inline]
    fn set(&mut self, number: u32, id: u32) {
        let number = number as usize;
        let mut page = self.pages.get(number / PAGE).copied().unwrap_or(0);
        if page == 0 {
            page = self.make_room(number / PAGE);
        }
        self.nodes[page as usize][number % PAGE] = id;
    }

    #[cold]
    fn make_room(&mut self, at: usize) -> u32 {
        if at >= self.pages.len() {
            self.pages.resize((at + 1).max(self.pages.len() * 2).max(FIRST_PAGES), 0);
        }
        if self.nodes.is_empty() {
            self.nodes.reserve(FIRST_PAGES);
            self.nodes.push([NONE; PAGE]);
        }
        self.pages[at] = self.nodes.len() as u32;
        self.nodes.push([NONE; PAGE]);
        self.pages[at]
    }
}

impl<P: Clone + Eq + Hash> Numbering<P> {
    pub(crate) fn new(shape: Shape) -> Self {
        Self {
            is_tree: shape != Shape::Graph,
            count: 0,
            loose: HashMap::with_hasher(FixedState::with_seed(3)),
            hanging: Vec::new(),
            states: Vec::new(),
            same: 0,
            by_number: Pages::default(),
        }
    }

    fn next(&mut self) -> u32 {
        let id = self.count;
        self.count += 1;
        id
    }

    /// The node of the state that the search has under `number`, if there is one.
    #[inline]
    pub(crate) fn get_numbered(&self, number: u32) -> Option<u32> {
        if number < self.same {
            return Some(number);
        }
        self.by_number.get(number).filter(|&id| id != NONE)
    }

    /// The node of the state that the search has under `number`, and whether it is new.
    #[inline]
    pub(crate) fn number_numbered(&mut self, number: u32, pack: impl FnOnce() -> P) -> (u32, bool) {
        if let Some(id) = self.get_numbered(number) {
            return (id, false);
        }
        let id = self.next();
        if number == id && id == self.same {
            self.same += 1;
        } else {
            self.by_number.set(number, id);
        }
        self.states.push(pack());
        (id, true)
    }

    /// The nodes of a graph that `wanted` are, and whether they are new: the last that is asked,
    /// as no other question knows of these.
    pub(crate) fn number_all(self, wanted: &[P]) -> Vec<(u32, bool)> {
        // Nearly all nodes come upon an empty slot at once.
        let mask = (wanted.len() * 8).next_power_of_two() - 1;
        let mut slots = vec![NONE; mask + 1];
        let hasher = FixedState::with_seed(3);
        // The slot that holds a state, or else the empty one where it belongs.
        let slot_of = |slots: &[u32], packed: &P| {
            let mut slot = hasher.hash_one(packed) as usize & mask;
            while slots[slot] != NONE && wanted[slots[slot] as usize] != *packed {
                slot = (slot + 1) & mask;
            }
            slot
        };
        // What is wanted twice has the node of where it comes first.
        let mut firsts = Vec::with_capacity(wanted.len());
        for (at, packed) in wanted.iter().enumerate() {
            let slot = slot_of(&slots, packed);
            if slots[slot] == NONE {
                slots[slot] = at as u32;
            }
            firsts.push(slots[slot] as usize);
        }
        let mut found = vec![NONE; wanted.len()];
        for (id, packed) in self.states.iter().enumerate() {
            if let Some(node) = found.get_mut(slots[slot_of(&slots, packed)] as usize) {
                *node = id as u32;
            }
        }
        let mut next = self.count;
        let node = |first: usize| {
            let is_new = found[first] == NONE;
            if is_new {
                found[first] = next;
                next += 1;
            }
            (found[first], is_new)
        };
        firsts.into_iter().map(node).collect()
    }

    /// The number of the state that hangs from `parent`, if it has one.
    pub(crate) fn get(&mut self, parent: u32, packed: &P) -> Option<u32> {
        if !self.is_tree || parent == NONE {
            return self.loose.get(packed).copied();
        }
        let Hanging { first, found, .. } = self.hanging[parent as usize];
        let mut at = if found == NONE { first } else { self.hanging[found as usize].next };
        // From the one after that which was found last to the end, then from the first.
        for start in [at, first] {
            at = start;
            while at != NONE {
                let node = &self.hanging[at as usize];
                if node.packed == *packed {
                    self.hanging[parent as usize].found = at;
                    return Some(at);
                }
                at = node.next;
            }
        }
        None
    }

    /// The number of the state that hangs from `parent`, and whether it is new.
    pub(crate) fn number(&mut self, parent: u32, packed: P) -> (u32, bool) {
        if !self.is_tree {
            let next = self.count;
            let id = *self.loose.entry(packed.clone()).or_insert(next);
            if id == next {
                self.count += 1;
                self.states.push(packed);
            }
            return (id, id == next);
        }
        if let Some(id) = self.get(parent, &packed) {
            return (id, false);
        }
        let id = self.next();
        if parent == NONE {
            self.loose.insert(packed.clone(), id);
        } else {
            let before = &mut self.hanging[parent as usize];
            let last = std::mem::replace(&mut before.last, id);
            before.found = id;
            if last == NONE {
                before.first = id;
            } else {
                self.hanging[last as usize].next = id;
            }
        }
        self.hanging.push(Hanging { packed, first: NONE, last: NONE, next: NONE, found: NONE });
        (id, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the slow way numbers: by a map of pairs.
    #[test]
    fn trees_are_numbered_as_by_a_map_of_pairs() {
        let mut numbering = Numbering::new(Shape::Tree);
        let mut slow: HashMap<(u32, u8), u32> = HashMap::new();
        let (mut random, mut again) = (1_u32, 0);
        for _ in 0..4000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let state = (random >> 24) as u8 % 7;
            let known = slow.len() as u32;
            let parent = (random >> 8) % (known.min(60) + 1);
            let parent = if parent == known.min(60) { NONE } else { parent };
            assert_eq!(numbering.get(parent, &state), slow.get(&(parent, state)).copied());
            let id = *slow.entry((parent, state)).or_insert(known);
            assert_eq!(numbering.number(parent, state), (id, id == known));
            again += u32::from(id != known);
        }
        assert!(again > 1000 && slow.len() > 300, "{again} again, {} nodes", slow.len());
    }

    #[test]
    fn in_a_graph_a_state_is_a_node() {
        let mut numbering = Numbering::new(Shape::Graph);
        assert_eq!(numbering.number(NONE, "a"), (0, true));
        assert_eq!(numbering.number(0, "b"), (1, true));
        assert_eq!(numbering.number(1, "a"), (0, false));
        assert_eq!((numbering.get(NONE, &"b"), numbering.get(0, &"c")), (Some(1), None));
    }

    #[test]
    fn what_the_search_has_numbered_is_found_again_by_what_it_is() {
        let mut numbering = Numbering::new(Shape::Graph);
        assert_eq!(numbering.number_numbered(0, || "z"), (0, true));
        assert_eq!(numbering.number_numbered(0, || unreachable!()), (0, false));
        assert_eq!(numbering.number_numbered(7, || "a"), (1, true));
        assert_eq!(numbering.number_numbered(7, || unreachable!()), (1, false));
        assert_eq!(numbering.number(NONE, "b"), (2, true));
        assert_eq!(numbering.number_numbered(3, || "c"), (3, true));
        assert_eq!(numbering.number_numbered(1, || "y"), (4, true));
        let known = [0, 7, 3, 1, 2, 900].map(|number| numbering.get_numbered(number));
        assert_eq!(known, [Some(0), Some(1), Some(3), Some(4), None, None]);
        for (number, id) in [(5_000_000, 5), (4_999_999, 6), (5_000_001, 7), (70, 8)] {
            assert_eq!(numbering.get_numbered(number), None);
            assert_eq!(numbering.number_numbered(number, || "far"), (id, true));
            assert_eq!(numbering.number_numbered(number, || unreachable!()), (id, false));
        }
        assert_eq!(
            [7, 4_999_998, 6_000_000].map(|it| numbering.get_numbered(it)),
            [Some(1), None, None]
        );
        let nodes = numbering.number_all(&["c", "d", "z", "e", "b", "d", "c"]);
        let new = [(9, true), (10, true), (9, false)];
        assert_eq!(nodes, [(3, false), new[0], (0, false), new[1], (2, false), new[2], (3, false)]);
    }

    #[test]
    fn nothing_is_wanted() {
        let mut numbering = Numbering::new(Shape::Graph);
        assert_eq!(numbering.number(NONE, "a"), (0, true));
        assert!(numbering.number_all(&[]).is_empty());
    }
}
