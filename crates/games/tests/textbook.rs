//! The figures that the textbooks print, to the last digit.

use std::collections::HashSet;

use tremaux_core::*;
use tremaux_games::tic_tac_toe::{Cell, OpenLines, TicTacToe};
use tremaux_play::reference::*;

type Board = <TicTacToe as Game>::State;

fn after(cells: &[u8]) -> Board {
    let mut board = TicTacToe.initial_state();
    for &cell in cells {
        let _ = TicTacToe.play(&mut board, Cell(cell));
    }
    board
}

/// The nodes of a search of `board` to the end of the game, by each of the algorithms.
fn minimax_nodes(board: &mut Board, player: Player, depth: u32) -> u64 {
    let mut counts = [0; 4];
    let (game, judge) = (&TicTacToe, &OpenLines);
    let max = Comparator::Max;
    let (_, a) = minimax_mutually_recursive(game, judge, (board, player), depth, &mut counts[0]);
    let (_, b) = minimax_by_comparator(game, judge, (board, player), depth, max, &mut counts[1]);
    let (_, c) = negmax(game, judge, (board, player), depth, &mut counts[2]);
    let d = minimax(game, judge, board, player, depth, &mut counts[3]);
    assert!(a == b && b == c && a.get().signum() == d.get().signum());
    assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?}");
    counts[0]
}

fn alpha_beta_nodes(board: &mut Board, player: Player, depth: u32) -> u64 {
    let (mut nodes, mut whole) = (0, 0);
    let window = (Score::LOSS, Score::WIN);
    let value = alpha_beta_fail_hard(
        &TicTacToe,
        &OpenLines,
        (&mut *board, player),
        depth,
        window,
        &mut nodes,
    );
    let (_, expected) = negmax(&TicTacToe, &OpenLines, (board, player), depth, &mut whole);
    assert_eq!(value, expected);
    nodes
}

/// Boards after every sequence of k moves, searched to the end (Table 7-1).
#[test]
fn table_7_1() {
    fn walk(
        board: &mut Board,
        player: Player,
        depth: u32,
        visit: &mut impl FnMut(&mut Board, Player),
    ) {
        if depth == 0 {
            return visit(board, player);
        }
        let mut moves = Vec::new();
        TicTacToe.moves(board, &mut moves);
        for mv in moves {
            let undo = TicTacToe.play(board, mv);
            walk(board, 1 - player, depth - 1, visit);
            TicTacToe.undo(board, mv, undo);
        }
    }
    let expected = [
        (549_945, 27_565, "94.99", "1.3"),
        (549_936, 47_508, "91.36", "6.8"),
        (549_864, 112_086, "79.62", "10.2"),
    ];
    for (k, expected) in (1..).zip(expected) {
        let (mut all, mut pruned) = (0, 0);
        let mut reductions = Vec::new();
        walk(&mut TicTacToe.initial_state(), 0, k, &mut |board, player| {
            let whole = minimax_nodes(board, player, 9 - k);
            let part = alpha_beta_nodes(board, player, 9 - k);
            reductions.push(100.0 * (1.0 - part as f64 / whole as f64));
            all += whole;
            pruned += part;
        });
        let count = reductions.len() as f64;
        let mean = reductions.iter().sum::<f64>() / count;
        let squares = reductions.iter().map(|reduction| (reduction - mean).powi(2)).sum::<f64>();
        let deviation = (squares / (count - 1.0)).sqrt();
        let reduction = 100.0 * (1.0 - pruned as f64 / all as f64);
        let obtained = (all, pruned, &*format!("{reduction:.2}"), &*format!("{deviation:.1}"));
        assert_eq!(obtained, expected, "after {k} moves");
    }
}

#[test]
fn figures_7_11_and_7_12() {
    // X top left, O middle left; then turned by 180 degrees.
    let mut board = after(&[0, 3]);
    assert_eq!(minimax_nodes(&mut board, 0, 7), 8232);
    assert_eq!(alpha_beta_nodes(&mut board, 0, 7), 47);
    assert_eq!(alpha_beta_nodes(&mut after(&[8, 5]), 0, 7), 960);
}

#[test]
fn minimax_below_a_board_with_three_marks() {
    let mut board = after(&[0, 4, 8]);
    assert_eq!(minimax_nodes(&mut board, 1, 2) - 1, 36);
    assert_eq!(minimax_nodes(&mut board, 1, 3) - 1, 156);
}

/// The eight symmetries of the board, as where each cell goes.
fn symmetries() -> Vec<[usize; 9]> {
    let turn = |cells: [usize; 9]| cells.map(|cell| (cell % 3) * 3 + 2 - cell / 3);
    let flip = |cells: [usize; 9]| cells.map(|cell| cell / 3 * 3 + 2 - cell % 3);
    let mut all = vec![[0, 1, 2, 3, 4, 5, 6, 7, 8]];
    for _ in 0..3 {
        all.push(turn(all[all.len() - 1]));
    }
    for i in 0..4 {
        all.push(flip(all[i]));
    }
    all
}

#[test]
fn games_and_positions_up_to_symmetry() {
    /// Of the moves that a symmetry of the position maps to each other, follows one.
    fn games(board: &mut Board, marks: [u8; 9], mark: u8, symmetries: &[[usize; 9]]) -> u64 {
        if TicTacToe.turn(board) == Turn::Over {
            return 1;
        }
        let fixes = |symmetry: &&[usize; 9]| symmetry.map(|cell| marks[cell]) == marks;
        let fixing: Vec<_> = symmetries.iter().filter(fixes).collect();
        let mut moves = Vec::new();
        TicTacToe.moves(board, &mut moves);
        let mut count = 0;
        for mv in moves {
            let cell = usize::from(mv.0);
            if fixing.iter().any(|symmetry| symmetry[cell] < cell) {
                continue;
            }
            let mut marks = marks;
            marks[cell] = mark;
            let undo = TicTacToe.play(board, mv);
            count += games(board, marks, 3 - mark, symmetries);
            TicTacToe.undo(board, mv, undo);
        }
        count
    }
    let symmetries = symmetries();
    assert_eq!(games(&mut TicTacToe.initial_state(), [0; 9], 1, &symmetries), 26_830);

    let mut seen = HashSet::new();
    let mut open = vec![(TicTacToe.initial_state(), [0u8; 9], 1)];
    while let Some((board, marks, mark)) = open.pop() {
        let canonical = symmetries.iter().map(|s| s.map(|cell| marks[cell])).min();
        if !seen.insert(canonical) || TicTacToe.turn(&board) == Turn::Over {
            continue;
        }
        let mut moves = Vec::new();
        TicTacToe.moves(&board, &mut moves);
        for mv in moves {
            let (mut board, mut marks) = (board, marks);
            let _ = TicTacToe.play(&mut board, mv);
            marks[usize::from(mv.0)] = mark;
            open.push((board, marks, 3 - mark));
        }
    }
    assert_eq!(seen.len(), 765);
}
