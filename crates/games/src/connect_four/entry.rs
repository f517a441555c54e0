//! The registry entry of Connect Four.

use std::time::{Duration, Instant};

use super::{
    AnySize, Centre, Column, ConnectFour, EngineSolver, Position, Size, Solution, Solver,
    SolverProgress, Standard, Threats, exact_score, solver::range,
};
use tremaux_core::{
    Bound, Evaluator, Game, GameNotation, GameStatistics, Limits, Score, StopReason, Termination,
    Turn, ZeroSumGame,
};

use super::notation::COLUMN_NAMES;
use crate::named::GameSnapshot;
use crate::named::board::Labels;
use crate::named::game_rules::{Learnt, Rules, option, size, wrong};
use crate::named::played::open;
use crate::named::search::{Found, FoundLine, FoundMove, PERIOD};
use crate::named::{AnalysisRequest, GameEntry, GameInfo, PlayedGame};
use tremaux_domain::OptionPairs;
use tremaux_domain::RegistryError;
use tremaux_domain::{OptionInfo, OptionKind};

/// The entry in the list of games.
#[cfg(not(test))]
pub static CONNECT_FOUR: &dyn GameEntry = &Entry;

/// Connect Four.
struct Entry;

static INFO: GameInfo = GameInfo {
    name: "connect-four",
    aliases: &["connect4", "four-in-a-row"],
    title: "Connect Four on any board that fits in 64 bits, with exact scores",
    format: "The columns played from the empty board, numbered from 1 on the left (the tenth is \
             A):\n  \
             4453\n\
             Or the rows from the top, separated by slashes: x for the first player, o for the \
             second, . for an empty cell.",
    example: "2252576253462244111563365343671351441",
    moves: "a column, numbered from 1 on the left",
    sides: &["x", "o"],
    scores: "A proved win scores 1 if it comes with the player's last stone, 2 with the one \
             before, and so on; a loss scores the negative of that, a draw 0. Estimates count the \
             stones ahead in the middle columns.",
    unit: None,
    evaluation: "stones in the middle columns",
    options: &[OptionInfo {
        name: "size",
        title: "size of the board",
        kind: OptionKind::Word { form: "COLUMNSxROWS, for example 8x7" },
        default: Some("7x6"),
    }],
};

/// The evaluation for depths that do not reach the end, with wins by threats.
struct Judge;

impl<S: Size> Evaluator<ConnectFour<S>> for Judge {
    #[inline]
    fn evaluate(&self, game: &ConnectFour<S>, position: &Position) -> Score {
        Centre.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &ConnectFour<S>, position: &Position) -> Option<Score> {
        Threats.known(game, position)
    }
}

struct Variant<S>(ConnectFour<S>, Judge);

impl<S: Size + Send + Sync + 'static> Rules for Variant<S> {
    type Game = ConnectFour<S>;
    type Evaluator = Judge;
    type Ordering = (Threats, Learnt<ConnectFour<S>>);
    type Horizon = ();
    type Selectivity = ();

    fn game(&self) -> &ConnectFour<S> {
        &self.0
    }

    fn evaluator(&self) -> &Judge {
        &self.1
    }

    fn labels(&self, _: &Position) -> Labels {
        let names = &COLUMN_NAMES[..self.0.size().columns() as usize];
        let bottom = names.iter().map(|&name| char::from(name).to_string()).collect();
        Labels { bottom, ..Labels::default() }
    }

    fn shown(&self, position: &Position, score: Score) -> i64 {
        if score.is_decisive() {
            i64::from(exact_score(&self.0, position, score))
        } else {
            i64::from(score.get())
        }
    }

    /// Uses the solver, which prunes everything that does not affect the exact score.
    fn solve(
        &self,
        position: &Position,
        request: &AnalysisRequest,
        table_bytes: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> Option<Found<Column>> {
        let is_exhaustive = request.algorithm.is_exhaustive();
        if !request.exact || request.depth.is_some() || is_exhaustive {
            return None;
        }
        let is_named = request.algorithm.name() != "bisect" && !request.algorithm.is_default();
        let solver = if is_named {
            let solver = EngineSolver::new(self.0, table_bytes).with_threads(request.threads);
            Either::Engine(solver.with_window(request.algorithm.window()))
        } else {
            Either::Own(Solver::new(self.0, table_bytes).with_threads(request.threads))
        };
        let run = Run { game: &self.0, solver, limits, started: Instant::now(), watch };
        let wants_all = request.all_moves || request.lines > 1;
        let mut found = run.found(position, wants_all, request.lines.max(1));
        found.algorithm = request.algorithm.is_default().then_some("bisect");
        Some(found)
    }
}

/// The game's own solver, or the general engine with the requested windows.
enum Either<S> {
    Own(Solver<S>),
    Engine(EngineSolver<S>),
}

impl<S: Size + Send + Sync> Either<S> {
    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(SolverProgress),
    ) -> Solution {
        match self {
            Self::Own(solver) => solver.solve_watched(position, limits, watch),
            Self::Engine(solver) => solver.solve(position, limits),
        }
    }
}

/// A run of the solver within limits that apply to all its searches together.
struct Run<'a, S> {
    game: &'a ConnectFour<S>,
    solver: Either<S>,
    limits: &'a Limits,
    started: Instant,
    watch: &'a mut dyn FnMut(&GameSnapshot),
}

impl<S: Size + Send + Sync> Run<'_, S> {
    /// The remaining limits.
    fn rest(&self, nodes: u64) -> Limits {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes));
        limits
    }

    fn found(mut self, position: &Position, wants_all: bool, lines: usize) -> Found<Column> {
        let mut columns = Vec::new();
        self.game.moves(position, &mut columns);
        let cells = self.game.size().full().count_ones();
        let mut found = Found {
            lines: Vec::new(),
            moves: Vec::new(),
            fallback: columns.first().copied(),
            depth: 0,
            statistics: GameStatistics::default(),
            stopped: None,
            threads: None,
            algorithm: None,
            bounds: None,
        };
        if wants_all {
            for column in columns {
                self.add_move(position, column, &mut found);
            }
            found.lines.sort_by_key(|line| -line.score);
            let shown = |score| i64::from(exact_score(self.game, position, score));
            let proved = |mv: &FoundMove<Column>| {
                mv.bounds.unwrap_or_else(|| (shown(mv.score), shown(mv.score)))
            };
            found.moves.sort_by_key(|mv| {
                let (least, most) = proved(mv);
                (mv.bounds.is_some(), -most, -least)
            });
            let least = found.moves.iter().map(|mv| proved(mv).0).max();
            let most = found.moves.iter().map(|mv| proved(mv).1).max();
            found.bounds = least.zip(most);
            if found.moves.iter().any(|mv| mv.bounds.is_some()) {
                // An unsolved move may be better, but any win is good, and a draw is safe.
                found.lines.retain(|line| line.score >= Score::DRAW);
                for line in &mut found.lines {
                    line.is_exact = most.is_some_and(|most| shown(line.score) >= most);
                }
            }
            found.lines.truncate(lines);
        } else {
            let limits = self.rest(0);
            let (watch, started, mut told) = (&mut *self.watch, self.started, Duration::ZERO);
            let best = columns
                .first()
                .map_or(String::new(), |&column| self.game.move_text(position, column));
            let solution = self.solver.solve(position, &limits, &mut |standing| {
                let elapsed = started.elapsed();
                if elapsed < told + PERIOD {
                    return;
                }
                told = elapsed;
                let (least, most) = standing.bounds;
                watch(&GameSnapshot {
                    depth: 0,
                    nodes: standing.nodes,
                    score: None,
                    bounds: Some((i64::from(least), i64::from(most))),
                    best: best.clone(),
                    seconds: elapsed.as_secs_f64(),
                });
            });
            let (least, most) = solution.bounds;
            found.bounds = Some((i64::from(least), i64::from(most)));
            let report = solution.report;
            found.statistics = report.statistics;
            if let Termination::Stopped(reason) = report.termination {
                found.stopped = Some(reason);
            }
            if report.is_exact {
                let (score, is_exact, moves) = (report.score, true, report.principal_variation);
                let mv = moves[0];
                let (bound, bounds) = (Bound::Exact, None);
                found.moves.push(FoundMove { mv, score, bound, is_exact, bounds });
                found.lines.push(FoundLine { score, is_exact, moves });
            }
        }
        if !found.lines.is_empty() {
            found.depth = cells - position.stones();
        }
        found.statistics.elapsed = self.started.elapsed();
        found
    }

    /// Solves the position after `column`.
    fn add_move(&mut self, position: &Position, column: Column, found: &mut Found<Column>) {
        let mut child = *position;
        let _ = self.game.play(&mut child, column);
        let (score, mut line) = if self.game.turn(&child) == Turn::Over {
            let player = position.player_to_move();
            (self.game.final_score(&child, player).after(1), Vec::new())
        } else {
            let limits = self.rest(found.statistics.nodes);
            let is_spent =
                limits.nodes == Some(0) || limits.time.is_some_and(|left| left.is_zero());
            if is_spent || found.stopped.is_some() {
                let reason = if limits.nodes == Some(0) {
                    StopReason::NodeLimit
                } else {
                    StopReason::TimeLimit
                };
                found.stopped.get_or_insert(reason);
                found.moves.push(unproved(column, range(self.game, &child)));
                return;
            }
            let Solution { report, bounds, .. } = self.solver.solve(&child, &limits, &mut |_| {});
            add(&mut found.statistics, &report.statistics);
            if !report.is_exact {
                if let Termination::Stopped(reason) = report.termination {
                    found.stopped = Some(reason);
                }
                found.moves.push(unproved(column, bounds));
                return;
            }
            ((-report.score).after(1), report.principal_variation)
        };
        line.insert(0, column);
        let (bound, is_exact, bounds) = (Bound::Exact, true, None);
        found.moves.push(FoundMove { mv: column, score, bound, is_exact, bounds });
        found.lines.push(FoundLine { score, is_exact: true, moves: line });
        (self.watch)(&GameSnapshot {
            depth: 0,
            nodes: found.statistics.nodes,
            score: None,
            bounds: None,
            best: self.game.move_text(position, column),
            seconds: self.started.elapsed().as_secs_f64(),
        });
    }
}

/// A move to a position that is not solved, of which these bounds are proved for the player to move
/// there.
fn unproved(mv: Column, (least, most): (i32, i32)) -> FoundMove<Column> {
    let bounds = Some((-i64::from(most), -i64::from(least)));
    FoundMove { mv, score: Score::WIN, bound: Bound::AtMost, is_exact: false, bounds }
}

/// Sums the counts of several searches.
fn add(sum: &mut GameStatistics, more: &GameStatistics) {
    sum.nodes += more.nodes;
    sum.expanded += more.expanded;
    sum.cutoffs += more.cutoffs;
    sum.table_hits += more.table_hits;
    sum.helper_nodes += more.helper_nodes;
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(
        &self,
        given: OptionPairs<'_>,
        text: &str,
    ) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let board = option(given, "size").unwrap_or("7x6");
        match size("size", board)? {
            (7, 6) => {
                let game: ConnectFour<Standard> = ConnectFour::default();
                open(&INFO, Variant(game, Judge), given, text)
            }
            (columns, rows) => {
                let game: ConnectFour<AnySize> = ConnectFour::with_size(columns, rows)
                    .map_err(|_| wrong("size", board, "columns × (rows + 1) to be at most 64"))?;
                open(&INFO, Variant(game, Judge), given, text)
            }
        }
    }
}
