//! How many boards of a sliding-tile puzzle are how many moves from the goal.
//!
//! ```text
//! layers [COLUMNSxROWS] [THREADS]
//! ```
//!
//! The 8-puzzle takes no time, and at 4x3, whose 239,500,800 boards take 60 MB, a minute or
//! so of one processor.

use std::error::Error;
use std::ops::ControlFlow;

use tremaux_core::Limits;
use tremaux_puzzles::tiles::{Arrangement, Board64, Instance, Size, SlidingPuzzle};
use tremaux_search::DistanceHistogram;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let size: Size = arguments.next().as_deref().unwrap_or("3x3").parse()?;
    let threads: usize = match arguments.next() {
        Some(word) => word.parse()?,
        None => std::thread::available_parallelism()?.get(),
    };
    if !(3..=12).contains(&size.cells()) {
        return Err("boards of 3 to 12 cells can be counted".into());
    }
    let goal = Arrangement::blank_first(size);
    let instance = Instance::new(goal.clone(), goal).map_err(|_| "one size")?;
    let puzzle: SlidingPuzzle<Board64> = SlidingPuzzle::new(&instance).ok_or("a small board")?;
    println!("moves,boards,boards_so_far");
    let histogram = DistanceHistogram::indexed(&puzzle, threads, &Limits::default(), |progress| {
        println!("{},{},{}", progress.depth, progress.states, progress.total);
        ControlFlow::Continue(())
    });
    eprintln!(
        "{} boards, the farthest {} moves away; {} bytes, {:.2} s",
        histogram.states(),
        histogram.depth(),
        histogram.peak_bytes,
        histogram.elapsed.as_secs_f64()
    );
    Ok(())
}
