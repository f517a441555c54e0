//! Heuristics chosen by name: single ones, and combinations.

use std::num::NonZeroU32;
use std::sync::Arc;

use tremaux_core::codes::{ActionCode, ToKey};
use tremaux_core::{AnyHeuristic, Cost, StateSpace};

use super::compiled::{Built, Compiled};
use super::heuristic::ErasedHeuristic;
use super::key::StateKey;
use super::space::Erased;
use crate::describe::{Common, Component};
use crate::options::{Expression, Options};
use crate::refuse::{Kind, RegistryError};

/// A factor, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The numerator.
    pub numerator: u32,
    /// The denominator.
    pub denominator: NonZeroU32,
}

impl Factor {
    pub(super) fn of<C: Cost>(self, cost: C) -> C {
        cost.scaled(self.numerator, self.denominator)
    }
}

const MILLION: NonZeroU32 = NonZeroU32::new(1_000_000).expect("not zero");

/// A heuristic selected by an expression: a single one, or a combination.
#[derive(Clone)]
pub enum Combined<H> {
    /// A heuristic of the problem.
    One(H),
    /// The maximum of several.
    Max(Vec<Combined<H>>),
    /// A multiple of one.
    Scaled(Box<Combined<H>>, Factor),
}

/// A heuristic for searches of the space `S`.
pub type Estimator<S> = Combined<Arc<dyn AnyHeuristic<S>>>;

/// A heuristic before it is bound to a form of the space.
pub type Selected<S> = Combined<Built<S>>;

impl<H> Combined<H> {
    // Recursion is bounded, because the parser limits the depth of the expression.
    fn map<T>(&self, one: &dyn Fn(&H) -> T) -> Combined<T> {
        match self {
            Self::One(heuristic) => Combined::One(one(heuristic)),
            Self::Max(parts) => Combined::Max(parts.iter().map(|part| part.map(one)).collect()),
            Self::Scaled(part, factor) => Combined::Scaled(Box::new(part.map(one)), *factor),
        }
    }
}

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
        self.map(&|built| built.erased(space))
    }

    /// The heuristic with compiled searches, if it is one.
    pub(crate) fn compiled(&self) -> Option<Arc<dyn Compiled<S>>> {
        match self {
            Self::One(built) => built.compiled.clone(),
            Self::Max(_) | Self::Scaled(..) => None,
        }
    }
}

impl<S: StateSpace + 'static> Built<S> {
    /// The heuristic for searches of the erased form of `space`.
    pub(crate) fn erased<K: StateKey>(
        &self,
        space: &Arc<S>,
    ) -> Arc<dyn AnyHeuristic<Erased<K, S::Cost>>>
    where
        S: StateSpace<State: 'static, Packed: ToKey<K>, Action: ActionCode> + Send + Sync,
    {
        Arc::new(ErasedHeuristic::new(Arc::clone(space), Arc::clone(&self.heuristic)))
    }
}

/// Builds a heuristic that is no combination.
pub(crate) type Build<'a, H> =
    &'a dyn Fn(&Expression, &Component, &Options<'_>) -> Result<H, RegistryError>;

/// Selects the heuristic named by `expression` among these. `greatest` is the maximum of several as
/// one heuristic, if that is compiled.
///
/// # Errors
///
/// Returns the place of an unknown name or an invalid argument.
pub(crate) fn select<H: Clone>(
    expression: &Expression,
    heuristics: &[&'static Component],
    build: Build<'_, H>,
    greatest: &dyn Fn(&[H]) -> Option<H>,
) -> Result<Combined<H>, RegistryError> {
    // Recursion is bounded, because the parser limits the depth of the expression.
    let component = expression.component(Kind::Heuristic, heuristics.iter().copied())?;
    let options = Options::read(component, expression)?;
    let mut parts = Vec::new();
    for part in &options.operands {
        parts.push(select(part, heuristics, build, greatest)?);
    }
    match Common::called(component.name) {
        Some(Common::Max) => {
            let one = |part: &Combined<H>| match part {
                Combined::One(one) => Some(one.clone()),
                Combined::Max(_) | Combined::Scaled(..) => None,
            };
            let all: Option<Vec<H>> = parts.iter().map(one).collect();
            let greatest = all.and_then(|all| greatest(&all));
            Ok(greatest.map_or(Combined::Max(parts), Combined::One))
        }
        Some(Common::Scaled) => {
            // In millionths; the option's bounds keep them within 32 bits.
            let numerator = (options.number("factor") * 1e6).round() as u32;
            let factor = Factor { numerator, denominator: MILLION };
            Ok(Combined::Scaled(Box::new(parts.remove(0)), factor))
        }
        Some(Common::Blind) | None => build(expression, component, &options).map(Combined::One),
    }
}
