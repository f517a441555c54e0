//! Pattern databases of sliding-tile puzzles by name: which patterns, and where their tables
//! come from.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use tremaux_core::{AnyHeuristic, Max};
use tremaux_puzzles::tiles::{
    AdditivePatterns, Arrangement, Board, Dual, Partition, PatternError, SlidingPuzzle,
    TilePattern, Unsupported,
};
use tremaux_tables::{Builder, Origin};

use crate::build::BuiltTable;
use crate::compiled::Built;
use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::RegistryError;
use crate::options::Options;
use crate::tables::{TableEvent, TableSource};

/// Disjoint pattern databases.
pub(super) static PATTERNS: Component = Component {
    aliases: &["additive-patterns"],
    source: "Korf and Felner 2002; the dual: Felner, Zahavi, Schaeffer and Holte 2005",
    guarantees: "admissible, not consistent: the blank is left out of the tables",
    use_when: "boards of up to 32 cells, the strongest there is: on 15-puzzles pdb(7-8) takes a \
               hundredth of the nodes of pdb(5-5-5), and proves 24-puzzles as pdb(6-6-6-6)",
    avoid_when: "a single easy board and no table in the cache yet: 5-5-5 is built in less than a \
                 second, 6-6-3 in seconds, 6-6-6-6 and 7-8 in minutes, the latter with 1.6 GB of \
                 memory; `tremaux build` does it ahead",
    options: &[
        OptionInfo {
            name: "patterns",
            title: "tiles in each pattern, or which ones",
            kind: OptionKind::Word {
                form: "sizes that sum to the board's tiles, as 7-8, the tiles themselves, as \
                       1.2.5+3.4.6.7.8, or auto, as few patterns of at most six as there can be",
            },
            default: Some("auto"),
        },
        OptionInfo {
            name: "reflect",
            title: "take the greater of the estimate and that of the board reflected in its \
                    diagonal, from the same tables; auto: where that is admissible, on square \
                    boards with the goal's blank on the diagonal",
            kind: OptionKind::Choice { words: &["auto", "yes", "no"] },
            default: Some("auto"),
        },
        OptionInfo {
            name: "dual",
            title: "look up the dual board as well when the blank is home; saves few nodes",
            kind: OptionKind::Choice { words: &["yes", "no"] },
            default: Some("no"),
        },
    ],
    example: "pdb(6-6-3)",
    ..Component::new(
        "pdb",
        "disjoint pattern databases: the moves of each group of tiles, added up",
    )
};

/// The most tiles of a pattern that `auto` chooses.
const MOST_OF_AUTO: usize = 6;

/// `text` as a partition of the tiles of `goal`.
fn parse(text: &str, goal: &Arrangement) -> Result<Partition, tremaux_core::ParseError> {
    let tiles = goal.size().cells() - 1;
    if text == "auto" {
        let count = tiles.div_ceil(MOST_OF_AUTO).max(1);
        // The larger ones first.
        let sizes = (0..count).map(|at| (tiles + count - 1 - at) / count);
        let sizes: Vec<String> = sizes.map(|size| size.to_string()).collect();
        return Partition::parse(&sizes.join("-"), goal);
    }
    Partition::parse(&text.replace('.', ",").replace('+', "|"), goal)
}

fn partition(goal: &Arrangement, options: &Options<'_>) -> Result<Partition, RegistryError> {
    let wrong = |error: tremaux_core::ParseError| options.wrong("patterns", &error.expected);
    parse(options.word("patterns"), goal).map_err(wrong)
}

fn refused(error: &Unsupported) -> RegistryError {
    RegistryError::NotOffered {
        component: PATTERNS.name.into(),
        reason: format!("it needs {}", error.needs),
    }
}

/// The databases of `partition`, from their files or built. `told` hears of each.
fn load<const COUNT: usize>(
    partition: &Partition,
    tables: &TableSource,
    mut told: impl FnMut(&TilePattern, &Origin),
) -> Result<AdditivePatterns<COUNT>, RegistryError> {
    let patterns = partition.databases().map_err(|error| refused(&error))?;
    let name = |number: usize| {
        let pattern = patterns.get(number).or(patterns.last());
        let tiles = pattern.map_or(0, TilePattern::tile_count);
        let size = partition.goal().size();
        (format!("the table of {tiles} tiles on {size}"), (number + 1, patterns.len()))
    };
    let is_missing =
        |pattern: &&TilePattern| tables.cache().path(*pattern).is_none_or(|path| !path.exists());
    let needed = patterns.iter().filter(is_missing).map(Builder::bytes);
    tables.check_memory("a table of these patterns", needed)?;
    let (mut number, current) = (0, RefCell::new(name(0)));
    let heard = |pattern: &TilePattern, origin: &Origin| {
        number += 1;
        *current.borrow_mut() = name(number);
        if let (Origin::Built { replaced, not_stored }, Some(path)) =
            (origin, tables.cache().path(pattern))
        {
            if let Some(error) = replaced {
                let reason = error.to_string();
                tables.tell(&TableEvent::Replaced { path: path.clone(), reason });
            }
            if let Some(error) = not_stored {
                tables.tell(&TableEvent::NotStored { path, reason: error.to_string() });
            }
        }
        told(pattern, origin);
    };
    tables.build(
        &current,
        |builder: &mut Builder<'_>| {
            AdditivePatterns::load_or_build(partition, tables.cache(), builder, heard)
        },
        |error| match error {
            PatternError::Unsupported(error) => Err(refused(&error)),
            PatternError::Build(error) => Ok(error),
        },
    )
}

/// How a board is looked up.
struct Lookups {
    is_reflected: bool,
    has_dual: bool,
}

impl Lookups {
    fn of(partition: &Partition, options: &Options<'_>) -> Result<Self, RegistryError> {
        let is_reflected = match (options.word("reflect"), partition.reflected()) {
            ("no", _) | ("auto", Err(_)) => false,
            (_, Ok(_)) => true,
            (_, Err(error)) => return Err(refused(&error)),
        };
        Ok(Self { is_reflected, has_dual: options.word("dual") == "yes" })
    }

    /// The heuristic, with searches compiled for it unless that would hardly be used.
    fn built<B: Board, const COUNT: usize>(
        &self,
        patterns: AdditivePatterns<COUNT>,
    ) -> Result<Built<SlidingPuzzle<B>>, RegistryError> {
        type Any<B> = Arc<dyn AnyHeuristic<SlidingPuzzle<B>>>;
        let goal = patterns.partition().goal().clone();
        let patterns = Arc::new(patterns);
        if !self.is_reflected {
            return Ok(if self.has_dual {
                Built::from(Arc::new(Dual::new(&goal, patterns)) as Any<B>)
            } else {
                Built::compiled(patterns)
            });
        }
        let reflected = patterns.reflected().map_err(|error| refused(&error))?;
        let both = Max(patterns, reflected);
        Ok(if self.has_dual {
            Built::from(Arc::new(Dual::new(&goal, both)) as Any<B>)
        } else {
            Built::compiled(both)
        })
    }
}

/// Builds `pdb` for `goal`.
pub(super) fn built<B: Board>(
    goal: &Arrangement,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<Built<SlidingPuzzle<B>>, RegistryError> {
    let partition = partition(goal, options)?;
    let lookups = Lookups::of(&partition, options)?;
    match partition.patterns().len() {
        ..=2 => lookups.built(load::<2>(&partition, tables, |_, _| ())?),
        3 => lookups.built(load::<3>(&partition, tables, |_, _| ())?),
        4 => lookups.built(load::<4>(&partition, tables, |_, _| ())?),
        _ => lookups.built(load::<8>(&partition, tables, |_, _| ())?),
    }
}

/// How many tiles the sizes in `text` sum to, if they are sizes.
pub(super) fn tiles_of(text: &str) -> Option<usize> {
    text.split('-').map(|word| word.parse::<usize>().ok()).sum()
}

/// Builds the tables of `pdb` ahead; tells of each.
pub(super) fn build_ahead(
    goal: &Arrangement,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<Vec<BuiltTable>, RegistryError> {
    let partition = partition(goal, options)?;
    let (mut built, mut started) = (Vec::new(), Instant::now());
    let told = |pattern: &TilePattern, origin: &Origin| {
        built.push(BuiltTable::of(pattern, origin, tables.cache(), started.elapsed()));
        started = Instant::now();
    };
    // As many as any partition that is looked up has.
    load::<8>(&partition, tables, told)?;
    Ok(built)
}

#[cfg(test)]
mod tests {
    use super::{parse, tiles_of};
    use tremaux_puzzles::tiles::{Arrangement, Size};

    #[test]
    fn the_least_number_of_small_patterns_is_chosen() {
        for (width, height, sizes) in [
            (2, 2, vec![3]),
            (3, 3, vec![4, 4]),
            (3, 5, vec![5, 5, 4]),
            (4, 4, vec![5, 5, 5]),
            (4, 5, vec![5, 5, 5, 4]),
            (5, 5, vec![6, 6, 6, 6]),
        ] {
            let goal = Arrangement::blank_first(Size::new(width, height).expect("a size"));
            let partition = parse("auto", &goal).expect("fits");
            let found: Vec<usize> = partition.patterns().iter().map(Vec::len).collect();
            assert_eq!(found, sizes, "{width}x{height}");
        }
    }

    #[test]
    fn tiles_may_be_named() {
        let goal = Arrangement::blank_first(Size::new(3, 2).expect("a size"));
        let partition = parse("1.4+2.3.5", &goal).expect("fits");
        assert_eq!(partition.to_string(), "1,4|2,3,5");
        assert!(parse("1.4+2.3", &goal).is_err());
        assert_eq!((tiles_of("6-6-6-6"), tiles_of("auto"), tiles_of("")), (Some(24), None, None));
    }
}
