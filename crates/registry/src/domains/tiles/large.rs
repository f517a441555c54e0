//! Boards of more than 8x8 cells, and the solver that has no limit of size.

use std::borrow::Cow;
use std::sync::Arc;

use tremaux_core::AnyHeuristic;
use tremaux_puzzles::Random;
use tremaux_puzzles::tiles::{LargeBoard, LargeManhattan, LargePuzzle, Size};

use super::super::reading::{in_instance, in_option, moved, value};
use super::{INFO, heuristics};
use crate::algorithms::{AlgorithmInfo, Construction, DepthLimit, Family};
use crate::capability::{With, Without};
use crate::component::Component;
use crate::domain::{Given, Instance, InstanceOf};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// The solver that goes tile by tile.
pub(super) static PARBERRY: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["tile-by-tile", "constructive"],
        source: "Parberry 1995",
        guarantees: "a plan whenever there is one; on a board of n x n cells of at most 5 n^3 \
                     moves, as published and tested; proves nothing about the fewest",
        use_when: "boards are large, or any plan will do",
        avoid_when: "a short plan is wanted: greedy-best-first, weighted-a-star",
        ..Component::new("parberry", "sets tile after tile right, without a search")
    },
    family: Family::DepthFirst,
    is_informed: false,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// Boards of any size.
struct LargeTiles;

impl Problem for LargeTiles {
    type Space = LargePuzzle;
    type Typed = Without;
    type Undo = With;
    type Backward = With;
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&heuristics::MANHATTAN];

    const CONSTRUCTIONS: &'static [Construction<LargePuzzle>] = &[Construction {
        info: &PARBERRY,
        lacks: |_| None,
        plan: |puzzle| Some((puzzle.plan()?, 0)),
    }];

    fn heuristic(
        _space: &LargePuzzle,
        _component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<LargePuzzle>>, RegistryError> {
        Ok(Arc::new(LargeManhattan))
    }

    fn heuristic_key(_space: &LargePuzzle) -> String {
        // The heuristic asks the puzzle for its goal.
        String::new()
    }

    fn proof_of_no_solution(space: &LargePuzzle) -> Option<Cow<'static, str>> {
        space.plan().is_none().then(|| super::PARITY.into())
    }
}

/// Columns and rows of a board that no [`Size`] has, if they are given.
pub(super) fn size(given: Given<'_>) -> Option<(usize, usize)> {
    let (columns, rows) = value(given, "size")?.split_once('x')?;
    let side = |text: &str| {
        let side = text.trim().parse::<usize>().ok()?;
        (2..=LargeBoard::MOST_SIDE).contains(&side).then_some(side)
    };
    let (columns, rows) = (side(columns)?, side(rows)?);
    (columns.max(rows) > Size::MOST_SIDE).then_some((columns, rows))
}

/// Whether the first line of `text` is a board larger than those of a [`Size`], by its rows
/// or by its number of tiles.
///
/// Several lines of fewer numbers are as many small boards.
pub(super) fn is_large(text: &str) -> bool {
    let is_between = |c: char| c.is_whitespace() || c == ',' || c == '/';
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let words = || first.split(is_between).filter(|word| !word.is_empty());
    let is_tile = |word: &str| word == "_" || word.bytes().all(|byte| byte.is_ascii_digit());
    let count = words().take_while(|word| is_tile(word)).count();
    let is_square = count.isqrt() * count.isqrt() == count;
    let columns = first.split('/').next().unwrap_or("").split_whitespace().count();
    let has_rows = first.contains('/') && count > 1;
    let is_long = columns.max(first.split('/').count()) > Size::MOST_SIDE;
    has_rows && is_long || count > Size::MOST_CELLS && is_square
}

fn goal(given: Given<'_>, size: (usize, usize)) -> Result<LargeBoard, RegistryError> {
    let text = value(given, "goal").unwrap_or("blank-first");
    LargeBoard::parse_goal(text, size).map_err(|error| in_option("goal", text, error))
}

/// The instances in `text`: one a line, if the first line is one, else one in all.
pub(super) fn instances(
    text: &str,
    given: Given<'_>,
) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
    let lines = text.lines().filter(|line| is_large(text) && !line.trim().is_empty());
    let mut parts: Vec<&str> = lines.collect();
    if parts.is_empty() {
        parts.push(text);
    }
    parts.into_iter().map(|part| instance(text, part, given)).collect()
}

/// The instance in `part`, a part of `text`.
fn instance(text: &str, part: &str, given: Given<'_>) -> Result<Box<dyn Instance>, RegistryError> {
    let offset = part.as_ptr() as usize - text.as_ptr() as usize;
    let start = LargeBoard::parse(part, size(given));
    let start = start.map_err(|error| in_instance(text, moved(text, offset, error)))?;
    let goal = goal(given, start.size())?;
    let (columns, rows) = start.size();
    let text = if columns == rows { start.to_string() } else { format!("{start:#}") };
    let space = Arc::new(LargePuzzle::new(start, goal).expect("a goal of the start's size"));
    let default_choice = &INFO.defaults[3];
    Ok(Box::new(InstanceOf::<LargeTiles> { domain: &INFO, space, text, default_choice }))
}

/// Random boards of this size.
pub(super) fn generate(
    size: (usize, usize),
    seed: u64,
    count: u64,
    given: Given<'_>,
) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
    if value(given, "walk").is_some() {
        let reason = "boards of more than 8x8 cells are drawn at random".into();
        return Err(RegistryError::NotApplicable { option: "--walk", reason });
    }
    let goal = goal(given, size)?;
    let mut random = Random::new(seed);
    Ok(Box::new((0..count).map(move |_| {
        let board = goal.random(&mut random);
        if size.0 == size.1 { board.to_string() } else { format!("{board:#}") }
    })))
}

#[cfg(test)]
mod tests {
    use crate::domain::{Choice, DomainEntry, Source};
    use crate::problem::Shelf;

    #[test]
    fn many_small_boards_are_no_large_one() {
        let boards = "1 4 2 3 0 5 6 7 8\n".repeat(9);
        let found = super::super::TILES.instances(Source::Many(&boards), &[]).expect("boards");
        assert_eq!(found.len(), 9);
        let given = [("size", "9x9".to_owned())];
        let made = super::super::TILES.generate(7, 3, &given).expect("a size");
        let text: Vec<String> = made.collect();
        let found = super::super::TILES.instances(Source::Many(&text.join("\n")), &[]);
        assert_eq!(found.expect("boards").len(), 3);
    }

    #[test]
    fn a_board_of_twenty_by_twenty_is_solved() {
        let given = [("size", "20x20".to_owned())];
        let tiles = &super::super::TILES;
        let made: Vec<String> = tiles.generate(7, 1, &given).expect("a size").collect();
        let instances = tiles.instances(Source::Many(&made[0]), &[]).expect("a board");
        let mut search =
            instances[0].start(&Choice::default(), &Shelf::default()).expect("a search");
        search.advance(&tremaux_core::Limits::default());
        let report = search.report().expect("it stands up to being replayed");
        assert!(report.length.is_some_and(|length| (1_000..=40_000).contains(&length)));
        assert_eq!((report.optimal, report.algorithm.as_str()), (Some(false), "parberry"));
        let choice = Choice { algorithm: Some("parberry".into()), ..Choice::default() };
        let small = tiles.instances(Source::One("1 4 2 / 3 0 5 / 6 7 8"), &[]).expect("a board");
        let mut search = small[0].start(&choice, &Shelf::default()).expect("a search");
        search.advance(&tremaux_core::Limits::default());
        assert!(search.report().is_ok_and(|report| report.length >= Some(2)));
    }
}
