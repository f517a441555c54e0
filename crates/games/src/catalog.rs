//! What the catalogue lists of this crate, and what protocols and the program call by name.

pub use crate::checkers::entry::{CHECKERS, build_endings as build_checkers_endings};
pub use crate::connect_four::entry::CONNECT_FOUR;
pub use crate::game_tree::entry::GAME_TREE;
pub use crate::go::entry::{GO, played_at as go_played_at};
pub use crate::goofspiel::entry::GOOFSPIEL;
pub use crate::kuhn_poker::entry::KUHN_POKER;
pub use crate::leduc_poker::entry::LEDUC_POKER;
pub use crate::liars_dice::entry::LIARS_DICE;
pub use crate::matrix_game::entry::MATRIX_GAME;
pub use crate::nim::entry::NIM;
pub use crate::tic_tac_toe::entry::TIC_TAC_TOE;

use crate::named::GameEntry;
use crate::{backgammon, dots_and_boxes, hex, m_n_k};

/// Games without chance whose positions both players see.
pub static BOARD_GAMES: &[&GameEntry] = &[
    &TIC_TAC_TOE,
    &m_n_k::entry::M_N_K,
    &GO,
    &hex::entry::HEX,
    &NIM,
    &CONNECT_FOUR,
    &dots_and_boxes::entry::DOTS_AND_BOXES,
    &CHECKERS,
];

/// Games with chance or hidden moves, and those that are written out.
pub static OTHER_GAMES: &[&GameEntry] = &[
    &backgammon::entry::BACKGAMMON,
    &GAME_TREE,
    &KUHN_POKER,
    &LEDUC_POKER,
    &LIARS_DICE,
    &GOOFSPIEL,
    &MATRIX_GAME,
];
