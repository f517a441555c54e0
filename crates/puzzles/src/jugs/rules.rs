//! Water jugs as a state space.

use tremaux_core::{BackwardSpace, Predecessor, StateSpace};

/// The goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// These amounts, jug by jug; `None` means any amount.
    Amounts([Option<u16>; Jugs::MOST]),
    /// Any jug holds this amount.
    Any(u16),
}

/// The cost of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Price {
    /// One for every action.
    #[default]
    Moves,
    /// The number of litres moved.
    Litres,
    /// The number of litres drawn from the tap: pouring and emptying cost nothing.
    Water,
}

/// An action on jugs, which are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pour {
    /// Pours from one jug into another until the first is empty or the second is full.
    Over(u8, u8),
    /// Fills a jug from the tap.
    Fill(u8),
    /// Empties a jug.
    Empty(u8),
}

impl tremaux_core::codes::ActionCode for Pour {
    #[inline]
    fn code(self) -> u64 {
        match self {
            Self::Over(from, to) => u64::from(from) << 8 | u64::from(to),
            Self::Fill(jug) => 1 << 16 | u64::from(jug),
            Self::Empty(jug) => 2 << 16 | u64::from(jug),
        }
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        match code >> 16 {
            0 => Self::Over((code >> 8) as u8, code as u8),
            1 => Self::Fill(code as u8),
            _ => Self::Empty(code as u8),
        }
    }
}

/// A water jug puzzle: capacities, start and goal.
///
/// A state is the amount in each jug; those beyond the last are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jugs {
    pub(super) count: usize,
    pub(super) capacities: [u16; Self::MOST],
    pub(super) start: [u16; Self::MOST],
    pub(super) target: Target,
    pub(super) has_tap: bool,
    pub(super) price: Price,
}

impl Jugs {
    /// The maximum number of jugs.
    pub const MOST: usize = 8;
    /// The maximum number of states, which is the product of all capacities plus one.
    pub const MOST_STATES: u64 = 1 << 22;

    /// The number of jugs.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The capacities.
    #[inline]
    pub fn capacities(&self) -> &[u16] {
        &self.capacities[..self.count]
    }

    /// The goal.
    #[inline]
    pub const fn target(&self) -> Target {
        self.target
    }

    /// The costs of actions.
    #[inline]
    pub const fn price(&self) -> Price {
        self.price
    }

    /// The number of litres that `pour` moves.
    #[inline]
    fn litres(&self, state: &[u16; Self::MOST], pour: Pour) -> u16 {
        match pour {
            Pour::Over(from, to) => {
                let (from, to) = (usize::from(from), usize::from(to));
                state[from].min(self.capacities[to] - state[to])
            }
            Pour::Fill(jug) => self.capacities[usize::from(jug)] - state[usize::from(jug)],
            Pour::Empty(jug) => state[usize::from(jug)],
        }
    }

    #[inline]
    fn all(&self) -> impl Iterator<Item = Pour> + use<> {
        let (count, has_tap) = (self.count as u8, self.has_tap);
        let over = (0..count).flat_map(move |from| {
            (0..count).filter(move |&to| to != from).map(move |to| Pour::Over(from, to))
        });
        let with_tap = (0..count).flat_map(|jug| [Pour::Fill(jug), Pour::Empty(jug)]);
        over.chain(with_tap.filter(move |_| has_tap))
    }

    #[inline]
    fn price_of(&self, pour: Pour, litres: u16) -> u32 {
        match (self.price, pour) {
            (Price::Moves, _) => 1,
            (Price::Litres, _) | (Price::Water, Pour::Fill(_)) => litres.into(),
            (Price::Water, _) => 0,
        }
    }
}

impl StateSpace for Jugs {
    type State = [u16; Self::MOST];
    type Packed = [u16; Self::MOST];
    type Action = Pour;
    type Cost = u32;

    fn initial_state(&self) -> Self::State {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        match self.target {
            Target::Amounts(amounts) => {
                let mut pairs = amounts.iter().zip(state);
                pairs.all(|(wanted, amount)| wanted.is_none_or(|wanted| wanted == *amount))
            }
            Target::Any(wanted) => state[..self.count].contains(&wanted),
        }
    }

    /// Generates the actions that change something.
    #[inline]
    fn actions(&self, state: &Self::State, actions: &mut Vec<Pour>) {
        actions.extend(self.all().filter(|&pour| self.litres(state, pour) > 0));
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, state: &Self::State, pour: Pour) -> u32 {
        self.price_of(pour, self.litres(state, pour))
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, pour: Pour) {
        let litres = self.litres(state, pour);
        match pour {
            Pour::Over(from, to) => {
                state[usize::from(from)] -= litres;
                state[usize::from(to)] += litres;
            }
            Pour::Fill(jug) => state[usize::from(jug)] += litres,
            Pour::Empty(jug) => state[usize::from(jug)] -= litres,
        }
    }

    #[inline]
    fn pack(&self, state: &Self::State) -> Self::Packed {
        *state
    }

    #[inline]
    fn unpack(&self, packed: &Self::Packed) -> Self::State {
        *packed
    }

    #[inline]
    fn uniform_cost(&self) -> Option<u32> {
        (self.price == Price::Moves).then_some(1)
    }
}

/// An action has one predecessor for each amount that it may have moved.
impl BackwardSpace for Jugs {
    /// There are at most [`Jugs::MOST_STATES`] goal states.
    fn goal_states(&self, goals: &mut Vec<Self::State>) {
        let mut state = [0; Self::MOST];
        loop {
            if self.is_goal(&state) {
                goals.push(state);
            }
            // Enumerate all states, the first jug changing fastest.
            let Some(jug) = (0..self.count).find(|&jug| state[jug] < self.capacities[jug]) else {
                return;
            };
            state[..jug].fill(0);
            state[jug] += 1;
        }
    }

    fn predecessors(&self, state: &Self::State, predecessors: &mut Vec<Predecessor<Self>>) {
        for pour in self.all() {
            // The amounts that it may have moved, given that a jug is empty or full afterwards.
            let most = match pour {
                Pour::Over(from, to) => {
                    let (from, to) = (usize::from(from), usize::from(to));
                    let is_end = state[from] == 0 || state[to] == self.capacities[to];
                    let room = self.capacities[from] - state[from];
                    if is_end { room.min(state[to]) } else { 0 }
                }
                Pour::Fill(jug) => {
                    let jug = usize::from(jug);
                    if state[jug] == self.capacities[jug] { state[jug] } else { 0 }
                }
                Pour::Empty(jug) => {
                    let jug = usize::from(jug);
                    if state[jug] == 0 { self.capacities[jug] } else { 0 }
                }
            };
            for litres in 1..=most {
                let mut before = *state;
                match pour {
                    Pour::Over(from, to) => {
                        before[usize::from(from)] += litres;
                        before[usize::from(to)] -= litres;
                    }
                    Pour::Fill(jug) => before[usize::from(jug)] -= litres,
                    Pour::Empty(jug) => before[usize::from(jug)] += litres,
                }
                predecessors.push((pour, self.price_of(pour, litres), before));
            }
        }
    }
}
