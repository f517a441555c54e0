//! Measures what each part of the engine saves: searches a game to a fixed depth with each part
//! added to plain alpha-beta, and with each part removed from the full engine. Prints node
//! counts, and the processor time relative to the full engine.
//!
//! `cargo bench -p tremaux-games --bench ablation`

use tremaux_core::*;
use tremaux_games::connect_four::{Centre, ConnectFour, Standard};
use tremaux_games::m_n_k::{MnkGame, OpenLines};
use tremaux_play::*;
use tremaux_tables::*;

/// The processor time of this thread in seconds, which excludes other programs.
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The parts in use.
#[derive(Clone, Copy)]
struct Setting {
    window: Window,
    deepens: bool,
    table: bool,
    ahead: bool,
    distance: bool,
    killers: bool,
    counters: bool,
    history: bool,
    refutations: bool,
    selective: SelectiveSettings,
}

const PLAIN: Setting = Setting {
    window: Window::Full,
    deepens: false,
    table: false,
    ahead: false,
    distance: false,
    killers: false,
    counters: false,
    history: false,
    refutations: false,
    selective: SelectiveSettings::DEFAULT,
};

const WHOLE: Setting = Setting {
    window: Window::Scout,
    deepens: true,
    table: true,
    ahead: true,
    distance: true,
    killers: false,
    counters: false,
    history: true,
    refutations: false,
    ..PLAIN
};

/// A move ordering that can be switched off.
struct When<O>(bool, O);

impl<G: Game, O: MoveOrdering<G>> MoveOrdering<G> for When<O> {
    fn rate(
        &self,
        game: &G,
        state: &G::State,
        ply: u32,
        moves: &[G::Move],
        ratings: &mut Vec<i32>,
    ) {
        if self.0 {
            self.1.rate(game, state, ply, moves, ratings);
        } else {
            ratings.resize(ratings.len() + moves.len(), 0);
        }
    }
    fn learn(&mut self, game: &G, state: &G::State, ply: u32, depth: u32, tried: &[G::Move]) {
        if self.0 {
            self.1.learn(game, state, ply, depth, tried);
        }
    }
    fn follow(&mut self, game: &G, state: &G::State, ply: u32, mv: G::Move) {
        if self.0 {
            self.1.follow(game, state, ply, mv);
        }
    }
    fn begin(&mut self, game: &G) {
        if self.0 {
            self.1.begin(game);
        }
    }
}

fn search<G, E>(game: &G, evaluator: &E, depth: u32, setting: Setting) -> (f64, u64, Score)
where
    G: ZeroSumGame<Move: PartialEq> + HashedGame + MoveKey,
    E: Evaluator<G>,
{
    let options = AlphaBeta::default()
        .window(setting.window)
        .first_depth(if setting.deepens { 1 } else { depth })
        .max_depth(depth)
        .ahead_depth(setting.ahead.then_some(3))
        .distance_pruning(setting.distance)
        // The scores of plain minimax, so that all settings must agree.
        .table_use(TableUse::SameDepth);
    let ordering = (
        (
            When(setting.killers, Killers::default()),
            When(setting.counters, CounterMoves::default()),
        ),
        (
            When(setting.history, History::with_decay(2)),
            When(setting.refutations, Refutations::with_len(1 << 20)),
        ),
    );
    // Skip rating if no rating is used.
    let is_ordered = setting.killers || setting.counters || setting.history || setting.refutations;
    let options = if is_ordered { options } else { options.rated_depth(99) };
    let mut table = TranspositionTable::<TwoLevel>::with_scheme(1 << 26);
    table.clear();
    let parts = SearchParts::new().evaluator(evaluator).ordering(ordering);
    let selective = Selective { settings: setting.selective, knowledge: () };
    let (start, limits) = (game.initial_state(), Limits::default());
    let started = now();
    let report = match (setting.table, setting.selective == SelectiveSettings::default()) {
        (true, true) => options.solve(game, &start, parts.table(&table), &limits),
        (false, true) => options.solve(game, &start, parts, &limits),
        (_, false) => {
            options.solve(game, &start, parts.table(&table).selectivity(selective), &limits)
        }
    };
    (now() - started, report.statistics.nodes, report.score)
}

fn table<G, E>(name: &str, game: &G, evaluator: &E, depth: u32)
where
    G: ZeroSumGame<Move: PartialEq> + HashedGame + MoveKey,
    E: Evaluator<G>,
{
    let late = PLAIN.selective.reductions(Some(LateMoves::default()));
    let futility = Some(Margin::new(2, 3));
    let futile = PLAIN.selective.futility(futility);
    let singular = Some(Singular::new(4, 1).double_margin(None).cuts(false));
    let singular = PLAIN.selective.singular(singular);
    let rows: Vec<(&str, Setting)> = vec![
        ("plain alpha-beta", PLAIN),
        ("plain + distance pruning", Setting { distance: true, ..PLAIN }),
        ("plain + iterative deepening", Setting { deepens: true, ..PLAIN }),
        ("plain + null windows (Scout)", Setting { window: Window::Scout, ..PLAIN }),
        ("plain + killers", Setting { killers: true, ..PLAIN }),
        ("plain + countermoves", Setting { counters: true, ..PLAIN }),
        ("plain + history", Setting { history: true, ..PLAIN }),
        ("plain + refutations", Setting { refutations: true, deepens: true, ..PLAIN }),
        ("plain + table", Setting { table: true, ..PLAIN }),
        ("plain + table, deepening", Setting { table: true, deepens: true, ..PLAIN }),
        ("whole", WHOLE),
        ("whole, MTD(f)", Setting { window: Window::Mtd, ..WHOLE }),
        ("whole, aspiration", Setting { window: Window::Aspiration(2), ..WHOLE }),
        ("whole - null windows", Setting { window: Window::Full, ..WHOLE }),
        ("whole - deepening", Setting { deepens: false, ..WHOLE }),
        ("whole - table", Setting { table: false, ahead: false, ..WHOLE }),
        ("whole - records ahead", Setting { ahead: false, ..WHOLE }),
        ("whole - distance pruning", Setting { distance: false, ..WHOLE }),
        ("whole - history", Setting { history: false, ..WHOLE }),
        ("whole + killers", Setting { killers: true, ..WHOLE }),
        ("whole + countermoves", Setting { counters: true, ..WHOLE }),
        ("whole + refutations", Setting { refutations: true, ..WHOLE }),
        ("whole + late-move reductions", Setting { selective: late, ..WHOLE }),
        ("whole + futility", Setting { selective: futile, ..WHOLE }),
        ("whole + singular extensions", Setting { selective: singular, ..WHOLE }),
    ];
    let results: Vec<_> = rows
        .iter()
        .map(|&(_, setting)| {
            let runs: Vec<_> = (0..3).map(|_| search(game, evaluator, depth, setting)).collect();
            let seconds = runs.iter().map(|run| run.0).fold(f64::MAX, f64::min);
            (seconds, runs[0].1, runs[0].2)
        })
        .collect();
    let whole = rows.iter().position(|row| row.0 == "whole").expect("it is there");
    println!("{name}, depth {depth}");
    for ((row, setting), (seconds, nodes, score)) in rows.iter().zip(&results) {
        // Only selective searches may find other values.
        let is_exact = setting.selective == SelectiveSettings::default();
        assert!(!is_exact || *score == results[whole].2, "{row}");
        println!(
            "  {row:32} {nodes:11} nodes {:7.2} x  time {:7.2} x{}",
            *nodes as f64 / results[whole].1 as f64,
            seconds / results[whole].0,
            if *score == results[whole].2 { "" } else { "  another score" }
        );
    }
}

fn main() {
    let game: ConnectFour<Standard> = ConnectFour::of(Standard);
    table("Connect Four, mirror images folded", &game, &Centre, 12);
    let game = MnkGame::new(5, 5, 4).expect("a board of 25 cells");
    table("5,5,4 (four in a row on 5 x 5)", &game, &OpenLines::new(&game), 5);
}
