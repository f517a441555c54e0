//! One file and one query have one answer, whoever is asked: `solve grid`, `path` and the page's
//! server, by algorithms of every domain and by those that only maps have.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Map, Value};

use crate::support::{file, json, program, run};

/// A file, its text, and what its query costs by its own rules, with four neighbours, and with
/// eight and no corners cut.
const MAPS: [(&str, &str, [f64; 3]); 4] = [
    ("open.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n.@...\n.....\n", [EIGHT, 6.0, EIGHT]),
    ("maze.txt", "S....\n.#...\n....G\n", [6.0, 6.0, EIGHT]),
    ("bits.csv", "0,0,0,0,0\n0,1,0,0,0\n0,0,0,0,0\n", [6.0, 6.0, EIGHT]),
    ("terrain.txt", "S2...\n.#...\n....G\n", [6.0, 6.0, EIGHT + 1.0]),
];

/// Two straight and two diagonal steps.
const EIGHT: f64 = 2.0 + 2.0 * std::f64::consts::SQRT_2;

/// What the maps are asked, if they do not draw it.
const ENDS: [(&str, &str); 2] = [("from", "0,0"), ("to", "4,2")];

/// The page's server, which ends with the test.
struct Server {
    child: Child,
    host: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

impl Server {
    fn start() -> Self {
        let mut child = program();
        let child = child.args(["serve", "--port", "0"]).stdout(Stdio::piped());
        let mut child = child.spawn().expect("the program");
        let mut line = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("an address");
        let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, host }
    }

    /// The report of a search.
    fn search(&self, instance: &str, options: &[(&str, &str)], algorithm: &str) -> Value {
        let options: Map<_, _> =
            options.iter().map(|(name, value)| (name.to_string(), (*value).into())).collect();
        let body = serde_json::json!({
            "domain": "grid", "instance": instance, "options": options, "algorithm": algorithm,
        })
        .to_string();
        let (host, length) = (&self.host, body.len());
        let mut stream = TcpStream::connect(host).expect("a connection");
        let request = format!(
            "POST /api/search HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let report = answer.lines().find_map(|line| {
            let event: Value = serde_json::from_str(line.strip_prefix("data: ")?).ok()?;
            event.get("report").cloned()
        });
        report.unwrap_or_else(|| panic!("{answer}"))
    }
}

#[test]
fn every_surface_has_the_same_rules() {
    let server = Server::start();
    for (name, text, costs) in MAPS {
        let path = file(name, text.as_bytes());
        let path = path.to_str().expect("text");
        for (movement, cost) in
            [None, Some("four"), Some("eight-no-corners")].into_iter().zip(costs)
        {
            let mut options = Vec::new();
            if !text.starts_with('S') {
                options.extend(ENDS);
            }
            options.extend(movement.map(|rule| ("movement", rule)));
            let flags: Vec<String> =
                options.iter().map(|(name, value)| format!("--{name}={value}")).collect();
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            for algorithm in ["a-star", "auto", "dijkstra"] {
                let ask = |verb: &[&str]| {
                    let rest = ["--algorithm", algorithm, "--format", "json"];
                    json(&run(&[verb, &[path], &flags, &rest].concat()))
                };
                let answers = [
                    ask(&["solve", "grid", "--file"]),
                    ask(&["path"]),
                    server.search(text, &options, algorithm),
                ];
                for report in &answers {
                    let found = report["cost"].as_f64().expect("a cost");
                    assert!((found - cost).abs() < 1e-9, "{name} {movement:?}: {report}");
                    for field in ["movement", "costs", "length", "algorithm"] {
                        assert_eq!(report[field], answers[0][field], "{name} {movement:?}");
                    }
                }
            }
        }
    }
}

/// What was a name before, or is one nearly.
#[test]
fn names_of_rules_and_algorithms_are_those_of_the_catalogue() {
    let maze = file("old.txt", b"S..\n..G\n");
    let maze = maze.to_str().expect("text");
    for (option, name, near) in [
        ("--movement", "no-corners", "eight-no-corners"),
        ("--movement", "corners", "eight-always"),
        ("--movement", "4", "four"),
        ("--algorithm", "canonical-astar", "canonical-a-star"),
    ] {
        for verb in [&["solve", "grid", "--file"][..], &["path"]] {
            let run = run(&[verb, &[maze, option, name]].concat());
            assert_eq!(run.status, 2, "{}", run.out);
            assert!(run.err.contains(near), "{name}: {}", run.err);
        }
    }
}
