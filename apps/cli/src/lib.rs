//! `tremaux`: search from the command line.
//!
//! Results go to standard output, everything else to standard error. The exit status is 0 for
//! solved or done, 1 for a proof that there is no solution, 2 for bad input or usage, 3 if a
//! limit was reached or Ctrl-C was pressed.
//!
//! Each verb is a folder in `verbs` with a `command` and a `run`; `VERBS` lists them. All
//! other modules are shared by the verbs and depend on none of them. Public are those that
//! `tremaux-lab`, the program of the measuring verbs, shares with this one.

mod algorithms;
pub mod atomic_file;
mod drawing;
pub mod failure;
mod formats;
pub mod games;
mod help_text;
mod hyphens;
pub mod input;
pub mod instances;
pub mod interrupt;
mod maps;
pub mod neighbour;
pub mod options;
pub mod output;
pub mod program;
pub mod progress;
pub mod proof;
mod quantity;
pub mod style;
pub mod table_cache;
pub mod text;
mod verbs;
pub mod visible;

use std::ffi::OsString;

use tremaux_registry::TableSource;

use program::{Program, Verb};
pub use verbs::lab::LAB_VERBS;

/// Every verb, in the order in which the help lists them.
const VERBS: &[Verb] = &[
    Verb { name: "solve", command: verbs::solve::command, run: verbs::solve::run },
    Verb { name: "analyze", command: verbs::analyze::command, run: verbs::analyze::run },
    Verb { name: "play", command: verbs::play::command, run: verbs::play::run },
    Verb { name: "uci", command: verbs::uci::command, run: verbs::uci::run },
    Verb { name: "xboard", command: verbs::xboard::command, run: verbs::xboard::run },
    Verb { name: "nboard", command: verbs::nboard::command, run: verbs::nboard::run },
    Verb { name: "hub", command: verbs::hub::command, run: verbs::hub::run },
    Verb { name: "gtp", command: verbs::gtp::command, run: verbs::gtp::run },
    Verb { name: "path", command: verbs::path::command, run: verbs::path::run },
    Verb { name: "check", command: verbs::check::command, run: verbs::check::run },
    Verb { name: "referee", command: verbs::referee::command, run: verbs::referee::run },
    Verb { name: "build", command: verbs::build::command, run: verbs::build::run },
    Verb { name: "trace", command: verbs::trace::command, run: verbs::trace::run },
    Verb { name: "generate", command: verbs::generate::command, run: verbs::generate::run },
    Verb { name: "serve", command: verbs::serve::command, run: verbs::serve::run },
    Verb { name: "list", command: verbs::list::command, run: verbs::list::run },
    Verb { name: "explain", command: verbs::explain::command, run: verbs::explain::run },
    Verb { name: "lab", command: verbs::lab::command, run: verbs::lab::run },
    COMPLETIONS,
    MAN,
    HELP,
];

/// `completions`, of any program.
pub const COMPLETIONS: Verb = Verb {
    name: "completions",
    command: verbs::completions::command,
    run: verbs::completions::run,
};

/// `man`, of any program.
pub const MAN: Verb = Verb { name: "man", command: verbs::man::command, run: verbs::man::run };

/// `help`, of any program.
pub const HELP: Verb = Verb { name: "help", command: verbs::help::command, run: verbs::help::run };

const EXAMPLES: &str = "\
Examples:
  tremaux solve tiles \"1 2 3 / 4 0 6 / 7 5 8\"
  tremaux analyze connect-four 4453 --depth 8
  tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20
  tremaux explain tiles
  tremaux list

Exit status: 0 solved or done; 1 proved to have no solution; 2 bad input or usage;
3 a limit was reached or Ctrl-C was pressed.";

/// The program `tremaux`.
pub static PROGRAM: Program = Program {
    name: "tremaux",
    called: "tremaux",
    about: "Finds paths, solves puzzles, analyzes games",
    examples: EXAMPLES,
    verbs: VERBS,
    lab: &LAB_VERBS,
};

/// The tables of the user's cache folder, for what starts searches by name beside this program.
pub fn tables(threads: usize) -> TableSource {
    table_cache::source(None, threads, true, &table_cache::BuildLine::default())
}

/// Runs a command line, whose first word is the program's name; returns the exit status.
pub fn run(arguments: Vec<OsString>) -> u8 {
    PROGRAM.run(arguments)
}
