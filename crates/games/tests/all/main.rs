//! The integration tests, in one program: it is built and linked once.

mod backgammon;
mod bear_off;
mod boards;
mod checkers;
mod checkers_endgames;
mod checkers_entry;
mod checkers_notation;
mod checkers_search;
mod connect_four;
mod depict;
mod dots_and_boxes;
mod drawn_trees;
mod engines;
mod game_tree;
mod go;
mod goofspiel;
mod hex;
mod hidden;
mod m_n_k;
mod nim;
mod sampling;
mod textbook;
mod tic_tac_toe;
