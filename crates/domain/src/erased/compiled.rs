//! Heuristics with searches compiled for their type.
//!
//! A heuristic chosen by name is called through a trait object: one indirect call per node, and
//! its memos are in a separate vector. If a node takes only a few nanoseconds, that doubles the
//! time. So a problem can offer a heuristic together with searches compiled for its type; only
//! unusual combinations use the slower form.

use std::any::Any;
use std::sync::Arc;

use tremaux_core::{
    Algorithm, AnyHeuristic, CompactActions, Heuristic, LocalContextSpace, StateSpace,
};
use tremaux_search::{CheckpointError, IdaStar};

use super::search::TypedSearch;

/// The settings of a compiled IDA* search.
#[derive(Clone, Copy, Debug)]
pub struct IdaStarOrder<'a> {
    /// The number of plans to find.
    pub plan_count: u64,
    /// The number of threads; more than one only for a single plan.
    pub threads: usize,
    /// The checkpoint to resume.
    pub saved: Option<&'a [u8]>,
}

/// A heuristic with searches compiled for its type.
pub trait Compiled<S: StateSpace>: Send + Sync {
    /// Starts IDA* with it.
    ///
    /// # Errors
    ///
    /// Fails if the bytes to resume from are not a checkpoint of this search.
    fn ida_star(
        self: Arc<Self>,
        space: Arc<S>,
        order: &IdaStarOrder<'_>,
    ) -> Result<TypedSearch<S>, CheckpointError>;
}

impl<S, H> Compiled<S> for H
where
    S: LocalContextSpace<State: Send, Action: Send, Packed: Send> + Clone + Send + Sync + 'static,
    S: CompactActions<Actions: Send + Sync + FromIterator<S::Action>>,
    H: Heuristic<S, Memo: Send> + Send + Sync + 'static,
{
    fn ida_star(
        self: Arc<Self>,
        space: Arc<S>,
        order: &IdaStarOrder<'_>,
    ) -> Result<TypedSearch<S>, CheckpointError> {
        macro_rules! begin {
            ($settings:expr) => {{
                let settings = $settings.plan_count(order.plan_count);
                Ok(match order.saved {
                    Some(bytes) => TypedSearch::unwatched(settings.resume(space, self, bytes)?),
                    None if order.threads > 1 => {
                        let parallel = settings.parallel(order.threads);
                        TypedSearch::any(parallel.start(space, self))
                    }
                    None => TypedSearch::unwatched(settings.start(space, self)),
                })
            }};
        }
        // Plans that differ in the order of commuting actions are different plans.
        if const { S::HAS_ORDER } && order.plan_count == 1 {
            return begin!(IdaStar::canonical_compact());
        }
        begin!(IdaStar::compact())
    }
}

/// A heuristic as it is cached, optionally with searches compiled for its type.
pub struct Built<S: StateSpace> {
    pub(super) heuristic: Arc<dyn AnyHeuristic<S>>,
    pub(super) compiled: Option<Arc<dyn Compiled<S>>>,
    /// The heuristic itself, for a downcast to its type.
    itself: Arc<dyn Any + Send + Sync>,
}

impl<S: StateSpace> Clone for Built<S> {
    fn clone(&self) -> Self {
        let Self { heuristic, compiled, itself } = self;
        let (heuristic, itself) = (Arc::clone(heuristic), Arc::clone(itself));
        Self { heuristic, compiled: compiled.clone(), itself }
    }
}

impl<S: StateSpace + 'static> Built<S> {
    /// A heuristic without compiled searches.
    pub fn new<H: Heuristic<S> + Send + Sync + 'static>(heuristic: H) -> Self {
        let heuristic = Arc::new(heuristic);
        Self { heuristic: heuristic.clone(), compiled: None, itself: heuristic }
    }

    /// A heuristic with the searches compiled for it.
    pub fn compiled<H: Heuristic<S> + Compiled<S> + 'static>(heuristic: H) -> Self {
        let heuristic = Arc::new(heuristic);
        let compiled = Some(Arc::clone(&heuristic) as Arc<dyn Compiled<S>>);
        Self { heuristic: heuristic.clone(), compiled, itself: heuristic }
    }

    /// The heuristic, if it is of this type.
    pub fn downcast<H: Send + Sync + 'static>(&self) -> Option<Arc<H>> {
        Arc::clone(&self.itself).downcast().ok()
    }
}
