//! Sudoku by name.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::{Algorithm, AnyHeuristic, Blind};
use tremaux_puzzles::Random;
use tremaux_puzzles::sudoku::{
    Board, Clues, EmptyCells, Generator, Propagation, RemainingPossibilities, Shape, Sudoku,
};

use super::keys::java_hash;
use super::reading::{in_instance, value, wrong};
use crate::algorithms::{AlgorithmInfo, DepthLimit, Family, OwnSearch};
use crate::capability::{With, Without};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::domain::{
    DefaultInfo, DomainEntry, DomainInfo, Given, Instance, InstanceOf, Source, offers,
};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::{Problem, TieKey};

/// The entry in [`DOMAINS`](crate::DOMAINS).
pub(crate) static SUDOKU: SudokuDomain = SudokuDomain;

/// Sudoku.
pub(crate) struct SudokuDomain;

const BOXES: OptionInfo = OptionInfo {
    name: "boxes",
    title: "rows and columns of a box, as 2x3; else the number of cells tells",
    kind: OptionKind::Word { form: "rows x columns, as 2x3" },
    default: None,
};

static INFO: DomainInfo = DomainInfo {
    name: "sudoku",
    aliases: &["number-place"],
    title: "Sudoku: every row, column and box has each digit once; 4x4 to 25x25",
    format: "81 cells, row by row: digits, and `.`, `0`, `*` or `_` where a cell is empty; or \
             16, 36, 64, 100, 144, 225, 256, 400 or 625 cells, with A to P for 10 to 25. \
             Blanks and the lines drawn between boxes mean nothing.\n\
             In a file: a board a line, or as many lines as a board has rows, with a head as \
             `Grid 01` or without; `#` starts a comment.",
    example: "3.1....2.....4..",
    moves: "r1c3=4 puts a 4 into row 1, column 3",
    options: &[BOXES],
    generator: &[OptionInfo {
        name: "boxes",
        title: "rows and columns of a box",
        kind: OptionKind::Word { form: "rows x columns, as 2x3" },
        default: Some("3x3"),
    }],
    defaults: &[DefaultInfo {
        case: "all sudokus",
        algorithm: "propagation",
        heuristic: "empty-cells",
        why: "it fills what must be filled before it tries anything, and tells whether there is \
              another solution",
    }],
};

static EMPTY_CELLS: Component = Component {
    source: "P. Klęsk, SaC",
    guarantees: "consistent, and exact wherever there is a solution",
    use_when: "always: it sees cells that nothing fits into",
    avoid_when: "",
    ..Component::new("empty-cells", "how many cells are empty; infinite if nothing fits into one")
};

static POSSIBILITIES: Component = Component {
    aliases: &["possibilities"],
    source: "P. Klęsk, SaC",
    guarantees: "not admissible; an infinite one is right",
    use_when: "greedy-best-first should prefer boards with little left undecided",
    avoid_when: "a search should prove something by its estimates",
    ..Component::new(
        "remaining-possibilities",
        "how many candidates the empty cells have together; infinite if one has none",
    )
};

static PROPAGATION: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["solver"],
        guarantees: "a solution if there is one, and whether it is the only one; expanded counts \
                     the boards on which it had to try",
        use_when: "always: it is made for this puzzle",
        avoid_when: "you want to see what a search that knows nothing of the puzzle does",
        options: &[OptionInfo {
            name: "solutions",
            title: "how many to find: 2 tell whether the first is the only one, 0 is for all",
            kind: OptionKind::Integer { least: 0, most: u64::MAX },
            default: Some("2"),
        }],
        example: "propagation(solutions=0)",
        ..Component::new(
            "propagation",
            "depth-first, filling all cells and digits that leave no choice before each try",
        )
    },
    family: Family::Other,
    is_informed: false,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// Boards with a side of at most `N`.
struct SudokuProblem<const N: usize>(PhantomData<[(); N]>);

impl<const N: usize> Problem for SudokuProblem<N> {
    type Space = Sudoku<N>;
    type Typed = With;
    type Undo = With;
    type Backward = Without;
    type Indexed = Without;
    type Integer = With;

    const HEURISTICS: &'static [&'static Component] = &[&EMPTY_CELLS, &POSSIBILITIES];

    const SEARCHES: &'static [OwnSearch<Self::Space>] = &[OwnSearch {
        info: &PROPAGATION,
        start: |space, options| {
            let wanted = match options.integer("solutions") {
                0 => u64::MAX,
                count => count,
            };
            Box::new(Propagation::default().wanted(wanted).start(space, Blind))
        },
    }];

    const HAS_ONE_PATH_EACH: bool = true;

    fn heuristic(
        _space: &Sudoku<N>,
        component: &'static Component,
        _options: &Options<'_>,
    ) -> Result<Arc<dyn AnyHeuristic<Sudoku<N>>>, RegistryError> {
        Ok(match component.name {
            "empty-cells" => Arc::new(EmptyCells),
            _ => Arc::new(RemainingPossibilities),
        })
    }

    fn heuristic_key(_space: &Sudoku<N>) -> String {
        // The heuristics ask the space for all they need.
        String::new()
    }

    fn proof_of_no_solution(space: &Sudoku<N>) -> Option<Cow<'static, str>> {
        space.clues().contradiction().map(|reason| reason.to_string().into())
    }

    fn tie_key() -> Option<TieKey<Sudoku<N>>> {
        Some(|space, board| java_hash(space.digits(board).map(i32::from)))
    }

    fn drawn_goal(space: &Sudoku<N>, board: &Board<N>) -> Option<String> {
        let cells: Vec<u8> = space.digits(board).collect();
        Clues::new(space.shape(), &cells).map(|full| full.drawn())
    }
}

/// The boxes given by `--boxes`, if they are.
fn boxes(given: Given<'_>, most: usize) -> Result<Option<Shape>, RegistryError> {
    let Some(text) = value(given, "boxes") else { return Ok(None) };
    let shape = text.trim().split_once(['x', 'X', '×']).and_then(|(rows, columns)| {
        Shape::new(rows.trim().parse().ok()?, columns.trim().parse().ok()?)
    });
    let shape = shape.filter(|shape| shape.side() <= most);
    let expected = || format!("rows and columns of a box, as 2x3, at most {most} cells");
    shape.map(Some).ok_or_else(|| wrong("boxes", text, expected()))
}

fn entered(clues: &Clues) -> Box<dyn Instance> {
    fn of<const N: usize>(clues: &Clues) -> Option<Box<dyn Instance>> {
        let (text, default_choice) = (clues.to_string(), &INFO.defaults[0]);
        let space = Arc::new(Sudoku::<N>::new(clues)?);
        Some(Box::new(InstanceOf::<SudokuProblem<N>> {
            domain: &INFO,
            space,
            text,
            default_choice,
        }))
    }
    of::<9>(clues).or_else(|| of::<{ Shape::MOST }>(clues)).expect("no board is larger")
}

impl DomainEntry for SudokuDomain {
    fn info(&self) -> &'static DomainInfo {
        &INFO
    }

    fn heuristics(&self) -> Vec<&'static Component> {
        offers::<SudokuProblem<9>>().1
    }

    fn algorithms(&self) -> Vec<&'static AlgorithmInfo> {
        offers::<SudokuProblem<9>>().0
    }

    fn instances(
        &self,
        source: Source<'_>,
        given: Given<'_>,
    ) -> Result<Vec<Box<dyn Instance>>, RegistryError> {
        let shape = boxes(given, Shape::MOST)?;
        let (text, read) = match source {
            Source::One(text) => (text, Clues::parse_shaped(text, shape).map(|one| vec![one])),
            Source::Many(text) => (text, Clues::parse_all(text, shape)),
            Source::Options => ("", Clues::parse_shaped("", shape).map(|one| vec![one])),
        };
        let read = read.map_err(|error| in_instance(text, error))?;
        Ok(read.iter().map(entered).collect())
    }

    fn generate(
        &self,
        seed: u64,
        count: u64,
        given: Given<'_>,
    ) -> Result<Box<dyn Iterator<Item = String>>, RegistryError> {
        let shape = boxes(given, 16)?.unwrap_or(Shape::NINE);
        let mut generator = Generator::new(shape);
        let mut random = Random::new(seed);
        Ok(Box::new((0..count).map(move |_| generator.next(&mut random).to_string())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choice, Shelf, SolveReport, Status, TieBreakName};
    use tremaux_core::Limits;

    fn solved(text: &str, algorithm: &str) -> SolveReport {
        let instances = SUDOKU.instances(Source::One(text), &[]).expect("a sudoku");
        let depth = algorithm.starts_with("depth-first").then_some(100);
        let choice = Choice { algorithm: Some(algorithm.into()), depth, ..Choice::default() };
        let mut search = instances[0].start(&choice, &Shelf::default()).expect(algorithm);
        search.advance(&Limits::default());
        search.report().expect("a right plan")
    }

    #[test]
    fn what_is_made_has_one_solution() {
        let made: Vec<String> = SUDOKU.generate(3, 5, &[]).expect("options").collect();
        let read = SUDOKU.instances(Source::Many(&made.join("\n")), &[]).expect("sudokus");
        assert_eq!(read.len(), 5);
        for text in &made {
            let report = solved(text, "propagation");
            assert_eq!((report.status, report.only), (Status::Solved, Some(true)));
        }
        let given = [("boxes", "2x3".to_owned())];
        let made: Vec<String> = SUDOKU.generate(3, 2, &given).expect("options").collect();
        assert!(made.iter().all(|text| text.len() == 36));
        for bad in ["", "3", "0x3", "5x6", "ax2", "-1x-9"] {
            let given = [("boxes", bad.to_owned())];
            assert!(SUDOKU.instances(Source::One("1"), &given).is_err(), "{bad}");
            assert!(SUDOKU.generate(1, 1, &given).is_err(), "{bad}");
        }
    }

    /// Closed states of P. Klęsk's sudoku A, with equal boards ordered as there. The engine
    /// leaves dead ends out of open, and there too they are never closed before a solution.
    #[test]
    fn ties_by_key_are_those_of_sac() {
        let text =
            "000000080800701040040020030374000900000030000005000321010060050050802006080000000";
        let instances = SUDOKU.instances(Source::One(text), &[]).expect("a sudoku");
        for (heuristic, closed) in [("empty-cells", 222), ("remaining-possibilities", 304)] {
            let choice = Choice {
                algorithm: Some("greedy-best-first".into()),
                heuristic: Some(heuristic.into()),
                tie_break: Some(TieBreakName::Key),
                ..Choice::default()
            };
            let mut search = instances[0].start(&choice, &Shelf::default()).expect("offered");
            search.advance(&Limits::default());
            let report = search.report().expect("a right plan");
            assert_eq!(report.counts.closed, Some(closed), "{heuristic}");
        }
    }

    /// One path leads to each solution, so that any search that goes through all can tell.
    #[test]
    fn whether_a_solution_is_the_only_one_is_told_where_it_is_known() {
        let (one, two) = ("1... ..3. .4.. ...2", "1..4 .2.. .... ..1.");
        for algorithm in ["propagation", "depth-first(solutions=2)", "ida-star(solutions=0)"] {
            assert_eq!(solved(one, algorithm).only, Some(true), "{algorithm}");
            let report = solved(two, algorithm);
            assert_eq!(report.only, Some(false), "{algorithm}");
            assert!(report.remarks.solutions.len() > 1, "{algorithm}");
        }
        assert_eq!(solved(one, "a-star").only, None);
        assert_eq!(solved(one, "propagation(solutions=1)").only, None);
        let full = "1324 4231 2413 3142";
        assert_eq!(solved(one, "a-star").goal.as_deref(), Some(&*full.replace(' ', "")));
        assert_eq!(solved(full, "propagation").length, Some(0));
        let none = solved("12.. ..3. ...4 ....", "greedy-best-first");
        assert_eq!(none.status, Status::NoSolution);
        let proof = none.remarks.proof.expect("seen at once");
        assert_eq!(proof, "no digit fits into row 1, column 4");
    }
}
