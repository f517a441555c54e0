//! Every example in the help and the README runs.

mod support;

use std::path::Path;
use std::process::Command;

use support::{program, run};

/// The commands in a text: lines that start with `tremaux `, or with a prompt before it.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
    lines.filter(|line| line.starts_with("tremaux ")).map(str::to_owned).collect()
}

/// Runs a line in a shell in which `tremaux` is the program.
fn run_line(line: &str) {
    let folder = Path::new(env!("CARGO_BIN_EXE_tremaux")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [folder.to_owned()].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("a path");
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).env("TREMAUX_CACHE", support::cache());
    let output = command.output().expect("sh runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}: {errors}");
    assert!(!output.stdout.is_empty(), "{line}");
}

#[test]
fn examples_of_the_help_run() {
    let verbs: [&[&str]; 36] = [
        &["--help"],
        &["solve", "--help"],
        &["solve", "tiles", "--help"],
        &["analyze", "--help"],
        &["analyze", "tic-tac-toe", "--help"],
        &["analyze", "connect-four", "--help"],
        &["analyze", "checkers", "--help"],
        &["play", "--help"],
        &["play", "nim", "--help"],
        &["match", "--help"],
        &["match", "mnk", "--help"],
        &["solve", "maze", "--help"],
        &["solve", "pancake", "--help"],
        &["solve", "jugs", "--help"],
        &["solve", "rivers", "--help"],
        &["solve", "sudoku", "--help"],
        &["solve", "sokoban", "--help"],
        &["solve", "graph", "--help"],
        &["generate", "pancake", "--help"],
        &["generate", "jugs", "--help"],
        &["generate", "rivers", "--help"],
        &["generate", "sudoku", "--help"],
        &["generate", "sokoban", "--help"],
        &["generate", "graph", "--help"],
        &["build", "--help"],
        &["build", "tiles", "--help"],
        &["build", "path", "--help"],
        &["path", "--help"],
        &["generate", "--help"],
        &["generate", "map", "--help"],
        &["generate", "maze", "--help"],
        &["generate", "tiles", "--help"],
        &["list", "--help"],
        &["explain", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
    ];
    let mut count = 0;
    for verb in verbs {
        let help = run(verb);
        assert_eq!(help.status, 0, "{verb:?}");
        let examples = commands(&help.out);
        assert!(!examples.is_empty(), "{verb:?} has no example");
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

#[test]
fn examples_of_the_readme_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: there is no README.md");
        return;
    };
    commands(&text).iter().for_each(|line| run_line(line));
}

#[test]
fn help_and_errors_look_so() {
    let cache = support::cache().display().to_string();
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("TREMAUX_CACHE", cache).case("tests/cmd/*.trycmd");
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
    assert_eq!(program().arg("man").status().expect("it runs").code(), Some(0));
}
