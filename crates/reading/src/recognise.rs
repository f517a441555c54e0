//! Guesses at what a text is that a parser refuses.

/// What the text looks like, in words with an article; `None` if it looks like nothing known.
///
/// It is asked only about texts that were refused, so that the error says what was given.
///
/// ```
/// use tremaux_reading::looks_like;
/// assert_eq!(looks_like("<?xml version=\"1.0\"?><graphml>"), Some("GraphML"));
/// assert_eq!(looks_like("name,age\nAda,36\n"), Some("CSV with a header"));
/// assert_eq!(looks_like("1. e4 e5"), None);
/// ```
pub fn looks_like(text: &str) -> Option<&'static str> {
    let text = text.trim();
    FORMATS.iter().find(|(_, is_it)| is_it(text)).map(|(name, _)| *name)
}

/// What [`looks_like`] says of an option that stands where an instance does.
pub const OPTION: &str = "an option: options of an algorithm stand in its brackets, as in \
                          --algorithm \"NAME(OPTION=VALUE)\"";

/// Whether a text is of a format.
type IsFormat = fn(&str) -> bool;

/// Formats in words, in the order in which they are tried.
const FORMATS: &[(&str, IsFormat)] = &[
    ("GraphML", |text| text.starts_with('<') && text.contains("<graphml")),
    ("a web page", |text| begins(text, "<!doctype html") || begins(text, "<html")),
    ("XML", |text| text.starts_with("<?xml") || text.starts_with('<') && text.ends_with('>')),
    ("PGN or PDN, whole games", is_pgn),
    ("GGF, a game of Othello", |text| text.starts_with("(;") && text.contains("GM[Othello]")),
    ("SGF, a game of Go or of other boards", |text| text.starts_with("(;")),
    (
        "a game tree: `tremaux analyze game-tree --tree \"(3 12) (2 4)\"` takes it in round \
         brackets",
        |text| !text.contains('\n') && !is_json(text) && is_bracketed_numbers(text),
    ),
    ("JSON", is_json),
    ("an array printed by NumPy", |text| text.starts_with('[') && is_bracketed_numbers(text)),
    ("DOT, a graph of Graphviz", is_dot),
    ("GML, a graph", |text| {
        let is_graph = |line: &str| {
            let rest = line.trim().strip_prefix("graph").map(str::trim_start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
        };
        text.lines().any(is_graph) && text.contains("node") && text.ends_with(']')
    }),
    ("a graph of Pajek", |text| begins(text, "*vertices") || begins(text, "*network")),
    ("a Matrix Market file", |text| text.starts_with("%%MatrixMarket")),
    ("a file of DIMACS", |text| {
        text.lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            matches!(&*words, ["p", kind, _, .., last] if !is_number(kind) && is_number(last))
        })
    }),
    ("a map of the MovingAI benchmarks", |text| {
        text.starts_with("type ") && text.contains("\nmap")
    }),
    ("a scenario file of the MovingAI benchmarks", |text| {
        text.starts_with("version ") && text.contains('\t')
    }),
    ("a file of TSPLIB", is_tsplib),
    ("the board of a FEN alone, without the side to move", is_fen_board),
    ("a FEN", |text| text.split_whitespace().next().is_some_and(is_fen_board)),
    ("81 cells of a sudoku", |text| {
        let is_frame = |c: char| c.is_whitespace() || "|+-=*".contains(c);
        let mut cells = text.chars().filter(|&c| !is_frame(c));
        cells.clone().count() == 81 && cells.all(|c| matches!(c, '0'..='9' | '.'))
    }),
    ("a level of Sokoban", |text| {
        is_drawn(text) && text.contains(['@', '+']) && text.contains('$')
    }),
    ("a drawn grid or maze", is_drawn),
    ("CSV with a header", |text| table(text) == Some(true)),
    ("CSV", |text| table(text) == Some(false)),
    (OPTION, |text| !text.contains('\n') && text.split_whitespace().any(is_option)),
];

/// Whether a text begins so, whatever the case.
fn begins(text: &str, with: &str) -> bool {
    text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with))
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

fn is_pgn(text: &str) -> bool {
    text.lines().any(|line| {
        let inside = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
        let name = inside.and_then(|inside| inside.split_once(" \"")).map(|(name, _)| name);
        name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    })
}

/// Numbers in nested brackets, such as `[[3 12] [2 4]]`.
fn is_bracketed_numbers(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "[]() -.,".contains(c) || c.is_whitespace();
    let is_nested = |open| text.starts_with(open) && text.matches(open).count() > 1;
    (is_nested('[') || is_nested('(')) && text.chars().all(is_sign)
}

fn is_dot(text: &str) -> bool {
    let (head, _) = text.split_once('{').unwrap_or_default();
    let words: Vec<&str> = head.split_whitespace().collect();
    let words = words.strip_prefix(&["strict"]).unwrap_or(&words);
    text.ends_with('}') && matches!(words, ["graph" | "digraph"] | ["graph" | "digraph", _])
}

fn is_json(text: &str) -> bool {
    let is_bracketed = |open, close| text.starts_with(open) && text.ends_with(close);
    is_bracketed('{', '}') && (text.contains("\":") || text.contains("\" :"))
        || is_bracketed('[', ']') && text.contains([',', '"'])
}

fn is_tsplib(text: &str) -> bool {
    const KEYS: &[&str] = &["NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_WEIGHT_TYPE"];
    let is_key = |line: &str| {
        let key = line.split_once(':').map(|(key, _)| key.trim());
        key.is_some_and(|key| KEYS.iter().any(|known| key.eq_ignore_ascii_case(known)))
    };
    text.lines().filter(|line| is_key(line)).count() > 1
}

fn is_fen_board(word: &str) -> bool {
    let is_rank = |rank: &str| {
        let width: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        width == 8 && rank.chars().all(|c| "pnbrqkPNBRQK12345678".contains(c))
    };
    word.split('/').count() == 8 && word.split('/').all(is_rank)
}

/// Whether a text is a picture of walls: some rows, mostly of the signs of grids.
fn is_drawn(text: &str) -> bool {
    let rows = text.lines().count();
    let walls = text.chars().filter(|c| matches!(c, '#' | '@' | '|' | '█')).count();
    let is_sign = |c: char| c.is_whitespace() || "#.@$*+-_|SGXEPB0123456789 █".contains(c);
    rows > 1 && walls >= rows && text.chars().all(is_sign)
}

/// Whether the first row of a table names its columns; `None` if the text is not a table.
fn table(text: &str) -> Option<bool> {
    let mut rows = text.lines().filter(|row| !row.trim().is_empty()).take(20);
    let first = rows.next()?;
    let count = |row: &str, separator: char| row.matches(separator).count();
    let separator = [',', ';', '\t'].into_iter().max_by_key(|&it| count(first, it))?;
    let expected = count(first, separator);
    let mut other_rows = rows.peekable();
    let is_table = expected > 0
        && other_rows.peek().is_some()
        && other_rows.all(|row| count(row, separator) == expected);
    let is_name = |cell: &str| cell.chars().any(char::is_alphabetic) && !is_number(cell.trim());
    is_table.then(|| first.split(separator).all(is_name))
}

fn is_option(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, value)| {
        !value.is_empty()
            && name.len() > 2
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    })
}
