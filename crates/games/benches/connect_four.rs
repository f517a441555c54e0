//! Connect Four to depths 14 and 18 from the empty board, against the crate `minimax` in its
//! fastest setting and against a search written for this game alone, in one run, with equal
//! evaluation and table size, tables touched before the clock starts, and the processor time of
//! this thread. Our table uses huge pages if the system has them, the others' do not. Asserts
//! the values, and node counts where they do not depend on chance.
//!
//! `cargo bench -p tremaux-games --bench connect_four`; quote ratios, not times.

mod special;

use minimax::Strategy;
use tremaux_core::*;
use tremaux_games::connect_four::{Centre, Column, ConnectFour, Position, Standard};
use tremaux_play::*;
use tremaux_tables::*;

/// A position and its mirror image have different table entries, as in the crate.
const GAME: ConnectFour<Standard, false> = ConnectFour::of(Standard);
/// They share one table entry.
const FOLDED: ConnectFour<Standard, true> = ConnectFour::of(Standard);

/// The game for the crate, with our positions and our move order.
struct Peer<const CENTRE_FIRST: bool>;

impl<const CENTRE_FIRST: bool> minimax::Game for Peer<CENTRE_FIRST> {
    type S = Position;
    type M = Column;

    fn generate_moves(state: &Position, moves: &mut Vec<Column>) -> Option<minimax::Winner> {
        if let Some(winner) = Self::get_winner(state) {
            return Some(winner);
        }
        GAME.moves(state, moves);
        if !CENTRE_FIRST {
            moves.sort_unstable_by_key(|column| column.0);
        }
        None
    }
    fn apply(state: &mut Position, mv: Column) -> Option<Position> {
        let mut child = *state;
        let _ = GAME.play(&mut child, mv);
        Some(child)
    }
    fn get_winner(state: &Position) -> Option<minimax::Winner> {
        match GAME.turn(state) {
            Turn::Over if GAME.has_four(state.theirs()) => Some(minimax::Winner::PlayerJustMoved),
            Turn::Over => Some(minimax::Winner::Draw),
            _ => None,
        }
    }
    fn zobrist_hash(state: &Position) -> u64 {
        GAME.hash(state)
    }
    fn null_move(_: &Position) -> Option<Column> {
        Some(Column(7))
    }
    fn table_index(mv: Column) -> u16 {
        u16::from(mv.0)
    }
    fn max_table_index() -> u16 {
        7
    }
}

#[derive(Clone, Default)]
struct PeerCentre<const CENTRE_FIRST: bool>;

impl<const CENTRE_FIRST: bool> minimax::Evaluator for PeerCentre<CENTRE_FIRST> {
    type G = Peer<CENTRE_FIRST>;

    fn evaluate(&self, state: &Position) -> minimax::Evaluation {
        Centre.evaluate(&GAME, state).get() as minimax::Evaluation
    }
}

const TABLE_BYTES: usize = 1 << 26;

/// Seconds, nodes, value.
type Outcome = (f64, u64, i64);

/// The processor time of this thread in seconds, which excludes other programs.
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn peer<const CENTRE_FIRST: bool>(depth: u32, options: minimax::IterativeOptions) -> Outcome {
    let mut search = minimax::IterativeSearch::new(PeerCentre::<CENTRE_FIRST>, options);
    search.set_max_depth(depth as u8);
    let started = now();
    let _ = search.choose_move(&Position::default());
    let seconds = now() - started;
    let text = search.stats(&mut Position::default());
    let word = text.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    let nodes = word.and_then(|word| word.parse().ok()).expect("a count");
    (seconds, nodes, i64::from(search.root_value()))
}

fn ours<G, O: MoveOrdering<G>, R: Replacement>(
    game: &G,
    depth: u32,
    options: AlphaBeta,
    ordering: O,
    _: R,
) -> Outcome
where
    G: HashedGame<State = Position> + ZeroSumGame,
    Centre: Evaluator<G>,
{
    let mut table = TranspositionTable::<R>::with_scheme(TABLE_BYTES);
    // The crate's table is written when it is created, so touch the pages of ours, too.
    table.clear();
    let parts = SearchParts::new().evaluator(Centre).ordering(ordering).table(&table);
    let options = options.max_depth(depth);
    let started = now();
    let report = options.solve(game, &Position::default(), parts, &Limits::default());
    let seconds = now() - started;
    assert_eq!(report.depth, depth);
    (seconds, report.statistics.nodes, i64::from(report.score.get()))
}

fn race(depth: u32) {
    let base = || {
        minimax::IterativeOptions::new()
            .with_table_byte_size(TABLE_BYTES)
            .with_replacement_strategy(minimax::Replacement::TwoTier)
    };
    let (game, folded) = (GAME, FOLDED);
    let two_level = <TwoLevel>::default;
    let default = AlphaBeta::default();
    let tuned = default.table_depth(3).ahead_depth(Some(4)).step(2).first_depth(2);
    type Run<'a> = (&'a str, Box<dyn Fn() -> Outcome + 'a>);
    let runs: Vec<Run<'_>> = vec![
        ("minimax, as in its example", Box::new(|| peer::<false>(depth, base()))),
        ("minimax, centre first", Box::new(|| peer::<true>(depth, base()))),
        (
            "minimax, centre first, two plies a step",
            Box::new(|| peer::<true>(depth, base().with_double_step_increment())),
        ),
        (
            "minimax, centre first, countermoves, history",
            Box::new(|| peer::<true>(depth, base().with_countermoves().with_countermove_history())),
        ),
        ("minimax, centre first, MTD(f)", Box::new(|| peer::<true>(depth, base().with_mtdf()))),
        ("loop for this game alone", Box::new(|| special::run(depth, TABLE_BYTES, true, false, 2))),
        ("ours, the same table", Box::new(|| ours(&game, depth, default, (), two_level()))),
        ("ours, default", Box::new(|| ours(&game, depth, default, (), Cluster))),
        ("ours, tuned", Box::new(|| ours(&game, depth, tuned, (), Cluster))),
        (
            "ours, default, mirror images folded",
            Box::new(|| ours(&folded, depth, default, (), Cluster)),
        ),
        (
            "ours, tuned, mirror images folded",
            Box::new(|| ours(&folded, depth, tuned, (), Cluster)),
        ),
    ];
    let mut rounds = vec![Vec::new(); runs.len()];
    let count = if depth < 16 { 25 } else { 9 };
    for _ in 0..count {
        for (results, (_, run)) in rounds.iter_mut().zip(&runs) {
            results.push(run());
        }
    }
    let seconds = |run: usize| rounds[run].iter().map(|r| r.0).fold(f64::MAX, f64::min);
    let reference = (0..5).map(seconds).fold(f64::MAX, f64::min);
    println!("depth {depth}: times as fast as the fastest setting of minimax");
    for (run, (name, _)) in runs.iter().enumerate() {
        let (time, (_, nodes, _)) = (seconds(run), rounds[run][0]);
        // The crate shuffles the moves at the root, so its counts differ from run to run.
        let is_fixed = !name.starts_with("minimax");
        assert!(rounds[run].iter().all(|r| r.2 == 0 && (!is_fixed || r.1 == nodes)), "{name}");
        let speed = nodes as f64 / time / 1e6;
        println!("{name:44} {:6.2} {nodes:10} nodes {speed:6.1} M/s", reference / time);
    }
    println!();
}

/// Measures the cost of running in slices.
fn slices() {
    let run = |nodes: Option<u64>| {
        let table = TranspositionTable::with_bytes(TABLE_BYTES);
        let parts = SearchParts::new().evaluator(Centre).table(table);
        let options = AlphaBeta::default().max_depth(16);
        let mut search = options.start(&GAME, &Position::default(), parts);
        let mut limits = Limits::default();
        limits.nodes = nodes;
        let started = now();
        while let Progress::Paused(_) = search.advance(&limits, &mut ()) {}
        now() - started
    };
    let mut times = [f64::MAX; 3];
    for _ in 0..5 {
        for (time, nodes) in times.iter_mut().zip([None, Some(100), Some(10_000)]) {
            *time = time.min(run(nodes));
        }
    }
    let ratio = |i: usize| times[i] / times[0];
    println!("slices of 100, 10000 nodes: {:.2}, {:.2} times as long", ratio(1), ratio(2));
}

fn main() {
    race(14);
    race(18);
    slices();
}
