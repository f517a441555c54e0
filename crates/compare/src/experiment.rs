//! What is to be compared: the experiment file.

use std::collections::BTreeMap;

use serde::Deserialize;
use thiserror::Error;
use tremaux_core::ParseError;
use tremaux_registry::quantity;

use crate::numbers::Numbers;

/// An experiment: instances × configurations × seeds, under limits.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// What it is called in reports.
    pub name: String,
    /// The algorithms, each with every heuristic and variant.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// The heuristics; an algorithm that asks none is run once.
    #[serde(default)]
    pub heuristics: Vec<String>,
    /// Further options, each with every algorithm and heuristic; none if left out.
    #[serde(default)]
    pub variants: Vec<Variant>,
    /// The seeds of the search; 0 if left out.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// What a run may take.
    #[serde(default)]
    pub limits: LimitTexts,
    /// The count that reports compare, `expanded` if left out.
    #[serde(default)]
    pub metric: Option<String>,
    /// Where the instances come from.
    #[serde(default, rename = "problem")]
    pub problems: Vec<ProblemEntry>,
    /// Configurations beside those made of algorithms, heuristics and variants.
    #[serde(default, rename = "configuration")]
    pub configurations: Vec<Configuration>,
}

/// Options of the command line that make a configuration another.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What it is called in reports.
    pub name: String,
    /// The words that are added to the command.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A way to solve, given as a whole.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// What it is called in reports.
    pub name: String,
    /// The algorithm; chosen by the instance if left out.
    #[serde(default)]
    pub algorithm: Option<String>,
    /// The heuristic; chosen by the instance if left out.
    #[serde(default)]
    pub heuristic: Option<String>,
    /// The words that are added to the command.
    #[serde(default)]
    pub options: Vec<String>,
    /// Another program, which takes the same arguments and writes the same JSON.
    #[serde(default)]
    pub program: Option<String>,
}

/// What a run may take, as on the command line.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitTexts {
    /// The time, 60 seconds if left out: a run without an end would stop an experiment.
    #[serde(default)]
    pub time: Option<String>,
    /// The nodes expanded.
    #[serde(default)]
    pub nodes: Option<String>,
    /// The bytes of the search's tables.
    #[serde(default)]
    pub memory: Option<String>,
    /// The bytes of the whole process, held by the operating system; a gigabyte more than
    /// `memory` if left out.
    #[serde(default)]
    pub process_memory: Option<String>,
}

impl LimitTexts {
    /// The first limit that is none, and what was expected.
    fn wrong(&self) -> Option<(&str, String)> {
        let fields = [
            ("time", &self.time, "a length of time, as \"10s\""),
            ("nodes", &self.nodes, "a count, as \"5M\""),
            ("memory", &self.memory, "a size, as \"1G\""),
            ("process-memory", &self.process_memory, "a size, as \"2G\""),
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
    /// The domain, as `tiles`.
    pub domain: String,
    /// What the instances are called in reports; the domain if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// Instances as they stand on the command line.
    #[serde(default)]
    pub instances: Vec<String>,
    /// A file with instances.
    #[serde(default)]
    pub file: Option<String>,
    /// Which of the file's, from 1, as `1-20` or `1,5,9`; all if left out.
    #[serde(default)]
    pub indices: Option<String>,
    /// Instances by number from an option, as `{ korf = "1-20" }`.
    #[serde(default)]
    pub each: BTreeMap<String, String>,
    /// Instances made from a seed, as `tremaux generate` makes them.
    #[serde(default)]
    pub random: Option<RandomInstances>,
    /// Options of the domain for every instance, as `{ size = "3x3" }`.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
    /// Heuristics for these instances instead of the experiment's.
    #[serde(default)]
    pub heuristics: Option<Vec<String>>,
}

/// Random instances.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct RandomInstances {
    /// How many.
    pub count: u64,
    /// The seed; 0 if left out.
    #[serde(default)]
    pub seed: u64,
    /// Options of the generator, as `{ size = "3x3", walk = 30 }`.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
}

/// Why a text is no experiment.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct ExperimentError(pub Box<ParseError>);

impl Experiment {
    /// Reads an experiment file.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong: no TOML, a field that is not known or not right, a
    /// limit that is none, no problem, nothing to solve it with, an empty name.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let experiment: Self = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let found = text.get(span.clone()).unwrap_or("").lines().next().unwrap_or("");
            let found = if found.is_empty() { "the file".to_owned() } else { format!("`{found}`") };
            let message = error.message().replace('\n', ", ");
            let expected = match message.strip_prefix("missing field ") {
                Some(field) => format!("the field {field}"),
                // What was found is said beside it.
                None => match message.split_once(", expected ") {
                    Some((_, expected)) => expected.replace("a sequence", "a list in brackets"),
                    None => message,
                },
            };
            wrong(text, span.start, span.len(), found, expected)
        })?;
        experiment.check(text)?;
        Ok(experiment)
    }

    /// What deserialising does not see.
    fn check(&self, text: &str) -> Result<(), ExperimentError> {
        if let Some((value, expected)) = self.limits.wrong() {
            return Err(at(text, value, expected));
        }
        if self.problems.is_empty() {
            let expected = "a [[problem]] with a domain and its instances";
            return Err(ExperimentError(ParseError::at_end(text, expected).into()));
        }
        if self.algorithms.is_empty() && self.configurations.is_empty() {
            let expected = "algorithms = [\"a-star\"], or a [[configuration]]";
            return Err(ExperimentError(ParseError::at_end(text, expected).into()));
        }
        let mut names: Vec<&str> = self.configurations.iter().map(|it| &*it.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(at(text, pair[0], "a name that no other configuration has".into()));
        }
        for problem in &self.problems {
            let lists = problem.indices.iter().chain(problem.each.values());
            for list in lists {
                if list.parse::<Numbers>().is_err() {
                    return Err(at(text, list, "numbers from 1, as \"1-20\" or \"1,5,9\"".into()));
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
                return Err(at(text, &problem.domain, "a file to go with the indices".into()));
            }
        }
        Ok(())
    }

    /// Checks limits that did not come from a file.
    ///
    /// # Errors
    ///
    /// Says which one is wrong, and what was expected.
    pub fn check_limits(&self) -> Result<(), String> {
        match self.limits.wrong() {
            Some((value, expected)) => Err(format!("found `{value}`, expected {expected}")),
            None => Ok(()),
        }
    }

    /// The seeds, 0 if there are none.
    #[must_use]
    pub fn seeds_or_zero(&self) -> &[u64] {
        if self.seeds.is_empty() { &[0] } else { &self.seeds }
    }
}

/// An error at the first place where `value` stands in quotes.
fn at(text: &str, value: &str, expected: String) -> ExperimentError {
    let quoted = ["\"", "'"].map(|quote| format!("{quote}{value}{quote}"));
    let place = quoted.iter().filter_map(|it| text.find(it.as_str())).min();
    let (offset, length) = place.map_or((0, 0), |place| (place + 1, value.len()));
    wrong(text, offset, length, format!("`{value}`"), expected)
}

fn wrong(
    text: &str,
    offset: usize,
    length: usize,
    found: String,
    expected: String,
) -> ExperimentError {
    ExperimentError(ParseError::at(text, offset, length, found, expected).into())
}

/// An option's value as it stands on the command line.
pub(crate) fn written(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> ParseError {
        *Experiment::parse(text).expect_err(text).0
    }

    #[test]
    fn a_whole_file_is_read() {
        let text = r#"
            name = "all of it"
            algorithms = ["a-star"]
            heuristics = ["manhattan"]
            seeds = [1, 2]
            metric = "generated"
            [limits]
            time = "2s"
            nodes = "5M"
            memory = "400M"
            process-memory = "1G"
            [[variants]]
            name = "last first"
            options = ["--tie-break", "lifo"]
            [[problem]]
            domain = "tiles"
            each = { korf = "1-3" }
            options = { goal = "blank-first" }
            [[configuration]]
            name = "as it comes"
        "#;
        let experiment = Experiment::parse(text).expect("it is right");
        assert_eq!(experiment.seeds_or_zero(), [1, 2]);
        assert_eq!(experiment.variants[0].options, ["--tie-break", "lifo"]);
        assert_eq!(experiment.problems[0].each["korf"], "1-3");
        assert_eq!(experiment.configurations[0].algorithm, None);
    }

    #[test]
    fn what_is_wrong_is_shown_where_it_stands() {
        let place = error("name = \"x\"\nalgorithm = [\"a-star\"]\n");
        assert_eq!((place.line, place.column), (2, 1), "{place}");
        let place = error("name = \"x\"\nalgorithms = [\"a-star\"");
        assert_eq!(place.line, 2, "{place}");
        let problem = "[[problem]]\ndomain = \"tiles\"\ninstances = [\"1 0\"]\n";
        let place = error(&format!(
            "name = \"x\"\nalgorithms = [\"a-star\"]\nlimits = {{ time = \"soon\" }}\n{problem}"
        ));
        assert_eq!((place.line, place.column), (3, 20), "{place}");
        assert_eq!(error("").expected, "the field `name`");
        let place = error("name = \"x\"\nalgorithms = \"a-star\"\n");
        assert_eq!((place.line, place.column), (2, 14), "{place}");
        assert_eq!(place.expected, "a list in brackets");
        let place = error("name = \"x\"\nalgorithms = [\"a-star\"]\n");
        assert!(place.expected.contains("[[problem]]"), "{place}");
        let place = error(&format!("name = \"x\"\n{problem}"));
        assert!(place.expected.contains("algorithms"), "{place}");
        let place =
            error("name = \"x\"\nalgorithms = [\"a-star\"]\n[[problem]]\ndomain = \"tiles\"\n");
        assert_eq!((place.line, place.column), (4, 11), "{place}");
        let place = error(
            "name = \"x\"\nalgorithms = [\"a\"]\n[[problem]]\ndomain = \"tiles\"\neach = { korf = \"0\" }\n",
        );
        assert_eq!(place.line, 5, "{place}");
    }
}
