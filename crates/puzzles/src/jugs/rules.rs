//! Water jugs as a state space.

use tremaux_core::{BackwardSpace, Predecessor, StateSpace};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// These amounts, jug by jug; any amount where there is none.
    Amounts([Option<u16>; Jugs::MOST]),
    /// Some jug, whichever, holds this amount.
    Any(u16),
}

/// What an action costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Price {
    /// One, whatever it is.
    #[default]
    Moves,
    /// The litres that are moved.
    Litres,
    /// The litres that are drawn from the tap: pouring and emptying cost nothing.
    Water,
}

/// What is done with jugs, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pour {
    /// From one into another, until the one is empty or the other full.
    Over(u8, u8),
    /// From the tap, until it is full.
    Fill(u8),
    /// All of it is poured away.
    Empty(u8),
}

/// Some jugs, what is in them, and what is to be.
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
    /// The most jugs.
    pub const MOST: usize = 8;
    /// The most states: products of capacities, each one more.
    pub const MOST_STATES: u64 = 1 << 22;

    /// How many jugs there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How much goes into each.
    #[must_use]
    pub fn capacities(&self) -> &[u16] {
        &self.capacities[..self.count]
    }

    /// What is asked for.
    #[must_use]
    pub const fn target(&self) -> Target {
        self.target
    }

    /// What actions cost.
    #[must_use]
    pub const fn price(&self) -> Price {
        self.price
    }

    /// Whether jugs may be filled from a tap and emptied.
    #[must_use]
    pub const fn has_tap(&self) -> bool {
        self.has_tap
    }

    /// How many litres `pour` moves.
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

    fn all(&self) -> impl Iterator<Item = Pour> + use<> {
        let (count, has_tap) = (self.count as u8, self.has_tap);
        let over = (0..count).flat_map(move |from| {
            (0..count).filter(move |&to| to != from).map(move |to| Pour::Over(from, to))
        });
        let with_tap = (0..count).flat_map(|jug| [Pour::Fill(jug), Pour::Empty(jug)]);
        over.chain(with_tap.filter(move |_| has_tap))
    }

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

    fn is_goal(&self, state: &Self::State) -> bool {
        match self.target {
            Target::Amounts(amounts) => {
                let mut pairs = amounts.iter().zip(state);
                pairs.all(|(wanted, amount)| wanted.is_none_or(|wanted| wanted == *amount))
            }
            Target::Any(wanted) => state[..self.count].contains(&wanted),
        }
    }

    /// Those that change something.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Pour>) {
        actions.extend(self.all().filter(|&pour| self.litres(state, pour) > 0));
    }

    fn cost(&self, state: &Self::State, pour: Pour) -> u32 {
        self.price_of(pour, self.litres(state, pour))
    }

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

    fn pack(&self, state: &Self::State) -> Self::Packed {
        *state
    }

    fn unpack(&self, packed: &Self::Packed) -> Self::State {
        *packed
    }

    fn uniform_cost(&self) -> Option<u32> {
        (self.price == Price::Moves).then_some(1)
    }
}

/// An action leads to a state from as many as there are amounts that it may have moved.
impl BackwardSpace for Jugs {
    /// At most [`Jugs::MOST_STATES`].
    fn goal_states(&self, goals: &mut Vec<Self::State>) {
        let mut state = [0; Self::MOST];
        loop {
            if self.is_goal(&state) {
                goals.push(state);
            }
            // Counts up, the first jug fastest.
            let Some(jug) = (0..self.count).find(|&jug| state[jug] < self.capacities[jug]) else {
                return;
            };
            state[..jug].fill(0);
            state[jug] += 1;
        }
    }

    fn predecessors(&self, state: &Self::State, predecessors: &mut Vec<Predecessor<Self>>) {
        for pour in self.all() {
            // What it may have moved, given that a jug is empty or full after it.
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
