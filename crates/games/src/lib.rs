//! Games, a folder each: rules, evaluation, notation, and solvers made for one game.

pub mod backgammon;
pub mod connect_four;
pub mod dots_and_boxes;
pub mod m_n_k;
pub mod nim;
pub mod tic_tac_toe;
