//! The domain of TopSpin.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::codes::Key;
use tremaux_core::{Notation, Random, StateSpace};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split,
    instance,
};

use super::{Breaks, TopSpin, Turn};

/// The domain's entry in the list of domains.
pub(crate) static TOPSPIN: &dyn DomainEntry = &Entry::<TopSpinDomain>::new();

/// TopSpin.
struct TopSpinDomain;

const TURNSTILE: OptionInfo = OptionInfo::integer("turnstile", 2, 12)
    .title("number of tokens that are turned over")
    .default("4");

static INFO: DomainInfo = DomainInfo {
    name: "topspin",
    aliases: &["top-spin"],
    title: "TopSpin: bring a ring of tokens into order by turning over neighbours",
    format: "The tokens around the ring, from any one on, separated by spaces or commas.\n\
             In a file: one ring per line; `#` starts a comment.",
    example: "1 5 4 3 2 6 7 8",
    moves: "2-5: turns over the tokens of the ring from 2 to 5; moving the ring is free",
    options: &[TURNSTILE],
    generator: &[
        OptionInfo::integer("size", 3, TopSpin::MOST as u64)
            .title("number of tokens")
            .default("12"),
        TURNSTILE,
    ],
    defaults: &[DefaultInfo::new("all rings", "a-star", "breaks").why(
        "different orders of turns lead to the same ring, so a search that detects duplicates is \
         fast",
    )],
};

static BREAKS: Component = Component {
    guarantees: "consistent",
    use_when: "always: it takes a few nanoseconds",
    avoid_when: "you want to see a search without estimates",
    ..Component::new("breaks", "half the number of neighbours that do not follow each other")
};

impl Problem for TopSpinDomain {
    type Space = TopSpin;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &BREAKS, build: |_, _, _| Ok(Built::new(Breaks)) }];

    fn proof_of_no_solution(space: &TopSpin) -> Option<Cow<'static, str>> {
        space.is_odd().then(|| {
            "it takes an odd number of exchanges, and every turn makes an even number".into()
        })
    }

    fn erase(space: Arc<TopSpin>) -> Typed<TopSpin> {
        Typed::new(space).with_predecessors()
    }
}

impl Domain for TopSpinDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "the tokens around the ring, for example `1 5 4 3 2 6 7 8`";

    fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let ring = TopSpin::parse(text, options.integer("turnstile") as usize)?;
        let text = ring.state_text(&ring.initial_state());
        Ok(instance::<Self>(&INFO, Arc::new(ring), text, &INFO.defaults[0]))
    }

    /// Generates rings by random turns from the goal, as not every order can be solved.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let tokens = options.integer("size");
        let turnstile = options.integer("turnstile") as usize;
        let numbers: Vec<String> = (1..=tokens).map(|token| token.to_string()).collect();
        let ring = TopSpin::parse(&numbers.join(" "), turnstile)
            .map_err(|error| options.wrong("size", &error.expected))?;
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let mut state = ring.initial_state();
            for _ in 0..20 * tokens {
                ring.apply(&mut state, Turn(random.below(tokens) as u8));
            }
            ring.state_text(&state)
        }))
    }
}
