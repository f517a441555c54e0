//! Counts for tic-tac-toe and Connect Four, and the sizes of game trees.

use std::collections::HashSet;
use std::hash::Hash;

use serde::Deserialize;
use tremaux_core::{Game, GameNotation, HashedGame, Turn, ZeroSumGame};
use tremaux_games::connect_four::{ConnectFour, Solver};
use tremaux_games::tic_tac_toe::{Cell, TicTacToe};
use tremaux_play::{every_line, folded_games, perft};
use tremaux_registry::game;
use tremaux_testkit::textbook_games::{minimal_leaves_recurrence, uniform_nodes};

use super::analyze::nodes;
use crate::context::Context;
use crate::figure::{Figures, Obtained};
use crate::statistics::Sample;

type Board = <TicTacToe as Game>::State;

/// What is counted of whole games.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameCount {
    /// All games of tic-tac-toe.
    Games,
    /// Those that the first player loses, draws and wins.
    Results,
    /// The games up to symmetry.
    GamesFolded,
    /// The positions of tic-tac-toe.
    Positions,
    /// The positions up to symmetry.
    PositionsFolded,
    /// The sequences of 0 to 9 moves of Connect Four.
    ConnectFourMoves,
    /// The positions of Connect Four after 0 to 10 plies.
    ConnectFourPositions,
}

impl GameCount {
    pub(super) fn run(self, context: &Context) -> Figures {
        let folding = TicTacToe.as_m_n_k();
        let game: ConnectFour = ConnectFour::default();
        Ok(vec![match self {
            Self::Games => Obtained::Count(results().iter().sum()),
            Self::Results => Obtained::Counts(results().to_vec()),
            Self::GamesFolded => {
                Obtained::Count(folded_games(&folding, &mut folding.initial_state()))
            }
            Self::Positions => Obtained::Count(positions(&TicTacToe, |position| *position)),
            Self::PositionsFolded => {
                Obtained::Count(positions(&folding, |position| folding.hash(position)))
            }
            Self::ConnectFourMoves => {
                let mut counts = Vec::new();
                for depth in 0..=9 {
                    context.check()?;
                    counts.push(perft(&game, &mut game.initial_state(), depth));
                }
                Obtained::Counts(counts)
            }
            Self::ConnectFourPositions => {
                let mut layer = HashSet::from([game.initial_state()]);
                let mut counts = vec![1];
                while counts.len() <= 10 {
                    context.check()?;
                    layer = children(&game, &layer);
                    counts.push(layer.len() as u64);
                }
                Obtained::Counts(counts)
            }
        }])
    }
}

/// The number of games that the first player loses, draws and wins.
fn results() -> [u64; 3] {
    let mut results = [0; 3];
    every_line(&TicTacToe, &mut TicTacToe.initial_state(), &mut |position| {
        if TicTacToe.turn(position) == Turn::Over {
            let score = TicTacToe.final_score(position, 0).get().signum();
            results[(score + 1) as usize] += 1;
        }
    });
    results
}

/// The number of positions, where positions with the same `name` count once.
fn positions<G: Game, T: Eq + Hash>(game: &G, name: impl Fn(&G::State) -> T) -> u64 {
    let mut seen = HashSet::new();
    every_line(game, &mut game.initial_state(), &mut |position| {
        seen.insert(name(position));
    });
    seen.len() as u64
}

/// The different positions one ply after these.
fn children<G: Game<State: Copy + Eq + Hash>>(
    game: &G,
    layer: &HashSet<G::State>,
) -> HashSet<G::State> {
    let (mut next, mut moves) = (HashSet::new(), Vec::new());
    for position in layer.iter().filter(|it| game.turn(it) != Turn::Over) {
        moves.clear();
        game.moves(position, &mut moves);
        for &mv in &moves {
            let mut child = *position;
            let _ = game.play(&mut child, mv);
            next.insert(child);
        }
    }
    next
}

/// Who wins Connect Four after these columns were played, solved exactly.
pub(super) fn connect_four_winner(context: &Context, columns: &str) -> Figures {
    const TABLE_BYTES: usize = 64 << 20;
    let game: ConnectFour = ConnectFour::default();
    let position = game.parse_position(columns).expect("a position of the benchmark");
    let solution = Solver::new(game, TABLE_BYTES).solve(&position, &context.limits());
    context.check()?;
    let words = ["lost", "drawn", "won"];
    let word = words[(solution.score().unwrap_or_default().signum() + 1) as usize];
    Ok(vec![Obtained::Text(word.to_owned())])
}

/// The searches of the tables, as `tremaux analyze` names them, to the end of the game or so many
/// plies.
const SEARCHES: [&str; 2] = ["minimax", "textbook-alpha-beta"];

/// The nodes of Minimax and of AlphaBeta on `board` to `depth` plies, including the root.
fn minimax_and_alpha_beta(board: &Board, depth: u32) -> [u64; 2] {
    let entry = game("tic-tac-toe").expect("a game");
    let played = entry.open(&[], &TicTacToe.position_text(board)).expect("a board");
    SEARCHES.map(|name| nodes(&*played, &format!("{name}(depth={depth})")))
}

/// Calls `visit` with the board after every sequence of `depth` moves.
fn every_board(board: &mut Board, depth: u32, visit: &mut impl FnMut(&mut Board)) {
    if depth == 0 {
        return visit(board);
    }
    let mut moves = Vec::new();
    TicTacToe.moves(board, &mut moves);
    for mv in moves {
        let undo = TicTacToe.play(board, mv);
        every_board(board, depth - 1, visit);
        TicTacToe.undo(board, mv, undo);
    }
}

/// Minimax and AlphaBeta on boards of tic-tac-toe.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TicTacToeTrees {
    /// On every board after this many moves, to the end: the sums, and by how much AlphaBeta
    /// reduces them.
    After(u32),
    /// This many plies below a board with three marks, not counting the root.
    ThreeMarks(u32),
    /// On which boards with three marks AlphaBeta takes 16 and 66 nodes.
    Fitting,
}

impl TicTacToeTrees {
    pub(super) fn run(&self) -> Vec<Obtained> {
        match self {
            &Self::After(moves) => reduction(moves),
            &Self::ThreeMarks(plies) => {
                let nodes = minimax_and_alpha_beta(&marked(&[0, 4, 8]), plies);
                nodes.map(|nodes| Obtained::Count(nodes - 1)).to_vec()
            }
            Self::Fitting => vec![Obtained::Text("–".to_owned()), Obtained::Text(fitting())],
        }
    }

    /// The commands by which a user gets the figures, for one board.
    pub(super) fn command(&self) -> Option<String> {
        let (board, depth) = match self {
            Self::After(moves) => ("BOARD".to_owned(), 9 - moves),
            &Self::ThreeMarks(plies) => (TicTacToe.position_text(&marked(&[0, 4, 8])), plies),
            Self::Fitting => return None,
        };
        let command = |name| {
            format!("tremaux analyze tic-tac-toe {board} --algorithm \"{name}(depth={depth})\"")
        };
        Some(SEARCHES.map(command).join("; "))
    }
}

/// The board after these cells are marked in turn.
fn marked(cells: &[u8]) -> Board {
    let mut board = TicTacToe.initial_state();
    for &cell in cells {
        let _ = TicTacToe.play(&mut board, Cell(cell));
    }
    board
}

fn reduction(moves: u32) -> Vec<Obtained> {
    let mut sums = [0; 2];
    let mut reductions = Sample::default();
    let percent = |[whole, part]: [u64; 2]| 100.0 * (1.0 - part as f64 / whole as f64);
    every_board(&mut TicTacToe.initial_state(), moves, &mut |board| {
        let nodes = minimax_and_alpha_beta(board, 9 - moves);
        reductions.add(percent(nodes));
        sums = [sums[0] + nodes[0], sums[1] + nodes[1]];
    });
    let reduction = [percent(sums), reductions.deviation()].map(Obtained::Real);
    sums.map(Obtained::Count).into_iter().chain(reduction).collect()
}

fn fitting() -> String {
    let (mut boards, mut both) = (0, 0);
    let (mut least, mut most) = ([u64::MAX; 2], [0; 2]);
    every_board(&mut TicTacToe.initial_state(), 3, &mut |board| {
        let counts = [2, 3].map(|depth| minimax_and_alpha_beta(board, depth)[1] - 1);
        for (at, &count) in counts.iter().enumerate() {
            least[at] = least[at].min(count);
            most[at] = most[at].max(count);
        }
        boards += 1;
        both += u64::from(counts == [16, 66]);
    });
    format!(
        "{both} of {boards} boards with three marks take 16 and 66; two plies take {} to {}, three \
         {} to {}",
        least[0], most[0], least[1], most[1]
    )
}

/// The size of a game tree with `branching` moves at the root.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TreeSize {
    /// All nodes but the root, if there is one move fewer at each ply.
    Shrinking { branching: u64, depth: u32 },
    /// All nodes.
    Uniform { branching: u64, depth: u32 },
    /// The leaves of alpha-beta's minimal tree.
    MinimalLeaves { branching: u64, depth: u32 },
}

impl TreeSize {
    pub(super) fn run(&self) -> Vec<Obtained> {
        vec![Obtained::Count(match *self {
            Self::Shrinking { branching, depth } => uniform_nodes(branching, depth, true) - 1,
            Self::Uniform { branching, depth } => uniform_nodes(branching, depth, false),
            Self::MinimalLeaves { branching, depth } => minimal_leaves_recurrence(branching, depth),
        })]
    }
}
