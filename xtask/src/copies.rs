//! How often each engine is compiled: once for each combination of the types that it searches.

use std::fmt::{self, Write as _};
use std::process::Command;

/// An engine in a crate, and how many copies of it may be compiled there.
struct Budget {
    package: &'static str,
    features: &'static [&'static str],
    engine: &'static str,
    /// The end of the name of its innermost function.
    function: &'static str,
    most: usize,
}

const BUDGETS: &[Budget] = &[
    Budget {
        package: "tremaux-tiles",
        features: &["--features", "catalog"],
        engine: "depth-first",
        function: "Descent<S,H,M,W,L,O>::branch",
        most: 16,
    },
    Budget {
        package: "tremaux-domain",
        features: &[],
        engine: "depth-first",
        function: "Descent<S,H,M,W,L,O>::branch",
        most: 8,
    },
    Budget {
        package: "tremaux-domain",
        features: &[],
        engine: "best-first",
        function: "BestFirstSearch<P,H,S,B>::run",
        most: 15,
    },
];

/// The engines with their copies, as a table.
pub(crate) struct Copies(String);

impl fmt::Display for Copies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Counts the copies by `cargo llvm-lines`, which must be installed.
pub(crate) fn count() -> Result<Copies, String> {
    let (mut text, mut faults) = (String::new(), String::new());
    let (mut package, mut table) = ("", String::new());
    for budget in BUDGETS {
        if package != budget.package {
            (package, table) = (budget.package, lines_of(budget)?);
        }
        let Budget { engine, most, .. } = budget;
        let copies = copies_in(&table, budget.function);
        let _ = writeln!(text, "{package:16}{engine:16}{copies:4} of at most {most}");
        if copies == 0 {
            let _ = write!(faults, "\n{package} has no function {}", budget.function);
        } else if copies > *most {
            let _ = write!(faults, "\n{package} has {copies} copies of {engine}, not {most}");
        }
    }
    if faults.is_empty() { Ok(Copies(text)) } else { Err(format!("\n{text}{faults}")) }
}

/// The table that `cargo llvm-lines` prints for a package.
fn lines_of(budget: &Budget) -> Result<String, String> {
    let mut command = Command::new("cargo");
    command.args(["llvm-lines", "--profile", "quick", "-p", budget.package]);
    let output = command.args(budget.features).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(format!("`cargo install cargo-llvm-lines` is needed, and a crate that compiles:\n{error}"))
}

/// The copies of the functions whose name has this end.
fn copies_in(table: &str, function: &str) -> usize {
    let copies = |line: &str| {
        let (counts, name) = line.rsplit_once("  ")?;
        let copies = counts.split(')').nth(1)?.split_whitespace().next()?;
        name.ends_with(function).then(|| copies.parse::<usize>().ok())?
    };
    table.lines().filter_map(copies).sum()
}

#[cfg(test)]
mod tests {
    use super::copies_in;

    #[test]
    fn copies_are_read_from_the_table() {
        let table = "  Lines                 Copies               Function name\n  \
             -----                 ------               -------------\n  \
             564899                16707                (TOTAL)\n    \
             6171 (1.1%, 16.6%)     17 (0.1%,  5.8%)  search::Descent<S,H>::branch\n     \
             120 (0.1%, 99.0%)      2 (0.0%, 99.0%)  core::search::branch_all\n";
        assert_eq!(copies_in(table, "Descent<S,H>::branch"), 17);
        assert_eq!(copies_in(table, "::enter"), 0);
    }
}
