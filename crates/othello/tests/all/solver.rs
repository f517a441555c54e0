//! Exact scores: published positions, and random endgames against exhaustive search.

use tremaux_core::{Game, GameNotation, Limits, StopReason, Turn};
use tremaux_othello::{Othello, Position, Record, Solver, board};
use tremaux_testkit as testkit;

use crate::rules::Naive;

/// The first positions of the FFO endgame test suite (French Othello Federation), with their
/// scores and best moves.
const FFO: [(&str, i32, &str); 8] = [
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18, "g8"),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10, "a4"),
    ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2, "d1"),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", 0, "h8 a5"),
    ("-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", 32, "g8"),
    ("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X", 14, "a1 h3"),
    ("--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X", 8, "a6"),
    ("---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", 8, "e1"),
];

/// Plays the line of a solution; the score it leads to, for the player to move at first.
fn score_of_line(position: &Position, line: &[tremaux_othello::Move]) -> i32 {
    let mut end = *position;
    for &mv in line {
        let mut legal = Vec::new();
        Othello.moves(&end, &mut legal);
        assert!(legal.contains(&mv), "{mv:?}");
        end.play(mv);
    }
    assert_eq!(Othello.turn(&end), Turn::Over);
    end.difference(position.player_to_move())
}

#[test]
fn published_endgames() {
    let mut solver = Solver::new(1 << 22);
    for (text, score, best) in FFO {
        let position = Othello.parse_position(text).expect(text);
        let solution = solver.solve(&position, &Limits::default());
        assert_eq!((solution.score(), solution.stopped), (Some(score), None), "{text}");
        let mv = Othello.move_text(&position, solution.line[0]);
        assert!(best.split(' ').any(|it| it == mv), "{text}: {mv}");
        assert_eq!(score_of_line(&position, &solution.line), score, "{text}");
    }
}

/// All moves of the positions 1 to 19 of the data: every published score.
#[test]
fn published_scores_of_all_moves() {
    let Some(text) = testkit::data_text("games/fforum-1-19.obf") else { return };
    let mut solver = Solver::new(1 << 24);
    for line in text.lines() {
        let record = Record::parse(line).expect(line);
        for &(mv, score) in &record.moves {
            let mut child = record.position;
            child.play(mv);
            let solved = solver.solve(&child, &Limits::default()).score();
            assert_eq!(solved.map(|it| -it), score, "{line}: {mv:?}");
        }
    }
}

/// Some of these have passes, wiped-out players and ends with empty squares.
#[test]
fn random_endgames_agree_with_exhaustive_search() {
    let mut solver = Solver::new(1 << 20);
    let mut solved = 0;
    testkit::play_at_random(&Othello, 5, 60, |position, _| {
        if position.empties() > 8 {
            return;
        }
        let expected = Naive::of(position).solve();
        let solution = solver.solve(position, &Limits::default());
        assert_eq!(solution.score(), Some(expected), "{}", Othello.position_text(position));
        assert_eq!(score_of_line(position, &solution.line), expected);
        solved += 1;
    });
    assert!(solved > 300, "{solved}");
}

/// Neither side can fill the last square, and White has 32 discs without it.
#[test]
fn the_last_square_counts_for_whoever_has_half_of_the_board() {
    let text = "XXXXXOOOXXXXXXOXXXXXOOOXXXXXXOOXXOOXOXOXXOOOOOXXX-OOOOOXX-OOOOO- O";
    let position = Othello.parse_position(text).expect(text);
    let solution = Solver::new(1 << 16).solve(&position, &Limits::default());
    assert_eq!((solution.score(), Naive::of(&position).solve()), (Some(2), 2));
}

/// From the end of the game to its beginning: neither the search nor the sorting of moves before
/// it goes on for long after a limit is reached or the search is cancelled.
#[test]
fn limits_hold_with_any_number_of_empty_squares() {
    let mut positions = Vec::new();
    testkit::play_at_random(&Othello, 7, 2, |position, _| positions.push(*position));
    positions.sort_by_key(Position::empties);
    assert_eq!(positions.last().map(Position::empties), Some(60));
    for position in &positions {
        let mut solver = Solver::new(1 << 16);
        let limits = Limits::default().with_nodes(1000);
        let nodes = solver.solve(position, &limits).statistics.nodes;
        assert!(nodes < 20_000, "{} empty squares: {nodes}", position.empties());
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        let nodes = solver.solve(position, &cancelled).statistics.nodes;
        assert!(nodes < 20_000, "{} empty squares: {nodes}", position.empties());
    }
}

/// What is called stable is never turned in random play.
#[test]
fn stable_discs_are_never_turned() {
    let mut kept = [0_u64; 2];
    testkit::play_at_random(&Othello, 6, 200, |position, _| {
        if position.empties() == 60 {
            kept = [0; 2];
        }
        for player in 0..2 {
            let (own, other) = (position.discs_of(player), position.discs_of(1 - player));
            assert_eq!(kept[usize::from(player)] & !own, 0);
            kept[usize::from(player)] = board::stable(own, other);
        }
        if position.empties() == 0 {
            assert_eq!(kept[0] | kept[1], !0, "a full board is stable");
        }
    });
}

#[test]
fn limits_leave_proved_bounds() {
    let (text, score, _) = FFO[7];
    let position = Othello.parse_position(text).expect(text);
    let mut last = (-64, 64);
    for nodes in [1, 1000, 10_000, 50_000] {
        let limits = Limits::default().with_nodes(nodes);
        let solution = Solver::new(1 << 20).solve(&position, &limits);
        assert_eq!((solution.score(), solution.stopped), (None, Some(StopReason::NodeLimit)));
        let (least, most) = solution.bounds;
        assert!(least <= score && score <= most && least >= last.0 && most <= last.1);
        last = solution.bounds;
    }
}
