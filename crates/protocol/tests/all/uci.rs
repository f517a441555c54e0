//! What transcripts of UCI cannot say.

use std::io::ErrorKind;

use tremaux_chess::Position;
use tremaux_protocol::uci::{bench, serve};

use crate::dialogue::Served;

#[test]
fn the_end_of_the_input_stops_a_search_with_an_answer() {
    for end in ["", "quit"] {
        let mut dialogue = Served::new(serve);
        dialogue.send("position startpos moves e2e4");
        dialogue.send("go infinite");
        dialogue.expect("info depth 3 *", &["bestmove*"]);
        dialogue.send(end);
        let rest = dialogue.end();
        let best = rest.last().expect("an answer");
        assert!(best.starts_with("bestmove "), "{rest:?}");
    }
}

#[test]
fn a_closed_output_ends_a_search() {
    let mut dialogue = Served::new(serve);
    dialogue.send("go infinite");
    dialogue.expect("info depth 2 *", &[]);
    // The input stays open.
    let error = dialogue.close_output().expect_err("the output is closed");
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
fn every_line_is_legal_and_every_search_is_answered_once() {
    let mut dialogue = Served::new(serve);
    dialogue.send("setoption name MultiPV value 3");
    let mut position = Position::initial();
    let mut moves = String::new();
    for _ in 0..12 {
        dialogue.send(&format!("position startpos moves{moves}"));
        dialogue.send("go nodes 3000");
        let best = loop {
            let line = dialogue.expect("*", &[]);
            if let Some((_, variation)) = line.split_once(" pv ") {
                let mut position = position.clone();
                for word in variation.split(' ') {
                    let mv = position.parse_uci(word).unwrap_or_else(|e| panic!("{line}: {e}"));
                    position.play(mv);
                }
            }
            if let Some(best) = line.strip_prefix("bestmove ") {
                break best.split(' ').next().expect("a move").to_owned();
            }
        };
        let mv = position.parse_uci(&best).expect("a legal move");
        position.play(mv);
        moves += &format!(" {best}");
    }
    dialogue.send("isready");
    dialogue.expect("readyok", &["bestmove*"]);
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn a_benchmark_is_the_same_work_every_time() {
    let run = || {
        let mut nodes = Vec::new();
        bench(3, &Default::default(), &mut |text| {
            nodes.extend(
                text.lines().find(|line| line.starts_with("Nodes searched")).map(str::to_owned),
            );
        });
        nodes
    };
    let nodes = run();
    assert_eq!((nodes.len(), &nodes), (1, &run()));
}
