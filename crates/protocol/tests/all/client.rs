//! Engines that behave badly, as shell scripts.

use std::time::Duration;

use tremaux_chess::Position;
use tremaux_core::CancelToken;
use tremaux_play::Clock;
use tremaux_protocol::client::{
    Action, Answer, Engine, EngineError, EngineScore, MoveLimits, Program, Protocol, Search,
};

/// Long enough on the busiest machine for what ends at once.
const LONG: Duration = Duration::from_secs(60);
/// For what never ends.
const SHORT: Duration = Duration::from_millis(300);

fn script(protocol: Protocol, text: &str) -> Program {
    let command = vec!["sh".into(), "-c".into(), text.into()];
    Program { protocol, command, options: Vec::new() }
}

/// A UCI engine that answers `go` with these commands of the shell.
fn uci(answer: &str) -> Program {
    let loop_ = format!(
        "while read -r word rest; do case $word in \
           uci) echo garbage; echo 'id name Fake 1'; \
             echo 'option name Hash type spin default 1 min 1 max 64'; echo uciok;; \
           isready) echo readyok;; \
           go) {answer};; \
           quit) exit 0;; \
         esac; done"
    );
    script(Protocol::Uci, &loop_)
}

fn xboard(features: &str, answer: &str) -> Program {
    let loop_ = format!(
        "while read -r word rest; do case $word in \
           protover) {features};; \
           ping) echo \"pong $rest\";; \
           go) {answer};; \
           quit) exit 0;; \
         esac; done"
    );
    script(Protocol::Xboard, &loop_)
}

/// Asks a new engine for the first move of a game.
fn first_move(program: &Program, deadline: Duration) -> Result<Answer, EngineError> {
    let mut engine = Engine::start(program, LONG, &CancelToken::default())?;
    let start = Position::initial();
    let limits = MoveLimits { depth: Some(3), ..MoveLimits::default() };
    engine.new_game(&start, &limits)?;
    let clock = limits.clock(Duration::ZERO, 0);
    engine.choose(&Search {
        start: &start,
        moves: &[],
        clock,
        opponent: Clock::default(),
        deadline,
    })
}

#[test]
fn moves_come_with_what_was_thought() {
    let answer = first_move(
        &uci("echo 'info depth 7 score cp 31 nodes 99 pv e2e4 e7e5'; echo 'bestmove e2e4'"),
        LONG,
    );
    let answer = answer.expect("a move");
    assert_eq!(answer.action, Action::Move(Position::initial().parse_uci("e2e4").unwrap()));
    let thought = answer.thought;
    assert_eq!(thought.score, Some(EngineScore::Centipawns(31)));
    assert_eq!((thought.depth, thought.nodes), (Some(7), Some(99)));
    let features = "echo 'feature myname=\"Fake 2\" ping=1 setboard=1 done=1'";
    let answer = first_move(&xboard(features, "echo ' 5 12 3 456 d4'; echo 'move d2d4'"), LONG);
    assert_eq!(answer.expect("a move").thought.nodes, Some(456));
}

#[test]
fn what_goes_wrong_is_told_apart() {
    let is = |program: &Program, is_it: fn(&EngineError) -> bool| {
        let error = first_move(program, LONG).expect_err("it fails");
        assert!(is_it(&error), "{program:?}: {error}");
    };
    let missing = Program { command: vec!["/no/such/engine".into()], ..script(Protocol::Uci, "") };
    is(&missing, |error| matches!(error, EngineError::NotStarted(_)));
    is(&script(Protocol::Uci, "exit 3"), |error| matches!(error, EngineError::Died { .. }));
    is(&uci("echo bestmove e2e5"), |error| matches!(error, EngineError::IllegalMove { .. }));
    is(&uci("echo bestmove '(none)'"), |error| matches!(error, EngineError::IllegalMove { .. }));
    is(&uci("echo bestmove"), |error| matches!(error, EngineError::IllegalMove { .. }));
    is(&uci("exec >&-; exec sleep 1000"), |error| matches!(error, EngineError::Died { .. }));
    is(&uci("kill -9 $$"), |error| match error {
        EngineError::Died { status, .. } => status.contains("signal: 9"),
        _ => false,
    });
    is(&uci("echo 'out of luck' >&2; exit 1"), |error| match error {
        EngineError::Died { status, last_words } => {
            status == "exit status: 1" && last_words == "out of luck"
        }
        _ => false,
    });
    let features = "echo 'feature ping=1 done=1'";
    is(&xboard(features, "echo '1-0 {I win}'"), |error| {
        matches!(error, EngineError::WrongClaim { .. })
    });
    is(&xboard(features, "echo '1/2-1/2 {boring}'"), |error| {
        matches!(error, EngineError::WrongClaim { .. })
    });
    let resigned = first_move(&xboard(features, "echo resign"), LONG).expect("an answer");
    assert_eq!(resigned.action, Action::Resign);
    let lost = first_move(&xboard(features, "echo '0-1 {I lose}'"), LONG).expect("an answer");
    assert_eq!(lost.action, Action::Resign);
}

#[test]
fn engines_that_hang_or_flood_are_given_up() {
    for answer in [
        "true",
        "exec sleep 1000",
        "while :; do echo info string more; done",
        // A line without an end.
        "exec tr '\\0' x </dev/zero",
    ] {
        let error = first_move(&uci(answer), SHORT).expect_err("no answer");
        assert!(matches!(error, EngineError::NoAnswer { .. }), "{answer}: {error}");
    }
    for program in [script(Protocol::Uci, "exec sleep 1000"), script(Protocol::Uci, "exec yes")] {
        let error = Engine::start(&program, SHORT, &CancelToken::default()).expect_err("no uciok");
        assert!(matches!(error, EngineError::NoAnswer { .. }), "{error}");
    }
}

#[test]
fn engines_without_features_play_too() {
    let answer = first_move(&xboard("true", "echo '1. ... e2e4'"), LONG).expect("a move");
    assert!(matches!(answer.action, Action::Move(_)));
    let slow = "echo 'feature done=0'; sleep 3; echo 'feature san=1 usermove=1 done=1'";
    let answer = first_move(&xboard(slow, "echo 'move Nf3'"), LONG).expect("a move");
    assert!(matches!(answer.action, Action::Move(_)));
}

/// Fruit and its relatives take no notice of a limit of nodes.
#[test]
fn engines_that_ignore_nodes_are_stopped() {
    let program = uci("n=0; while [ $n -le 500 ]; do n=$((n + 100)); echo info nodes $n; done;\
         read -r stop; echo info string $stop; echo bestmove d2d4");
    let mut engine = Engine::start(&program, LONG, &CancelToken::default()).expect("an engine");
    let start = Position::initial();
    let limits = MoveLimits { nodes: Some(200), ..MoveLimits::default() };
    let clock = limits.clock(Duration::ZERO, 0);
    let opponent = Clock::default();
    let search = Search { start: &start, moves: &[], clock, opponent, deadline: LONG };
    assert!(matches!(engine.choose(&search).expect("a move").action, Action::Move(_)));
}

#[test]
fn limits_that_an_engine_does_not_know_are_refused() {
    let program = xboard("echo 'feature ping=1 done=1'", "true");
    let text = program.command[2].replace("go) true", "sd) echo \"Illegal move: sd $rest\"");
    let program = Program { command: vec!["sh".into(), "-c".into(), text], ..program };
    let error = first_move(&program, LONG).expect_err("it has no depth");
    assert!(matches!(error, EngineError::Unsupported(_)), "{error}");
}

#[test]
fn options_are_checked_before_the_game() {
    let start = |name: &str, value: &str| {
        let options = vec![(name.to_owned(), value.to_owned())];
        let program = Program { options, ..uci("true") };
        Engine::start(&program, LONG, &CancelToken::default()).map(|it| it.name().to_owned())
    };
    assert_eq!(start("hash", "16").as_deref(), Ok("Fake 1"));
    for (name, value, part) in [("Hahs", "16", "`Hash`"), ("Hash", "65", "1 to 64")] {
        let error = start(name, value).expect_err("it is wrong").to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_cancelled_search_ends_at_once() {
    let cancel = CancelToken::default();
    let mut engine = Engine::start(&uci("true"), LONG, &cancel).expect("an engine");
    let start = Position::initial();
    cancel.cancel();
    assert_eq!(engine.new_game(&start, &MoveLimits::default()), Err(EngineError::Cancelled));
}

/// Whatever a program started ends with it.
#[cfg(target_os = "linux")]
#[test]
fn children_of_programs_are_killed() {
    let is_running = |id: &str| match std::fs::read_to_string(format!("/proc/{id}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    };
    let file = std::env::temp_dir().join(format!("tremaux-child-{}", std::process::id()));
    let answer = format!("sleep 1000 & echo $! > '{}'; echo bestmove e2e4; wait", file.display());
    first_move(&uci(&answer), LONG).expect("a move");
    let id = std::fs::read_to_string(&file).expect("the number of a process");
    std::fs::remove_file(&file).expect("it is there");
    assert!(!id.trim().is_empty());
    let started = std::time::Instant::now();
    while is_running(id.trim()) {
        assert!(started.elapsed() < LONG, "process {} still runs", id.trim());
        std::thread::yield_now();
    }
}
