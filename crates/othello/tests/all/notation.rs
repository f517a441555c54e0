//! Boards, transcripts and OBF, and what is wrong with them.

use tremaux_core::{Game, GameDepict, GameNotation, Random, Turn};
use tremaux_othello::{Move, Othello, Record};

const START: &str = "---------------------------OX------XO--------------------------- X";

fn error(text: &str) -> String {
    Othello.parse_position(text).expect_err(text).to_string()
}

#[test]
fn boards_and_transcripts_are_read() {
    let start = Othello.initial_state();
    assert_eq!(Othello.position_text(&start), START);
    for text in ["", " \n", START, &START.replace('-', ".")] {
        assert_eq!(Othello.parse_position(text), Ok(start), "{text}");
    }
    let rows: Vec<&str> = (0..8).map(|row| &START[8 * row..8 * row + 8]).collect();
    assert_eq!(Othello.parse_position(&format!("{}\nX", rows.join("\n"))), Ok(start));
    let text = "f5 d6\nC3D3 c4";
    let position = Othello.parse_position(text).expect("legal moves");
    assert_eq!(Othello.parse_position("f5d6c3d3c4"), Ok(position));
    for text in ["1. f5 d6 2. C3 D3 3. c4", "1 f5 d6 2 c3 d3 3 c4", "1.f5d6 2.c3d3\n3.c4"] {
        assert_eq!(Othello.parse_position(text), Ok(position), "{text}");
    }
    let board = |text: &str| Othello.parse_position(text).map(|it| Othello.position_text(&it));
    let ggs = format!("[8 {} *]", rows.join(" "));
    assert_eq!(board(&ggs).as_deref(), Ok(START));
    assert_eq!(board(&ggs.replace('*', "O")), Ok(START.replace(" X", " O")));
    let drawn = Othello.depict(&position).to_text();
    assert_eq!(drawn.lines().nth(2), Some(". . X O . . . ."));
    assert_eq!(position.player_to_move(), 1);
}

/// Passes in transcripts may be written or left out.
#[test]
fn passes_are_played() {
    let mut passes = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (mut position, mut line) = (Othello.initial_state(), String::new());
        while Othello.turn(&position) != Turn::Over {
            let mut legal = Vec::new();
            Othello.moves(&position, &mut legal);
            let mv = legal[random.below(legal.len() as u64) as usize];
            if mv == Move::PASS {
                passes += 1;
                assert_eq!(Othello.move_text(&position, mv), "pass");
                assert_eq!(Othello.parse_move(&position, " Pass"), Ok(mv));
                assert!(Othello.parse_move(&position, "a1").is_err());
                line += ["", "pass", " PS ", "--"][passes % 4];
            } else {
                line += &Othello.move_text(&position, mv);
            }
            position.play(mv);
        }
        assert_eq!(Othello.parse_position(&line), Ok(position), "{line}");
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn wrong_positions_are_rejected_with_their_place() {
    for (text, place, what) in [
        (&START[1..], "column 1", "expected 64 squares, found 63 squares"),
        (&format!("-{START}"), "column 1", "expected 64 squares, found 65 squares"),
        (&START.replacen('O', "Q", 1), "column 28", "expected a square: X, O or -, found `Q`"),
        (&START[..64], "column 65", "expected the side to move, X or O"),
        (&format!("{}; f5:+1", &START[..64]), "column 65", "side to move, X or O, found `;`"),
        (&format!("{} ; f5:+1", &START[..64]), "column 66", "expected the side to move"),
        (&format!("{} -", &START[..64]), "column 66", "expected the side to move"),
        (&START.replace("OX", "--"), "column 1", "expected discs on d4, e4, d5 and e5"),
        (&format!("{START} f5"), "column 68", "expected `;`"),
        (&format!("{START}; a1:+2"), "column 69", "legal move for X: d3 c4 f5 e6, found `a1`"),
        (&format!("{START}; f5:+66"), "column 72", "expected a score from -64 to +64"),
        (&format!("{START}; f5:"), "column 72", "expected a score"),
        (&format!("{START}; f5:+2; x"), "column 76", "a column and a row"),
        ("--------\n-------\n", "line 2, column 1", "expected 8 squares in a row, found 7"),
        ("--------\n--------", "line 2, column 9", "expected 64 squares"),
        ("hello", "column 1", "a board of X, O and -, or moves such as f5d6c3"),
        ("f5d6c", "column 5", "a column and a row, for example f5, found `c`"),
        ("f5d6\nc3e3a1", "line 2, column 3", "legal move for"),
        ("f5d6c9", "column 5", "found `c9`"),
        ("f5pass", "column 3", "found `pass`"),
        ("e6f4e3f6g5d6e7f5c5a1", "column 19", "no move: the game is over"),
        ("f5ß6", "column 3", "found `ß6`"),
        ("........", "column 9", "expected 64 squares"),
        ("1. f5 a1 2.", "column 7", "found `a1`"),
        ("[10 -------- *]", "column 2", "expected 8, the size of the board"),
        ("[8 -------- *", "column 14", "expected `]`"),
        (&format!("[8 {START} f5]"), "column 71", "expected `]` after the side to move"),
    ] {
        let error = error(text);
        assert!(error.contains(&format!("{place}:")) && error.contains(what), "{text}: {error}");
    }
}

#[test]
fn records_have_moves_scores_and_a_comment() {
    let text = format!("{START}; F5:+0; d3:0;C4:-2; e6 ; % the start");
    let record = Record::parse(&text).expect("a record");
    assert_eq!((record.moves.len(), record.score()), (4, Some(0)));
    assert_eq!(record.comment, Some("the start"));
    let best: Vec<_> = record.best_moves().map(|mv| mv.square()).collect();
    assert_eq!(best, [Some(37), Some(19)]);
    let plain = format!("{START};");
    let plain = Record::parse(&plain).expect("a record");
    assert_eq!((plain.score(), plain.best_moves().count(), plain.comment), (None, 0, None));
    let unscored = format!("{START}; e6; f5");
    let unscored = Record::parse(&unscored).expect("a record");
    assert_eq!(unscored.best_moves().collect::<Vec<_>>(), [Move::on(44)]);
}
