//! What is said of texts that a command refused: what they look like, and what reads them.

use std::fs;

use tremaux_registry::readers_of;
use tremaux_registry::reading::looks_like;
use tremaux_testkit::data;

/// The files by their folder and name, what they look like, and the commands that are named.
const FILES: &[(&str, Option<&str>, &[&str])] = &[
    ("readers/10b-numbers-only.txt", None, &["path"]),
    ("readers/12-comment-first.obf", None, &["analyze othello"]),
    ("readers/14-comment-block.sok", None, &["solve sokoban"]),
    ("readers/16-xml-comment.graphml", Some("GraphML"), &["path", "solve graph"]),
    ("readers/19-dashes.txt", None, &["path", "solve graph"]),
    ("readers/20-sudoku.json", Some("JSON"), &["solve sudoku"]),
    ("readers/20b-minus.txt", None, &["solve sudoku"]),
    ("readers/22-othello.ggf", Some("GGF, a game of Othello"), &["analyze othello"]),
    ("graphs/05-k-best-parallel.txt", None, &["path", "solve graph"]),
    ("graphs/10-no-queries.scen", None, &[]),
    ("graphs/15-float-costs.txt", None, &["path", "solve graph"]),
    ("games/05c_pdn_gametype22_italian.pdn", Some("PGN or PDN, whole games"), &[]),
    ("games/09_no_result.pgn", Some("PGN or PDN, whole games"), &["analyze chess"]),
    ("games/14_simple_sudoku.ss", Some("81 cells of a sudoku"), &["solve sudoku"]),
    ("games/17_othello_numbered.txt", None, &["analyze othello"]),
];

/// Texts as people write them, what they look like, and the commands that are named.
const TEXTS: &[(&str, Option<&str>, &[&str])] = &[
    ("0 3 9\n3 0 2\n9 2 0\n", None, &["solve tsp"]),
    ("3 4 5\n6 7 8\n", None, &[]),
    ("8 8 8", None, &[]),
    ("717171", None, &[]),
    ("cat 5\ndog 7\n", None, &[]),
    ("name,age\nAda,36\nAlan,41\n", Some("CSV with a header"), &[]),
    ("graph{ a -- b [weight=3]; b -- c [weight=2] }", Some("DOT"), &["path", "solve graph"]),
    ("Creator \"me\"\ngraph [\nnode [ id 1 ]\n]\n", Some("GML"), &["path", "solve graph"]),
    (
        "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Arcs\n1 2 3\n",
        Some("a graph of Pajek"),
        &["path", "solve graph"],
    ),
    ("[[0 0 1 0]\n [0 1 1 0]\n [0 0 0 0]]\n", Some("an array printed by NumPy"), &["path"]),
    ("[[3 12] [2 4]]", Some("a game tree"), &[]),
    ("p q 12.5\np r 21\n", None, &["path", "solve graph"]),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        Some("a FEN"),
        &["analyze chess"],
    ),
];

/// What is said otherwise of a text, if something is.
fn difference(name: &str, text: &str, looks: Option<&str>, readers: &[&str]) -> Option<String> {
    let (found, named) = (looks_like(text), readers_of(text, &[]));
    let is_right = match (looks, found) {
        (Some(looks), Some(found)) => found.starts_with(looks),
        (looks, found) => looks == found,
    };
    (!is_right || named != readers).then(|| format!("{name}: {found:?}, {named:?}"))
}

#[test]
fn only_readers_of_its_signs_are_named() {
    let texts = TEXTS.iter().filter_map(|(text, looks, it)| difference(text, text, *looks, it));
    assert_eq!(texts.collect::<Vec<_>>(), [""; 0]);
    let Some(folder) = data("odd-input") else { return };
    let files = FILES.iter().filter_map(|(name, looks, readers)| {
        let text = fs::read_to_string(folder.join(name)).expect("a file");
        difference(name, &text, *looks, readers)
    });
    assert_eq!(files.collect::<Vec<_>>(), [""; 0]);
}

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
