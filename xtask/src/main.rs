//! Tasks of the workspace itself.
//!
//! - `cargo xtask layering` checks the dependencies of crates, what features compile, the size of
//!   the facade, and that names are compared only in the tables that define them.
//! - `cargo xtask benchmarks [WORD…]` repeats the measurements in `docs/benchmarks.md` whose command
//!   contains a WORD, or all of them; `--list` prints the commands.
//! - `cargo xtask attack` runs the program with hostile input.
//! - `cargo xtask dist` builds the packages for people without a toolchain.
//! - `cargo xtask pictures` makes the pictures in README and guide.

mod attack;
mod benchmarks;
mod dist;
mod layering;
mod names;
mod pictures;

use std::path::Path;
use std::process::ExitCode;

/// The document with measured figures.
const BENCHMARKS: &str = "docs/benchmarks.md";

fn main() -> ExitCode {
    let tasks: Vec<String> = std::env::args().skip(1).collect();
    match tasks.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["layering"] => match layering::check_workspace() {
            Ok(checked) => {
                println!("{checked}");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
        ["benchmarks", "--list"] => match benchmarks::commands(Path::new(BENCHMARKS)) {
            Ok(commands) => {
                commands.iter().for_each(|command| println!("{command}"));
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
        ["benchmarks", ..] => match benchmarks::measure(Path::new(BENCHMARKS), &tasks[1..]) {
            Ok(count) => {
                println!("{count} commands run");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
        ["dist"] => match dist::make(Path::new("target/dist")) {
            Ok(made) => {
                made.iter().for_each(|file| println!("{file}"));
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
        ["pictures"] => match pictures::make() {
            Ok(made) => {
                made.iter().for_each(|file| println!("{file}"));
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
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
                "usage: cargo xtask layering | dist | pictures | benchmarks [--list | WORD...] | \
                 attack [--minutes N] [--seed N] [--binary PATH] [--only KIND]"
            );
            ExitCode::from(2)
        }
    }
}
