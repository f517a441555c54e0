//! Games in the Generic Game Format of GGS, as far as NBoard writes it.

use tremaux_games::named::PlayedGame;

use super::opened;
use crate::lines::shown;

/// Reads the position at the end of a game:
/// `(;GM[Othello]…BO[8 SQUARES SIDE]B[F5]W[D6//1.2];)`.
pub(super) fn read(text: &str) -> Result<Box<dyn PlayedGame>, String> {
    let mut game = None;
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('[') {
        let Some((value, after)) = after.split_once(']') else {
            return Err(format!("expected `]` after `[{}`", shown(after)));
        };
        rest = after;
        match (name.trim_matches(|it: char| !it.is_ascii_alphabetic()), &mut game) {
            ("BO", _) => {
                let board = value.trim().strip_prefix("8 ");
                let board = board.ok_or("expected a board of size 8 in BO")?.replace('*', "X");
                game = Some(opened(&board).map_err(|error| format!("in BO: {error}"))?);
            }
            ("B" | "W", Some(game)) => {
                let mv = value.split('/').next().unwrap_or_default();
                game.play(mv).map_err(|error| format!("in a move: {error}"))?;
            }
            ("B" | "W", None) => return Err("expected the board (BO) before the moves".into()),
            _ => {}
        }
    }
    game.ok_or_else(|| "expected a game in GGF with a board (BO)".into())
}
