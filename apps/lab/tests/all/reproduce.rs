//! `tremaux reproduce`: every format, what differs, what is stopped.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::{self, Run, json, output, program, run, run_of, signal_after, start, wait};
use serde_json::Value;
use tremaux_registry::{DOMAINS, GAMES};
use tremaux_reproduce::NOT_YET;

#[test]
fn a_table_is_printed_in_the_shape_of_the_original() {
    let table = run(&["reproduce", "7-2"]);
    assert_eq!((table.status, &*table.err), (0, ""));
    let lines: Vec<&str> = table.out.lines().map(str::trim_end).collect();
    let head = lines.iter().position(|line| line.contains("h(start)")).expect("the columns");
    let words = |at: usize| lines[at].split_whitespace().collect::<Vec<_>>();
    assert_eq!(words(head), ["evaluator", "h(start)", "moves", "closed", "open"]);
    assert_eq!(words(head + 1), ["GoodEvaluator", "printed", "46", "13", "14", "12"]);
    assert_eq!(words(head + 2), ["ours", "46", "13", "14", "12", "equal"]);
    assert_eq!(words(head + 6), ["ours", "9", "421", "2,499", "1,583", "equal"]);
    assert!(table.out.contains("BadEvaluator is used alone"), "the conventions are told");
    assert!(table.out.contains("3 exact rows equal"));
}

#[test]
fn a_broken_convention_fails_and_says_which_row_and_by_how_much() {
    let broken = run(&["reproduce", "7-2", "--change", "ties"]);
    assert_eq!(broken.status, 1);
    assert!(
        broken.err.contains("differs: 7-2/weak: closed 172, expected 145 (+27)"),
        "{}",
        broken.err
    );
    assert!(broken.out.contains("DIFFERS") && broken.out.contains("3 exact rows DIFFER"));
    // One row alone, which this convention does not concern.
    let other = run(&["reproduce", "7-1/1", "--change", "ties"]);
    assert_eq!((other.status, &*other.err), (0, ""));
}

#[test]
fn json_is_a_list_of_rows() {
    let rows = json(&run(&["reproduce", "7-1", "trees", "pictures", "--format", "json"]));
    let rows = rows.as_array().expect("a list");
    let of = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("{id}"));
    let minimal = of("trees/minimal");
    assert_eq!((&minimal["expected"], &minimal["obtained"]), (&11.into(), &11.into()));
    assert_eq!(minimal["ok"], true);
    assert_eq!(minimal["kind"], "exact");
    let second = of("7-1/2");
    assert_eq!(second["expected"]["AlphaBeta"], 47_508);
    assert_eq!(second["obtained"]["AlphaBeta"], 47_508);
    assert!(second["source"].as_str().is_some_and(|it| it.contains("Nutshell")));
    // What cannot be computed yet does not count as right.
    let missing = of("pictures/depth-first");
    assert!(missing["needs"].is_string());
    assert_eq!((&missing["ok"], &missing["obtained"]), (&Value::Null, &Value::Null));
    let lines = run(&["reproduce", "trees", "--format", "jsonl"]);
    assert_eq!(lines.out.lines().count(), 3);
    for line in lines.out.lines() {
        assert!(serde_json::from_str::<Value>(line).expect("an object")["id"].is_string());
    }
}

#[test]
fn other_formats_hold_the_same_figures() {
    let csv = run(&["reproduce", "7-2", "--format", "csv"]);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * 4);
    assert!(lines[0].starts_with("table,id,what,column,kind,expected,obtained,interval,ok"));
    assert!(lines[3].starts_with("7-2,7-2/good,GoodEvaluator,closed,exact,14,14,,true,"));
    let markdown = run(&["reproduce", "7-2", "--format", "md"]);
    assert!(markdown.out.contains("\n## Table 7-2"));
    assert!(markdown.out.contains("\n| evaluator |  | h(start) | moves | closed | open |  |\n"));
    assert!(markdown.out.contains("\n|  | ours | 7 | 13 | 145 | 110 | equal |\n"));
    let latex = run(&["reproduce", "7-1", "--format", "latex"]);
    assert!(latex.out.contains("\\begin{tabular}{llrrrrl}"));
    assert!(latex.out.contains(" & ours & 549,945 & 27,565 & 94.99 & 1.3 & equal \\\\"));
    assert!(latex.out.contains("reduction \\%"), "{}", latex.out);
    // Lists stand below the table.
    let layers = run(&["reproduce", "histograms/3x2"]);
    assert!(layers.out.contains("printed and ours: 1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23"));
}

#[test]
fn statistical_rows_show_their_interval() {
    let rows = ["reproduce", "7-3/4", "7-3/5", "--trials", "100", "--seed", "3"];
    let text = run(&rows);
    assert_eq!(text.status, 0, "{}", text.err);
    assert!(text.out.contains("±") && text.out.contains("within"));
    let again = run(&[&rows[..], &["--threads", "2", "--format", "json"]].concat());
    let once = run(&[&rows[..], &["--format", "json"]].concat());
    let figures = |run: &support::Run| {
        let rows = json(run);
        rows.as_array()
            .expect("a list")
            .iter()
            .map(|row| row["obtained"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(figures(&again), figures(&once));
    let first = &json(&once)[0];
    assert!(first["interval"]["BFS"].as_f64() > Some(0.1));
    // The smallest error that is detected is larger than the interval.
    assert!(first["detects"]["BFS"].as_f64() > first["interval"]["BFS"].as_f64());
    let line = text.out.lines().find(|line| line.trim_start().starts_with("detects"));
    assert!(line.is_some_and(|line| line.matches('%').count() >= 8), "{}", text.out);
}

#[test]
fn the_end_says_what_code_the_exact_rows_run() {
    let text = run(&["reproduce", "7-2", "trees", "15-puzzle/54-a-star", "tic-tac-toe/games"]);
    let told = "Exact rows by the code that they run: engines that users run 1, searches by \
                stated conventions 3, enumerations of what the rules allow 1, arithmetic 3. By \
                the origin of the figures that they are compared with: printed 7, other \
                literature 1.";
    assert!(text.status == 0 && text.out.contains(told), "{}", text.out);
    let markdown = run(&["reproduce", "trees", "--format", "md"]);
    assert!(markdown.out.ends_with("compared with: printed 3.\n"), "{}", markdown.out);
    let row = &json(&run(&["reproduce", "7-2/good", "--format", "json"]))[0];
    assert_eq!((&row["code"], &row["origin"]), (&"stated conventions".into(), &"printed".into()));
    let command = row["command"].as_str().unwrap_or_default();
    assert!(command.starts_with("tremaux solve tiles \"1 4 8 / 7 3 0 / 6 5 2\""), "{command}");
}

/// Figures that could be computed if a file were there are not passed over in silence.
#[test]
fn missing_data_changes_the_exit_status() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-data");
    fs::create_dir_all(&folder).expect("a folder");
    let sudokus = |more: &[&str]| {
        let mut command = program();
        command.env("TREMAUX_DATA", &folder).args(["reproduce", "sudoku"]).args(more);
        run_of(output(&mut command))
    };
    let missing = sudokus(&[]);
    assert_eq!(missing.status, 3, "{}", missing.err);
    let told = "not computed: sudoku/euler-empty-cells: needs sudoku/euler96.txt";
    assert!(missing.err.contains(told), "{}", missing.err);
    assert!(missing.out.contains("2 rows not computed"), "{}", missing.out);
    assert_eq!(sudokus(&["--allow-missing"]).status, 0);
    // Nobody has the boards of these rows.
    let pictures = run(&["reproduce", "pictures"]);
    assert_eq!((pictures.status, &*pictures.err), (0, ""));
}

#[test]
fn what_there_is_can_be_listed() {
    let text = run(&["reproduce", "--list"]);
    assert_eq!(text.status, 0);
    assert!(text.out.contains("7-3/14") && text.out.contains("not computed: needs the board"));
    assert!(text.out.contains("GoodEvaluator (exact, stated conventions)"), "{}", text.out);
    let book = "G. Heineman, G. Pollice and S. Selkow, Algorithms in a Nutshell, 2nd edition, 2015";
    assert!(text.out.contains(book), "{}", text.out);
    // What the program does not have stands at the end, with its source.
    let not_yet = text.out.find("not yet  ").map(|at| &text.out[at..]).expect("the last part");
    for part in ["Ginsberg, Essentials", "crosswords", "travelling salesman", "chess program"] {
        assert!(not_yet.contains(part), "{part}: {not_yet}");
    }
    assert!(!run(&["reproduce", "7-2", "--list"]).out.contains("not yet"));
    let rows = json(&run(&["reproduce", "--list", "--format", "json"]));
    let rows = rows.as_array().expect("a list");
    assert!(rows.len() > 80 && rows.iter().all(|row| row["source"].is_string()));
    assert!(rows.iter().any(|row| row["kind"] == "not yet"));
    assert_eq!(run(&["reproduce", "--list", "--format", "latex"]).status, 2);
}

#[test]
fn bad_usage_is_told() {
    let unknown = run(&["reproduce", "7-22"]);
    assert_eq!((unknown.status, &*unknown.out), (2, ""));
    assert!(unknown.err.contains("no table or row `7-22`") && unknown.err.contains("7-2"));
    for wrong in [
        &["reproduce", "--trials", "3"][..],
        &["reproduce", "--threads", "0"],
        &["reproduce", "--change", "nothing"],
        &["reproduce", "7-2", "--all"],
        &["reproduce", "--time", "soon"],
    ] {
        let refused = run(wrong);
        assert_eq!((refused.status, &*refused.out), (2, ""), "{wrong:?}");
    }
}

#[test]
fn a_limit_of_time_stops_and_exits_with_three() {
    let stopped = run(&["reproduce", "7-2", "--time", "0s"]);
    assert_eq!(stopped.status, 3);
    assert!(stopped.out.contains("3 rows stopped or not started"), "{}", stopped.out);
    let rows = json(&run(&["reproduce", "7-2", "--time", "0s", "--format", "json"]));
    assert_eq!(rows[0]["stopped"], "time limit reached");
}

/// Three levels in place of the ninety: two that are solved at once, one that cannot be.
fn row_of_hours(folder: &Path, more: &[&str]) -> Run {
    let data = folder.join("sokoban");
    fs::create_dir_all(&data).expect("a folder");
    let levels = "; 1\n#####\n#@$.#\n#####\n\n; 2\n#######\n#@ $ .#\n#######\n\n; 3\n#####\n#@ .#\n\
                  #$  #\n#####\n";
    fs::write(data.join("xsokoban_90.xsb"), levels).expect("a file");
    let mut command = program();
    command.env("TREMAUX_DATA", folder).args(["reproduce", "sokoban/table-long"]);
    command.args(["--threads", "2", "--format", "json", "--checkpoint"]);
    run_of(output(command.arg(folder.join("kept.json")).args(more)))
}

#[test]
fn a_row_of_hours_goes_on_from_its_checkpoint() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("row-of-hours");
    let _ = fs::remove_dir_all(&folder);
    let first = row_of_hours(&folder, &[]);
    assert_eq!((first.status, &*first.err), (0, ""));
    assert_eq!(json(&first)[0]["obtained"], 2);
    let kept = folder.join("kept.json");
    let text = fs::read_to_string(&kept).expect("it was written");
    let mut cases: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(cases["cases"].as_object().map(serde_json::Map::len), Some(4), "{text}");

    // What the file says is not computed again.
    let unsolved = "sokoban level 3, with a table, 20000000 positions";
    assert_eq!(cases["cases"][unsolved], 0, "{text}");
    cases["cases"][unsolved] = 1.into();
    fs::write(&kept, cases.to_string()).expect("it can be written");
    assert_eq!(json(&row_of_hours(&folder, &[]))[0]["obtained"], 3);

    // What was computed with other settings or by another program is refused and stays.
    let before = fs::read_to_string(&kept).expect("it is there");
    let other = row_of_hours(&folder, &["--seed", "7"]);
    assert_eq!((other.status, &*other.out), (2, ""));
    assert!(other.err.contains("seed 1") && other.err.contains("seed 7"), "{}", other.err);
    assert_eq!(fs::read_to_string(&kept).expect("it is there"), before);
    cases["of"]["build"] = "0".into();
    fs::write(&kept, cases.to_string()).expect("it can be written");
    assert_eq!(row_of_hours(&folder, &[]).status, 2);

    fs::write(&kept, "{\n  \"of\": 3").expect("it can be written");
    let broken = row_of_hours(&folder, &[]);
    assert_eq!((broken.status, &*broken.out), (2, ""));
    assert!(broken.err.contains("kept.json") && broken.err.contains("line 2"), "{}", broken.err);
    // A file that is no text is refused where it is none.
    fs::write(&kept, b"{\n \"of\": \xff}").expect("it can be written");
    let binary = row_of_hours(&folder, &[]);
    assert_eq!((binary.status, &*binary.out), (2, ""));
    assert!(
        binary.err.contains("not UTF-8") && binary.err.contains("line 2 column 8"),
        "{}",
        binary.err
    );
    // Where nothing can be written, nothing is begun.
    let nowhere = run(&["reproduce", "7-2", "--checkpoint", "no/such/folder/kept.json"]);
    assert_eq!((nowhere.status, &*nowhere.out), (2, ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_was_done() {
    let mut command = program();
    command.args(["reproduce", "7-1", "7-3/14", "--trials", "1000000"]);
    let mut child = start(&mut command);
    signal_after(Duration::from_secs(3), "-INT", &mut child);
    let output = wait(child);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("549,864") && text.contains("1 row stopped or not started"), "{text}");
}

#[cfg(unix)]
#[test]
fn progress_is_told_in_rows() {
    let line = "\"$TREMAUX\" reproduce 7-2 trees > /dev/null";
    let Some(text) = support::on_terminal(line) else { return };
    assert!(text.contains("0 of 6 rows · 7-2/good") && text.contains("5 of 6 rows"), "{text}");
}

/// Domains and games of the program may lack rows, but they are there.
#[test]
fn nothing_that_the_program_has_is_called_missing() {
    let domains = DOMAINS.iter().map(|it| (it.info().name, it.info().title));
    let games = GAMES.iter().map(|it| (it.info().name, it.info().title));
    let head = |title: &'static str| title.split(':').next().unwrap_or_default();
    let known = domains.chain(games).flat_map(|(name, title)| [name, head(title)]);
    let known: HashSet<String> = known.map(str::to_lowercase).collect();
    assert!(known.contains("rubik's cube") && known.contains("othello"));
    for part in NOT_YET.iter() {
        let clauses = part.what.split("; ").filter(|it| !it.starts_with("rows for "));
        let items = clauses.flat_map(|it| it.split(", ")).flat_map(|it| it.split(" and "));
        for item in items {
            let item = item.split(" (").next().unwrap_or_default().to_lowercase();
            assert!(!known.contains(&item), "{}: {item}", part.what);
        }
    }
}

#[test]
fn help_has_examples() {
    let help = run(&["reproduce", "--help"]);
    assert_eq!(help.status, 0);
    assert!(help.out.contains("tremaux lab reproduce 7-2 --change ties"));
    assert!(help.out.contains("Exit status"));
}
