//! Chess searched by the engines.

use tremaux_chess::evaluation::{MaterialRatio, PieceSquares, Shannon, SquareControl};
use tremaux_chess::{Chess, Position, engine};
use tremaux_core::{Evaluator, GameReport, Limits, Score};
use tremaux_play::{AlphaBeta, History, Killers, Minimax, NoisyFirst, Quiescence, SearchParts};
use tremaux_tables::TranspositionTable;

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).expect(fen)
}

fn solve(position: &Position, limits: &Limits) -> GameReport<tremaux_chess::Move> {
    let mut root = position.clone();
    root.set_search_root();
    let table = TranspositionTable::with_bytes(1 << 24);
    let parts = SearchParts::new()
        .evaluator(PieceSquares)
        .ordering((NoisyFirst, (Killers::default(), History::default())))
        .table(&table)
        .horizon(Quiescence::default());
    AlphaBeta::default().solve(&Chess::new(), &root, parts, limits)
}

#[test]
fn mates_are_found_and_proved() {
    for (fen, plies, best) in [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "Ra6"),
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4", 1, "Qxf7#"),
        ("1k6/8/1K6/8/8/8/8/7R w - - 0 1", 1, "Rh8#"),
        // A mate that has to come before the fifty moves are over, and one that cannot.
        ("k7/8/1K6/8/8/8/8/7R w - - 99 80", 1, "Rh8#"),
    ] {
        let position = position(fen);
        let report = solve(&position, &Limits::default().with_depth(6));
        assert_eq!((report.score, report.is_exact), (Score::win_in(plies), true), "{fen}");
        assert_eq!(position.to_san(report.principal_variation[0]), best, "{fen}");
    }
    let late = position("8/8/8/8/8/2k5/1r6/K7 b - - 99 80");
    let report = solve(&late, &Limits::default().with_depth(4));
    assert!(!report.score.is_decisive(), "{}", report.score);
}

/// A mate that is seen beyond the horizon is in the line, and the engine's lines come from the
/// whole search: of wins and losses to the mate, of others to the depth and farther.
#[test]
fn lines_are_whole() {
    let plays_to_mate = |position: &Position, line: &[tremaux_chess::Move], plies: u32| {
        let mut end = position.clone();
        for &mv in line {
            let _ = end.play(mv);
        }
        line.len() == plies as usize && end.is_checkmate()
    };
    let beyond = position("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1");
    let report = solve(&beyond, &Limits::default().with_depth(2));
    assert_eq!(report.score, Score::win_in(3));
    assert!(plays_to_mate(&beyond, &report.principal_variation, 3));
    let (mut mates, mut moves, mut count) = (0, 0, 0);
    for text in crate::data("wac300.epd").iter().take(100) {
        let mut position = tremaux_chess::Epd::parse(text).expect(text).position;
        position.set_search_root();
        let table = TranspositionTable::with_bytes(1 << 24);
        let parts = engine::parts(&table, engine::ordering());
        let limits = Limits::default().with_depth(7);
        let report = engine::options().solve(&Chess::new(), &position, parts, &limits);
        let line = &report.principal_variation;
        if let Some(plies) = report.score.plies_to_end() {
            mates += 1;
            assert!(plays_to_mate(&position, line, plies), "{text}: {plies} {}", line.len());
        } else {
            moves += line.len();
            count += 1;
            assert!(line.len() > 1, "{text}");
        }
    }
    if mates > 0 {
        println!("{mates} mates; {moves} moves in {count} other lines");
        assert!(mates > 15 && moves >= 7 * count, "{mates} {moves} {count}");
    }
}

/// Whatever White does, a rook gives mate from h6.
#[test]
fn quiet_checks_are_searched_beyond_the_horizon() {
    let root = position("rn4k1/p1pp2pp/1p2pr2/5pq1/1PPP4/P1NBPP2/3Q1P2/R4R1K w - - 0 17");
    let limits = Limits::default().with_depth(1);
    let score = |forcing_plies| {
        let horizon = Quiescence::default().forcing_plies(forcing_plies);
        let parts = SearchParts::new().evaluator(PieceSquares).horizon(horizon);
        AlphaBeta::default().solve(&Chess::new(), &root, parts, &limits).score
    };
    assert!(!score(0).is_decisive());
    assert!(score(1).is_decisive() && score(1) < Score::DRAW, "{}", score(1));
}

#[test]
fn a_draw_by_repetition_is_seen_but_not_called_exact() {
    // Black threatens mate and has two queens more; White gives check for ever on e8 and h5.
    let position = position("6k1/6p1/8/7Q/8/1q6/qq4PP/7K w - - 0 1");
    let report = solve(&position, &Limits::default().with_depth(6));
    assert_eq!((report.score, report.is_exact), (Score::DRAW, false), "{report:?}");
    assert_eq!(position.to_san(report.principal_variation[0]), "Qe8+");
}

#[test]
fn alpha_beta_agrees_with_minimax() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let (game, root, limits) = (Chess::new(), position(fen), Limits::default());
        let minimax = Minimax::default().max_depth(3).deepens(false);
        let expected = minimax.solve(&game, &root, SearchParts::new().evaluator(Shannon), &limits);
        let search = AlphaBeta::default().max_depth(3);
        let parts = SearchParts::new().evaluator(Shannon).ordering(NoisyFirst);
        let found = search.solve(&game, &root, parts, &limits);
        assert_eq!(found.score, expected.score, "{fen}");
    }
}

/// The position with colours exchanged.
fn mirrored(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = text.chars().map(|c| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        });
        swapped.collect()
    };
    let ranks: Vec<String> = fields[0].rsplit('/').map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let castling = swap(fields[2]);
    let [clock, number] = [fields[4], fields[5]];
    let text = format!("{} {side} {castling} {passed} {clock} {number}", ranks.join("/"));
    self::position(&text)
}

#[test]
fn evaluations_do_not_depend_on_the_colour() {
    let evaluations: [&dyn Evaluator<Chess>; 4] =
        [&PieceSquares, &Shannon, &SquareControl, &MaterialRatio];
    let game = Chess::new();
    for evaluation in evaluations {
        tremaux_testkit::play_at_random(&game, 3, 5, |position, _| {
            let mirror = mirrored(position);
            let value = evaluation.evaluate(&game, position);
            assert_eq!(value, evaluation.evaluate(&game, &mirror), "{}", position.to_fen());
        });
        let start = evaluation.evaluate(&game, &Position::initial()).get();
        assert!((0..20).contains(&start), "{start}");
        let ahead = position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
        assert!(evaluation.evaluate(&game, &ahead).get() > 800);
    }
}

#[test]
fn the_function_of_shannon() {
    // White: 5 for the rook, 2 for two pawns, doubled once, blocked once, both isolated, moves of
    // rook (14), king (3) and pawns (1). Black: a pawn that is isolated, moves of pawn (2) and
    // king (5).
    let position = position("4k3/3p4/8/8/8/P7/P7/4K2R w - - 0 1");
    let white = 500 + 200 - 50 * 4 + 10 * (9 + 5 + 1);
    let black = 100 - 50 + 10 * (4 + 2);
    assert_eq!(Shannon.evaluate(&Chess::new(), &position).get(), white - black);
}
