//! No text makes the parsers of FEN and moves panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_chess::{Castling, CastlingLetters, Chess, Position};

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str)| {
    let (fen, text) = data;
    check(&Chess::new(), fen, text);
    let position = Position::parse_fen(fen).unwrap_or_default();
    let shredder = position.fen(CastlingLetters::Files).to_string();
    assert_eq!(Position::parse_fen(&shredder).as_ref(), Ok(&position));
    let found = [position.parse_san(text), position.parse_uci(text), position.parse_move(text)];
    for mv in found.into_iter().flatten() {
        assert!(position.is_legal(mv));
        assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
        for castling in [Castling::KingMoves, Castling::KingTakesRook] {
            assert_eq!(position.parse_uci(&position.to_uci(mv, castling)), Ok(mv));
        }
    }
});
