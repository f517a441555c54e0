//! Checkers as it is written: positions, moves, files of games.

use tremaux_core::{Game, GameDepict, GameNotation, Turn};
use tremaux_games::catalog::CHECKERS;
use tremaux_games::checkers::{
    Brazilian, Checkers, English, International, PdnGame, Russian, Variant,
};
use tremaux_play::perft;

/// A file of the collection of games.
fn file(name: &str) -> Option<String> {
    tremaux_testkit::data_text(&format!("games/pdn/{name}"))
}

#[test]
fn games_of_a_world_champion_are_legal() {
    let Some(text) = file("tinsley.pdn") else { return };
    let games = PdnGame::read_all(&text).expect("tags and moves");
    assert_eq!(games.len(), 724);
    let checkers: Checkers<English> = Checkers::new();
    let (mut moves, mut captures, mut faults) = (0, 0, Vec::new());
    for game in &games {
        assert!(game.tag("Event").is_some() && game.result.is_some());
        match game.replay(&checkers, &text) {
            Ok(line) => {
                moves += line.moves.len();
                captures += line.moves.iter().filter(|mv| mv.captures() > 0).count();
            }
            Err(error) => faults.push((error.line, error.column)),
        }
    }
    println!("{moves} moves, {captures} of them captures");
    // The faults of the file: a king that moves from where it is not (game 18 of 1981), and two
    // remarks written on to a square.
    assert_eq!(faults, [(5588, 5), (6434, 72), (7170, 20)]);
    assert_eq!((moves, captures), (35_921, 9_611));
}

#[test]
fn opening_positions_are_read_and_written() {
    let Some(text) = file("11_man_english.pdn") else { return };
    let games = PdnGame::read_all(&text).expect("tags");
    assert_eq!(games.len(), 2400);
    let checkers: Checkers<English> = Checkers::new();
    for game in &games {
        let line = game.replay(&checkers, &text).unwrap_or_else(|error| panic!("{error}"));
        let mut position = line.start;
        assert_eq!([0, 1].map(|player| position.men(player)), [11, 11]);
        let again = checkers.parse_position(&checkers.position_text(&position));
        assert_eq!(again, Ok(position));
        assert!(perft(&checkers, &mut position, 2) > 0);
    }
}

#[test]
fn files_of_games_are_read() {
    let text = "\u{feff}";
    assert!(PdnGame::read_all(text).is_ok());
    let text = "\
[Event \"one \u{e9}\"]
[Result \"*\"]
; a line of remarks { that is not closed
1. 11-15! {better (than} (1. 9-14) 1... 23-18? $6 (1... 22-17 (1... 24-19 {)})) 2.8-11 *
[FEN \"W:WK18,32:B14,K1\"]
1. 18x9 2-0
";
    let games = PdnGame::read_all(text).expect("two games");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].moves, ["11-15!", "23-18?", "8-11"]);
    assert_eq!(games[0].tags, [("Event", "one \u{e9}"), ("Result", "*")]);
    assert_eq!((games[0].result, games[1].result), (Some("*"), Some("2-0")));
    let checkers: Checkers<English> = Checkers::new();
    for game in &games {
        game.replay(&checkers, text).unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(PdnGame::read_all("").expect("nothing"), []);
}

#[test]
fn a_game_with_a_wrong_tag_is_left_out_as_a_whole() {
    let tags = ["[Event \"e\"]", "[FEN \"W:WK18,32:B14,K1\"]", "[White \"w\"]"];
    for wrong in ["[White x]", "[White \"x]", "[\"x\"]", "[", "[A \"x\"y]"] {
        for at in 0..=tags.len() {
            let mut lines = tags.to_vec();
            lines.insert(at, wrong);
            for moves in ["", "\n1. 11-15 *\n", "\n1. 11-15\n"] {
                let around = "[Event \"good\"]\n[White \"A\"]\n\n1. 11-15 *\n\n";
                let text = format!("{around}{}\n{moves}\n\n{around}", lines.join("\n"));
                let found = PdnGame::read_each(&text);
                let names: Vec<_> = found
                    .iter()
                    .map(|it| it.as_ref().map_or("wrong", |game| game.tag("Event").unwrap_or("?")))
                    .collect();
                assert_eq!(names, ["good", "wrong", "good"], "{text}");
            }
        }
    }
    let text = "[White \"Joe \"Fast\" Smith\"] [Black \"B\"]\n[Result \"1-0\"]\n\n\n[Black \
        \"C\"]\n1. 11-15";
    let games = PdnGame::read_all(text).expect("two games");
    assert_eq!((games[0].tag("White"), games[0].tags.len()), (Some("Joe \"Fast\" Smith"), 3));
    assert_eq!((games[1].tag("White"), games[1].moves.len(), games.len()), (None, 1, 2));
}

#[test]
fn the_tag_game_type_names_the_rules() {
    for (value, right) in [
        ("20", Ok(Some("international"))),
        ("20,W,10,10,N2,0", Ok(Some("international"))),
        ("21", Ok(Some("english"))),
        (" 25 ", Ok(Some("russian"))),
        ("26,W,8,8,A1,0", Ok(Some("brazilian"))),
        ("22", Err("`22` (Italian draughts)")),
        ("23", Err("`23` (American pool checkers)")),
        ("99", Err("`99`")),
        ("checkers", Err("`checkers`")),
    ] {
        let text = format!("[GameType \"{value}\"]\n\n*");
        let games = PdnGame::read_all(&text).expect("a game");
        let rules = games[0].rules(&text).map_err(|error| {
            assert_eq!((error.line, error.column), (1, 12), "{error}");
            error.found
        });
        assert_eq!(rules, right.map_err(str::to_owned), "{value}");
    }
    assert_eq!(PdnGame::default().rules(""), Ok(None));
}

/// The files of the folder of odd inputs; `None` where there is no folder of data.
fn odd_input(name: &str) -> Option<String> {
    tremaux_testkit::data_text(&format!("odd-input/games/{name}"))
}

#[test]
fn games_are_read_by_the_rules_of_their_tag() {
    for (name, right) in [
        (
            "05_pdn_gametype20.pdn",
            Ok("W:W31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
                B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,20,23"),
        ),
        ("05b_pdn_gametype23_pool.pdn", Err("American pool checkers")),
        ("05c_pdn_gametype22_italian.pdn", Err("Italian draughts")),
    ] {
        let Some(text) = odd_input(name) else { return };
        let tables = tremaux_domain::TableSource::default();
        let read = |given: &[(&'static str, String)]| {
            let games = CHECKERS
                .positions_of_games(given, Box::new(text.as_bytes()), None, &tables)
                .expect("a file");
            let games = games.map(|game| match game {
                Ok(noted) => Ok(noted.game.position()),
                Err(error) => Err(error.to_string()),
            });
            games.collect::<Vec<_>>()
        };
        let found = read(&[]).remove(0);
        match right {
            Ok(position) => assert_eq!(found.as_deref(), Ok(position), "{name}"),
            Err(words) => assert!(found.is_err_and(|error| error.contains(words)), "{name}"),
        }
        // What was chosen does not override the file.
        let english = read(&[("rules", "english".to_owned())]).remove(0);
        assert!(english.is_err(), "{name}: {english:?}");
        let records = CHECKERS.read_records(&[], &text);
        assert_eq!(records.is_ok(), right.is_ok(), "{name}");
        for record in records.into_iter().flatten() {
            let game = CHECKERS.open(&record.options, &record.start).expect("a position");
            assert_eq!((game.options(), record.moves.len()), (&record.options[..], 4));
        }
    }
}

#[test]
fn errors_in_files_are_told_where_they_are() {
    for (text, line, column, expected) in [
        ("[Event \"x\"\n1. 11-15", 1, 1, "a tag"),
        ("[Event x]", 1, 1, "a tag"),
        ("\n [\"x\"]", 2, 2, "a tag"),
        ("1. 11-15 {x", 1, 10, "`}`"),
        ("1. 11-15 (x {y} (z)", 1, 10, "`)`"),
        ("1. 11-15 (x {y)", 1, 13, "`}`"),
    ] {
        let error = PdnGame::read_all(text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    let checkers: Checkers<English> = Checkers::new();
    for (text, line, column, expected) in [
        ("1. 11-15\n 22-18 2. 8-11", 2, 11, "a capture: capturing is compulsory"),
        ("1. 11-16\n24-20 16-19 11-15", 2, 13, "a capture: capturing is compulsory"),
        ("1. 11-15 \u{e9}-18", 1, 10, "a dark square"),
        ("1. 11-15 23", 1, 10, "a move"),
        ("[FEN \"B:W32:B1,33\"] 1-5", 1, 16, "a dark square"),
        ("[FEN \"B:W6:B1\"] 1x10 11-15", 1, 22, "the game is over"),
    ] {
        let games = PdnGame::read_all(text).expect(text);
        let error = games[0].replay(&checkers, text).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}

fn rewritten<V: Variant>(text: &str) -> String {
    let game: Checkers<V> = Checkers::new();
    game.position_text(&game.parse_position(text).expect(text))
}

#[test]
fn positions_are_read_in_every_form() {
    let start = |position: &str| rewritten::<English>(position);
    let english: Checkers<English> = Checkers::new();
    let initial = english.position_text(&english.initial_state());
    assert_eq!(initial, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    assert_eq!(start("b:B1-12:w21-32."), initial);
    assert_eq!(start(" B : W a3-e1, G1 :B1-12"), initial);
    assert_eq!(start("W:WKa1:BKh8:H12:F30"), "W:WK29:BK4:H12");
    assert_eq!(rewritten::<International>("W:W31-50:B1-20"), {
        let game: Checkers<International> = Checkers::new();
        game.position_text(&game.initial_state())
    });
    assert_eq!(
        rewritten::<Brazilian>("W:W32,K29:BKb8"),
        "W:Wg1,Ka1:BKb8".replace("g1,Ka1", "Ka1,g1")
    );
    // The corner of the textbook.
    let setting = "W:WA1,C1,E1,G1,B2,D2,F2,H2,A3,C3,E3,G3:BB8,D8,F8,H8,A7,C7,E7,G7,B6,D6,F6,H6";
    let game: Checkers<Brazilian> = Checkers::new();
    assert_eq!(game.parse_position(setting), Ok(game.initial_state()));
    assert_eq!(
        game.depict(&game.initial_state()).to_text().lines().next(),
        Some("  b   b   b   b")
    );
}

#[test]
fn impossible_positions_are_refused_where_they_are_wrong() {
    let game: Checkers<English> = Checkers::new();
    for (text, column, expected) in [
        ("", 1, "a position"),
        ("x", 1, "the side to move"),
        ("B", 2, "the squares of White and of Black"),
        ("B:W1", 4, "a king on the last row"),
        ("B:B5", 5, "the squares of White and of Black"),
        ("B:W5:W6", 6, "`W` or `B`"),
        ("B:W5,6,5:B7", 8, "an empty square"),
        ("B:W5:B7,5", 9, "an empty square"),
        ("B:W33:B7", 4, "a dark square"),
        ("B:W0:B7", 4, "a dark square"),
        ("B:Wb1:B7", 4, "a dark square"),
        ("B:W5,:B7", 6, "a dark square"),
        ("B:W9-7:B1", 4, "a range"),
        ("B:W5-20:B1", 4, "at most 12"),
        ("B:WK1-K5:B7", 7, "a dark square"),
        ("B:W5:B29", 7, "a king on the last row"),
        ("B:W:B5", 5, "the side that has just moved"),
        ("B:W5:B6:H81", 9, "at most 80"),
        ("B:W5:B6:x", 9, "at most 80"),
        ("B:W5:B6:H\u{e9}", 9, "at most 80"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}

#[test]
fn moves_are_read_in_every_form() {
    let game: Checkers<English> = Checkers::new();
    let position = game.initial_state();
    let mv = game.parse_move(&position, "11-15").expect("a step");
    for text in [" 11-15 ", "11:15", "11x15", "f6-e5", "F6:E5", "f6-15"] {
        assert_eq!(game.parse_move(&position, text), Ok(mv), "{text}");
    }
    for text in
        ["", "11", "11-", "-15", "11-15-18", "11-19", "0-5", "33-3", "11-15x", "é-ß", "11+15"]
    {
        assert!(game.parse_move(&position, text).is_err(), "{text:?}");
    }
    // Two ways round a square of men, that end where they began.
    let round = game.parse_position("B:W18,19,26,27:BK15").expect("a round");
    let mut moves = Vec::new();
    game.moves(&round, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&round, mv)).collect();
    texts.sort();
    assert_eq!(texts, ["15x22x31x24x15", "15x24x31x22x15"]);
    assert!(game.parse_move(&round, "15x15").expect_err("which").expected.contains("several"));
    assert_eq!(game.parse_move(&round, "15x24x31x15"), game.parse_move(&round, "15x24x31x22x15"));
    for &mv in &moves {
        let mut end = round;
        let _ = game.play(&mut end, mv);
        assert_eq!(game.position_text(&end), "W:W:BK15");
    }
    // By international rules they are one move, by whichever way it is written.
    let game: Checkers<International> = Checkers::new();
    let round = game.parse_position("B:W19,20,29,30:BK14").expect("a round");
    let mut moves = Vec::new();
    game.moves(&round, &mut moves);
    for mv in moves {
        assert_eq!(game.parse_move(&round, &game.move_text(&round, mv)), Ok(mv));
    }
}

#[test]
fn the_line_of_the_textbook_is_written_as_there() {
    // Four kings against one, as printed, with colons for steps and captures.
    let game: Checkers<Brazilian> = Checkers::new();
    let mut position = game.parse_position("W:WKB2,KB8,KC1,KA1:BKD8").expect("five kings");
    for text in ["B2:D4", "D8:A5", "B8:D6", "A5:E1", "D6:G3", "E1:H4", "C1:G5", "H4:F6:C3", "A1:D4"]
    {
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let _ = game.play(&mut position, mv);
    }
    assert_eq!(game.turn(&position), Turn::Over);
    let russian: Checkers<Russian> = Checkers::new();
    let start = russian.initial_state();
    assert_eq!(russian.move_text(&start, russian.parse_move(&start, "22-18").expect("")), "c3-d4");
}
