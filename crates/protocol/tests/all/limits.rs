//! No search is without an end: whatever limits are missing, zero, negative or huge, it ends by
//! itself or at `stop`, and the end of the input ends the server.

use tremaux_protocol::{hub, nboard, uci, xboard};

use crate::dialogue::{Serve, Served};

/// A search that nothing limits, and how it begins.
const ENDLESS: [(Serve, &[&str]); 7] = [
    (uci::serve, &["go infinite"]),
    (uci::serve, &["go ponder wtime 1 btime 1"]),
    (xboard::serve, &["level 0 99999999 0", "go"]),
    (xboard::serve, &["analyze"]),
    (hub::serve, &["level infinite", "go think"]),
    (hub::serve, &["level infinite", "go ponder"]),
    (nboard::serve, &["set depth 60", "go"]),
];

#[test]
fn the_end_of_the_input_ends_every_search() {
    for (serve, lines) in ENDLESS {
        for end in [None, Some("quit"), Some(" quit now")] {
            let mut dialogue = Served::new(serve);
            lines.iter().chain(&end).for_each(|line| dialogue.send(line));
            dialogue.end();
        }
    }
}

#[test]
fn every_uci_search_ends() {
    let mut dialogue = Served::new(uci::serve);
    dialogue.send("setoption name Hash value 1");
    for (arguments, ends_by_itself) in [
        ("", false),
        ("infinite", false),
        ("ponder", false),
        ("ponder btime 1", false),
        ("depth 4000000000", false),
        ("nodes 18446744073709551615", false),
        ("mate 4000000000", false),
        ("movetime 9223372036854775807", false),
        ("wtime 9223372036854775807 winc 9223372036854775807 movestogo 1", false),
        ("wtime 0", true),
        ("wtime -1 winc -1", true),
        ("wtime 1 movestogo 4000000000", true),
        ("movetime 0", true),
        ("movetime -1", true),
        ("depth 0", true),
        ("nodes 0", true),
        ("mate 0", true),
    ] {
        dialogue.send(&format!("go {arguments}"));
        if !ends_by_itself {
            dialogue.expect("info depth 2 *", &["bestmove *"]);
            dialogue.send("stop");
        }
        dialogue.expect("bestmove *", &[]);
    }
    // A limit that is missing, wrong, or the other side's.
    for (number, arguments) in [
        "btime 1000",
        "winc 100",
        "binc 100 winc 100",
        "movestogo 5",
        "movestogo 0",
        "wtime",
        "wtime x",
        "movetime 99999999999999999999",
        "depth -1",
        "nodes -1",
        "nodes 99999999999999999999",
        "mate -1",
        "searchmoves e2e5 btime 5",
        "perft",
        "perft -1",
        "perft 4000000000",
    ]
    .into_iter()
    .enumerate()
    {
        dialogue.send(&format!("go {arguments}"));
        dialogue.expect("info string no limit for White: this search takes 1 s", &["bestmove*"]);
        if number > 0 {
            dialogue.send("stop");
        }
        dialogue.expect("bestmove *", &[]);
    }
    // After the move that it pondered, too.
    dialogue.send("go ponder btime 1000");
    dialogue.expect("info depth 2 *", &["bestmove *"]);
    dialogue.send("ponderhit");
    dialogue.expect("bestmove *", &[]);
    // What takes ages leaves the engine free when it is stopped.
    for endless in ["go perft 20", "perft 20", "bench 4000000000"] {
        dialogue.send(endless);
        dialogue.send("stop");
        dialogue.send("go depth 1");
        dialogue.expect("bestmove *", &[]);
    }
    dialogue.end();
}

#[test]
fn every_xboard_search_ends() {
    let mut dialogue = Served::new(xboard::serve);
    dialogue.send("post");
    for (line, ends_by_itself) in [
        ("level", true),
        ("level 40", true),
        ("level 0 0 0", true),
        ("level 40 0 0", true),
        ("level -1 5 0", true),
        ("level 0 -1 0", true),
        ("level 0 x 0", true),
        ("level 1 0:01 -1", true),
        ("st 0", true),
        ("st -1", true),
        ("st 1e300", true),
        ("sd 0", true),
        ("sd -1", true),
        ("time 0", true),
        ("time -5", true),
        ("time x", true),
        ("level 0 1e17 1e18", false),
        ("level 4000000000 1e17 1e18", false),
        ("st 1e18", false),
        ("time 9223372036854775807", false),
    ] {
        // What is refused leaves this.
        for line in ["new", "force", "level 0 0:01 0", line, "go"] {
            dialogue.send(line);
        }
        if !ends_by_itself {
            dialogue.expect("2 *", &["move *"]);
            dialogue.send("?");
        }
        dialogue.expect("move *", &[]);
    }
    dialogue.end();
}

#[test]
fn every_hub_search_ends() {
    let mut dialogue = Served::new(hub::serve);
    dialogue.send("go think");
    dialogue.expect("error message=\"go: no level: this search takes 1 s\"", &[]);
    dialogue.send("stop");
    dialogue.expect("done move=*", &["error *"]);
    for line in [
        "level move-time=0",
        "level time=0",
        "level time=0 inc=0 moves=1",
        "level time=0.001 moves=1000",
        "level depth=1",
        "level nodes=1",
    ] {
        dialogue.send(line);
        for mode in ["think", "analyze"] {
            dialogue.send(&format!("go {mode}"));
            dialogue.expect("done move=*", &["error *"]);
        }
    }
    dialogue.send("level depth=1");
    for line in [
        "level",
        "level depth=0",
        "level depth=99999999999",
        "level nodes=0",
        "level nodes=-1",
        "level time=-1",
        "level time=inf",
        "level move-time=nan",
        "level move-time=1e300",
        "level moves=3",
        "level inc=1",
        "level infinite depth=3",
    ] {
        // The level before counts.
        dialogue.send(line);
        dialogue.expect("error message=\"*", &[]);
        dialogue.send("go think");
        dialogue.expect("info depth=1 *", &["error *"]);
        dialogue.expect("done move=*", &["error *"]);
        for mode in ["analyze", "ponder"] {
            dialogue.send(&format!("go {mode}"));
            dialogue.send("stop");
            dialogue.expect("done move=*", &[]);
        }
    }
    for line in [
        "level infinite",
        "level ponder",
        "level move-time=1e7",
        "level time=1e7 inc=1e7",
        "level nodes=18446744073709551615",
        "level depth=250",
    ] {
        dialogue.send(line);
        for mode in ["think", "analyze", "ponder"] {
            dialogue.send(&format!("go {mode}"));
            dialogue.send("ping");
            dialogue.expect("pong", &["done *"]);
            dialogue.send("stop");
            dialogue.expect("done move=*", &["error *"]);
        }
    }
    // A command that ends a search is executed afterwards.
    for line in ["go think", "stop", "go think", "go think", "quit"] {
        dialogue.send(line);
    }
    let rest = dialogue.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("done move=")).count(), 3, "{rest:?}");
}

#[test]
fn every_nboard_search_ends() {
    let mut dialogue = Served::new(nboard::serve);
    for line in ["set depth 0", "set depth -1", "set depth x", "set depth 99999999999"] {
        dialogue.send(line);
        dialogue.expect("status expected a depth from 1 to 60, found *", &[]);
    }
    for line in ["hint", "hint 0", "hint -1", "hint 65", "hint 99999999999999999999"] {
        dialogue.send(line);
        dialogue.expect("status expected 1 to 64 lines, found *", &[]);
    }
    // The default is a depth of 8.
    dialogue.send("go");
    dialogue.expect("=== *", &[]);
    dialogue.send("set depth 60");
    for (line, answer) in [("go", "=== *"), ("hint 1", "nodestats *"), ("hint 64", "nodestats *")] {
        dialogue.send(line);
        dialogue.send("ping 1");
        dialogue.expect(answer, &["pong *"]);
        dialogue.expect("pong 1", &["===*", "search *", "nodestats *"]);
    }
    for line in ["go", "go", "hint 2", "go"] {
        dialogue.send(line);
    }
    let rest = dialogue.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("=== ")).count(), 3, "{rest:?}");
}
