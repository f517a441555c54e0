//! Domains and instances as trait objects, for the command line and the web page.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tremaux_core::erased::{StateGraph, StateKey};
use tremaux_core::{Cost, Deadline, StateSpace, StopReason};

use crate::active_search::{ActiveSearch, RunInfo, SearchOf};
use crate::algorithms::{
    AlgorithmInfo, DepthLimit, ErasedForm, SelectedAlgorithm, TieBreakName, choose,
};
use crate::build::{Buildable, BuiltTable};
use crate::checkpoint::Identity;
use crate::component::{Component, OptionInfo, OptionKind};
use crate::entry::{OptionValues, ReadError};
use crate::erased_problem::{ErasedProblem, TypedProblem};
use crate::error::{Kind, RegistryError};
use crate::expression::Expression;
use crate::informed_graph::{EstimatedGraph, InformedGraph};
use crate::options::Options;
use crate::problem::{CostOf, HeuristicCache, Problem, component};
use crate::state_reconstructor::{ProblemStates, StateReconstructor};
use crate::tables::TableSource;

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

/// The options given for an instance or for a generator, by name.
pub type OptionPairs<'a> = &'a [(&'static str, String)];

/// Where an instance comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A text with a single instance.
    One(&'a str),
    /// A text that may contain many instances.
    Many(&'a str),
    /// Only the options, such as `--korf 17`.
    Options,
}

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
pub type RunDirectOutput = fn(&str, &OptionValues<'_>, &mut WriteLine<'_>) -> Result<(), ReadError>;

/// Takes a line, and whether it stands for an instance that has been solved; returns whether to
/// go on.
pub type WriteLine<'a> = dyn FnMut(&str, bool) -> bool + 'a;

/// An entry of the list of domains.
pub trait DomainEntry: Sync {
    /// The description.
    fn info(&self) -> &'static DomainInfo;

    /// The heuristics, those of every problem included.
    fn heuristics(&self) -> Vec<&'static Component>;

    /// The algorithms offered.
    fn algorithms(&self) -> Vec<&'static AlgorithmInfo>;

    /// Whether its instances are state spaces whose searches can be recorded.
    fn has_states(&self) -> bool {
        true
    }

    /// Whether its solutions can be drawn.
    fn draws_solutions(&self) -> bool {
        false
    }

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

    /// Its outputs besides reports.
    fn direct_outputs(&self) -> &'static [DirectOutput];

    /// Writes one of its outputs besides reports for all instances of a text.
    ///
    /// # Errors
    ///
    /// Fails before the first line, with the place of the error.
    fn write_directly(
        &self,
        output: &DirectOutput,
        text: &str,
        given: OptionPairs<'_>,
        write: &mut WriteLine<'_>,
    ) -> Result<(), RegistryError>;

    /// The tables that can be built in advance, if any.
    fn buildable(&self) -> Option<Buildable> {
        None
    }

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
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let _ = (given, tables);
        let reason = format!("{} has no tables to build in advance", self.info().name);
        Err(RegistryError::NotOffered { component: table.to_owned(), reason })
    }

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

/// How to solve an instance. The instance chooses defaults for parts that are `None`.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The algorithm with its options.
    pub algorithm: Option<String>,
    /// The heuristic with its options.
    pub heuristic: Option<String>,
    /// The tie-break.
    pub tie_break: Option<TieBreakName>,
    /// The depth limit, in moves.
    pub depth: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The memory limit in bytes, for searches that allocate their tables at the start.
    pub memory: Option<usize>,
    /// Whether checkpoints will be requested; then algorithms that cannot be saved are rejected.
    pub is_saved: bool,
    /// A checkpoint to resume: see [`ActiveSearch::checkpoint`].
    pub resume: Option<Vec<u8>>,
}

impl Default for SolveRequest {
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

/// The origin of an instance: its source text and options.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The options of the domain with their values.
    options: String,
    /// The length and checksum of the text, and the number of the instance in it.
    text: String,
}

/// The length and checksum of a text.
fn summary(text: &str) -> String {
    let checksum = crc32fast::hash(text.as_bytes());
    format!("{} bytes, checksum {checksum:08x}", text.len())
}

impl Origin {
    /// The origin of all instances of a source: its text is read only once.
    fn new(info: &DomainInfo, source: Source<'_>, given: OptionPairs<'_>) -> Self {
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
    fn of_instance(&self, at: usize) -> Self {
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
    fn drawn_start(&self, with_color: bool) -> Option<String> {
        let _ = with_color;
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

    /// Why no goal can be reached, if that is known without a search.
    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        None
    }

    /// The problem as a graph of numbers, where it is searched in erased form.
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
#[must_use]
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

/// An instance of a problem whose states have the key `K` and whose costs are `C`.
pub struct InstanceParts<K: StateKey, C: Cost> {
    domain: &'static DomainInfo,
    problem: Arc<dyn ErasedProblem<K, C>>,
    text: String,
    default_choice: &'static DefaultInfo,
    origin: Origin,
    title: Option<String>,
}

/// An instance of the problem `P` with the space `space`, written as `text`.
pub fn instance<P: Problem>(
    domain: &'static DomainInfo,
    space: Arc<P::Space>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> Box<dyn Instance> {
    <P::Key as ErasedForm<CostOf<P>>>::instance(instance_parts::<P>(
        domain,
        space,
        text,
        default_choice,
    ))
}

/// Like [`instance`], but returns the concrete type.
pub fn instance_parts<P: Problem>(
    domain: &'static DomainInfo,
    space: Arc<P::Space>,
    text: String,
    default_choice: &'static DefaultInfo,
) -> InstanceParts<P::Key, CostOf<P>> {
    let problem = Arc::new(TypedProblem::<P>::new(space));
    let (origin, title) = (Origin::default(), None);
    InstanceParts { domain, problem, text, default_choice, origin, title }
}

fn parsed(text: &str) -> Result<Expression, RegistryError> {
    Expression::parse(text)
        .map_err(|error| RegistryError::Expression { text: text.to_owned(), error: error.into() })
}

impl<K: StateKey, C: Cost> Instance for InstanceParts<K, C> {
    fn text(&self) -> &str {
        &self.text
    }

    fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn set_title(&mut self, title: Option<String>) {
        self.title = title;
    }

    fn drawn_start(&self, with_color: bool) -> Option<String> {
        self.problem.drawn_start(with_color)
    }

    fn notes(&self) -> Vec<String> {
        self.problem.notes()
    }

    fn state_reconstructor(&self) -> Option<Box<dyn StateReconstructor>> {
        Some(Box::new(ProblemStates::new(Arc::clone(&self.problem))))
    }

    fn proof_of_no_solution(&self) -> Option<Cow<'static, str>> {
        self.problem.proof_of_no_solution()
    }

    fn graph(&self) -> Option<Arc<dyn StateGraph>> {
        Some(self.problem.graph())
    }

    fn informed_graph(
        &self,
        heuristic: Option<&str>,
        cache: &HeuristicCache,
    ) -> Result<Arc<dyn InformedGraph>, RegistryError> {
        let text = heuristic.unwrap_or(self.default_choice.heuristic);
        let expression = canonical(&self.problem.heuristics(), &parsed(text)?, text)?;
        let estimator = self.problem.estimator((&parsed(text)?, text), cache)?;
        Ok(Arc::new(EstimatedGraph {
            problem: Arc::clone(&self.problem),
            space: self.problem.space().clone(),
            estimator,
            heuristic: expression.to_string(),
        }))
    }

    fn default_choice(&self) -> &'static DefaultInfo {
        self.default_choice
    }

    fn check(&self, request: &SolveRequest) -> Result<(), RegistryError> {
        ParsedRequest::of(request, self.default_choice)?
            .prepare(&*self.problem, request)
            .map(|_| ())
    }

    fn start(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<Box<dyn ActiveSearch>, RegistryError> {
        Ok(Box::new(self.search(request, cache)?))
    }
}

impl<K: StateKey, C: Cost> InstanceParts<K, C> {
    /// Like [`Instance::start`], but returns the concrete type.
    ///
    /// # Errors
    ///
    /// See [`Instance::start`].
    pub fn search(
        &self,
        request: &SolveRequest,
        cache: &HeuristicCache,
    ) -> Result<SearchOf<K, C>, RegistryError> {
        let parsed_request = ParsedRequest::of(request, self.default_choice)?;
        let (chosen, heuristic) = parsed_request.prepare(&*self.problem, request)?;
        let ParsedRequest { heuristic_text, .. } = &parsed_request;
        let info = chosen.info;
        let algorithm =
            Expression { name: info.component.name.into(), ..parsed_request.algorithm.clone() };
        let algorithm = algorithm.to_string();
        let heuristic = info.is_informed.then(|| heuristic.to_string());
        let identity = Identity::new([
            ("domain", self.domain.name.to_owned()),
            ("instance", self.text.clone()),
            ("goal", self.problem.heuristic_key()),
            ("set of domain options", self.origin.options.clone()),
            ("instance text", self.origin.text.clone()),
            ("algorithm", algorithm.clone()),
            ("heuristic", heuristic.clone().unwrap_or_else(|| "none".to_owned())),
            (
                "depth limit",
                request.depth.map_or_else(|| "any".to_owned(), |depth| depth.to_string()),
            ),
            ("seed", request.seed.to_string()),
        ]);
        let resume = request.resume.as_deref().map(|file| identity.open(file).map(<[u8]>::to_vec));
        let saved = resume.transpose().map_err(RegistryError::Checkpoint)?;
        let run_info = RunInfo {
            domain: self.domain.name,
            instance: self.text.clone(),
            algorithm,
            info,
            heuristic,
            seed: request.seed,
            threads: request.threads,
            depth: request.depth,
            building: Duration::ZERO,
            identity,
        };
        let problem = Arc::clone(&self.problem);
        if let Some(proof) = problem.proof_of_no_solution() {
            return Ok(SearchOf::proved(problem, proof, run_info));
        }
        let started = Instant::now();
        let heuristic = (&parsed_request.heuristic, *heuristic_text);
        let search = problem.start(&chosen, heuristic, request, saved, cache);
        let run_info = RunInfo { building: started.elapsed(), ..run_info };
        match search {
            Err(RegistryError::Stopped { reason, what }) => {
                Ok(SearchOf::stopped(problem, reason, what, run_info))
            }
            search => Ok(SearchOf::new(problem, search?, run_info)),
        }
    }
}

/// The parsed expressions of a request, with defaults for missing ones.
struct ParsedRequest<'a> {
    algorithm_text: &'a str,
    algorithm: Expression,
    heuristic_text: &'a str,
    heuristic: Expression,
}

impl<'a> ParsedRequest<'a> {
    fn of(request: &'a SolveRequest, default: &'static DefaultInfo) -> Result<Self, RegistryError> {
        let algorithm_text = request.algorithm.as_deref().unwrap_or(default.algorithm);
        let heuristic_text = request.heuristic.as_deref().unwrap_or(default.heuristic);
        let (algorithm, heuristic) = (parsed(algorithm_text)?, parsed(heuristic_text)?);
        Ok(Self { algorithm_text, algorithm, heuristic_text, heuristic })
    }

    /// Looks up the names, and rejects options that do not apply. Returns the algorithm, and the
    /// heuristic under its canonical name.
    fn prepare<K: StateKey, C: Cost>(
        &'a self,
        problem: &dyn ErasedProblem<K, C>,
        request: &SolveRequest,
    ) -> Result<(SelectedAlgorithm<'a>, Expression), RegistryError> {
        let algorithm = (&self.algorithm, self.algorithm_text);
        let has_tie_key = problem.has_tie_key();
        let chosen = choose(&problem.algorithms(), algorithm, request.tie_break, has_tie_key)?;
        let (info, name) = (chosen.info, chosen.info.component.name);
        let refused = |option, reason| Err(RegistryError::NotApplicable { option, reason });
        check_request(info, request)?;
        // Those with a heuristic bound costs, which limit the number of moves only then.
        let bounds_costs = info.depth == DepthLimit::Optional && info.is_informed;
        if request.depth.is_some() && bounds_costs && problem.space().uniform_cost().is_none() {
            let reason = format!("{name} limits depth only where all actions cost the same");
            return refused("--depth", reason);
        }
        if request.threads != 1 && (request.is_saved || request.resume.is_some()) {
            return refused("--threads", "a search that is saved runs on one thread".to_owned());
        }
        if request.depth.is_none() && info.depth == DepthLimit::Required {
            let reason = "it needs a depth limit, such as `--depth 30`".to_owned();
            return Err(RegistryError::NotOffered { component: name.into(), reason });
        }
        let heuristic = canonical(&problem.heuristics(), &self.heuristic, self.heuristic_text)?;
        Ok((chosen, heuristic))
    }
}

/// Rejects options that the algorithm never takes.
pub(crate) fn check_request(
    info: &AlgorithmInfo,
    request: &SolveRequest,
) -> Result<(), RegistryError> {
    let name = info.component.name;
    let refused = |option, reason| Err(RegistryError::NotApplicable { option, reason });
    if request.depth.is_some() && info.depth == DepthLimit::Meaningless {
        return refused("--depth", format!("{name} takes no depth limit"));
    }
    if request.threads != 1 && !info.runs_on_threads {
        return refused("--threads", format!("{name} runs on one thread"));
    }
    if (request.is_saved || request.resume.is_some()) && !info.is_saved {
        let option = if request.is_saved { "--checkpoint" } else { "--resume" };
        return refused(option, format!("{name} cannot be saved; ida-star can"));
    }
    if request.heuristic.is_some() && !info.is_informed {
        return refused("--heuristic", format!("{name} uses no heuristic"));
    }
    Ok(())
}

/// `expression`, a part of `text`, with aliases of heuristics replaced by their names. Checks
/// names and arguments, without building anything.
fn canonical(
    all: &[&'static Component],
    expression: &Expression,
    text: &str,
) -> Result<Expression, RegistryError> {
    let found = component(Kind::Heuristic, all.iter().copied(), expression, text)?;
    let options = Options::read(found, expression, text)?;
    let mut renamed = Expression { name: found.name.into(), ..expression.clone() };
    for argument in &mut renamed.arguments {
        if options.operands.iter().any(|operand| **operand == argument.value) {
            argument.value = canonical(all, &argument.value, text)?;
        }
    }
    Ok(renamed)
}
