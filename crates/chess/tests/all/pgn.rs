//! Games in PGN.

use std::io::{BufReader, Read};

use tremaux_chess::pgn::{Outcome, PgnError, PgnGame, PgnLine, PgnMove, PgnReader};
use tremaux_chess::{Chess, Move, Position};
use tremaux_core::{Game, Random, Turn};

/// A random game of at most so many plies.
fn random_game(start: &Position, random: &mut Random, plies: usize) -> Vec<Move> {
    let game = Chess::new();
    let mut position = start.clone();
    let mut played = Vec::new();
    while played.len() < plies && game.turn(&position) != Turn::Over {
        let moves = position.legal_moves();
        let mv = moves[random.below(moves.len() as u64) as usize];
        position.play(mv);
        played.push(mv);
    }
    played
}

fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(text.as_bytes()).with_variations().collect()
}

fn errors(text: &str) -> Vec<String> {
    read(text).into_iter().filter_map(|game| Some(game.err()?.to_string())).collect()
}

/// Adds random comments, glyphs and variations.
fn annotate(line: &mut PgnLine, start: &Position, random: &mut Random, depth: u32) {
    let mut position = start.clone();
    for mv in &mut line.moves {
        if random.below(5) == 0 {
            mv.comment = ["good", "an [%eval 0.3] or %x", "Ünïcode; (not) a variation"]
                [random.below(3) as usize]
                .to_owned();
        }
        if random.below(5) == 0 {
            mv.glyphs.push(random.below(1400) as u16);
        }
        if depth > 0 && random.below(6) == 0 {
            let moves = random_game(&position, random, 5);
            let moves = moves.into_iter().map(PgnMove::new).collect();
            let mut variation = PgnLine { comment: String::new(), moves };
            annotate(&mut variation, &position, random, depth - 1);
            mv.variations.push(variation);
        }
        position.play_or_pass(mv.mv);
    }
}

#[test]
fn random_games_are_read_back() {
    let mut random = Random::new(1);
    let mut text = String::new();
    let mut games = Vec::new();
    for number in 0..30 {
        let start = match number % 3 {
            0 => Position::initial(),
            1 => Position::chess960(number * 31).expect("a position"),
            _ => Position::parse_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 40").expect("a FEN"),
        };
        let moves = random_game(&start, &mut random, 120);
        let mut game = PgnGame::new(start.clone(), &moves, Outcome::ALL[number as usize % 4]);
        game.set_tag("White", "A \"quoted\" \\ name");
        game.set_tag("ECO", "A00");
        game.line.comment = "At the beginning".into();
        annotate(&mut game.line, &start, &mut random, 3);
        text += &game.to_string();
        games.push(game);
    }
    assert!(text.lines().all(|line| line.chars().count() < 100), "{text}");
    let found = read(&text);
    assert_eq!(found.len(), games.len());
    for (found, game) in found.into_iter().zip(&games) {
        let found = found.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((&found.line, found.outcome), (&game.line, game.outcome));
        assert_eq!((&found.start, found.tag("White")), (&game.start, game.tag("White")));
        assert_eq!(found.to_string(), game.to_string());
        let plain: Vec<PgnGame> =
            PgnReader::new(game.to_string().as_bytes()).map(|it| it.expect("a game")).collect();
        assert!(plain[0].moves().eq(game.moves()));
    }
}

#[test]
fn what_files_contain_is_understood() {
    let text = "\u{feff}% made by hand\n; a comment\n[Event \"x\"]\n[ White \"y\" ]\n\n\
        {Before} 1.e4! e5 ; the rest of the line\n2 . Nf3 Nc6 $14 (2... d6 (2...f5!?) 3. d4) \
        3.Bb5\n\
        3... a6 {a} {b} 1/2-1/2 {after the end}\n\n[Event \"z\"]\n\n*\n1. d4 0-1\n";
    let games: Vec<PgnGame> = read(text).into_iter().map(|it| it.expect("a game")).collect();
    assert_eq!(games.len(), 3);
    let [first, second, third] = &games[..] else { unreachable!() };
    assert_eq!((first.tag("White"), first.outcome), (Some("y"), Outcome::Draw));
    assert_eq!((first.moves().count(), first.line.comment.as_str()), (6, "Before"));
    let moves = &first.line.moves;
    assert_eq!(
        (moves[0].glyphs.as_slice(), moves[1].comment.as_str()),
        (&[1][..], "the rest of the line")
    );
    assert_eq!((moves[3].variations.len(), moves[3].variations[0].moves.len()), (1, 2));
    assert_eq!(moves[3].variations[0].moves[0].variations[0].moves[0].glyphs, [5]);
    assert_eq!(moves[5].comment, "a b");
    assert_eq!((second.moves().count(), second.outcome), (0, Outcome::Unknown));
    assert_eq!((third.moves().count(), third.outcome), (1, Outcome::BlackWins));
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        (
            "[Event \"x\"]\n\n1. e4 e5 2. Nf4 *\n",
            "game 1, line 3, column 13: expected a legal move; the nearest are `Nf3`, `f4`, \
             `Bc4`, found `Nf4`",
        ),
        (
            "1. e4 {e5 2. Nf3\n\n",
            "game 1, line 3, column 1: expected `}` at the end of the comment that begins in line \
             1, found the end of the file",
        ),
        (
            "1. e4 (1. d4\n",
            "game 1, line 2, column 1: expected `)`: the game is cut off in a variation, found \
             the end of the file",
        ),
        (
            "1. e4 ) *",
            "game 1, line 1, column 7: expected a move or the result: no variation is open, found \
             `)`",
        ),
        ("(1. e4) *", "game 1, line 1, column 1: expected a move before the variation, found `(`"),
        (
            "[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*",
            "game 1, line 1, column 7: expected a board with a king of Black, found \
             `8/8/8/8/8/8/8/4K3`",
        ),
        (
            "[Variant \"Atomic\"]\n\n*",
            "game 1, line 1, column 11: expected chess or Chess960 as the variant, found `Atomic`",
        ),
        (
            "[Event x]\n\n*",
            "game 1, line 1, column 8: expected a tag, for example `[White \"Carlsen\"]`, found \
             `x`",
        ),
        (
            "[Event \"x\n\n*",
            "game 1, line 1, column 1: expected `\"]` at the end of the tag, on the same line, \
             found `Event`",
        ),
        (
            "1. e4 $99999 *",
            "game 1, line 1, column 7: expected a number from 0 to 65535 after `$`, found `99999`",
        ),
        (
            "1. e4 e5 [Event \"x\"]\n\n1. d4 *",
            "game 1, line 1, column 10: expected a move or the result, or the tag at the start of \
             a line, found `[Event`",
        ),
        (
            "1. e4 e5 2. Bc4 Bc5 3. Qh5 Nc6 4. Qxf7+ --",
            "game 1, line 1, column 41: expected a move out of check: no null move, found `--`",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n*",
            "game 1, line 2, column 7: expected one tag FEN, not two, found \
             `4k3/8/8/8/8/8/8/4K2R w - - 0 1`",
        ),
        (
            "1. e4 § *",
            "game 1, line 1, column 7: expected a move, a comment, a variation or the result, \
             found `§`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(errors(text), [expected], "{text}");
    }
}

#[test]
fn reading_continues_after_a_wrong_game() {
    let good = "[Event \"good\"]\n\n1. e4 {[not a tag]} *\n\n";
    let bad = "[Event \"bad\"]\n\n1. e5 {\n[hidden \"in a comment\"] } e4 1-0\n\n";
    let cut = "[Event \"cut\"]\n\n1. e4 (1. d4\n\n";
    let found = read(&format!("{good}{bad}{good}{cut}{good}{cut}"));
    let events: Vec<_> = found
        .iter()
        .map(|it| it.as_ref().map(|game| game.tag("Event").unwrap_or("")).unwrap_or("wrong"))
        .collect();
    assert_eq!(events, ["good", "wrong", "good", "wrong", "good", "wrong"]);
    let numbers: Vec<String> =
        found.iter().filter_map(|it| Some(it.as_ref().err()?.to_string())).collect();
    assert!(numbers[1].starts_with("game 4, line 18"), "{numbers:?}");
    assert!(numbers[2].starts_with("game 6, "), "{numbers:?}");
}

/// Nothing of a game with a wrong tag is read, whichever tag it is, and the games around it are.
#[test]
fn a_game_with_a_wrong_tag_is_left_out_as_a_whole() {
    let tags = [
        "[Event \"e\"]",
        "[SetUp \"1\"]",
        "[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"]",
        "[White \"w\"]",
        "[Result \"*\"]",
    ];
    let wrong = ["[White x]", "[White \"x]", "[\"x\"]", "[", "[Variant \"Atomic\"]", "[A \"x\"y]"];
    for wrong in wrong {
        for at in 0..=tags.len() {
            let mut lines = tags.to_vec();
            lines.insert(at, wrong);
            let bad = lines.join("\n");
            for moves in ["", "\n1. e4 e5 *\n", "\n1. e4 e5\n"] {
                let around = "[Event \"good\"]\n[White \"A\"]\n\n1. e4 *\n\n";
                let text = format!("{around}{bad}\n{moves}\n\n{around}");
                let found = read(&text);
                let names: Vec<_> = found
                    .iter()
                    .map(|it| it.as_ref().map_or("wrong", |game| game.tag("Event").unwrap_or("?")))
                    .collect();
                assert_eq!(names, ["good", "wrong", "good"], "{text}");
            }
        }
    }
}

#[test]
fn a_game_of_tags_alone_is_a_game() {
    let names = |text: &str| {
        let games = read(text).into_iter().map(|game| {
            let game = game.unwrap_or_else(|error| panic!("{text}: {error}"));
            let white = game.tag("White").unwrap_or("?").to_owned();
            format!("{white} {} {}", game.line.moves.len(), game.outcome.text())
        });
        games.collect::<Vec<_>>().join(", ")
    };
    let first = "[Event \"e\"]\n[White \"A\"]\n[Result \"0-1\"]\n";
    for (text, right) in [
        // Two empty lines, or one before `Event` or a tag that is there already.
        (format!("{first}\n\n[White \"C\"]\n\n1. e4 e5 *"), "A 0 0-1, C 2 *"),
        (format!("{first}\n\n[Black \"C\"]\n\n1. e4 e5 *"), "A 0 0-1, ? 2 *"),
        (format!("{first}\n[White \"C\"]\n\n1. e4 e5 *"), "A 0 0-1, C 2 *"),
        (format!("{first}\n[Event \"C\"]\n\n1. e4 e5"), "A 0 0-1, ? 2 *"),
        (format!("{first}{{said}}\n\n[Event \"C\"]\n\n1. e4 e5"), "A 0 0-1, ? 2 *"),
        (format!("{first}{first}\n1. e4"), "A 1 0-1"),
        // Tags apart, with a comment among them, are those of one game.
        (format!("{first}\n; said\n[Black \"C\"]\n\n1. e4 e5"), "A 2 0-1"),
        (format!("{first}\n[Black \"C\"]\n\n1. e4 e5 1/2"), "A 2 1/2-1/2"),
        (first.to_owned(), "A 0 0-1"),
        (format!("{first}\n\n\n{first}\n\n\n{first}"), "A 0 0-1, A 0 0-1, A 0 0-1"),
    ] {
        assert_eq!(names(&text), right, "{text}");
    }
}

#[test]
fn annotations_are_read_in_every_form() {
    for (signs, number) in [
        ("!", 1),
        ("??", 4),
        ("⁉", 5),
        ("□", 7),
        ("=", 10),
        ("∞", 13),
        ("+=", 14),
        ("⩲", 14),
        ("=/+", 15),
        ("+/-", 16),
        ("±", 16),
        ("∓", 17),
        ("+-", 18),
        ("-+", 19),
        ("\u{2212}+", 19),
        ("↑", 36),
        ("⇄", 132),
        ("$999", 999),
        ("N", 146),
    ] {
        let apart = format!("1. e4 e5 2. Nf3 {signs} *");
        let joined = format!("1. e4 e5 2. Nf3{signs} *");
        for text in if signs == "N" { vec![apart] } else { vec![apart, joined] } {
            let game = read(&text).remove(0).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.line.moves.len(), 3, "{text}");
            assert_eq!(game.line.moves[2].glyphs, [number], "{text}");
        }
    }
    // Where Black has a number of its own.
    let game = read("1. e4 e5 ⇄ 2. Nf3 ⇄ *").remove(0).expect("a game");
    let glyphs: Vec<_> = game.line.moves.iter().map(|mv| mv.glyphs.clone()).collect();
    assert_eq!(glyphs, [vec![], vec![133], vec![132]]);
}

#[test]
fn moves_are_read_with_typographic_signs() {
    for text in [
        "1. ♘f3 d5 2. ♘f3–d4 e5 3. ♘b3 ♛h4 4. c2−c4 d5×c4 5. e2‑e3 c4×b3 ½–½",
        "1.\u{a0}Nf3\u{202f}d5 2\u{a0}Nd4 e5 3…Nb3 Qh4 4 c4 dxc4 5.e3 cxb3 ½-½",
        "1 Nf3 d5 2 Nd4 e5 3 Nb3 Qh4 4 c4 d:c4 5 e3 cxb3 1/2",
    ] {
        let game = read(text).remove(0);
        let game = game.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((game.line.moves.len(), game.outcome), (10, Outcome::Draw), "{text}");
        assert_eq!(
            game.end().to_fen(),
            "rnb1kbnr/ppp2ppp/8/4p3/7q/1p2P3/PP1P1PPP/RNBQKB1R w KQkq - 0 6",
            "{text}"
        );
    }
    // The same in Latin-1.
    let text = b"1.\xA0e4 e5 \xBD-\xBD";
    let games: Vec<_> = PgnReader::new(&text[..]).collect();
    let game = games[0].as_ref().expect("a game");
    assert_eq!((game.line.moves.len(), game.outcome), (2, Outcome::Draw));
    for text in ["1. e4 e5 2. -- Nf6 *", "1. e4 e5 2. Z0 Nf6 *", "1. e4 e5 2. 0000 Nf6 *"] {
        let game = read(text).remove(0).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((game.line.moves.len(), game.line.moves[2].mv), (4, None));
        assert!(game.to_string().contains("2. -- Nf6 *"), "{game}");
        assert_eq!(read(&game.to_string())[0].as_ref().expect("a game").line, game.line);
    }
}

#[test]
fn latin_1_is_read() {
    let text = b"[White \"M\xFCller\"]\n\n1. e4 {sch\xF6n} *";
    let games: Vec<_> = PgnReader::new(&text[..]).collect();
    let game = games[0].as_ref().expect("a game");
    assert_eq!((game.tag("White"), game.line.moves[0].comment.as_str()), (Some("Müller"), "schön"));
}

/// An endless text.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn no_game_takes_unbounded_memory() {
    for text in ["{", "x", "1. Nf3 Nf6 2. Ng1 Ng8 ", "[A \"", "[A \"b\"]\n", "1. e4 ("] {
        let reader = BufReader::new(Endless(text.as_bytes(), 0));
        let first = PgnReader::new(reader).with_variations().next();
        assert!(matches!(first, Some(Err(PgnError::Game { .. }))), "{text}");
    }
}
