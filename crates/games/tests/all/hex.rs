//! Hex against a naive board and known values.

use std::collections::HashSet;

use tremaux_core::{
    Evaluator, Game, GameNotation, HashedGame, Limits, Player, Score, Turn, ZeroSumGame,
};
use tremaux_games::hex::{Cell, ConnectionLead, Hex, Position};
use tremaux_play::{AlphaBeta, SearchParts, perft};
use tremaux_tables::TranspositionTable;
use tremaux_testkit as testkit;

fn hex(size: usize) -> Hex {
    Hex::new(size).expect("a board")
}

/// The cells beside a cell, by rows and columns.
fn beside(size: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = ((cell / size) as i32, (cell % size) as i32);
    let steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
    let cells = steps.into_iter().map(move |(down, right)| (row + down, column + right));
    let is_on = move |at: i32| (0..size as i32).contains(&at);
    cells
        .filter(move |&(row, column)| is_on(row) && is_on(column))
        .map(move |(row, column)| row as usize * size + column as usize)
}

/// The least number of empty cells on a way of `player` from side to side, by trying all costs.
fn missing(game: &Hex, position: &Position, player: Player) -> Option<u32> {
    let size = game.size();
    let along = |cell: usize| if player == 0 { cell / size } else { cell % size };
    let cost = |cell: usize| match position.stone(cell) {
        None => Some(1),
        Some(owner) => (owner == player).then_some(0),
    };
    let mut costs = vec![None; game.cells()];
    for cell in (0..game.cells()).filter(|&cell| along(cell) == 0) {
        costs[cell] = cost(cell);
    }
    loop {
        let mut has_changed = false;
        for cell in 0..game.cells() {
            let Some(own) = cost(cell) else { continue };
            let near = beside(size, cell).filter_map(|other| costs[other]).min();
            let Some(through) = near.map(|near: u32| near + own) else { continue };
            if costs[cell].is_none_or(|known| through < known) {
                costs[cell] = Some(through);
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    (0..game.cells()).filter(|&cell| along(cell) == size - 1).filter_map(|cell| costs[cell]).min()
}

#[test]
fn every_board_agrees_with_the_naive_one() {
    for size in Hex::SIZES {
        let game = hex(size);
        testkit::play_at_random(&game, 1, 30, |position, moves| {
            let missing = [0, 1].map(|player| missing(&game, position, player));
            assert_eq!([0, 1].map(|player| game.distance(position, player)), missing);
            let winner = missing.iter().position(|&it| it == Some(0));
            assert_eq!(game.turn(position) == Turn::Over, winner.is_some(), "{position:?}");
            let free = game.cells() - position.count() as usize;
            match winner {
                Some(winner) => {
                    assert_eq!(game.final_score(position, winner as Player), Score::WIN);
                    assert_eq!(winner as Player, 1 - position.player_to_move());
                    // There is no draw: only one of the players has connected.
                    assert_eq!(missing[1 - winner], None);
                }
                None => assert_eq!(moves.len(), free),
            }
            let score = ConnectionLead.evaluate(&game, position);
            assert!(score.get().abs() < 2000, "an estimate");
        });
    }
}

#[test]
fn contracts() {
    for size in [3, 4, 7, 11] {
        testkit::check_zero_sum_game(&hex(size), 1, 10);
        testkit::check_game_notation(&hex(size), 2, 5);
    }
}

#[test]
fn half_turns_are_folded() {
    let game = hex(4);
    let canonical = |position: &Position| {
        let cells: Vec<_> = (0..game.cells()).map(|cell| position.stone(cell)).collect();
        let turned: Vec<_> = cells.iter().rev().copied().collect();
        cells.min(turned)
    };
    testkit::check_folded_game(&game, 4, 300, canonical, true);
}

/// The number of positions after each ply of 3×3, and the wins among them.
#[test]
fn games_are_counted() {
    let game = hex(3);
    let counts: Vec<u64> =
        (0..=5).map(|depth| perft(&game, &mut game.initial_state(), depth)).collect();
    assert_eq!(counts[..5], [1, 9, 72, 504, 3024]);
    // Three stones in a row may connect x at the fifth ply.
    let mut ends = HashSet::new();
    testkit::play_at_random(&game, 3, 2000, |position, _| {
        if game.turn(position) == Turn::Over {
            ends.insert((game.hash(position), position.count()));
        }
    });
    assert!(ends.iter().all(|&(_, count)| (5..=9).contains(&count)) && ends.len() > 100);
}

fn solved(game: &Hex, position: &Position) -> Score {
    let table: TranspositionTable = TranspositionTable::with_bytes(1 << 24);
    let parts = SearchParts::new().evaluator(ConnectionLead).table(table);
    let report = AlphaBeta::default().solve(game, position, parts, &Limits::default());
    assert!(report.is_exact);
    report.score
}

/// The first player wins on every board (Nash), and by a stone in the middle of 3×3 and 5×5; not by
/// one in the acute corner.
#[test]
fn the_first_player_wins() {
    for size in [3, 4] {
        assert!(solved(&hex(size), &hex(size).initial_state()) > Score::DRAW, "{size}");
    }
    for (size, opening, wins) in [(3, "b2", true), (3, "a1", false), (4, "a1", false)] {
        let game = hex(size);
        let mut position = game.initial_state();
        let mv = game.parse_move(&position, opening).expect("a cell");
        game.play(&mut position, mv);
        assert_eq!(solved(&game, &position) < Score::DRAW, wins, "{opening} on {size}×{size}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let game = hex(3);
    for (text, column, expected) in [
        ("...", 4, "3 rows of 3 cells"),
        ("..../...", 4, "3 rows of 3 cells"),
        (".../.../...x", 12, "3 rows of 3 cells"),
        ("..a/.../...", 3, "`x`, `o` or `.`"),
        ("//./.../...", 1, "3 rows of 3 cells"),
        ("xx./.../...", 1, "as many x as o, or one more"),
        ("x.o/x.o/x.o", 1, "a winner who moved last"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!((error.offset + 1, error.expected.as_str()), (column, expected), "{text}");
    }
    let start = game.initial_state();
    for text in ["", "d1", "a0", "a4", "1a", "a+1", "é1"] {
        assert!(game.parse_move(&start, text).is_err(), "{text}");
    }
    assert_eq!(game.parse_move(&start, " C2 "), Ok(Cell(5)));
}
