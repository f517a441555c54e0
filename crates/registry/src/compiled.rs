//! Heuristics with searches that are compiled for them.
//!
//! A heuristic chosen by name works through a trait object: one indirect call a node, and its
//! memos in a vector beside the search. Where nodes take a few nanoseconds that doubles the
//! time. So a problem may hand over a heuristic together with the searches compiled for its
//! type, and only what is combined in unusual ways goes the slow way.

use std::any::Any;
use std::sync::Arc;

use tremaux_core::{
    Algorithm, AnyHeuristic, AnySearch, Heuristic, SituatedSpace, StateSpace, TypedActions,
};
use tremaux_search::{CheckpointError, IdaStar, MoveAutomaton, WithoutSuperfluous};

/// What is asked of IDA*.
#[derive(Clone, Copy, Debug)]
pub struct IdaStarOrder<'a> {
    /// How many plans.
    pub wanted: u64,
    /// On how many threads; more than one for one plan only.
    pub threads: usize,
    /// What it goes on from.
    pub saved: Option<&'a [u8]>,
    /// To which length superfluous strings of actions are learnt and left out; less than two
    /// for none.
    pub strings: u32,
}

/// A heuristic for whose type searches are compiled.
pub trait Compiled<S: StateSpace>: Send + Sync {
    /// Starts IDA* with it.
    ///
    /// # Errors
    ///
    /// Fails if it is to go on from bytes that are no checkpoint of this search.
    fn ida_star(
        self: Arc<Self>,
        space: Arc<S>,
        order: &IdaStarOrder<'_>,
    ) -> Result<Box<dyn AnySearch<S>>, CheckpointError>;

    /// The heuristic itself, for whoever knows its type.
    fn as_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

impl<S, H> Compiled<S> for H
where
    S: SituatedSpace<State: Send, Action: Send, Packed: Send> + Clone + Send + Sync + 'static,
    S: TypedActions<Actions: Send + Sync + FromIterator<S::Action>>,
    H: Heuristic<S, Memo: Send> + Send + Sync + 'static,
{
    fn ida_star(
        self: Arc<Self>,
        space: Arc<S>,
        order: &IdaStarOrder<'_>,
    ) -> Result<Box<dyn AnySearch<S>>, CheckpointError> {
        let settings = IdaStar::typed().wanted(order.wanted);
        if order.strings > 1 {
            let automaton = Arc::new(MoveAutomaton::learn(&*space, order.strings));
            if order.saved.is_none() && order.threads > 1 {
                let parallel = settings.parallel(order.threads);
                let pruned = WithoutSuperfluous::new(parallel, automaton);
                return Ok(Box::new(pruned.start(space, self)));
            }
            let pruned = WithoutSuperfluous::new(settings, automaton);
            return Ok(match order.saved {
                Some(bytes) => Box::new(pruned.resume(space, self, bytes)?),
                None => Box::new(Algorithm::start(&pruned, space, self)),
            });
        }
        Ok(match order.saved {
            Some(bytes) => Box::new(settings.resume(space, self, bytes)?),
            None if order.threads > 1 => {
                Box::new(settings.parallel(order.threads).start(space, self))
            }
            None => Box::new(settings.start(space, self)),
        })
    }

    fn as_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}

/// A heuristic as it is kept: a trait object, and perhaps one with compiled searches.
pub struct Built<S: StateSpace> {
    pub(crate) heuristic: Arc<dyn AnyHeuristic<S>>,
    pub(crate) compiled: Option<Arc<dyn Compiled<S>>>,
}

impl<S: StateSpace> Clone for Built<S> {
    fn clone(&self) -> Self {
        Self { heuristic: Arc::clone(&self.heuristic), compiled: self.compiled.clone() }
    }
}

impl<S: StateSpace> From<Arc<dyn AnyHeuristic<S>>> for Built<S> {
    /// Without compiled searches.
    fn from(heuristic: Arc<dyn AnyHeuristic<S>>) -> Self {
        Self { heuristic, compiled: None }
    }
}

impl<S: StateSpace> Built<S> {
    /// A heuristic with the searches compiled for it.
    pub fn compiled<H: AnyHeuristic<S> + Compiled<S> + 'static>(heuristic: H) -> Self {
        let heuristic = Arc::new(heuristic);
        Self { heuristic: Arc::clone(&heuristic) as _, compiled: Some(heuristic) }
    }

    /// The heuristic, if it is of this type and has compiled searches.
    #[must_use]
    pub fn downcast<H: Send + Sync + 'static>(&self) -> Option<Arc<H>> {
        Arc::clone(self.compiled.as_ref()?).as_any().downcast().ok()
    }
}
