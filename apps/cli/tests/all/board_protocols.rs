//! `tremaux nboard` and `tremaux hub`: games behind a GUI.

use std::io::{BufRead, BufReader, Write};

use crate::support::{self, run_with_input};

#[test]
fn othello_is_served_over_the_nboard_protocol() {
    let start = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let input = format!(
        "nboard 2\nset game (;GM[Othello]PC[NBoard]PB[./a]TI[15:00]TY[8]{start}B[F5]W[F6//1.2];)\n\
         set depth 4\nping 1\ngo\nmove E6/1.00/0.2\nhint 2\nset contempt 0\nlearn\n\n\
         set game (;BO[8 -XXXXXXOOOXXXXXOOOOXXXOOOOOOXOOOOOOXOOOOOOXOOOOOOOOOOOOOOOOOOOOO *];)\nhint 1\ngo\n\
         move PA\ngo\nmove A1/42.00\ngo\nset depth 0\nhint x\nmove z9\nset game (;{start}B[A1];)\nset game (;B[F5];)\n\
         set game (;BO[8 \nfly\nping 2\nquit\nping 3\n"
    );
    let run = run_with_input(&["nboard"], input.as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    let starts = [
        "set myname Tremaux ",
        "pong 1",
        "nodestats ",
        "=== E6/",
        "search F4",
        "search ",
        "nodestats ",
        "learned",
        "search PAA1 ",
        "nodestats ",
        "nodestats ",
        "=== PA/",
        "nodestats ",
        "=== A1/",
        "status the game is over",
        "status expected a depth from 1 to 60, found `0`",
        "status expected 1 to 64 lines, found `x`",
        "status line 1, column 1: ",
        "status in a move: ",
        "status expected the board (BO) before the moves",
        "status expected `]` after `[8",
        "status unknown command: fly",
        "pong 2",
    ];
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), starts.len(), "{}", run.out);
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{start}: {line}");
    }
}

#[test]
fn draughts_are_served_over_the_hub_protocol() {
    let mut child = support::program()
        .arg("hub")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // Sends lines and reads up to the answer that begins so.
    let mut ask = |lines: &str, end: &str| -> Vec<String> {
        writeln!(input, "{lines}").expect("it reads");
        let mut read = Vec::new();
        while read.last().is_none_or(|it: &String| !it.starts_with(end)) {
            read.push(output.next().unwrap_or_else(|| panic!("{end}: {read:?}")).expect("text"));
        }
        read
    };
    let read = ask("hub", "wait");
    assert!(read[0].starts_with("id name=Tremaux version="), "{read:?}");
    assert!(read[1].starts_with("param name=variant value=normal type=enum "), "{read:?}");
    ask("set-param name=variant value=normal\ninit", "ready");
    let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    let read =
        ask(&format!("pos pos={start} moves=\"32-28 19-23\"\nlevel depth=5\ngo think"), "done ");
    // Captures are named by what they capture.
    let [.., told, done] = &read[..] else { panic!("{read:?}") };
    assert!(told.starts_with("info depth=5 score=") && told.contains(" pv=\"28x19x23 "), "{told}");
    assert!(done.starts_with("done move=28x19x23 ponder="), "{done}");
    // The king takes three men in four ways; where it begins and ends does not tell them apart.
    let board: String = (0..=50)
        .map(|at| match at {
            0 | 46 => 'W',
            12 | 22 | 27 | 37 => 'b',
            _ => 'e',
        })
        .collect();
    let read = ask(&format!("pos pos={board} moves=46x3\nping"), "pong");
    assert_eq!(read.len(), 2, "{read:?}");
    assert!(read[0].contains("all captured squares"), "{read:?}");
    for captured in ["12x37x22", "37x27x12"] {
        let lines = format!("pos pos={board} moves=46x3x{captured}\nlevel depth=1\ngo analyze");
        let read = ask(&lines, "done ");
        assert!(!read.iter().any(|it| it.starts_with("error")), "{read:?}");
    }
    // An endless search answers, and ends when it is told to; so does one that ponders.
    assert_eq!(ask("pos start\nlevel infinite\ngo analyze\nping", "pong"), ["pong"]);
    ask("stop", "done move=");
    assert_eq!(ask("level move-time=0.05\ngo ponder\nping", "pong"), ["pong"]);
    ask("ponder-hit", "done move=");
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
    let read = ask(&format!("{}\nping", wrong.join("\n")), "pong");
    assert_eq!(read.len(), wrong.len() + 1, "{read:?}");
    assert!(read[..wrong.len()].iter().all(|it| it.starts_with("error message=\"")), "{read:?}");
    // The end of the input ends a search.
    writeln!(input, "level infinite\ngo think").expect("it reads");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}
