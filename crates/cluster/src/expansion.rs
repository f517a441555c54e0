//! Successors of states as numbers.

use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::{FixedPacked, StateSpace};
use tremaux_core::{Numbering, StateGraph};

use crate::word::Word;

/// A graph whose states are numbers.
pub trait Expansion: Send + Sync + 'static {
    /// A state.
    type State: Word;

    /// Where the enumeration starts.
    fn initial_state(&self) -> Self::State;

    /// Appends the successors of all these states.
    fn successors(&self, states: &[Self::State], successors: &mut Vec<Self::State>);

    /// See [`StateSpace::is_reversible`].
    fn is_reversible(&self) -> bool;

    /// See [`StateGraph::numbering`].
    fn numbering(&self) -> Numbering {
        Numbering::plain(self.is_reversible())
    }

    /// See [`StateGraph::owner_bits`].
    fn owner_bits(&self, workers: usize) -> Self::State {
        let _ = workers;
        Self::State::narrow(!self.numbering().marks())
    }
}

/// A state space whose packed states have at most as many bytes as `W`.
#[derive(Clone, Copy, Debug)]
pub struct SpaceExpansion<S, W>(S, PhantomData<fn() -> W>);

impl<S: StateSpace<Packed: FixedPacked>, W: Word> SpaceExpansion<S, W> {
    /// The expansion of `space`; `None` if its packed states are too long for `W`.
    pub fn new(space: S) -> Option<Self> {
        (S::Packed::WIDTH <= size_of::<W>()).then_some(Self(space, PhantomData))
    }
}

#[inline]
fn number<P: FixedPacked, W: Word>(packed: &P) -> W {
    let mut bytes = [0; 16];
    packed.write(&mut bytes);
    W::narrow(u128::from_le_bytes(bytes))
}

impl<S, W> Expansion for SpaceExpansion<S, W>
where
    S: StateSpace<Packed: FixedPacked> + Send + Sync + 'static,
    W: Word,
{
    type State = W;

    fn initial_state(&self) -> W {
        number(&self.0.pack(&self.0.initial_state()))
    }

    fn successors(&self, states: &[W], successors: &mut Vec<W>) {
        let mut actions = Vec::new();
        for state in states {
            let packed = S::Packed::read(&state.wide().to_le_bytes()).expect("a packed state");
            let state = self.0.unpack(&packed);
            actions.clear();
            self.0.actions(&state, &mut actions);
            for &action in &actions {
                let mut successor = state.clone();
                self.0.apply(&mut successor, action);
                successors.push(number(&self.0.pack(&successor)));
            }
        }
    }

    fn is_reversible(&self) -> bool {
        self.0.is_reversible()
    }
}

macro_rules! graph_expansion {
    ($(#[$attribute:meta])* $name:ident, $word:ty, $initial:ident, $successors:ident) => {
        $(#[$attribute])*
        pub(crate) struct $name(pub(crate) Arc<dyn StateGraph>);

        impl Expansion for $name {
            type State = $word;

            fn initial_state(&self) -> $word {
                self.0.$initial()
            }

            fn successors(&self, states: &[$word], successors: &mut Vec<$word>) {
                self.0.$successors(states, successors);
            }

            fn is_reversible(&self) -> bool {
                self.0.is_reversible()
            }

            fn numbering(&self) -> Numbering {
                self.0.numbering()
            }

            fn owner_bits(&self, workers: usize) -> $word {
                Word::narrow(self.0.owner_bits(workers))
            }
        }
    };
}

graph_expansion! {
    /// A problem chosen by name, with states of at most 8 bytes.
    Narrow, u64, initial_narrow, narrow_successors
}
graph_expansion! {
    /// A problem chosen by name, with states of at most 16 bytes.
    Wide, u128, initial_wide, wide_successors
}
