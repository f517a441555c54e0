//! Descriptions of domains, as data.

use serde::Serialize;

use super::component::OptionInfo;

/// The description of a domain.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DomainInfo {
    /// The usual name, in kebab-case.
    pub name: &'static str,
    /// Shorter and older names.
    pub aliases: &'static [&'static str],
    /// One line.
    pub title: &'static str,
    /// The format of an instance, in a few lines.
    pub format: &'static str,
    /// An example instance, solved within a second.
    pub example: &'static str,
    /// The notation of a move.
    pub moves: &'static str,
    /// Options of an instance.
    pub options: &'static [OptionInfo],
    /// Options of `generate`.
    pub generator: &'static [OptionInfo],
    /// The default algorithms and heuristics, case by case.
    pub defaults: &'static [DefaultInfo],
}

/// A default algorithm and heuristic.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DefaultInfo {
    /// The case for which it is the default.
    pub case: &'static str,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The heuristic.
    pub heuristic: &'static str,
    /// Why.
    pub why: &'static str,
}

impl DefaultInfo {
    /// An algorithm and a heuristic for a case.
    pub const fn new(case: &'static str, algorithm: &'static str, heuristic: &'static str) -> Self {
        Self { case, algorithm, heuristic, why: "" }
    }

    /// Sets [`DefaultInfo::why`].
    #[must_use]
    pub const fn why(self, why: &'static str) -> Self {
        Self { why, ..self }
    }
}
