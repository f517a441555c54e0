//! Searches by closures against the crate `pathfinding`, with the same closures, and against
//! `petgraph` and `minimax` where the line says so: the same costs, asserted, and how many times as
//! fast, in processor time; on grids, the range over eight kinds of maps. Under cargo's default
//! release profile. `CASES` selects lines by a word in their name.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::time::Duration;

use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};
use pathfinding::num_traits::Zero;
use pathfinding::prelude as peer;
use petgraph::graph::{DiGraph, NodeIndex};
use tremaux::play::TranspositionTable;
use tremaux::play::{AlphaBeta, SearchParts};
use tremaux::{FloatCost, Game, Limits, Score};

const SIDE: i32 = 256;

#[path = "grids/mod.rs"]
mod grids;

type Cell = (i32, i32);

/// The goal of Yen's algorithm.
const NEAR: Cell = (24, 24);

/// A field of random walls, a quarter of its cells.
fn walls() -> Vec<bool> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut walls: Vec<bool> = (0..SIDE * SIDE)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.is_multiple_of(4)
        })
        .collect();
    walls[0] = false;
    walls[(NEAR.1 * SIDE + NEAR.0) as usize] = false;
    walls[(SIDE * SIDE - 1) as usize] = false;
    walls
}

fn neighbours(walls: &[bool], (x, y): Cell) -> impl Iterator<Item = Cell> + '_ {
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .into_iter()
        .map(move |(dx, dy)| (x + dx, y + dy))
        .filter(|&(x, y)| (0..SIDE).contains(&x) && (0..SIDE).contains(&y))
        .filter(move |&(x, y)| !walls[(y * SIDE + x) as usize])
}

/// Streets with crossings in a grid, a quarter of them missing, in both directions.
fn roads() -> DiGraph<(), u32> {
    let walls = walls();
    let side = SIDE as u32;
    let mut arcs = Vec::new();
    for at in 0..side * side {
        let length = (at * 7919) % 997 + 1;
        for (beside, exists) in [(at + 1, (at + 1) % side != 0), (at + side, at / side + 1 < side)]
        {
            if exists && !walls[beside as usize / 2] {
                arcs.extend([(at, beside, length), (beside, at, length)]);
            }
        }
    }
    DiGraph::from_edges(arcs)
}

type Board = [u8; 9];

fn slides(board: &Board) -> impl Iterator<Item = Board> + use<> {
    let board = *board;
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let (x, y) = (blank % 3, blank / 3);
    let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
    beside.into_iter().filter(|&(x, y)| x < 3 && y < 3).map(move |(x, y)| {
        let mut next = board;
        next.swap(blank, 3 * y + x);
        next
    })
}

fn manhattan(board: &Board) -> u32 {
    let distance = |(at, &tile): (usize, &u8)| {
        let goal = usize::from(tile);
        ((at % 3).abs_diff(goal % 3) + (at / 3).abs_diff(goal / 3)) as u32
    };
    board.iter().enumerate().filter(|(_, tile)| **tile != 0).map(distance).sum()
}

/// Four in a row on 4×4: the stones of the player to move, and of the other one.
type Stones = [u16; 2];

/// How many plies are searched.
const PLIES: u32 = 9;

fn has_line(stones: u16) -> bool {
    let lines = [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];
    lines.into_iter().any(|line| stones & line == line)
}

fn empty([mine, theirs]: Stones) -> impl Iterator<Item = u8> {
    (0..16).filter(move |cell| (mine | theirs) >> cell & 1 == 0)
}

/// The game for the crate `minimax`.
struct FourInARow;

impl minimax::Game for FourInARow {
    type S = Stones;
    type M = u8;

    fn generate_moves(&stones: &Stones, moves: &mut Vec<u8>) -> Option<Winner> {
        moves.extend(empty(stones));
        Self::get_winner(&stones)
    }
    fn get_winner(&[mine, theirs]: &Stones) -> Option<Winner> {
        if has_line(theirs) {
            Some(Winner::PlayerJustMoved)
        } else {
            (mine | theirs == u16::MAX).then_some(Winner::Draw)
        }
    }
    fn apply(&mut [mine, theirs]: &mut Stones, cell: u8) -> Option<Stones> {
        Some([theirs, mine | 1 << cell])
    }
    fn zobrist_hash(stones: &Stones) -> u64 {
        let mut hasher = DefaultHasher::new();
        stones.hash(&mut hasher);
        hasher.finish()
    }
}

/// Unfinished games count as draws.
struct Undecided;

impl minimax::Evaluator for Undecided {
    type G = FourInARow;

    fn evaluate(&self, _: &Stones) -> minimax::Evaluation {
        0
    }
}

/// The processor time of this thread so far.
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The least times of runs in turn for so many milliseconds, with the same answer.
fn times<T: PartialEq + std::fmt::Debug>(
    name: &str,
    milliseconds: u64,
    mut theirs: impl FnMut() -> T,
    mut ours: impl FnMut() -> T,
) -> [f64; 2] {
    let time = |run: &mut dyn FnMut() -> T| {
        let start = clock();
        let found = black_box(run());
        (clock() - start, found)
    };
    let mut least = [Duration::MAX; 2];
    let begin = clock();
    while clock() - begin < Duration::from_millis(milliseconds) {
        let (their_time, their_answer) = time(&mut theirs);
        let (our_time, our_answer) = time(&mut ours);
        assert_eq!(their_answer, our_answer, "{name}");
        least = [least[0].min(their_time), least[1].min(our_time)];
    }
    least.map(|time| time.as_secs_f64() * 1e3)
}

fn is_left_out(name: &str) -> bool {
    std::env::var("CASES").is_ok_and(|word| !name.contains(&word))
}

/// The least times of both for half a second.
fn race<T: PartialEq + std::fmt::Debug>(
    name: &str,
    theirs: impl FnMut() -> T,
    ours: impl FnMut() -> T,
) {
    if is_left_out(name) {
        return;
    }
    let [theirs, ours] = times(name, 500, theirs, ours);
    println!("{name:34} {theirs:8.3} ms {ours:8.3} ms {:6.2}x", theirs / ours);
}

/// The range of speeds over maps of several kinds, with costs of leaving a cell.
fn range(name: &str, maps: &[grids::Grid], race: impl Fn(&grids::Grid) -> [f64; 2]) {
    if is_left_out(name) {
        return;
    }
    let speeds = maps.iter().map(|map| {
        let [theirs, ours] = race(map);
        theirs / ours
    });
    let (least, most) = speeds
        .fold((f64::MAX, 0.0_f64), |(least, most), speed| (least.min(speed), most.max(speed)));
    println!("{name:58} {least:6.2}x to {most:.2}x");
}

/// Dijkstra's algorithm and A* on eight kinds of maps, with costs of every size.
fn over_maps() {
    let maps = grids::all();
    for (size, most) in [("9", 9), ("10^3", 1000), ("10^6", 1_000_000), ("10^9", 1_000_000_000)] {
        let of =
            move |(x, y): Cell| u64::from((x * 7919 + y * 6007).unsigned_abs()) * 7919 % most + 1;
        range(&format!("Dijkstra, eight maps, costs to {size}"), &maps, |map| {
            let steps = |&cell: &Cell| map.neighbours(cell).map(move |it| (it, of(cell)));
            let is_goal = |cell: &Cell| *cell == map.goal;
            times(
                map.name,
                200,
                || peer::dijkstra(&map.start, steps, is_goal).map(|(_, cost)| cost),
                || tremaux::dijkstra(map.start, steps, is_goal).map(|(_, cost)| cost),
            )
        });
        range(&format!("A*, eight maps, costs to {size}"), &maps, |map| {
            let steps = |&cell: &Cell| map.neighbours(cell).map(move |it| (it, of(cell)));
            let is_goal = |cell: &Cell| *cell == map.goal;
            let distance = |&(x, y): &Cell| {
                u64::from(map.goal.0.abs_diff(x)) + u64::from(map.goal.1.abs_diff(y))
            };
            times(
                map.name,
                200,
                || peer::astar(&map.start, steps, distance, is_goal).map(|(_, cost)| cost),
                || tremaux::a_star(map.start, steps, distance, is_goal).map(|(_, cost)| cost),
            )
        });
    }
    let of = |(x, y): Cell| FloatCost::new(f64::from((x * 7919 + y * 6007) % 1000) / 7.0 + 0.1);
    range("Dijkstra, eight maps, floats", &maps, |map| {
        let ours = |&cell: &Cell| map.neighbours(cell).map(move |it| (it, of(cell)));
        let theirs = |&cell: &Cell| map.neighbours(cell).map(move |it| (it, Summed(of(cell))));
        let is_goal = |cell: &Cell| *cell == map.goal;
        times(
            map.name,
            200,
            || peer::dijkstra(&map.start, theirs, is_goal).map(|(_, cost)| cost.0),
            || tremaux::dijkstra(map.start, ours, is_goal).map(|(_, cost)| cost),
        )
    });
}

/// A float that `pathfinding` can add.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Summed(FloatCost);

impl std::ops::Add for Summed {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(FloatCost::new(self.0.get() + other.0.get()))
    }
}

impl Zero for Summed {
    fn zero() -> Self {
        Self(FloatCost::new(0.0))
    }
    fn is_zero(&self) -> bool {
        self.0.get() == 0.0
    }
}

/// Complete graphs, a graph of six nodes, nodes that allocate, and distances to all nodes.
fn on_graphs() {
    const NODES: usize = 1000;
    for (size, most) in [("10^5", 100_000), ("10^9", 1_000_000_000)] {
        let cost =
            |from: usize, to: usize| (from * 7919 + to * 6007) % 104_729 * 999_983 % most + 1;
        let costs: Vec<usize> = (0..NODES * NODES).map(|at| cost(at / NODES, at % NODES)).collect();
        let arcs = |&from: &usize| costs[from * NODES..][..NODES].iter().copied().enumerate();
        let all = tremaux::dijkstra_all([0], arcs);
        let last = *all.iter().last().expect("a node").0;
        race(
            &format!("Dijkstra, complete, costs to {size}"),
            || peer::dijkstra(&0, arcs, |&at| at == last).map(|(_, cost)| cost),
            || tremaux::dijkstra(0, arcs, |&at| at == last).map(|(_, cost)| cost),
        );
    }
    let six = [(0, 1, 7), (0, 2, 9), (0, 5, 14), (1, 2, 10), (1, 3, 15), (2, 3, 11), (3, 4, 6)];
    let six_arcs =
        |&at: &u32| six.into_iter().filter(move |arc| arc.0 == at).map(|it| (it.1, it.2));
    race(
        "Dijkstra, six nodes, 1000 times",
        || (0..1000).fold(None, |_, _| peer::dijkstra(black_box(&0), six_arcs, |&at| at == 4)),
        || (0..1000).fold(None, |_, _| tremaux::dijkstra(black_box(0), six_arcs, |&at| at == 4)),
    );
    let roads = roads();
    let weight = |arc: petgraph::graph::EdgeReference<'_, u32>| *arc.weight();
    let from = NodeIndex::new(0);
    let drives = |&at: &NodeIndex| {
        roads.edges(at).map(|arc| (petgraph::visit::EdgeRef::target(&arc), *arc.weight()))
    };
    race(
        "to all nodes, roads",
        || peer::dijkstra_all(&from, drives).len() + 1,
        || tremaux::dijkstra_all([from], drives).len(),
    );
    race(
        "to all nodes, roads, petgraph",
        || petgraph::algo::dijkstra(&roads, from, None, weight).len(),
        || tremaux::dijkstra_all([from], drives).len(),
    );
    let names: Vec<String> = (0..SIDE * SIDE).map(|at| format!("crossing {at}")).collect();
    let number = |name: &str| name[9..].parse::<usize>().expect("a number");
    let named = |name: &String| {
        let beside = roads.edges(NodeIndex::new(number(name)));
        let named = |arc: petgraph::graph::EdgeReference<'_, u32>| {
            (names[petgraph::visit::EdgeRef::target(&arc).index()].clone(), *arc.weight())
        };
        beside.map(named).collect::<Vec<_>>()
    };
    let arrives = |name: &String| *name == names[names.len() - 1];
    race(
        "Dijkstra, roads, String nodes",
        || peer::dijkstra(&names[0], named, arrives).map(|(_, cost)| cost),
        || tremaux::dijkstra(names[0].clone(), named, arrives).map(|(_, cost)| cost),
    );
}

fn main() {
    println!("{:34} {:>11} {:>11} {:>7}", "", "theirs", "ours", "speed");
    let walls = walls();
    let goal = (SIDE - 1, SIDE - 1);
    let steps = |cell: &Cell| neighbours(&walls, *cell).map(|cell| (cell, 1_u32));
    let distance = |&(x, y): &Cell| goal.0.abs_diff(x) + goal.1.abs_diff(y);
    let weighted = |&(x, y): &Cell| {
        neighbours(&walls, (x, y)).map(move |cell| (cell, ((x * 7 + y * 13) % 9 + 1) as u32))
    };
    let is_goal = |cell: &Cell| *cell == goal;
    race(
        "A*, grid",
        || peer::astar(&(0, 0), steps, distance, is_goal).map(|(_, cost)| cost),
        || tremaux::a_star((0, 0), steps, distance, is_goal).map(|(_, cost)| cost),
    );
    race(
        "A*, grid with weights",
        || peer::astar(&(0, 0), weighted, distance, is_goal).map(|(_, cost)| cost),
        || tremaux::a_star((0, 0), weighted, distance, is_goal).map(|(_, cost)| cost),
    );
    race(
        "Dijkstra, grid with weights",
        || peer::dijkstra(&(0, 0), weighted, is_goal).map(|(_, cost)| cost),
        || tremaux::dijkstra((0, 0), weighted, is_goal).map(|(_, cost)| cost),
    );
    let plain = |cell: &Cell| neighbours(&walls, *cell);
    race(
        "breadth-first, grid",
        || peer::bfs(&(0, 0), plain, is_goal).map(|path| path.len()),
        || tremaux::breadth_first((0, 0), plain, is_goal).map(|path| path.len()),
    );
    // The same in both directions.
    let lengths = |&(x, y): &Cell| {
        neighbours(&walls, (x, y))
            .map(move |(a, b)| ((a, b), ((a + x) * 7 + (b + y) * 13) as u32 % 9))
    };
    race(
        "breadth-first, both ends, grid",
        || peer::bfs_bidirectional(&(0, 0), &goal, plain, plain).map(|path| path.len()),
        || tremaux::bidirectional_breadth_first((0, 0), goal, plain, plain).map(|it| it.len()),
    );
    race(
        "both ends, grid, theirs Dijkstra",
        || peer::dijkstra(&(0, 0), lengths, is_goal).map(|(_, cost)| cost),
        || tremaux::bidirectional((0, 0), goal, lengths, lengths).map(|(_, cost)| cost),
    );
    let board: Board = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let dear_slides = |board: &Board| slides(board).map(|board| (board, 1_u32));
    let is_done = |board: &Board| *board == [0, 1, 2, 3, 4, 5, 6, 7, 8];
    race(
        "A*, 8-puzzle",
        || peer::astar(&board, dear_slides, manhattan, is_done).map(|(_, cost)| cost),
        || tremaux::a_star(board, dear_slides, manhattan, is_done).map(|(_, cost)| cost),
    );
    let nearer: Board = [8, 1, 3, 4, 0, 2, 7, 6, 5];
    let nearer_done = |board: &Board| *board == [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let to_last = |board: &Board| {
        let distance = |(at, &tile): (usize, &u8)| {
            let goal = usize::from(tile) - 1;
            ((at % 3).abs_diff(goal % 3) + (at / 3).abs_diff(goal / 3)) as u32
        };
        board.iter().enumerate().filter(|(_, tile)| **tile != 0).map(distance).sum::<u32>()
    };
    race(
        "IDA*, 8-puzzle",
        || peer::idastar(&nearer, dear_slides, to_last, nearer_done).map(|(_, cost)| cost),
        || tremaux::ida_star(nearer, dear_slides, to_last, nearer_done).map(|(_, cost)| cost),
    );
    let copies = |board: &Vec<u8>| {
        let board: Board = board[..].try_into().expect("nine cells");
        dear_slides(&board).map(|(board, cost)| (board.to_vec(), cost)).collect::<Vec<_>>()
    };
    let of_array = |board: &Vec<u8>| board[..].try_into().expect("nine cells");
    let (distance, done) =
        (|it: &Vec<u8>| to_last(&of_array(it)), |it: &Vec<u8>| nearer_done(&of_array(it)));
    race(
        "IDA*, 8-puzzle, Vec states",
        || peer::idastar(&nearer.to_vec(), copies, distance, done).map(|(_, cost)| cost),
        || tremaux::ida_star(nearer.to_vec(), copies, distance, done).map(|(_, cost)| cost),
    );
    let plain_slides = |board: &Board| slides(board);
    race(
        "iterative deepening, 8-puzzle",
        || peer::iddfs(nearer, plain_slides, nearer_done).map(|path| path.len()),
        || tremaux::iterative_deepening(nearer, plain_slides, nearer_done).map(|path| path.len()),
    );
    // Paths of equal costs are few: with many, the peer leaves some of the best out.
    let distances = |&(x, y): &Cell| {
        neighbours(&walls, (x, y)).map(move |cell| (cell, ((x * 7919 + y * 6007) % 997 + 1) as u32))
    };
    let near_goal = |&(x, y): &Cell| (x, y) == NEAR;
    let costs = |paths: Vec<(Vec<Cell>, u32)>| -> Vec<u32> {
        assert_eq!(paths.len(), 20);
        paths.into_iter().map(|(_, cost)| cost).collect()
    };
    let far = |&(x, y): &Cell| NEAR.0.abs_diff(x) + NEAR.1.abs_diff(y);
    race(
        "Yen, 20 paths, grid with weights",
        || costs(peer::yen(&(0, 0), distances, near_goal, 20)),
        || costs(tremaux::k_shortest((0, 0), distances, |_: &Cell| 0_u32, near_goal, 20)),
    );
    race(
        "the same, ours with an estimate",
        || costs(peer::yen(&(0, 0), distances, near_goal, 20)),
        || costs(tremaux::k_shortest((0, 0), distances, far, near_goal, 20)),
    );

    let roads = roads();
    let (from, to) = (NodeIndex::new(0), NodeIndex::new(roads.node_count() - 1));
    let arrives = |&at: &NodeIndex| at == to;
    let drives = |&at: &NodeIndex| {
        roads.edges(at).map(|arc| (petgraph::visit::EdgeRef::target(&arc), *arc.weight()))
    };
    race(
        "Dijkstra, roads",
        || peer::dijkstra(&from, drives, arrives).map(|(_, cost)| cost),
        || tremaux::dijkstra(from, drives, arrives).map(|(_, cost)| cost),
    );
    race(
        "Dijkstra, roads, theirs petgraph",
        || {
            let weight = |arc: petgraph::graph::EdgeReference<'_, u32>| *arc.weight();
            petgraph::algo::astar(&roads, from, |at| at == to, weight, |_| 0).map(|(cost, _)| cost)
        },
        || tremaux::dijkstra(from, drives, arrives).map(|(_, cost)| cost),
    );
    over_maps();
    on_graphs();
    let outcome = |&[mine, theirs]: &Stones| {
        if has_line(theirs) {
            Some(Score::LOSS)
        } else {
            (mine | theirs == u16::MAX).then_some(Score::DRAW)
        }
    };
    race(
        "four in a row, theirs minimax",
        || {
            let options = IterativeOptions::new().with_table_byte_size(1 << 22);
            let mut search = IterativeSearch::new(Undecided, options);
            search.set_max_depth(PLIES as u8);
            search.choose_move(&[0, 0]).expect("a move");
            i32::from(search.root_value())
        },
        || {
            let play = |&[mine, theirs]: &Stones, cell: u8| [theirs, mine | 1 << cell];
            let game = tremaux::game([0, 0], |&stones: &Stones| empty(stones), play, outcome);
            let table: TranspositionTable = TranspositionTable::with_bytes(1 << 22);
            let alpha_beta = AlphaBeta::default().max_depth(PLIES);
            let parts = SearchParts::new().table(table);
            let start = game.initial_state();
            alpha_beta.solve(&game, &start, parts, &Limits::default()).score.get()
        },
    );
}
