//! No line of an outside engine makes its readers panic, and what they keep is bounded by it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_protocol::client::{TimeControl, UciMessage, XboardMessage};

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let UciMessage::Info(thought) = UciMessage::parse(line) {
            assert!(thought.line.len() <= line.len());
            if let Some(score) = thought.score {
                assert!(score.centipawns().abs() <= 30_000 && !score.text().is_empty());
            }
        }
        if let XboardMessage::Features(features) = XboardMessage::parse(line) {
            let length: usize = features.iter().map(|(name, value)| name.len() + value.len()).sum();
            assert!(length <= line.len());
        }
        if let Ok(control) = line.parse::<TimeControl>() {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }
});
