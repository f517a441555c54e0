//! River crossings as a state space.

use tremaux_core::{
    BackwardSpace, FixedPacked, Predecessor, ReversibleSpace, StateSpace, UndoSpace,
};

use super::crowd::Crowd;

/// A state: the passengers on the near bank, where all start, and the side of the boat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bank {
    /// The passengers on the near bank.
    pub near: Crowd,
    /// Whether the boat is at the near bank.
    pub has_boat: bool,
}

impl FixedPacked for Bank {
    const WIDTH: usize = 9;

    fn write(&self, bytes: &mut [u8]) {
        (self.near.bits(), u8::from(self.has_boat)).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (near, boat) = <(u64, u8)>::read(bytes)?;
        (boat < 2).then_some(Self { near: Crowd::from_bits(near), has_boat: boat == 1 })
    }
}

/// A rule: a combination that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// One of the first with one of the second, unless one of the third is present.
    With(Crowd, Crowd, Crowd),
    /// More of the first kind than of the second, if there is one of the second.
    More(usize, usize),
}

impl Rule {
    /// Whether those in `crowd` may be together.
    #[inline]
    pub(super) fn allows(self, crowd: Crowd) -> bool {
        match self {
            Self::With(these, those, unless) => {
                !crowd.meets(these) || !crowd.meets(those) || crowd.meets(unless)
            }
            Self::More(more, than) => crowd.of(than) == 0 || crowd.of(more) <= crowd.of(than),
        }
    }
}

/// The cost of a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CrossingCost {
    /// One for every crossing.
    #[default]
    Crossings,
    /// The time of the slowest in the boat.
    Slowest,
    /// The sum of the times of all in the boat.
    Sum,
}

/// A river-crossing puzzle: passengers, boat and rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct River {
    pub(super) names: Vec<Box<str>>,
    pub(super) times: Vec<u32>,
    pub(super) all: Crowd,
    pub(super) rowers: Crowd,
    pub(super) capacity: u32,
    pub(super) rules: Vec<Rule>,
    pub(super) rules_hold_aboard: bool,
    pub(super) fare: CrossingCost,
    /// The possible loads of the boat, in the order in which they are tried.
    pub(super) loads: Vec<Crowd>,
}

impl River {
    /// The maximum number of ways to fill the boat.
    pub const MOST_LOADS: usize = 1 << 12;

    /// All passengers.
    pub const fn all(&self) -> Crowd {
        self.all
    }

    /// The capacity of the boat.
    #[inline]
    pub const fn capacity(&self) -> u32 {
        self.capacity
    }

    /// The cost of a crossing.
    #[inline]
    pub const fn fare(&self) -> CrossingCost {
        self.fare
    }

    /// The time of each kind.
    #[inline]
    pub fn times(&self) -> &[u32] {
        &self.times
    }

    /// The smallest time of those who can row.
    #[inline]
    pub fn fastest_rower(&self) -> u32 {
        self.rowers.iter().map(|(kind, _)| self.times[kind]).min().unwrap_or(0)
    }

    /// Whether those in `crowd` may be together.
    #[inline]
    pub(super) fn allows(&self, crowd: Crowd) -> bool {
        self.rules.iter().all(|rule| rule.allows(crowd))
    }

    /// The state after, or before, a crossing of `load`.
    #[inline]
    fn crossed(bank: Bank, load: Crowd) -> Bank {
        let Bank { near, has_boat } = bank;
        let near = if has_boat { near.without(load) } else { near.and(load) };
        Bank { near, has_boat: !has_boat }
    }

    /// Whether all of `load` are at the boat's bank, and both banks are allowed after the
    /// crossing.
    #[inline]
    fn can_cross(&self, bank: Bank, load: Crowd) -> bool {
        let far = self.all.without(bank.near);
        let here = if bank.has_boat { bank.near } else { far };
        here.has(load) && {
            let after = Self::crossed(bank, load).near;
            self.allows(after) && self.allows(self.all.without(after))
        }
    }

    /// Fills [`River::loads`], sorted by size, the smallest first.
    ///
    /// Returns false if there are more than [`River::MOST_LOADS`].
    pub(super) fn list_loads(&mut self) -> bool {
        let mut loads = vec![Crowd::default()];
        for (kind, count) in self.all.iter() {
            for at in 0..loads.len() {
                let load = loads[at];
                let room = self.capacity - load.count();
                loads.extend((1..=count.min(room)).map(|more| load.with(kind, more)));
                if loads.len() > 4 * Self::MOST_LOADS {
                    return false;
                }
            }
        }
        let may_row = |load: &Crowd| load.meets(self.rowers);
        let may_sit = |load: &Crowd| !self.rules_hold_aboard || self.allows(*load);
        loads.retain(|load| may_row(load) && may_sit(load));
        loads.sort_by_key(|load| load.count());
        self.loads = loads;
        self.loads.len() <= Self::MOST_LOADS
    }
}

impl StateSpace for River {
    type State = Bank;
    type Packed = Bank;
    /// Those who cross.
    type Action = Crowd;
    type Cost = u32;

    fn initial_state(&self) -> Bank {
        Bank { near: self.all, has_boat: true }
    }

    /// The goal: nobody is left on the near bank.
    #[inline]
    fn is_goal(&self, bank: &Bank) -> bool {
        bank.near.is_empty()
    }

    #[inline]
    fn actions(&self, &bank: &Bank, actions: &mut Vec<Crowd>) {
        actions.extend(self.loads.iter().filter(|&&load| self.can_cross(bank, load)));
    }

    /// Prunes the same load crossing back.
    #[inline]
    fn actions_after(&self, &bank: &Bank, last: Crowd, actions: &mut Vec<Crowd>) {
        let may = |&&load: &&Crowd| load != last && self.can_cross(bank, load);
        actions.extend(self.loads.iter().filter(may));
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _bank: &Bank, load: Crowd) -> u32 {
        let times = || load.iter().map(|(kind, count)| (self.times[kind], count));
        match self.fare {
            CrossingCost::Crossings => 1,
            CrossingCost::Slowest => times().map(|(time, _)| time).max().unwrap_or(0),
            CrossingCost::Sum => times().map(|(time, count)| time * count).sum(),
        }
    }

    #[inline]
    fn apply(&self, bank: &mut Bank, load: Crowd) {
        *bank = Self::crossed(*bank, load);
    }

    #[inline]
    fn pack(&self, &bank: &Bank) -> Bank {
        bank
    }

    #[inline]
    fn unpack(&self, &packed: &Bank) -> Bank {
        packed
    }

    #[inline]
    fn uniform_cost(&self) -> Option<u32> {
        (self.fare == CrossingCost::Crossings).then_some(1)
    }
}

impl UndoSpace for River {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, bank: &mut Bank, load: Crowd) {
        self.apply(bank, load);
    }

    #[inline]
    fn undo(&self, bank: &mut Bank, load: Crowd, (): ()) {
        self.apply(bank, load);
    }
}

impl ReversibleSpace for River {
    #[inline]
    fn cost_back(&self, bank: &Bank, load: Crowd) -> Option<u32> {
        Some(self.cost(bank, load))
    }
}

/// A crossing is reversed by the same load crossing back, as long as no state breaks a rule.
impl BackwardSpace for River {
    fn goal_states(&self, goals: &mut Vec<Bank>) {
        goals.push(Bank { near: Crowd::default(), has_boat: false });
    }

    #[inline]
    fn predecessors(&self, &bank: &Bank, predecessors: &mut Vec<Predecessor<Self>>) {
        let loads = self.loads.iter().filter(|&&load| self.can_cross(bank, load));
        predecessors
            .extend(loads.map(|&load| (load, self.cost(&bank, load), Self::crossed(bank, load))));
    }
}
