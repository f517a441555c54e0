//! Reading and generating instances: the part that all domains share.

use std::marker::PhantomData;

use tremaux_core::{Deadline, ParseError};
use tremaux_reading::in_words;

use super::domain::{DirectOutput, DomainEntry, GeneratedTexts, WriteLine};
use super::heuristics::heuristics;
use super::instance::Instance;
use super::problem::Problem;
use super::source::Source;
use super::typed_problem::algorithms;
use crate::describe::{AlgorithmInfo, Component, DomainInfo};
use crate::options::{OptionPairs, Options};
use crate::refuse::{ReadError, RegistryError};
use crate::run::{Advice, Buildable, BuiltTable, TableSource};

/// How a text is split into instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// The text is one instance.
    Whole,
    /// Instances are separated by blank lines.
    BlankLines,
    /// One instance per line; `#` starts a comment.
    Lines,
}

impl Split {
    /// What stands between the lines of two instances in a file; `None` if a file holds one.
    const fn between(self) -> Option<&'static str> {
        match self {
            Self::Whole => None,
            Self::BlankLines => Some("\n"),
            Self::Lines => Some(""),
        }
    }
}

/// An instance, and the option that names or generates it.
pub type NamedInstance = (&'static str, Box<dyn Instance>);

/// Generates random instances as text, one after the other.
pub type Generator = Box<dyn FnMut() -> String>;

/// The algorithms and heuristics of a [`Problem`], or of a
/// [`LandscapeProblem`](crate::LandscapeProblem).
pub trait Catalogue {
    /// Whether instances are state spaces whose searches can be recorded.
    const HAS_STATES: bool;
    /// Whether solutions can be drawn.
    const DRAWS_SOLUTIONS: bool = false;

    /// The heuristics, those of every problem included.
    fn heuristics() -> Vec<&'static Component>;

    /// The algorithms offered.
    fn algorithms() -> Vec<&'static AlgorithmInfo>;
}

impl<P: Problem> Catalogue for P {
    const HAS_STATES: bool = true;

    fn heuristics() -> Vec<&'static Component> {
        heuristics::<P>()
    }

    fn algorithms() -> Vec<&'static AlgorithmInfo> {
        algorithms::<P>()
    }
}

/// The definition of a domain.
///
/// [`Entry`] implements [`DomainEntry`] for it: one or many instances, examples, files, and
/// errors with their places.
pub trait Domain: 'static {
    /// The problem whose algorithms and heuristics are listed.
    type Problem: Catalogue;

    /// The description: names, instance format, options, defaults.
    const INFO: &'static DomainInfo;

    /// How a file is split into instances.
    const SPLIT: Split = Split::Whole;

    /// [`DomainEntry::reads_arcs`].
    const READS_ARCS: bool = false;

    /// The instances that `--example` names, if the domain has that option.
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[];

    /// An instance in a few words, with an article, for error messages such as "expected a
    /// board".
    const INSTANCE: &'static str;

    /// Reads one instance.
    ///
    /// # Errors
    ///
    /// Fails if the text or an option is wrong. Places are those in `text`.
    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError>;

    /// Reads all instances of a file, for a domain with its own way of splitting; `None` to use
    /// [`Domain::SPLIT`].
    fn read_all(
        _text: &str,
        _options: &Options<'_>,
    ) -> Option<Result<Vec<Box<dyn Instance>>, ReadError>> {
        None
    }

    /// Help for a person who solves the instance in a text by hand; `None` for most domains.
    ///
    /// # Errors
    ///
    /// Returns the place of the error.
    fn advise(_text: &str, _options: &Options<'_>) -> Result<Option<Advice>, ReadError> {
        Ok(None)
    }

    /// Outputs besides reports.
    const OUTPUTS: &'static [DirectOutput] = &[];

    /// The instance that the options name or generate, with that option; `None` if no such
    /// option is given.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong.
    fn named(_options: &Options<'_>) -> Result<Option<NamedInstance>, RegistryError> {
        Ok(None)
    }

    /// A generator of random instances; the instances for a seed never change.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError>;

    /// The tables that can be built in advance, if any.
    fn buildable() -> Option<Buildable> {
        None
    }

    /// Loads the tables named by `table` from `tables`, or builds and stores them there.
    ///
    /// # Errors
    ///
    /// Fails if the name or an option is wrong, or a limit stops the build.
    fn build(
        table: &str,
        _options: &Options<'_>,
        _tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let reason = format!("{} has no tables to build in advance", Self::INFO.name);
        Err(RegistryError::NotOffered { component: table.to_owned(), reason })
    }
}

/// The entry of the domain `D` in the list of domains.
pub struct Entry<D>(PhantomData<fn() -> D>);

impl<D> Entry<D> {
    /// The entry.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<D> Default for Entry<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// An error in the part of `text` that begins at the byte `start`.
fn at_offset(text: &str, start: usize, error: ReadError) -> RegistryError {
    match error {
        ReadError::Text(it) => {
            let moved = ParseError::at(text, start + it.offset, it.length, it.found, it.expected);
            ReadError::Text(moved).in_text(text)
        }
        ReadError::Other(error) => error,
    }
}

impl<D: Domain> Entry<D> {
    /// A description of the ways to specify an instance on the command line.
    fn expected() -> String {
        let mut ways = vec![D::INSTANCE.to_owned(), "--file FILE".to_owned()];
        let has = |name: &str| D::INFO.options.iter().any(|option| option.name == name);
        let named = NAMING.iter().filter(|(name, _)| has(name));
        ways.extend(named.map(|(name, value)| format!("--{name} {value}")));
        let last = ways.pop().expect("a file at least");
        format!("{} or {last}", ways.join(", "))
    }

    /// The instance that `--example` names.
    fn example(options: &Options<'_>) -> Result<Option<NamedInstance>, RegistryError> {
        if D::EXAMPLES.is_empty() {
            return Ok(None);
        }
        let Some(name) = options.given("example") else { return Ok(None) };
        let found = D::EXAMPLES.iter().find(|(known, _)| *known == name);
        let (_, text) = found.ok_or_else(|| {
            let names: Vec<&str> = D::EXAMPLES.iter().map(|(name, _)| *name).collect();
            options.wrong("example", in_words(&names))
        })?;
        let instance = D::read(text, options).map_err(|error| at_offset(text, 0, error))?;
        Ok(Some(("example", instance)))
    }
}

/// Options of any domain that name or generate an instance, with placeholders for their values.
const NAMING: &[(&str, &str)] =
    &[("example", "NAME"), ("korf", "N"), ("generate", "SIZE"), ("expression", "TEXT")];

impl<D: Domain> DomainEntry for Entry<D> {
    fn info(&self) -> &'static DomainInfo {
        D::INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        D::Problem::heuristics()
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        D::Problem::algorithms()
    }

    fn has_states(&self) -> bool {
        D::Problem::HAS_STATES
    }

    fn reads_arcs(&self) -> bool {
        D::READS_ARCS
    }

    fn draws_solutions(&self) -> bool {
        D::Problem::DRAWS_SOLUTIONS
    }

    fn read(
        &self,
        source: Source<'_>,
        given: OptionPairs<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let options = &Options::check(D::INFO.options, given)?;
        let named = match Self::example(options)? {
            None => D::named(options)?,
            named => named,
        };
        let text = match (source, named) {
            (Source::Options, Some((_, instance))) => return Ok(vec![instance]),
            (Source::One(text) | Source::Many(text), Some((option, _))) => {
                let expected = format!("no other instance: --{option} names one");
                return Err(
                    ReadError::Text(ParseError::about(text, text.trim(), expected)).in_text(text)
                );
            }
            (Source::One(text), None) => {
                let instance = D::read(text, options).map_err(|error| at_offset(text, 0, error))?;
                return Ok(vec![instance]);
            }
            (Source::Options, None) => {
                return Err(ReadError::Text(ParseError::at_end("", Self::expected())).in_text(""));
            }
            (Source::Many(text), None) => text,
        };
        if let Some(all) = D::read_all(text, options) {
            return all.map_err(|error| at_offset(text, 0, error));
        }
        let parts = match D::SPLIT {
            Split::Whole => vec![(0, text.len())],
            Split::BlankLines => paragraphs(text),
            Split::Lines => lines(text),
        };
        if parts.is_empty() {
            return Err(ReadError::Text(ParseError::at_end(text, D::INSTANCE)).in_text(text));
        }
        let read = |(start, end): (usize, usize)| {
            D::read(&text[start..end], options).map_err(|error| at_offset(text, start, error))
        };
        parts.into_iter().map(read).collect()
    }

    fn advise(&self, text: &str, given: OptionPairs<'_>) -> Result<Option<Advice>, RegistryError> {
        let options = Options::check(D::INFO.options, given)?;
        D::advise(text, &options).map_err(|error| at_offset(text, 0, error))
    }

    fn direct_outputs(&self) -> &'static [DirectOutput] {
        D::OUTPUTS
    }

    fn write_directly(
        &self,
        output: &DirectOutput,
        text: &str,
        given: OptionPairs<'_>,
        deadline: &Deadline,
        write: &mut WriteLine<'_>,
    ) -> Result<(), RegistryError> {
        let options = Options::check(D::INFO.options, given)?;
        let options = options.until(deadline);
        (output.run)(text, &options, write).map_err(|error| at_offset(text, 0, error))
    }

    fn buildable(&self) -> Option<Buildable> {
        D::buildable()
    }

    fn build(
        &self,
        table: &str,
        given: OptionPairs<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let declared = D::buildable().map_or(&[][..], |buildable| buildable.options);
        D::build(table, &Options::check(declared, given)?, tables)
    }

    fn between_instances(&self) -> Option<&'static str> {
        D::SPLIT.between()
    }

    fn generate_until(
        &self,
        seed: u64,
        count: u64,
        given: OptionPairs<'_>,
        deadline: &Deadline,
    ) -> Result<GeneratedTexts, RegistryError> {
        let options = Options::check(D::INFO.generator, given)?;
        let mut next = D::generator(seed, &options.until(deadline))?;
        let deadline = deadline.clone();
        let mut stopped = None;
        Ok(Box::new((0..count).map_while(move |_| {
            if stopped.is_some() {
                return None;
            }
            let text = next();
            stopped = deadline.reached();
            Some(stopped.map_or(Ok(text), Err))
        })))
    }
}

/// The ranges of the parts of a text that are separated by blank lines; the whole text if it is
/// blank.
fn paragraphs(text: &str) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let (mut offset, mut is_inside) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        let end = offset + line.len();
        match parts.last_mut() {
            Some((_, last)) if is_inside && !is_blank => *last = end,
            _ if !is_blank => parts.push((offset, end)),
            _ => {}
        }
        (is_inside, offset) = (!is_blank, end);
    }
    if parts.is_empty() { vec![(0, text.len())] } else { parts }
}

/// The ranges of the lines of a text, without comments and blank lines.
fn lines(text: &str) -> Vec<(usize, usize)> {
    let (mut parts, mut offset) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or("").trim_end();
        if !content.trim().is_empty() {
            parts.push((offset, offset + content.len()));
        }
        offset += line.len();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{lines, paragraphs};

    #[test]
    fn texts_are_cut_into_instances() {
        assert_eq!(paragraphs("\nS.\n.G\n\n\nSG\n"), [(1, 7), (9, 12)]);
        assert_eq!(paragraphs(""), [(0, 0)]);
        assert_eq!(paragraphs("a\n \t\nb"), [(0, 2), (5, 6)]);
        assert_eq!(lines("a b # c\n# d\n\n e\r\n"), [(0, 3), (13, 15)]);
    }
}
