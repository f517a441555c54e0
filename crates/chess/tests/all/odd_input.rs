//! Games as people have them: files of the kinds that reports about other programs complain about,
//! with the answers of python-chess 1.11.2.

use tremaux_chess::Chess;
use tremaux_chess::engine;
use tremaux_chess::pgn::{PgnGame, PgnReader};
use tremaux_core::{GameNotation, Limits, Random};
use tremaux_tables::TranspositionTable;

/// A file, its games: players, result, plies, last position.
type Right = (&'static str, &'static [(&'static str, &'static str, usize, &'static str)]);

const RIGHT: [Right; 14] = [
    (
        "01_empty_game_fen.pgn",
        &[
            ("A B", "*", 0, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"),
            ("C D", "1-0", 2, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ],
    ),
    (
        "01b_empty_game_names.pgn",
        &[
            ("A B", "*", 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("C D", "1-0", 2, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ],
    ),
    (
        "02_quote_in_tag_after_fen.pgn",
        &[("Joe \"Fast\" Smith B", "*", 2, "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 2")],
    ),
    ("04_halfmoves_101.pgn", &[("A B", "*", 2, "R7/7r/8/1k6/3KB3/8/8/8 w - - 103 113")]),
    ("04b_counter_stops_at_100.pgn", &[("A B", "*", 3, "R7/7r/8/1k6/3KB3/8/8/8 w - - 103 113")]),
    (
        "09_no_result.pgn",
        &[
            ("A B", "*", 3, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
            ("C D", "*", 2, "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"),
        ],
    ),
    (
        "10_null_move.pgn",
        &[("A B", "*", 6, "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4")],
    ),
    (
        "11_ep_suffix.pgn",
        &[("A B", "*", 10, "rnbqkb1r/ppp2ppp/5n2/8/2pP4/8/PP3PPP/RNBQKBNR w KQkq - 0 6")],
    ),
    (
        "12_glyphs.pgn",
        &[("A B", "*", 10, "r1bqkb1r/1ppp1ppp/p1n5/4p3/B3n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6")],
    ),
    (
        "13_half_glyph.pgn",
        &[("A B", "1/2-1/2", 2, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")],
    ),
    (
        "13b_nbsp.pgn",
        &[("A B", "*", 4, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")],
    ),
    (
        "13c_ellipsis.pgn",
        &[("A B", "*", 10, "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6")],
    ),
    // python-chess leaves the last move out.
    (
        "13d_en_dash_castling.pgn",
        &[("A B", "*", 8, "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 6 5")],
    ),
    (
        "13e_nag999.pgn",
        &[("A B", "*", 4, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")],
    ),
];

/// A file of the folder; `None` where there is no folder of data.
fn file(name: &str) -> Option<Vec<u8>> {
    let path = tremaux_testkit::data(&format!("odd-input/games/{name}"))?;
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The players, the result, the plies and the last position of a game.
fn summary(game: &PgnGame) -> (String, &'static str, usize, String) {
    let players = ["White", "Black"].map(|tag| game.tag(tag).unwrap_or("?"));
    (players.join(" "), game.outcome.text(), game.line.moves.len(), game.end().to_fen())
}

#[test]
fn games_of_every_kind_are_read() {
    let mut count = 0;
    for (name, right) in RIGHT {
        let Some(bytes) = file(name) else { return };
        // As the file is, with the line ends of another system and without the last of them.
        let text = String::from_utf8(bytes).expect("UTF-8");
        let variants = [
            text.clone(),
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
            format!("\u{feff}{text}"),
        ];
        for text in variants {
            let found: Result<Vec<_>, _> = PgnReader::new(text.as_bytes()).collect();
            let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
            let found: Vec<_> = found.iter().map(summary).collect();
            let right = right.iter().map(|&(a, b, c, d)| (a.to_owned(), b, c, d.to_owned()));
            assert_eq!(found, right.collect::<Vec<_>>(), "{name}: {text:?}");
            count += 1;
        }
    }
    assert_eq!(count, 4 * RIGHT.len());
}

/// Whatever is changed in such a file, it is read or refused, and what is read can be written and
/// read again: what the fuzz target `chess_pgn` checks.
#[test]
fn changed_files_are_read_or_refused() {
    let mut random = Random::new(7);
    let mut all = Vec::new();
    for (name, _) in RIGHT {
        let Some(bytes) = file(name) else { return };
        all.extend(bytes);
    }
    let signs = "[]\"{}();$!?.*=+-/\n\\ e8½–…±♘\u{a0}\u{feff}".as_bytes();
    for _ in 0..2000 {
        let from = random.below(all.len() as u64) as usize;
        let to = (from + random.below(400) as usize).min(all.len());
        let mut bytes = all[from..to].to_vec();
        for _ in 0..random.below(6) {
            let at = random.below(bytes.len() as u64 + 1) as usize;
            let sign = signs[random.below(signs.len() as u64) as usize];
            if at < bytes.len() && random.below(2) == 0 {
                bytes[at] = sign;
            } else {
                bytes.insert(at, sign);
            }
        }
        for found in PgnReader::new(&bytes[..]).with_variations() {
            let game = match found {
                Ok(game) => game,
                Err(error) => {
                    let error = error.parse_error().expect("bytes can be read");
                    assert!(error.line > 0 && error.column > 0 && error.offset <= bytes.len());
                    continue;
                }
            };
            let written = game.to_string();
            let mut again = PgnReader::new(written.as_bytes()).with_variations();
            let read = again.next().expect("a game").unwrap_or_else(|it| panic!("{it}: {written}"));
            assert_eq!((&read.line, read.outcome), (&game.line, game.outcome), "{written}");
            assert_eq!((read.to_string(), again.count()), (written, 0));
        }
    }
}

/// The position after `position fen`, in a file for UCI.
fn uci_position(name: &str) -> Option<tremaux_chess::Position> {
    let text = String::from_utf8(file(name)?).expect("UTF-8");
    let fen = text.lines().find_map(|line| line.strip_prefix("position "));
    Some(match fen.expect("a position").strip_prefix("fen ") {
        Some(fen) => tremaux_chess::Position::parse_fen(fen).expect(fen),
        None => tremaux_chess::Position::initial(),
    })
}

#[test]
fn a_few_nodes_complete_the_first_ply() {
    for (name, nodes) in [
        ("18_uci_nodes_1.txt", 1),
        ("18b_uci_kpk_nodes_100.txt", 1),
        ("18b_uci_kpk_nodes_100.txt", 100),
        ("04c_uci_halfmoves_103.txt", 1),
    ] {
        let Some(mut position) = uci_position(name) else { return };
        position.set_search_root();
        for is_cancelled in [false, true] {
            let table = TranspositionTable::with_bytes(1 << 20);
            let parts = engine::parts(&table, engine::ordering());
            let limits = Limits::default().with_nodes(nodes);
            if is_cancelled {
                limits.cancel.cancel();
            }
            let report = engine::options().solve(&Chess::new(), &position, parts, &limits);
            assert!(report.depth > 0, "{name}");
            assert!(report.root_moves.len() == position.legal_moves().len(), "{name}");
            let best = Chess::new().move_text(&position, report.principal_variation[0]);
            // This move throws the win away.
            assert_ne!((name, best.as_str()), ("18b_uci_kpk_nodes_100.txt", "e3"));
        }
    }
}
