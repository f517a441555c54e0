//! Typographic signs, and the signs of annotations, as files of games have them.

/// What a character that is not ASCII stands for among moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// White space.
    Space,
    /// Part of a move or a result, as ASCII has it.
    Text(&'static str),
    /// The dots after the number of a move.
    Dots,
    /// An annotation: see [`annotation`].
    Annotation(&'static str),
}

/// What `sign` stands for, if it has a meaning among moves.
pub(super) fn sign(sign: char) -> Option<Sign> {
    Some(match sign {
        '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}' => {
            Sign::Text("")
        }
        sign if sign.is_whitespace() => Sign::Space,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Sign::Text("-"),
        '×' | '✕' => Sign::Text("x"),
        '½' => Sign::Text("1/2"),
        '…' => Sign::Dots,
        '♔' | '♚' => Sign::Text("K"),
        '♕' | '♛' => Sign::Text("Q"),
        '♖' | '♜' => Sign::Text("R"),
        '♗' | '♝' => Sign::Text("B"),
        '♘' | '♞' => Sign::Text("N"),
        '♙' | '♟' => Sign::Text(""),
        '†' => Sign::Text("+"),
        '‡' | '≠' => Sign::Text("#"),
        '‼' => Sign::Annotation("!!"),
        '⁇' => Sign::Annotation("??"),
        '⁉' => Sign::Annotation("!?"),
        '⁈' => Sign::Annotation("?!"),
        '□' => Sign::Annotation("□"),
        '±' => Sign::Annotation("+/-"),
        '∓' => Sign::Annotation("-/+"),
        '⩲' => Sign::Annotation("+="),
        '⩱' => Sign::Annotation("=+"),
        '∞' => Sign::Annotation("∞"),
        '⨀' | '⊙' => Sign::Annotation("⊙"),
        '⟳' | '↻' => Sign::Annotation("⟳"),
        '○' => Sign::Annotation("○"),
        '↑' => Sign::Annotation("↑"),
        '→' => Sign::Annotation("→"),
        '©' => Sign::Annotation("=/∞"),
        '⇄' | '⇆' => Sign::Annotation("⇆"),
        '⊕' => Sign::Annotation("⊕"),
        '∆' | 'Δ' | '△' => Sign::Annotation("∆"),
        '∇' | '▽' => Sign::Annotation("∇"),
        '⌓' => Sign::Annotation("⌓"),
        _ => return None,
    })
}

/// The annotations with their numbers, the longest first. Where White and Black have numbers of
/// their own, that of White.
const ANNOTATIONS: [(&str, u16); 37] = [
    ("=/∞", 44),
    ("+--", 20),
    ("--+", 21),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("==", 11),
    ("=∞", 44),
    ("RR", 145),
    ("TN", 146),
    ("!", 1),
    ("?", 2),
    ("=", 10),
    ("~", 13),
    ("∞", 13),
    ("□", 7),
    ("⊙", 22),
    ("⟳", 32),
    ("○", 26),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
    ("∇", 141),
    ("⌓", 142),
    ("N", 146),
    ("D", 220),
];

/// The numbers of which the next one is for Black.
const FOR_WHITE: [u16; 7] = [22, 26, 32, 36, 40, 132, 138];

/// The number of an annotation.
pub(super) fn annotation(text: &str) -> Option<u16> {
    ANNOTATIONS.iter().find(|(sign, _)| *sign == text).map(|&(_, number)| number)
}

/// The number of an annotation after a move of Black, where `number` is that after one of White.
pub(super) fn annotation_for_black(number: u16) -> u16 {
    number + u16::from(FOR_WHITE.contains(&number))
}

/// Whether `word` only repeats what the move before it shows: check, mate, en passant.
pub(super) fn is_redundant(word: &str) -> bool {
    matches!(word, "+" | "++" | "#" | "ch" | "mate" | "ep" | "e.p.")
}

/// Whether `word` is a null move.
pub(super) fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "0000" | "@@@@" | "null" | "pass")
}

/// Splits an annotation from the end of a move, as in `Nf3+=`.
pub(super) fn split_annotation(word: &str) -> Option<(&str, u16)> {
    if !word.ends_with(['-', '+', '=', '~']) {
        return None;
    }
    // Letters belong to the move, as in `e8N`.
    let signs = ANNOTATIONS.iter().filter(|(sign, _)| !sign.starts_with(char::is_alphabetic));
    let mut found = signs.filter_map(|&(sign, number)| Some((word.strip_suffix(sign)?, number)));
    found.find(|(rest, _)| rest.len() > 1)
}
