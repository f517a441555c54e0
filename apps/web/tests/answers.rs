//! What the server answers, and what it refuses.

mod support;

use serde_json::{Value, json};
use support::{Answer, start};
use tremaux_core::Limits;
use tremaux_registry::{DOMAINS, DepthLimit, GAME_ALGORITHMS, GAMES, Player, TableSource};
use tremaux_trace::{Sink, TraceCounts, TraceEvent, TraceHeader, TraceShape, TraceWriter};

#[test]
fn the_page_and_its_files() {
    let server = start();
    for (path, kind) in [
        ("/", "text/html"),
        ("/index.html", "text/html"),
        ("/page.js", "text/javascript"),
        ("/page.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let answer = server.get(path, "");
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{path}: {}", answer.head);
        assert!(answer.head.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(answer.head.contains("x-content-type-options: nosniff"), "{path}");
        let policy = "cross-origin-resource-policy: same-origin";
        assert!(answer.head.contains(policy), "{path}: {}", answer.head);
        assert!(!answer.body.contains("http://") || path == "/icon.svg" || path == "/page.js");
    }
    let tag = server.get("/page.js", "").head;
    let tag = tag.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    assert_eq!(server.get("/page.js", &format!("if-none-match: {tag}\r\n")).status, 304);
}

#[test]
fn no_path_leads_to_a_disk() {
    let server = start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/page.js/../../src/lib.rs",
        "/page.js%00.html",
        "/src/lib.rs",
        "/api/../page.js",
        "/C:\\Windows\\win.ini",
        "/index.html~",
        "/.git/config",
    ] {
        let answer = server.get(path, "");
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:") && !answer.body.contains("[package]"), "{path}");
    }
    // What a file's name would be in a command is no instance.
    let json = r#"{"domain":"grid","instance":"/etc/passwd"}"#;
    let answer = server.post("/api/search", json);
    assert_eq!(answer.status, 422, "{answer:?}");
    assert!(!answer.body.contains("root:"));
}

#[test]
fn other_hosts_and_pages_are_refused() {
    let server = start();
    let port = server.address.port();
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1", "127.0.0.1:1", ""] {
        let answer = server.get("/api/catalogue", &format!("host: {host}\r\n"));
        assert_eq!(answer.status, 403, "{host}");
    }
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")]
    {
        assert_eq!(server.get("/", &format!("host: {host}\r\n")).status, 200, "{host}");
    }
    let (own, longer) =
        (format!("http://{}", server.address), format!("http://{}1", server.address));
    let other_port = "http://127.0.0.1:1";
    let origins =
        ["http://evil.example", "null", "https://127.0.0.1", "", "http://", other_port, &longer];
    for origin in origins {
        let answer = server.get("/api/catalogue", &format!("origin: {origin}\r\n"));
        assert_eq!(answer.status, 403, "{origin}");
        // One of two does not make the other one right.
        let both = format!("origin: {own}\r\norigin: {origin}\r\n");
        assert_eq!(server.get("/api/catalogue", &both).status, 403, "{origin}");
    }
    assert_eq!(server.get("/api/catalogue", &format!("origin: {own}\r\n")).status, 200);
    // A form of another page is posted without an origin.
    let json = r#"{"game":"nim"}"#;
    for (site, status) in
        [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
    {
        let question = String::from_utf8(server.question("/api/position", json)).expect("ASCII");
        let header = format!("sec-fetch-site: {site}\r\nconnection: close\r\n");
        let answer = server.ask(question.replace("connection: close\r\n", &header).as_bytes());
        assert_eq!(answer.status, status, "{site}: {answer:?}");
    }
    // A link from another page may be followed.
    assert_eq!(server.get("/", "sec-fetch-site: cross-site\r\n").status, 200);
}

#[test]
fn what_is_no_question_is_refused_with_what_was_expected() {
    let server = start();
    let long = format!(r#"{{"domain":"grid","instance":"{}"}}"#, "S".repeat(2 << 20));
    for (json, status, expected) in [
        ("", 400, "EOF"),
        ("{", 400, "EOF"),
        ("nonsense", 400, "expected"),
        ("[1,2", 400, "invalid"),
        ("{}", 400, "missing field `domain`"),
        (r#"{"domain":"grid"}"#, 400, "missing field `instance`"),
        (r#"{"domain":7,"instance":"SG"}"#, 400, "expected a string"),
        (r#"{"domain":"grid","instance":"SG","file":"/etc/passwd"}"#, 400, "unknown field `file`"),
        (r#"{"domain":"grid","instance":"SG","depth":-1}"#, 400, "u32"),
        (r#"{"domain":"grid","instance":"SG","steps":-5}"#, 400, "u64"),
        (r#"{"domain":"grid","instance":"SG","limits":{"nodes":-1}}"#, 400, "u64"),
        (r#"{"domain":"grid","instance":"SG","limits":{"bytes":1e99}}"#, 400, "u64"),
        (r#"{"domain":"gird","instance":"SG"}"#, 422, "did you mean `grid`?"),
        (r#"{"domain":"grid","instance":"S?G"}"#, 422, "column 2"),
        (r#"{"domain":"grid","instance":"SG","algorithm":"a-satr"}"#, 422, "did you mean"),
        (
            r#"{"domain":"grid","instance":"SG","algorithm":"weighted-a-star(weight=-1)"}"#,
            422,
            "a number",
        ),
        (r#"{"domain":"grid","instance":"SG","options":{"size":"9"}}"#, 400, "movement"),
        (r#"{"domain":"grid","instance":"SG","options":{"movement":"six"}}"#, 422, "four"),
        (long.as_str(), 413, "at most"),
    ] {
        let answer = server.post("/api/search", json);
        let shown = &json[..json.len().min(80)];
        assert_eq!(answer.status, status, "{shown}: {answer:?}");
        assert!(answer.body.contains(expected), "{shown}: {}", answer.body);
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(server.post("/api/search", &deep).status, 400);
    for levels in [3_200, 70_000] {
        let [open, close] = ["<x>", "</x>"].map(|tag| tag.repeat(levels));
        for text in [format!("<graphml>{open}{close}</graphml>"), format!("<gexf>{open}")] {
            let question = json!({"domain": "graph", "instance": text}).to_string();
            for path in ["/api/look", "/api/search"] {
                let answer = server.post(path, &question);
                assert_eq!(answer.status, 422, "{path}: {answer:?}");
                assert!(answer.body.contains("within each other"), "{path}: {}", answer.body);
            }
        }
    }
    for (json, status, expected) in [
        (r#"{"domain":"cube","instance":"U","state":"J"}"#, 422, "column 1"),
        (r#"{"domain":"cube","instance":"U","states":"UU"}"#, 400, "unknown field `states`"),
        (r#"{"domain":"cube","instance":"J"}"#, 422, "column 1"),
        (r#"{"domain":"tsp","instance":"0 0\n1 1\n2 0"}"#, 422, "no states"),
        (r#"{"domain":"cube","instance":"U"}"#, 200, r#"["U2","#),
        (r#"{"domain":"jugs","instance":"jugs 3 2; goal any 1","state":"3 0"}"#, 200, r#""1>2""#),
    ] {
        let answer = server.post("/api/look", json);
        assert_eq!(answer.status, status, "{json}: {answer:?}");
        assert!(answer.body.contains(expected), "{json}: {}", answer.body);
    }
    for json in [
        r#"{"game":"chess-boxing"}"#,
        r#"{"game":"connect-four","moves":["9"]}"#,
        r#"{"game":"connect-four","options":{"size":"900x900"}}"#,
        r#"{"game":"connect-four","start":"1111111"}"#,
    ] {
        assert_eq!(server.post("/api/position", json).status, 422, "{json}");
    }
}

/// A reader that recursed would end the server, with the searches of everybody.
#[test]
fn nested_texts_end_no_server() {
    const LEVELS: usize = 20_000;
    let server = start();
    for (open, close) in [
        ("<x>", "</x>"),
        ("{\"a\":", "}"),
        ("[", "]"),
        ("(", ")"),
        ("{", "}"),
        ("a [ ", "] "),
        ("(;B[aa]", ")"),
        ("(1. e4 ", ")"),
        ("-(", ")"),
    ] {
        let text = format!("{}{}", open.repeat(LEVELS), close.repeat(LEVELS));
        let domains = DOMAINS.iter().map(|it| ("/api/look", "domain", "instance", it.info().name));
        let games = GAMES.iter().map(|it| ("/api/position", "game", "start", it.info().name));
        for (path, kind, key, name) in domains.chain(games) {
            let answer = server.post(path, &json!({kind: name, key: text}).to_string());
            let is_answered = (200..500).contains(&answer.status);
            assert!(is_answered, "{name}, {open}: {}", answer.status);
        }
    }
    assert_eq!(server.get("/", "").status, 200);
}

#[test]
fn bodies_that_are_not_announced_as_json_are_refused() {
    let server = start();
    let json = r#"{"domain":"grid","instance":"SG"}"#;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let bytes = server.question("/api/search", json);
        let text = String::from_utf8(bytes).expect("text");
        let text = text.replace("application/json", kind);
        assert_eq!(server.ask(text.as_bytes()).status, 415, "{kind}");
    }
    assert_eq!(server.get("/api/search", "").status, 405);
}

#[test]
fn huge_maps_are_refused_before_they_are_made() {
    let server = start();
    for options in [
        r#"{"size":"30000x30000"}"#,
        r#"{"size":"999999999999x2"}"#,
        r#"{"size":"-5x5"}"#,
        r#"{"size":"0x0"}"#,
        r#"{"kind":"volcano"}"#,
    ] {
        let json = format!(r#"{{"domain":"grid","options":{options}}}"#);
        let answer = server.post("/api/generate", &json);
        assert_eq!(answer.status, 422, "{options}: {answer:?}");
    }
    let json = r#"{"domain":"grid","seed":3,"options":{"size":"41x21"}}"#;
    assert_eq!(server.post("/api/generate", json).status, 200);
}

#[test]
fn a_search_streams_its_steps_and_its_report() {
    let server = start();
    let json = r#"{"domain":"grid","instance":"S.9G/.#.#/....","algorithm":"a-star","steps":1000}"#;
    let answer = server.post("/api/search", json);
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("text/event-stream"));
    for part in ["event: steps", r#""type":"expanded""#, "event: report", r#""optimal":true"#] {
        assert!(answer.body.contains(part), "{part}: {}", answer.body);
    }
    let json =
        r#"{"played":{"game":"game-tree"},"algorithm":"alpha-beta","plain":true,"steps":99}"#;
    let answer = server.post("/api/tree", json);
    for part in [r#""type":"cutoff""#, r#""type":"entered""#, r#""score":3"#] {
        assert!(answer.body.contains(part), "{part}: {}", answer.body);
    }
    server.wait_until_idle();
}

#[test]
fn solutions_that_improve_are_sent_as_pictures() {
    let server = start();
    let catalogue = server.get("/api/catalogue", "").body;
    let (_, landscapes) = catalogue.split_once("\"landscapes\":").expect("a list");
    assert!(landscapes.contains("\"name\":\"function\"") && landscapes.contains("hill-climbing"));
    for (domain, instance, algorithm) in [
        ("function", "terrain", "annealing(steps=20000)"),
        ("tsp", "0 0 / 40 10 / 20 30 / 70 50 / 10 60 / 50 80 / 90 20", "tabu(steps=500)"),
    ] {
        let question =
            json!({ "domain": domain, "instance": instance, "algorithm": algorithm }).to_string();
        let body = server.post("/api/search", &question).body;
        let pictures: Vec<&str> = body.split("event: picture\ndata: ").skip(1).collect();
        assert!(pictures.len() >= 2, "{domain}: {}", pictures.len());
        assert!(pictures.iter().all(|it| it.starts_with("\"<svg ")), "{domain}");
        assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]), "{domain}");
        assert!(body.contains("event: report\n"), "{domain}: {body}");
    }
}

#[test]
fn searches_made_for_maps_tell_their_steps_and_their_path() {
    let server = start();
    let told = |ground: &str, instance: &str, algorithm: &str| {
        let json = format!(
            r#"{{"domain":"{ground}","instance":"{instance}",
            "algorithm":"{algorithm}","steps":1000}}"#
        );
        let answer = server.post("/api/search", &json);
        for part in [r#""type":"expanded""#, r#""type":"path""#, "event: report", r#""cut":false"#]
        {
            assert!(answer.body.contains(part), "{algorithm}: {part}: {}", answer.body);
        }
        answer.body
    };
    for component in tremaux_registry::paths::GRID_ALGORITHMS {
        let body = told("grid", "S../##./G..", component.name);
        assert!(body.contains(r#""cost":6"#), "{}: {body}", component.name);
    }
    let graph = "%node a 0 0; %node b 1 0; %node c 1 1; a b 2; b c 3";
    for component in tremaux_registry::paths::GRAPH_ALGORITHMS {
        let body = told("graph", graph, component.name);
        assert!(body.contains(r#""cost":5"#), "{}: {body}", component.name);
    }
    let refused = [
        (r#"{"domain":"grid","instance":"S.G/..G","algorithm":"jps"}"#, "a single goal"),
        (r#"{"domain":"grid","instance":"S.G","algorithm":"no-such"}"#, "no-such"),
        (r#"{"domain":"grid","instance":"S.9G","algorithm":"jps"}"#, "a map without weights"),
        (r#"{"domain":"graph","instance":"","algorithm":"alt"}"#, "a graph with a node"),
        (r#"{"domain":"graph","instance":"a b 1.05e-9","algorithm":"alt"}"#, "whole numbers"),
    ];
    for (json, expected) in refused {
        let answer = server.post("/api/search", json);
        assert!(answer.body.contains(expected), "{json}: {}", answer.body);
    }
    server.wait_until_idle();
}

#[test]
fn a_graph_has_several_goals_and_notes() {
    let server = start();
    let json = r#"{"domain":"graph",
        "instance":"%node a 0 0; %node b 9 0; %node c 3 0; a b 2; a c 3",
        "options":{"to":"c,b"},"algorithm":"a-star","heuristic":"euclidean"}"#;
    let answer = server.post("/api/search", json);
    for part in ["event: notes", "neither admissible nor consistent", r#""status":"solved""#] {
        assert!(answer.body.contains(part), "{part}: {}", answer.body);
    }
    let answer = server.post("/api/search", &json.replace("c,b", "c,z"));
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("one of the graph's 3 nodes"), "{}", answer.body);
    server.wait_until_idle();
}

#[test]
fn dice_are_rolled_where_they_are_to_fall() {
    let server = start();
    let json = r#"{"game":"backgammon","start":"4HPwATDgc/ABMA 1"}"#;
    let before = server.post("/api/position", json);
    assert!(before.body.contains(r#""chance":true"#), "{}", before.body);
    for (roll, dice) in [("0", "11"), ("1", "66"), ("-3", "11"), ("1e300", "66")] {
        let json = json.replace('}', &format!(r#","roll":{roll}}}"#));
        let after = server.post("/api/position", &json);
        assert!(after.body.contains(r#""chance":false"#), "{}", after.body);
        assert!(after.body.contains(&format!(r#""played":["{dice}"]"#)), "{dice}: {}", after.body);
    }
    let json = r#"{"game":"tic-tac-toe","roll":0.5}"#;
    assert!(server.post("/api/position", json).body.contains(r#""played":[]"#));
}

/// A trace of so many searches.
fn searches(count: u32) -> Vec<u8> {
    let header = |nth: u32| TraceHeader {
        instance: format!("query {nth}"),
        ..TraceHeader::new("grid", TraceShape::Graph)
    };
    let end = TraceEvent::End { counts: TraceCounts::default(), status: "solved".into() };
    let mut writer = TraceWriter::new(Vec::new(), &header(1)).expect("memory");
    for nth in 1..=count {
        if nth > 1 {
            writer.next_trace(&header(nth)).expect("memory");
        }
        writer.take(&TraceEvent::Bound { cost: nth.into() });
        writer.take(&end);
    }
    writer.finish().expect("memory")
}

#[test]
fn searches_of_a_file_are_read_one_by_one() {
    let server = start();
    let ask = |path: &str, trace: &[u8]| {
        let (host, length) = (server.address, trace.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/octet-stream\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n"
        );
        server.ask(&[head.as_bytes(), trace].concat())
    };
    let trace = searches(3);
    for (path, nth, next) in [("", 1, true), ("/1", 1, true), ("/2", 2, true), ("/3", 3, false)] {
        let answer = ask(&format!("/api/trace/read{path}"), &trace);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains(&format!("query {nth}")), "{path}: {}", answer.body);
        assert!(answer.body.contains(&format!(r#""cost":{nth}"#)), "{path}: {}", answer.body);
        assert!(answer.body.contains(&format!(r#""next":{next}"#)), "{path}: {}", answer.body);
        assert!(answer.body.contains(r#""whole":true"#), "{path}: {}", answer.body);
    }
    for (path, expected) in [("/4", "from 1 to 3"), ("/18446744073709551615", "1 to 3")] {
        let answer = ask(&format!("/api/trace/read{path}"), &trace);
        assert!(answer.body.contains(expected) && !answer.body.contains("header"), "{answer:?}");
    }
    for path in ["/0", "/-1", "/1.5", "/x", "/99999999999999999999", "/%00"] {
        let answer = ask(&format!("/api/trace/read{path}"), &trace);
        assert_eq!(answer.status, 400, "{path}: {answer:?}");
        assert!(answer.head.contains("content-type: application/json"), "{path}: {}", answer.head);
    }
    // What follows is damaged: the first is told all the same, and that to whoever goes on.
    let junk = [&searches(1)[..], b"and more"].concat();
    let answer = ask("/api/trace/read", &junk);
    assert!(
        answer.body.contains("query 1") && answer.body.contains(r#""next":true"#),
        "{answer:?}"
    );
    let answer = ask("/api/trace/read/2", &junk);
    assert!(answer.body.contains("not a trace"), "{answer:?}");
    server.wait_until_idle();
}

#[test]
fn moves_between_squares_name_them_and_games_end_for_a_reason() {
    let server = start();
    let told = |json: &str, parts: &[&str]| {
        let answer = server.post("/api/position", json);
        for part in parts {
            assert!(answer.body.contains(part), "{part}: {}", answer.body);
        }
    };
    let promotion = r#"{"game":"chess","start":"8/P6k/8/8/8/8/8/K7 w - - 0 1"}"#;
    let queen = r#"{"move":"a8=Q","squares":[[0,1],[0,0]],"becomes":"Q","places":[]}"#;
    let king = r#"{"move":"Kb1","squares":[[0,7],[1,7]],"places":[]}"#;
    told(promotion, &[queen, king, r#""pieces":"figures""#, r#""scale":100"#]);
    let mate = r#"{"game":"chess","moves":["f3","e5","g4","Qh4#"]}"#;
    let reason = r#""reason":"checkmate""#;
    told(mate, &[reason, r#""alerts":[[4,7]]"#, r#""last":[[3,0],[7,4]]"#, r#""moves":[]"#]);
    told(r#"{"game":"connect-four"}"#, &[r#""places":[[0.5,5.5]]"#, r#""scale":1"#]);
}

#[test]
fn games_are_written_and_read_as_pgn() {
    let server = start();
    let answer = server.post("/api/record", r#"{"game":"chess","moves":["e4","e5"]}"#);
    assert!(answer.body.contains(r"\n1. e4 e5 *\n"), "{}", answer.body);
    let read = |text: &str| {
        let json = serde_json::json!({ "game": "chess", "text": text }).to_string();
        server.post("/api/record/read", &json)
    };
    let answer = read("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n1. d4 *");
    let [first, second] = [r#""title":"A – B 1-0""#, r#""moves":["d4"]"#];
    assert!(answer.body.contains(first) && answer.body.contains(second), "{}", answer.body);
    assert_eq!(read("").status, 422);
    let answer = read("1. e4 e9 *");
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains(r#""offset":6"#), "{}", answer.body);
    for (path, json) in
        [("/api/record", r#"{"game":"nim"}"#), ("/api/record/read", r#"{"game":"nim","text":""}"#)]
    {
        let answer = server.post(path, json);
        assert_eq!(answer.status, 422, "{path}");
        assert!(answer.body.contains("no notation of whole games"), "{path}: {}", answer.body);
    }
}

/// The last event `report` of a stream.
fn report(answer: &Answer) -> Option<Value> {
    let (_, end) = answer.body.rsplit_once("event: report\ndata: ")?;
    serde_json::from_str(end.lines().next()?).ok()
}

#[test]
fn algorithms_that_do_not_fit_a_game_are_refused_in_the_words_of_the_command_line() {
    let server = start();
    let mut refused = 0;
    for game in GAMES {
        let info = game.info();
        let of_many = info.options.iter().any(|option| option.name == "players");
        for players in [None, of_many.then_some("3")] {
            let options: Vec<_> =
                players.map(|it| ("players", it.to_owned())).into_iter().collect();
            let tables = TableSource::default();
            tables.limit(&Limits::default());
            let played = game.open_with(&options, "", &tables).expect("a game");
            let options: serde_json::Map<_, _> =
                options.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
            let position = json!({ "game": info.name, "options": options });
            let position = server.post("/api/position", &position.to_string());
            let offered: Value = serde_json::from_str(&position.body).expect("a position");
            let offered = offered["algorithms"].as_array().expect("a list").clone();
            for component in GAME_ALGORITHMS {
                let Some(algorithm) = Player::parse(component.name).expect("a name").algorithm
                else {
                    continue;
                };
                let Err(error) = played.accepts(algorithm, None) else { continue };
                assert!(!offered.contains(&json!(component.name)), "{}: {offered:?}", info.name);
                refused += 1;
                let question = json!({
                    "played": { "game": info.name, "options": options },
                    "algorithm": component.name,
                });
                for path in ["/api/analyze", "/api/tree"] {
                    let answer = server.post(path, &question.to_string());
                    let said = json!(error.to_string()).to_string();
                    assert_eq!(answer.status, 422, "{path} {question}: {answer:?}");
                    assert!(answer.body.contains(&said), "{said}: {}", answer.body);
                }
            }
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn steps_are_missing_only_where_there_are_more_than_were_asked_for() {
    let server = start();
    let mut searches = 0;
    for domain in DOMAINS.iter().filter(|domain| domain.has_states()) {
        for algorithm in domain.algorithms() {
            for (steps, is_cut) in [(200_000, false), (3, true)] {
                let question = json!({
                    "domain": domain.info().name, "instance": domain.info().example,
                    "algorithm": algorithm.component.name, "steps": steps,
                    "depth": (algorithm.depth == DepthLimit::Required).then_some(20),
                    "limits": { "nodes": 10, "seconds": 30 },
                });
                let answer = server.post("/api/search", &question.to_string());
                let Some(report) = report(&answer) else { continue };
                let is_short = report["report"]["counts"]["expanded"].as_u64() < Some(2);
                searches += 1;
                assert!(report["cut"] == is_cut || is_cut && is_short, "{question}: {report}");
            }
        }
    }
    assert!(searches > 200, "{searches}");
    for (steps, is_cut) in [(200_000, false), (1000, true)] {
        let question = json!({
            "played": { "game": "tic-tac-toe" }, "algorithm": "alpha-beta", "plain": true,
            "depth": 6, "steps": steps,
        });
        let report = report(&server.post("/api/tree", &question.to_string())).expect("a report");
        assert_eq!(report["cut"], is_cut, "{report}");
    }
}
