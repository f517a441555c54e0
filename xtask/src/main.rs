//! Tasks of the workspace itself.
//!
//! `cargo xtask layering` reads `cargo metadata` and the sources of rules, and fails where an
//! arrow points the wrong way.

mod layering;

use std::process::ExitCode;

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
        _ => {
            eprintln!("usage: cargo xtask layering");
            ExitCode::from(2)
        }
    }
}
