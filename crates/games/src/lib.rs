//! Games, a module each: rules, evaluation, notation.

pub mod connect_four;
pub mod tic_tac_toe;
