//! Counts for tic-tac-toe and Connect Four.

use std::collections::HashSet;

use tremaux_core::{Game, GameNotation, HashedGame, Turn, ZeroSumGame};
use tremaux_games::connect_four::{ConnectFour, Solver};
use tremaux_games::tic_tac_toe::TicTacToe;
use tremaux_play::{every_line, folded_games, perft};

use crate::context::Context;
use crate::entry::{Code, Figures, Kind, RowKind, Table};
use crate::figure::Obtained;
use crate::figure::Printed::{Count, Counts, Text};

const EXACT: RowKind = RowKind(Kind::Exact, Code::Enumeration);

/// The number of games that the first player loses, draws and wins.
fn results() -> [u64; 3] {
    let (game, mut results) = (TicTacToe, [0; 3]);
    every_line(&game, &mut game.initial_state(), &mut |position| {
        if game.turn(position) == Turn::Over {
            let score = game.final_score(position, 0).get().signum();
            results[(score + 1) as usize] += 1;
        }
    });
    results
}

/// The number of positions, where positions with the same `name` count once.
fn positions<G: Game, T: Eq + std::hash::Hash>(game: &G, name: impl Fn(&G::State) -> T) -> u64 {
    let mut seen = HashSet::new();
    every_line(game, &mut game.initial_state(), &mut |position| {
        seen.insert(name(position));
    });
    seen.len() as u64
}

fn one(count: u64) -> Figures {
    Ok(vec![Obtained::Count(count)])
}

/// Tic-tac-toe.
pub(super) static TIC_TAC_TOE: Table = Table {
    name: "tic-tac-toe",
    title: "Games and positions of tic-tac-toe",
    source: "G. Heineman, G. Pollice and S. Selkow, Algorithms in a Nutshell, 2nd edition, 2015 \
        (up to symmetry); common knowledge (others)",
    conventions: "A game is a sequence of moves that ends when a player has won or the board is \
        full. Up to symmetry: of several moves whose positions are equal after rotation or \
        reflection, only one is followed.",
    rows: "what",
    columns: &["count"],
    entries: &[
        EXACT.row("tic-tac-toe/games", "games", &[Count(255_168)], |_| one(results().iter().sum())),
        EXACT.row(
            "tic-tac-toe/results",
            "games lost, drawn, won by the first player",
            &[Counts(&[77_904, 46_080, 131_184])],
            |_| Ok(vec![Obtained::Counts(results().to_vec())]),
        ),
        EXACT.row("tic-tac-toe/games-folded", "games up to symmetry", &[Count(26_830)], |_| {
            let folding = TicTacToe.as_m_n_k();
            one(folded_games(&folding, &mut folding.initial_state()))
        }),
        EXACT.row("tic-tac-toe/positions", "positions", &[Count(5478)], |_| {
            one(positions(&TicTacToe, |position| *position))
        }),
        EXACT.row(
            "tic-tac-toe/positions-folded",
            "positions up to symmetry",
            &[Count(765)],
            |_| {
                let folding = TicTacToe.as_m_n_k();
                one(positions(&folding, |position| folding.hash(position)))
            },
        ),
    ],
};

const MOST_PLIES: u32 = 9;

fn connect_four_perft(context: &Context) -> Figures {
    let game: ConnectFour = ConnectFour::default();
    let mut counts = Vec::new();
    for depth in 0..=MOST_PLIES {
        context.check()?;
        counts.push(perft(&game, &mut game.initial_state(), depth));
    }
    Ok(vec![Obtained::Counts(counts)])
}

/// The number of different positions after 0, 1, 2 … plies.
fn connect_four_positions(context: &Context) -> Figures {
    const LAST: usize = 10;
    let game: ConnectFour = ConnectFour::default();
    let mut layer = HashSet::from([game.initial_state()]);
    let (mut counts, mut moves) = (vec![1], Vec::new());
    while counts.len() <= LAST {
        context.check()?;
        let mut next = HashSet::new();
        for position in &layer {
            if game.turn(position) == Turn::Over {
                continue;
            }
            moves.clear();
            game.moves(position, &mut moves);
            for &mv in &moves {
                let mut child = *position;
                let _ = game.play(&mut child, mv);
                next.insert(child);
            }
        }
        layer = next;
        counts.push(layer.len() as u64);
    }
    Ok(vec![Obtained::Counts(counts)])
}

/// The winner after these columns were played, solved exactly.
fn fhourstones(context: &Context, columns: &str) -> Figures {
    const TABLE_BYTES: usize = 64 << 20;
    let game: ConnectFour = ConnectFour::default();
    let position = game.parse_position(columns).expect("a position of the benchmark");
    let mut solver = Solver::new(game, TABLE_BYTES);
    let solution = solver.solve(&position, &context.limits());
    context.check()?;
    let word = match solution.score.signum() {
        1 => "won",
        0 => "drawn",
        _ => "lost",
    };
    Ok(vec![Obtained::Text(word.to_owned())])
}

/// Connect Four.
pub(super) static CONNECT_FOUR: Table = Table {
    name: "connect-four",
    title: "Connect Four, seven columns of six",
    source: "J. Tromp's Connect-4 pages and Fhourstones; The On-Line Encyclopedia of Integer \
        Sequences, A212693",
    conventions: "Sequences of moves and different positions after 0, 1, 2 and so on plies; a won \
        game has no moves, and mirror images are different. Columns from 1; won and lost for the \
        side to move.",
    rows: "what",
    columns: &["figure"],
    entries: &[
        EXACT
            .row(
                "connect-four/perft",
                "sequences of up to 9 moves",
                &[Counts(&[1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572])],
                connect_four_perft,
            )
            .quick(2),
        EXACT
            .row(
                "connect-four/positions",
                "positions after up to 10 plies",
                &[Counts(&[
                    1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623,
                ])],
                connect_four_positions,
            )
            .quick(2),
        EXACT
            .row("connect-four/45461667", "Fhourstones: 45461667", &[Text("won")], |context| {
                fhourstones(context, "45461667")
            })
            .quick(1)
            .with_code(Code::Engine),
        EXACT
            .row("connect-four/35333571", "Fhourstones: 35333571", &[Text("lost")], |context| {
                fhourstones(context, "35333571")
            })
            .long(10)
            .with_code(Code::Engine),
        EXACT
            .row("connect-four/13333111", "Fhourstones: 13333111", &[Text("drawn")], |context| {
                fhourstones(context, "13333111")
            })
            .long(20)
            .with_code(Code::Engine),
    ],
};
