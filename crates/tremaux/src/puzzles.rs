//! Puzzles, one module each.
//!
//! Needs the feature `puzzles`.

pub use tremaux_puzzles::{
    constraints, crossword, jugs, lights_out, pancake, peg_solitaire, rivers, sokoban, sudoku,
    topspin, word_ladder,
};

/// Rubik's cube and the 2×2×2 cube.
pub mod cube {
    pub use tremaux_cube::{
        AlongAxis, CosetDistance, Cube, Cubies, Face, MisplacedCubies, Turn, TwoPhase, Unsolvable,
        pocket,
    };
}

/// Sliding-tile puzzles.
pub mod tiles {
    pub use tremaux_tiles::{
        AdditivePatterns, AnyPuzzle, Arrangement, Board, Board64, Board128, Dual, GoodEvaluator,
        Instance, LinearConflict, Manhattan, Misplaced, Move, Partition, Size, Slide,
        SlidingPuzzle, WalkingDistance, constructive_plan, korf,
    };
}
