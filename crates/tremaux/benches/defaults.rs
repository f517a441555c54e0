//! `BestFirst` with its defaults against the searches by closures in one line: the same closures as
//! a `space`, and the same rules as a `StateSpace` written by hand. The same costs, asserted, and
//! the time in multiples of that of the one line, in processor time. Under cargo's default release
//! profile. `CASES` selects lines by a word in their name.

use std::hint::black_box;
use std::time::Duration;

use tremaux::search::BestFirst;
use tremaux::{Algorithm, FloatCost, Guarantees, Heuristic, Limits, NoHeuristic, StateSpace};

/// The processor time of this thread so far.
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The least times of runs in turn for a second, with the same answer.
fn race<T: PartialEq + std::fmt::Debug>(name: &str, mut runs: [&mut dyn FnMut() -> T; 3]) {
    if std::env::var("CASES").is_ok_and(|word| !name.contains(&word)) {
        return;
    }
    let mut least = [Duration::MAX; 3];
    let begin = clock();
    while clock() - begin < Duration::from_millis(1000) {
        let mut answer = None;
        for (run, least) in runs.iter_mut().zip(&mut least) {
            let start = clock();
            let found = black_box(run());
            *least = (*least).min(clock() - start);
            match &answer {
                None => answer = Some(found),
                Some(answer) => assert_eq!(*answer, found, "{name}"),
            }
        }
    }
    let [line, space, own] = least.map(|time| time.as_secs_f64() * 1e3);
    let (by_closures, by_hand) = (space / line, own / line);
    println!("{name:36} {line:8.3} ms {space:8.3} ms {by_closures:5.2} {own:8.3} ms {by_hand:5.2}");
}

const SIDE: i32 = 256;

type Cell = (i32, i32);

fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// A field of random walls, a quarter of its cells.
fn walls() -> Vec<bool> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut walls: Vec<bool> =
        (0..SIDE * SIDE).map(|_| random(&mut state).is_multiple_of(4)).collect();
    walls[0] = false;
    walls[(SIDE * SIDE - 1) as usize] = false;
    walls
}

const WAYS: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn is_free(walls: &[bool], (x, y): Cell) -> bool {
    (0..SIDE).contains(&x) && (0..SIDE).contains(&y) && !walls[(y * SIDE + x) as usize]
}

fn neighbours(walls: &[bool], (x, y): Cell) -> impl Iterator<Item = Cell> + '_ {
    WAYS.into_iter().map(move |(dx, dy)| (x + dx, y + dy)).filter(move |&cell| is_free(walls, cell))
}

/// The field as a state space, with costs of leaving a cell.
struct Field<'a, F> {
    walls: &'a [bool],
    cost: F,
}

const GOAL: Cell = (SIDE - 1, SIDE - 1);

impl<C: tremaux::Cost, F: Fn(Cell) -> C> StateSpace for Field<'_, F> {
    type State = Cell;
    type Packed = Cell;
    type Action = u8;
    type Cost = C;

    fn initial_state(&self) -> Cell {
        (0, 0)
    }
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == GOAL
    }
    fn actions(&self, &(x, y): &Cell, actions: &mut Vec<u8>) {
        for (way, (dx, dy)) in (0..).zip(WAYS) {
            if is_free(self.walls, (x + dx, y + dy)) {
                actions.push(way);
            }
        }
    }
    fn cost(&self, &cell: &Cell, _: u8) -> C {
        (self.cost)(cell)
    }
    fn apply(&self, (x, y): &mut Cell, way: u8) {
        let (dx, dy) = WAYS[usize::from(way)];
        *x += dx;
        *y += dy;
    }
    fn pack(&self, &cell: &Cell) -> Cell {
        cell
    }
    fn unpack(&self, &cell: &Cell) -> Cell {
        cell
    }
}

/// The steps to the goal, each of cost 1.
struct Steps;

impl<F: Fn(Cell) -> u64> Heuristic<Field<'_, F>> for Steps {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
    fn estimate(&self, _: &Field<'_, F>, &(x, y): &Cell) -> u64 {
        u64::from(GOAL.0.abs_diff(x) + GOAL.1.abs_diff(y))
    }
}

type Board = [u8; 9];

/// The cells that a tile can come from.
fn sources(blank: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (blank % 3, blank / 3);
    let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    beside.into_iter().filter(|&(x, y)| x < 3 && y < 3).map(|(x, y)| 3 * y + x)
}

fn blank_of(board: &Board) -> usize {
    board.iter().position(|&tile| tile == 0).expect("a blank")
}

fn manhattan(board: &Board) -> u32 {
    let distance = |(at, &tile): (usize, &u8)| {
        let goal = usize::from(tile);
        ((at % 3).abs_diff(goal % 3) + (at / 3).abs_diff(goal / 3)) as u32
    };
    board.iter().enumerate().filter(|(_, tile)| **tile != 0).map(distance).sum()
}

const START: Board = [8, 0, 6, 5, 4, 7, 2, 3, 1];
const DONE: Board = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// The 8-puzzle.
struct Slides;

impl StateSpace for Slides {
    /// With the cell of the blank, which every action needs.
    type State = (Board, u8);
    type Packed = Board;
    type Action = u8;
    type Cost = u32;

    fn initial_state(&self) -> (Board, u8) {
        self.unpack(&START)
    }
    fn is_goal(&self, &(board, _): &(Board, u8)) -> bool {
        board == DONE
    }
    fn actions(&self, &(_, blank): &(Board, u8), actions: &mut Vec<u8>) {
        for from in sources(blank.into()) {
            actions.push(from as u8);
        }
    }
    fn cost(&self, _: &(Board, u8), _: u8) -> u32 {
        1
    }
    fn apply(&self, (board, blank): &mut (Board, u8), from: u8) {
        board.swap(usize::from(*blank), from.into());
        *blank = from;
    }
    fn pack(&self, &(board, _): &(Board, u8)) -> Board {
        board
    }
    fn unpack(&self, board: &Board) -> (Board, u8) {
        (*board, blank_of(board) as u8)
    }
}

struct Manhattan;

impl Heuristic<Slides> for Manhattan {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
    fn estimate(&self, _: &Slides, (board, _): &(Board, u8)) -> u32 {
        manhattan(board)
    }
}

fn cost<S: StateSpace, H: Heuristic<S>>(
    algorithm: &impl Algorithm<S>,
    space: &S,
    heuristic: H,
) -> S::Cost {
    let report = algorithm.solve(space, heuristic, &Limits::default(), &mut ());
    report.plan.expect("a path").cost
}

fn main() {
    println!("{:36} {:>11} {:>11} {:>17}", "", "one line", "space", "StateSpace");
    let walls = walls();
    let is_goal = |cell: &Cell| *cell == GOAL;
    let distance = |&(x, y): &Cell| u64::from(GOAL.0.abs_diff(x) + GOAL.1.abs_diff(y));
    let steps = |cell: &Cell| neighbours(&walls, *cell).map(|cell| (cell, 1_u64));
    let field = Field { walls: &walls, cost: |_| 1 };
    race(
        "A*, grid",
        [
            &mut || tremaux::a_star((0, 0), steps, distance, is_goal).expect("a path").1,
            &mut || {
                let space = tremaux::space((0, 0), steps, is_goal);
                cost(&BestFirst::a_star(), &space, space.consistent(distance))
            },
            &mut || cost(&BestFirst::a_star(), &field, Steps),
        ],
    );
    for (name, most) in [("9", 9), ("a thousand", 1000), ("a million", 1_000_000)] {
        let of = |(x, y): Cell, most: i32| {
            u64::from((x * 7919 + y * 6007).unsigned_abs()) * 7919 % most as u64 + 1
        };
        let weighted = |&cell: &Cell| neighbours(&walls, cell).map(move |it| (it, of(cell, most)));
        let field = Field { walls: &walls, cost: |cell| of(cell, most) };
        race(
            &format!("Dijkstra, grid, costs to {name}"),
            [
                &mut || tremaux::dijkstra((0, 0), weighted, is_goal).expect("a path").1,
                &mut || {
                    let space = tremaux::space((0, 0), weighted, is_goal);
                    cost(&BestFirst::dijkstra(), &space, NoHeuristic)
                },
                &mut || cost(&BestFirst::dijkstra(), &field, NoHeuristic),
            ],
        );
    }
    let float = |(x, y): Cell| FloatCost::new(f64::from((x * 7919 + y * 6007) % 1000) / 7.0 + 0.1);
    let floats = |&cell: &Cell| neighbours(&walls, cell).map(move |it| (it, float(cell)));
    let field = Field {
        walls: &walls,
        cost: |(x, y)| FloatCost::new(f64::from((x * 7919 + y * 6007) % 1000) / 7.0 + 0.1),
    };
    race(
        "Dijkstra, grid, floats",
        [
            &mut || tremaux::dijkstra((0, 0), floats, is_goal).expect("a path").1,
            &mut || {
                let space = tremaux::space((0, 0), floats, is_goal);
                cost(&BestFirst::dijkstra(), &space, NoHeuristic)
            },
            &mut || cost(&BestFirst::dijkstra(), &field, NoHeuristic),
        ],
    );
    let slides = |board: &Board| {
        let (board, blank) = (*board, blank_of(board));
        sources(blank).map(move |from| {
            let mut next = board;
            next.swap(blank, from);
            (next, 1_u32)
        })
    };
    let is_done = |board: &Board| *board == DONE;
    race(
        "A*, 8-puzzle",
        [
            &mut || tremaux::a_star(START, slides, manhattan, is_done).expect("a plan").1.into(),
            &mut || {
                let space = tremaux::space(START, slides, is_done);
                cost(&BestFirst::a_star(), &space, space.consistent(manhattan))
            },
            &mut || cost(&BestFirst::a_star(), &Slides, Manhattan).into(),
        ],
    );
}
