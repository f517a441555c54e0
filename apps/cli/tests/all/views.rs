//! One answer in every form: what stands in text, JSON, JSON lines, CSV and Markdown, and in the
//! page's answer, is the same.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Map, Value, json};
use tremaux_registry::{DOMAINS, GAMES};

use crate::support::forms::{self, TIMES, assert_rows_agree, cell, cells, lasting};
use crate::support::{self, file, program, run};

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
    let arguments: Vec<&str> = question.arguments.iter().map(String::as_str).collect();
    forms::in_form(&arguments, form)
}

/// What lists things says the same in every form.
#[test]
fn rows_are_the_same_in_every_form() {
    for arguments in [
        &["list"][..],
        &["list", "algorithms"],
        &["explain", "jps"],
        &["explain", "max-n"],
        &["generate", "tiles", "--count", "3", "--seed", "4"],
        &["generate", "sudoku", "--count", "2"],
    ] {
        assert_rows_agree(arguments);
    }
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
        assert_eq!(says("exists (proved"), none, "{about:?}: {verdict}");
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
        // Only the command line writes proofs.
        if let Some(Value::String(verdict)) = printed.get_mut("verdict") {
            *verdict = verdict.replace(" (check with --proof)", "");
            *verdict = verdict.replace("; check with --proof", "");
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
    let commands = "solve tiles\npath\nanalyze chess\nplay chess\ntrace path\n\
                    trace solve tiles\ntrace analyze chess\ngenerate tiles\nserve\nlist\nexplain\n\
                    uci\ngtp\nbuild";
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
