//! `tremaux uci`, `xboard`, `nboard`, `hub` and `gtp`: games behind a GUI. What the protocols have
//! in common is tested in their crate; here, that the program speaks them.

use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tremaux_testkit::Dialogue;

use crate::support;

/// The program, serving.
pub(crate) struct Server {
    child: Child,
    dialogue: Dialogue,
}

impl Server {
    pub(crate) fn new(verb: &str) -> Self {
        let mut command = support::program();
        command.args(verb.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let dialogue = Dialogue::new(input.expect("a pipe"), output.expect("a pipe"));
        Self { child, dialogue }
    }

    /// Sends lines and returns the answers, up to the one that matches `pattern`.
    pub(crate) fn ask(&mut self, lines: &str, pattern: &str) -> Vec<String> {
        self.dialogue.send(lines);
        let mut answers: Vec<String> = Vec::new();
        while answers.last().is_none_or(|line| !Dialogue::matches(pattern, line)) {
            answers.push(self.dialogue.expect("*", &[]));
        }
        answers
    }

    /// The input ends, and so does the program.
    pub(crate) fn end(mut self) {
        self.dialogue.end_input();
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is a child") {
                break status;
            }
            assert!(started.elapsed() < Dialogue::TIME_OUT, "the program still runs");
            thread::sleep(Duration::from_millis(10));
        };
        assert!(status.success(), "{status}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing is left after a test that failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn chess_is_served_over_uci() {
    let mut server = Server::new("uci");
    let read = server.ask("uci", "uciok");
    assert!(read[0].starts_with("id name Tremaux "), "{read:?}");
    server.ask("isready", "readyok");
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let read = server.ask(&format!("{mate}\ngo depth 3"), "bestmove *");
    let [.., told, best] = &read[..] else { panic!("{read:?}") };
    assert!(Dialogue::matches("info depth * score mate 1 * pv a1a8", told), "{told}");
    assert_eq!(best, "bestmove a1a8");
    server.ask("go infinite\nisready", "readyok");
    server.end();
}

#[test]
fn chess_is_served_over_xboard() {
    let mut server = Server::new("xboard");
    let read = server.ask("xboard\nprotover 2", "feature done=1");
    assert!(read[0].starts_with("feature myname=\"Tremaux "), "{read:?}");
    let read = server.ask("new\npost\nst 0.05\nusermove e2e4", "move *");
    assert!(Dialogue::matches("1 * * *", &read[0]), "{read:?}");
    server.ask("ping 7", "pong 7");
    server.ask("force\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ngo", "move a1a8");
    server.ask("analyze\nping 8", "pong 8");
    server.end();
}

#[test]
fn othello_is_served_over_nboard() {
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let mut server = Server::new("nboard");
    let read = server.ask("nboard 2\nping 1", "pong 1");
    assert!(read[0].starts_with("set myname Tremaux ") && read.len() == 2, "{read:?}");
    let game =
        format!("set game (;GM[Othello]PC[NBoard]PB[./a]TI[15:00]TY[8]{start}B[F5]W[F6//1.2];)");
    let read = server.ask(&format!("{game}\nset depth 4\ngo"), "=== *");
    // The thinking, then the move.
    let [.., searched, counted, _] = &read[..] else { panic!("{read:?}") };
    assert!(Dialogue::matches("search E6* *.00 0 4", searched), "{read:?}");
    assert!(counted.starts_with("nodestats "), "{read:?}");
    assert!(read[read.len() - 1].starts_with("=== E6/"), "{read:?}");
    let read = server.ask("move E6/1.00/0.2\nhint 2", "nodestats *");
    assert!(read[read.len() - 3].starts_with("search F4"), "{read:?}");
    assert!(read[read.len() - 2].starts_with("search "), "{read:?}");
    assert_eq!(server.ask("set contempt 0\n\nlearn", "learned").len(), 1);
    // A pass, then the last move, then the end.
    let last = "BO[8 -XXXXXXOOOXXXXXOOOOXXXOOOOOOXOOOOOOXOOOOOOXOOOOOOOOOOOOOOOOOOOOO *]";
    let read = server.ask(&format!("set game (;{last};)\nhint 1"), "nodestats *");
    assert!(read.iter().any(|line| Dialogue::matches("search PAA1 *.00 0 100%", line)), "{read:?}");
    server.ask("go", "=== PA/*");
    server.ask("move PA\ngo", "=== A1/*");
    server.ask("move A1/42.00\ngo", "status the game is over");
    for (line, answer) in [
        ("set depth 0", "status expected a depth from 1 to 60, found `0`"),
        ("hint x", "status expected 1 to 64 lines, found `x`"),
        ("move z9", "status line 1, column 1: *"),
        (
            &format!("set game (;{start}B[A1];)"),
            "status line 1, column 77: expected a legal move *",
        ),
        ("set game (;BO[8 ", "status line 1, column 5: expected a value that ends with `]`*"),
        ("fly", "status unknown command: fly"),
    ] {
        assert_eq!(server.ask(line, answer).len(), 1);
    }
    server.ask(&format!("set game (;{start};)\nset depth 60\ngo\nping 2"), "pong 2");
    server.ask("go", "search *");
    server.end();
}

#[test]
fn go_is_served_over_gtp() {
    let mut server = Server::new("gtp go --time 0.1 --size 5");
    assert_eq!(server.ask("1 protocol_version", ""), ["=1 2", ""]);
    assert!(server.ask("2 genmove b", "")[0].starts_with("=2 "));
    assert_eq!(server.ask("3 quit", ""), ["=3", ""]);
    server.end();
}

#[test]
fn draughts_are_served_over_hub() {
    let mut server = Server::new("hub");
    let read = server.ask("hub", "wait");
    assert!(read[0].starts_with("id name=Tremaux version="), "{read:?}");
    assert!(read[1].starts_with("param name=variant value=normal type=enum "), "{read:?}");
    server.ask("set-param name=variant value=normal\ninit", "ready");
    let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    let position = format!("pos pos={start} moves=\"32-28 19-23\"");
    let read = server.ask(&format!("{position}\nlevel depth=5\ngo think"), "done *");
    // Captures are named by what they capture.
    let [.., told, done] = &read[..] else { panic!("{read:?}") };
    assert!(Dialogue::matches("info depth=5 score=* pv=\"28x19x23 *", told), "{told}");
    assert!(done.starts_with("done move=28x19x23 ponder="), "{done}");
    // The king takes three men in four ways; where it begins and ends does not tell them apart.
    let board: String = (0..=50)
        .map(|at| match at {
            0 | 46 => 'W',
            12 | 22 | 27 | 37 => 'b',
            _ => 'e',
        })
        .collect();
    let read = server.ask(&format!("pos pos={board} moves=46x3\nping"), "pong");
    assert_eq!(read.len(), 2, "{read:?}");
    assert!(read[0].contains("all captured squares"), "{read:?}");
    for captured in ["12x37x22", "37x27x12"] {
        let lines = format!("pos pos={board} moves=46x3x{captured}\nlevel depth=1\ngo analyze");
        let read = server.ask(&lines, "done *");
        assert!(!read.iter().any(|it| it.starts_with("error")), "{read:?}");
    }
    // An endless search answers, and ends when it is told to; so does one that ponders.
    assert_eq!(server.ask("pos start\nlevel infinite\ngo analyze\nping", "pong"), ["pong"]);
    server.ask("stop", "done move=*");
    assert_eq!(server.ask("level move-time=0.05\ngo ponder\nping", "pong"), ["pong"]);
    server.ask("ponder-hit", "done move=*");
    let wrong = [
        "fly",
        "go",
        "go think ponder",
        "pos",
        "pos pos=Wbb",
        "pos pos=X",
        "pos moves=\"31-27",
        "pos start moves=31-99",
        "pos start moves=é",
        "level",
        "level depth=0",
        "level time=-1",
        "level moves=3",
        "level infinite depth=3",
        "set-param name=variant value=killer",
        "set-param name=\u{1b}",
    ];
    let read = server.ask(&format!("{}\nping", wrong.join("\n")), "pong");
    assert_eq!(read.len(), wrong.len() + 1, "{read:?}");
    assert!(read[..wrong.len()].iter().all(|it| it.starts_with("error message=\"")), "{read:?}");
    // The end of the input ends a search.
    server.ask("pos start\nlevel infinite\ngo think\nping", "pong");
    server.end();
}

/// The dialogues among the odd inputs of the benchmark data, with a move that is not the answer.
#[test]
fn odd_dialogues_are_answered() {
    for (name, wrong) in [
        ("18_uci_nodes_1.txt", "bestmove 0000"),
        ("18b_uci_kpk_nodes_100.txt", "bestmove e2e3*"),
        ("19_uci_only_other_clock.txt", "bestmove 0000"),
        ("04c_uci_halfmoves_103.txt", "bestmove 0000"),
    ] {
        let Some(path) = tremaux_testkit::data(&format!("odd-input/games/{name}")) else { return };
        let text = std::fs::read_to_string(path).expect("a file");
        let mut server = Server::new("uci");
        let read = server.ask(text.trim(), "bestmove *");
        let [.., told, best] = &read[..] else { panic!("{read:?}") };
        assert!(Dialogue::matches("info depth * score * pv *", told), "{name}: {read:?}");
        assert!(!Dialogue::matches(wrong, best), "{name}: {read:?}");
        server.end();
    }
}

/// Answers that repeat what was said, in every protocol, show what a terminal would obey.
#[test]
fn no_answer_is_obeyed_by_a_terminal() {
    let odd = "a\u{1b}[2Jb\u{202e}c\u{7}";
    for words in [&["uci"][..], &["xboard"], &["nboard"], &["hub"], &["gtp", "go"]] {
        let protocol = words[0];
        let lines =
            ["", "ping ", "position ", "setoption name ", "usermove ", "option ", "setboard "]
                .map(|command| format!("{command}{odd}\n"));
        let text = format!("{protocol}\n{}{odd}=1\nquit\n", lines.concat());
        let run = support::run_with_input(words, text.as_bytes());
        let is_obeyed = |c: char| c.is_control() && !"\n\t".contains(c) || c == '\u{202e}';
        assert!(run.out.len() > 40, "{protocol}: {}", run.out);
        assert!(!run.out.contains(is_obeyed), "{protocol}: {:?}", run.out);
    }
}
