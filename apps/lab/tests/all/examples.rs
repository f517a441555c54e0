//! Every example in the help, in the README and in the guide runs.

use std::path::{Path, PathBuf};

use crate::support::lines::{commands, run_line, run_line_in};
use crate::support::{output, program, run, run_of};

#[test]
fn examples_of_the_help_run() {
    let mut pages: Vec<Vec<&str>> = vec![vec![], vec!["match"]];
    pages.extend(tremaux_registry::GAMES.iter().map(|game| vec!["match", game.info().name]));
    for page in pages {
        // Examples are copied from terminals that are narrower than they are.
        let mut narrow = program();
        narrow.args(&page).arg("--help").env("COLUMNS", "30");
        let help = run_of(output(&mut narrow));
        // Some games are not played by two engines.
        if help.status != 0 && page.len() == 2 {
            continue;
        }
        assert_eq!(help.status, 0, "{page:?}");
        let examples = commands(&help.out);
        assert!(!examples.is_empty(), "{page:?} has no example");
        examples.iter().filter(|line| !line.contains("compare")).for_each(|line| run_line(line));
    }
}

/// A document's fenced blocks in a language, each with the text block that follows it.
fn blocks(text: &str) -> Vec<(String, Option<String>)> {
    let mut blocks: Vec<(String, Option<String>)> = Vec::new();
    let mut fences = text.split("\n```");
    fences.next();
    // Every other part is between two blocks.
    for block in fences.step_by(2) {
        let (language, body) = block.split_once('\n').unwrap_or((block, ""));
        match (language, blocks.last_mut()) {
            ("sh", _) => blocks.push((body.to_owned(), None)),
            ("text", Some((_, shown @ None))) => *shown = Some(body.to_owned()),
            _ => {}
        }
    }
    blocks
}

/// A text on one line, in parts that commas separate, without those that tell times and rates.
fn lasting_parts(text: &str) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_time = |part: &str| [" ms", " s", " µs", "nodes/s"].iter().any(|it| part.contains(it));
    text.split(", ").filter(|part| !is_time(part)).map(str::to_owned).collect()
}

/// Every command in the README and in the guide runs, and prints what is shown below it.
#[test]
fn commands_of_documents_run_and_print_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_dir(root.join("docs/guide/src")).expect("the guide");
    let mut documents: Vec<PathBuf> = guide.map(|entry| entry.expect("a file").path()).collect();
    documents.retain(|path| path.extension().is_some_and(|it| it == "md"));
    documents.extend(["README.md", "apps/python/README.md"].map(|name| root.join(name)));
    documents.sort();
    let (mut count, mut compared) = (0, 0);
    for document in documents {
        let text = std::fs::read_to_string(&document).expect("a document");
        let folder = tempfile::tempdir().expect("a folder");
        for (body, shown) in blocks(&text) {
            let body = body.replace("cargo run --profile quick -- ", "tremaux ");
            let lines = commands(&body).into_iter().filter(|line| !line.contains("serve --open"));
            let printed: String = lines
                .map(|line| {
                    count += 1;
                    let (status, printed) = run_line_in(&line, folder.path());
                    // Some have limits that are reached.
                    assert!(matches!(status, Some(0 | 1 | 3)), "{document:?}: {line}: {status:?}");
                    printed
                })
                .collect();
            let Some(shown) = shown.filter(|_| !printed.is_empty()) else { continue };
            let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
            for part in lasting_parts(&shown) {
                assert!(printed.contains(&part), "{document:?}: {part}\n{printed}");
            }
            compared += 1;
        }
    }
    assert!(count >= 25 && compared >= 4, "{count} commands, {compared} outputs");
}

/// `tremaux` passes arguments and streams on, and the status back.
#[test]
fn the_other_program_starts_this_one() {
    let ask = |words: &[&str]| run_of(output(crate::tremaux().args(words)));
    let here = run(&["reproduce", "7-1", "--format", "json"]);
    let there = ask(&["lab", "reproduce", "7-1", "--format", "json"]);
    assert_eq!((there.status, there.err), (here.status, here.err));
    assert_eq!(there.out.lines().count(), here.out.lines().count());
    assert_eq!(ask(&["lab", "match", "nim", "rondom", "random"]).status, 2);
    let help = ask(&["lab", "compare", "--help"]).out;
    assert!(help.contains("Usage: tremaux lab compare"), "{help}");
    assert_eq!(help, run(&["compare", "--help"]).out);
    assert_eq!(ask(&["help", "lab", "compare"]).out, run(&["help", "compare"]).out);
    let quiet = ask(&["-q", "lab", "reproduce", "7-2", "--list"]);
    assert_eq!(quiet.out, run(&["reproduce", "7-2", "--list"]).out);
}

#[test]
fn completions_and_manual_pages_name_the_verbs() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert!(script.status == 0 && script.out.contains("reproduce"), "{shell}");
    }
    let page = run(&["man"]).out;
    assert!(page.contains(".TH tremaux\\-lab 1") || page.contains(".TH tremaux-lab 1"), "{page}");
    assert!(run(&["man", "match", "chess"]).out.contains("uci:"));
}
