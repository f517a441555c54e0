//! The rows of algorithms that only maps have, and one of them as a user writes it.

use tremaux_core::StopReason;
use tremaux_domain::{
    AlgorithmInfo, Component, Expression, Family, Kind, NamedAlgorithm, Options, Proves,
    RegistryError,
};

/// The row of the algorithm that searches so.
pub(super) fn row_of<H: Copy + PartialEq>(
    all: &'static [NamedAlgorithm<H>],
    start: H,
) -> &'static NamedAlgorithm<H> {
    all.iter().find(|it| it.start == start).expect("every algorithm has a row")
}

/// What is known of an algorithm for maps.
pub(super) const fn info(component: Component) -> AlgorithmInfo {
    AlgorithmInfo { family: Family::Map, proves: Proves::Optimal, ..AlgorithmInfo::new(component) }
}

/// The same of one that is prepared on several threads.
pub(super) const fn on_threads(component: Component) -> AlgorithmInfo {
    AlgorithmInfo { runs_on_threads: true, ..info(component) }
}

/// An algorithm with its options, as written by the user.
pub(super) struct Named<H: 'static> {
    pub(super) info: &'static AlgorithmInfo,
    pub(super) how: H,
    expression: Expression,
}

impl<H: Copy + PartialEq> Named<H> {
    /// Looks `text` up among `all`.
    pub(super) fn parse(
        all: &'static [NamedAlgorithm<H>],
        text: &str,
    ) -> Result<Self, RegistryError> {
        let expression = Expression::read(text)?;
        let components = all.iter().map(|it| &it.info.component);
        let component = expression.component(Kind::Algorithm, components)?;
        let _ = Options::read(component, &expression)?;
        let found = all.iter().find(|it| it.name == component.name);
        let NamedAlgorithm { info, start: how } = found.expect("the component is one of these");
        Ok(Self { info, how: *how, expression })
    }

    /// The whole number given for an option, or its default.
    pub(super) fn integer(&self, option: &str) -> Result<u64, RegistryError> {
        let options = Options::read(&self.info.component, &self.expression)?;
        Ok(options.integer(option))
    }

    /// The name with its options, aliases replaced.
    pub(super) fn canonical(&self) -> String {
        self.expression.renamed(self.info.component.name).to_string()
    }

    pub(super) fn not_offered(&self, reason: impl Into<String>) -> RegistryError {
        self.info.component.refused(reason)
    }

    /// The error at a limit while it was prepared.
    pub(super) fn stopped(&self, reason: StopReason) -> RegistryError {
        RegistryError::Unprepared { component: self.canonical(), reason }
    }
}
