//! The domain of the pancake puzzle.

use std::marker::PhantomData;
use std::sync::Arc;
use tremaux_core::codes::{Key, ToKey};
use tremaux_domain::algorithms::{best_first, depth_first};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    Built, BuiltOf, Component, DefaultInfo, Domain, DomainEntry, DomainInfo, Entry, ErasedForm,
    Generator, HeuristicEntry, Instance, OptionInfo, Options, Pair, Problem, ReadError,
    RegistryError, Split, Statement, TableSource, instance,
};

use super::{
    AnyPancakes, ByteStack, Gap, PancakePattern, PancakePuzzle, Pancakes, Pile, Stack, Stack64,
};
use tremaux_core::Random;
use tremaux_tables::Builder;

/// The domain's entry in the list of domains.
pub(crate) static PANCAKE: &dyn DomainEntry = &Entry::<PancakeDomain>::new();

/// Pancakes.
struct PancakeDomain;

static INFO: DomainInfo = DomainInfo {
    name: "pancake",
    aliases: &["pancakes"],
    title: "The pancake puzzle: sort a stack by flipping its top part",
    format: "The sizes from the top, 1 for the smallest, separated by spaces or commas.\n\
             In a file: one stack per line; `#` starts a comment.",
    example: "4 1 3 2",
    moves: "number of pancakes flipped",
    options: &[],
    generator: &[OptionInfo::integer("size", 1, Pile::MOST as u64)
        .title("number of pancakes")
        .default("10")],
    defaults: &[DefaultInfo::new("all stacks", "ida-star", "gap")
        .why("the gap heuristic is so accurate that few nodes are wasted, and it needs no memory")],
};

static GAP: Component = Component {
    source: "Helmert 2010",
    guarantees: "consistent",
    use_when: "always: it takes a few nanoseconds and beats every pattern database",
    avoid_when: "you want to see a search with a weaker estimate",
    ..Component::new("gap", "number of adjacent pancakes whose sizes are not consecutive")
};

static PATTERN: Component = Component {
    source: "Culberson and Schaeffer 1996",
    guarantees: "consistent",
    use_when: "you want to see what the gap heuristic saves",
    avoid_when: "in all other cases",
    options: &[OptionInfo::integer("pancakes", 1, 12)
        .title("number of largest pancakes in the pattern")
        .default("5")],
    example: "pdb(6)",
    ..Component::new(
        "pdb",
        "pattern database: flips to place the largest pancakes, ignoring the others",
    )
};

/// A stack type and the key of its states in searches that are not compiled for it.
trait NamedStack: Stack<Packed: ToKey<Self::Key>> {
    /// `u64` if a state fits.
    type Key: ErasedForm<u32>;
}

impl NamedStack for Stack64 {
    type Key = u64;
}

impl NamedStack for ByteStack {
    type Key = Key;
}

/// Puzzles whose stacks have the type `T`.
struct PancakesIn<T>(PhantomData<T>);

impl<T: NamedStack> Problem for PancakesIn<T> {
    type Space = PancakePuzzle<T>;
    type Key = T::Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &GAP, build: |_, _, _| Ok(Built::new(Gap)) },
        HeuristicEntry { info: &PATTERN, build: pattern },
    ];

    const COMPILED: &'static [Pair<Self::Space>] = &[
        Pair::unwatched(
            &depth_first::IDA_STAR,
            depth_first::ida_star_compact,
            "3.0 times the erased form, on 40 pancakes",
        ),
        Pair::any(&best_first::A_STAR, best_first::a_star, "2.1 times, there"),
    ];

    fn erase(space: Arc<Self::Space>) -> Typed<Self::Space> {
        Typed::new(space).with_predecessors()
    }

    fn statement(_space: &Self::Space, text: &str) -> Option<Statement> {
        Some(Statement::new(vec![("stack", text.into())]))
    }

    fn heuristic_key(space: &Self::Space) -> String {
        space.pancakes().to_string()
    }
}

fn pattern<T: NamedStack>(
    space: &Arc<PancakePuzzle<T>>,
    options: &Options<'_>,
    _tables: &TableSource,
) -> Result<BuiltOf<PancakesIn<T>>, RegistryError> {
    let counted = (options.integer("pancakes") as usize).min(space.pancakes());
    let pattern = Pancakes::new(space.pancakes(), counted);
    let pattern = pattern.map_err(|error| PATTERN.refused(format!("it requires {error}")))?;
    let mut builder = Builder::new().with_memory(MOST_BYTES);
    let heuristic = PancakePattern::build(pattern, &mut builder);
    Ok(Built::new(heuristic.map_err(|error| PATTERN.refused(error.to_string()))?))
}

/// The maximum memory for building a pattern database.
const MOST_BYTES: u64 = 4 << 30;

fn with_stack<T: NamedStack>(space: PancakePuzzle<T>, text: String) -> Box<dyn Instance> {
    instance::<PancakesIn<T>>(&INFO, Arc::new(space), text, &INFO.defaults[0])
}

impl Domain for PancakeDomain {
    type Problem = PancakesIn<Stack64>;

    const INFO: &'static DomainInfo = &INFO;
    const SPLIT: Split = Split::Lines;
    const INSTANCE: &'static str = "the sizes of pancakes from the top, for example `3 1 2`";

    fn read(text: &str, _options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
        let pile = Pile::parse(text)?;
        let text = pile.to_string();
        Ok(match pile.puzzle() {
            AnyPancakes::Small(space) => with_stack::<Stack64>(space, text),
            AnyPancakes::Large(space) => with_stack::<ByteStack>(*space, text),
        })
    }

    fn generator(seed: u64, options: &Options<'_>) -> Result<Generator, RegistryError> {
        let pancakes = options.integer("size") as usize;
        let mut random = Random::new(seed);
        Ok(Box::new(move || {
            let pile = Pile::random(pancakes, &mut random).expect("as many as a stack holds");
            pile.to_string()
        }))
    }
}
