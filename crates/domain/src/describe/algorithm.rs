//! Descriptions of algorithms, as data.

use std::ops::Deref;
use std::time::Duration;

use serde::Serialize;

use super::component::Component;

/// An algorithm: its description, and how it is started. Whatever is searched, and wherever it is
/// defined, an algorithm is a row of this type.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NamedAlgorithm<S> {
    /// The description.
    #[serde(flatten)]
    pub info: &'static AlgorithmInfo,
    /// What starts it: a function of the space, or a setting of an engine.
    #[serde(skip)]
    pub start: S,
}

impl<S> NamedAlgorithm<S> {
    /// An algorithm that is started so.
    pub const fn new(info: &'static AlgorithmInfo, start: S) -> Self {
        Self { info, start }
    }
}

impl<S> Deref for NamedAlgorithm<S> {
    type Target = Component;

    fn deref(&self) -> &Component {
        &self.info.component
    }
}

/// Facts about an algorithm besides its description.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AlgorithmInfo {
    /// The description.
    #[serde(flatten)]
    pub component: Component,
    /// The family, which determines the counts in its reports.
    pub family: Family,
    /// Whether it uses a heuristic.
    pub is_informed: bool,
    /// Whether it breaks ties, so that `--tie-break` applies.
    pub breaks_ties: bool,
    /// Whether `--depth` applies or is required.
    pub depth: DepthLimit,
    /// Whether it can be saved and resumed, so that `--checkpoint` applies.
    pub is_saved: bool,
    /// Whether it can run on several threads, if the problem allows it.
    pub runs_on_threads: bool,
    /// What it proves when it ends.
    pub proves: Proves,
    /// Whether it can go on until it has found every plan.
    pub finds_all: bool,
    /// Whether its paths on a grid run at any angle, not step by step.
    pub is_any_angle: bool,
    /// Whether it has no plan before its end, so that one found otherwise is welcome if a limit
    /// stops it.
    #[serde(skip)]
    pub has_plan_only_at_end: bool,
    /// Whether a heuristic may bring a form of it that is compiled for its type.
    #[serde(skip)]
    pub has_compiled_forms: bool,
    /// When it ends if neither time nor the solutions evaluated are limited, and its option
    /// `steps` is 0; `None` if it ends by itself.
    #[serde(skip)]
    pub default_time: Option<Duration>,
}

impl AlgorithmInfo {
    /// An algorithm without a heuristic, a depth limit and a proof.
    pub const fn new(component: Component) -> Self {
        Self {
            component,
            family: Family::Other,
            is_informed: false,
            breaks_ties: false,
            depth: DepthLimit::Meaningless,
            is_saved: false,
            runs_on_threads: false,
            proves: Proves::Nothing,
            finds_all: false,
            is_any_angle: false,
            has_plan_only_at_end: false,
            has_compiled_forms: false,
            default_time: None,
        }
    }

    /// The same that proves more.
    #[must_use]
    pub const fn proving(self, proves: Proves) -> Self {
        Self { proves, ..self }
    }

    /// The same that can go on until it has found every plan.
    #[must_use]
    pub const fn finding_all(self) -> Self {
        Self { finds_all: true, ..self }
    }
}

/// What an algorithm proves when it ends, if the heuristic is what it promises to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proves {
    /// Nothing about costs; perhaps that there is no plan.
    Nothing,
    /// That no plan has fewer actions, so that none costs less if all actions cost the same.
    FewestActions,
    /// That the plan costs at most a factor more than the best one.
    WithinFactor,
    /// That no plan costs less.
    Optimal,
    /// That no plan costs less; where costs are whole, unless two states in its table have the
    /// same hash.
    UnlessHashesCollide,
}

impl Proves {
    /// What its proofs assume besides what the heuristic promises.
    pub const fn assumption(self) -> Option<&'static str> {
        match self {
            Self::Nothing | Self::FewestActions | Self::WithinFactor | Self::Optimal => None,
            Self::UnlessHashesCollide => {
                Some("no two states in the table have the same 64-bit hash")
            }
        }
    }
}

/// Whether an algorithm takes a depth limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthLimit {
    /// It takes none.
    Meaningless,
    /// It is optional.
    Optional,
    /// It is required: without it the algorithm may run forever.
    Required,
}

/// How an algorithm stores states, and so what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Stores all generated states, in an open and a closed list.
    BestFirst,
    /// Stores only the states on one path.
    DepthFirst,
    /// Runs several searches, or stores only some of the generated states, so that no single
    /// tree contains all of them.
    Other,
    /// Searches one kind of map, for which it may be prepared once for many queries.
    Map,
}
