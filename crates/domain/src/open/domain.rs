//! Domains as trait objects, for the command line and the web page.

use tremaux_core::{Deadline, StopReason};

use super::instance::{Instance, Origin};
use super::source::Source;
use crate::describe::{AlgorithmInfo, Component, DomainInfo};
use crate::options::{OptionPairs, Options};
use crate::refuse::{ReadError, RegistryError};
use crate::run::{Advice, Buildable, BuiltTable, Status, TableSource};

/// Random instances as text, or the reason why there are no more.
pub type GeneratedTexts = Box<dyn Iterator<Item = Result<String, StopReason>>>;

/// An output of a domain besides reports: `--NAME` of `solve` prints nothing else.
#[derive(Clone, Copy, Debug)]
pub struct DirectOutput {
    /// The name of the option.
    pub name: &'static str,
    /// What it prints.
    pub help: &'static str,
    /// Writes the lines for all instances of a text, with the options of the domain.
    pub run: RunDirectOutput,
}

/// See [`DirectOutput::run`]. Errors come before the first line.
pub type RunDirectOutput = fn(&str, &Options<'_>, &mut WriteLine<'_>) -> Result<(), ReadError>;

/// Takes a line, and what it says about an instance: solved, proved to have no solution, or
/// neither. Returns whether to go on.
pub type WriteLine<'a> = dyn FnMut(&str, Status) -> bool + 'a;

/// An entry of the list of domains.
pub trait DomainEntry: Sync {
    /// The description.
    fn info(&self) -> &'static DomainInfo;

    /// The heuristics, those of every problem included.
    fn heuristics(&self) -> Vec<&'static Component>;

    /// The algorithms offered.
    fn algorithms(&self) -> Vec<&'static AlgorithmInfo>;

    /// Whether its instances are state spaces whose searches can be recorded.
    fn has_states(&self) -> bool;

    /// Whether its solutions can be drawn.
    fn draws_solutions(&self) -> bool;

    /// Whether its instances may be lists of arcs, which look like lists of anything.
    fn reads_arcs(&self) -> bool;

    /// Reads instances. Call [`DomainEntry::instances`] instead, which also sets their origins.
    ///
    /// # Errors
    ///
    /// Returns the place of the error.
    fn read(
        &self,
        source: Source<'_>,
        given: OptionPairs<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError>;

    /// Reads instances, each with its origin: the text and every option of the domain. An
    /// instance rejects a checkpoint with another origin.
    ///
    /// # Errors
    ///
    /// Returns the place of the error.
    fn instances(
        &self,
        source: Source<'_>,
        given: OptionPairs<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let mut instances = self.read(source, given)?;
        let origin = Origin::new(self.info(), source, given);
        for (at, instance) in instances.iter_mut().enumerate() {
            instance.set_origin(origin.of_instance(at));
        }
        Ok(instances)
    }

    /// Help for a person who solves the instance in a text by hand; `None` for most domains.
    ///
    /// # Errors
    ///
    /// Returns the place of the error.
    fn advise(&self, text: &str, given: OptionPairs<'_>) -> Result<Option<Advice>, RegistryError>;

    /// Its outputs besides reports.
    fn direct_outputs(&self) -> &'static [DirectOutput];

    /// Writes one of its outputs besides reports for all instances of a text, until the deadline.
    ///
    /// # Errors
    ///
    /// Fails before the first line, with the place of the error.
    fn write_directly(
        &self,
        output: &DirectOutput,
        text: &str,
        given: OptionPairs<'_>,
        deadline: &Deadline,
        write: &mut WriteLine<'_>,
    ) -> Result<(), RegistryError>;

    /// The tables that can be built in advance, if any.
    fn buildable(&self) -> Option<Buildable>;

    /// Loads the tables named by `table` from `tables`, or builds and stores them there.
    ///
    /// # Errors
    ///
    /// Fails if the name or an option is wrong, or a limit stops the build.
    fn build(
        &self,
        table: &str,
        given: OptionPairs<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError>;

    /// Generates `count` random instances as text; the instances for a seed never change.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong.
    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: OptionPairs<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let instances = self.generate_until(seed, count, given, &Deadline::default())?;
        Ok(Box::new(instances.filter_map(Result::ok)))
    }

    /// What stands between the lines of two instances in a file; `None` if a file holds one.
    fn between_instances(&self) -> Option<&'static str>;

    /// Like [`DomainEntry::generate`], until a deadline: then the iterator returns the reason.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong.
    fn generate_until(
        &self,
        seed: u64,
        count: u64,
        given: OptionPairs<'_>,
        deadline: &Deadline,
    ) -> Result<GeneratedTexts, RegistryError>;
}
