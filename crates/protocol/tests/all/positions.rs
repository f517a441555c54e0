//! After a position that is refused, no move of an older one is played, in any protocol.

use tremaux_protocol::{hub, nboard, uci, xboard};

use crate::dialogue::Served;

const REFUSED: &str = "no position: the last one was refused";

#[test]
fn uci_has_no_position_after_a_refused_one() {
    let mut dialogue = Served::new(uci::serve);
    for refused in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 e7e4",
        "position fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1 moves h1a8",
        "position startpos move e2e4",
        "position",
    ] {
        dialogue.send("position startpos moves e2e4 e7e5");
        dialogue.send(refused);
        dialogue.expect("info string column *", &[]);
        for go in
            ["depth 1", "infinite", "ponder wtime 1 btime 1", "searchmoves g1f3 depth 1", "perft 1"]
        {
            dialogue.send(&format!("go {go}"));
            dialogue.expect(&format!("info string {REFUSED}"), &["bestmove*", "info depth*"]);
            dialogue.expect("bestmove 0000", &["bestmove*", "info*"]);
        }
        for command in ["d", "perft 1"] {
            dialogue.send(command);
            dialogue.expect(&format!("info string {REFUSED}"), &["bestmove*"]);
        }
        dialogue.send("ucinewgame");
        dialogue.send("position startpos");
        dialogue.send("go depth 1");
        dialogue.expect("info depth 1 *", &["*"]);
        dialogue.expect("bestmove *", &["info string*"]);
    }
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn xboard_has_no_position_after_a_refused_one() {
    let mut dialogue = Served::new(xboard::serve);
    dialogue.send("sd 1");
    for mode in ["force", "analyze", "go"] {
        dialogue.send("new");
        dialogue.send(mode);
        dialogue.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
        dialogue.expect("tellusererror Illegal position*", &[]);
        dialogue.send("usermove e2e4");
        dialogue.expect(&format!("Illegal move ({REFUSED}): e2e4"), &["move *"]);
        for command in ["go", "playother", "analyze"] {
            dialogue.send(command);
            dialogue.expect(&format!("Error ({REFUSED}): {command}"), &["move *"]);
        }
        dialogue.send("undo");
        dialogue.expect("Error (expected a move to undo, found 0): undo", &["move *"]);
        for command in ["hint", "?", "ping 1"] {
            dialogue.send(command);
        }
        dialogue.expect("pong 1", &["*"]);
        dialogue.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        dialogue.send("exit");
        dialogue.send("go");
        dialogue.expect("move *", &["Error*"]);
    }
    dialogue.end();
}

#[test]
fn hub_has_no_position_after_a_refused_one() {
    let mut dialogue = Served::new(hub::serve);
    dialogue.send("level depth=1");
    for refused in
        ["pos", "pos pos=Wbb", "pos start moves=31-99", "pos pos=start moves=\"32-28 1\""]
    {
        dialogue.send("pos start moves=32-28");
        dialogue.send(refused);
        dialogue.expect("error message=*", &[]);
        for go in ["go think", "go analyze", "go ponder"] {
            dialogue.send(go);
            dialogue.expect(&format!("error message=\"go: {REFUSED}\""), &["done*", "info*"]);
        }
        dialogue.send("pos start");
        dialogue.send("go think");
        dialogue.expect("done move=*", &["error*"]);
    }
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn nboard_has_no_position_after_a_refused_one() {
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let mut dialogue = Served::new(nboard::serve);
    dialogue.send("set depth 1");
    for refused in [
        &format!("set game (;{start}B[A1];)"),
        "set game (;B[F9];)",
        "set game",
        "move z9",
        "move A1",
    ] {
        dialogue.send(&format!("set game (;{start}B[F5];)"));
        dialogue.send(refused);
        dialogue.expect("status *", &[]);
        for command in ["go", "hint 1", "move F6"] {
            dialogue.send(command);
            dialogue.expect(&format!("status {REFUSED}"), &["===*", "search*", "nodestats*"]);
        }
        dialogue.send(&format!("set game (;{start};)"));
        dialogue.send("go");
        dialogue.expect("=== *", &["status*"]);
    }
    assert_eq!(dialogue.end(), [""; 0]);
}
