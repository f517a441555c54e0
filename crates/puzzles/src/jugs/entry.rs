//! The domain of water jugs.

use std::sync::Arc;
use tremaux_core::codes::Key;
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split,
    Statement, instance,
};

use super::{JugDifference, Jugs};
use tremaux_core::Random;

/// The domain's entry in the list of domains.
pub static JUGS: &dyn DomainEntry = &Entry::<JugDomain>::new();

/// Names and texts of well-known instances from the literature.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("bachet", "jugs 8 5 3; start 8 0 0; goal 4 4 0"),
    ("twelve", "jugs 12 8 5; start 12 0 0; goal 6 6 0"),
    ("ten", "jugs 10 7 3; start 10 0 0; goal 5 5 0"),
    ("die-hard", "jugs 5 3; start 0 0; goal any 4; tap"),
];

/// Water jugs.
struct JugDomain;

static INFO: DomainInfo = DomainInfo {
    name: "jugs",
    aliases: &["water-jugs", "pouring"],
    title: "Water jugs: measure an amount with unmarked jugs",
    format: "Clauses, one per line or separated by `;`; `#` starts a comment:\n  \
             jugs 8 5 3        capacity of each jug in litres; must come first\n  \
             start 8 0 0       amount in each jug at the start; default: all empty\n  \
             goal 4 4 0        amounts to reach; `_`: any amount; `any 4`: 4 in any jug\n  \
             tap               jugs may be filled and emptied\n  \
             cost moves        cost of a move: 1; or `litres` moved; or `water` drawn\n\
             In a file: instances separated by blank lines.",
    example: "jugs 8 5 3; start 8 0 0; goal 4 4 0",
    moves: "1>2 pours jug 1 into jug 2; with a tap also fill-1 and empty-1",
    options: &[OptionInfo::choice("example", &["bachet", "twelve", "ten", "die-hard"])
        .title("a built-in example, used instead of INSTANCE")],
    generator: &[OptionInfo::integer("size", 2, 4).title("number of jugs").default("3")],
    defaults: &[DefaultInfo::new("all jugs", "a-star", "jug-difference").why(
        "the state space is small and many paths lead to the same state, so a search that detects \
         duplicates is fast",
    )],
};

static DIFFERENCE: Component = Component {
    guarantees: "consistent",
    use_when: "always: it costs almost nothing",
    avoid_when: "you need a strong estimate: one move changes two jugs, so it is low",
    ..Component::new("jug-difference", "lower bound from the missing and surplus amounts")
};

impl Problem for JugDomain {
    type Space = Jugs;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &DIFFERENCE, build: |_, _, _| Ok(Built::new(JugDifference)) }];

    fn statement(_space: &Jugs, text: &str) -> Option<Statement> {
        Some(Statement::new(vec![("jugs", text.into())]))
    }

    fn erase(space: Arc<Jugs>) -> Typed<Jugs> {
        Typed::new(space).with_predecessors()
    }
}

impl Domain for JugDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const EXAMPLES: &'static [(&'static str, &'static str)] = EXAMPLES;
    const INSTANCE: &'static str = "jugs, a start and a goal";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let jugs = Jugs::parse(text)?;
        let text = jugs.to_string();
        Ok(instance::<JugDomain>(&INFO, Arc::new(jugs), text, &INFO.defaults[0]))
    }

    /// Generates jugs of up to 20 litres with a tap; the goal is one amount in any jug.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let jugs = options.integer("size");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let capacities: Vec<u64> = (0..jugs).map(|_| 2 + random.below(19)).collect();
            let largest = capacities.iter().copied().max().unwrap_or(2);
            let words: Vec<String> = capacities.iter().map(u64::to_string).collect();
            format!("jugs {}; goal any {}; tap", words.join(" "), 1 + random.below(largest))
        }))
    }
}
