use tremaux_core::ParseError;

#[test]
fn places_are_counted_in_characters() {
    let text = "é é\n\n  14 ß";
    let error = ParseError::about(text, &text[text.len() - 2..], "a number");
    assert_eq!((error.line, error.column, error.length), (3, 6, 2));
    assert_eq!(ParseError::at_end("", "a board").to_string().split(": ").count(), 2);
}

#[test]
fn long_words_are_shortened() {
    let text = "9".repeat(100_000);
    let error = ParseError::about(&text, &text, "a tile");
    assert!(error.to_string().chars().count() < 120, "{error}");
    let noise = "\u{0}\u{7}\n";
    assert!(!ParseError::about(noise, noise, "a tile").to_string().contains('\u{7}'));
}
