//! What holds for the notation of every game.

use std::fmt::Debug;

use tremaux_core::{GameDepict, GameNotation, ParseError, Turn};

/// Reads `position` and then `mv`, from the position read or from the start.
pub fn check<G: GameNotation<Move: PartialEq> + GameDepict>(game: &G, position: &str, mv: &str)
where
    G::State: PartialEq + Debug,
{
    let state = match game.parse_position(position) {
        Ok(state) => {
            let again = game.parse_position(&game.position_text(&state));
            assert_eq!(again.as_ref(), Ok(&state));
            let _ = game.depict(&state).to_text();
            state
        }
        Err(error) => {
            is_in_place(&error, position);
            game.initial_state()
        }
    };
    match game.parse_move(&state, mv) {
        Ok(mv) => {
            assert!(game.turn(&state) != Turn::Over, "a move after the end");
            // Heaps of nim may have millions of moves.
            if position.len() < 100 {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                assert!(moves.contains(&mv), "{mv:?} is not legal");
            }
            assert_eq!(game.parse_move(&state, &game.move_text(&state, mv)), Ok(mv));
            let mut child = state.clone();
            let undo = game.play(&mut child, mv);
            game.undo(&mut child, mv, undo);
            assert_eq!(child, state);
        }
        Err(error) => is_in_place(&error, mv),
    }
}

fn is_in_place(error: &ParseError, text: &str) {
    assert!(error.line > 0 && error.column > 0);
    assert!(error.offset + error.length <= text.len());
    assert!(error.to_string().len() < 1000);
}
