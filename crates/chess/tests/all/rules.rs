//! The end of the game: mate, stalemate and draws.

use tremaux_chess::evaluation::PieceSquares;
use tremaux_chess::{Chess, Ending, Position};
use tremaux_core::{Game, Limits, Score, Turn, ZeroSumGame};
use tremaux_play::{AlphaBeta, SearchParts};
use tremaux_tables::TranspositionTable;

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).expect(fen)
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_uci(text).expect(text);
        position.play(mv);
    }
}

#[test]
fn mates_and_stalemates() {
    let game = Chess::new();
    let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(game.turn(&mate), Turn::Over);
    assert_eq!(game.final_score(&mate, 0), Score::LOSS);
    assert_eq!(game.final_score(&mate, 1), Score::WIN);
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(stalemate.is_stalemate());
    assert_eq!((game.turn(&stalemate), game.final_score(&stalemate, 0)), (Turn::Over, Score::DRAW));
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_second_below_a_root() {
    let game = Chess::new();
    let mut position = game.initial_state();
    play(&mut position, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!((position.repetitions(), game.turn(&position)), (1, Turn::Player(0)));
    let mut searched = position.clone();
    searched.set_search_root();
    // The root itself is no draw, nor a position that occurred only once before it.
    assert_eq!(game.turn(&searched), Turn::Player(0));
    play(&mut searched, "g1f3");
    assert_eq!(game.turn(&searched), Turn::Player(1));
    play(&mut searched, "g8f6 f3g1 f6g8");
    assert_eq!((game.turn(&searched), game.final_score(&searched, 0)), (Turn::Over, Score::DRAW));
    let mut fresh = Position::initial();
    fresh.set_search_root();
    play(&mut fresh, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(game.turn(&fresh), Turn::Over);
    play(&mut position, "g1f3 g8f6 f3g1");
    assert_eq!(game.turn(&position), Turn::Player(1));
    play(&mut position, "f6g8");
    assert_eq!((position.repetitions(), game.turn(&position)), (2, Turn::Over));
    assert_eq!(Chess::new().without_draws().turn(&position), Turn::Player(0));
}

#[test]
fn a_double_step_that_nobody_can_capture_is_the_same_position() {
    let mut position = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    play(&mut position, "e2e4 e8d8 e1d1 d8e8 d1e1");
    assert_eq!(position.repetitions(), 1);
    // With a black pawn beside it the right to capture is gone the second time.
    let mut other = self::position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play(&mut other, "e2e4 e8d8 e1d1 d8e8 d1e1");
    assert_eq!(other.repetitions(), 0);
}

#[test]
fn fifty_moves() {
    let game = Chess::new();
    let mut late = position("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
    play(&mut late, "a1a2");
    assert_eq!(game.turn(&late), Turn::Player(1));
    play(&mut late, "e8e7");
    assert_eq!((game.turn(&late), game.final_score(&late, 0)), (Turn::Over, Score::DRAW));
    // Mate by the last of the moves counts.
    let mut mating = position("k7/8/1K6/8/8/8/8/7R w - - 99 80");
    play(&mut mating, "h1h8");
    assert_eq!((game.turn(&mating), game.final_score(&mating, 0)), (Turn::Over, Score::WIN));
}

/// What a table must not confuse: the side to move, each right to castle, a possible capture en
/// passant, and how near the fifty-move rule is. Nothing else tells positions apart.
#[test]
fn hashes_tell_positions_apart() {
    let all = [
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b KQkq f3 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b Qkq - 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b Kkq - 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b KQq - 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b KQk - 0 1",
        "r3k2r/8/8/8/4pP2/8/8/R3K2R b - - 0 1",
        "r3k2r/8/8/8/4pN2/8/8/R3K2R b - - 0 1",
    ];
    let clocks = [40, 48, 56, 64, 72].into_iter().chain(80..100);
    let late = clocks.map(|clock| format!("r3k2r/8/8/8/4pP2/8/8/R3K2R b KQkq - {clock} 90"));
    let different: Vec<Position> =
        all.into_iter().map(str::to_owned).chain(late).map(|fen| position(&fen)).collect();
    for (at, one) in different.iter().enumerate() {
        for other in &different[..at] {
            assert_ne!(one.hash(), other.hash(), "{} and {}", one.to_fen(), other.to_fen());
            assert!(one != other);
        }
    }
    for same in ["r3k2r/8/8/8/4pP2/8/8/R3K2R b KQkq - 31 90", all[1]] {
        assert_eq!(position(same).hash(), different[1].hash(), "{same}");
        assert!(position(same) == different[1]);
    }
}

/// What a search learnt while the fifty-move rule was far away is not believed where it is near.
#[test]
fn a_table_does_not_confuse_half_move_clocks() {
    // White mates with the second move, but the game is drawn after one more move of each side.
    let late = |clock: u32| position(&format!("k7/8/2K5/8/8/8/8/5Q1R w - - {clock} 90"));
    let table = TranspositionTable::with_bytes(1 << 20);
    let score = |clock: u32| {
        let options = AlphaBeta::default().max_depth(5);
        let parts = SearchParts::new().evaluator(PieceSquares).table(&table);
        options.solve(&Chess::new(), &late(clock), parts, &Limits::default()).score
    };
    assert!(score(0).is_decisive());
    assert_eq!(score(98), Score::DRAW);
    assert!(score(0).is_decisive());
}

/// Draws after fifty moves and at the third occurrence are claimed, except in a position that is
/// searched or read: it ends without a claim, after seventy-five moves or at the fifth.
#[test]
fn a_draw_that_nobody_claimed_is_played_on() {
    let game = Chess::new();
    for (clock, ending) in
        [(99, None), (100, None), (149, None), (150, Some(Ending::SeventyFiveMoves))]
    {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80");
        assert_eq!(game.ending(&position(&fen)), ending, "{fen}");
    }
    let mut late = position("4k3/8/8/8/8/8/8/R3K3 w - - 103 80");
    play(&mut late, "a1a2");
    assert_eq!(game.ending(&late), Some(Ending::FiftyMoves));
    late.play_on();
    assert_eq!(game.ending(&late), None);
    play(&mut late, "e8e7");
    assert_eq!(game.ending(&late), Some(Ending::FiftyMoves));
    let mut again = game.initial_state();
    for occurrence in 2..=5 {
        play(&mut again, "g1f3 g8f6 f3g1 f6g8");
        let claimed = (occurrence > 2).then_some(Ending::Repetition);
        assert_eq!(game.ending(&again), claimed, "{occurrence}");
        let mut unclaimed = again.clone();
        unclaimed.play_on();
        let ending = (occurrence == 5).then_some(Ending::FivefoldRepetition);
        assert_eq!(game.ending(&unclaimed), ending, "{occurrence}");
    }
}

#[test]
fn insufficient_material() {
    for (fen, is_draw) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("3bk3/8/8/8/8/8/8/3BK3 w - - 0 1", false),
        ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
    ] {
        let position = position(fen);
        assert_eq!(position.is_insufficient_material(), is_draw, "{fen}");
        assert_eq!(Chess::new().turn(&position) == Turn::Over, is_draw, "{fen}");
    }
}
