//! Successors of states as numbers.

use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::erased::{ErasedAction, StateGraph};
use tremaux_core::{FixedPacked, StateSpace};

use crate::word::Word;

/// A graph whose states are numbers.
pub trait Expansion: Send + Sync + 'static {
    /// A state.
    type State: Word;
    /// What a thread keeps between two calls.
    type Scratch: Default;

    /// Where the enumeration starts.
    fn initial_state(&self) -> Self::State;

    /// Appends the successors of a state.
    fn successors(
        &self,
        state: Self::State,
        scratch: &mut Self::Scratch,
        successors: &mut Vec<Self::State>,
    );

    /// See [`StateSpace::is_reversible`].
    fn is_reversible(&self) -> bool;
}

/// A state space whose packed states have at most 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct SpaceExpansion<S, W>(S, PhantomData<fn() -> W>);

impl<S: StateSpace<Packed: FixedPacked>, W: Word> SpaceExpansion<S, W> {
    /// The expansion of `space`; `None` if its packed states are too long for `W`.
    #[must_use]
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
    type Scratch = Vec<S::Action>;

    fn initial_state(&self) -> W {
        number(&self.0.pack(&self.0.initial_state()))
    }

    #[inline]
    fn successors(&self, state: W, actions: &mut Vec<S::Action>, successors: &mut Vec<W>) {
        let packed = S::Packed::read(&state.wide().to_le_bytes()).expect("a packed state");
        let state = self.0.unpack(&packed);
        actions.clear();
        self.0.actions(&state, actions);
        for &action in &*actions {
            let mut successor = state.clone();
            self.0.apply(&mut successor, action);
            successors.push(number(&self.0.pack(&successor)));
        }
    }

    fn is_reversible(&self) -> bool {
        self.0.is_reversible()
    }
}

/// A problem chosen by name.
#[derive(Clone)]
pub struct GraphExpansion<W>(Arc<dyn StateGraph>, PhantomData<fn() -> W>);

impl<W: Word> GraphExpansion<W> {
    /// The expansion of `graph`; `None` if its states are too long for `W`.
    #[must_use]
    pub fn new(graph: Arc<dyn StateGraph>) -> Option<Self> {
        (graph.width() <= size_of::<W>()).then_some(Self(graph, PhantomData))
    }
}

impl<W: Word> Expansion for GraphExpansion<W> {
    type State = W;
    type Scratch = (Vec<ErasedAction>, Vec<u128>);

    fn initial_state(&self) -> W {
        W::narrow(self.0.initial_state().expect("it is not too long"))
    }

    #[inline]
    fn successors(
        &self,
        state: W,
        (actions, numbers): &mut (Vec<ErasedAction>, Vec<u128>),
        successors: &mut Vec<W>,
    ) {
        self.0.successors(state.wide(), actions, numbers);
        successors.extend(numbers.drain(..).map(W::narrow));
    }

    fn is_reversible(&self) -> bool {
        self.0.is_reversible()
    }
}
