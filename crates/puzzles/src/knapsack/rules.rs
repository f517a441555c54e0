//! The knapsack as a state space.

use tremaux_core::codes::ActionCode;
use tremaux_core::{StateSpace, UndoSpace};

/// An item that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name, one line.
    pub name: String,
    /// What it is worth.
    pub value: u64,
    /// What it weighs.
    pub weight: u64,
}

/// What is decided about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The item is taken.
    Take,
    /// The item is left, which costs its value.
    Leave,
}

impl ActionCode for Decision {
    #[inline]
    fn code(self) -> u64 {
        self as u64
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        if code == Self::Take as u64 { Self::Take } else { Self::Leave }
    }
}

/// A state: how many items are decided, and what those that were taken weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The number of decided items.
    pub decided: u32,
    /// The weight of the items taken.
    pub weight: u64,
}

/// A capacity, and items in the order in which they are decided: falling value per weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knapsack {
    capacity: u64,
    items: Vec<Item>,
    /// The values and weights of the first items together, for each number of items.
    sums: Vec<(u64, u64)>,
}

impl Knapsack {
    /// The greatest number of items.
    pub const MOST_ITEMS: usize = 100_000;
    /// The greatest value and the greatest weight of an item.
    pub const MOST: u64 = u32::MAX as u64;
    /// The greatest capacity.
    pub const MOST_CAPACITY: u64 = (1 << 44) - 1;

    /// A knapsack of at most [`Knapsack::MOST_ITEMS`] items; `None` if there are more, or a value,
    /// a weight or the capacity is too large.
    #[must_use]
    pub fn new(capacity: u64, mut items: Vec<Item>) -> Option<Self> {
        let fits = |item: &Item| item.value <= Self::MOST && item.weight <= Self::MOST;
        if capacity > Self::MOST_CAPACITY
            || items.len() > Self::MOST_ITEMS
            || !items.iter().all(fits)
        {
            return None;
        }
        // What weighs nothing, then more value per weight, by cross-multiplication; of equal ones
        // the heavier.
        items.sort_by(|a, b| {
            let by_ratio = (b.value * a.weight).cmp(&(a.value * b.weight));
            (a.weight > 0).cmp(&(b.weight > 0)).then(by_ratio).then(b.weight.cmp(&a.weight))
        });
        let mut sums = vec![(0, 0)];
        for item in &items {
            let (value, weight) = sums[sums.len() - 1];
            sums.push((value + item.value, weight + item.weight));
        }
        Some(Self { capacity, items, sums })
    }

    /// The greatest weight that may be taken.
    pub const fn capacity(&self) -> u64 {
        self.capacity
    }

    /// The items in the order in which they are decided.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The value of all items together.
    pub fn total_value(&self) -> u64 {
        self.sums[self.items.len()].0
    }

    /// The least value of the items from number `decided` on that must be left if `free` is the
    /// weight that may still be taken and one item may be taken in part (Dantzig 1957).
    ///
    /// Takes time logarithmic in the number of items.
    #[inline]
    pub(super) fn least_left(&self, decided: usize, free: u64) -> u64 {
        let (_, before) = self.sums[decided];
        let rest = &self.sums[decided..];
        let whole = rest.partition_point(|&(_, weight)| weight - before <= free) - 1;
        let (value, weight) = rest[whole];
        let left = self.total_value() - value;
        let part = self.items.get(decided + whole).map_or(0, |item| {
            // The item does not fit, so its weight is above zero and what is free is below it.
            (free - (weight - before)) * item.value / item.weight
        });
        left - part
    }
}

impl StateSpace for Knapsack {
    type State = Load;
    type Packed = u64;
    type Action = Decision;
    type Cost = u64;

    fn initial_state(&self) -> Load {
        Load { decided: 0, weight: 0 }
    }

    #[inline]
    fn is_goal(&self, load: &Load) -> bool {
        load.decided as usize == self.items.len()
    }

    #[inline]
    fn actions(&self, load: &Load, actions: &mut Vec<Decision>) {
        let Some(item) = self.items.get(load.decided as usize) else { return };
        if item.weight <= self.capacity - load.weight {
            actions.push(Decision::Take);
        }
        actions.push(Decision::Leave);
    }

    #[inline]
    fn prunes_nothing(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, load: &Load, decision: Decision) -> u64 {
        match decision {
            Decision::Take => 0,
            Decision::Leave => self.items[load.decided as usize].value,
        }
    }

    #[inline]
    fn apply(&self, load: &mut Load, decision: Decision) {
        if decision == Decision::Take {
            load.weight += self.items[load.decided as usize].weight;
        }
        load.decided += 1;
    }

    #[inline]
    fn pack(&self, load: &Load) -> u64 {
        u64::from(load.decided) << 44 | load.weight
    }

    #[inline]
    fn unpack(&self, packed: &u64) -> Load {
        Load { decided: (packed >> 44) as u32, weight: packed & Self::MOST_CAPACITY }
    }
}

impl UndoSpace for Knapsack {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, load: &mut Load, decision: Decision) {
        self.apply(load, decision);
    }

    #[inline]
    fn undo(&self, load: &mut Load, decision: Decision, (): ()) {
        load.decided -= 1;
        if decision == Decision::Take {
            load.weight -= self.items[load.decided as usize].weight;
        }
    }
}
