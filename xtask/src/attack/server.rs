//! Hostile requests to `tremaux serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use super::case::{Case, kept, peak_of, send};
use super::random::Random;
use super::report::Fault;
use super::{Attack, MB, text_of};

/// Right requests to each route, besides a search of each domain and positions of each game.
const QUESTIONS: &[(&str, &str)] = &[
    (
        "/api/search",
        r#"{"domain":"grid","instance":"S.9G/.#.#/....","algorithm":"a-star","steps":1000,
        "limits":{"nodes":1000,"seconds":0.5,"bytes":1000000}}"#,
    ),
    ("/api/path", r#"{"domain":"grid","instance":"S../##./G..","algorithm":"jps","steps":1000}"#),
    ("/api/path", r#"{"domain":"graph","instance":"a b 2; b c 3","algorithm":"dijkstra"}"#),
    ("/api/position", r#"{"game":"connect-four","moves":["4","4"],"roll":0.5}"#),
    ("/api/analyze", r#"{"played":{"game":"connect-four"},"algorithm":"mtd-f","exact":true}"#),
    (
        "/api/tree",
        r#"{"played":{"game":"game-tree"},"algorithm":"alpha-beta","plain":true,"steps":99}"#,
    ),
    ("/api/trace", r#"{"form":"svg","search":{"domain":"grid","instance":"S.#/#../#.G"}}"#),
    ("/api/trace/read", "TREM\u{1}\0\0\0\0"),
    ("/api/catalogue", ""),
];

type Question = (String, String);

fn questions(attack: &Attack) -> Vec<Question> {
    let owned = |&(path, body): &(&str, &str)| (path.to_owned(), body.to_owned());
    let mut all: Vec<Question> = QUESTIONS.iter().map(owned).collect();
    for target in &attack.targets {
        let (name, example) = (&target.name, text_of(&target.info["example"]));
        let mut add = |path: &str, body: Value| all.push((path.to_owned(), body.to_string()));
        match &*target.kind {
            "domain" => {
                add("/api/search", json!({"domain": name, "instance": example}));
                add("/api/generate", json!({"domain": name, "seed": 3}));
            }
            "game" => {
                let played = json!({"game": name, "start": example});
                add("/api/position", played.clone());
                add("/api/analyze", json!({"played": played, "depth": 1, "lines": 2}));
            }
            _ => {}
        }
    }
    all
}

/// The time limit of a search.
const TIME: f64 = 1.0;
/// The memory limit of a search.
const MEMORY: u64 = 40 * MB;
/// The searches at once.
const SLOTS: u64 = 8;

/// Attacks a server until the time is over, then stops it by Ctrl-C.
pub(super) fn attack(attack: &mut Attack) -> Result<(), String> {
    let line = format!("serve --port 0 --time {TIME}s --memory {MEMORY} --searches {SLOTS}");
    let case = Case::new(line.split(' '));
    let failed = |error: std::io::Error| error.to_string();
    let mut child = case.start(&attack.program, &attack.folder.join("cache")).map_err(failed)?;
    let mut out = BufReader::new(child.stdout.take().ok_or("no output")?);
    let err = kept(child.stderr.take());
    let mut page = String::new();
    out.read_line(&mut page).map_err(failed)?;
    let address = page.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let base = peak_of(child.id());
    let mut random = attack.random(5);
    let questions = questions(attack);
    let mut unfinished = Vec::new();
    let mut peak = 0;
    while !attack.is_over() {
        attack.count(&case);
        if random.below(60) == 0 {
            slow_at_once(attack, &case, &address)?;
        }
        let request = request(&mut random, &questions, &address);
        let told = format!("request {}", String::from_utf8_lossy(&request));
        let started = Instant::now();
        let Ok(mut stream) = TcpStream::connect(&address) else {
            attack.fail(&case, Fault::Other, &format!("it does not listen after {told}"));
            break;
        };
        let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
        let sent = stream.write_all(&request);
        if random.below(8) == 0 {
            // It is left unfinished, or its answer unread.
            unfinished.push(stream);
            if unfinished.len() > 200 {
                unfinished.clear();
            }
            continue;
        }
        let _ = sent.and_then(|()| stream.shutdown(Shutdown::Write));
        let mut answer = Vec::new();
        let read = stream.take(8 << 20).read_to_end(&mut answer);
        let seconds = started.elapsed().as_secs_f64();
        peak = peak.max(peak_of(child.id()));
        let head = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
        let is_foreign =
            ["evil.example", "http://127.0.0.1:1\r"].iter().any(|it| told.contains(it));
        if read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock) {
            attack.fail(&case, Fault::Hang, &format!("no answer in 30 s: {told}"));
        } else if head.starts_with("HTTP/1.1 5") && !head.ends_with("503") {
            attack.fail(&case, Fault::Other, &format!("{head}: {told}"));
        } else if is_foreign && head.ends_with("200") {
            attack.fail(&case, Fault::Other, &format!("not refused: {told}"));
        }
        let over = seconds - TIME;
        attack.worst_time = attack.worst_time.max(over);
        if over > 0.05 * TIME + 0.3 {
            attack.fail(&case, Fault::Limit, &format!("{seconds:.2} s: {told}"));
        }
    }
    drop(unfinished);
    let over = peak as i64 - base as i64 - (SLOTS * MEMORY) as i64;
    attack.worst_memory = attack.worst_memory.max(over);
    if over > (SLOTS * MEMORY / 10 + 20 * MB) as i64 {
        attack.fail(&case, Fault::Limit, &format!("it held {} MB", peak / MB));
    }
    send(&child, *random.pick(&[Signal::INT, Signal::TERM]));
    let asked = Instant::now();
    while child.try_wait().map_err(failed)?.is_none() && asked.elapsed().as_secs() < 10 {
        std::thread::sleep(Duration::from_millis(5));
    }
    if asked.elapsed().as_secs_f64() > 1.0 {
        attack.fail(
            &case,
            Fault::Other,
            &format!("{:.1} s to stop", asked.elapsed().as_secs_f64()),
        );
        child.kill().map_err(failed)?;
    }
    let status = child.wait().map_err(failed)?;
    if status.code() != Some(0) {
        attack.fail(&case, Fault::Crash, &format!("stopped with {status}"));
    }
    let err = err.join().unwrap_or_default();
    let err = String::from_utf8_lossy(&err);
    let panics = err.matches("panicked at").count() as u64;
    if panics > 0 {
        attack.fail(&case, Fault::Crash, &format!("{panics} panics: {err}"));
    }
    Ok(())
}

/// Takes all slots by slow searches; the page is answered nevertheless, and one more is refused.
fn slow_at_once(attack: &mut Attack, case: &Case, address: &str) -> Result<(), String> {
    // Those of before have ended.
    std::thread::sleep(Duration::from_millis(1500));
    let slow = r#"{"domain":"tiles",
        "instance":"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3","algorithm":"iterative-deepening"}"#;
    let ask = |request: &[u8]| -> std::io::Result<TcpStream> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.write_all(request)?;
        Ok(stream)
    };
    let failed = |error: std::io::Error| error.to_string();
    let slow = posted("/api/search", slow.as_bytes(), address, "");
    let mut taken = Vec::new();
    for _ in 0..SLOTS {
        let mut stream = ask(&slow).map_err(failed)?;
        let mut head = [0; 12];
        let _ = stream.read_exact(&mut head);
        taken.push((stream, head));
    }
    let started = Instant::now();
    let page = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    for (request, expected) in [(slow.as_slice(), "503"), (page.as_bytes(), "200")] {
        let mut answer = Vec::new();
        let _ = ask(request).map_err(failed)?.read_to_end(&mut answer);
        let head = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
        if !head.ends_with(expected) || started.elapsed().as_secs_f64() > 0.8 {
            let seconds = started.elapsed().as_secs_f64();
            attack.fail(
                case,
                Fault::Other,
                &format!("busy: {head} instead of {expected} in {seconds:.2} s"),
            );
        }
    }
    Ok(())
}

fn posted(path: &str, body: &[u8], host: &str, more: &str) -> Vec<u8> {
    let kind = if path.contains("read") { "application/octet-stream" } else { "application/json" };
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: {kind}\r\ncontent-length: \
         {length}\r\nconnection: close\r\n{more}\r\n"
    );
    [head.as_bytes(), body].concat()
}

/// A request with something wrong: its body, its head, its host, or its end.
fn request(random: &mut Random, questions: &[Question], address: &str) -> Vec<u8> {
    let (path, body) = random.pick(questions);
    let (_, other) = random.pick(questions);
    let body = body.as_bytes();
    let mutated = random.mutated(body, other.as_bytes());
    match random.below(12) {
        0 => posted(path, body, "evil.example", ""),
        1 => posted(path, body, address, "origin: http://evil.example\r\n"),
        2 => posted(path, body, address, "origin: http://127.0.0.1:1\r\n"),
        3 => {
            let long =
                random.pick(&["x: y\r\n", "x", "cookie: a=b\r\n"]).repeat(random.below(60_000));
            posted(path, body, address, &format!("y: {long}\r\n"))
        }
        4 => {
            let request = posted(path, body, address, "");
            random.mutated(&request, other.as_bytes())
        }
        5 => {
            let mut request = posted(path, body, address, "");
            request.truncate(random.below(request.len()));
            request
        }
        6 => {
            let deep = random.pick(&["[", "{\"a\":", "\"", "9"]).repeat(random.below(300_000));
            posted(path, deep.as_bytes(), address, "")
        }
        _ => posted(path, &mutated, address, ""),
    }
}
