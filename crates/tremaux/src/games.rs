//! Games, one module each.
//!
//! Needs the feature `games`.

pub use tremaux_games::{
    backgammon, checkers, connect_four, dots_and_boxes, game_tree, go, goofspiel, hex, kuhn_poker,
    leduc_poker, liars_dice, m_n_k, matrix_game, nim, tic_tac_toe,
};

/// Chess and Chess960.
pub mod chess {
    pub use tremaux_chess::{
        Board, Captures, Castling, Chess, Color, Ending, Epd, File, Move, Piece, Position, Rank,
        Square, endings, engine, evaluation, perft, perft_by_move, pgn,
    };
}

/// Othello.
pub mod othello {
    pub use tremaux_othello::{
        GgfGame, Mobility, Move, Othello, Patterns, Position, Record, Solution, Solver,
    };
}
