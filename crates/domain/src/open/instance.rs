//! Instances as trait objects.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::ParseError;
use tremaux_core::StateGraph;

use super::heuristic_cache::HeuristicCache;
use super::source::Source;
use crate::describe::{DefaultInfo, DomainInfo, OptionInfo, OptionKind};
use crate::options::OptionPairs;
use crate::refuse::RegistryError;
use crate::run::{
    ActiveSearch, InformedGraph, NumberedRules, SolveRequest, StateReconstructor, StateView,
    Statement,
};

/// The origin of an instance: its source text and options.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The options of the domain with their values.
    pub(super) options: String,
    /// The length and checksum of the text, and the number of the instance in it.
    pub(super) text: String,
}

/// The length and checksum of a text.
fn summary(text: &str) -> String {
    let checksum = crc32fast::hash(text.as_bytes());
    format!("{} bytes, checksum {checksum:08x}", text.len())
}

impl Origin {
    /// The origin of all instances of a source: its text is read only once.
    pub(crate) fn new(info: &DomainInfo, source: Source<'_>, given: OptionPairs<'_>) -> Self {
        let value = |option: &OptionInfo| {
            let given = given.iter().find(|(name, _)| *name == option.name);
            let value = given.map(|(_, value)| value.trim()).or(option.default).unwrap_or("none");
            match option.kind {
                OptionKind::File { .. } => summary(value),
                _ => value.to_owned(),
            }
        };
        let options =
            info.options.iter().map(|option| format!("{}={}", option.name, value(option)));
        let text = match source {
            Source::One(text) | Source::Many(text) => text.trim(),
            Source::Options => "",
        };
        Self { options: options.collect::<Vec<_>>().join(", "), text: summary(text) }
    }

    /// The origin of one instance, by its number from 0.
    pub(crate) fn of_instance(&self, at: usize) -> Self {
        let text = format!("{}, instance {}", self.text, at + 1);
        Self { options: self.options.clone(), text }
    }
}

/// An instance of a domain.
pub trait Instance {
    /// The instance in its input format, on one line.
    fn text(&self) -> &str;

    /// Sets the origin of the instance.
    fn set_origin(&mut self, origin: Origin);

    /// The title of the instance in its file, if it has one.
    fn title(&self) -> Option<&str>;

    /// Sets the title of the instance.
    fn set_title(&mut self, title: Option<String>);

    /// Why the instance cannot be solved, if it is one of many in a file and only this one is
    /// wrong: its name, and the error that [`Instance::check`] returns.
    fn refusal(&self) -> Option<(&str, RegistryError)> {
        None
    }

    /// A drawing of the start in a few lines, with or without colours of a terminal.
    fn drawn_start(&self, _with_color: bool) -> Option<String> {
        None
    }

    /// Notes for the user about the instance, shown before the search.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// A reconstructor for the states of a trace: see [`StateReconstructor`].
    fn state_reconstructor(&self) -> Option<Box<dyn StateReconstructor>> {
        None
    }

    /// A state, or the initial one, with the moves that lead on from it. `None` if there are no
    /// states.
    ///
    /// # Errors
    ///
    /// Returns the place of the error in the text of the state.
    fn look(&self, _state: Option<&str>) -> Option<Result<StateView, ParseError>> {
        None
    }

    /// The instance as proofs in files state it, if they can.
    fn statement(&self) -> Option<Statement> {
        None
    }

    /// Whether there is a [`statement`](Self::statement).
    fn is_stated(&self) -> bool {
        self.statement().is_some()
    }

    /// Why no goal can be reached, if that is known without a search.
    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        None
    }

    /// The problem as a graph of numbers, where it is searched in erased form and its states have
    /// the same width.
    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        None
    }

    /// The problem as a graph of numbers with this heuristic, or the default one. Its tables come
    /// from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if the heuristic is not offered, or a limit stops the building of a table.
    fn informed_graph(
        &self,
        _heuristic: Option<&str>,
        _cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        let reason = "its solutions are improved, not searched for".to_owned();
        Err(RegistryError::NotOffered { component: "hda-star".to_owned(), reason })
    }

    /// The rules of the instance with this heuristic, or the default one, state by state. Its
    /// tables come from `cache`.
    ///
    /// # Errors
    ///
    /// Fails if there are no states or the heuristic is not offered, or a limit stops the building
    /// of a table.
    fn rules(
        &self,
        _heuristic: Option<&str>,
        _cache: &HeuristicCache,
    ) -> Result<Box<dyn NumberedRules>, RegistryError> {
        let reason = "its solutions are improved, not searched for".to_owned();
        Err(RegistryError::NotOffered { component: "the referee".to_owned(), reason })
    }

    /// The default algorithm and heuristic.
    fn default_choice(&self) -> &'static DefaultInfo;

    /// Checks `request` like [`Instance::start`], without building anything.
    ///
    /// # Errors
    ///
    /// See [`Instance::start`].
    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError>;

    /// Starts a search. Heuristics are taken from `cache`, or built and stored there.
    ///
    /// # Errors
    ///
    /// Fails if a name is not known, an argument is wrong, or a part of `request` does not
    /// apply.
    fn start(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError>;
}

/// An instance that cannot be solved.
struct RefusedInstance {
    name: String,
    error: RegistryError,
    default_choice: &'static DefaultInfo,
}

/// One of many instances, called `name`, that cannot be solved because of `error`.
pub fn refused(
    name: String,
    error: RegistryError,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    Box::new(RefusedInstance { name, error, default_choice })
}

impl Instance for RefusedInstance {
    fn text(&self) -> &str {
        &self.name
    }

    fn set_origin(&mut self, _origin: Origin) {}

    fn title(&self) -> Option<&str> {
        None
    }

    fn set_title(&mut self, _title: Option<String>) {}

    fn refusal(&self) -> Option<(&str, RegistryError)> {
        Some((&self.name, self.error.clone()))
    }

    fn informed_graph(
        &self,
        _heuristic: Option<&str>,
        _cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        Err(self.error.clone())
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn check(&self, _request: &SolveRequest) -> Result<(), RegistryError> {
        Err(self.error.clone())
    }

    fn start(
        &self,
        _request: &SolveRequest,
        _cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        Err(self.error.clone())
    }
}
