//! Experiments with programs that answer, panic, hang, or use too much memory.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tremaux_compare::report::{Results, disagreements};
use tremaux_compare::{
    Database, DatabaseError, Experiment, Merged, Outcome, Plan, Program, Row, RunEnvironment,
    parse_rows,
};
use tremaux_core::CancelToken;

/// A program written as a shell script.
fn script(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it may be run");
    path
}

/// A program that solves everything with cost 2 and reports how it was called.
const SOLVER: &str = "case \"$1\" in --version) echo 'solver 1'; exit;; esac\n\
    echo '{\"status\": \"solved\", \"cost\": 2, \"bound\": 2, \"length\": 2, \"optimal\": true,\
    \"counts\": {\"expanded\": 7, \"generated\": 20}, \"seconds\": 0.5}'";

fn environment(program: &Path, at_once: usize) -> RunEnvironment {
    let program = Program::at(program).expect("it runs");
    RunEnvironment { experiment: "a test".into(), program, at_once }
}

fn rows_of(plan: &Plan, environment: &RunEnvironment, database: &Database) -> Vec<Row> {
    let done = environment
        .run(plan, database, &CancelToken::default(), &mut |_| {})
        .expect("every program can be started");
    assert_eq!((done.rows.len(), done.left), (plan.tasks.len(), 0));
    done.rows
}

fn plan(configurations: &str) -> Plan {
    let text = format!(
        "name = \"a test\"\n[limits]\ntime = \"2s\"\nprocess-memory = \"40M\"\n\
         [[problem]]\ndomain = \"tiles\"\nrandom = {{ count = 3, options = {{ size = \"3x3\" }} \
         }}\n\
         {configurations}"
    );
    Plan::new(&Experiment::parse(&text).expect("it is right")).expect("it can be laid out")
}

#[test]
fn what_goes_wrong_is_a_row_and_harms_no_other() {
    let folder = TempDir::new().expect("a folder");
    let solver = script(&folder, "solver", SOLVER);
    let panics = "echo \"thread 'main' panicked at src/x.rs:1:2:\" >&2; echo 'oh no' >&2; exit 101";
    // Reads endless zeros until its memory is full.
    let greedy = "cat /dev/zero | tail -c 1000000000";
    let mut configurations = "[[configuration]]\nname = \"good\"\n".to_owned();
    for (name, text) in [("panics", panics), ("hangs", "exec sleep 1000"), ("greedy", greedy)] {
        let text = format!("case \"$1\" in --version) exit;; esac\n{text}");
        let path = script(&folder, name, &text);
        configurations += &format!("[[configuration]]\nname = \"{name}\"\nprogram = {path:?}\n");
    }
    let database = Database::open(&folder.path().join("rows.sqlite")).expect("a database");
    let rows = rows_of(&plan(&configurations), &environment(&solver, 2), &database);
    assert_eq!(rows.len(), 12);
    for row in &rows {
        let expected = match row.configuration.as_str() {
            "good" => Outcome::Solved,
            "panics" => Outcome::Crashed,
            "hangs" => Outcome::Hung,
            _ => Outcome::OutOfMemory,
        };
        assert_eq!(row.outcome, expected, "{row:?}");
        if row.outcome == Outcome::Crashed {
            let reason = row.reason.as_deref().unwrap_or("");
            assert!(reason.contains("src/x.rs") && reason.contains("oh no"), "{reason}");
        }
    }
}

#[test]
fn what_is_there_is_not_run_again_and_another_build_is() {
    let folder = TempDir::new().expect("a folder");
    let log = folder.path().join("log");
    let text = format!("echo run >> '{}'\n{SOLVER}", log.display());
    let solver = script(&folder, "solver", &text);
    let runs = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    let plan = plan("[[configuration]]\nname = \"one\"\n");
    let path = folder.path().join("rows.sqlite");
    let first = environment(&solver, 1);
    let before = runs();
    let rows = rows_of(&plan, &first, &Database::open(&path).expect("a database"));
    assert_eq!(runs() - before, 3);
    let before = runs();
    assert_eq!(rows_of(&plan, &first, &Database::open(&path).expect("a database")), rows);
    assert_eq!(runs(), before, "nothing was run again");
    fs::write(&solver, format!("#!/bin/sh\n{text}\n# another build\n")).expect("a file");
    let second = environment(&solver, 1);
    assert_ne!(second.program.build, first.program.build);
    let database = Database::open(&path).expect("a database");
    let again = rows_of(&plan, &second, &database);
    assert!(again.iter().all(|row| row.build == second.program.build));
    assert_eq!(database.rows().expect("rows").len(), 6);
    let results = Results::new("both", "expanded", database.rows().expect("rows"));
    assert_eq!(results.configurations.len(), 2, "two builds are never one configuration");
}

#[test]
fn a_cancelled_experiment_goes_on_where_it_was() {
    let folder = TempDir::new().expect("a folder");
    let solver = script(&folder, "solver", &format!("sleep 0.2\n{SOLVER}"));
    let plan = plan(
        "[[configuration]]\nname = \"one\"\n[[configuration]]\nname = \"two\"\noptions = \
         [\"-v\"]\n",
    );
    let database = Database::open(&folder.path().join("rows.sqlite")).expect("a database");
    let environment = environment(&solver, 1);
    let cancel = CancelToken::default();
    let done = environment
        .run(&plan, &database, &cancel, &mut |progress| {
            if progress.done == 2 {
                cancel.cancel();
            }
        })
        .expect("it runs");
    assert!(done.run >= 2 && done.left > 0 && done.run + done.left == 6, "{done:?}");
    assert_eq!(rows_of(&plan, &environment, &database).len(), 6);
    assert_eq!(database.rows().expect("rows").len(), 6);
}

fn import(database: &mut Database, mut lines: &[u8]) -> Result<Merged, DatabaseError> {
    database.add_all(&parse_rows(&mut lines)?)
}

#[test]
fn databases_merge() {
    let folder = TempDir::new().expect("a folder");
    let solver = script(&folder, "solver", SOLVER);
    let environment = environment(&solver, 2);
    let (one, two) = (plan("[[configuration]]\nname = \"one\"\n"), {
        let text = "[[configuration]]\nname = \"one\"\n[[configuration]]\nname = \"two\"\noptions \
            = [\"-v\"]\n";
        plan(text)
    });
    let first = Database::open(&folder.path().join("first.sqlite")).expect("a database");
    let mut second = Database::open(&folder.path().join("second.sqlite")).expect("a database");
    rows_of(&one, &environment, &first);
    rows_of(&two, &environment, &second);
    let mut lines = Vec::new();
    assert_eq!(first.export(&mut lines).expect("it is written"), 3);
    let merged = import(&mut second, &lines[..]).expect("it is read");
    assert_eq!((merged.added, merged.known), (0, 3));
    let mut empty = Database::open(&folder.path().join("third.sqlite")).expect("a database");
    let merged = import(&mut empty, &lines[..]).expect("it is read");
    assert_eq!((merged.added, merged.known), (3, 0));
    assert_eq!(empty.rows().expect("rows"), first.rows().expect("rows"));
    // All rows or none are added, and the error names the line.
    let broken = [&lines[..], b"{\"key\": 1}\n"].concat();
    let mut none = Database::open(&folder.path().join("fourth.sqlite")).expect("a database");
    let error = import(&mut none, &broken[..]).expect_err("a line is wrong").to_string();
    assert!(error.starts_with("line 4:"), "{error}");
    assert_eq!(none.rows().expect("rows"), []);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = TempDir::new().expect("a folder");
    let text = folder.path().join("text");
    fs::write(
        &text,
        "no database at all, but more than enough bytes for a header of one\n".repeat(9),
    )
    .expect("a file");
    assert!(Database::open(&text).is_err());
    assert!(fs::read_to_string(&text).expect("text").starts_with("no database"));
    let foreign = folder.path().join("foreign");
    let connection = rusqlite::Connection::open(&foreign).expect("a database");
    connection.execute_batch("CREATE TABLE accounts (name TEXT)").expect("a table");
    drop(connection);
    let error = Database::open(&foreign).expect_err("it is foreign").to_string();
    assert!(error.contains("not a database of experiments"), "{error}");
}

#[test]
fn answers_that_contradict_each_other_are_found() {
    let folder = TempDir::new().expect("a folder");
    let solver = script(&folder, "solver", SOLVER);
    let liar = SOLVER.replace("\"bound\": 2", "\"bound\": 3").replace("\"cost\": 2", "\"cost\": 3");
    let liar = script(&folder, "liar", &liar);
    let plan = plan(&format!(
        "[[configuration]]\nname = \"good\"\n[[configuration]]\nname = \"liar\"\nprogram = \
         {liar:?}\n"
    ));
    let database = Database::open(&folder.path().join("rows.sqlite")).expect("a database");
    let rows = rows_of(&plan, &environment(&solver, 2), &database);
    let results = Results::new("a test", "expanded", rows);
    let wrong = disagreements(&results);
    assert_eq!(wrong.len(), 3);
    assert_eq!(wrong[0].answers[0].0, "liar");
}
