//! Every example in the help, in the README and in the guide runs.

use std::path::{Path, PathBuf};

use crate::support::{self, output, program, run, run_of};

/// The commands in a text: lines that start with `tremaux `, or with a prompt before it, indented
/// less than wrapped texts are; without those that need engines or files of the reader's own.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with("   "));
    let lines = lines.map(|line| line.trim().trim_start_matches("$ "));
    let needs_more = |line: &str| ["uci:", "xboard:", "--file "].iter().any(|it| line.contains(it));
    let lines = lines.filter(|line| line.starts_with("tremaux ") && !needs_more(line));
    lines.map(str::to_owned).collect()
}

/// Runs a line in a shell in which `tremaux` is the program.
fn run_line(line: &str) {
    let (status, printed) = run_line_in(line, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(status == Some(0) && !printed.is_empty(), "{line}: {status:?}");
}

/// Runs a line in a folder, and returns its status and what it prints.
fn run_line_in(line: &str, place: &Path) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_BIN_EXE_tremaux")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [folder.to_owned()].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("a path");
    let mut command = support::command("sh");
    command.args(["-c", line]).env("PATH", path).current_dir(place);
    let output = support::output(&mut command);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn examples_of_the_help_run() {
    let mut pages: Vec<Vec<&str>> = vec![
        vec![],
        vec!["solve"],
        vec!["analyze"],
        vec!["play"],
        vec!["match"],
        vec!["build"],
        vec!["build", "tiles"],
        vec!["build", "path"],
        vec!["path"],
        vec!["generate"],
        vec!["generate", "map"],
        vec!["list"],
        vec!["explain"],
        vec!["completions"],
        vec!["man"],
    ];
    for domain in tremaux_registry::DOMAINS {
        let name = domain.info().name;
        pages.extend([vec!["solve", name], vec!["generate", name]]);
    }
    for game in tremaux_registry::GAMES {
        pages.extend(["analyze", "play", "match"].map(|verb| vec![verb, game.info().name]));
    }
    let mut count = 0;
    for page in pages {
        // Examples are copied from terminals that are narrower than they are.
        let mut narrow = program();
        narrow.args(&page).arg("--help").env("COLUMNS", "30");
        let help = run_of(output(&mut narrow));
        // Some games are not played, or not by two engines.
        if help.status != 0 && matches!(page[0], "play" | "match") {
            continue;
        }
        assert_eq!(help.status, 0, "{page:?}");
        let examples = commands(&help.out);
        assert!(!examples.is_empty(), "{page:?} has no example");
        count += examples.len();
        examples.iter().for_each(|line| run_line(line));
    }
    assert!(count >= 15, "{count}");
}

#[test]
fn examples_of_components_run() {
    let list = support::json(&run(&["list", "--format", "json"]));
    for entry in list.as_array().expect("a list") {
        let name = entry["name"].as_str().expect("a name");
        let explained = run(&["explain", name]);
        assert_eq!(explained.status, 0, "{name}");
        assert!(
            explained
                .out
                .contains(entry["title"].as_str().expect("a title").split(' ').next().unwrap())
        );
        commands(&explained.out).iter().for_each(|line| run_line(line));
        for alias in entry["aliases"].as_array().into_iter().flatten() {
            let same = run(&["explain", alias.as_str().expect("a name")]);
            // The name may be that of other heuristics too, which the alias is not.
            assert!(explained.out.contains(same.out.trim_end()), "{alias}");
        }
    }
    let explained = support::json(&run(&["explain", "a-star", "--format", "json"]));
    assert_eq!(explained[0]["kind"], "algorithm");
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
    let (mut run, mut compared) = (0, 0);
    for document in documents {
        let text = std::fs::read_to_string(&document).expect("a document");
        let folder = tempfile::tempdir().expect("a folder");
        for (body, shown) in blocks(&text) {
            let body = body.replace("cargo run --profile quick -- ", "tremaux ");
            let lines = commands(&body).into_iter().filter(|line| !line.contains("serve --open"));
            let printed: String = lines
                .map(|line| {
                    run += 1;
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
    assert!(run >= 25 && compared >= 4, "{run} commands, {compared} outputs");
}

#[test]
fn help_and_errors_look_so() {
    // Tests may be started from another folder.
    let pattern = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/*.trycmd");
    let folder = std::fs::read_dir(pattern.parent().expect("a folder")).expect("the folder");
    assert_eq!(folder.count(), 6);
    let cases = trycmd::TestCases::new();
    for (name, value) in support::ENVIRONMENT {
        cases.env(name, value);
    }
    cases.env("TREMAUX_CACHE", support::cache().display().to_string()).case(pattern);
}

#[test]
fn completions_and_manual_pages_name_the_verbs() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.status, 0);
        assert!(script.out.contains("korf") && script.out.contains("explain"), "{shell}");
    }
    let page = run(&["man"]);
    assert!(page.out.contains(".TH tremaux 1"), "{}", &page.out[..200]);
    let page = run(&["man", "solve", "tiles"]);
    assert!(
        page.out.contains(".TH tremaux\\-solve\\-tiles 1")
            || page.out.contains(".TH tremaux-solve-tiles 1"),
        "{}",
        &page.out[..200]
    );
    assert!(page.out.contains("row by row"));
}
