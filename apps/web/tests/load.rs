//! Many requests at once, slow readers, dropped connections: no crash, no leak, and no search
//! that outlives its viewer. One test, because memory is that of the whole process.

mod support;

use std::io::Read;
use std::time::Duration;

use support::{RunningServer, start};

/// A search that takes as long as it may, and tells nothing but how far it is.
const LONG: &str = r#"{"domain":"tiles","algorithm":"ida-star","heuristic":"misplaced",
    "instance":"15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"}"#;

/// A search that tells more steps than any reader takes at once.
const TALKATIVE: &str = r#"{"domain":"tiles","algorithm":"dijkstra","steps":200000,
    "instance":"8 6 7 / 2 5 4 / 3 0 1"}"#;

const SHORT: &str = r#"{"domain":"grid","instance":"S.#/#../#.G","steps":100}"#;

/// The memory of this process in bytes, where the system tells it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Two hundred questions at once: each is answered, or told to come again.
fn crowd(server: &RunningServer) -> (usize, usize) {
    let answers: Vec<_> = std::thread::scope(|scope| {
        let askers: Vec<_> = (0..200)
            .map(|nth| {
                scope.spawn(move || match nth % 4 {
                    0 => server.get("/api/catalogue", ""),
                    1 => server.post("/api/position", r#"{"game":"connect-four","moves":["4"]}"#),
                    2 => server.post("/api/search", SHORT),
                    _ => server.get("/page.js", ""),
                })
            })
            .collect();
        askers.into_iter().map(|asker| asker.join().expect("an answer")).collect()
    });
    let busy = answers.iter().filter(|answer| answer.status == 503).count();
    for answer in &answers {
        let is_told_when = answer.head.contains("retry-after: ");
        assert!(!answer.body.is_empty(), "{answer:?}");
        assert!(answer.status == 200 || answer.status == 503 && is_told_when, "{answer:?}");
    }
    (answers.len() - busy, busy)
}

/// Starts a search and reads so many bytes of it; the connection is dropped when the answer
/// is.
fn glimpse(server: &RunningServer, json: &str, bytes: usize) -> std::net::TcpStream {
    let mut stream = server.send(&server.question("/api/search", json));
    let mut seen = vec![0; bytes];
    stream.read_exact(&mut seen).expect("the search begins");
    assert!(seen.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&seen));
    stream
}

#[test]
fn nothing_is_left_behind() {
    let server = start();
    let (answered, busy) = crowd(&server);
    println!("200 at once: {answered} answered, {busy} told to come again");
    assert!(answered >= 100, "files and catalogues are always answered");
    server.wait_until_idle();
    let before = resident();

    // Searches whose viewers leave are over.
    for _ in 0..12 {
        drop(glimpse(&server, LONG, 600));
        server.wait_until_idle();
    }

    // Slow readers hold their searches up, not their steps in memory.
    let slow: Vec<_> = (0..support::SLOTS).map(|_| glimpse(&server, TALKATIVE, 2000)).collect();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!((server.free)(), 0, "they wait for their readers");
    assert_eq!(server.post("/api/search", SHORT).status, 503);
    if let (Some(before), Some(now)) = (before, resident()) {
        println!("slow readers: {} MiB more", now.saturating_sub(before) >> 20);
        assert!(now < before + (256 << 20), "{before} bytes before, {now} with slow readers");
    }
    drop(slow);
    server.wait_until_idle();

    // And those that are half asked, broken off, or no requests at all.
    for bytes in [
        &b"GET"[..],
        b"POST /api/search HTTP/1.1\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\0\0\0\0\r\n\r\n",
        b"POST /api/search HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 99999999999\r\n\r\n{",
    ] {
        drop(server.send(bytes));
    }
    let (answered, _) = crowd(&server);
    assert!(answered >= 100);
    server.wait_until_idle();
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("{} MiB before, {} MiB after", before >> 20, after >> 20);
        assert!(after < before + (96 << 20), "{before} bytes before, {after} after");
    }
}
