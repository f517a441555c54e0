//! The domain of line sequencing.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_domain::{
    AlgorithmInfo, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    Instance, LandscapeProblem, Landscapes, NamedAlgorithm, OptionInfo, Options, Proves, ReadError,
    RegistryError, Split, StartOptimization, landscape_instance,
};

use super::{ExactSequencing, Line, Sequence};

/// The domain's entry in the list of domains.
pub static SEQUENCING: &dyn DomainEntry = &Entry::<SequencingDomain>::new();

/// Line sequencing.
struct SequencingDomain;

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
             Or a table (CSV) with the columns `job` and `time`, perhaps `kind`, `due` and \
             `weight`.\n\
             In a file: instances separated by blank lines.",
    example: "change 5; job a red 3 due 9; job b blue 4; job c red 2 due 5",
    moves: "the names of the jobs in order",
    options: &[],
    generator: &[
        OptionInfo::integer("jobs", 1, 2000).title("number of jobs").default("20"),
        OptionInfo::integer("kinds", 1, 100).title("number of kinds").default("4"),
    ],
    defaults: &[
        DefaultInfo::new("up to 12 jobs", "job-search", "")
            .why("it proves the best sequence within seconds"),
        DefaultInfo::new("more jobs", "annealing", "")
            .why("moving a single job seldom helps while others are in its way"),
    ],
};

/// The greatest number of jobs whose best sequence is proved by default.
const MOST_PROVED: usize = 12;

static JOB_SEARCH: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Held and Karp 1962 (dominance)",
    guarantees: "optimal; until then, no sequence costs less than its bound",
    use_when: "a proof is wanted for up to some 15 jobs",
    avoid_when: "there are many jobs",
    ..Component::new("job-search", "branch and bound over the job that follows")
})
.proving(Proves::Optimal);

impl LandscapeProblem for SequencingDomain {
    type Landscape = Line;

    const SOLVERS: &'static [NamedAlgorithm<StartOptimization<Line>>] =
        &[NamedAlgorithm::new(&JOB_SEARCH, |line, _| {
            let most = ExactSequencing::MOST_JOBS;
            let count = line.jobs.len();
            let refused = || {
                JOB_SEARCH.component.refused(format!("there are {count} jobs, more than {most}"))
            };
            Ok(Box::new(ExactSequencing::new(line).ok_or_else(refused)?))
        })];

    const SOLUTION: &'static str = "sequence";
    const VALUE: &'static str = "cost";

    fn notes(line: &Line) -> Vec<String> {
        line.notes.clone()
    }

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

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let line = Line::parse(text)?;
        let is_large = line.jobs.len() > MOST_PROVED;
        let (text, default) = (line.text(), &INFO.defaults[usize::from(is_large)]);
        Ok(landscape_instance::<Self>(&INFO, Arc::new(line), text, default))
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let mut random = Random::new(seed);
        let jobs = options.integer("jobs");
        let kinds = options.integer("kinds");
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
