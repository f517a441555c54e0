//! Domains and instances as trait objects: what the command line and the page work with.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::algorithms::{AlgorithmInfo, TieBreakName, algorithms, choose};
use crate::component::{Component, OptionInfo};
use crate::error::{Kind, RegistryError};
use crate::expression::Expression;
use crate::problem::{Problem, Shelf, estimator, heuristics, unknown};
use crate::running::{Running, SearchOf, Setting};
use crate::suggest::nearest_names;

/// A domain as the user meets it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DomainInfo {
    /// The name: kebab-case, the field's own.
    pub name: &'static str,
    /// Shorter and older names.
    pub aliases: &'static [&'static str],
    /// One line.
    pub title: &'static str,
    /// How an instance is written, in a few lines.
    pub format: &'static str,
    /// An instance, written so; solved within a second.
    pub example: &'static str,
    /// How a move is written.
    pub moves: &'static str,
    /// Options of an instance.
    pub options: &'static [OptionInfo],
    /// Options of `generate`.
    pub generator: &'static [OptionInfo],
    /// Which algorithm and heuristic are taken if none is named, case by case.
    pub defaults: &'static [DefaultInfo],
}

/// What is taken if no algorithm and heuristic are named.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DefaultInfo {
    /// In which case.
    pub case: &'static str,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The heuristic.
    pub heuristic: &'static str,
    /// Why.
    pub why: &'static str,
}

/// The options given for an instance or for a generator, by name.
pub type Given<'a> = &'a [(&'static str, String)];

/// Where an instance comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A text that is one instance.
    One(&'a str),
    /// A text that may hold many.
    Many(&'a str),
    /// The options alone, as `--korf 17`.
    Options,
}

/// An entry of [`DOMAINS`](crate::DOMAINS).
pub trait DomainEntry: Sync {
    /// The description.
    fn info(&self) -> &'static DomainInfo;

    /// The heuristics, those of every problem included.
    fn heuristics(&self) -> Vec<&'static Component>;

    /// The algorithms offered.
    fn algorithms(&self) -> Vec<&'static AlgorithmInfo>;

    /// Reads instances.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong.
    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError>;

    /// Makes `count` random instances as text; those of a seed never change.
    ///
    /// # Errors
    ///
    /// Fails if an option is wrong.
    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError>;
}

/// Looks up a domain by name or alias.
///
/// # Errors
///
/// Returns the nearest names if there is no such domain.
pub fn domain(name: &str) -> Result<&'static dyn DomainEntry, RegistryError> {
    let domains = crate::DOMAINS;
    let is_called = |info: &DomainInfo| info.name == name || info.aliases.contains(&name);
    domains.iter().copied().find(|domain| is_called(domain.info())).ok_or_else(|| {
        let names = domains.iter().map(|domain| domain.info().name);
        let near = nearest_names(name, names.clone());
        unknown(Kind::Domain, names, name, 0, name, near)
    })
}

/// What to solve an instance with. What is `None` is chosen by the instance.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The algorithm with its options.
    pub algorithm: Option<String>,
    /// The heuristic with its options.
    pub heuristic: Option<String>,
    /// The tie-break.
    pub tie_break: Option<TieBreakName>,
    /// Whether `--depth` was given.
    pub has_depth: bool,
    /// The seed.
    pub seed: u64,
    /// The threads.
    pub threads: usize,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            algorithm: None,
            heuristic: None,
            tie_break: None,
            has_depth: false,
            seed: 0,
            threads: 1,
        }
    }
}

/// An instance of a domain.
pub trait Instance {
    /// The instance as it can be given again, on one line.
    fn text(&self) -> &str;

    /// What it is solved with if nothing is named.
    fn default_choice(&self) -> &'static DefaultInfo;

    /// Starts a search. Heuristics are taken from `shelf` if they are there, else they are
    /// built and put there.
    ///
    /// # Errors
    ///
    /// Fails if a name is not known, an argument is wrong, or a part of `choice` does not
    /// apply.
    fn start(&self, choice: &Choice, shelf: &Shelf) -> Result<Box<dyn Running>, RegistryError>;
}

/// An instance of the problem `P`.
pub(crate) struct InstanceOf<P: Problem> {
    pub(crate) domain: &'static DomainInfo,
    pub(crate) space: Arc<P::Space>,
    pub(crate) text: String,
    pub(crate) default_choice: &'static DefaultInfo,
}

fn parsed(text: &str) -> Result<Expression, RegistryError> {
    Expression::parse(text)
        .map_err(|error| RegistryError::Expression { text: text.to_owned(), error })
}

impl<P: Problem> Instance for InstanceOf<P> {
    fn text(&self) -> &str {
        &self.text
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn start(&self, choice: &Choice, shelf: &Shelf) -> Result<Box<dyn Running>, RegistryError> {
        let text = choice.algorithm.as_deref().unwrap_or(self.default_choice.algorithm);
        let expression = parsed(text)?;
        let chosen = choose::<P>(&expression, text, choice.tie_break)?;
        let (info, name) = (chosen.info, chosen.info.component.name);
        if choice.has_depth && info.depth == crate::DepthLimit::Meaningless {
            let reason = format!("{name} looks at paths of any length");
            return Err(RegistryError::NotApplicable { option: "--depth", reason });
        }
        if !choice.has_depth && info.depth == crate::DepthLimit::Required {
            let reason = "it needs a limit of depth, as `--depth 30`".to_owned();
            return Err(RegistryError::NotOffered { component: name.into(), reason });
        }
        if choice.threads != 1 {
            let reason = format!("{name} runs on one thread");
            return Err(RegistryError::NotApplicable { option: "--threads", reason });
        }
        if choice.heuristic.is_some() && !info.is_informed {
            let reason = format!("{name} asks no heuristic");
            return Err(RegistryError::NotApplicable { option: "--heuristic", reason });
        }
        let text = if info.is_informed {
            choice.heuristic.as_deref().unwrap_or(self.default_choice.heuristic)
        } else {
            crate::problem::BLIND.name
        };
        let heuristic = parsed(text)?;
        let proof = P::proof_of_no_solution(&self.space);
        let started = Instant::now();
        let estimator = match proof {
            // Names and arguments are checked all the same.
            Some(_) => check::<P>(&heuristic, text).map(|()| None)?,
            None => Some(estimator::<P>(&self.space, &heuristic, text, shelf)?),
        };
        let is_blind = heuristic.arguments.is_empty();
        let building = if is_blind && text == "blind" { Duration::ZERO } else { started.elapsed() };
        let canonical = Expression { name: name.to_owned(), ..expression.clone() };
        let setting = Setting {
            domain: self.domain.name,
            instance: self.text.clone(),
            algorithm: canonical.to_string(),
            info,
            heuristic: info.is_informed.then(|| heuristic.to_string()),
            seed: choice.seed,
            threads: choice.threads,
            building,
        };
        let space = Arc::clone(&self.space);
        Ok(match (estimator, proof) {
            (Some(estimator), _) => {
                let search = chosen.start(Arc::clone(&space), estimator.session())?;
                Box::new(SearchOf::<P>::new(space, search, setting))
            }
            (None, proof) => Box::new(SearchOf::<P>::proved(space, proof.unwrap_or(""), setting)),
        })
    }
}

/// Checks names and arguments of a heuristic without building it.
fn check<P: Problem>(expression: &Expression, text: &str) -> Result<(), RegistryError> {
    let all: Vec<&'static Component> = heuristics::<P>().collect();
    let found =
        crate::problem::component(Kind::Heuristic, all.into_iter(), expression, text)?;
    let options = crate::options::Options::read(found, expression, text)?;
    options.operands.iter().try_for_each(|part| check::<P>(part, text))
}

/// The algorithms and heuristics of a problem: what a [`DomainEntry`] says of it.
pub(crate) fn offers<P: Problem>() -> (Vec<&'static AlgorithmInfo>, Vec<&'static Component>) {
    (algorithms::<P>(), heuristics::<P>().collect())
}
