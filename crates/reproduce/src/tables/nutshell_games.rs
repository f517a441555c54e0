//! Game trees of *Algorithms in a Nutshell*, and tree sizes.

use tremaux_core::{Game, Player, Score};
use tremaux_games::tic_tac_toe::{Cell, OpenLines, TicTacToe};
use tremaux_play::reference::{
    alpha_beta_fail_hard, minimal_leaves_recurrence, negmax, uniform_nodes,
};

use super::NUTSHELL;
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Decimal, Nothing, Text};
use crate::statistics::Sample;

const EXACT: RowKind = RowKind(Kind::Exact, Code::Textbook);
const BESIDE: RowKind = RowKind(Kind::Orientation, Code::Textbook);
const FORMULA: RowKind = RowKind(Kind::Exact, Code::Arithmetic);

type Board = <TicTacToe as Game>::State;

/// The nodes of Minimax on `board` to `depth` plies, including the root.
fn minimax_nodes(board: &mut Board, player: Player, depth: u32) -> u64 {
    let mut nodes = 0;
    let _ = negmax(&TicTacToe, &OpenLines, (board, player), depth, &mut nodes);
    nodes
}

/// The nodes of AlphaBeta: fail-hard, where a win closes the window.
fn alpha_beta_nodes(board: &mut Board, player: Player, depth: u32) -> u64 {
    let mut nodes = 0;
    let window = (Score::LOSS, Score::WIN);
    let state = (board, player);
    let _ = alpha_beta_fail_hard(&TicTacToe, &OpenLines, state, depth, window, &mut nodes);
    nodes
}

/// The board after these cells are marked in turn, and the player to move.
fn after(cells: &[u8]) -> (Board, Player) {
    let mut board = TicTacToe.initial_state();
    for &cell in cells {
        let _ = TicTacToe.play(&mut board, Cell(cell));
    }
    (board, board.player_to_move())
}

/// Calls `visit` with the board after every sequence of `depth` moves.
fn every_board(depth: u32, visit: &mut impl FnMut(&mut Board, Player)) {
    fn walk(board: &mut Board, depth: u32, visit: &mut impl FnMut(&mut Board, Player)) {
        if depth == 0 {
            let player = board.player_to_move();
            return visit(board, player);
        }
        let mut moves = Vec::new();
        TicTacToe.moves(board, &mut moves);
        for mv in moves {
            let undo = TicTacToe.play(board, mv);
            walk(board, depth - 1, visit);
            TicTacToe.undo(board, mv, undo);
        }
    }
    walk(&mut TicTacToe.initial_state(), depth, visit);
}

/// A row of Table 7-1: every board after `k` moves, searched to the end.
fn table_7_1(k: u32) -> Figures {
    let (mut all, mut pruned) = (0, 0);
    let mut reductions = Sample::default();
    every_board(k, &mut |board, player| {
        let whole = minimax_nodes(board, player, 9 - k);
        let part = alpha_beta_nodes(board, player, 9 - k);
        reductions.add(100.0 * (1.0 - part as f64 / whole as f64));
        all += whole;
        pruned += part;
    });
    let reduction = 100.0 * (1.0 - pruned as f64 / all as f64);
    Ok(vec![
        Obtained::Count(all),
        Obtained::Count(pruned),
        Obtained::Real(reduction),
        Obtained::Real(reductions.deviation()),
    ])
}

/// Table 7-1.
pub(super) static TABLE_7_1: Table = Table {
    name: "7-1",
    title: "Table 7-1: tic-tac-toe, Minimax and AlphaBeta",
    source: NUTSHELL,
    conventions: "Every board after k moves (9, 72, 504 sequences of moves), searched to the end, \
        ply 9 − k; each root is counted. AlphaBeta is fail-hard with a window from the score of a \
        loss to that of a win, so a win closes the window; moves in row-major order; a won board \
        has no moves; evaluation by open lines (Nilsson 1971). The spread is the sample standard \
        deviation of the reduction over the boards.",
    rows: "k",
    columns: &["Minimax", "AlphaBeta", "reduction %", "spread"],
    entries: &[
        EXACT.row(
            "7-1/1",
            "1",
            &[Count(549_945), Count(27_565), Decimal(94.99, 2), Decimal(1.3, 1)],
            |_| table_7_1(1),
        ),
        EXACT.row(
            "7-1/2",
            "2",
            &[Count(549_936), Count(47_508), Decimal(91.36, 2), Decimal(6.8, 1)],
            |_| table_7_1(2),
        ),
        EXACT.row(
            "7-1/3",
            "3",
            &[Count(549_864), Count(112_086), Decimal(79.62, 2), Decimal(10.2, 1)],
            |_| table_7_1(3),
        ),
    ],
};

/// Both searches of a board to the end of the game.
fn both(cells: &[u8]) -> Figures {
    let (mut board, player) = after(cells);
    let depth = 9 - cells.len() as u32;
    let whole = minimax_nodes(&mut board, player, depth);
    let part = alpha_beta_nodes(&mut board, player, depth);
    Ok(vec![Obtained::Count(whole), Obtained::Count(part)])
}

/// Minimax a few plies below a board with three marks, not counting the root.
fn three_marks(depth: u32) -> Figures {
    let (mut board, player) = after(&[0, 4, 8]);
    let whole = minimax_nodes(&mut board, player, depth) - 1;
    let part = alpha_beta_nodes(&mut board, player, depth) - 1;
    Ok(vec![Obtained::Count(whole), Obtained::Count(part)])
}

/// The number of boards with three marks on which AlphaBeta takes the printed counts.
fn unknown_board() -> Figures {
    let (mut boards, mut both) = (0, 0);
    let (mut least, mut most) = ([u64::MAX; 2], [0; 2]);
    every_board(3, &mut |board, player| {
        let counts = [2, 3].map(|depth| alpha_beta_nodes(board, player, depth) - 1);
        for (at, &count) in counts.iter().enumerate() {
            least[at] = least[at].min(count);
            most[at] = most[at].max(count);
        }
        boards += 1;
        both += u64::from(counts == [16, 66]);
    });
    let text = format!(
        "{both} of {boards} boards with three marks take 16 and 66; two plies take {} to {}, three \
         {} to {}",
        least[0], most[0], least[1], most[1]
    );
    Ok(vec![Obtained::Text("–".to_owned()), Obtained::Text(text)])
}

/// Figures 7-11 and 7-12, and related ones.
pub(super) static FIGURES_7_11: Table = Table {
    name: "7-11",
    title: "Figures 7-11 and 7-12: single boards of tic-tac-toe",
    source: NUTSHELL,
    conventions: "As Table 7-1 unless stated otherwise. Figure 7-12 is figure 7-11 turned by \
        180°; the counts differ because of the order of the moves.",
    rows: "board",
    columns: &["Minimax", "AlphaBeta"],
    entries: &[
        EXACT.row(
            "7-11/figure-7-11",
            "X top left, O middle left, X to move",
            &[Count(8232), Count(47)],
            |_| both(&[0, 3]),
        ),
        EXACT.row("7-11/figure-7-12", "the same, turned by 180°", &[Nothing, Count(960)], |_| {
            both(&[8, 5])
        }),
        EXACT
            .row(
                "7-11/two-plies",
                "three marks, two plies, root not counted",
                &[Count(36), Nothing],
                |_| three_marks(2),
            )
            .with_comment(
                "Minimax takes the same number of nodes on any such board that nobody can \
             win in two plies.",
            ),
        EXACT.row(
            "7-11/three-plies",
            "three marks, three plies, root not counted",
            &[Count(156), Nothing],
            |_| three_marks(3),
        ),
        BESIDE
            .row(
                "7-11/unknown-board",
                "a board with three marks, two and three plies",
                &[Nothing, Text("16 and 66")],
                |_| unknown_board(),
            )
            .with_comment(
                "The board is published only as an image; our row counts the boards that fit.",
            ),
    ],
};

/// The table of tree sizes.
pub(super) static TREES: Table = Table {
    name: "trees",
    title: "Sizes of game trees",
    source: "G. Heineman, G. Pollice and S. Selkow, Algorithms in a Nutshell, 2nd edition, 2015; \
        P. Klęsk, Algorithms for searching graphs and game trees (slides), 2012",
    conventions: "b moves at the root, d plies. The minimal tree by R(d) = R(d−1) + (b−1)·R(d−2).",
    rows: "tree",
    columns: &["nodes"],
    entries: &[
        FORMULA.row(
            "trees/shrinking",
            "b = 10, one move fewer each ply, d = 6, root not counted",
            &[Count(187_300)],
            |_| Ok(vec![Obtained::Count(uniform_nodes(10, 6, true) - 1)]),
        ),
        FORMULA.row("trees/uniform", "b = 30, d = 5, root counted", &[Count(25_137_931)], |_| {
            Ok(vec![Obtained::Count(uniform_nodes(30, 5, false))])
        }),
        FORMULA.row(
            "trees/minimal",
            "minimal alpha-beta tree, b = 3, d = 3, leaves",
            &[Count(11)],
            |_| Ok(vec![Obtained::Count(minimal_leaves_recurrence(3, 3))]),
        ),
    ],
};
