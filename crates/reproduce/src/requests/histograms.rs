//! The number of states at each distance from a goal.

use std::num::NonZero;
use std::ops::ControlFlow;

use serde::Deserialize;
use tremaux_core::IndexedSpace;
use tremaux_cube::pocket::{Corners, PocketCube};
use tremaux_puzzles::pancake::distance_histogram;
use tremaux_search::DistanceHistogram;
use tremaux_tiles::{Arrangement, Board64, Instance, Size, SlidingPuzzle};

use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::stopped::Stopped;

/// A puzzle whose states are counted, the greatest distance, and the layers.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Histogram {
    /// The sliding puzzle of this size whose blank is in this cell of the goal.
    Tiles { width: usize, height: usize, blank: usize },
    /// The stacks of this many pancakes.
    Pancakes(usize),
    /// The 2×2×2 cube.
    PocketCube,
}

impl Histogram {
    pub(super) fn run(&self, context: &Context) -> Figures {
        context.check()?;
        let counts = match *self {
            Self::Tiles { width, height, blank } => {
                let size = Size::new(width, height).expect("in range");
                let mut tiles: Vec<u8> = (1..size.cells() as u8).collect();
                tiles.insert(blank, 0);
                let goal = Arrangement::new(size, &tiles).expect("every tile once");
                let instance = Instance::new(goal.clone(), goal).expect("of one size");
                layers(context, &SlidingPuzzle::<Board64>::new(&instance).expect("at most 16"))?
            }
            Self::Pancakes(count) => distance_histogram(count).expect("at most twelve"),
            Self::PocketCube => layers(context, &PocketCube::new(Corners::SOLVED))?,
        };
        let (states, most) = (counts.iter().sum(), counts.len() as u64 - 1);
        Ok(vec![Obtained::Count(states), Obtained::Count(most), Obtained::Counts(counts)])
    }
}

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
