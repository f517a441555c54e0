//! The verbs of the other program: where they went, and what is said where it is missing.

use crate::support::{command, file, output, run, run_of};

#[test]
fn verbs_of_the_lab_say_where_they_are() {
    for verb in tremaux_cli::LAB_VERBS {
        for arguments in [&[verb][..], &[verb, "--help"], &["help", verb], &["man", verb]] {
            let moved = run(arguments);
            assert_eq!((moved.status, moved.out.as_str()), (2, ""), "{arguments:?}");
            let where_it_is = format!("`tremaux lab {verb}`");
            assert!(moved.err.contains(&where_it_is), "{arguments:?}: {}", moved.err);
        }
    }
    for arguments in [&["compar"][..], &["help", "compar"]] {
        let near = run(arguments);
        assert_eq!(near.status, 2);
        assert!(near.err.contains("lab compare"), "{}", near.err);
    }
    // Not among the domains.
    assert!(!run(&["solve", "match"]).err.contains("lab"));
    assert!(run(&["--help"]).out.contains("\n  lab "));
}

#[test]
fn a_missing_lab_is_told_with_the_command_that_builds_it() {
    let alone = file("tremaux", b"");
    std::fs::remove_file(&alone).expect("a file");
    std::fs::hard_link(crate::PROGRAM, &alone).expect("another name");
    let mut alone = command(&alone);
    let missing = run_of(output(alone.args(["lab", "compare"]).env("PATH", "")));
    assert_eq!((missing.status, missing.out.as_str()), (2, ""), "{}", missing.err);
    assert!(missing.err.contains("cargo install --path apps/lab"), "{}", missing.err);
}
