//! No line makes the readers of UCI and xboard commands panic, and what is wrong is said briefly.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_chess::Position;
use tremaux_protocol::{uci, xboard};

fuzz_target!(|text: &str| {
    let position = Position::initial();
    for line in text.lines() {
        match uci::Command::parse(line, Some(&position)) {
            Ok(uci::Command::Go(go)) => {
                assert!(go.moves.iter().all(|&mv| position.is_legal(mv)));
                assert!(go.mistakes.iter().all(|mistake| mistake.len() < 1000));
            }
            Ok(_) => {}
            Err(mistake) => assert!(mistake.starts_with("column ") && mistake.len() < 1000),
        }
        if let Err(answer) = xboard::Command::parse(line) {
            assert!(answer.starts_with("Error (") || answer.starts_with("tellusererror "));
        }
    }
});
