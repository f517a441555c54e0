//! The program `tremaux`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tremaux_cli::run(std::env::args_os().collect()).into()
}
