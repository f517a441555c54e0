//! Dots and boxes against a naive board and exhaustive search, for two to four players.

use std::collections::HashMap;

use tremaux_core::{Game, GameNotation, Limits, Player, Score, Turn};
use tremaux_games::dots_and_boxes::{BoxLead, DotsAndBoxes, Edge, Position};
use tremaux_play::{AlphaBeta, History, Quiescence, SearchParts, perft};
use tremaux_tables::{TranspositionTable, TwoLevel};
use tremaux_testkit as testkit;

type Dot = (u32, u32);

/// The boxes that are closed on a board where edges are pairs of dots.
fn closed(edges: &[(Dot, Dot)]) -> usize {
    let has = |a, b| edges.contains(&(a, b)) || edges.contains(&(b, a));
    let dots = (0..8).flat_map(|x| (0..8).map(move |y| (x, y)));
    dots.filter(|&(x, y)| {
        has((x, y), (x + 1, y))
            && has((x, y + 1), (x + 1, y + 1))
            && has((x, y), (x, y + 1))
            && has((x + 1, y), (x + 1, y + 1))
    })
    .count()
}

/// The dots an edge joins, from how it is written.
fn dots(text: &str) -> (Dot, Dot) {
    let (row, column) = text[1..].split_once(',').expect("row and column");
    let (y, x) = (row.parse::<u32>().expect("a row") - 1, column.parse::<u32>().expect("") - 1);
    if text.starts_with('h') { ((x, y), (x + 1, y)) } else { ((x, y), (x, y + 1)) }
}

fn agrees_with_naive<const PLAYERS: usize>(columns: u32, rows: u32) {
    let game: DotsAndBoxes<PLAYERS> = DotsAndBoxes::new(columns, rows).expect("a board");
    let mut walker = testkit::Walker::new(2);
    for _ in 0..30 {
        let mut position = game.initial_state();
        let (mut edges, mut boxes, mut mover) = (Vec::new(), [0; 4], 0);
        while game.turn(&position) != Turn::Over {
            assert_eq!(game.turn(&position), Turn::Player(mover as Player));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            assert_eq!(moves.len(), game.edges() - edges.len());
            let mv = moves[walker.below(moves.len())];
            let before = closed(&edges);
            edges.push(dots(&game.move_text(&position, mv)));
            let taken = closed(&edges) - before;
            boxes[mover] += taken;
            if taken == 0 {
                mover = (mover + 1) % PLAYERS;
            }
            let _ = game.play(&mut position, mv);
            for (player, &count) in boxes.iter().enumerate() {
                assert_eq!(usize::from(position.boxes(player as Player)), count);
            }
        }
        assert_eq!(boxes.iter().sum::<usize>(), (columns * rows) as usize);
        for (player, &count) in boxes.iter().enumerate().take(PLAYERS) {
            let expected = match PLAYERS {
                2 => count as f64 - boxes[1 - player] as f64,
                _ => count as f64,
            };
            assert_eq!(game.payoff(&position, player as Player), expected);
            let all: usize = boxes.iter().sum();
            assert_eq!(
                game.lead(&position, player as Player),
                (PLAYERS * count) as i32 - all as i32
            );
        }
    }
}

#[test]
fn play_agrees_with_a_naive_board() {
    agrees_with_naive::<2>(3, 3);
    agrees_with_naive::<3>(2, 3);
    agrees_with_naive::<4>(5, 5);
    agrees_with_naive::<3>(1, 1);
    agrees_with_naive::<2>(7, 3);
}

fn contracts_hold<const PLAYERS: usize>(columns: u32, rows: u32) {
    let game: DotsAndBoxes<PLAYERS> = DotsAndBoxes::new(columns, rows).expect("a board");
    testkit::check_game(&game, 1, 30);
    testkit::check_hashed_game(&game, 2, 30);
    testkit::check_game_notation(&game, 3, 10);
    // Edges are drawn in any order: n, n(n-1), ...
    let mut expected = 1;
    for depth in 0..4 {
        assert_eq!(perft(&game, &mut game.initial_state(), depth as u32), expected);
        expected *= game.edges() as u64 - depth;
    }
}

#[test]
fn contracts() {
    contracts_hold::<2>(2, 2);
    contracts_hold::<2>(5, 5);
    contracts_hold::<3>(3, 2);
    contracts_hold::<4>(1, 2);
    testkit::check_zero_sum_game(&DotsAndBoxes::<2>::new(3, 3).expect("a board"), 4, 30);
    for (columns, rows) in [(0, 1), (1, 0), (6, 5), (u32::MAX, u32::MAX), (64, 1)] {
        assert!(DotsAndBoxes::<2>::new(columns, rows).is_err());
    }
}

/// How many boxes each player gets from here on, counted from the one to move, when each
/// takes all he can; the first of equally good edges decides.
fn best<const PLAYERS: usize>(
    game: &DotsAndBoxes<PLAYERS>,
    position: Position,
    known: &mut HashMap<u64, [u8; PLAYERS]>,
) -> [u8; PLAYERS] {
    if let Some(&boxes) = known.get(&position.edges()) {
        return boxes;
    }
    let mover = position.player_to_move();
    let (mut moves, mut result) = (Vec::new(), None::<[u8; PLAYERS]>);
    if game.turn(&position) != Turn::Over {
        game.moves(&position, &mut moves);
    }
    for mv in moves {
        let mut child = position;
        let _ = game.play(&mut child, mv);
        let mut boxes = best(game, child, known);
        if child.player_to_move() == mover {
            boxes[0] += child.boxes(mover) - position.boxes(mover);
        } else {
            boxes.rotate_right(1);
        }
        result = Some(result.filter(|best| best[0] >= boxes[0]).unwrap_or(boxes));
    }
    let result = result.unwrap_or([0; PLAYERS]);
    known.insert(position.edges(), result);
    result
}

#[test]
fn two_players_by_exhaustive_search() {
    for (columns, rows) in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (1, 5), (3, 2)] {
        let game: DotsAndBoxes = DotsAndBoxes::new(columns, rows).expect("a board");
        let [first, second] = best(&game, game.initial_state(), &mut HashMap::new());
        let expected = Score::estimate(i32::from(first) - i32::from(second));
        let parts = SearchParts::new()
            .evaluator(BoxLead)
            .ordering((BoxLead, History::default()))
            .table(TranspositionTable::<TwoLevel>::with_scheme(1 << 22));
        let edges = game.edges() as u32;
        let options = AlphaBeta::default().first_depth(edges).max_depth(edges);
        let report = options.solve(&game, &game.initial_state(), parts, &Limits::default());
        assert_eq!((report.score, report.is_exact), (expected, true), "{columns}x{rows}");
        let mut end = game.initial_state();
        for &edge in &report.principal_variation {
            let _ = game.play(&mut end, edge);
        }
        assert_eq!(game.turn(&end), Turn::Over);
        assert_eq!(game.lead(&end, 0), expected.get(), "{columns}x{rows}");
    }
    // One box goes to the second player, who draws the fourth edge.
    let game: DotsAndBoxes = DotsAndBoxes::new(1, 1).expect("a board");
    assert_eq!(best(&game, game.initial_state(), &mut HashMap::new()), [0, 1]);
    let game: DotsAndBoxes<3> = DotsAndBoxes::new(1, 1).expect("a board");
    assert_eq!(best(&game, game.initial_state(), &mut HashMap::new()), [1, 0, 0]);
    let game: DotsAndBoxes<4> = DotsAndBoxes::new(2, 2).expect("a board");
    let boxes = best(&game, game.initial_state(), &mut HashMap::new());
    assert_eq!(boxes.iter().sum::<u8>(), 4);
}

#[test]
fn quiescence_sees_open_boxes() {
    // Three edges of a box are drawn: the player to move scores it, and the quiescence search
    // sees that.
    let game: DotsAndBoxes = DotsAndBoxes::new(2, 1).expect("a board");
    let position = game.parse_position("-./||./..").expect("three edges");
    let parts = SearchParts::new().evaluator(BoxLead).horizon(Quiescence::default().max_plies(4));
    let options = AlphaBeta::default().max_depth(1);
    let report = options.solve(&game, &position, parts, &Limits::default());
    assert!(report.score >= Score::estimate(1), "{report:?}");
}

#[test]
fn bad_input_is_refused_where_it_is_wrong() {
    let game: DotsAndBoxes<3> = DotsAndBoxes::new(2, 2).expect("a board");
    for (text, column, expected) in [
        ("", 1, "rows of edges"),
        ("../.../../...", 1, "5 rows of edges"),
        ("../.../../.../../", 18, "5 rows of edges"),
        ("../../../.../..", 4, "3 edges in a row"),
        ("..-/.../../.../..", 3, "2 edges in a row"),
        ("|./.../../.../..", 1, "`-` or `.`"),
        ("../-../../.../..", 4, "`|` or `.`"),
        ("-./||./-./.../..", 17, "the boxes of 3 players, 1 in all"),
        ("-./||./-./.../.. 1-0", 18, "the boxes of 3 players, 1 in all"),
        ("-./||./-./.../.. 1-1-0", 18, "the boxes of 3 players, 1 in all"),
        ("-./||./-./.../.. 0-0-0-1", 18, "the boxes of 3 players, 1 in all"),
        ("-./||./-./.../.. 1-0-0", 23, "the player to move"),
        ("-./||./-./.../.. 1-0-0 4", 24, "the player to move"),
        ("-./||./-./.../.. 1-0-0 2", 24, "the player whose turn it is"),
        ("-./||./-./.../.. 1-0-0 1 x", 26, "the end"),
        ("-./|../../.../.. 0-0-0 1", 24, "the player whose turn it is"),
    ] {
        let error = game.parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    let position = game.parse_position("-./|../../.../..").expect("two edges");
    assert_eq!(position.player_to_move(), 2);
    for text in ["", "h", "h1", "h1,3", "h4,1", "v3,1", "v1,4", "x1,1", "h1,1", "h+1,2", "hé,1"] {
        assert!(game.parse_move(&position, text).is_err(), "{text:?}");
    }
    assert_eq!(game.parse_move(&position, " V1,3 "), Ok(Edge(8)));
}
