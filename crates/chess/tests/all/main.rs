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
    let root = std::env::var("TREMAUX_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into());
    let path = std::path::Path::new(&root).join("games").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => text.lines().map(str::to_owned).collect(),
        Err(_) => {
            println!("skipped: there is no {}", path.display());
            Vec::new()
        }
    }
}
