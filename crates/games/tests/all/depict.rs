//! Pictures of positions, as text.

use tremaux_core::{Game, GameDepict, GameNotation, Shape};
use tremaux_games::backgammon::Backgammon;
use tremaux_games::connect_four::ConnectFour;
use tremaux_games::dots_and_boxes::DotsAndBoxes;
use tremaux_games::m_n_k::MnkGame;
use tremaux_games::nim::Nim;
use tremaux_games::tic_tac_toe::TicTacToe;

fn picture<G: GameNotation + GameDepict>(game: &G, position: &str) -> String {
    let position = game.parse_position(position).expect(position);
    game.depict(&position).to_text()
}

#[test]
fn boards_are_drawn_from_the_top() {
    assert_eq!(picture(&TicTacToe, "x.o/.x./..."), "x . o\n. x .\n. . .\n");
    let game = MnkGame::new(4, 2, 2).expect("a board");
    assert_eq!(picture(&game, "...o/x..."), ". . . o\nx . . .\n");
    let game = ConnectFour::with_size(4, 3).expect("a board");
    assert_eq!(picture(&game, "1122"), ". . . .\no o . .\nx x . .\n");
}

#[test]
fn heaps_stand_side_by_side() {
    let nim = Nim::new(&[]).expect("no heaps");
    assert_eq!(picture(&nim, "1 0 3"), ". . 3\n. . o\n1 . o\no 0 o\n");
    assert_eq!(picture(&nim, "60000").lines().count(), 21);
}

#[test]
fn points_of_backgammon_are_in_their_places() {
    let text = picture(&Backgammon, "4HPwATDgc/ABMA");
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split_whitespace().collect()).collect();
    // From the first player's side: 13 to 24 above, 12 to 1 below, the bar between.
    assert_eq!(rows[0].join(" "), "x5 . . . o3 . . o5 . . . . x2");
    assert_eq!(rows[1].join(" "), "o5 . . . x3 . . x5 . . . . o2");
}

#[test]
fn edges_are_lines() {
    let game: DotsAndBoxes<2> = DotsAndBoxes::new(2, 1).expect("a board");
    let position = game.parse_position("-./..|/.-").expect("three edges");
    let lines: Vec<_> = game
        .depict(&position)
        .shapes
        .into_iter()
        .map(|shape| match shape {
            Shape::Line { from, to, .. } => (from, to),
            other => panic!("{other:?} is no line"),
        })
        .collect();
    let expected = [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (2.0, 1.0)), ((1.0, 1.0), (2.0, 1.0))];
    assert_eq!(lines, expected);
    assert!(game.depict(&game.initial_state()).shapes.is_empty());
}
