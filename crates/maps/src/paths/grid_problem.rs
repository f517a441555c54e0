//! Grids as a problem for every search: what is said of them, and their estimates.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use tremaux_core::{FloatCost, StateSpace};
use tremaux_domain::algorithms::{best_first, bidirectional, little_memory};
use tremaux_domain::erased::Typed;
use tremaux_domain::{
    AlgorithmInfo, Built, BuiltOf, Catalogue, Component, DefaultInfo, DomainInfo, ErasedForm,
    HeuristicEntry, Instance, OptionInfo, Pair, Problem, RegistryError, RouteReport, Stated,
    Statement, instance,
};
use tremaux_trace::{Place, Scene};

use super::grid_algorithms::GRID_ALGORITHMS;
use super::grid_rules::{COSTS, MOVEMENT, TERRAIN, WALL, costs_name};
use super::traced::rows;
use crate::grid::{
    Cell, GridWorld, Measure, OpenDistance, OtherDistance, StepCosts, StepScale, WorldCost,
};

/// The kinds of generated grids, by name.
const KINDS: &[&str] = &[
    "depth-first",
    "kruskal",
    "prim",
    "wilson",
    "recursive-division",
    "rooms",
    "caves",
    "random",
    "city",
];

const KIND: OptionInfo = OptionInfo::choice("kind", KINDS)
    .title("how the grid is made: as a maze by one of five methods, or as a map")
    .default("depth-first");

const fn percentage(name: &'static str) -> OptionInfo {
    OptionInfo::integer(name, 0, 100)
}

const BRAID: OptionInfo = percentage("braid")
    .title("percentage of a maze's dead ends to open, so that there are several paths")
    .default("0");

const WALLS: OptionInfo = percentage("walls")
    .title("percentage of cells that are walls, with kind `random`")
    .default("28");

const WEIGHTS: OptionInfo = percentage("weights")
    .title("percentage of free cells that get a weight from 2 to 9")
    .default("0");

const SIZE: &str = "COLUMNSxROWS, for example 41x21";

pub(crate) static INFO: &DomainInfo = &DomainInfo {
    name: "grid",
    aliases: &["grid-world", "maze", "labyrinth"],
    title: "Grids and mazes: find the cheapest path from the start to any goal",
    format: "Rows of cells: `#` is a wall, `.` a free cell, `1` to `9` a free cell with this cost \
             multiplier, `S` the start, `G` a goal, `X` both. Rows are lines, or separated by `/`. \
             There may be several goals, or none.\n\
             In a file: grids separated by blank lines.\n\
             Or a map as `path` reads it, of the MovingAI benchmarks and of many programs, with \
             --from and --to if it has no start and goal.",
    example: "S.9G/.#.#/....",
    moves: "n ne e se s sw w nw: compass directions",
    options: &[
        MOVEMENT,
        COSTS,
        OptionInfo::choice("order", &["compass", "nearest-first", "nearest-last"])
            .title(
                "order in which neighbours are tried: clockwise from north, or by distance to the \
                 nearest goal",
            )
            .default("compass"),
        OptionInfo::word("generate", SIZE).title(
            "generate a grid of this size in cells from --seed, as `generate` does, instead of \
             reading INSTANCE",
        ),
        KIND,
        BRAID,
        WALLS,
        WEIGHTS,
        OptionInfo::word("from", "a column and a row from 0, for example 10,20")
            .title("start, instead of the one that is drawn"),
        OptionInfo::word("to", "a column and a row from 0, for example 10,20")
            .title("goal, instead of those that are drawn"),
        TERRAIN,
        WALL,
    ],
    generator: &[
        KIND,
        OptionInfo::word("size", SIZE)
            .title("columns and rows in cells; a maze of 41x21 cells has 20x10 rooms")
            .default("41x21"),
        BRAID,
        WALLS,
        WEIGHTS,
    ],
    defaults: &[DefaultInfo::new("all grids", "a-star", "open-distance").why(
        "consistent, so no cell is expanded twice, and it never expands more cells than blind \
         search",
    )],
};

static OPEN: Component = Component {
    aliases: &["octile", "maze-distance"],
    source: "Manhattan distance; with eight directions, octile distance",
    guarantees: "consistent",
    use_when: "in most cases: it is exact on a grid without walls or weights",
    avoid_when: "the grid is a perfect maze: any search visits most of it",
    ..Component::new("open-distance", "cost to the nearest goal if there were no walls")
};

static MANHATTAN: Component = Component {
    aliases: &["taxicab"],
    source: "Manhattan distance",
    guarantees: "consistent with four directions; none with eight, where it may overestimate",
    use_when: "steps go in four directions; with eight, to study an inadmissible estimate",
    avoid_when: "steps go in eight directions and you need a cheapest path",
    ..Component::new("city-block", "columns plus rows to the nearest goal")
};

static CHEBYSHEV: Component = Component {
    guarantees: "consistent",
    use_when: "you want to see what a weaker estimate costs",
    avoid_when: "you want the best estimate: open-distance is never lower",
    ..Component::new("chebyshev", "the larger of columns and rows to the nearest goal")
};

static EUCLIDEAN: Component = Component {
    guarantees: "consistent, unless a diagonal step costs less than its length",
    use_when: "you want to compare it with open-distance, which is never lower",
    avoid_when: "time matters",
    ..Component::new("euclidean", "straight-line distance to the nearest goal, rounded down")
};

static EVERY_OTHER: Component = Component {
    guarantees: "admissible but not consistent: it can drop sharply between adjacent cells",
    use_when: "you want to see an inconsistent estimate reopen cells",
    avoid_when: "in all other cases",
    ..Component::new("every-other", "open-distance on every other cell, zero on the others")
};

/// Costs of steps of an instance.
pub(super) trait GridCost: WorldCost {
    /// The searches that are compiled for them.
    const COMPILED: &'static [Pair<GridWorld<Self>>] = &[];

    /// What steps cost on this scale.
    fn costs(scale: StepScale<Self>) -> StepCosts;
}

impl GridCost for FloatCost {
    fn costs(_: StepScale<Self>) -> StepCosts {
        StepCosts::Euclidean
    }
}

impl GridCost for u32 {
    fn costs(StepScale { straight, diagonal, .. }: StepScale<Self>) -> StepCosts {
        StepCosts::Integers { straight, diagonal }
    }

    const COMPILED: &'static [Pair<GridWorld>] = &[
        Pair::any(
            &best_first::DIJKSTRA,
            best_first::dijkstra,
            "1.35 times the erased form, on a grid with weights",
        ),
        Pair::any(
            &best_first::BREADTH_FIRST,
            best_first::breadth_first,
            "1.41 times, on random cells",
        ),
        Pair::any(
            &little_memory::FRONTIER,
            little_memory::frontier,
            "1.24 times, there; 1.10 on a maze of four million cells",
        ),
        Pair::any(&bidirectional::BREADTH_FIRST, bidirectional::breadth_first, "1.38 times, there"),
    ];
}

/// Queries about grids whose steps cost `C`.
struct GridProblem<C>(PhantomData<C>);

/// The algorithms of grids: those of every domain, and those that only maps have.
pub(crate) struct GridAlgorithms;

impl Catalogue for GridAlgorithms {
    const HAS_STATES: bool = true;

    fn heuristics() -> Vec<&'static Component> {
        GridProblem::<u32>::heuristics()
    }

    fn algorithms() -> Vec<&'static AlgorithmInfo> {
        let of_maps = GRID_ALGORITHMS.iter().map(|it| it.info);
        GridProblem::<u32>::algorithms().into_iter().chain(of_maps).collect()
    }
}

impl<C: GridCost> Problem for GridProblem<C>
where
    u64: ErasedForm<C>,
{
    type Space = GridWorld<C>;
    type Key = u64;

    const HEURISTICS: &'static [HeuristicEntry<Self>] = &[
        HeuristicEntry { info: &OPEN, build: |_, _, _| Ok(Built::new(OpenDistance)) },
        HeuristicEntry { info: &MANHATTAN, build: |world, _, _| other(Measure::Manhattan, world) },
        HeuristicEntry { info: &CHEBYSHEV, build: |world, _, _| other(Measure::Chebyshev, world) },
        HeuristicEntry { info: &EUCLIDEAN, build: |world, _, _| other(Measure::Euclidean, world) },
        HeuristicEntry {
            info: &EVERY_OTHER,
            build: |world, _, _| other(Measure::EveryOther, world),
        },
    ];

    const COMPILED: &'static [Pair<GridWorld<C>>] = C::COMPILED;

    fn erase(space: Arc<GridWorld<C>>) -> Typed<GridWorld<C>> {
        Typed::new(space).with_predecessors()
    }

    fn heuristic_key(world: &GridWorld<C>) -> String {
        // Guarantees depend on the movement rule and the costs; the goals are checked for each
        // grid.
        format!("{:?} {:?}", world.grid().movement(), world.scale())
    }

    fn place<'a>(_: &GridWorld<C>, cell: &Cell, _scratch: &'a mut String) -> Place<'a> {
        Place::Cell { x: cell.x.into(), y: cell.y.into() }
    }

    fn scene(world: &GridWorld<C>) -> Scene {
        let place = |cell: &Cell| (u32::from(cell.x), u32::from(cell.y));
        Scene::Grid {
            rows: rows(world.grid()),
            start: Some(place(&world.initial_state())),
            goals: world.goals().iter().map(place).collect(),
        }
    }

    fn route(world: &GridWorld<C>) -> Option<RouteReport> {
        let movement = world.grid().movement();
        let costs = costs_name(C::costs(world.scale()), movement);
        Some(RouteReport { movement: Some(movement.name()), costs, ..RouteReport::default() })
    }

    /// Letters say weights up to 9.
    fn is_stated(world: &GridWorld<C>, _text: &str) -> bool {
        let grid = world.grid();
        let mut cells =
            (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell { x, y }));
        !cells.any(|cell| grid.is_free(cell) && grid.weight(cell) > 9)
    }

    fn statement(world: &GridWorld<C>, text: &str) -> Option<Statement> {
        if !Self::is_stated(world, text) {
            return None;
        }
        let grid = world.grid();
        let rows = rows(grid);
        let (movement, costs) = (grid.movement(), C::costs(world.scale()));
        let stated = match costs {
            StepCosts::Euclidean => "sqrt2".into(),
            StepCosts::Integers { straight, diagonal } => {
                Stated::List([straight, diagonal].map(|cost| Stated::Whole(cost.into())).to_vec())
            }
        };
        let fields = vec![
            ("rows", Stated::texts(rows.iter().map(String::as_str))),
            ("movement", movement.name().into()),
            ("costs", stated),
            ("from", world.initial_state().to_string().into()),
            ("to", Stated::texts(world.goals().iter().map(Cell::to_string))),
        ];
        Some(Statement { has_roots: costs == StepCosts::Euclidean, ..Statement::new(fields) })
    }

    fn proof_of_no_solution(world: &GridWorld<C>) -> Option<Cow<'static, str>> {
        world.goals().is_empty().then(|| "there is no goal".into())
    }
}

fn other<C: GridCost>(
    measure: Measure,
    world: &Arc<GridWorld<C>>,
) -> Result<BuiltOf<GridProblem<C>>, RegistryError>
where
    u64: ErasedForm<C>,
{
    Ok(Built::new(OtherDistance::new(measure, world)))
}

/// An instance of a grid.
pub(super) fn grid_instance<C: GridCost>(world: GridWorld<C>, text: String) -> Box<dyn Instance>
where
    u64: ErasedForm<C>,
{
    instance::<GridProblem<C>>(INFO, Arc::new(world), text, &INFO.defaults[0])
}
