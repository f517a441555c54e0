//! Positions and games as people's files have them.

use std::io::Cursor;

use tremaux_registry::reading::{TextSource, open_text};
use tremaux_registry::{GAMES, GameEntry, TableSource, game};

/// What the first line of an analysis would show: title and position, or why there is none.
type Found = Result<(String, String), String>;

fn entry(name: &str) -> &'static GameEntry {
    game(name).expect("a game")
}

/// The positions of a text, as the command line reads it.
fn read(game: &GameEntry, text: &str) -> Vec<Found> {
    let tables = TableSource::default();
    if !game.is_game_file(text.as_bytes()) {
        let opened = game.open_noted(&[], text, &tables);
        let opened = opened.map(|it| (String::new(), it.game.position()));
        return vec![opened.map_err(|error| error.to_string())];
    }
    let input = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let games = game.positions_of_games(&[], input, None, &tables).expect("a format of games");
    let found = games.map(|found| {
        let noted = found.map_err(|error| error.to_string())?;
        let title = [noted.title.unwrap_or_default()].into_iter().chain(noted.notes);
        Ok((title.collect::<Vec<_>>().join("; "), noted.game.position()))
    });
    found.collect()
}

/// What is not a game is never analysed as the first position of one.
#[test]
fn what_is_not_a_game_is_refused() {
    let texts = [
        "8 8 8",
        "12345",
        "7",
        "1.",
        "1. 2. 3.",
        "0.5 0.25 0.125",
        "0 0 1 0\n0 1 1 0\n0 0 0 0\n",
        "1163\n1381\n2136\n3694\n",
        "1 2.5 3\n4 5 6.5\n",
        "-1 -2\n-3 4\n",
        "%%MatrixMarket matrix coordinate real general\n% c\n3 3 3\n1 2 3\n2 3 4\n1 3 9\n",
        "% a comment\n",
        "{a comment}",
        "; a comment\n",
        "The quick brown fox jumps over the lazy dog.",
        "{\"nodes\": [1, 2], \"links\": []}",
        "[1, 2, 3]",
        "<?xml version=\"1.0\"?><a/>",
        "from,to,cost\na,b,3\n",
        "()",
        "(;)",
        "\u{1F600}",
    ];
    let tables = TableSource::default();
    let mut refused = 0;
    for game in GAMES {
        let name = game.info().name;
        let start = game.open_noted(&[], "", &tables).expect("a start").game.position();
        for text in texts {
            let found = read(game, text);
            refused += usize::from(found.iter().all(Result::is_err));
            let is_used = |found: &Found| found.as_ref().map_or(true, |(_, it)| *it != start);
            assert!(found.iter().all(is_used), "{name}: {text:?} is read as {found:?}");
        }
    }
    assert!(refused > texts.len() * GAMES.len() / 2, "{refused} texts are refused");
}

/// A part of a list of moves that means nothing is not skipped.
#[test]
fn nothing_among_moves_is_dropped() {
    for (name, text) in [
        ("othello", "d3 99"),
        ("othello", "d3 99 c5"),
        ("othello", "99 d3"),
        ("othello", "d3 2."),
        ("othello", "1. 2. d3"),
        ("othello", "1 1 d3"),
        ("chess", "1. e4 e5 99x"),
        ("chess", "e4 e5 Zz9"),
        ("checkers", "1. 11-15 99"),
        ("connect-four", "44 99"),
        ("connect-four", "448"),
    ] {
        let found = read(entry(name), text);
        assert!(found.iter().all(Result::is_err), "{name}: {text:?} is read as {found:?}");
    }
    for (name, text, count) in [
        ("othello", "1. d3 2. c5", 2),
        ("othello", "1. d3 c5 2. f6", 3),
        ("othello", "d3c5f6", 3),
        ("chess", "1 e4 e5 2 Nf3", 3),
    ] {
        let found = read(entry(name), text);
        assert!(found.iter().all(Result::is_ok), "{name}: {count} moves in {text:?}: {found:?}");
    }
}

const GO: &str = "go";
const OTHELLO: &str = "othello";
const CHESS: &str = "chess";
const CHECKERS: &str = "checkers";

/// A position, or a part of what is wrong.
type Right = Result<&'static str, &'static str>;

/// Positions of files as other programs write them, or a part of what is wrong with them.
const FILES: &[(&str, &str, &[Right])] = &[
    // Rectangles from any corner.
    (GO, "(;GM[1]SZ[3]AB[bb:aa])", &[Ok("XX./XX./... w")]),
    (GO, "(;GM[1]SZ[3]AB[ba:ab])", &[Ok("XX./XX./... w")]),
    (GO, "(;GM[1]SZ[3]AB[aa:bb]AE[bb:ba]AW[cc])", &[Ok("X../X../..O b")]),
    (GO, "(;GM[1]SZ[3]AB[aa:bd])", &[Err("points of the board")]),
    // A list without points, and play that is resumed.
    (GO, "(;SZ[3]AB[]AW[];B[bb])", &[Ok(".../.X./... w")]),
    (GO, "(;SZ[3];B[bb];W[];B[];W[aa];B[cc])", &[Ok("O../.X./..X w")]),
    (GO, "(;SZ[3];B[bb];W[];B[];B[cc])", &[Ok(".../.X./..X w")]),
    (GO, "(;SZ[3];B[bb];W[];B[];W[];B[])", &[Ok(".../.X./... w passes=2")]),
    // Text around games, and blanks between their parts.
    (GO, "(\n ;\n SZ [3]\n ; B [bb])", &[Ok(".../.X./... w")]),
    (GO, "Game 1, downloaded\n\n(;SZ[3];B[bb])\n", &[Ok(".../.X./... w")]),
    (GO, "(;SZ[3];B[bb])\nOS[x]\n", &[Ok(".../.X./... w")]),
    (GO, "1)\n(;SZ[1])\n2)\n(;SZ[1])\nend", &[Ok(". b"), Ok(". b")]),
    (GO, "(;SZ[3];B[bb]);W[aa])", &[Ok(".../.X./... w"), Err("the end of the file")]),
    // A value or a game that is not closed costs one game.
    (GO, "(;FF[4]SZ[3];B[bb]C[x\n(;FF[4]SZ[1])", &[Err("`]`"), Ok(". b")]),
    (GO, "(;FF[4]SZ[3];B[bb]\n(;FF[4]SZ[1])", &[Err("`)`"), Ok(". b")]),
    // Rules of the file.
    (GO, "(;SZ[3]RU[Japanese]AB[ba][cb]AW[aa][bb][ca];W[bc])", &[Err("liberty")]),
    (
        OTHELLO,
        "% c\n% d\n\n-------------------------*O------OX------*--------------------- X",
        &[Err("")],
    ),
    (
        OTHELLO,
        "% a comment\n---------------------------OX------XO--------------------------- X; d3:+0; % \
         b\n",
        &[Ok("---------------------------OX------XO--------------------------- X")],
    ),
    (
        OTHELLO,
        "2 (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O------------\
         --------------- *]B[F5//2.449]W[D6/0.00];)(;GM[Othello]TY[8]B[f5];)",
        &[
            Ok("---------------------------OX------OXX-----O-------------------- X"),
            Ok("---------------------------OX------XXX-------------------------- O"),
        ],
    ),
    (OTHELLO, "(;GM[Othello]TY[8]B[f5]B[c3];)", &[Err("a move of White")]),
    (OTHELLO, "(;GM[Othello]TY[10]B[f5];)", &[Err("8, or the first board")]),
    // A comment that is not closed costs one game.
    (
        CHESS,
        "[Event \"a\"]\n\n1. e4 {lost\n\n[Event \"b\"]\n[FEN \"8/8/8/8/8/8/4K2k/8 w - - 0 1\"]\n\n\
         1. Kd3 *\n\n[Event \"c\"]\n\n1. e4 {closed} *\n",
        &[
            Err("`}` at the end of the comment that begins in line 3"),
            Ok("8/8/8/8/8/3K4/7k/8 b - - 1 1"),
            Ok("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ],
    ),
    // German pieces, and moves without numbers.
    (CHESS, "1. Sf3 Sc6", &[Ok("r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2")]),
    (CHESS, "e4 e5 Lc4", &[Ok("rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2")]),
    (
        CHECKERS,
        "[Event \"a\"]\n1. 11-15 {lost\n\n[Event \"b\"]\n1. 11-15 23-18 {closed} *\n",
        &[Err("`}`"), Ok("B:W18,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15")],
    ),
];

/// A byte of a character that is also the sign of a bracket or a backslash loses no move.
#[test]
fn encodings_lose_no_moves() {
    let tables = TableSource::default();
    let positions = |name: &str, bytes: &[u8]| {
        let input = open_text(TextSource::Bytes("games", bytes)).expect("a text");
        let games = entry(name).positions_of_games(&[], input, None, &tables).expect("games");
        let found = games.map(|it| {
            let noted = it.map_err(|error| error.to_string())?;
            Ok((noted.title.unwrap_or_default(), noted.game.position()))
        });
        found.collect::<Vec<Found>>()
    };
    for (bytes, black) in [
        (&b"(;SZ[3]CA[Shift_JIS]PB[\x94\x5C];B[bb])"[..], "\u{80FD}"),
        (b"(;SZ[3]PB[\x94\x5C];B[bb])", "\u{80FD}"),
        (b"(;SZ[3]CA[Big5]PB[\xA5\x5C];B[bb])", "\u{529F}"),
        (b"(;SZ[3]CA[ISO-8859-1]PB[M\xFCller];B[bb])", "M\u{fc}ller"),
        (b"(;SZ[3]PB[M\xFCller];B[bb])", "M\u{fc}ller"),
    ] {
        let found = positions(GO, bytes);
        let [Ok((title, position))] = &found[..] else { panic!("{found:?}") };
        assert!(title.starts_with(black) && position == ".../.X./... w", "{found:?}");
    }
    let found = positions(CHECKERS, b"[White \"M\xFCller\"]\n1. 11-15 *\n");
    assert!(matches!(&found[..], [Ok((title, _))] if title.starts_with("M\u{fc}ller")));
    let found = positions(CHESS, b"[White \"\x94\x5C\"]\n[Black \"b\"]\n\n1. e4 *\n");
    let is_read = |it: &Found| it.as_ref().is_ok_and(|(_, it)| it.contains("/4P3/"));
    assert!(found.len() == 1 && found.iter().all(is_read), "{found:?}");
}

#[test]
fn files_of_other_programs_are_read() {
    for &(name, text, expected) in FILES {
        let found = read(entry(name), text);
        assert_eq!(found.len(), expected.len(), "{name}: {text}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            match (found, expected) {
                (Ok((_, found)), Ok(expected)) => assert_eq!(found, expected, "{name}: {text}"),
                (Err(found), Err(expected)) => {
                    assert!(found.contains(expected), "{name}: {text}: {found}");
                }
                _ => panic!("{name}: {text}: {found:?}"),
            }
        }
    }
}
