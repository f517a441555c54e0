//! The domain of knapsacks.

use std::sync::Arc;

use tremaux_core::Random;
use tremaux_domain::{
    Built, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, Generator,
    HeuristicEntry, Instance, OptionInfo, Options, Problem, ReadError, RegistryError, Split, Total,
    instance,
};

use super::{FractionalBound, Knapsack, Load};

/// The domain's entry in the list of domains.
pub(crate) static KNAPSACK: &dyn DomainEntry = &Entry::<KnapsackDomain>::new();

/// Knapsacks.
struct KnapsackDomain;

static INFO: DomainInfo = DomainInfo {
    name: "knapsack",
    aliases: &["0-1-knapsack"],
    title: "Knapsack: the most valuable items that fit into a capacity",
    format: "Clauses, one per line or separated by `;`; `#` starts a comment:\n  \
             capacity 50               the greatest weight that may be taken\n  \
             item 60 10 sleeping bag   value, weight and name; without a name, a number\n\
             In a file: instances separated by blank lines.",
    example: "capacity 50; item 60 10 lamp; item 100 20 stove; item 120 30 tent",
    moves: "+ and the name of an item that is taken, - and the name of one that is left",
    options: &[],
    generator: &[OptionInfo::integer("items", 1, 10_000).title("number of items").default("50")],
    defaults: &[DefaultInfo::new("all knapsacks", "a-star", "fractional")
        .why("the bound is close, and different choices of the same weight are one state")],
};

static FRACTIONAL: Component = Component {
    source: "Dantzig 1957",
    guarantees: "consistent",
    use_when: "always",
    avoid_when: "you want to see the dynamic program: with blind, it visits every weight",
    ..Component::new("fractional", "least value left if one item may be taken in part")
};

impl Problem for KnapsackDomain {
    type Space = Knapsack;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] =
        &[HeuristicEntry { info: &FRACTIONAL, build: |_, _, _| Ok(Built::new(FractionalBound)) }];

    const HAS_ONE_PATH_EACH: bool = true;
    const STEP: [&'static str; 2] = ["decision", "decisions"];

    fn seeks_best_goal(_space: &Knapsack) -> bool {
        true
    }

    fn drawn_goal(space: &Knapsack, load: &Load) -> Option<String> {
        Some(format!("weight {} of {}", load.weight, space.capacity()))
    }

    fn total_of(space: &Knapsack, cost: u64) -> Option<Total> {
        space.total_value().checked_sub(cost).map(Total::score)
    }
}

impl Domain for KnapsackDomain {
    type Problem = Self;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::BlankLines;
    const INSTANCE: &'static str = "a capacity and items";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let knapsack = Knapsack::parse(text)?;
        let text = knapsack.to_string();
        Ok(instance::<Self>(&INFO, Arc::new(knapsack), text, &INFO.defaults[0]))
    }

    /// Generates items of uncorrelated values and weights, and half their weight as capacity.
    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let items = options.integer("items");
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let items: Vec<(u64, u64)> =
                (0..items).map(|_| (1 + random.below(1000), 1 + random.below(1000))).collect();
            let weight: u64 = items.iter().map(|(_, weight)| weight).sum();
            let items: Vec<String> =
                items.iter().map(|(value, weight)| format!("; item {value} {weight}")).collect();
            format!("capacity {}{}", weight / 2, items.concat())
        }))
    }
}
