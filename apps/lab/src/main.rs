//! The program `tremaux-lab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tremaux_lab::run(std::env::args_os().collect()).into()
}
