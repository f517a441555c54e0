//! Whoever keeps the server waiting, and what takes it long: nothing of it lasts.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use support::{SLOTS, start, start_with};

/// How long the server waits here.
const PATIENCE: Duration = Duration::from_millis(400);

/// Reads until the server closes the connection.
fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A connection that is reset is closed, too.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn a_head_that_never_ends_is_not_waited_for() {
    let server = start_with(|settings| settings.patience = PATIENCE);
    let mut slow: Vec<TcpStream> =
        (0..200).map(|_| server.send(b"GET / HTTP/1.1\r\nhost: 127")).collect();
    // A letter now and then does not keep it open.
    while !slow.is_empty() {
        std::thread::sleep(PATIENCE / 8);
        slow.retain_mut(|stream| {
            let is_sent = stream.write_all(b".").is_ok();
            stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a time");
            let is_over = matches!(stream.read(&mut [0; 64]), Ok(0));
            is_sent && !is_over
        });
        assert_eq!(server.get("/icon.svg", "").status, 200, "others are answered meanwhile");
    }
    // One that says nothing at all is closed, and one that asks again is not kept from it.
    assert!(rest(&mut server.send(b"")).is_empty());
    let host = server.address;
    let again = format!("GET /icon.svg HTTP/1.1\r\nhost: {host}\r\n\r\n").repeat(3);
    let answers = String::from_utf8(rest(&mut server.send(again.as_bytes()))).expect("text");
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 3);
}

#[test]
fn a_body_that_never_ends_is_not_waited_for() {
    let server = start_with(|settings| settings.patience = PATIENCE);
    let (host, more) = (server.address, "x".repeat(40));
    for (path, kind) in [
        ("/api/search", "application/json"),
        ("/api/generate", "application/json"),
        ("/api/trace/read", "application/octet-stream"),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: {kind}\r\n\
             content-length: 4000\r\nconnection: close\r\n\r\n{more}"
        );
        let answer = server.ask(head.as_bytes());
        assert_eq!(answer.status, 408, "{path}: {answer:?}");
        assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    }
    server.wait_until_idle();
}

#[test]
fn answers_that_nobody_takes_are_not_kept() {
    let server = start_with(|settings| settings.patience = PATIENCE);
    let host = server.address;
    let many = format!("GET /page.js HTTP/1.1\r\nhost: {host}\r\n\r\n").repeat(400);
    let mut stream = server.send(many.as_bytes());
    std::thread::sleep(4 * PATIENCE);
    // By now it is closed, and what comes is what the system held.
    let answers = String::from_utf8_lossy(&rest(&mut stream)).matches("HTTP/1.1 200").count();
    assert!(answers < 400, "{answers} answers waited");
}

#[test]
fn a_heuristic_that_takes_long_to_build_stops_at_the_limits() {
    let server = start();
    let search = |limits: &str| {
        format!(
            r#"{{"domain":"tiles","algorithm":"ida-star","heuristic":"pdb(7-8)","limits":{limits},
            "instance":"15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"}}"#
        )
    };
    // It would take more memory than the server has for it, and minutes.
    for limits in [r#"{"seconds":0.3}"#, r#"{"bytes":1000000}"#, "{}"] {
        let answer = server.post("/api/search", &search(limits));
        assert_eq!(answer.status, 200);
        let is_told =
            answer.body.contains("\"status\":\"limit\"") || answer.body.contains("event: refusal");
        assert!(is_told, "{limits}: {}", answer.body);
        server.wait_until_idle();
    }
    // A viewer who leaves while it is built.
    let server = start_with(|settings| {
        settings.ceilings.bytes = 8 << 30;
        settings.ceilings.seconds = 3600.0;
    });
    for _ in 0..2 * SLOTS {
        let mut stream = server.send(&server.question("/api/search", &search("{}")));
        let mut seen = [0; 12];
        stream.read_exact(&mut seen).expect("the search begins");
        drop(stream);
        server.wait_until_idle();
    }
}

#[test]
fn sizes_that_are_no_sizes_are_refused() {
    let server = start();
    let mut refused = 0;
    for (domain, name) in [
        ("grid", "size"),
        ("tiles", "size"),
        ("graph", "size"),
        ("pancake", "size"),
        ("jugs", "size"),
        ("rivers", "size"),
        ("sokoban", "size"),
        ("tiles", "walk"),
        ("grid", "braid"),
        ("grid", "weights"),
    ] {
        for value in [
            "-1",
            "-5x5",
            "0x0",
            "1x1",
            "x",
            "",
            "1e9x2",
            "NaN",
            "99999999x99999999",
            "18446744073709551616",
            "18446744073709551615x2",
            "4294967297x4294967297",
            "65536x65536",
            "262144x1",
            "1x262144",
            "100000",
            "1000000",
            "1e308",
        ] {
            let json =
                format!(r#"{{"domain":"{domain}","seed":7,"options":{{"{name}":"{value}"}}}}"#);
            let answer = server.post("/api/generate", &json);
            let status = answer.status;
            assert!([200, 413, 422].contains(&status), "{json}: {answer:?}");
            assert!(answer.body.len() < (1 << 20), "{json}: {} bytes", answer.body.len());
            refused += usize::from(status != 200);
        }
    }
    assert!(refused > 100, "{refused}");
    for json in [
        r#"{"domain":"grid","seed":-1}"#,
        r#"{"domain":"grid","seed":1.5}"#,
        r#"{"domain":"grid","options":{"size":5}}"#,
        r#"{"domain":"grid","options":[["size","5x5"]]}"#,
        r#"{"domain":"grid","count":1000000000}"#,
    ] {
        assert_eq!(server.post("/api/generate", json).status, 400, "{json}");
    }
    server.wait_until_idle();
}

/// What may take for ever is stopped at the ceiling of time, and with its viewer.
#[test]
fn generators_do_not_keep_their_slots() {
    let server = support::start_with(|settings| settings.ceilings.seconds = 0.5);
    let refused =
        server.post("/api/generate", r#"{"domain":"sokoban","options":{"size":"4","boxes":"6"}}"#);
    assert_eq!(refused.status, 422, "{refused:?}");
    // Nearly all cells must be free by chance.
    let rare = r#"{"domain":"sokoban","options":{"size":"5","boxes":"8"}}"#;
    // A board of 256 cells takes minutes.
    let long = r#"{"domain":"sudoku","options":{"boxes":"4x4"},"seed":3}"#;
    for question in [rare, long] {
        let started = std::time::Instant::now();
        let answer = server.post("/api/generate", question);
        assert!(matches!(answer.status, 200 | 422), "{answer:?}");
        assert!(started.elapsed() < std::time::Duration::from_secs(20));
    }
    let patient = support::start_with(|settings| settings.ceilings.seconds = 1000.0);
    for _ in 0..support::SLOTS {
        drop(patient.send(&patient.question("/api/generate", long)));
    }
    patient.wait_until_idle();
}
