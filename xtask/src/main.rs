//! Tasks of the workspace itself.
//!
//! - `cargo xtask layering` checks the dependencies of crates, what features compile, the size of
//!   the facade, that names are compared only in the tables that define them, and the numbers
//!   of `house`; `--places` lists what these count.
//! - `cargo xtask benchmarks [WORD…]` repeats the measurements in `docs/benchmarks.md` whose
//!   command contains a WORD, or all of them; `--list` prints the commands. `--check` fails where
//!   figures have no stamp, where the README has others, or where a changed engine is not
//!   mentioned, which `--check --write` does; `--stamp COMMIT WORD MACHINE` says at which state
//!   figures were measured that are measured once.
//! - `cargo xtask copies` counts how often the engines are compiled in the crates that compile them
//!   most, and fails above their budgets. It needs `cargo-llvm-lines`.
//! - `cargo xtask attack` runs the program with hostile input.
//! - `cargo xtask dist` builds the packages for people without a toolchain.
//! - `cargo xtask site` writes the page for a static host, with the engine in WebAssembly.
//! - `cargo xtask pictures` makes the pictures in README and guide.

mod attack;
mod benchmarks;
mod copies;
mod dist;
mod house;
mod layering;
mod names;
mod pictures;
mod site;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// The document with measured figures.
const BENCHMARKS: &str = "docs/benchmarks.md";

/// Prints what came of a task, a line each.
fn shown<T: Display>(made: Result<impl IntoIterator<Item = T>, impl Display>) -> ExitCode {
    match made {
        Ok(made) => {
            made.into_iter().for_each(|line| println!("{line}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn main() -> ExitCode {
    let tasks: Vec<String> = std::env::args().skip(1).collect();
    match tasks.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["layering", rest @ ..] if matches!(rest, [] | ["--places"]) => {
            match layering::check_workspace() {
                Ok(checked) => {
                    if !rest.is_empty() {
                        print!("{}", checked.places());
                    }
                    println!("{checked}");
                    ExitCode::SUCCESS
                }
                Err(error) => {
                    eprintln!("error: {error}");
                    ExitCode::FAILURE
                }
            }
        }
        ["copies"] => shown(copies::count().map(|copies| [copies])),
        ["benchmarks", "--list"] => shown(benchmarks::commands(Path::new(BENCHMARKS))),
        ["benchmarks", "--check", rest @ ..] if matches!(rest, [] | ["--write"]) => {
            let readme = Path::new("README.md");
            match benchmarks::check(Path::new(BENCHMARKS), readme, !rest.is_empty()) {
                Ok(faults) if faults.is_empty() => {
                    println!("every figure has a stamp, and the README has the same");
                    ExitCode::SUCCESS
                }
                Ok(faults) => {
                    faults.iter().for_each(|fault| eprintln!("error: {fault}"));
                    ExitCode::FAILURE
                }
                Err(error) => {
                    eprintln!("error: {error}");
                    ExitCode::FAILURE
                }
            }
        }
        ["benchmarks", "--stamp", commit, word, machine] => {
            let count = benchmarks::stamp(Path::new(BENCHMARKS), commit, word, machine);
            shown(count.map(|count| [format!("{count} boxes stamped")]))
        }
        ["benchmarks", ..] if !tasks[1..].iter().any(|it| it.starts_with('-')) => {
            let count = benchmarks::measure(Path::new(BENCHMARKS), &tasks[1..]);
            shown(count.map(|count| [format!("{count} commands run")]))
        }
        ["site"] => shown(site::make(Path::new("target/site"))),
        ["dist"] => shown(dist::make(Path::new("target/dist"))),
        ["pictures"] => shown(pictures::make()),
        ["attack", ..] => match attack::attack(&tasks[1..]) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(2)
            }
        },
        _ => {
            eprintln!(
                "usage: cargo xtask layering [--places] | copies | dist | pictures | site | \
                 benchmarks [--list | --check [--write] | --stamp COMMIT WORD MACHINE | WORD...] | \
                 attack [--minutes N] [--seed N] [--binary PATH] [--only KIND] [--write FILE]"
            );
            ExitCode::from(2)
        }
    }
}
