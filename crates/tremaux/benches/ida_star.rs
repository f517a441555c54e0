//! IDA* with Manhattan distance on 15-puzzles compared with specialised loops, one in Rust and,
//! if there is a C compiler, one in C. Node counts must be equal. Prints the ratios of nodes
//! per second, best of several rounds, in processor time.
//!
//! The puzzles are ten of those of Korf's hundred (Korf 1985) that take at most a second or so,
//! drawn by a fixed seed.

mod drawn;

use std::io::Write;
use std::process::{Command, Stdio};

use tremaux_core::{Algorithm, Limits, Progress, Search};
use tremaux_search::IdaStar;
use tremaux_tiles::{Board64, Instance, Manhattan, SlidingPuzzle, korf};

/// IDA* with Manhattan distance generates at most so many nodes
const MOST_GENERATED: u64 = 100_000_000;
/// on these of Korf's hundred.
#[rustfmt::skip]
const WITHIN: [usize; 60] = [
    2, 4, 5, 6, 8, 9, 12, 13, 16, 18, 19, 20, 23, 24, 28, 30, 31, 34, 35, 36, 38, 39, 40, 41, 42,
    43, 44, 45, 46, 47, 48, 50, 51, 55, 57, 58, 61, 62, 65, 68, 71, 73, 74, 75, 77, 78, 79, 81, 83,
    85, 86, 87, 90, 93, 94, 95, 96, 97, 99, 100,
];

type Board = [u8; 16];

/// The processor time of this thread in seconds.
fn clock() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// A loop written by hand for this puzzle and this algorithm.
struct Special {
    change: [[[i8; 16]; 16]; 16],
    neighbours: [[i8; 5]; 16],
    board: [u8; 16],
    generated: u64,
    expanded: u64,
    bound: i32,
}

impl Special {
    fn new() -> Self {
        let apart = |a: usize, b: usize| ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as i8;
        let mut change = [[[0; 16]; 16]; 16];
        for (tile, by_tile) in change.iter_mut().enumerate().skip(1) {
            for (from, by_from) in by_tile.iter_mut().enumerate() {
                for (to, change) in by_from.iter_mut().enumerate() {
                    *change = apart(to, tile) - apart(from, tile);
                }
            }
        }
        let mut neighbours = [[-1; 5]; 16];
        for (cell, list) in neighbours.iter_mut().enumerate() {
            let (row, column) = (cell / 4, cell % 4);
            let ways = [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)];
            let possible = ways.iter().filter(|way| way.0);
            for (slot, way) in list.iter_mut().zip(possible) {
                *slot = cell as i8 + way.1;
            }
        }
        Self { change, neighbours, board: [0; 16], generated: 0, expanded: 0, bound: 0 }
    }

    fn search(&mut self, blank: usize, before: usize, g: i32, h: i32) -> bool {
        self.expanded += 1;
        let mut i = 0;
        while self.neighbours[blank & 15][i] >= 0 {
            let from = self.neighbours[blank & 15][i] as usize & 15;
            i += 1;
            if from == before {
                continue;
            }
            let tile = self.board[from];
            let child = h + i32::from(self.change[tile as usize & 15][from][blank & 15]);
            self.generated += 1;
            if g + 1 + child > self.bound {
                continue;
            }
            if child == 0 {
                return true;
            }
            self.board[blank & 15] = tile;
            self.board[from] = 0;
            let found = self.search(from, blank, g + 1, child);
            self.board[from] = tile;
            self.board[blank & 15] = 0;
            if found {
                return true;
            }
        }
        false
    }

    /// The number of nodes generated, the number expanded, and the length of the plan.
    fn solve(&mut self, board: [u8; 16]) -> (u64, u64, u64) {
        self.board = board;
        (self.generated, self.expanded) = (0, 0);
        let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
        let apart = |a: usize, b: usize| ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as i32;
        let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
        let h = tiles.map(|(cell, &tile)| apart(cell, tile.into())).sum();
        self.bound = h;
        while !self.search(blank, 99, 0, h) {
            self.bound += 2;
        }
        (self.generated, self.expanded, self.bound as u64)
    }
}

/// Compiles the C loop; `None` without a compiler.
fn compile() -> Option<std::path::PathBuf> {
    let binary = std::env::temp_dir().join(format!("tremaux-ida15-{}", std::process::id()));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/ida15.c");
    let flags = ["-O3", "-march=native", source, "-o"];
    let status = Command::new("cc").args(flags).arg(&binary).status();
    status.is_ok_and(|status| status.success()).then_some(binary)
}

/// The counts for each board, and the time in seconds.
fn run_c(binary: &std::path::Path, boards: &[Board]) -> (Vec<(u64, u64, u64)>, f64) {
    let mut command = Command::new(binary);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
    let text: Vec<String> = boards.as_flattened().iter().map(u8::to_string).collect();
    child.stdin.take().expect("piped").write_all(text.join(" ").as_bytes()).expect("reads");
    let output = child.wait_with_output().expect("ends");
    let output = String::from_utf8(output.stdout).expect("text");
    let mut counts = Vec::new();
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["seconds", seconds] = words[..] {
            return (counts, seconds.parse().expect("a number"));
        }
        let number = |at: usize| words[at].parse().expect("a number");
        counts.push((number(0), number(1), number(2)));
    }
    panic!("the C program printed no time");
}

fn main() {
    let numbers = drawn::ten(&WITHIN);
    let instances: Vec<Instance> = numbers
        .iter()
        .map(|&number| korf::fifteen_puzzle(number).expect("one of the hundred"))
        .collect();
    let boards: Vec<Board> = instances
        .iter()
        .map(|instance| instance.start().tiles().try_into().expect("sixteen cells"))
        .collect();
    let puzzles: Vec<SlidingPuzzle<Board64>> = instances
        .iter()
        .map(|instance| SlidingPuzzle::new(instance).expect("sixteen cells"))
        .collect();
    let manhattan = Manhattan::to_goal(puzzles[0].goal());
    let binary = compile();
    let mut special = Special::new();
    let limits = Limits::default();
    let mut best = [f64::MAX; 5];
    let mut expected = Vec::new();
    for _ in 0..3 {
        let started = clock();
        let counts: Vec<_> = boards.iter().map(|&board| special.solve(board)).collect();
        best[0] = best[0].min(clock() - started);
        if expected.is_empty() {
            expected = counts.clone();
        }
        assert_eq!(counts, expected);
        if let Some(binary) = &binary {
            let (counts, seconds) = run_c(binary, &boards);
            assert_eq!(counts, expected, "the C program");
            best[1] = best[1].min(seconds);
        }
        macro_rules! ours {
            ($at:expr, $algorithm:expr) => {
                let started = clock();
                let reports: Vec<_> = puzzles
                    .iter()
                    .map(|puzzle| $algorithm.solve(puzzle, &manhattan, &limits, &mut ()))
                    .collect();
                best[$at] = best[$at].min(clock() - started);
                for (report, &(generated, expanded, length)) in reports.iter().zip(&expected) {
                    assert!(report.is_proven_optimal());
                    let plan = report.plan.as_ref().expect("solvable");
                    assert_eq!(plan.cost as u64, length);
                    // The loops stop when they generate the goal, the engine when it would
                    // expand it. The nodes are the same.
                    assert_eq!(report.statistics.generated, generated);
                    assert!(generated <= MOST_GENERATED, "not one of the instances to draw from");
                    assert_eq!(report.statistics.expanded, expanded);
                }
            };
        }
        ours!(2, IdaStar::compact());
        ours!(3, IdaStar::new());
        ours!(4, IdaStar::in_place());
    }
    let nodes: u64 = expected.iter().map(|counts| counts.0).sum();
    println!("Korf's 15-puzzles {numbers:?}, {nodes} nodes; nodes a second relative to");
    println!("{:<16} {:>12} {:>9} {:>12}", "", "loop in Rust", "in C", "nodes/s");
    let names = ["loop in Rust", "loop in C", "ours, compact", "ours, default", "ours, in place"];
    for (at, name) in names.iter().enumerate().filter(|&(at, _)| best[at] < f64::MAX) {
        let of = |peer: usize| best[peer] / best[at];
        let in_c = binary.as_ref().map_or(String::new(), |_| format!("{:.2}", of(1)));
        let speed = nodes as f64 / best[at] / 1e6;
        println!("{name:<16} {:12.2} {in_c:>9} {speed:10.1} M", of(0));
    }
    for nodes in [100, 10_000] {
        let slice = Limits::default().with_nodes(nodes);
        let started = clock();
        for puzzle in &puzzles {
            let mut search = IdaStar::compact().start(puzzle, &manhattan);
            while let Progress::Paused(_) = search.advance(&slice, &mut ()) {}
        }
        let sliced = clock() - started;
        println!("slices of {nodes} nodes take {:.2} times as long", sliced / best[2]);
    }
    if let Some(binary) = binary {
        let _ = std::fs::remove_file(binary);
    }
}
