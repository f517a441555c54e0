//! The rules of TopSpin.

use tremaux_core::codes::ActionCode;
use tremaux_core::{BackwardSpace, ParseError, Predecessor, StateSpace};

use crate::notation::permutation;

/// The tokens in the order of the ring from the first token on, 0 for the first; unused places
/// hold 0.
pub type Ring = [u8; TopSpin::MOST];

/// Turns over the tokens in the turnstile when its first token is at this place, 0 for the place of
/// token 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(pub u8);

impl ActionCode for Turn {
    #[inline]
    fn code(self) -> u64 {
        self.0.into()
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self(code as u8)
    }
}

/// A ring of tokens and a turnstile. The goal is the ring in ascending order.
#[derive(Clone, Debug)]
pub struct TopSpin {
    start: Ring,
    goal: Ring,
    tokens: usize,
    turnstile: usize,
}

impl TopSpin {
    /// The maximum number of tokens.
    pub const MOST: usize = 24;

    /// Reads the tokens around the ring, separated by spaces or commas; the turnstile holds
    /// `turnstile` of them.
    ///
    /// # Errors
    ///
    /// Returns the place of a word that is no token or occurs twice, or that too few are there.
    pub fn parse(text: &str, turnstile: usize) -> Result<Self, ParseError> {
        let least = turnstile.max(2) + 1;
        let expected = format!("at least {least} tokens, as {turnstile} are turned over");
        let order = permutation(text, ["token", "tokens"], least..=Self::MOST, &expected)?;
        let (tokens, mut ring) = (order.len(), [0; Self::MOST]);
        ring[..tokens].copy_from_slice(&order);
        let mut goal = [0; Self::MOST];
        goal[..tokens].iter_mut().zip(0..).for_each(|(place, token)| *place = token);
        rotate(&mut ring[..tokens]);
        Ok(Self { start: ring, goal, tokens, turnstile: turnstile.max(2) })
    }

    /// The number of tokens.
    #[inline]
    pub const fn tokens(&self) -> usize {
        self.tokens
    }

    /// The number of tokens in the turnstile.
    pub const fn turnstile(&self) -> usize {
        self.turnstile
    }

    /// Whether the order takes an odd number of exchanges while neither a turn nor moving the ring
    /// makes one: then it cannot be solved.
    pub fn is_odd(&self) -> bool {
        let keeps_parity = (self.turnstile / 2).is_multiple_of(2) && self.tokens % 2 == 1;
        let ring = &self.start[..self.tokens];
        let larger_before =
            |at: usize| ring[..at].iter().filter(|&&token| token > ring[at]).count();
        keeps_parity && (0..ring.len()).map(larger_before).sum::<usize>() % 2 == 1
    }

    /// The turn that undoes one.
    pub fn inverse(&self, Turn(place): Turn) -> Turn {
        // Token 1 moves if it is in the turnstile, and places are counted from it.
        let (tokens, place) = (self.tokens, usize::from(place));
        let before = (tokens - place) % tokens;
        if before >= self.turnstile {
            return Turn(place as u8);
        }
        let after = self.turnstile - 1 - before;
        Turn(((tokens - after) % tokens) as u8)
    }
}

/// Turns a ring so that the first token comes first.
fn rotate(ring: &mut [u8]) {
    let first = ring.iter().position(|&token| token == 0).unwrap_or(0);
    ring.rotate_left(first);
}

impl StateSpace for TopSpin {
    type State = Ring;
    type Packed = Ring;
    type Action = Turn;
    type Cost = u32;

    fn initial_state(&self) -> Ring {
        self.start
    }

    #[inline]
    fn is_goal(&self, ring: &Ring) -> bool {
        *ring == self.goal
    }

    #[inline]
    fn actions(&self, _ring: &Ring, actions: &mut Vec<Turn>) {
        actions.extend((0..self.tokens as u8).map(Turn));
    }

    /// Prunes the turn that would undo the last one.
    #[inline]
    fn actions_after(&self, _ring: &Ring, last: Turn, actions: &mut Vec<Turn>) {
        let inverse = self.inverse(last);
        actions.extend((0..self.tokens as u8).map(Turn).filter(|&turn| turn != inverse));
    }

    #[inline]
    fn is_reversible(&self) -> bool {
        true
    }

    fn prunes_only_inverses(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _ring: &Ring, _turn: Turn) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, ring: &mut Ring, Turn(place): Turn) {
        let ring = &mut ring[..self.tokens];
        ring.rotate_left(place.into());
        ring[..self.turnstile].reverse();
        rotate(ring);
    }

    #[inline]
    fn pack(&self, ring: &Ring) -> Ring {
        *ring
    }

    #[inline]
    fn unpack(&self, packed: &Ring) -> Ring {
        *packed
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl BackwardSpace for TopSpin {
    fn goal_states(&self, goals: &mut Vec<Ring>) {
        goals.push(self.goal);
    }

    fn predecessors(&self, ring: &Ring, predecessors: &mut Vec<Predecessor<Self>>) {
        predecessors.extend((0..self.tokens as u8).map(Turn).map(|back| {
            let mut before = *ring;
            self.apply(&mut before, back);
            (self.inverse(back), 1, before)
        }));
    }
}
