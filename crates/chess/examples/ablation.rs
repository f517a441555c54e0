//! Measures what each method of the engine is worth: switches it off, counts the nodes to a fixed
//! depth, and plays short games at fixed nodes against the whole engine.
//!
//! `cargo run --release -p tremaux-chess --example ablation -- FILE [depth=9] [games=100]
//! [nodes=3000] [seed=1] [only=NAME]`
//!
//! FILE is a test suite in EPD, whose positions are searched to the depth. Games begin with eight
//! random plies, each opening once with either colour.

use std::error::Error;

use tremaux_chess::{Chess, Epd, Position, engine};
use tremaux_core::{Game, Limits, Random, Score, Turn, ZeroSumGame};
use tremaux_play::{AlphaBeta, SelectiveSettings, Window};
use tremaux_tables::TranspositionTable;

/// The engine, or the engine without something.
#[derive(Clone, Copy)]
struct Setting {
    options: AlphaBeta,
    selective: SelectiveSettings,
    orders: bool,
}

impl Setting {
    fn whole() -> Self {
        let selective = engine::selectivity().settings;
        Self { options: engine::options(), selective, orders: true }
    }

    /// The move, its score and the nodes of a search.
    fn search(
        self,
        game: &Chess,
        position: &Position,
        table: &TranspositionTable,
        limits: &Limits,
    ) -> (Option<tremaux_chess::Move>, Score, u64) {
        let mut root = position.clone();
        root.set_search_root();
        let mut parts = engine::parts(table, engine::ordering());
        parts.selectivity.settings = self.selective;
        let options = match self.orders {
            true => self.options,
            false => self.options.rated_depth(u32::MAX),
        };
        let report = options.solve(game, &root, parts, limits);
        let best = report.principal_variation.first().copied();
        (best, report.score, report.statistics.nodes)
    }
}

/// The engine without each of its methods.
fn rows() -> Vec<(&'static str, Setting)> {
    let whole = Setting::whole();
    let without = |change: fn(&mut SelectiveSettings)| {
        let mut setting = whole;
        change(&mut setting.selective);
        setting
    };
    vec![
        ("null moves", without(|it| it.null_move = None)),
        ("late-move reductions", without(|it| it.reductions = None)),
        (
            "reductions by rating and trend",
            without(|it| {
                if let Some(late) = &mut it.reductions {
                    (late.rating_per_ply, late.adapts) = (0, false);
                }
            }),
        ),
        ("late-move pruning", without(|it| it.late_pruning = None)),
        ("reverse futility", without(|it| it.reverse_futility = None)),
        ("razoring", without(|it| it.razoring = None)),
        ("futility by move", without(|it| it.move_futility = None)),
        ("exchange pruning", without(|it| it.exchanges = None)),
        ("delta pruning", without(|it| it.delta = None)),
        ("singular extensions", without(|it| it.singular = None)),
        ("internal iterative reduction", without(|it| it.unknown_depth = None)),
        ("all selective methods", without(|it| *it = SelectiveSettings::DEFAULT)),
        (
            "table beyond the horizon",
            Setting { options: whole.options.stores_quiescence(false), ..whole },
        ),
        ("aspiration windows", Setting { options: whole.options.window(Window::Scout), ..whole }),
        ("null windows", Setting { options: whole.options.window(Window::Full), ..whole }),
        ("ratings of moves", Setting { orders: false, ..whole }),
    ]
}

/// Eight random plies, after which the material is even.
fn opening(game: &Chess, random: &mut Random) -> Position {
    loop {
        let mut position = game.initial_state();
        for _ in 0..8 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let at = random.scaled(moves.len() as u64) as usize;
            let _ = position.play(moves[at]);
        }
        let balance = position.balance();
        let is_even = balance.middle.abs() < 60 && balance.end.abs() < 60;
        if is_even && game.turn(&position) != Turn::Over {
            return position;
        }
    }
}

/// The score of White: 2 for a win, 1 for a draw.
fn play(game: &Chess, start: &Position, sides: [Setting; 2], nodes: u64) -> u32 {
    let tables = [0; 2].map(|_| TranspositionTable::with_bytes(1 << 22));
    let limits = Limits::default().with_nodes(nodes);
    let (mut position, mut decided) = (start.clone(), 0_i32);
    for ply in 0..300 {
        if game.turn(&position) == Turn::Over {
            return (game.final_score(&position, 0).get().signum() + 1) as u32;
        }
        let side = position.side_to_move() as usize;
        tables[side].age();
        let (mv, score, _) = sides[side].search(game, &position, &tables[side], &limits);
        let score = if side == 0 { score.get() } else { -score.get() };
        // Both sides have agreed three times that the game is won.
        decided = match score {
            900.. => decided.max(0) + 1,
            ..=-900 => decided.min(0) - 1,
            _ => 0,
        };
        if decided.abs() >= 6 {
            return (decided.signum() + 1) as u32;
        }
        let _ = position.play(mv.expect("a position with moves"));
        let _ = ply;
    }
    1
}

/// The difference in Elo that a share of the points stands for.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("a file is missing")?;
    let (mut depth, mut games, mut nodes, mut seed, mut only) = (9, 100, 3000, 1, None);
    for argument in arguments {
        match argument.split_once('=') {
            Some(("depth", it)) => depth = it.parse()?,
            Some(("games", it)) => games = it.parse()?,
            Some(("nodes", it)) => nodes = it.parse()?,
            Some(("seed", it)) => seed = it.parse()?,
            Some(("only", it)) => only = Some(it.to_owned()),
            _ => return Err(format!("`{argument}`: expected depth, games, nodes or seed").into()),
        }
    }
    let suite = Epd::parse_all(&std::fs::read_to_string(&file)?)?;
    let game = Chess::new();
    let count = |setting: Setting| -> u64 {
        let limits = Limits::default().with_depth(depth).with_nodes(20_000_000);
        let nodes = suite.iter().map(|epd| {
            let table = TranspositionTable::with_bytes(1 << 24);
            setting.search(&game, &epd.position, &table, &limits).2
        });
        nodes.sum()
    };
    let whole = count(Setting::whole());
    println!("whole: {whole} nodes to depth {depth}; games at {nodes} nodes a move, seed {seed}");
    for (name, setting) in rows() {
        if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let ratio = count(setting) as f64 / whole as f64;
        let mut random = Random::new(seed);
        let mut results = [0_u32; 3];
        for _ in 0..games / 2 {
            let start = opening(&game, &mut random);
            let white = play(&game, &start, [setting, Setting::whole()], nodes);
            let black = 2 - play(&game, &start, [Setting::whole(), setting], nodes);
            results[white as usize] += 1;
            results[black as usize] += 1;
        }
        let all = f64::from(results.iter().sum::<u32>().max(1));
        let share = (f64::from(results[2]) + 0.5 * f64::from(results[1])) / all;
        let spread = |points: f64, count: u32| f64::from(count) * (points - share).powi(2);
        let variance =
            (spread(0.0, results[0]) + spread(0.5, results[1]) + spread(1.0, results[2])) / all;
        let error = 1.96 * (variance / all).sqrt();
        println!(
            "without {name:32} nodes {ratio:6.2} x   +{} ={} -{}   Elo {:+5.0} ({:+.0} to {:+.0})",
            results[2],
            results[1],
            results[0],
            elo(share),
            elo(share - error),
            elo(share + error)
        );
    }
    Ok(())
}
