//! Heuristics chosen by name, before they are bound to a form of the space.

use std::sync::Arc;

use tremaux_core::codes::{ActionCode, ToKey};
use tremaux_core::{AnyHeuristic, StateSpace};

use super::compiled::{Built, Compiled};
use super::estimator::{Estimator, Factor};
use super::heuristic::ErasedHeuristic;
use super::key::StateKey;
use super::space::Erased;

/// A heuristic selected by an expression, before it is bound to a space: a single one, or a
/// combination.
pub enum Selected<S: StateSpace> {
    /// A heuristic of the problem.
    One(Built<S>),
    /// The maximum of several.
    Max(Vec<Selected<S>>),
    /// A multiple of one.
    Scaled(Box<Selected<S>>, Factor),
}

/// Converts a heuristic of the space `S` to one of the space `T`.
type Leaf<'a, S, T> = &'a dyn Fn(&Built<S>) -> Arc<dyn AnyHeuristic<T>>;

impl<S: StateSpace + 'static> Selected<S> {
    /// The estimator for searches compiled for the space itself.
    pub fn typed(&self) -> Estimator<S> {
        self.map(&|built| Arc::clone(&built.heuristic))
    }

    /// The estimator for searches of the erased form of `space`.
    pub fn erased<K: StateKey>(&self, space: &Arc<S>) -> Estimator<Erased<K, S::Cost>>
    where
        S: StateSpace<State: 'static, Packed: ToKey<K>, Action: ActionCode> + Send + Sync,
    {
        self.map(&|built| {
            Arc::new(ErasedHeuristic::new(Arc::clone(space), Arc::clone(&built.heuristic)))
        })
    }

    /// The heuristic with compiled searches, if it is one.
    pub(crate) fn compiled(&self) -> Option<Arc<dyn Compiled<S>>> {
        match self {
            Self::One(built) => built.compiled.clone(),
            Self::Max(_) | Self::Scaled(..) => None,
        }
    }

    // Recursion is bounded, because the parser limits the depth of the expression.
    fn map<T: StateSpace>(&self, leaf: Leaf<'_, S, T>) -> Estimator<T> {
        match self {
            Self::One(built) => Estimator::One(leaf(built)),
            Self::Max(parts) => Estimator::Max(parts.iter().map(|part| part.map(leaf)).collect()),
            Self::Scaled(part, factor) => Estimator::Scaled(Box::new(part.map(leaf)), *factor),
        }
    }
}
