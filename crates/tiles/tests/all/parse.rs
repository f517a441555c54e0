//! Boards as text: written boards can be read, and errors have places.

use proptest::prelude::*;
use tremaux_tiles::{Arrangement, Instance, Random, Size};

fn error(text: &str, size: Option<(usize, usize)>) -> String {
    let size = size.map(|(width, height)| Size::new(width, height).expect("in range"));
    Arrangement::parse(text, size).expect_err(text).to_string()
}

#[test]
fn errors_tell_where_and_what() {
    let four = Some((4, 4));
    let full = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14";
    assert_eq!(
        error("", None),
        "line 1, column 1: expected the tiles of a board, row by row, `_` or 0 for the blank, \
         found an empty text"
    );
    assert_eq!(
        error("1 2\n3 x", None),
        "line 2, column 3: expected the number of a tile, or `_`, found `x`"
    );
    assert_eq!(
        error(&format!("{full} 16"), four),
        "line 1, column 36: expected a tile from 0 to 15 of a 4x4 board, found `16`"
    );
    assert_eq!(
        error(&format!("{full} 14"), None),
        "line 1, column 36: expected each tile once (tile 15 is missing), found a second 14"
    );
    assert_eq!(
        error(full, four),
        "line 1, column 35: expected the 16 tiles of a 4x4 board, found 15 tiles"
    );
    assert_eq!(
        error(full, None),
        "line 1, column 35: expected the number of tiles of a square board; for any other board \
         give its size with --size, found 15 tiles"
    );
    assert_eq!(
        error(&format!("{full} 15 16"), four),
        "line 1, column 39: expected the end after the 16 tiles of a 4x4 board, found `16`"
    );
    assert_eq!(
        error("1 2 3 / 4 5", None),
        "line 1, column 12: expected rows of equal length: 3 tiles, like the first row, \
         found its end"
    );
    assert_eq!(
        error("1 2 3 / 4 0 5", Some((2, 3))),
        "line 1, column 9: expected rows of 2 tiles, for a 2x3 board, found rows of 3"
    );
    assert_eq!(
        error("1 2 3 4 0 5 6 7 8 9", Some((9, 9)).filter(|_| false)),
        "line 1, column 20: expected the number of tiles of a square board; for any other board \
         give its size with --size, found 10 tiles"
    );
}

#[test]
fn no_text_is_too_long() {
    for text in ["9".repeat(1_000_000), "1 ".repeat(100_000), "/".repeat(100_000)] {
        for size in [None, Some((4, 4))] {
            let error = error(&text, size);
            assert!(error.chars().count() < 200, "{error}");
        }
    }
}

#[test]
fn rows_tell_the_size() {
    let size = |text: &str| {
        Arrangement::parse(text, None).map(|board| board.size().to_string()).expect(text)
    };
    assert_eq!(size("1 2 3 / 4 5 _"), "3x2");
    assert_eq!(size("1 2\n3 4\n_ 5\n"), "2x3");
    assert_eq!(size("1 2 3 4\r\n5 6 7 0\r\n"), "4x2");
    assert_eq!(size("1 2, 3 0"), "2x2");
    assert_eq!(size("1,2,3,0"), "2x2");
    assert_eq!(size("1 2 3 4 5\n 6 7 8 0"), "3x3");
    assert_eq!(size("1/2/3/0".replace('/', " ").as_str()), "2x2");
    assert_eq!(size("01 002 3 0"), "2x2");
}

#[test]
fn goals_have_names() {
    let three = Size::new(3, 3).expect("in range");
    let four = Size::new(4, 4).expect("in range");
    let goal = |text: &str| Arrangement::parse_goal(text, three).expect(text).to_string();
    assert_eq!(goal("ring"), "1 2 3 8 0 4 7 6 5");
    assert_eq!(goal("spiral"), goal(" ring\n"));
    assert_eq!(goal("blank-first"), "0 1 2 3 4 5 6 7 8");
    assert_eq!(goal("blank-last"), "1 2 3 4 5 6 7 8 0");
    assert_eq!(goal("1 2 3 / 4 5 6 / 7 8 _"), goal("blank-last"));
    for (text, size) in [("ring", four), ("blank", three), ("1 2 3 0", three), ("", three)] {
        let error = Arrangement::parse_goal(text, size).expect_err(text);
        assert_eq!((error.line, error.column > 0), (1, true));
    }
    let error = Instance::parse("1 2 3 0", "1 2 3 4 5 6 7 8 0", None).expect_err("two sizes");
    assert_eq!(
        error.to_string(),
        "line 1, column 7: expected a tile from 0 to 3 of a 2x2 board, found `4`"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(width in 2_usize..=8, height in 2_usize..=8, seed: u64) {
        let size = Size::new(width, height).expect("in range");
        let board = Arrangement::spiral(size).random(&mut Random::new(seed));
        prop_assert_eq!(Arrangement::parse(&board.to_string(), Some(size)), Ok(board.clone()));
        let rows = format!("{board:#}");
        prop_assert_eq!(Arrangement::parse(&rows, None), Ok(board.clone()));
        prop_assert_eq!(Arrangement::parse(&rows.replace(" / ", "\n"), None), Ok(board.clone()));
        let blank = format!(" {board} ").replace(" 0 ", " _ ");
        prop_assert_eq!(Arrangement::parse(&blank, Some(size)), Ok(board));
    }

    #[test]
    fn no_text_is_too_strange(text in any::<String>(), near in "[0-9_ /,\n#x]{0,80}") {
        for text in [text, near] {
            for size in [None, Size::new(3, 3), Size::new(2, 5)] {
                if let Err(error) = Arrangement::parse(&text, size) {
                    prop_assert!(error.line > 0 && error.column > 0 && error.offset <= text.len());
                }
                let _ = Arrangement::parse_goal(&text, size.unwrap_or(Size::new(2, 2).unwrap()));
            }
        }
    }
}
