//! Every example in the help runs.

use std::path::Path;

use crate::support::lines::{commands, run_line};
use crate::support::{self, output, program, run, run_of};

#[test]
fn examples_of_the_help_run() {
    let mut pages: Vec<Vec<&str>> = vec![
        vec![],
        vec!["solve"],
        vec!["analyze"],
        vec!["play"],
        vec!["build"],
        vec!["build", "tiles"],
        vec!["build", "path"],
        vec!["path"],
        vec!["check"],
        vec!["referee"],
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
        pages.extend(["analyze", "play"].map(|verb| vec![verb, game.info().name]));
    }
    let mut count = 0;
    for page in pages {
        // Examples are copied from terminals that are narrower than they are.
        let mut narrow = program();
        narrow.args(&page).arg("--help").env("COLUMNS", "30");
        let help = run_of(output(&mut narrow));
        // Some games are not played.
        if help.status != 0 && page[0] == "play" {
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
