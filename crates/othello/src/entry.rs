//! The registry entry of Othello.

use std::time::Instant;

use tremaux_core::{
    Bound, Evaluator, Game, GameNotation, GameStatistics, Limits, ParseError, Score, StopReason,
    Turn, ZeroSumGame,
};
use tremaux_domain::{OptionInfo, OptionKind, OptionPairs, RegistryError, TableSource};
use tremaux_games::named::rules::{
    Found, FoundLine, FoundMove, Labels, Learnt, PieceSet, Rules, Square, open, open_at, option,
    wrong,
};
use tremaux_games::named::{
    AnalysisRequest, GameEntry, GameInfo, GameSnapshot, NotedPosition, PlayedGame,
};

use crate::evaluation::{FewestReplies, Mobility, Patterns};
use crate::obf::Record;
use crate::rules::{Move, Othello, Position};
use crate::solver::{Solution, Solver};

/// The entry in the list of games.
pub static OTHELLO: &dyn GameEntry = &Entry;

/// Othello.
struct Entry;

static INFO: GameInfo = GameInfo {
    name: "othello",
    aliases: &["reversi"],
    title: "Othello (Reversi), with exact scores of endgames",
    format: "The moves played from the start:\n  \
             f5d6c3d3c4\n\
             Or 64 squares row by row from the top, X for black, O for white, - for an empty \
             square, then the side to move, as in OBF. Moves with their scores may follow: the \
             best move and its score are compared with them.",
    example: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    moves: "a square, counted from the top left: f5; pass if there is no other move",
    sides: &["black", "white"],
    scores: "The difference of discs at the end of the game; empty squares count for the winner. \
             Estimates are in discs, too.",
    unit: Some("discs"),
    evaluation: "patterns",
    options: &[OptionInfo {
        name: "evaluation",
        title: "patterns: weights of lines of squares and corners, fitted to games; mobility: legal \
                moves, squares next to discs, and corners",
        kind: OptionKind::Choice { words: &["patterns", "mobility"] },
        default: Some("patterns"),
    }],
};

static BY_MOBILITY: GameInfo = GameInfo { evaluation: "mobility and corners", ..INFO };

/// One of the evaluations, so that the search is compiled once.
enum Evaluation {
    Patterns(Patterns),
    Mobility,
}

impl Evaluator<Othello> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &Othello, position: &Position) -> Score {
        match self {
            Self::Patterns(patterns) => patterns.evaluate(game, position),
            Self::Mobility => Mobility.evaluate(game, position),
        }
    }
}

struct Played(Othello, Evaluation);

/// The description and the rules with these options.
fn rules(given: OptionPairs<'_>) -> Result<(&'static GameInfo, Played), RegistryError> {
    match option(given, "evaluation").unwrap_or("patterns") {
        "patterns" => Ok((&INFO, Played(Othello, Evaluation::Patterns(Patterns::default())))),
        "mobility" => Ok((&BY_MOBILITY, Played(Othello, Evaluation::Mobility))),
        other => Err(wrong("evaluation", other, "`patterns` or `mobility`")),
    }
}

impl Rules for Played {
    type Game = Othello;
    type Evaluator = Evaluation;
    type Ordering = (FewestReplies, Learnt<Othello>);
    type Horizon = ();
    type Selectivity = ();

    fn game(&self) -> &Othello {
        &self.0
    }

    fn evaluator(&self) -> &Evaluation {
        &self.1
    }

    fn labels(&self, _: &Position) -> Labels {
        let left = (1..=8).map(|row| row.to_string()).collect();
        Labels { left, ..Labels::files_and_ranks(8, 8) }
    }

    fn pieces(&self) -> Option<PieceSet> {
        Some(PieceSet::Discs)
    }

    fn squares(&self, _: &Position, mv: Move) -> Vec<Square> {
        mv.square().map(|square| (square % 8, square / 8)).into_iter().collect()
    }

    /// Uses the solver, unless the general engine is asked for by the name of an algorithm.
    fn solve(
        &self,
        position: &Position,
        request: &AnalysisRequest,
        table_bytes: usize,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> Option<Found<Move>> {
        let is_own = ["engine", "scout", "mtd-f"].contains(&request.algorithm.name());
        if !request.exact || request.depth.is_some() || request.plain || !is_own {
            return None;
        }
        let solver = Solver::new(table_bytes);
        let run = Run { solver, limits, started: Instant::now(), watch };
        let wants_all = request.all_moves || request.lines > 1;
        Some(run.found(position, wants_all, request.lines.max(1)))
    }
}

/// A run of the solver within limits that apply to all its searches together.
struct Run<'a> {
    solver: Solver,
    limits: &'a Limits,
    started: Instant,
    watch: &'a mut dyn FnMut(&GameSnapshot),
}

impl Run<'_> {
    fn found(mut self, position: &Position, wants_all: bool, lines: usize) -> Found<Move> {
        let mut moves = Vec::new();
        Othello.moves(position, &mut moves);
        let mut found = Found {
            lines: Vec::new(),
            moves: Vec::new(),
            fallback: moves.first().copied(),
            depth: 0,
            statistics: GameStatistics::default(),
            stopped: None,
            threads: Some(1),
            algorithm: Some("mtd-f"),
            bounds: None,
        };
        if wants_all {
            for mv in moves {
                self.add_move(position, mv, &mut found);
            }
            found.lines.sort_by_key(|line| -line.score);
            let proved = |it: &FoundMove<Move>| {
                it.bounds.unwrap_or((it.score.get().into(), it.score.get().into()))
            };
            found.moves.sort_by_key(|it| {
                let (least, most) = proved(it);
                (it.bounds.is_some(), -most, -least)
            });
            let least = found.moves.iter().map(|it| proved(it).0).max();
            let most = found.moves.iter().map(|it| proved(it).1).max();
            found.bounds = least.zip(most);
            if found.moves.iter().any(|it| it.bounds.is_some()) {
                // An unsolved move may be better.
                for line in &mut found.lines {
                    line.is_exact = most.is_some_and(|most| i64::from(line.score.get()) >= most);
                }
                found.lines.retain(|line| line.is_exact);
            }
            found.lines.truncate(lines);
        } else {
            let mv = moves.first().map(|&mv| Othello.move_text(position, mv)).unwrap_or_default();
            let limits = self.limits.clone();
            let solution = self.solve(position, &limits, &mv);
            found.bounds = Some((solution.bounds.0.into(), solution.bounds.1.into()));
            found.stopped = solution.stopped;
            if let (Some(score), Some(&mv)) = (solution.score(), solution.line.first()) {
                let (score, is_exact, moves) = (Score::estimate(score), true, solution.line);
                let (bound, bounds) = (Bound::Exact, None);
                found.moves.push(FoundMove { mv, score, bound, is_exact, bounds });
                found.lines.push(FoundLine { score, is_exact, moves });
            }
            found.statistics = solution.statistics;
        }
        if !found.lines.is_empty() {
            found.depth = position.empties();
        }
        found.statistics.elapsed = self.started.elapsed();
        found
    }

    /// Solves `position` and reports the progress with the best move so far.
    fn solve(&mut self, position: &Position, limits: &Limits, best: &str) -> Solution {
        let (watch, started) = (&mut *self.watch, self.started);
        self.solver.solve_watched(position, limits, &mut |standing| {
            watch(&GameSnapshot {
                depth: 0,
                nodes: standing.nodes,
                score: None,
                bounds: Some((standing.bounds.0.into(), standing.bounds.1.into())),
                best: best.to_owned(),
                seconds: started.elapsed().as_secs_f64(),
            });
        })
    }

    /// Solves the position after `mv`.
    fn add_move(&mut self, position: &Position, mv: Move, found: &mut Found<Move>) {
        let mut child = *position;
        child.play(mv);
        let (score, mut line) = if Othello.turn(&child) == Turn::Over {
            (Othello.final_score(&child, position.player_to_move()), Vec::new())
        } else {
            let mut limits = self.limits.clone();
            limits.time = limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
            let nodes = found.statistics.nodes;
            limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes));
            let unproved = |(least, most): (i32, i32)| {
                let bounds = Some((-i64::from(most), -i64::from(least)));
                let (score, bound, is_exact) = (Score::DRAW, Bound::AtMost, false);
                FoundMove { mv, score, bound, is_exact, bounds }
            };
            let spent = match (limits.nodes, limits.time) {
                (Some(0), _) => Some(StopReason::NodeLimit),
                (_, Some(left)) if left.is_zero() => Some(StopReason::TimeLimit),
                _ => found.stopped,
            };
            if let Some(reason) = spent {
                found.stopped.get_or_insert(reason);
                found.moves.push(unproved((-64, 64)));
                return;
            }
            let solution = self.solve(&child, &limits, &Othello.move_text(position, mv));
            let sum = &mut found.statistics;
            sum.nodes += solution.statistics.nodes;
            sum.expanded += solution.statistics.expanded;
            sum.cutoffs += solution.statistics.cutoffs;
            sum.table_hits += solution.statistics.table_hits;
            let Some(score) = solution.score() else {
                found.stopped = solution.stopped;
                found.moves.push(unproved(solution.bounds));
                return;
            };
            (Score::estimate(-score), solution.line)
        };
        line.insert(0, mv);
        let (bound, is_exact, bounds) = (Bound::Exact, true, None);
        found.moves.push(FoundMove { mv, score, bound, is_exact, bounds });
        found.lines.push(FoundLine { score, is_exact: true, moves: line });
    }
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
        let (info, played) = rules(given)?;
        open(info, played, given, text)
    }

    /// Reads a position, or a record of OBF.
    fn open_noted(
        &self,
        given: OptionPairs<'_>,
        text: &str,
        _: &TableSource,
    ) -> Result<NotedPosition, RegistryError> {
        if !text.contains([';', '%']) {
            return self.open(given, text).map(NotedPosition::new);
        }
        let unreadable = |error: ParseError| RegistryError::Instance {
            option: None,
            text: text.to_owned(),
            error: Box::new(error),
        };
        let (info, played) = rules(given)?;
        let record = Record::parse(text).map_err(unreadable)?;
        let name = |mv: Move| Othello.move_text(&record.position, mv);
        Ok(NotedPosition {
            title: record.comment.map(|it| it.replace(char::is_control, " ")),
            best: record.best_moves().map(name).collect(),
            score: record.score().map(i64::from),
            ..NotedPosition::new(open_at(info, played, given, record.position))
        })
    }
}
