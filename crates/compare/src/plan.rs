//! Expands an experiment into single runs.

use std::io;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tremaux_core::ParseError;
use tremaux_registry::reading::{Input, ReadLimits, TextError, TextSource, read_text};
use tremaux_registry::{
    Instance, OptionInfo, Options, RegistryError, SolveRequest, Source, domain, quantity,
};

use crate::experiment::{Experiment, LimitTexts, ProblemEntry, written};
use crate::numbers::Numbers;
use crate::program::{Program, hexadecimal};

/// A run to execute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The domain.
    pub domain: String,
    /// The name of the instances.
    pub problem: String,
    /// The instance.
    pub instance: String,
    /// The name of the configuration in reports.
    pub configuration: String,
    /// The algorithm, if it is given.
    pub algorithm: Option<String>,
    /// The heuristic, if it is given.
    pub heuristic: Option<String>,
    /// The program, if it is not the one of the experiment.
    pub program: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The arguments of the command after the program.
    pub arguments: Vec<String>,
    /// The limits.
    pub limits: LimitTexts,
}

impl Task {
    /// The key that distinguishes this run, by `program`, from every other run.
    pub fn key(&self, program: &Program) -> String {
        let parts = json!([1, program.version, program.build, self.arguments, self.limits()]);
        hexadecimal(&Sha256::digest(parts.to_string()))
    }

    /// The limits as JSON.
    pub fn limits(&self) -> Value {
        let LimitTexts { time, nodes, memory, process_memory } = &self.limits;
        json!({"time": time, "nodes": nodes, "memory": memory, "process_memory": process_memory})
    }

    /// The command, quoted for a shell.
    pub fn command(&self, program: &Program) -> String {
        let name = program.path.to_string_lossy();
        let words = std::iter::once(&*name).chain(self.arguments.iter().map(String::as_str));
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// A word, quoted for a POSIX shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A configuration that does not apply to some instances and is skipped there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedConfiguration {
    /// The name of the instances.
    pub problem: String,
    /// The configuration.
    pub configuration: String,
    /// The reason.
    pub reason: String,
}

/// All runs of an experiment, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The runs.
    pub tasks: Vec<Task>,
    /// The configurations that were skipped because they do not apply.
    pub left: Vec<SkippedConfiguration>,
}

/// The greatest number of random instances of a problem: all are made before the first run.
const MOST_RANDOM: u64 = 100_000;

/// The reason why an experiment cannot be expanded.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A domain, an instance or an option is invalid.
    #[error("{origin}: {error}")]
    Registry {
        /// Where it occurs.
        origin: String,
        /// The error.
        error: Box<RegistryError>,
    },
    /// A file of instances cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The underlying error.
        source: std::io::Error,
    },
    /// A file has fewer instances than requested.
    #[error("{path} has only {count} instances, but number {index} is requested")]
    Index {
        /// The file.
        path: String,
        /// The number of instances in the file.
        count: usize,
        /// The number requested.
        index: usize,
    },
    /// More random instances than an experiment can run.
    #[error("{count} random instances: expected at most {MOST_RANDOM}")]
    TooMany {
        /// The number requested.
        count: u64,
    },
    /// An algorithm or a heuristic is wrong for every instance: it is misspelled.
    #[error("the {kind} `{text}`: {error}")]
    Name {
        /// `algorithm` or `heuristic`.
        kind: &'static str,
        /// As it is written.
        text: String,
        /// The error.
        error: Box<RegistryError>,
    },
    /// No algorithm applies to any instance.
    #[error("nothing can be run: {0}")]
    Nothing(String),
}

impl PlanError {
    /// The text that is wrong, as it is written in the experiment, and the error's place in it;
    /// `None` if nothing in the experiment itself is wrong.
    pub fn place(&self) -> Option<(&str, ParseError)> {
        match self {
            Self::Registry { error, .. } | Self::Name { error, .. } => {
                let (text, place) = error.place()?;
                Some((text, place.clone()))
            }
            Self::Read { .. } | Self::Index { .. } | Self::TooMany { .. } | Self::Nothing(_) => {
                None
            }
        }
    }
}

/// How to solve instances, before a specific one is known.
struct SolverChoice {
    name: Option<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    variant: String,
    options: Vec<String>,
    program: Option<String>,
}

impl SolverChoice {
    /// The names that this program must know, each with its kind.
    fn names(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let names = [(ALGORITHM, &self.algorithm), (HEURISTIC, &self.heuristic)];
        let is_ours = self.program.is_none();
        let names = names.into_iter().filter(move |_| is_ours);
        names.filter_map(|(kind, name)| Some((kind, name.as_deref()?)))
    }

    /// The name in reports.
    fn name(&self, with_heuristic: bool) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let heuristic = self.heuristic.as_deref().filter(|_| with_heuristic);
        let words = [self.algorithm.as_deref(), heuristic, Some(self.variant.as_str())];
        let words: Vec<&str> =
            words.into_iter().flatten().filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }
}

impl Plan {
    /// Expands `experiment`: for each problem in order, every instance, then every
    /// configuration, then every seed.
    ///
    /// The heuristic is omitted if the algorithm uses none, and a configuration is skipped if
    /// the domain does not offer it.
    ///
    /// # Errors
    ///
    /// Returns an error if a domain is unknown, an instance is invalid, a file cannot be read,
    /// no instance knows the name of an algorithm or a heuristic, or nothing is left to run.
    pub fn new(experiment: &Experiment) -> Result<Self, PlanError> {
        let mut plan = Self::default();
        let mut parts = Vec::new();
        for problem in &experiment.problems {
            let options = options(problem)?;
            let instances = instances(problem, &options)?;
            let choices = choices(experiment, problem);
            parts.push(ProblemPart { problem, options, instances, choices });
        }
        check_names(&parts)?;
        for part in &parts {
            for instance in &part.instances {
                plan.add(experiment, part, &**instance);
            }
        }
        if plan.tasks.is_empty() {
            let reasons: Vec<String> = plan
                .left
                .iter()
                .map(|left| format!("{} on {}: {}", left.configuration, left.problem, left.reason))
                .collect();
            return Err(PlanError::Nothing(reasons.join("; ")));
        }
        Ok(plan)
    }

    /// Adds the runs of every configuration on an instance, once each.
    fn add(&mut self, experiment: &Experiment, part: &ProblemPart<'_>, instance: &dyn Instance) {
        let ProblemPart { problem, options, choices, .. } = part;
        let name = problem.name.as_ref().unwrap_or(&problem.domain);
        let mut seen: Vec<(String, Option<String>)> = Vec::new();
        for choice in choices {
            let with_heuristic = match fit(instance, choice) {
                Fit::Whole => true,
                Fit::WithoutHeuristic => false,
                Fit::Not(reason) => {
                    let (problem, configuration) = (name.clone(), choice.name(true));
                    let left = SkippedConfiguration { problem, configuration, reason };
                    if !self.left.contains(&left) {
                        self.left.push(left);
                    }
                    continue;
                }
            };
            let configuration = choice.name(with_heuristic);
            let same = (configuration.clone(), choice.program.clone());
            if seen.contains(&same) {
                continue;
            }
            seen.push(same);
            for &seed in experiment.seeds_or_zero() {
                let mut task = Task {
                    domain: problem.domain.clone(),
                    problem: name.clone(),
                    instance: instance.text().to_owned(),
                    configuration: configuration.clone(),
                    algorithm: choice.algorithm.clone(),
                    heuristic: choice.heuristic.clone().filter(|_| with_heuristic),
                    program: choice.program.clone(),
                    seed,
                    arguments: Vec::new(),
                    limits: experiment.limits.clone(),
                };
                task.arguments = arguments(&task, options, &choice.options);
                self.tasks.push(task);
            }
        }
    }
}

/// A problem of an experiment with its instances and all ways to solve them.
struct ProblemPart<'a> {
    problem: &'a ProblemEntry,
    options: OptionValues,
    instances: Vec<Box<dyn Instance>>,
    choices: Vec<SolverChoice>,
}

/// Fails if the name of an algorithm or a heuristic, or one of its options, is wrong for every
/// instance. What only some domains know is skipped in the others.
fn check_names(parts: &[ProblemPart<'_>]) -> Result<(), PlanError> {
    let mut checked: Vec<(&str, &str)> = Vec::new();
    let names = parts.iter().flat_map(|part| &part.choices).flat_map(SolverChoice::names);
    for (kind, text) in names {
        if checked.contains(&(kind, text)) {
            continue;
        }
        checked.push((kind, text));
        let request = match kind {
            ALGORITHM => SolveRequest { algorithm: Some(text.to_owned()), ..Default::default() },
            _ => SolveRequest {
                // It takes any heuristic.
                algorithm: Some("a-star".to_owned()),
                heuristic: Some(text.to_owned()),
                ..Default::default()
            },
        };
        let is_used = |part: &&ProblemPart<'_>| {
            part.choices.iter().flat_map(SolverChoice::names).any(|name| name == (kind, text))
        };
        let mut wrong = None;
        let is_right = |instance: &dyn Instance| match instance.check(&request) {
            Err(error) if error.place().is_some_and(|(place, _)| place == text) => {
                wrong.get_or_insert(error);
                false
            }
            _ => true,
        };
        let instances = parts.iter().filter(is_used).flat_map(|part| &part.instances);
        let is_known = instances.map(|instance| &**instance).any(is_right);
        if let (false, Some(error)) = (is_known, wrong) {
            return Err(PlanError::Name { kind, text: text.to_owned(), error: error.into() });
        }
    }
    Ok(())
}

const ALGORITHM: &str = "algorithm";
const HEURISTIC: &str = "heuristic";

/// The options of a domain with their values.
type OptionValues = Vec<(&'static str, String)>;

/// The options in `table`, which must be among `known`.
fn given(
    problem: &ProblemEntry,
    known: &'static [OptionInfo],
    table: impl Iterator<Item = (String, String)>,
) -> Result<OptionValues, PlanError> {
    let named = |(option, value): (String, String)| match Options::named(known, &option) {
        Ok(info) => Ok((info.name, value)),
        Err(error) => Err(of(problem, error)),
    };
    table.map(named).collect()
}

fn options(problem: &ProblemEntry) -> Result<OptionValues, PlanError> {
    let info = entry(problem)?.info();
    let table = problem.options.iter().map(|(name, value)| (name.clone(), written(value)));
    given(problem, info.options, table)
}

fn entry(problem: &ProblemEntry) -> Result<&'static dyn tremaux_registry::DomainEntry, PlanError> {
    domain(&problem.domain).map_err(|error| of(problem, error))
}

fn of(problem: &ProblemEntry, error: RegistryError) -> PlanError {
    let origin = match &problem.file {
        Some(file) => file.clone(),
        None => format!("the problem `{}`", problem.name.as_ref().unwrap_or(&problem.domain)),
    };
    PlanError::Registry { origin, error: error.into() }
}

/// The instances of an entry.
fn instances(
    problem: &ProblemEntry,
    options: &OptionValues,
) -> Result<Vec<Box<dyn Instance>>, PlanError> {
    let domain = entry(problem)?;
    let wrong = |error| of(problem, error);
    if let Some(path) = &problem.file {
        let read = read_text(TextSource::File(path.into()), &ReadLimits::default());
        let Input { text, .. } = read.map_err(|error| {
            let source = match error {
                TextError::Io { source, .. } => source,
                error => io::Error::other(error.to_string()),
            };
            PlanError::Read { path: path.clone(), source }
        })?;
        let all = domain.instances(Source::Many(&text), options).map_err(wrong)?;
        let Some(indices) = &problem.indices else { return Ok(all) };
        let Numbers(indices) = indices.parse().unwrap_or(Numbers(Vec::new()));
        let count = all.len();
        let mut all: Vec<Option<Box<dyn Instance>>> = all.into_iter().map(Some).collect();
        return indices
            .into_iter()
            .map(|index| {
                let found = all.get_mut(index - 1).and_then(Option::take);
                found.ok_or(PlanError::Index { path: path.clone(), count, index })
            })
            .collect();
    }
    if let Some((option, numbers)) = problem.each.iter().next() {
        let Numbers(numbers) = numbers.parse().unwrap_or(Numbers(Vec::new()));
        let mut all = Vec::new();
        for number in numbers {
            let one = std::iter::once((option.clone(), number.to_string()));
            let mut given = given(problem, domain.info().options, one)?;
            given.extend(options.iter().cloned());
            all.extend(domain.instances(Source::Options, &given).map_err(wrong)?);
        }
        return Ok(all);
    }
    let mut texts = problem.instances.clone();
    if let Some(random) = &problem.random {
        let table = random.options.iter().map(|(name, value)| (name.clone(), written(value)));
        let given = given(problem, domain.info().generator, table)?;
        if random.count > MOST_RANDOM {
            return Err(PlanError::TooMany { count: random.count });
        }
        texts.extend(domain.generate(random.seed, random.count, &given).map_err(wrong)?);
    }
    let mut all = Vec::new();
    for text in &texts {
        all.extend(domain.instances(Source::One(text), options).map_err(wrong)?);
    }
    Ok(all)
}

/// Every way to solve the instances of a problem.
fn choices(experiment: &Experiment, problem: &ProblemEntry) -> Vec<SolverChoice> {
    let heuristics = problem.heuristics.as_ref().unwrap_or(&experiment.heuristics);
    let heuristics: Vec<Option<String>> = match heuristics.is_empty() {
        true => vec![None],
        false => heuristics.iter().cloned().map(Some).collect(),
    };
    let plain = [crate::experiment::Variant::default()];
    let variants = if experiment.variants.is_empty() { &plain[..] } else { &experiment.variants };
    let mut choices = Vec::new();
    for algorithm in &experiment.algorithms {
        for heuristic in &heuristics {
            for variant in variants {
                choices.push(SolverChoice {
                    name: None,
                    algorithm: Some(algorithm.clone()),
                    heuristic: heuristic.clone(),
                    variant: variant.name.clone(),
                    options: variant.options.clone(),
                    program: None,
                });
            }
        }
    }
    choices.extend(experiment.configurations.iter().map(|it| SolverChoice {
        name: Some(it.name.clone()),
        algorithm: it.algorithm.clone(),
        heuristic: it.heuristic.clone(),
        variant: String::new(),
        options: it.options.clone(),
        program: it.program.clone(),
    }));
    choices
}

/// Whether a way applies to an instance.
enum Fit {
    Whole,
    WithoutHeuristic,
    Not(String),
}

fn fit(instance: &dyn Instance, choice: &SolverChoice) -> Fit {
    // Another program may know more than this one, and additional options may matter.
    if choice.program.is_some() || !choice.options.is_empty() && choice.name.is_some() {
        return Fit::Whole;
    }
    let mut request = SolveRequest {
        algorithm: choice.algorithm.clone(),
        heuristic: choice.heuristic.clone(),
        ..SolveRequest::default()
    };
    let depth = choice.options.iter().position(|word| word == "--depth");
    request.depth = depth.and_then(|at| choice.options.get(at + 1)?.parse().ok());
    match instance.check(&request) {
        Ok(()) => Fit::Whole,
        Err(RegistryError::NotApplicable { option: "--heuristic", .. }) => {
            request.heuristic = None;
            match instance.check(&request) {
                Ok(()) => Fit::WithoutHeuristic,
                Err(error) => Fit::Not(error.to_string()),
            }
        }
        Err(error) => Fit::Not(error.to_string()),
    }
}

/// The arguments of the command of a task, with options of the instance and of the algorithm.
/// They determine the run completely, so it can be repeated.
fn arguments(task: &Task, of_instance: &OptionValues, of_algorithm: &[String]) -> Vec<String> {
    let Task { domain, instance, algorithm, heuristic, seed, limits, .. } = task;
    let mut words: Vec<String> = vec!["solve".into(), domain.into(), instance.into()];
    let mut add = |option: &str, value: &str| words.extend([format!("--{option}"), value.into()]);
    for (option, value) in of_instance {
        add(option, value);
    }
    if let Some(algorithm) = algorithm {
        add("algorithm", algorithm);
    }
    if let Some(heuristic) = heuristic {
        add("heuristic", heuristic);
    }
    add("seed", &seed.to_string());
    add("time", limits.time.as_deref().unwrap_or(DEFAULT_TIME));
    if let Some(nodes) = &limits.nodes {
        add("nodes", nodes);
    }
    if let Some(memory) = &limits.memory {
        add("memory", memory);
    }
    add("format", "json");
    words.extend(of_algorithm.iter().cloned());
    words
}

/// The default time limit of a run.
const DEFAULT_TIME: &str = "60s";

/// The time limit of a run.
pub(crate) fn time_of(limits: &LimitTexts) -> std::time::Duration {
    let text = limits.time.as_deref().unwrap_or(DEFAULT_TIME);
    quantity::time(text).unwrap_or(std::time::Duration::from_secs(60))
}

/// The maximum size of the whole process, in bytes.
pub(crate) fn process_memory_of(limits: &LimitTexts) -> Option<u64> {
    const BESIDE_THE_TABLES: u64 = 1_000_000_000;
    let bytes = |text: &String| quantity::bytes(text).ok().map(|bytes| bytes as u64);
    if let Some(whole) = &limits.process_memory {
        return bytes(whole);
    }
    let tables = limits.memory.as_ref().and_then(bytes)?;
    Some(tables.saturating_add(BESIDE_THE_TABLES))
}
