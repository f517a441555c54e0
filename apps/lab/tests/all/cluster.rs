//! Computations over several processes. What happens when one of them fails is tested in the
//! library.

use std::process::Command;

use crate::support::{command, file, json, output, program, run, run_of};

const NINE: &str = "0 1 2 / 3 4 5 / 6 7 8";
/// More than fits on a small disk.
const TWELVE: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11";

fn enumerate(board: &str) -> Command {
    let mut command = program();
    command.args(["cluster", "enumerate", "tiles", board]);
    command
}

#[test]
fn one_two_and_three_processes_count_the_same() {
    let counted = |processes: &str, threads: &str| {
        let mut command = enumerate(NINE);
        command.args(["--processes", processes, "--threads", threads, "--format", "json"]);
        let run = run_of(output(&mut command));
        assert_eq!(run.status, 0, "{}", run.err);
        let report = json(&run);
        assert_eq!((&report["status"], &report["states"]), (&"whole".into(), &181_440.into()));
        report["levels"].as_array().expect("levels").clone()
    };
    let one = counted("1", "1");
    assert_eq!((one.len(), &one[31]), (32, &2.into()));
    for (processes, threads) in [("1", "2"), ("2", "1"), ("3", "2")] {
        assert_eq!(counted(processes, threads), one, "{processes} processes");
    }
}

#[test]
fn a_full_disk_ends_all() {
    // A file may have 8 kB.
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    let arguments = ["cluster", "enumerate", "tiles", TWELVE, "--processes", "2"];
    let mut command = command("sh");
    command.args(["-c", script, crate::PROGRAM]).args(arguments);
    let run = run_of(output(&mut command));
    assert_eq!((run.status, run.out.as_str()), (70, ""), "{}", run.err);
    assert!(run.err.contains("File too large"), "{}", run.err);
}

#[test]
fn plans_of_several_processes_are_proved() {
    let solved = |command: &[&str], instance: &str, more: &[&str]| {
        let arguments = [command, &["tiles", instance, "--format", "json"], more].concat();
        let mut asked = if command[0] == "solve" { crate::tremaux() } else { program() };
        let run = run_of(output(asked.args(&arguments)));
        assert_eq!(run.status, 0, "{}", run.err);
        json(&run)
    };
    let manhattan = ["--heuristic", "manhattan"];
    for instance in ["8 0 6 / 5 4 7 / 2 3 1", "1 2 3 / 4 0 6 / 7 5 8", "0 1 2 / 3 4 5 / 6 7 8"] {
        let alone =
            solved(&["solve"], instance, &[&["--algorithm", "a-star"][..], &manhattan].concat());
        for more in [["--processes", "2", "--threads", "1"], ["--processes", "3", "--threads", "2"]]
        {
            let found = solved(&["cluster", "solve"], instance, &[&more[..], &manhattan].concat());
            assert_eq!(found["cost"], alone["cost"], "{instance}");
            assert_eq!((&found["optimal"], &found["bound"]), (&true.into(), &alone["cost"]));
        }
    }
    let none =
        run(&["cluster", "solve", "jugs", "jugs 4 2; start 4 0; goal 3 1", "--heuristic", "blind"]);
    assert_eq!(none.status, 1, "{}", none.err);
    let odd = ["cluster", "solve", "tiles", "1 0 2 / 3 5 4 / 6 7 8", "--processes", "2"];
    let none = run(&[&odd[..], &["--format", "json"]].concat());
    assert_eq!(none.status, 1, "{}", none.err);
    assert_eq!(json(&none)["counts"]["expanded"], 0, "parity says so");
    let fifteen = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let small = run(&["cluster", "solve", "tiles", fifteen, "--memory", "1M", "--processes", "2"]);
    assert_eq!(small.status, 3, "{}", small.err);
    assert!(small.out.contains("no plan costs less than"), "{}", small.out);
    for limit in [["--nodes", "5000"], ["--time", "100ms"]] {
        let arguments = ["cluster", "solve", "tiles", "--korf", "88", "--heuristic", "manhattan"];
        let stopped =
            run(&[&arguments[..], &["--processes", "2", "--format", "json"], &limit].concat());
        assert_eq!(stopped.status, 3, "{limit:?}: {}", stopped.err);
        let expanded = json(&stopped)["counts"]["expanded"].as_u64().expect("a number");
        assert!(limit[0] == "--time" || expanded <= 5000, "{expanded}");
    }
}

#[test]
fn endings_of_several_processes_are_those_of_one() {
    for processes in ["1", "2"] {
        let arguments = ["cluster", "retrograde", "checkers", "--pieces", "2", "--check"];
        let run = run(&[&arguments[..], &["--processes", processes, "--format", "json"]].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let report = json(&run);
        assert_eq!(report["differences"], 0);
        let counts = ["won", "drawn", "lost"].map(|name| report[name].as_u64().expect(name));
        assert!(counts[1] > counts[0] && counts[0] > 0 && counts[2] > 0, "{counts:?}");
    }
}

#[test]
fn what_a_user_types_wrong_is_explained() {
    let wrong = file("wrong.txt", b"localhost:7001\nlocalhost\n");
    let wrong = wrong.to_str().expect("text");
    let twice = file("twice.txt", b"localhost:7001\n\nlocalhost:7001 # again\n");
    let twice = twice.to_str().expect("text");
    let here = ["--folder", "never-made"];
    let cases: [(&[&str], &str); 6] = [
        (&["--hosts", wrong, "--process", "0", here[0], here[1]], "line 2: found `localhost`"),
        (&["--hosts", twice, "--process", "0", here[0], here[1]], "line 3: found `localhost:7001`"),
        (&["--hosts", wrong], "--process"),
        (&["--processes", "0"], "--processes"),
        (&["--resume"], "--folder"),
        (&["--hosts", "/none", "--process", "0", here[0], here[1]], "no such file"),
    ];
    for (arguments, said) in cases {
        let run = run(&[&["cluster", "enumerate", "tiles", NINE], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
}
