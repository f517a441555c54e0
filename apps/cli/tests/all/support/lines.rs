//! Lines of the shell in texts, run.

use std::path::Path;

use super::{command, output};

/// The commands in a text: lines that start with `tremaux `, or with a prompt before it, indented
/// less than wrapped texts are; without those that need engines or files of the reader's own.
pub(crate) fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with("   "));
    let lines = lines.map(|line| line.trim().trim_start_matches("$ "));
    let needs_more = |line: &str| ["uci:", "xboard:", "--file "].iter().any(|it| line.contains(it));
    let lines = lines.filter(|line| line.starts_with("tremaux ") && !needs_more(line));
    lines.map(str::to_owned).collect()
}

/// Runs a line in a shell in which `tremaux` is the program.
pub(crate) fn run_line(line: &str) {
    let (status, printed) = run_line_in(line, Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(status == Some(0) && !printed.is_empty(), "{line}: {status:?}");
}

/// Runs a line in a folder, and returns its status and what it prints.
pub(crate) fn run_line_in(line: &str, place: &Path) -> (Option<i32>, String) {
    let folder = Path::new(crate::PROGRAM).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [folder.to_owned()].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).expect("a path");
    let mut shell = command("sh");
    shell.args(["-c", line]).env("PATH", path).current_dir(place);
    let output = output(&mut shell);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}
