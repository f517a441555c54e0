//! Domains and instances as trait objects: what the command line and the page work with.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tremaux_core::{AnyHeuristic, Blind};

use crate::algorithms::{AlgorithmInfo, Chosen, DepthLimit, TieBreakName, algorithms, choose};
use crate::build::{Buildable, BuiltTable};
use crate::checkpoint::Identity;
use crate::compiled::Built;
use crate::component::{Component, OptionInfo};
use crate::error::{Kind, RegistryError};
use crate::estimator::Estimator;
use crate::expression::Expression;
use crate::options::Options;
use crate::places::{OfProblem, Placer};
use crate::problem::{Problem, Shelf, component, estimator, heuristics, unknown};
use crate::running::{Running, SearchOf, Setting};
use crate::suggest::nearest_names;
use crate::tables::TableSource;

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

    /// What can be built ahead, if anything can.
    fn buildable(&self) -> Option<Buildable> {
        None
    }

    /// Takes the tables that `table` names from `tables`, or builds and stores them there.
    ///
    /// # Errors
    ///
    /// Fails if the name or an option is wrong, or a limit stops the build.
    fn build(
        &self,
        table: &str,
        given: Given<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let _ = (given, tables);
        let reason = format!("{} looks nothing up that could be built ahead", self.info().name);
        Err(RegistryError::NotOffered { component: table.to_owned(), reason })
    }

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
    /// The limit of depth, in moves.
    pub depth: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// The threads.
    pub threads: usize,
    /// How many bytes the search's tables may take, for those that are made so large at once.
    pub memory: Option<usize>,
    /// Whether it will be asked for checkpoints: what has none is refused then.
    pub is_saved: bool,
    /// A checkpoint to go on from: see [`Running::checkpoint`].
    pub resume: Option<Vec<u8>>,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            algorithm: None,
            heuristic: None,
            tie_break: None,
            depth: None,
            seed: 0,
            threads: 1,
            memory: None,
            is_saved: false,
            resume: None,
        }
    }
}

/// An instance of a domain.
pub trait Instance {
    /// The instance as it can be given again, on one line.
    fn text(&self) -> &str;

    /// What to know of it before it is searched: lines for people.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The rules, to tell the states of a trace: see [`Places`](crate::Places).
    fn placer(&self) -> Option<Box<dyn Placer>> {
        None
    }

    /// What it is solved with if nothing is named.
    fn default_choice(&self) -> &'static DefaultInfo;

    /// Checks `choice` as [`Instance::start`] does, and builds nothing.
    ///
    /// # Errors
    ///
    /// As there.
    fn check(&self, choice: &Choice) -> Result<(), RegistryError>;

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
        .map_err(|error| RegistryError::Expression { text: text.to_owned(), error: error.into() })
}

impl<P: Problem> Instance for InstanceOf<P> {
    fn text(&self) -> &str {
        &self.text
    }

    fn notes(&self) -> Vec<String> {
        P::notes(&self.space)
    }

    fn placer(&self) -> Option<Box<dyn Placer>> {
        Some(Box::new(OfProblem::<P>::new(Arc::clone(&self.space))))
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn check(&self, choice: &Choice) -> Result<(), RegistryError> {
        Written::of(choice, self.default_choice)?.prepare::<P>(choice).map(|_| ())
    }

    fn start(&self, choice: &Choice, shelf: &Shelf) -> Result<Box<dyn Running>, RegistryError> {
        Ok(Box::new(self.search(choice, shelf)?))
    }
}

impl<P: Problem> InstanceOf<P> {
    /// [`Instance::start`] as the type it is.
    pub(crate) fn search(
        &self,
        choice: &Choice,
        shelf: &Shelf,
    ) -> Result<SearchOf<P>, RegistryError> {
        let written = Written::of(choice, self.default_choice)?;
        let (chosen, heuristic) = written.prepare::<P>(choice)?;
        let Written { heuristic_text, .. } = &written;
        let info = chosen.info;
        let space = Arc::clone(&self.space);
        let algorithm =
            Expression { name: info.component.name.into(), ..written.algorithm.clone() };
        let algorithm = algorithm.to_string();
        let heuristic = info.is_informed.then(|| heuristic.to_string());
        let identity = Identity::new(
            self.domain.name,
            (&self.text, &P::heuristic_key(&space)),
            &algorithm,
            heuristic.as_deref(),
            choice.depth,
        );
        let resume = choice.resume.as_deref().map(|file| identity.open(file).map(<[u8]>::to_vec));
        let saved = resume.transpose().map_err(RegistryError::Checkpoint)?;
        let setting = Setting {
            domain: self.domain.name,
            instance: self.text.clone(),
            algorithm,
            info,
            heuristic,
            seed: choice.seed,
            threads: choice.threads,
            building: Duration::ZERO,
            identity,
        };
        if let Some(proof) = P::proof_of_no_solution(&self.space) {
            return Ok(SearchOf::<P>::proved(space, proof, setting));
        }
        let started = Instant::now();
        let estimator = if info.is_informed {
            estimator::<P>(&self.space, &written.heuristic, heuristic_text, shelf)
        } else {
            let blind: Arc<dyn AnyHeuristic<P::Space>> = Arc::new(Blind);
            Ok(Estimator::One(Built::from(blind)))
        };
        let setting = Setting { building: started.elapsed(), ..setting };
        let estimator = match estimator {
            Err(RegistryError::Stopped { reason, what }) => {
                return Ok(SearchOf::<P>::stopped(space, reason, what, setting));
            }
            estimator => estimator?,
        };
        let session = estimator.session();
        let search = chosen.start(Arc::clone(&space), session, choice, saved)?;
        Ok(SearchOf::<P>::new(space, search, setting))
    }
}

/// The expressions of a choice, those left out taken from the default.
struct Written<'a> {
    algorithm_text: &'a str,
    algorithm: Expression,
    heuristic_text: &'a str,
    heuristic: Expression,
}

impl<'a> Written<'a> {
    fn of(choice: &'a Choice, default: &'static DefaultInfo) -> Result<Self, RegistryError> {
        let algorithm_text = choice.algorithm.as_deref().unwrap_or(default.algorithm);
        let heuristic_text = choice.heuristic.as_deref().unwrap_or(default.heuristic);
        let (algorithm, heuristic) = (parsed(algorithm_text)?, parsed(heuristic_text)?);
        Ok(Self { algorithm_text, algorithm, heuristic_text, heuristic })
    }

    /// Looks up the names, and refuses what does not apply. Returns the algorithm and the
    /// heuristic as it is called.
    fn prepare<P: Problem>(
        &'a self,
        choice: &Choice,
    ) -> Result<(Chosen<'a, P>, Expression), RegistryError> {
        let chosen = choose::<P>(&self.algorithm, self.algorithm_text, choice.tie_break)?;
        let (info, name) = (chosen.info, chosen.info.component.name);
        let refused = |option, reason| Err(RegistryError::NotApplicable { option, reason });
        if choice.depth.is_some() && info.depth == DepthLimit::Meaningless {
            return refused("--depth", format!("{name} looks at paths of any length"));
        }
        if choice.threads != 1 && !info.runs_on_threads {
            return refused("--threads", format!("{name} runs on one thread"));
        }
        if (choice.is_saved || choice.resume.is_some()) && !info.is_saved {
            let option = if choice.is_saved { "--checkpoint" } else { "--resume" };
            return refused(option, format!("{name} cannot be saved; ida-star can"));
        }
        if choice.threads != 1 && (choice.is_saved || choice.resume.is_some()) {
            return refused("--threads", "a search that is saved runs on one thread".to_owned());
        }
        if choice.heuristic.is_some() && !info.is_informed {
            return refused("--heuristic", format!("{name} asks no heuristic"));
        }
        if choice.depth.is_none() && info.depth == DepthLimit::Required {
            let reason = "it needs a limit of depth, as `--depth 30`".to_owned();
            return Err(RegistryError::NotOffered { component: name.into(), reason });
        }
        let heuristic = canonical::<P>(&self.heuristic, self.heuristic_text)?;
        Ok((chosen, heuristic))
    }
}

/// `expression`, a part of `text`, with each heuristic in it by its name instead of an alias.
/// Checks names and arguments, and builds nothing.
fn canonical<P: Problem>(expression: &Expression, text: &str) -> Result<Expression, RegistryError> {
    let all: Vec<&'static Component> = heuristics::<P>().collect();
    let found = component(Kind::Heuristic, all.into_iter(), expression, text)?;
    let options = Options::read(found, expression, text)?;
    let mut renamed = Expression { name: found.name.into(), ..expression.clone() };
    for argument in &mut renamed.arguments {
        if options.operands.iter().any(|operand| **operand == argument.value) {
            argument.value = canonical::<P>(&argument.value, text)?;
        }
    }
    Ok(renamed)
}

/// The algorithms and heuristics of a problem: what a [`DomainEntry`] says of it.
pub(crate) fn offers<P: Problem>() -> (Vec<&'static AlgorithmInfo>, Vec<&'static Component>) {
    (algorithms::<P>(), heuristics::<P>().collect())
}
