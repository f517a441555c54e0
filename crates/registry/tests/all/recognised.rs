//! What is said of texts that a command refused: the commands that read them.

use std::fs;

use tremaux_registry::readers_of;
use tremaux_testkit::data;

#[test]
fn digits_are_no_game_and_no_command_names_itself() {
    let Some(folder) = data("odd-input") else { return };
    let (mut digits, mut named) = (0, 0);
    for part in ["readers", "graphs", "games"] {
        for file in fs::read_dir(folder.join(part)).expect("a folder") {
            let path = file.expect("a file").path();
            // Some are not UTF-8.
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let readers = readers_of(&text, &[]);
            if !text.contains(|c: char| c.is_alphabetic() || "#@$*_/|".contains(c)) {
                digits += 1;
                let is_game = |it: &String| it.starts_with("analyze");
                assert!(!readers.iter().any(is_game), "{}: {readers:?}", path.display());
            }
            if let Some(reader) = readers.first() {
                named += 1;
                let words: Vec<&str> = reader.split(' ').collect();
                assert_eq!(readers_of(&text, &words), [""; 0], "{}", path.display());
            }
        }
    }
    assert!(digits > 4 && named > 30, "{digits} texts of digits, {named} with readers");
}
