//! Tests of the boxes, of measuring and of checking.

use std::fs;

use super::BenchmarksError;
use super::boxes::{CHANGED, Part, Stamp, joined, note, parts, sources};
use super::check::{README_END, README_START, faults_of_document, faults_of_table};
use super::measure::run;

const TEXT: &str = "# Title\n\nWords.\n\n## Paths of `A*`, and more\n\n\
    <!-- measured by: echo 1; engine: core -->\n```text\n1.92 times, 1,234 nodes\n```\n\
    <sub>`echo 1` · commit 0123abcd · 1 May 2026 · A Processor, 2 cores · \
    sources 0123456789abcdef</sub>\n<!-- end of measurement -->\n\n## Matches\n\n\
    <!-- measured once by: echo 2; engine: core -->\n75 of 100\n\
    <sub>`echo 2` · commit 0123abcd · 1 May 2026 · A Processor, 2 cores · \
    sources aaaaaaaaaaaaaaaa</sub>\n\n**The engine has changed since.**\n\
    <!-- end of measurement -->\n";

const README: &str = "# Name\n\n<!-- figures from docs/benchmarks.md -->\n\
    | what | how fast | |\n|---|--:|---|\n\
    | 15-puzzles, version 4 | 1.92×, 1,234 nodes | [how](docs/benchmarks.md#paths-of-a-and-more) \
    |\n\
    | Go on 9×9 | 75 of 100 | [how](docs/benchmarks.md#matches) |\n\
    <!-- end of figures -->\n";

fn faults(text: &str) -> Vec<String> {
    let now = |_: &[String]| Ok("0123456789abcdef".to_owned());
    faults_of_document(&parts(text).expect("a document"), &now).expect("sources")
}

fn table(readme: &str) -> Vec<String> {
    faults_of_table(readme, &parts(TEXT).expect("a document"))
}

/// That exactly one fault is found, which holds `word`.
#[track_caller]
fn only(faults: &[String], word: &str) {
    assert!(faults.len() == 1 && faults[0].contains(word), "{faults:?}");
}

#[test]
fn a_document_is_taken_apart_and_put_together() {
    let all = parts(TEXT).expect("it is right");
    assert_eq!(joined(&all), TEXT);
    let Part::Measured(figures) = &all[1] else { panic!("{:?}", all[1]) };
    assert_eq!((figures.line, figures.command.as_str(), figures.is_once), (7, "echo 1", false));
    assert_eq!(figures.printed, "```text\n1.92 times, 1,234 nodes\n```\n");
    let open = "# Title\n<!-- measured by: echo 1; engine: core -->\nold\n";
    assert!(matches!(parts(open), Err(BenchmarksError::Open { line: 2 })));
    let nothing = "<!-- measured by: echo 1 -->\nold\n<!-- end of measurement -->\n";
    assert!(matches!(parts(nothing), Err(BenchmarksError::NoEngine { line: 1 })));
}

#[test]
fn a_box_has_a_stamp() {
    assert_eq!(faults(TEXT), Vec::<String>::new());
    only(&faults(&TEXT.replacen("<sub>", "", 1)), "line 7: no stamp: `echo 1`");
    for part in ["commit 0123abcd · ", "1 May 2026 · ", "A Processor, 2 cores · "] {
        only(&faults(&TEXT.replacen(part, "", 1)), "no stamp");
    }
}

#[test]
fn a_box_says_that_its_engine_has_changed() {
    let changed = TEXT.replace("0123456789abcdef", "bbbbbbbbbbbbbbbb");
    only(&faults(&changed), "line 7: the engine has changed since 0123abcd");
    let silent = TEXT.replace("\n**The engine has changed since.**\n", "");
    only(&faults(&silent), "the engine has changed since");
    let wrong = TEXT.replace("aaaaaaaaaaaaaaaa", "0123456789abcdef");
    only(&faults(&wrong), "says that the engine has changed, but it has not");
    let mut parts = parts(&changed.replace("has changed since.**", "")).expect("a document");
    let now = |_: &[String]| Ok("0123456789abcdef".to_owned());
    note(&mut parts, &now).expect("sources");
    let remarks = joined(&parts).matches(CHANGED).count();
    assert_eq!((remarks, faults(&joined(&parts))), (2, Vec::new()));
}

#[test]
fn ratios_stand_in_boxes() {
    for words in ["It is 1.9 as fast.", "3 times as fast", "about 40 % less", "12× as fast"] {
        only(&faults(&TEXT.replace("Words.", words)), "line 3: ");
    }
    let allowed = "The crate `minimax 0.6` on 15-puzzles, [here](a-1.5.md), 100 games, 7×7.";
    assert_eq!(faults(&TEXT.replace("Words.", allowed)), Vec::<String>::new());
}

#[test]
fn numbers_of_the_readme_stand_in_the_boxes() {
    assert_eq!(table(README), Vec::<String>::new());
    only(&table(&README.replace("1.92×", "1.93×")), "line 6: 1.93 stands in no box of");
    only(&table(&README.replace("75 of 100", "76 of 100")), "76 stands in no box of `#matches`");
    // A number of another section.
    only(&table(&README.replace("75 of 100", "1.92")), "1.92 stands in no box of `#matches`");
    only(&table(&README.replace("#matches", "#other")), "no heading `#other`");
    only(&table(&README.replace("(docs/benchmarks.md#matches)", "")), "expected a link");
    only(&table(&README.replace(README_START, "")), "expected a table of figures after");
    only(&table(&README.replace(README_END, "")), "after the table of figures");
}

#[test]
fn what_is_printed_replaces_what_stood_there() {
    let folder = std::env::temp_dir().join(format!("benchmarks-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("document.md");
    let text = TEXT.replacen("0123456789abcdef", "bbbbbbbbbbbbbbbb", 1);
    fs::write(&path, &text).expect("a file");
    let stamp = |_: &[String]| {
        let line = "<sub>commit 0123abcd · 1 May 2026 · A Processor, 2 cores · \
                    sources 0123456789abcdef</sub>";
        Ok(Stamp::parse(line).expect("a stamp"))
    };
    assert_eq!(run(&path, &["echo".into()], &stamp).expect("it runs"), 1);
    let expected = TEXT.replace("1.92 times, 1,234 nodes", "1");
    assert_eq!(fs::read_to_string(&path).expect("a file"), expected);
    // What is measured once is not run.
    let result = run(&path, &["echo 2".into()], &stamp);
    assert!(matches!(result, Err(BenchmarksError::None(_))));
    let failing = text.replace("echo 1", "exit 3");
    fs::write(&path, &failing).expect("a file");
    assert!(run(&path, &[], &stamp).is_err());
    assert_eq!(fs::read_to_string(&path).expect("a file"), failing, "it stays as it was");
    fs::remove_dir_all(&folder).expect("it was there");
}

#[test]
fn sources_are_code() {
    let folder = std::env::temp_dir().join(format!("sources-{}", std::process::id()));
    let file = folder.join("crates/one/src/deep/a.rs");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    let hash = |text: &str| {
        fs::write(&file, text).expect("a file");
        sources(&folder, &["one".into()]).expect("sources")
    };
    let first = hash("fn a() {}\n");
    assert_eq!(first, hash("/// Words.\nfn a() {}\n    // Why.\n"));
    assert_ne!(first, hash("fn b() {}\n"));
    assert_eq!(first, hash("fn a() {}\n"));
    assert!(sources(&folder, &["two".into()]).is_err(), "no such crate");
    fs::remove_dir_all(&folder).expect("it was there");
}
