//! A command that is answered with an error changes nothing, in any protocol. Positions that are
//! refused are the exception: see [`crate::positions`]. The Go Text Protocol has its own test.

use tremaux_protocol::{hub, nboard, uci, xboard};

use crate::dialogue::{Serve, Served};

/// What a dialogue shows of its state.
struct State<'a> {
    /// The commands that show it.
    commands: &'a [&'a str],
    /// The start of the last line of their output.
    last: &'a str,
    /// What of a line does not depend on the time, or on what a table knows.
    part: fn(&str) -> &str,
    /// The commands that go back to the state.
    after: &'a [&'a str],
}

impl State<'_> {
    fn of(&self, dialogue: &mut Served) -> Vec<String> {
        let mut lines = Vec::new();
        self.commands.iter().for_each(|command| dialogue.send(command));
        loop {
            let line = dialogue.expect("*", &[]);
            lines.push((self.part)(&line).to_owned());
            if line.starts_with(self.last) {
                self.after.iter().for_each(|command| dialogue.send(command));
                return lines;
            }
        }
    }
}

/// The first word, except of moves.
fn first_word(line: &str) -> &str {
    if line.starts_with("move") { line } else { line.split(' ').next().unwrap_or(line) }
}

fn check(serve: Serve, before: &[&str], state: &State<'_>, error: &str, refused: &[&str]) {
    let mut dialogue = Served::new(serve);
    before.iter().for_each(|line| dialogue.send(line));
    let expected = state.of(&mut dialogue);
    for line in refused {
        dialogue.send(line);
        dialogue.expect(error, &["bestmove*", "move *", "done*", "===*"]);
        assert_eq!(state.of(&mut dialogue), expected, "{line}");
    }
    dialogue.end();
}

#[test]
fn uci() {
    let state =
        State { commands: &["d", "isready"], last: "readyok", part: |line| line, after: &[] };
    check(
        uci::serve,
        &["setoption name MultiPV value 2", "position startpos moves e2e4"],
        &state,
        "info string *",
        &[
            "debug",
            "debug maybe",
            "setoption",
            "setoption name Hash value 64 MiB",
            "setoption name Hash value 0",
            "setoption name MultiPV value 3 lines",
            "setoption name No Such value 1",
            "bench x",
            "perft x",
            "perft 99",
            "ponderhit",
            "no_such_command",
        ],
    );
}

#[test]
fn xboard() {
    let state = State {
        commands: &["go", "ping 1"],
        last: "pong 1",
        part: first_word,
        after: &["force", "undo"],
    };
    check(
        xboard::serve,
        &["force", "sd 2", "post", "usermove e2e4"],
        &state,
        "* (*): *",
        &[
            "variant suicide",
            "variant normal now",
            "force now",
            "go now",
            "playother now",
            "level 40 5",
            "level 40 5 0 now",
            "st x",
            "sd 1 now",
            "time x",
            "usermove e2e5",
            "usermove e7e5 now",
            "undo 2",
            "undo now",
            "remove",
            "hard now",
            "easy now",
            "nopost now",
            "analyze now",
            "exit now",
            "memory 64 MiB",
            "cores 0",
            "cores x",
            "option MultiPV=0",
            "option Hash=128",
            "option No Such=1",
            "no_such_command",
        ],
    );
}

#[test]
fn hub() {
    let state = State {
        commands: &["new-game", "go think"],
        last: "done",
        part: |line| line.split(" nodes=").next().unwrap_or(line),
        after: &[],
    };
    check(
        hub::serve,
        &["level depth=3", "pos start moves=32-28"],
        &state,
        "error message=*",
        &[
            "new-game now",
            "hub now",
            "init now",
            "stop now",
            "set-param name=variant",
            "set-param name=variant value=frisian",
            "set-param name=variant value=normal now",
            "level",
            "level depth=0",
            "level depth=1 now",
            "level moves=3",
            "level infinite depth=1",
            "go",
            "go think now",
            "go think ponder",
            "no-such-command",
        ],
    );
}

#[test]
fn nboard() {
    let game = "set game (;GM[Othello]BO[8 ---------------------------O*------*O---------------\
                ------------ *]B[F5];)";
    let state = State {
        commands: &["hint 1"],
        last: "nodestats",
        part: |line| line.rsplit(' ').next().filter(|_| !line.starts_with("nodes")).unwrap_or(""),
        after: &[],
    };
    check(
        nboard::serve,
        &["set depth 3", game],
        &state,
        "status *",
        &[
            "set depth",
            "set depth 0",
            "set depth 4 now",
            "set",
            "set no-such 1",
            "hint",
            "hint 0",
            "hint many",
            "no-such-command",
        ],
    );
}
