//! The number of states at each distance from a goal.

use std::num::NonZero;
use std::ops::ControlFlow;

use tremaux_core::IndexedSpace;
use tremaux_cube::pocket::{Corners, PocketCube};
use tremaux_puzzles::pancake::distance_histogram;
use tremaux_search::DistanceHistogram;
use tremaux_tiles::{Arrangement, Board64, Instance, Size, SlidingPuzzle};

use crate::context::{Context, Stopped};
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Counts};

const EXACT: RowKind = RowKind(Kind::Exact, Code::Engine);

/// The number of states 0, 1, 2 … actions away from the initial state.
fn layers<S: IndexedSpace + Sync>(context: &Context, space: &S) -> Result<Vec<u64>, Stopped> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let histogram = DistanceHistogram::indexed(space, threads, &context.limits(), |layer| {
        context.say(|| format!("layer {}", layer.depth));
        ControlFlow::Continue(())
    });
    context.went(histogram.termination)?;
    Ok(histogram.layers)
}

/// The number of states, the greatest distance, and the layers.
fn figures(counts: Vec<u64>) -> Vec<Obtained> {
    let (states, most) = (counts.iter().sum(), counts.len() as u64 - 1);
    vec![Obtained::Count(states), Obtained::Count(most), Obtained::Counts(counts)]
}

/// The sliding puzzle of this size, from the goal with the blank in this cell.
fn sliding(context: &Context, (width, height): (usize, usize), blank: usize) -> Figures {
    let size = Size::new(width, height).expect("in range");
    let mut tiles: Vec<u8> = (1..size.cells() as u8).collect();
    tiles.insert(blank, 0);
    let goal = Arrangement::new(size, &tiles).expect("every tile once");
    let instance = Instance::new(goal.clone(), goal).expect("of one size");
    let space = SlidingPuzzle::<Board64>::new(&instance).expect("at most sixteen cells");
    Ok(figures(layers(context, &space)?))
}

#[rustfmt::skip]
const SIZE_3_2: &[u64] = &[
    1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
];

#[rustfmt::skip]
const SIZE_4_2: &[u64] = &[
    1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194,
    1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
];

#[rustfmt::skip]
const EIGHT_CORNER: &[u64] = &[
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
    10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[rustfmt::skip]
const EIGHT_CENTRE: &[u64] = &[
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132,
    12208, 18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
];

#[rustfmt::skip]
const SIZE_4_3: &[u64] = &[
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802,
    71167, 119888, 198363, 323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354,
    7647872, 10065800, 12760413, 15570786, 18171606, 20299876, 21587248, 21841159, 20906905,
    18899357, 16058335, 12772603, 9515217, 6583181, 4242753, 2503873, 1350268, 643245, 270303,
    92311, 27116, 5390, 1115, 86, 18,
];

#[rustfmt::skip]
const PANCAKES_8: &[u64] = &[1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455];

#[rustfmt::skip]
const PANCAKES_9: &[u64] = &[
    1, 8, 56, 391, 2278, 10666, 38015, 93585, 132697, 79379, 5804,
];

#[rustfmt::skip]
const CUBE_2: &[u64] = &[
    1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644,
];

/// The stacks of `count` pancakes.
fn pancakes(context: &Context, count: usize) -> Figures {
    context.check()?;
    Ok(figures(distance_histogram(count).expect("at most twelve")))
}

/// The table of histograms.
pub(super) static HISTOGRAMS: Table = Table {
    name: "histograms",
    title: "States by their distance from the goal",
    source: "The On-Line Encyclopedia of Integer Sequences, A089473, A089474, A090034, A090035, \
        A090166, A092113, A079761; F. Karlemo and P. Östergård, On sliding block puzzles, 2000",
    conventions: "Moves of one tile. All reachable states, by the minimum number of moves from \
        the goal: 0, 1, 2 and so on.",
    rows: "puzzle",
    columns: &["states", "most moves", "states by moves"],
    entries: &[
        EXACT.row(
            "histograms/3x2",
            "3×2, blank in a corner",
            &[Count(360), Count(21), Counts(SIZE_3_2)],
            |context| sliding(context, (3, 2), 0),
        ),
        EXACT.row(
            "histograms/4x2",
            "4×2, blank in a corner",
            &[Count(20_160), Count(36), Counts(SIZE_4_2)],
            |context| sliding(context, (4, 2), 0),
        ),
        EXACT.row(
            "histograms/8-puzzle",
            "8-puzzle, blank in a corner",
            &[Count(181_440), Count(31), Counts(EIGHT_CORNER)],
            |context| sliding(context, (3, 3), 0),
        ),
        EXACT.row(
            "histograms/8-puzzle-centre",
            "8-puzzle, blank in the centre",
            &[Count(181_440), Count(30), Counts(EIGHT_CENTRE)],
            |context| sliding(context, (3, 3), 4),
        ),
        EXACT
            .row(
                "histograms/4x3",
                "4×3, blank in a corner",
                &[Count(239_500_800), Count(53), Counts(SIZE_4_3)],
                |context| sliding(context, (4, 3), 0),
            )
            .long(120),
        EXACT.row(
            "histograms/pancakes-8",
            "8 pancakes, flips",
            &[Count(40_320), Count(9), Counts(PANCAKES_8)],
            |context| pancakes(context, 8),
        ),
        EXACT.row(
            "histograms/pancakes-9",
            "9 pancakes, flips",
            &[Count(362_880), Count(10), Counts(PANCAKES_9)],
            |context| pancakes(context, 9),
        ),
        EXACT
            .row(
                "histograms/cube-2x2x2",
                "2×2×2 cube, one corner fixed, turns of a face",
                &[Count(3_674_160), Count(11), Counts(CUBE_2)],
                |context| Ok(figures(layers(context, &PocketCube::new(Corners::SOLVED))?)),
            )
            .quick(3),
    ],
};
