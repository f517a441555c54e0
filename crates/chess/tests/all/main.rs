//! The integration tests, in one program: it is built and linked once.

mod by_name;
mod contracts;
mod endings;
mod epd;
mod fen;
mod odd_input;
mod perft;
mod pgn;
mod rules;
mod san;
mod search;
mod see;

/// The lines of a file of the folder `games`, if the data is there.
fn data(name: &str) -> Vec<String> {
    let text = tremaux_testkit::data_text(&format!("games/{name}")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
