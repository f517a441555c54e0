//! One position searched to one depth gives one score and one best move, whatever surface asks.

use crate::board_protocols::Server;
use crate::support::mates::{Answer, POSITIONS, analyzed, squares};
use crate::support::run_with_input;

fn by_uci(fen: &str, depth: u32) -> Answer {
    let mut server = Server::new("uci");
    let lines = server.ask(&format!("position fen {fen} 0 1\ngo depth {depth}"), "bestmove *");
    server.end();
    let words = lines.iter().map(|line| line.split(' ').collect::<Vec<_>>());
    let mut scored = words.filter_map(|it| {
        let at = it.iter().position(|&word| word == "score")?;
        Some(it[at + 1..at + 3].join(" "))
    });
    let score = scored.next_back().expect("a score");
    (score, lines.last().expect("a move").split(' ').nth(1).expect("a move").to_owned())
}

fn by_xboard(fen: &str, depth: u32) -> Answer {
    let mut server = Server::new("xboard");
    let asked = format!("force\npost\nsd {depth}\nsetboard {fen} 0 1\ngo");
    let lines = server.ask(&asked, "move *");
    server.end();
    let [.., thought, mv] = &lines[..] else { panic!("{lines:?}") };
    let found: i64 = thought.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a score");
    let score = match found.abs() {
        100_000.. => format!("mate {}", found.signum() * (found.abs() - 100_000)),
        _ => format!("cp {found}"),
    };
    (score, mv.replace("move ", ""))
}

/// The move that the computer plays against a person.
fn played(fen: &str, depth: u32) -> String {
    let other = if fen.contains(" w ") { "black" } else { "white" };
    let level = depth.to_string();
    let arguments = ["play", "chess", fen, "--level", &level, "--side", other];
    let shown = run_with_input(&arguments, b"quit\n").out;
    let mv = shown.lines().find_map(|line| line.split_once(" plays ")).expect("a move");
    squares(fen, mv.1)
}

#[test]
fn surfaces_agree_on_mates() {
    let mut mates = 0;
    for depth in [3, 5] {
        for (fen, expected) in POSITIONS.into_iter().zip(analyzed(depth)) {
            assert_eq!(by_uci(fen, depth), expected, "UCI, depth {depth}: {fen}");
            assert_eq!(by_xboard(fen, depth), expected, "xboard, depth {depth}: {fen}");
            assert_eq!(played(fen, depth), expected.1, "play, depth {depth}: {fen}");
            mates += usize::from(expected.0 == "mate 2");
        }
    }
    assert_eq!(mates, 2 * (POSITIONS.len() - 2), "every mate in two is found");
}
