//! The nodes of a space that numbers its states.

use tremaux_core::{Cost, StateNumbers, StateSpace};

/// What is known of the state with a number. Its last action follows from its number and the cost.
#[derive(Clone, Copy)]
#[repr(Rust, packed(4))]
struct Node<C: Copy> {
    /// Infinite if the state was not reached.
    g: C,
    /// The cost of the last action.
    cost: C,
    /// Twice the number of the parent, or of the state itself if it has none; plus one if the state
    /// is closed.
    parent: u32,
}

const PAGE: usize = 128;

/// Nodes by number, in pages that never move.
pub(crate) struct NumberedTable<S: StateSpace> {
    pages: Vec<Box<[Node<S::Cost>; PAGE]>>,
    count: usize,
}

impl<S: StateSpace> Default for NumberedTable<S> {
    fn default() -> Self {
        Self { pages: Vec::new(), count: 0 }
    }
}

impl<S: StateSpace> NumberedTable<S> {
    const UNKNOWN: Node<S::Cost> = Node { g: S::Cost::INFINITY, cost: S::Cost::ZERO, parent: 0 };

    const PAGE_BYTES: usize = size_of::<[Node<S::Cost>; PAGE]>();

    fn numbers() -> StateNumbers<S> {
        S::NUMBERS.expect("a space that numbers its states")
    }

    pub(crate) fn clear(&mut self) {
        self.pages.clear();
        self.count = 0;
    }

    /// The number of states that were reached.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The number of further states there is room for, if no other search numbers states.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.pages.len() * PAGE - self.count
    }

    /// Bytes allocated.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.pages.len() * Self::PAGE_BYTES + self.pages.capacity() * size_of::<usize>()
    }

    /// Makes room for at least `count` more states if the bytes are then at most `limit`.
    pub(crate) fn make_room(&mut self, count: usize, limit: usize) -> bool {
        while self.room() < count {
            if self.bytes() + Self::PAGE_BYTES > limit || !self.grow() {
                return false;
            }
        }
        true
    }

    /// Adds a page, unless the system has no memory for it.
    fn grow(&mut self) -> bool {
        let mut page = Vec::new();
        if page.try_reserve_exact(PAGE).is_err() || self.pages.try_reserve(1).is_err() {
            return false;
        }
        page.resize(PAGE, Self::UNKNOWN);
        self.pages.extend(Box::try_from(page));
        true
    }

    #[inline(always)]
    fn node(&self, number: u32) -> &Node<S::Cost> {
        &self.pages[number as usize / PAGE][number as usize % PAGE]
    }

    #[inline(always)]
    fn node_mut(&mut self, number: u32) -> &mut Node<S::Cost> {
        &mut self.pages[number as usize / PAGE][number as usize % PAGE]
    }

    /// The cost of a state, infinite if it was not reached, and whether it is closed.
    #[inline(always)]
    pub(crate) fn known(&self, number: u32) -> (S::Cost, bool) {
        let Node { g, parent, .. } = *self.node(number);
        (g, parent & 1 != 0)
    }

    /// Like [`NumberedTable::known`] for any number.
    #[inline(always)]
    pub(crate) fn find(&self, number: u32) -> Option<(S::Cost, bool)> {
        let Node { g, parent, .. } =
            self.pages.get(number as usize / PAGE)?[number as usize % PAGE];
        (g != S::Cost::INFINITY).then_some((g, parent & 1 != 0))
    }

    /// Adds a state that was not reached before.
    #[inline(always)]
    pub(crate) fn insert(&mut self, number: u32, parent: u32, by: Option<S::Action>, g: S::Cost) {
        self.count += 1;
        if number as usize / PAGE >= self.pages.len() {
            self.reach(number);
        }
        let cost = by.map_or(S::Cost::ZERO, Self::numbers().cost);
        let parent = if by.is_some() { parent } else { number };
        *self.node_mut(number) = Node { g, cost, parent: 2 * parent };
    }

    /// Makes room for a state whose number is not the next: another search of the space has
    /// numbered states that this one has not seen.
    #[cold]
    #[inline(never)]
    fn reach(&mut self, number: u32) {
        while number as usize / PAGE >= self.pages.len() {
            assert!(self.grow(), "memory for the states of the space");
        }
    }

    /// Sets the best path to a state and marks it open.
    #[inline(always)]
    pub(crate) fn update(&mut self, number: u32, parent: u32, by: S::Action, g: S::Cost) {
        let cost = (Self::numbers().cost)(by);
        *self.node_mut(number) = Node { g, cost, parent: 2 * parent };
    }

    #[inline(always)]
    pub(crate) fn close(&mut self, number: u32) {
        self.node_mut(number).parent |= 1;
    }

    #[inline]
    pub(crate) fn parent(&self, number: u32) -> u32 {
        self.node(number).parent / 2
    }

    #[inline]
    pub(crate) fn reached_by(&self, number: u32) -> Option<S::Action> {
        let Node { cost, parent, .. } = *self.node(number);
        (parent / 2 != number).then(|| (Self::numbers().action)(number, cost))
    }

    #[inline(always)]
    pub(crate) fn packed(number: u32) -> S::Packed {
        (Self::numbers().packed)(number)
    }
}
