//! Measures how many sudokus per second [`Solver`] solves and proves unique, and what part of that
//! speed `--solutions-only` has, which also reads and writes.
//!
//! `cargo bench -p tremaux-puzzles --bench sudoku` takes `17_clue_10000.txt` and `top1465.txt`
//! from the folder `sudoku` in `TREMAUX_DATA`, or beside the repository. All must have a unique
//! solution, and a part of them is compared with plain backtracking, which fills the first empty
//! cell with the fewest candidates, digit by digit, without propagation.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use tremaux_core::Deadline;
use tremaux_domain::Status;
use tremaux_puzzles::catalog::SUDOKU;
use tremaux_puzzles::sudoku::{Clues, Shape, Solver, Step};
use tremaux_testkit::data_text;

/// Plain backtracking.
struct Backtracking {
    cells: [u8; 81],
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    first: Option<[u8; 81]>,
    found: u32,
}

impl Backtracking {
    fn new(clues: &Clues) -> Self {
        let mut it = Self {
            cells: [0; 81],
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            first: None,
            found: 0,
        };
        for (cell, &digit) in clues.cells().iter().enumerate() {
            if digit > 0 {
                it.flip(cell, 1 << digit);
                it.cells[cell] = digit;
            }
        }
        it
    }

    fn flip(&mut self, cell: usize, bit: u16) {
        let (row, column) = (cell / 9, cell % 9);
        self.rows[row] ^= bit;
        self.columns[column] ^= bit;
        self.boxes[Shape::NINE.box_of(row, column)] ^= bit;
    }

    fn candidates(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9, cell % 9);
        let in_box = Shape::NINE.box_of(row, column);
        0x3FE & !(self.rows[row] | self.columns[column] | self.boxes[in_box])
    }

    /// At most 81 deep. Stops at the second solution.
    fn search(&mut self) {
        let empty = (0..81).filter(|&cell| self.cells[cell] == 0);
        let Some(cell) = empty.min_by_key(|&cell| self.candidates(cell).count_ones()) else {
            self.first.get_or_insert(self.cells);
            self.found += 1;
            return;
        };
        let mut left = self.candidates(cell);
        while left != 0 && self.found < 2 {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            self.flip(cell, bit);
            self.cells[cell] = bit.trailing_zeros() as u8;
            self.search();
            self.cells[cell] = 0;
            self.flip(cell, bit);
        }
    }
}

/// The seconds the solver takes for `list`, and its number of branches.
fn solve(list: &[&Clues]) -> (f64, u64) {
    let mut solver = Solver::new(list[0]);
    let mut branches = 0;
    let started = Instant::now();
    for clues in list {
        solver.load(black_box(clues));
        assert_eq!(solver.count(2), 1, "{clues}");
        branches += solver.branches();
    }
    (started.elapsed().as_secs_f64(), branches)
}

/// The seconds that `--solutions-only` takes for a text of so many boards, reading and writing
/// included.
fn batch(text: &str, count: usize) -> f64 {
    let mut outputs = SUDOKU.direct_outputs().iter();
    let output = outputs.find(|output| output.name == "solutions-only").expect("an output");
    let mut written = String::new();
    let started = Instant::now();
    let mut write =
        |line: &str, status| status == Status::Solved && writeln!(written, "{line}").is_ok();
    let deadline = Deadline::default();
    let done = SUDOKU.write_directly(output, black_box(text), &[], &deadline, &mut write);
    let seconds = started.elapsed().as_secs_f64();
    assert!(done.is_ok() && written.lines().count() == count);
    seconds
}

fn agree(list: &[&Clues]) {
    for clues in list {
        let mut solver = Solver::new(clues);
        assert_eq!(solver.step(u64::MAX), Step::Solution);
        let mut search = Backtracking::new(clues);
        search.search();
        let first = search.first.expect("a solution");
        assert_eq!(solver.solution(), first, "{clues}");
    }
}

fn main() {
    println!("{:18} {:>9} {:>9}   --solutions-only", "", "a second", "branches");
    for (name, every) in [("17_clue_10000.txt", 100), ("top1465.txt", 10)] {
        let Some(text) = data_text(&format!("sudoku/{name}")) else { continue };
        let list = Clues::parse_all(&text, None).expect("sudokus");
        let all: Vec<&Clues> = list.iter().collect();
        agree(&list.iter().step_by(every).collect::<Vec<_>>());
        let rounds = (0..9).map(|_| (solve(&all).0, batch(&text, all.len())));
        let best =
            rounds.fold((f64::MAX, f64::MAX), |best, it| (best.0.min(it.0), best.1.min(it.1)));
        println!(
            "{name:18} {:9.0} {:9.2}   {:.2} of the speed",
            all.len() as f64 / best.0,
            solve(&all).1 as f64 / all.len() as f64,
            best.0 / best.1,
        );
    }
}
