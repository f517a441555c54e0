//! The experiment file, which describes what to compare.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;
use tremaux_core::ParseError;
use tremaux_registry::quantity;

use crate::numbers::Numbers;

/// An experiment: instances × configurations × seeds, with limits.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// The name of the experiment in reports.
    pub name: String,
    /// The algorithms, each run with every heuristic and variant.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// The heuristics. An algorithm that uses none is run once.
    #[serde(default)]
    pub heuristics: Vec<String>,
    /// Additional options, each combined with every algorithm and heuristic; none by default.
    #[serde(default)]
    pub variants: Vec<Variant>,
    /// The seeds of the search; 0 by default.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// The limits of a run.
    #[serde(default)]
    pub limits: LimitTexts,
    /// The count that reports compare; `expanded` by default.
    pub metric: Option<String>,
    /// The instances.
    #[serde(default, rename = "problem")]
    pub problems: Vec<ProblemEntry>,
    /// Additional configurations, besides those made of algorithms, heuristics and variants.
    #[serde(default, rename = "configuration")]
    pub configurations: Vec<Configuration>,
}

/// Command-line options that make a variant of a configuration.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The name of the variant in reports.
    pub name: String,
    /// The arguments added to the command.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A configuration given in full.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The name of the configuration in reports.
    pub name: String,
    /// The algorithm; chosen for the instance by default.
    pub algorithm: Option<String>,
    /// The heuristic; chosen for the instance by default.
    pub heuristic: Option<String>,
    /// The arguments added to the command.
    #[serde(default)]
    pub options: Vec<String>,
    /// Another program that takes the same arguments and writes the same JSON.
    pub program: Option<String>,
}

/// The limits of a run, written as on the command line.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitTexts {
    /// The time limit; 60 seconds by default, because a run without end would stop the
    /// experiment.
    pub time: Option<String>,
    /// The maximum number of expanded nodes.
    pub nodes: Option<String>,
    /// The maximum size of the search's tables, in bytes.
    pub memory: Option<String>,
    /// The maximum size of the whole process, in bytes, enforced by the operating system; a
    /// gigabyte more than `memory` by default.
    pub process_memory: Option<String>,
}

impl LimitTexts {
    /// The first invalid limit, and what was expected.
    fn wrong(&self) -> Option<(&str, String)> {
        let fields = [
            ("time", &self.time, "a time such as \"10s\""),
            ("nodes", &self.nodes, "a count such as \"5M\""),
            ("memory", &self.memory, "a size such as \"1G\""),
            ("process-memory", &self.process_memory, "a size such as \"2G\""),
        ];
        fields.into_iter().find_map(|(field, value, what)| {
            let value = value.as_deref()?;
            let is_right = match field {
                "time" => quantity::time(value).is_ok_and(|time| !time.is_zero()),
                "nodes" => quantity::count(value).is_ok(),
                _ => quantity::bytes(value).is_ok_and(|bytes| bytes > 0),
            };
            (!is_right).then(|| (value, format!("{what} for {field}")))
        })
    }
}

/// Instances of one domain.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ProblemEntry {
    /// The domain, such as `tiles`.
    pub domain: String,
    /// The name of the instances in reports; the domain by default.
    pub name: Option<String>,
    /// Instances written as on the command line.
    #[serde(default)]
    pub instances: Vec<String>,
    /// A file of instances.
    pub file: Option<String>,
    /// The instances to take from the file, from 1, such as `1-20` or `1,5,9`; all by default.
    pub indices: Option<String>,
    /// Numbered instances of a domain option, such as `{ korf = "1-20" }`.
    #[serde(default)]
    pub each: BTreeMap<String, String>,
    /// Random instances, generated as by `tremaux generate`.
    pub random: Option<RandomInstances>,
    /// Domain options for every instance, such as `{ size = "3x3" }`.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
    /// Heuristics for these instances, which replace those of the experiment.
    pub heuristics: Option<Vec<String>>,
}

/// Random instances.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct RandomInstances {
    /// The number of instances.
    pub count: u64,
    /// The seed; 0 by default.
    #[serde(default)]
    pub seed: u64,
    /// Options of the generator, such as `{ size = "3x3", walk = 30 }`.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
}

/// The reason why a text is not an experiment.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct ExperimentError(pub Box<ParseError>);

impl From<ParseError> for ExperimentError {
    fn from(error: ParseError) -> Self {
        Self(error.into())
    }
}

impl Experiment {
    /// Parses an experiment file.
    ///
    /// # Errors
    ///
    /// Returns the position of the error: invalid TOML, an unknown or invalid field, an invalid
    /// limit, no problem, no configuration, or an empty name.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let experiment: Self = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let found = text.get(span.clone()).unwrap_or("").lines().next().unwrap_or("");
            let found = if found.is_empty() { "the file".to_owned() } else { format!("`{found}`") };
            let message = error.message().replace('\n', ", ");
            let expected = match message.strip_prefix("missing field ") {
                Some(field) => format!("the field {field}"),
                // The error message already contains what was found.
                None => match message.split_once(", expected ") {
                    Some((_, expected)) => expected.replace("a sequence", "a list in brackets"),
                    None => message,
                },
            };
            ExperimentError::from(ParseError::at(text, span.start, span.len(), found, expected))
        })?;
        experiment.check(text)?;
        Ok(experiment)
    }

    /// Checks what deserialisation does not.
    fn check(&self, text: &str) -> Result<(), ExperimentError> {
        if let Some((value, expected)) = self.limits.wrong() {
            return Err(at(text, value, expected));
        }
        if self.problems.is_empty() {
            let expected = "a [[problem]] with a domain and its instances";
            return Err(ParseError::at_end(text, expected).into());
        }
        if self.algorithms.is_empty() && self.configurations.is_empty() {
            let expected = "algorithms = [\"a-star\"], or a [[configuration]]";
            return Err(ParseError::at_end(text, expected).into());
        }
        let mut names: Vec<&str> = self.configurations.iter().map(|it| &*it.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(at(text, pair[0], "a unique configuration name".into()));
        }
        for problem in &self.problems {
            let lists = problem.indices.iter().chain(problem.each.values());
            for list in lists {
                if list.parse::<Numbers>().is_err() {
                    return Err(at(
                        text,
                        list,
                        "numbers from 1, such as \"1-20\" or \"1,5,9\"".into(),
                    ));
                }
            }
            let sources = usize::from(!problem.instances.is_empty())
                + usize::from(problem.file.is_some())
                + usize::from(!problem.each.is_empty())
                + usize::from(problem.random.is_some());
            if sources != 1 || problem.each.len() > 1 {
                let expected = "one of instances, file, each (with one option) and random";
                return Err(at(text, &problem.domain, expected.into()));
            }
            if problem.indices.is_some() && problem.file.is_none() {
                return Err(at(text, &problem.domain, "a file that the indices refer to".into()));
            }
        }
        Ok(())
    }

    /// The offset in the experiment file `text` of the first value `value`, or of the first key
    /// if there is no such value.
    pub fn find(text: &str, value: &str) -> Option<usize> {
        let quoted = ["\"", "'"].map(|quote| format!("{quote}{value}{quote}"));
        let value_place = quoted.iter().filter_map(|it| text.find(it.as_str())).min();
        let is_key = |&(offset, _): &(usize, &str)| {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            let after = text[offset + value.len()..].trim_start_matches([' ', '\t']);
            !text[..offset].ends_with(is_word) && after.starts_with('=')
        };
        let key_place = || text.match_indices(value).find(is_key).map(|(offset, _)| offset);
        value_place.map(|offset| offset + 1).or_else(key_place)
    }

    /// Checks limits that do not come from a file.
    ///
    /// # Errors
    ///
    /// Returns which limit is invalid, and what was expected.
    pub fn check_limits(&self) -> Result<(), String> {
        match self.limits.wrong() {
            Some((value, expected)) => Err(format!("found `{value}`, expected {expected}")),
            None => Ok(()),
        }
    }

    /// The seeds, or 0 if there are none.
    pub fn seeds_or_zero(&self) -> &[u64] {
        if self.seeds.is_empty() { &[0] } else { &self.seeds }
    }
}

/// An error at the first occurrence of `value` in quotes.
fn at(text: &str, value: &str, expected: String) -> ExperimentError {
    let place = Experiment::find(text, value);
    let (offset, length) = place.map_or((0, 0), |offset| (offset, value.len()));
    ParseError::at(text, offset, length, format!("`{value}`"), expected).into()
}

/// The value of an option as written on the command line.
pub(crate) fn written(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
