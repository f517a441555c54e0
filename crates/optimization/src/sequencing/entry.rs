//! The domain of line sequencing.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_domain::{
    DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator, Instance, LandscapeProblem,
    Landscapes, OptionInfo, OptionKind, OptionValues, ReadError, RegistryError, Split,
    landscape_instance,
};

use super::{Line, Sequence};

/// The domain's entry in the list of domains.
pub static SEQUENCING: &dyn DomainEntry = &Entry::<SequencingDomain>::new();

/// Line sequencing.
pub struct SequencingDomain;

static INFO: DomainInfo = DomainInfo {
    name: "sequencing",
    aliases: &["line-sequencing"],
    title: "Line sequencing: the order of a factory's jobs with the fewest changeovers and delays",
    format: "Statements, one per line or separated by `;`; `#` starts a comment:\n\
             job NAME KIND TIME, optionally followed by due TIME and weight NUMBER\n\
             change TIME between any two kinds, change KIND KIND TIME from one to another\n\
             start KIND: the line is set up for this kind\n\
             The cost is the time of all changeovers, and for each job the time that it is late\n\
             times its weight (1 if none is given).\n\
             In a file: instances separated by blank lines.",
    example: "change 5; job a red 3 due 9; job b blue 4; job c red 2 due 5",
    moves: "the names of the jobs in order",
    options: &[],
    generator: &[
        OptionInfo {
            name: "jobs",
            title: "number of jobs",
            kind: OptionKind::Integer { least: 1, most: 2000 },
            default: Some("20"),
        },
        OptionInfo {
            name: "kinds",
            title: "number of kinds",
            kind: OptionKind::Integer { least: 1, most: 100 },
            default: Some("4"),
        },
    ],
    defaults: &[DefaultInfo {
        case: "all lines",
        algorithm: "annealing",
        heuristic: "",
        why: "moving a single job seldom helps while others are in its way",
    }],
};

impl LandscapeProblem for SequencingDomain {
    type Landscape = Line;

    const SOLUTION: &'static str = "sequence";
    const VALUE: &'static str = "cost";

    fn words(line: &Line, sequence: &Sequence) -> Vec<String> {
        sequence.order().iter().map(|&job| line.jobs[job as usize].name.clone()).collect()
    }

    fn checked_value(line: &Line, words: &[String]) -> Option<f64> {
        let number = |word: &String| line.jobs.iter().position(|job| job.name == *word);
        let sequence = words.iter().map(number).collect::<Option<Vec<usize>>>()?;
        line.cost(&sequence).map(|cost| cost as f64)
    }
}

impl Domain for SequencingDomain {
    type Problem = Landscapes<Self>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "statements";

    fn read(text: &str, _options: &OptionValues<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let line = Line::parse(text)?;
        let (text, default) = (line.text(), &INFO.defaults[0]);
        Ok(landscape_instance::<Self>(&INFO, Arc::new(line), text, default))
    }

    fn generator(seed: u64, options: &OptionValues<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let jobs = options.integer("jobs").unwrap_or(20);
        let kinds = options.integer("kinds").unwrap_or(4);
        Ok(Box::new(move || {
            let mut parts = Vec::new();
            for from in 0..kinds {
                for to in (0..kinds).filter(|&to| to != from) {
                    parts.push(format!("change k{from} k{to} {}", 1 + random.below(10)));
                }
            }
            for job in 0..jobs {
                let (kind, time) = (random.below(kinds), 1 + random.below(9));
                // About half of the jobs are due in the time that all take.
                let due = match random.below(2) {
                    0 => String::new(),
                    _ => format!(" due {} weight {}", random.below(6 * jobs), 1 + random.below(3)),
                };
                parts.push(format!("job j{job} k{kind} {time}{due}"));
            }
            parts.join("; ")
        }))
    }
}
