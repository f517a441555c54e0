//! Transcripts of dialogues, replayed.
//!
//! A line `> text` is sent; `< pattern` waits for a line that matches, skipping others; `! pattern`
//! forbids a match among the lines skipped next; `# text` is a comment. `*` in a pattern stands
//! for any text. Moves of the engine are never skipped. At the end the input ends, and the server
//! must end, too.

use std::fs;
use std::path::Path;

use crate::dialogue::{Serve, Served};

fn replay(path: &Path, serve: Serve, engine_move: &str) {
    let text = fs::read_to_string(path).expect("a transcript");
    let mut dialogue = Served::new(serve);
    let mut forbidden = vec![engine_move];
    for (number, line) in text.lines().enumerate() {
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", text) => dialogue.send(text),
            ("<", pattern) => {
                dialogue.expect(pattern, &forbidden);
                forbidden.truncate(1);
            }
            ("!", pattern) => forbidden.push(pattern),
            ("#" | "", _) => {}
            _ => panic!("{}:{}: {line}", path.display(), number + 1),
        }
    }
    dialogue.end();
}

fn replay_all(folder: &str, serve: Serve, engine_move: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(folder);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        println!("{}", path.display());
        replay(&path, serve, engine_move);
    }
}

#[test]
fn uci_transcripts() {
    replay_all("uci", tremaux_protocol::uci::serve, "bestmove *");
}

#[test]
fn xboard_transcripts() {
    replay_all("xboard", tremaux_protocol::xboard::serve, "move *");
}
