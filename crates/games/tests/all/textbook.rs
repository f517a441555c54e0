//! Minimax and alpha-beta of the textbook on tic-tac-toe, and what follows from its symmetries.

use std::collections::HashSet;

use tremaux_core::*;
use tremaux_games::tic_tac_toe::{Cell, OpenLines, TicTacToe};
use tremaux_play::{Minimax, SearchParts, Textbook};

type Board = <TicTacToe as Game>::State;

fn after(cells: &[u8]) -> Board {
    let mut board = TicTacToe.initial_state();
    for &cell in cells {
        let _ = TicTacToe.play(&mut board, Cell(cell));
    }
    board
}

/// From every board after two moves, to the end: alpha-beta has the value of minimax, with fewer
/// nodes.
#[test]
fn the_forms_agree_on_every_board_after_two_moves() {
    for first in 0..9 {
        for second in (0..9).filter(|&second| second != first) {
            let board = after(&[first, second]);
            let minimax = Minimax::default().max_depth(7).deepens(false);
            let parts = SearchParts::new().evaluator(OpenLines);
            let whole = minimax.solve(&TicTacToe, &board, parts, &Limits::default());
            let parts = SearchParts::new().evaluator(OpenLines);
            let search = Textbook::default().max_depth(7);
            let part = search.solve(&TicTacToe, &board, parts, &Limits::default());
            // The book's wins are equal.
            assert_eq!(part.score.get().signum(), whole.score.get().signum());
            assert!(part.statistics.nodes < whole.statistics.nodes && !part.is_exact);
        }
    }
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
