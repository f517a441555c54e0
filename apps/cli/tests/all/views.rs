//! One answer in every form: what stands in text, JSON, JSON lines, CSV and Markdown, and in the
//! page's answer, is the same.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Map, Value, json};
use tremaux_registry::{DOMAINS, GAMES};

use crate::support::{self, file, program, run};

/// Fields that differ from run to run.
const TIMES: [&str; 3] = ["seconds", "preparation_seconds", "peak_bytes"];

/// A question, on the command line and to the page.
struct Question {
    arguments: Vec<String>,
    page: Option<(&'static str, Value)>,
    /// The names of the fields that text says, too.
    said: &'static [&'static str],
    /// Whether the rows of CSV are moves.
    is_game: bool,
}

/// What JSON has in the cells of each row of CSV: counts stand beside the other fields; what holds
/// of the best move is not said of the others.
fn rows_of(report: &Value, is_game: bool) -> Vec<Map<String, Value>> {
    let mut flat = Map::new();
    for (name, value) in report.as_object().expect("an object") {
        match value {
            Value::Object(fields) => flat.extend(fields.clone()),
            Value::Array(_) if ["solutions", "lines"].contains(&name.as_str()) => {}
            value => drop(flat.insert(name.clone(), value.clone())),
        }
    }
    if !is_game {
        return vec![flat];
    }
    let moves = report["moves"].as_array().expect("moves");
    flat.remove("moves");
    let mut rows = Vec::new();
    if !moves.iter().any(|it| it["move"] == report["best"]) {
        rows.push(flat.clone());
        rows[0].insert("move".into(), report["best"].clone());
    }
    let values = "score exact bound outcome plies at_least at_most visits win_rate confidence";
    let of_position: Map<String, Value> =
        flat.iter().filter(|(name, _)| !values.contains(&***name)).map(cloned).collect();
    for it in moves {
        let mut row = of_position.clone();
        row.extend(it.as_object().expect("a move").clone());
        row.remove("line");
        if report["line"][0] == it["move"] {
            row.insert("line".into(), report["line"].clone());
        }
        rows.push(row);
    }
    rows
}

fn cloned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

fn questions() -> Vec<Question> {
    let words = |words: &[&str]| words.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
    let solve = |domain: &str, instance: &str, more: &[&str], said| Question {
        arguments: [words(&["solve", domain, instance]), words(more)].concat(),
        page: Some(("/api/search", json!({"domain": domain, "instance": instance}))),
        said,
        is_game: false,
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
        is_game: false,
    };
    let path = |arguments: &[&str], said| Question {
        arguments: words(arguments),
        page: None,
        said,
        is_game: false,
    };
    let analyze = |game: &str, position: &str| Question {
        arguments: words(&["analyze", game, position, "--depth", "4", "--algorithm", "scout"]),
        page: Some((
            "/api/analyze",
            json!({"played": {"game": game, "start": position}, "depth": 4, "algorithm": "scout"}),
        )),
        said: &["best", "side", "algorithm"],
        is_game: true,
    };
    let mut all = vec![
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
    ];
    let few = |verb: &str, name: &str, text: &str, is_game| Question {
        arguments: words(&[verb, name, "--nodes", "2000", "--", text]),
        page: None,
        said: &["algorithm"],
        is_game,
    };
    let domains = DOMAINS.iter().map(|it| few("solve", it.info().name, it.info().example, false));
    let games = GAMES.iter().map(|it| few("analyze", it.info().name, it.info().example, true));
    all.extend(domains.chain(games));
    all
}

fn in_form(question: &Question, form: &str) -> String {
    let (verb, rest) = question.arguments.split_at(1);
    let rest = rest.iter().map(String::as_str);
    let arguments: Vec<&str> =
        [verb[0].as_str(), "--format", form, "-v"].into_iter().chain(rest).collect();
    let run = run(&arguments);
    assert!([0, 1, 3].contains(&run.status), "{arguments:?}: {}", run.err);
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
            let between = if items.iter().any(Value::is_object) { "; " } else { " " };
            let cells: Option<Vec<String>> = items.iter().map(cell).collect();
            cells.map(|cells| cells.join(between))
        }
        Value::Object(fields) => {
            let cells: Option<Vec<String>> = fields.values().map(cell).collect();
            cells.map(|cells| cells.join(" "))
        }
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

/// Whether a cell is as it was, if it does not differ from run to run.
fn is_same(name: &str, found: &str, source: &Map<String, Value>) -> bool {
    let value = cell(source.get(name).unwrap_or(&Value::Null)).expect("a cell");
    // What JSON's reader makes of many digits differs in the last.
    let is_same = |(one, other): (&str, &str)| {
        let number = |word: &str| word.trim_end_matches(';').parse::<f64>().ok();
        let numbers = number(one).zip(number(other));
        one == other
            || numbers.is_some_and(|(one, other)| (one - other).abs() <= 1e-12 * other.abs())
    };
    let count = |text: &str| text.split(' ').count();
    TIMES.contains(&name)
        || count(found) == count(&value) && found.split(' ').zip(value.split(' ')).all(is_same)
}

/// The cells of the rows of Markdown, the head first.
fn cells_of_markdown(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| !line.starts_with("| ---"));
    let inner = lines.map(|line| &line[2..line.len() - 2]);
    inner.map(|line| line.split(" | ").map(|it| it.replace("\\|", "|")).collect()).collect()
}

#[test]
fn an_answer_is_the_same_in_every_form() {
    let (mut rounded, mut stopped, mut impossible) = (0, 0, 0);
    for question in questions() {
        let about = &question.arguments;
        let report: Value = serde_json::from_str(&in_form(&question, "json")).expect("JSON");
        let line: Value = serde_json::from_str(&in_form(&question, "jsonl")).expect("a line");
        assert_eq!(lasting(line), lasting(report.clone()), "{about:?}");
        let sources = rows_of(&report, question.is_game);

        let csv = in_form(&question, "csv");
        let mut lines = csv.lines().map(cells);
        let header = lines.next().expect("a header");
        let rows: Vec<Vec<String>> = lines.collect();
        let others = report["solutions"].as_array().map_or(0, |it| it.len() - 1);
        assert_eq!(rows.len(), sources.len() + others, "{about:?}: {csv}");
        for (row, source) in rows.iter().zip(&sources) {
            assert_eq!(row.len(), header.len(), "{about:?}: {csv}");
            for (name, found) in header.iter().zip(row) {
                assert!(is_same(name, found, source), "{about:?}: {name} is {found}: {source:?}");
            }
            let missing = source.keys().find(|name| !header.contains(name));
            assert_eq!(missing, None, "{about:?}: not in CSV");
        }

        let md = cells_of_markdown(&in_form(&question, "md"));
        for (row, source) in md[1..].iter().zip(&sources) {
            assert_eq!(row.len(), md[0].len(), "{about:?}: {md:?}");
            for (name, found) in md[0].iter().zip(row) {
                let found = found.replace("<br>", "\n");
                assert!(is_same(name, &found, source), "{about:?}: {name} is {found} in Markdown");
            }
            let is_left_out = |(name, value): &(&String, &Value)| {
                !md[0].contains(name) && cell(value).is_none_or(|it| !it.is_empty())
            };
            assert_eq!(source.iter().find(is_left_out), None, "{about:?}: not in Markdown");
        }

        let text = in_form(&question, "text");
        for name in question.said {
            let value = cell(&report[name]).expect("a value");
            let word = if report[name].is_u64() { grouped(&value) } else { value };
            assert!(unbroken(&text).contains(&word), "{about:?}: no {name} {word}: {text}");
        }
        if question.is_game {
            continue;
        }
        let verdict = report["verdict"].as_str().expect("a verdict");
        assert!(unbroken(&text).contains(verdict), "{about:?}: {verdict}: {text}");
        for (name, count) in report["counts"].as_object().expect("counts") {
            let count = grouped(&count.to_string());
            let is_told = text.contains(&count) || count == "0" || name == "iterations";
            assert!(is_told, "{about:?}: {count} {name}: {text}");
        }
        let says = |words: &str| verdict.contains(words);
        let field = |name: &str| report.get(name).is_some();
        if says("optimal") {
            assert_eq!(says(", proved optimal"), report["optimal"] == json!(true), "{about:?}");
        }
        assert_eq!(says("up to rounding"), field("rounding"), "{about:?}");
        assert!(!(field("rounding") && field("optimal")), "{about:?}");
        let none = report["status"] == json!("no-solution");
        assert_eq!(says("exists (proved)"), none, "{about:?}: {verdict}");
        rounded += u32::from(field("rounding"));
        stopped += u32::from(field("stopped"));
        impossible += u32::from(none);
    }
    assert!(rounded > 0 && stopped > 0 && impossible > 0, "{rounded} {stopped} {impossible}");
}

/// A text on one line.
fn unbroken(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
        let question = Question { arguments, page: None, said: &[], is_game: false };
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
    let question = Question { arguments, page: None, said: &[], is_game: false };
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

/// Headings that two commands share come in the same order in the help of both.
#[test]
fn the_help_of_all_commands_has_one_order() {
    let commands = "solve tiles\npath\nanalyze chess\nplay chess\nmatch chess\ncompare\n\
             trace path\n\
                    trace solve tiles\ntrace analyze chess\ngenerate tiles\nserve\nlist\nexplain\n\
                    tune\nuci\ngtp\nreproduce\nbuild";
    let mut before: BTreeMap<(String, String), &str> = BTreeMap::new();
    for command in commands.lines() {
        let words: Vec<&str> = command.split(' ').chain(["-h"]).collect();
        let help = run(&words).out;
        let mut lines = help.lines().peekable();
        let mut headings: Vec<&str> = Vec::new();
        while let Some(line) = lines.next() {
            let has_options = lines.peek().is_some_and(|next| next.trim().starts_with("--"));
            if has_options && line.ends_with(':') && !line.starts_with(' ') {
                headings.push(line);
            }
        }
        for (at, first) in headings.iter().enumerate() {
            for second in &headings[at + 1..] {
                let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
                let other = before.get(&pair(second, first));
                assert_eq!(other, None, "{command} has {first} before {second}");
                before.entry(pair(first, second)).or_insert(command);
            }
        }
    }
    assert!(before.len() > 10, "{before:?}");
}
