use tremaux_testkit::Dialogue;

#[test]
fn patterns_match() {
    for (pattern, text, expected) in [
        ("uciok", "uciok", true),
        ("uciok", "uciok ", false),
        ("bestmove *", "bestmove e2e4", true),
        ("info * pv e2e4*", "info depth 1 pv e2e4", true),
        ("info * pv e2e4 *", "info depth 1 pv e2e4", false),
        ("*a", "aba", true),
        ("*", "", true),
        ("a*b", "ab c", false),
    ] {
        assert_eq!(Dialogue::matches(pattern, text), expected, "{pattern} {text}");
    }
}
