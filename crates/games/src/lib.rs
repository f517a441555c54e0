//! Games, a folder each: rules, evaluation, notation, and solvers made for one game.

pub mod connect_four;
