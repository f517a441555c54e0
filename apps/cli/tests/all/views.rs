//! One answer in every form: what stands in text, JSON, JSON lines, CSV and Markdown, and in the
//! page's answer, is the same.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Map, Value, json};

use crate::support::{self, file, program, run};

/// Fields that differ from run to run.
const TIMES: [&str; 3] = ["seconds", "preparation_seconds", "peak_bytes"];

/// A question, on the command line and to the page.
struct Question {
    arguments: Vec<String>,
    page: Option<(&'static str, Value)>,
    /// The names of the fields that text says, too.
    said: &'static [&'static str],
    /// The list whose members have the rows of CSV, if it has more than one.
    rows: Option<&'static str>,
}

impl Question {
    /// What JSON has in a column of the row of `source`, a member of the list of rows if there is
    /// one.
    fn field<'a>(&self, report: &'a Value, source: &'a Value, name: &str) -> Option<&'a Value> {
        let rows = self.rows.and_then(|list| report[list].as_array());
        let is_of_rows = rows.is_some_and(|rows| rows.iter().any(|row| row.get(name).is_some()));
        let outer = || report.get(name).or_else(|| report["counts"].get(name));
        source.get(name).or_else(|| if is_of_rows { None } else { outer() })
    }
}

fn questions() -> Vec<Question> {
    let words = |words: &[&str]| words.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
    let solve = |domain: &str, instance: &str, more: &[&str], said| Question {
        arguments: [words(&["solve", domain, instance]), words(more)].concat(),
        page: Some(("/api/search", json!({"domain": domain, "instance": instance}))),
        said,
        rows: None,
    };
    let graph = file("views.txt", b"home shop 4\nshop work 3\nhome work 9\n");
    let map = file("views.map", b"type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n");
    let (graph, map) = (graph.to_str().expect("text"), map.to_str().expect("text"));
    let by_map = |domain: &str, instance: &str, algorithm: &str| Question {
        arguments: words(&["solve", domain, instance, "--algorithm", algorithm]),
        page: Some((
            "/api/search",
            json!({"domain": domain, "instance": instance, "algorithm": algorithm, "steps": 9}),
        )),
        said: &["algorithm"],
        rows: None,
    };
    let path = |arguments: &[&str], said| Question {
        arguments: words(arguments),
        page: None,
        said,
        rows: None,
    };
    let analyze = |game: &str, position: &str| Question {
        arguments: words(&["analyze", game, position, "--depth", "4", "--algorithm", "scout"]),
        page: Some((
            "/api/analyze",
            json!({"played": {"game": game, "start": position}, "depth": 4, "algorithm": "scout"}),
        )),
        said: &["best", "side", "algorithm"],
        rows: Some("moves"),
    };
    vec![
        solve("tiles", "8 1 3 / 4 0 2 / 7 6 5", &[], &["cost", "algorithm", "goal"]),
        solve("tiles", "1 2 3 / 4 5 6 / 8 7 0", &[], &["goal"]),
        solve("jugs", "jugs 8 5 3; start 8 0 0; goal 4 4 0", &[], &["cost", "algorithm"]),
        solve("sudoku", "1...4.....3..2.1", &[], &["algorithm"]),
        solve("sokoban", "#####|#@$.#|#####", &[], &["cost", "algorithm"]),
        by_map("grid", "S..#/...#/#..G", "jps"),
        by_map("graph", "a b 4; a c 1; c b 2", "contraction-hierarchy"),
        path(&["path", graph, "--from", "home", "--to", "work"], &["cost", "algorithm"]),
        path(&["path", map, "--from", "0,0", "--to", "3,2"], &["algorithm"]),
        path(&["path", map, "--from", "0,0", "--to", "1,1"], &[]),
        analyze("connect-four", "4453"),
        analyze("tic-tac-toe", "xo./.x./..o"),
        analyze("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        analyze("othello", ""),
    ]
}

fn in_form(question: &Question, form: &str) -> String {
    let arguments: Vec<&str> = question.arguments.iter().map(String::as_str).collect();
    let run = run(&[&arguments[..], &["--format", form]].concat());
    assert!(run.status <= 1, "{arguments:?}: {}", run.err);
    run.out
}

/// Without what differs from run to run.
fn lasting(mut value: Value) -> Map<String, Value> {
    let object = value.as_object_mut().expect("an object");
    object.retain(|name, _| !TIMES.contains(&name.as_str()));
    object.clone()
}

/// A value as it stands in a cell.
fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => {
            let cells: Option<Vec<String>> = items.iter().map(cell).collect();
            cells.map(|cells| cells.join(" "))
        }
        Value::Object(_) => None,
        other => Some(other.to_string()),
    }
}

/// The cells of a line of CSV.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut is_quoted) = (vec![String::new()], false);
    for sign in line.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            sign => cells.last_mut().expect("a cell").push(sign),
        }
    }
    cells
}

/// A number with its thousands apart, as text has it.
fn grouped(text: &str) -> String {
    let mut out = String::new();
    for (at, digit) in text.chars().enumerate() {
        if at > 0 && (text.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[test]
fn an_answer_is_the_same_in_every_form() {
    for question in questions() {
        let about = &question.arguments;
        let report: Value = serde_json::from_str(&in_form(&question, "json")).expect("JSON");
        let line: Value = serde_json::from_str(&in_form(&question, "jsonl")).expect("a line");
        assert_eq!(lasting(line), lasting(report.clone()), "{about:?}");

        let csv = in_form(&question, "csv");
        let mut lines = csv.lines().map(cells);
        let header = lines.next().expect("a header");
        let rows: Vec<Vec<String>> = lines.collect();
        let sources: Vec<&Value> = match question.rows {
            Some(list) => report[list].as_array().expect("a list").iter().collect(),
            None => vec![&report],
        };
        assert_eq!(rows.len(), sources.len(), "{about:?}: {csv}");
        for (row, source) in rows.iter().zip(sources) {
            assert_eq!(row.len(), header.len(), "{about:?}: {csv}");
            for (name, found) in header.iter().zip(row) {
                if TIMES.contains(&name.as_str()) {
                    continue;
                }
                let value = question.field(&report, source, name).unwrap_or(&Value::Null);
                assert_eq!(Some(found), cell(value).as_ref(), "{about:?}: {name}: {csv}");
            }
        }
        if question.rows.is_none() {
            for (name, value) in report.as_object().expect("an object") {
                let is_there = header.contains(name) || cell(value).is_none();
                assert!(is_there || name == "moves", "{about:?}: CSV has no {name}");
            }
        }

        let md = in_form(&question, "md");
        let header: Vec<&str> = md.lines().next().expect("a header").split(" | ").collect();
        let row = md.lines().nth(2).expect("a row").trim_matches(['|', ' ']).split(" | ");
        for (name, found) in header.iter().zip(row) {
            let name = name.trim_matches(['|', ' ']);
            let found = found.trim_matches(['|', ' ']).replace("\\|", "|");
            let source = question.rows.map_or(&report, |list| &report[list][0]);
            let value = question.field(&report, source, name);
            if let Some(value) = value.and_then(cell).filter(|_| !TIMES.contains(&name)) {
                assert_eq!(found, value, "{about:?}: {name}: {md}");
            }
        }

        let text = in_form(&question, "text");
        for name in question.said {
            let value = cell(&report[name]).expect("a value");
            let word = if report[name].is_u64() { grouped(&value) } else { value };
            assert!(text.contains(&word), "{about:?}: text does not say {name} {word}: {text}");
        }
        if let Some(expanded) = report["counts"]["expanded"].as_u64() {
            let told = format!("{} expanded", grouped(&expanded.to_string()));
            assert!(text.contains(&told), "{about:?}: {told}: {text}");
        }
        let is_proved = report["optimal"] == json!(true);
        assert_eq!(text.contains("proved optimal"), is_proved, "{about:?}: {text}");
        let none = report["status"] == json!("no-solution");
        assert_eq!(text.contains("(proved)"), none, "{about:?}: {text}");
    }
}

/// What a row of JSON has in a column: a field, a field of a part, or a part's main number.
fn in_column(row: &Value, name: &str) -> Option<String> {
    let part = |(part, field): (&str, &str)| row.get(part)?.get(field);
    let main = || row.get(name)?.get("estimate");
    let found = row.get(name).filter(|it| !it.is_object()).or_else(main);
    cell(found.or_else(|| name.split_once('_').and_then(part))?)
}

/// What lists things, and what plays or measures them, says the same in every form.
#[test]
fn rows_are_the_same_in_every_form() {
    let commands: &[&[&str]] = &[
        &["list"],
        &["list", "algorithms"],
        &["explain", "jps"],
        &["explain", "max-n"],
        &["generate", "tiles", "--count", "3", "--seed", "4"],
        &["generate", "sudoku", "--count", "2"],
        &["match", "tic-tac-toe", "scout(depth=2)", "random", "--games", "4", "--seed", "5"],
        &["reproduce", "--list"],
    ];
    for about in commands {
        let arguments = about.iter().map(|&word| word.to_owned()).collect();
        let question = Question { arguments, page: None, said: &[], rows: None };
        let report: Value = serde_json::from_str(&in_form(&question, "json")).expect("JSON");
        let rows = report.as_array().cloned().unwrap_or_else(|| vec![report]);
        let rows: Vec<Map<String, Value>> = rows.into_iter().map(lasting).collect();
        assert!(!rows.is_empty(), "{about:?}");
        let lines = in_form(&question, "jsonl");
        let parsed = lines.lines().map(|line| serde_json::from_str(line).expect("a line"));
        assert_eq!(parsed.map(lasting).collect::<Vec<_>>(), rows, "{about:?}");
        let rows: Vec<Value> = rows.into_iter().map(Value::Object).collect();

        let csv = in_form(&question, "csv");
        let mut lines = csv.lines().map(cells);
        let header = lines.next().expect("a header");
        let lines: Vec<Vec<String>> = lines.collect();
        assert_eq!(lines.len(), rows.len(), "{about:?}: {csv}");
        for (line, row) in lines.iter().zip(&rows) {
            let lasting = header.iter().zip(line).filter(|(name, _)| !TIMES.contains(&&***name));
            for (name, found) in lasting {
                let expected = in_column(row, name);
                let is_same = expected.as_ref().map_or(found.is_empty(), |it| it == found);
                assert!(is_same, "{about:?}: {name} is {found}, not {expected:?}");
            }
        }
    }
}

/// The tables of a comparison, of runs that are stored when the first form is asked for.
#[test]
fn tables_of_a_comparison_are_the_same_in_every_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("runs.sqlite");
    let database = database.to_str().expect("text");
    let words = "compare --domain tiles --with size=3x3 --random 3 --algorithm a-star \
                 --algorithm ida-star --heuristic manhattan --database";
    let arguments = words.split_whitespace().chain([database]).map(str::to_owned).collect();
    let question = Question { arguments, page: None, said: &[], rows: None };
    let report: Value = serde_json::from_str(&in_form(&question, "json")).expect("JSON");
    let rows_of = |table: &Value| -> Vec<Vec<String>> {
        let rows = table.as_array().expect("rows");
        let names = rows[0].as_object().expect("a row").keys().cloned().collect();
        let values = rows.iter().map(|row| {
            row.as_object().expect("a row").values().map(|it| cell(it).expect("a cell")).collect()
        });
        std::iter::once(names).chain(values).collect()
    };
    let tables = report["tables"].as_object().expect("tables").values().map(rows_of);
    // JSON has `first_fewer` for `first fewer`, and numbers that may be written otherwise.
    let plain = |row: Vec<String>| -> Vec<String> {
        let cell = |it: String| match it.parse::<f64>() {
            Ok(number) => number.to_string(),
            Err(_) => it.replace('_', " "),
        };
        row.into_iter().map(cell).collect()
    };
    let expected: Vec<Vec<String>> = tables.flatten().map(plain).collect();
    assert_eq!(expected.len(), 8, "three tables of 2, 1 and 2 rows: {report}");

    let csv = in_form(&question, "csv");
    let found = csv.lines().filter(|line| !line.is_empty()).map(|line| plain(cells(line)));
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let md = in_form(&question, "md");
    let lines = md.lines().filter(|line| line.starts_with('|') && !line.contains("---"));
    let cut = |line: &str, at: &str| line.split(at).map(|it| it.trim().to_owned()).collect();
    let found: Vec<Vec<String>> =
        lines.map(|line| plain(cut(line.trim_matches(['|', ' ']), " | "))).collect();
    assert_eq!(found, expected);
    let text = in_form(&question, "text");
    for row in &expected {
        let is_there = |line: &str| {
            let cells = line.split("  ").map(str::trim).filter(|it| !it.is_empty());
            plain(cells.map(str::to_owned).collect()).starts_with(row)
        };
        assert!(text.lines().any(is_there), "{row:?}: {text}");
    }
}

/// A server, which ends with the test.
struct Server {
    child: Child,
    host: String,
}

impl Server {
    fn start() -> Self {
        let mut child = support::start(program().args(["serve", "--port", "0"]));
        let mut address = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("its address");
        let host = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, host }
    }

    /// The report among the events of an answer.
    fn report(&self, path: &str, question: &Value) -> Value {
        let (host, body) = (&self.host, question.to_string());
        let mut stream = TcpStream::connect(host).expect("a connection");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let data = answer.split("event: report\ndata: ").nth(1).expect(&answer);
        let data: Value = serde_json::from_str(data.lines().next().expect("a line")).expect("JSON");
        data.get("report").cloned().unwrap_or(data)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_gets_the_report_that_the_command_line_prints() {
    let server = Server::start();
    for question in questions() {
        let Some((path, asked)) = &question.page else { continue };
        let report: Value = serde_json::from_str(&in_form(&question, "json")).expect("JSON");
        let (mut told, mut printed) = (lasting(server.report(path, asked)), lasting(report));
        // The page may ask with other limits on threads and tables than the command line.
        for fields in [&mut told, &mut printed] {
            fields.remove("threads");
        }
        // A search of a map counts more if it is recorded.
        if let (Some(told), Some(printed)) = (
            told.get_mut("counts").and_then(Value::as_object_mut),
            printed.get("counts").and_then(Value::as_object),
        ) {
            told.retain(|name, _| printed.contains_key(name));
        }
        assert_eq!(told, printed, "{:?}", question.arguments);
    }
}
