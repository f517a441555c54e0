//! The heuristic `pdb` of sliding-tile puzzles: which patterns it uses, and where their tables
//! come from.

use std::cell::RefCell;
use std::sync::Arc;
use tremaux_core::clock::Instant;
use tremaux_domain::{
    Built, BuiltOf, BuiltTable, Component, OptionInfo, Options, RegistryError, TableEvent,
    TableSource,
};

use super::{NamedBoard, TilesOn, compiles};
use crate::{
    AdditivePatterns, Arrangement, Dual, Partition, PatternError, SlidingPuzzle, TilePattern,
    Unsupported,
};
use tremaux_core::{Heuristic, Max};
use tremaux_tables::{Builder, Origin};

/// Disjoint pattern databases.
pub(super) static PATTERNS: Component = Component {
    aliases: &["additive-patterns"],
    source: "Korf and Felner 2002; the dual: Felner, Zahavi, Schaeffer and Holte 2005",
    guarantees: "admissible but not consistent: the tables ignore the blank",
    use_when: "the board has up to 32 cells: it is the strongest heuristic. On 15-puzzles pdb(7-8) \
               expands a hundredth of the nodes of pdb(5-5-5); pdb(6-6-6-6) solves 24-puzzles",
    avoid_when: "you have one easy board and no cached table: building 5-5-5 takes less than a \
                 second, 6-6-3 seconds, 6-6-6-6 and 7-8 minutes, the latter with 1.6 GB of memory; \
                 `tremaux build` builds tables in advance",
    options: &[
        OptionInfo::word(
            "patterns",
            "sizes that sum to the board's tiles, for example 7-8; or the tiles, for \
                       example 1.2.5+3.4.6.7.8; or auto, the fewest patterns of at most six tiles",
        )
        .title("sizes of the patterns, or their tiles")
        .default("auto"),
        OptionInfo::choice("reflect", &["auto", "yes", "no"])
            .title(
                "take the maximum with the estimate of the board reflected in its diagonal, from \
                 the same tables; auto: yes where that is admissible, on square boards with the \
                 goal's blank on the diagonal",
            )
            .default("auto"),
        OptionInfo::choice("dual", &["yes", "no"])
            .title(
                "look up the dual board as well when the blank is in its goal cell; saves few \
                 nodes",
            )
            .default("no"),
    ],
    example: "pdb(6-6-3)",
    ..Component::new(
        "pdb",
        "disjoint pattern databases: sum of the moves each group of tiles needs",
    )
};

/// The maximum number of tiles of a pattern that `auto` chooses.
const MOST_OF_AUTO: usize = 6;

/// The sizes of the fewest patterns of at most `most` tiles.
pub(super) fn auto(tiles: usize, most: usize) -> String {
    let count = tiles.div_ceil(most).max(1);
    // The larger patterns first.
    let sizes = (0..count).map(|at| (tiles + count - 1 - at) / count);
    sizes.map(|size| size.to_string()).collect::<Vec<_>>().join("-")
}

/// `text` as a partition of the tiles of `goal`.
fn parse(text: &str, goal: &Arrangement) -> Result<Partition, tremaux_core::ParseError> {
    let tiles = goal.size().cells() - 1;
    if text == "auto" {
        return Partition::parse(&auto(tiles, MOST_OF_AUTO), goal);
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
        reason: format!("it requires {}", error.needs),
    }
}

/// The databases of `partition`, loaded from their files or built. Calls `told` for each.
#[inline(never)]
fn load<const COUNT: usize>(
    partition: &Partition,
    tables: &TableSource,
    told: &mut dyn FnMut(&TilePattern, &Origin),
) -> Result<AdditivePatterns<COUNT>, RegistryError> {
    let patterns = partition.databases().map_err(|error| refused(&error))?;
    let name = |number: usize| {
        let pattern = patterns.get(number).or(patterns.last());
        let tiles = pattern.map_or(0, TilePattern::tile_count);
        let size = partition.goal().size();
        (format!("the table of {tiles} tiles on {size}"), (number + 1, patterns.len()))
    };
    let is_missing =
        |pattern: &TilePattern| tables.cache().path(pattern).is_none_or(|path| !path.exists());
    let needed = patterns.iter().map(|pattern| (Builder::bytes(pattern), is_missing(pattern)));
    tables.check_tables("a table of these patterns", needed)?;
    let (mut number, current) = (0, RefCell::new(name(0)));
    let heard = |pattern: &TilePattern, origin: &Origin| {
        number += 1;
        *current.borrow_mut() = name(number);
        if let (Origin::Built { replaced, not_stored }, Some(path)) =
            (origin, tables.cache().path(pattern))
        {
            if let Some(error) = replaced {
                let reason = error.to_string();
                tables.notify(&TableEvent::Replaced { path: path.clone(), reason });
            }
            if let Some(error) = not_stored {
                tables.notify(&TableEvent::NotStored { path, reason: error.to_string() });
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

/// The maximum number of patterns of any partition.
const MOST: usize = 8;

/// Whether searches are compiled for `count` patterns on boards of up to so many cells: for the
/// most common ones, two and three on up to 16 cells and four on up to 25.
const fn is_common(most_cells: usize, count: usize) -> bool {
    compiles(most_cells) && matches!((most_cells, count), (16, 2 | 3) | (25, 4))
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

    /// The heuristic, with compiled searches for the most common numbers of patterns.
    fn built<B: NamedBoard, const COUNT: usize>(
        &self,
        patterns: AdditivePatterns<COUNT>,
    ) -> Result<BuiltOf<TilesOn<B>>, RegistryError> {
        let goal = patterns.partition().goal().clone();
        let patterns = Arc::new(patterns);
        if !self.is_reflected {
            return Ok(self.on::<B, _, COUNT, false>(&goal, patterns));
        }
        let reflected = patterns.reflected().map_err(|error| refused(&error))?;
        Ok(self.on::<B, _, COUNT, true>(&goal, Max(patterns, reflected)))
    }

    fn on<B, H, const COUNT: usize, const IS_REFLECTED: bool>(
        &self,
        goal: &Arrangement,
        heuristic: H,
    ) -> BuiltOf<TilesOn<B>>
    where
        B: NamedBoard,
        H: Heuristic<SlidingPuzzle<B>, Memo: Send> + Send + Sync + 'static,
    {
        // Two large patterns are those of 15-puzzles, which can be reflected.
        if const { is_common(B::MOST_CELLS, COUNT) && (COUNT > 2 || IS_REFLECTED) } {
            Built::compiled(heuristic)
        } else if self.has_dual {
            Built::new(Dual::new(goal, heuristic))
        } else {
            Built::new(heuristic)
        }
    }
}

/// Builds `pdb` for `goal`.
pub(super) fn built<B: NamedBoard>(
    goal: &Arrangement,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<BuiltOf<TilesOn<B>>, RegistryError> {
    let partition = partition(goal, options)?;
    let lookups = Lookups::of(&partition, options)?;
    // All other numbers of patterns, and duals, share one form.
    match partition.patterns().len() {
        ..=2 if const { is_common(B::MOST_CELLS, 2) } && !lookups.has_dual => {
            lookups.built(load::<2>(&partition, tables, &mut |_, _| ())?)
        }
        3 if const { is_common(B::MOST_CELLS, 3) } && !lookups.has_dual => {
            lookups.built(load::<3>(&partition, tables, &mut |_, _| ())?)
        }
        4 if const { is_common(B::MOST_CELLS, 4) } && !lookups.has_dual => {
            lookups.built(load::<4>(&partition, tables, &mut |_, _| ())?)
        }
        _ => lookups.built(load::<MOST>(&partition, tables, &mut |_, _| ())?),
    }
}

/// The sum of the sizes in `text`, if they are sizes.
pub(super) fn tiles_of(text: &str) -> Option<usize> {
    text.split('-').map(|word| word.parse::<usize>().ok()).sum()
}

/// Builds the tables of `pdb` in advance; calls `told` for each.
pub(super) fn build_ahead(
    goal: &Arrangement,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<Vec<BuiltTable>, RegistryError> {
    let partition = partition(goal, options)?;
    let (mut built, mut started) = (Vec::new(), Instant::now());
    let mut told = |pattern: &TilePattern, origin: &Origin| {
        built.push(BuiltTable::of(pattern, origin, tables.cache(), started.elapsed()));
        started = Instant::now();
    };
    load::<MOST>(&partition, tables, &mut told)?;
    Ok(built)
}

#[cfg(test)]
mod tests {
    use super::{parse, tiles_of};
    use crate::{Arrangement, Size};

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
