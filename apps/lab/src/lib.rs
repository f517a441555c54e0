//! `tremaux-lab`: experiments, published figures, matches, weights and clusters, from the command
//! line.
//!
//! What measures is beside the program for people with a problem, so that this one is built
//! without databases, renderers and clients of other engines. Both share one way to read
//! arguments, to fail and to write (`tremaux_cli`). `tremaux lab` starts this program; an
//! experiment runs `tremaux`, a process for each run.

#[cfg(feature = "cluster")]
mod cluster;
#[cfg(not(feature = "cluster"))]
#[path = "without_cluster.rs"]
mod cluster;
mod compare;
mod r#match;
mod reproduce;
mod tune;

use std::ffi::OsString;

use tremaux_cli::program::Program;
use tremaux_cli::program::Verb;
use tremaux_cli::{COMPLETIONS, HELP, MAN};

/// Every verb, in the order in which the help lists them.
const VERBS: &[Verb] = &[
    Verb { name: "compare", command: compare::command, run: compare::run },
    Verb { name: "reproduce", command: reproduce::command, run: reproduce::run },
    Verb { name: "match", command: r#match::command, run: r#match::run },
    Verb { name: "tune", command: tune::command, run: tune::run },
    Verb { name: "cluster", command: cluster::command, run: cluster::run },
    COMPLETIONS,
    MAN,
    HELP,
];

const EXAMPLES: &str = "\
Examples:
  tremaux lab reproduce 7-2
  tremaux lab match nim \"scout(depth=4)\" random --games 10
  tremaux lab compare --domain tiles --random 20 --with size=3x3 --algorithm a-star \\
    --algorithm ida-star --heuristic manhattan --database eight.sqlite

Exit status: 0 done; 1 figures differ or contradict each other; 2 bad input or usage;
3 a limit was reached or Ctrl-C was pressed.";

/// The program `tremaux-lab`.
static PROGRAM: Program = Program {
    name: "tremaux-lab",
    called: "tremaux lab",
    about: "Measures searches and engines, recomputes published figures",
    examples: EXAMPLES,
    verbs: VERBS,
    lab: &[],
};

/// Runs a command line, whose first word is the program's name; returns the exit status.
pub fn run(arguments: Vec<OsString>) -> u8 {
    PROGRAM.run(arguments)
}

#[cfg(test)]
mod tests {
    use tremaux_cli::LAB_VERBS;

    use super::{PROGRAM, VERBS};

    #[test]
    fn verbs_are_called_what_their_commands_are() {
        for verb in VERBS {
            assert_eq!((verb.command)().get_name(), verb.name);
        }
        PROGRAM.command().debug_assert();
    }

    /// They are listed there, so that `tremaux` says where they are.
    #[test]
    fn its_verbs_are_those_that_tremaux_passes_on() {
        let names: Vec<&str> = VERBS.iter().map(|verb| verb.name).collect();
        assert_eq!(names[..LAB_VERBS.len()], LAB_VERBS);
    }
}
