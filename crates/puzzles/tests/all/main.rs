//! The integration tests, in one program: it is built and linked once.

mod assignment;
mod constraints;
mod crossword;
mod job_shop;
mod jugs;
mod jugs_entry;
mod knapsack;
mod lights_out;
mod pancake;
mod peg_solitaire;
mod rivers;
mod rivers_entry;
mod sokoban;
mod sokoban_entry;
mod sokoban_solutions;
mod sokoban_text;
mod sudoku;
mod sudoku_entry;
mod sudoku_hints;
mod topspin;
mod word_ladder;
