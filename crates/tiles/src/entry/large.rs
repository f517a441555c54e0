//! Boards larger than 8x8, and the solver without a size limit.

use std::borrow::Cow;
use std::sync::Arc;
use tremaux_core::codes::Key;
use tremaux_core::{ParseError, Plan};
use tremaux_domain::erased::Typed;
use tremaux_domain::instance;
use tremaux_domain::{
    AlgorithmInfo, Built, Component, ConstructedPlan, Construction, Family, Generator,
    HeuristicEntry, Instance, NamedAlgorithm, Options, PlanBuilder, Problem, ReadError,
    RegistryError, StartOwnSolver,
};

use crate::parberry::TileByTile;
use crate::{LargeBoard, LargeManhattan, LargePuzzle, Size};
use tremaux_core::Random;

use super::{INFO, heuristics};

/// The solver that places tile by tile.
pub(super) static PARBERRY: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["tile-by-tile", "constructive"],
        source: "Parberry 1995",
        guarantees: "finds a plan if there is one; at most 5 n^3 moves on an n x n board, as \
                     published and tested; does not guarantee optimality",
        use_when: "the board is large, or any plan will do",
        avoid_when: "you want a short plan: greedy-best-first, weighted-a-star",
        ..Component::new("parberry", "places one tile after the other, without a search")
    },
    family: Family::DepthFirst,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// The plan of a large board, in steps of one line of tiles.
struct LineByLine(Option<TileByTile>);

impl PlanBuilder<LargePuzzle> for LineByLine {
    fn step(&mut self, puzzle: &LargePuzzle) -> Option<Option<ConstructedPlan<LargePuzzle>>> {
        let made = self.0.as_mut().and_then(|plan| plan.set_next_line(puzzle.goal().tiles()));
        match made {
            Some(false) => None,
            Some(true) => Some(self.0.take().map(|plan| {
                let actions = plan.into_slides();
                let cost = actions.len() as u32;
                (Plan { actions, cost }, 0)
            })),
            None => Some(None),
        }
    }
}

/// Boards of any size.
struct LargeTiles;

impl Problem for LargeTiles {
    type Space = LargePuzzle;
    type Key = Key;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[HeuristicEntry {
        info: &heuristics::MANHATTAN,
        build: |_, _, _| Ok(Built::new(LargeManhattan)),
    }];

    const SOLVERS: &'static [NamedAlgorithm<StartOwnSolver<LargePuzzle>>] = &[NamedAlgorithm {
        info: &PARBERRY,
        start: |space, _, _| {
            let builder = Box::new(LineByLine(space.begin_plan()));
            Ok(Box::new(Construction::in_steps(space, builder)))
        },
    }];

    fn erase(space: Arc<LargePuzzle>) -> Typed<LargePuzzle> {
        Typed::new(space).with_predecessors()
    }

    fn proof_of_no_solution(space: &LargePuzzle) -> Option<Cow<'static, str>> {
        let goals = || {
            let (columns, rows) = space.start().size();
            let named = [("blank-last", false), ("blank-first", true)];
            named.map(|(name, is_first)| (name, LargeBoard::ordered(columns, rows, is_first)))
        };
        let is_reached = |goal: Option<LargeBoard>| {
            let puzzle = goal.and_then(|goal| LargePuzzle::new(space.start().clone(), goal));
            puzzle.is_some_and(|puzzle| puzzle.is_solvable())
        };
        (!space.is_solvable())
            .then(|| super::parity(goals().map(|(name, goal)| (name, is_reached(goal)))))
    }

    fn goal_in_words(space: &LargePuzzle) -> Option<String> {
        Some(space.goal().goal_text())
    }
}

/// Columns and rows of a board larger than any [`Size`], if they are given.
pub(super) fn size(options: &Options<'_>) -> Option<(usize, usize)> {
    let (columns, rows) = options.given("size")?.split_once('x')?;
    let side = |text: &str| {
        let side = text.trim().parse::<usize>().ok()?;
        (2..=LargeBoard::MOST_SIDE).contains(&side).then_some(side)
    };
    let (columns, rows) = (side(columns)?, side(rows)?);
    (columns.max(rows) > Size::MOST_SIDE).then_some((columns, rows))
}

/// Whether the first line of `text` is a board larger than any [`Size`], judged by its rows or
/// its number of tiles.
///
/// Several lines with fewer numbers are several small boards.
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

fn goal(options: &Options<'_>, columns: usize, rows: usize) -> Result<LargeBoard, RegistryError> {
    options.parsed("goal", |text| LargeBoard::parse_goal(text, columns, rows))
}

/// The instances in `text`: one per line if the first line is an instance, otherwise a single
/// one.
pub(super) fn read_all(
    text: &str,
    options: &Options<'_>,
) -> Result<Vec<Box<dyn Instance>>, ReadError> {
    let lines = text.lines().filter(|line| is_large(text) && !line.trim().is_empty());
    let mut parts: Vec<&str> = lines.collect();
    if parts.is_empty() {
        parts.push(text);
    }
    let placed = |part: &str, error: ReadError| match error {
        ReadError::Text(it) => {
            let offset = part.as_ptr() as usize - text.as_ptr() as usize + it.offset;
            ReadError::Text(ParseError::at(text, offset, it.length, it.found, it.expected))
        }
        other => other,
    };
    let read = |part: &str| read(part, options).map_err(|error| placed(part, error));
    parts.into_iter().map(read).collect()
}

/// The instance in `text`.
pub(super) fn read(text: &str, options: &Options<'_>) -> Result<Box<dyn Instance>, ReadError> {
    if options.given("order").is_some() {
        let reason = "boards larger than 8x8 have one order of moves".into();
        return Err(RegistryError::NotApplicable { option: "--order", reason }.into());
    }
    let start = LargeBoard::parse(text, size(options))?;
    let (columns, rows) = start.size();
    let goal = match options.given("goal") {
        Some(_) => goal(options, columns, rows)?,
        None => start.usual_goal(),
    };
    let text = if columns == rows { start.to_string() } else { format!("{start:#}") };
    let space = Arc::new(LargePuzzle::new(start, goal).expect("a goal of the start's size"));
    Ok(instance::<LargeTiles>(&INFO, space, text, &INFO.defaults[4]))
}

/// Generates random boards of this size.
pub(super) fn generator(
    columns: usize,
    rows: usize,
    seed: u64,
    options: &Options<'_>,
) -> Result<Generator, RegistryError> {
    if options.given("walk").is_some() {
        let reason = "boards larger than 8x8 are shuffled uniformly".into();
        return Err(RegistryError::NotApplicable { option: "--walk", reason });
    }
    let goal = goal(options, columns, rows)?;
    let mut random = Random::new(seed);
    Ok(Box::new(move || {
        let board = goal.random(&mut random);
        if columns == rows { board.to_string() } else { format!("{board:#}") }
    }))
}
