//! The contracts of games.

use tremaux_chess::see::exchange;
use tremaux_chess::{Chess, Piece, Position};
use tremaux_core::{HashedGame, MoveKey, NullMoveGame, TacticalGame};
use tremaux_testkit as testkit;

fn games() -> [Chess; 3] {
    let endgame = Position::parse_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").expect("a FEN");
    [Chess::new(), Chess::chess960(0).expect("a position"), Chess::from_position(endgame)]
}

#[test]
fn contracts_hold() {
    for (seed, game) in (0..).zip(games()) {
        testkit::check_zero_sum_game(&game, seed, 20);
        testkit::check_hashed_game(&game, seed, 20);
    }
}

/// Besides what equality compares: counters, hash, history and values.
#[test]
fn undo_restores_everything() {
    for (seed, game) in (0..).zip(games()) {
        testkit::play_at_random(&game, seed, 10, |position, moves| {
            let facts = |it: &Position| (it.to_fen(), it.hash(), it.repetitions(), it.balance());
            let before = facts(position);
            let mut changed = position.clone();
            for &mv in moves {
                let undo = changed.play(mv);
                let fresh = Position::parse_fen(&changed.to_fen()).expect("what was written");
                assert_eq!((fresh.hash(), fresh.balance()), (changed.hash(), changed.balance()));
                changed.undo(undo);
                assert_eq!(facts(&changed), before);
            }
            if game.may_pass(position) {
                let undo = changed.pass();
                assert_ne!(changed.hash(), position.hash());
                changed.undo(undo);
                assert_eq!(facts(&changed), before);
            }
        });
    }
}

#[test]
fn forcing_moves_give_check() {
    for (seed, game) in (0..).zip(games()) {
        testkit::play_at_random(&game, seed, 10, |position, moves| {
            let mut forcing = Vec::new();
            if !moves.is_empty() {
                game.forcing_moves(position, &mut forcing);
            }
            let board = position.board();
            let mut changed = position.clone();
            for &mv in moves {
                let is_forcing = game.is_forcing(position, mv);
                let undo = changed.play(mv);
                assert!(!is_forcing || changed.is_check(), "{mv} in {}", position.to_fen());
                changed.undo(undo);
                let mover = board.piece_on(mv.from).expect("a piece");
                let may_be_listed = !matches!(mover, Piece::Pawn | Piece::King)
                    && board.piece_on(mv.to).is_none()
                    && exchange(board, mv) >= 0;
                let is_listed = forcing.contains(&mv);
                assert_eq!(is_listed, is_forcing && may_be_listed, "{mv} in {}", position.to_fen());
            }
            assert!(forcing.iter().all(|mv| moves.contains(mv)));
        });
    }
}

#[test]
fn noisy_moves_are_legal_and_loud() {
    for (seed, game) in (0..).zip(games()) {
        testkit::play_at_random(&game, seed, 10, |position, moves| {
            let mut noisy = Vec::new();
            if !moves.is_empty() {
                game.noisy_moves(position, &mut noisy);
            }
            for mv in moves {
                assert!(game.move_key(position, *mv) < game.key_count());
                let is_winning = exchange(position.board(), *mv) >= 0 || mv.promotion.is_some();
                let is_loud = game.loudness(position, *mv) > 0 && is_winning;
                let is_noisy = position.is_check() || is_loud;
                assert_eq!(noisy.contains(mv), is_noisy, "{mv} in {}", position.to_fen());
            }
            assert!(noisy.iter().all(|mv| moves.contains(mv)));
            let codes: std::collections::HashSet<u16> =
                moves.iter().map(|&mv| game.code(position, mv)).collect();
            assert_eq!(codes.len(), moves.len());
        });
    }
}
