//! The domain of job shops.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_core::codes::Key;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split,
    instance,
};

use super::{JobShop, OneMachine};

/// The domain's entry in the list of domains.
pub(crate) static JOB_SHOP: &dyn DomainEntry = &Entry::<JobShopDomain>::new();

/// Job shops.
struct JobShopDomain;

static INFO: DomainInfo = DomainInfo {
    name: "job-shop",
    aliases: &["jobshop"],
    title: "Job shop: the schedule of operations on machines that ends first",
    format: "A row for each job: the machine, from 0, and the time of each operation in order.\n\
             Rows are lines, or separated by `/`; `#` starts a comment.\n\
             A first line with the numbers of jobs and of machines may be there, as in JSPLIB.\n\
             In a file: instances separated by blank lines.",
    example: "0 3 1 2 2 2 / 0 2 2 1 1 4 / 1 4 2 3",
    moves: "a job, its operation and when it starts, for example 2.1@5",
    options: &[],
    generator: &[
        OptionInfo::integer("jobs", 1, 100).title("number of jobs").default("5"),
        OptionInfo::integer("machines", 1, 100).title("number of machines").default("5"),
    ],
    defaults: &[
        DefaultInfo::new("at most 60 operations", "a-star", "one-machine")
            .why("the bound is close, and different orders lead to the same state"),
        DefaultInfo::new("more operations", "anytime-a-star", "one-machine")
            .why("it has a schedule soon, improves it, and keeps a bound"),
    ],
};

static ONE_MACHINE: Component = Component {
    source: "Carlier and Pinson 1989",
    guarantees: "consistent",
    use_when: "always",
    avoid_when: "you want to see what a search without a bound does",
    ..Component::new("one-machine", "each machine alone, where operations may be interrupted")
};

impl Problem for JobShopDomain {
    type Space = JobShop;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &ONE_MACHINE, build: |_, _, _| Ok(Built::new(OneMachine)) }];

    const STEP: [&'static str; 2] = ["operation", "operations"];

    fn seeks_best_goal(_space: &JobShop) -> bool {
        true
    }
}

impl Domain for JobShopDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "rows of operations";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let shop = JobShop::parse(text)?;
        let text = shop.to_string();
        let is_large = shop.jobs().iter().map(Vec::len).sum::<usize>() > 60;
        let default = &INFO.defaults[usize::from(is_large)];
        Ok(instance::<Self>(&INFO, Arc::new(shop), text, default))
    }

    /// Generates jobs that visit every machine once, with times from 1 to 99.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let (jobs, machines) = (options.integer("jobs"), options.integer("machines"));
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let job = |random: &mut Random| {
                let mut order: Vec<u64> = (0..machines).collect();
                for at in (1..order.len()).rev() {
                    order.swap(at, random.below(at as u64 + 1) as usize);
                }
                let pair = |machine: &u64| format!("{machine} {}", 1 + random.below(99));
                order.iter().map(pair).collect::<Vec<_>>().join(" ")
            };
            (0..jobs).map(|_| job(&mut random)).collect::<Vec<_>>().join(" / ")
        }))
    }
}
