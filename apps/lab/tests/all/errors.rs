//! Bad input: what is shown is short and obeyed by no terminal, what is read ends.

use crate::support::{file, measured, run, run_with_input};

#[test]
fn arguments_are_shown_short_and_without_escapes() {
    // As many bytes as an argument may have.
    for text in ["\u{1b}[31mred\u{1b}[0m", &"x".repeat(100_000)] {
        for arguments in [
            &["reproduce", text][..],
            &["compare", "--metric", text],
            &["match", "nim", text, "random"],
            &["help", text],
            &[text],
        ] {
            let refused = run(arguments);
            assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{:?}", &arguments[..1]);
            assert!(!refused.err.contains('\u{1b}'), "{:?}", refused.err);
            assert!(refused.err.len() < 5000, "{} bytes: {:.300}", refused.err.len(), refused.err);
        }
    }
}

#[test]
fn endless_input_is_refused() {
    let database = file("empty.db", &[]);
    std::fs::remove_file(&database).expect("a file");
    let database = database.to_str().expect("a name");
    let (refused, most) = measured(&["compare", "--database", database, "--import", "/dev/zero"]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(most.unwrap_or(0) < 400 << 20, "{most:?}");
    // What it does not read does no harm.
    assert_eq!(run_with_input(&["reproduce", "7-1", "--list"], b"x").status, 0);
}
