//! No text makes the parsers of game trees panic, and what is read can be written and read
//! again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_games::game_tree::GameTree;

#[path = "game_text/check.rs"]
mod game_text;

use game_text::check;

fuzz_target!(|data: (&str, &str, &str)| {
    let (text, position, mv) = data;
    let Ok(tree) = GameTree::parse(text) else { return };
    assert_eq!(GameTree::parse(&tree.to_text()).as_ref(), Ok(&tree));
    check(&tree, position, mv);
});
