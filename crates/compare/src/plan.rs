//! From an experiment to single runs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tremaux_registry::{Choice, Instance, RegistryError, Source, domain, quantity};

use crate::experiment::{Experiment, LimitTexts, ProblemEntry, written};
use crate::numbers::Numbers;
use crate::program::{Program, hexadecimal};

/// One run that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The domain.
    pub domain: String,
    /// What the instances are called.
    pub problem: String,
    /// The instance.
    pub instance: String,
    /// The configuration as reports call it.
    pub configuration: String,
    /// The algorithm, if one is named.
    pub algorithm: Option<String>,
    /// The heuristic, if one is named.
    pub heuristic: Option<String>,
    /// Another program than the experiment's.
    pub program: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The words of the command after the program.
    pub arguments: Vec<String>,
    /// The limits.
    pub limits: LimitTexts,
}

impl Task {
    /// What tells this run, by `program`, from every other one.
    #[must_use]
    pub fn key(&self, program: &Program) -> String {
        let parts = json!([1, program.version, program.build, self.arguments, self.limits()]);
        hexadecimal(&Sha256::digest(parts.to_string()))
    }

    /// The limits as JSON.
    #[must_use]
    pub fn limits(&self) -> Value {
        let LimitTexts { time, nodes, memory, process_memory } = &self.limits;
        json!({"time": time, "nodes": nodes, "memory": memory, "process_memory": process_memory})
    }

    /// The command as a shell takes it.
    #[must_use]
    pub fn command(&self, program: &Program) -> String {
        let name = program.path.to_string_lossy();
        let words = std::iter::once(&*name).chain(self.arguments.iter().map(String::as_str));
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a POSIX shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A configuration that does not fit some instances and is left out there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// What the instances are called.
    pub problem: String,
    /// The configuration.
    pub configuration: String,
    /// Why.
    pub reason: String,
}

/// All runs of an experiment, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The runs.
    pub tasks: Vec<Task>,
    /// What was left out because it does not apply.
    pub left: Vec<Left>,
}

/// Why an experiment cannot be laid out.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A domain, an instance or an option of it is wrong.
    #[error("{origin}: {error}")]
    Registry {
        /// Where it stands.
        origin: String,
        /// What is wrong.
        error: Box<RegistryError>,
    },
    /// A file of instances cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file has fewer instances than were asked for.
    #[error("{path} holds {count} instances, and number {index} is asked for")]
    Index {
        /// The file.
        path: String,
        /// How many there are.
        count: usize,
        /// The one asked for.
        index: usize,
    },
    /// An option is not one of the domain's.
    #[error("{domain} has no option `{option}`; it has {known}")]
    Option {
        /// The domain.
        domain: String,
        /// The option.
        option: String,
        /// Those that there are.
        known: String,
    },
    /// No algorithm fits any instance.
    #[error("nothing can be run: {0}")]
    Nothing(String),
}

/// What to solve with, before the instance is known.
struct Way {
    name: Option<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    variant: String,
    options: Vec<String>,
    program: Option<String>,
}

impl Way {
    /// What reports call it.
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
    /// Lays out `experiment`: problems in order, of each every instance, of each every
    /// configuration, of each every seed.
    ///
    /// A heuristic is left out where the algorithm asks none, and a configuration where the
    /// domain does not offer it.
    ///
    /// # Errors
    ///
    /// Fails if a domain is not known, an instance is wrong, a file cannot be read, or if
    /// nothing is left to run.
    pub fn new(experiment: &Experiment) -> Result<Self, PlanError> {
        let mut plan = Self::default();
        for problem in &experiment.problems {
            let options = options(problem)?;
            let name = problem.name.clone().unwrap_or_else(|| problem.domain.clone());
            let ways = ways(experiment, problem);
            for instance in instances(problem, &options)? {
                let mut seen: Vec<(String, Option<String>)> = Vec::new();
                for way in &ways {
                    let fit = fit(&*instance, way);
                    let with_heuristic = match fit {
                        Fit::Whole => true,
                        Fit::WithoutHeuristic => false,
                        Fit::Not(reason) => {
                            let configuration = way.name(true);
                            let left = Left { problem: name.clone(), configuration, reason };
                            if !plan.left.contains(&left) {
                                plan.left.push(left);
                            }
                            continue;
                        }
                    };
                    let configuration = way.name(with_heuristic);
                    let same = (configuration.clone(), way.program.clone());
                    if seen.contains(&same) {
                        continue;
                    }
                    seen.push(same);
                    let heuristic = way.heuristic.clone().filter(|_| with_heuristic);
                    for &seed in experiment.seeds_or_zero() {
                        plan.tasks.push(Task {
                            domain: problem.domain.clone(),
                            problem: name.clone(),
                            instance: instance.text().to_owned(),
                            configuration: configuration.clone(),
                            algorithm: way.algorithm.clone(),
                            heuristic: heuristic.clone(),
                            program: way.program.clone(),
                            seed,
                            arguments: arguments(
                                &problem.domain,
                                instance.text(),
                                &options,
                                (way, heuristic.as_deref()),
                                (seed, &experiment.limits),
                            ),
                            limits: experiment.limits.clone(),
                        });
                    }
                }
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
}

/// Options of a domain with their values.
type Given = Vec<(&'static str, String)>;

/// `table` as options among `known`.
fn given(
    domain: &str,
    known: &'static [tremaux_registry::OptionInfo],
    table: impl Iterator<Item = (String, String)>,
) -> Result<Given, PlanError> {
    table
        .map(|(option, value)| match known.iter().find(|it| it.name == option) {
            Some(info) => Ok((info.name, value)),
            None => Err(PlanError::Option {
                domain: domain.to_owned(),
                option,
                known: known.iter().map(|it| it.name).collect::<Vec<_>>().join(", "),
            }),
        })
        .collect()
}

fn options(problem: &ProblemEntry) -> Result<Given, PlanError> {
    let info = entry(problem)?.info();
    let table = problem.options.iter().map(|(name, value)| (name.clone(), written(value)));
    given(&problem.domain, info.options, table)
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
fn instances(problem: &ProblemEntry, options: &Given) -> Result<Vec<Box<dyn Instance>>, PlanError> {
    let domain = entry(problem)?;
    let wrong = |error| of(problem, error);
    if let Some(path) = &problem.file {
        let read = fs::read_to_string(Path::new(path));
        let text = read.map_err(|source| PlanError::Read { path: path.clone(), source })?;
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
            let mut given = given(&problem.domain, domain.info().options, one)?;
            given.extend(options.iter().cloned());
            all.extend(domain.instances(Source::Options, &given).map_err(wrong)?);
        }
        return Ok(all);
    }
    let mut texts = problem.instances.clone();
    if let Some(random) = &problem.random {
        let table = random.options.iter().map(|(name, value)| (name.clone(), written(value)));
        let given = given(&problem.domain, domain.info().generator, table)?;
        texts.extend(domain.generate(random.seed, random.count, &given).map_err(wrong)?);
    }
    let mut all = Vec::new();
    for text in &texts {
        all.extend(domain.instances(Source::One(text), options).map_err(wrong)?);
    }
    Ok(all)
}

/// Every way to solve these instances.
fn ways(experiment: &Experiment, problem: &ProblemEntry) -> Vec<Way> {
    let heuristics = problem.heuristics.as_ref().unwrap_or(&experiment.heuristics);
    let heuristics: Vec<Option<String>> = match heuristics.is_empty() {
        true => vec![None],
        false => heuristics.iter().cloned().map(Some).collect(),
    };
    let plain = [crate::experiment::Variant::default()];
    let variants = if experiment.variants.is_empty() { &plain[..] } else { &experiment.variants };
    let mut ways = Vec::new();
    for algorithm in &experiment.algorithms {
        for heuristic in &heuristics {
            for variant in variants {
                ways.push(Way {
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
    ways.extend(experiment.configurations.iter().map(|it| Way {
        name: Some(it.name.clone()),
        algorithm: it.algorithm.clone(),
        heuristic: it.heuristic.clone(),
        variant: String::new(),
        options: it.options.clone(),
        program: it.program.clone(),
    }));
    ways
}

/// Whether a way fits an instance.
enum Fit {
    Whole,
    WithoutHeuristic,
    Not(String),
}

fn fit(instance: &dyn Instance, way: &Way) -> Fit {
    // Another program may know what this one does not, and further options may matter.
    if way.program.is_some() || !way.options.is_empty() && way.name.is_some() {
        return Fit::Whole;
    }
    let mut choice = Choice {
        algorithm: way.algorithm.clone(),
        heuristic: way.heuristic.clone(),
        ..Choice::default()
    };
    let depth = way.options.iter().position(|word| word == "--depth");
    choice.depth = depth.and_then(|at| way.options.get(at + 1)?.parse().ok());
    match instance.check(&choice) {
        Ok(()) => Fit::Whole,
        Err(RegistryError::NotApplicable { option: "--heuristic", .. }) => {
            choice.heuristic = None;
            match instance.check(&choice) {
                Ok(()) => Fit::WithoutHeuristic,
                Err(error) => Fit::Not(error.to_string()),
            }
        }
        Err(error) => Fit::Not(error.to_string()),
    }
}

/// The words of a command: everything that it depends on, so that it can be given again.
fn arguments(
    domain: &str,
    instance: &str,
    options: &Given,
    (way, heuristic): (&Way, Option<&str>),
    (seed, limits): (u64, &LimitTexts),
) -> Vec<String> {
    let mut words: Vec<String> = vec!["solve".into(), domain.into(), instance.into()];
    let mut add = |option: &str, value: &str| words.extend([format!("--{option}"), value.into()]);
    for (option, value) in options {
        add(option, value);
    }
    if let Some(algorithm) = &way.algorithm {
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
    words.extend(way.options.iter().cloned());
    words
}

/// The time of a run whose experiment says nothing of it.
const DEFAULT_TIME: &str = "60s";

/// The time of a run.
pub(crate) fn time_of(limits: &LimitTexts) -> std::time::Duration {
    let text = limits.time.as_deref().unwrap_or(DEFAULT_TIME);
    quantity::time(text).unwrap_or(std::time::Duration::from_secs(60))
}

/// The bytes that the whole process may have.
pub(crate) fn process_memory_of(limits: &LimitTexts) -> Option<u64> {
    const BESIDE_THE_TABLES: u64 = 1_000_000_000;
    let bytes = |text: &String| quantity::bytes(text).ok().map(|bytes| bytes as u64);
    if let Some(whole) = &limits.process_memory {
        return bytes(whole);
    }
    let tables = limits.memory.as_ref().and_then(bytes)?;
    Some(tables.saturating_add(BESIDE_THE_TABLES))
}
