//! The domain of river crossings.

use std::sync::Arc;
use tremaux_core::codes::Key;
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split,
    Statement, instance,
};

use super::{CrossingsNeeded, River};
use tremaux_core::Random;

/// The domain's entry in the list of domains.
pub static RIVERS: &dyn DomainEntry = &Entry::<RiverDomain>::new();

/// Names and texts of well-known instances from the literature.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("missionaries", "who missionary*3 cannibal*3; boat 2; never more cannibal than missionary"),
    (
        "wolf-goat-cabbage",
        "who farmer wolf goat cabbage; boat 2; rows farmer; never wolf with goat without farmer; \
         never goat with cabbage without farmer",
    ),
    (
        "couples",
        "who wife1 wife2 wife3 husband1 husband2 husband3; boat 2; aboard; \
         never wife1 with husband2 husband3 without husband1; \
         never wife2 with husband1 husband3 without husband2; \
         never wife3 with husband1 husband2 without husband3",
    ),
    ("bridge", "who A=1 B=2 C=5 D=10; boat 2; cost slowest"),
];

/// River crossings.
struct RiverDomain;

static INFO: DomainInfo = DomainInfo {
    name: "rivers",
    aliases: &["river", "river-crossing"],
    title: "River crossings: missionaries and cannibals, jealous couples, bridge and torch",
    format: "Clauses, one per line or separated by `;`; `#` starts a comment:\n  \
             who farmer wolf   passengers, first; `cannibal*3`: three; `A=5`: time 5\n  \
             boat 2            capacity of the boat, including those who row\n  \
             rows farmer       passengers who can row; default: everybody\n  \
             never wolf with goat without farmer\n    \
             a group not allowed on a bank\n  \
             never more cannibal than missionary\n    \
             not allowed on a bank with at least one missionary\n  \
             aboard            the rules also hold in the boat\n  \
             cost crossings    cost: 1 a crossing; or the `slowest` time; or the `sum`\n\
             In a file: instances separated by blank lines.",
    example: "who missionary*3 cannibal*3; boat 2; never more cannibal than missionary",
    moves: ">missionary+cannibal: these two cross to the far bank; <missionary: this one returns",
    options: &[OptionInfo::choice(
        "example",
        &["missionaries", "wolf-goat-cabbage", "couples", "bridge"],
    )
    .title("a built-in example, used instead of INSTANCE")],
    generator: &[OptionInfo::integer("size", 1, 16)
        .title("number of walkers who cross a bridge, two at a time, with one torch")
        .default("5")],
    defaults: &[DefaultInfo::new("all rivers", "a-star", "crossings-needed").why(
        "the state space is small and many paths lead to the same state, so a search that detects \
         duplicates is fast",
    )],
};

static CROSSINGS: Component = Component {
    guarantees: "consistent",
    use_when: "always: it costs almost nothing",
    avoid_when: "the rules make the puzzle hard: it ignores them",
    ..Component::new("crossings-needed", "number of crossings if there were no rules")
};

impl Problem for RiverDomain {
    type Space = River;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &CROSSINGS, build: |_, _, _| Ok(Built::new(CrossingsNeeded)) }];

    fn statement(_space: &River, text: &str) -> Option<Statement> {
        Some(Statement::new(vec![("river", text.into())]))
    }

    fn erase(space: Arc<River>) -> Typed<River> {
        Typed::new(space).with_predecessors()
    }
}

impl Domain for RiverDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "passengers and a boat";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let river = River::parse(text)?;
        let text = river.to_string();
        Ok(instance::<RiverDomain>(&INFO, Arc::new(river), text, &INFO.defaults[0]))
    }

    /// Generates walkers who need up to 30 minutes, and a boat for two.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let walkers = options.integer("size");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let names = b'A'..b'A' + walkers as u8;
            let walker = |name: u8| format!("{}={}", char::from(name), 1 + random.below(30));
            let who: Vec<String> = names.map(walker).collect();
            format!("who {}; boat 2; cost slowest", who.join(" "))
        }))
    }
}
