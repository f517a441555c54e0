//! The chess engine: a table, what earlier searches learnt, and searches that report every
//! iteration.

use std::time::{Duration, Instant};

use tremaux_chess::{Chess, Move, Position, engine};
use tremaux_core::{
    CancelToken, Game, GameEvent, GameObserver, GameReport, GameSearch, Limits, Line, Turn,
};
use tremaux_play::SelectiveSettings;
use tremaux_tables::{TranspositionTable, available_memory, memory_in_words};

use super::engine::{Counts, Engine, Iteration, Report};

/// No position has more moves.
pub(crate) const MAX_LINES: usize = 218;

/// What to search.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The position, with the moves that led to it.
    pub(crate) position: Position,
    /// The moves to search; all of them if it is empty.
    pub(crate) root_moves: Vec<Move>,
    /// The maximum depth in plies.
    pub(crate) depth: Option<u32>,
    /// The maximum number of positions.
    pub(crate) nodes: Option<u64>,
    /// Look for a mate in so many moves, and for nothing else.
    pub(crate) mate: Option<u32>,
    /// The number of lines to find.
    pub(crate) lines: usize,
    /// The number of threads. A search of some root moves uses one.
    pub(crate) threads: usize,
}

impl Task {
    /// An unlimited search of a position.
    pub(crate) fn new(position: Position) -> Self {
        let (depth, nodes, mate) = (None, None, None);
        Self { position, root_moves: Vec::new(), depth, nodes, mate, lines: 1, threads: 1 }
    }

    /// A legal move, for a search that is stopped before it finds one; `None` if there is none.
    pub(crate) fn fallback(&self) -> Option<Move> {
        let first = self.root_moves.first().copied();
        first.or_else(|| self.position.legal_moves().first().copied())
    }

    /// Whether there is only one move to search.
    pub(crate) fn is_forced(&self) -> bool {
        match self.root_moves.len() {
            0 => self.position.legal_moves().len() == 1,
            count => count == 1,
        }
    }
}

/// A computation that prints text and is not answered with a move.
type Work = Box<dyn FnOnce(&CancelToken, &mut dyn FnMut(String)) + Send>;

/// What a chess engine can do.
pub(crate) enum Job {
    /// Search for a move.
    Search(Box<Task>),
    /// Print text.
    Print(Work),
}

/// Whether a search of `position` may soon need the tables of endings.
pub(crate) fn is_near_endings(position: &Position) -> bool {
    const MEN: u32 = 8;
    position.board().occupied().len() <= MEN
}

/// A chess engine.
pub(crate) struct ChessEngine {
    table: TranspositionTable,
    ordering: engine::Ordering,
}

impl ChessEngine {
    /// An engine with a table of this size; `None` if there is not enough memory.
    pub(crate) fn new(bytes: usize) -> Option<Self> {
        Some(Self { table: table(bytes)?, ordering: engine::ordering() })
    }

    /// Replaces the table by an empty one of this size, unless it has that size.
    ///
    /// # Errors
    ///
    /// Keeps the table and returns a message if there is not enough memory.
    pub(crate) fn resize(&mut self, bytes: usize) -> Result<(), String> {
        let before = self.table.bytes();
        if before == bytes {
            return Ok(());
        }
        let most = available_memory().map(|free| free.saturating_add(before as u64));
        let table = match most {
            Some(most) if bytes as u64 > most => None,
            _ => self::table(bytes),
        };
        let Some(table) = table else {
            let free = most.map_or_else(String::new, |most| {
                format!(", {} are available", memory_in_words(most))
            });
            let (wanted, kept) = (memory_in_words(bytes as u64), memory_in_words(before as u64));
            return Err(format!("not enough memory for {wanted}{free}; the table keeps {kept}"));
        };
        self.table = table;
        Ok(())
    }

    /// Searches until the task is done or `cancel` is cancelled; `None` if there is no legal move.
    ///
    /// The result has the lines of the last iteration that is complete, if there is one.
    pub(crate) fn search(
        &mut self,
        task: &Task,
        cancel: &CancelToken,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Option<Iteration<Move>> {
        let (game, root) = root(&task.position)?;
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.nodes = task.nodes;
        limits.depth = task.depth;
        if let Some(moves) = task.mate {
            let plies = moves.saturating_mul(2).saturating_sub(1).max(1);
            limits.depth = Some(task.depth.map_or(plies, |depth| depth.min(plies)));
        }
        let options = engine::options().lines(task.lines.max(1));
        self.table.age();
        let table = &self.table;
        let mut watch = Watch {
            started: Instant::now(),
            counts: Counts::default(),
            next_table_use: Watch::TABLE_PERIOD,
            next_counts: Watch::PERIOD,
            longest: 0,
            mate: limits.depth.filter(|_| task.mate.is_some()),
            cancel,
            table,
            tell,
        };
        // All surfaces search like this: see `tremaux analyze`.
        let is_whole = task.root_moves.is_empty() && task.mate.is_none();
        let proof = is_whole
            .then(|| engine::proved(&game, &root, limits.depth, options.lines, table, &limits));
        if let Some(report) = proof.flatten() {
            let iteration = watch.result(report);
            (watch.tell)(Report::Iteration(iteration.clone()));
            return Some(iteration);
        }
        let report = if task.threads > 1 && task.root_moves.is_empty() && task.mate.is_none() {
            let parts = |_| engine::parts(table, engine::ordering());
            options.solve_in_parallel(task.threads, &game, &root, parts, &limits, &mut watch)
        } else {
            let mut parts =
                engine::parts(table, std::mem::replace(&mut self.ordering, engine::ordering()));
            if task.mate.is_some() {
                // Nothing is left out: what is not found is not there, except for old records.
                parts.selectivity.settings = SelectiveSettings::default();
            }
            let mut search = options.start(&game, &root, parts);
            if !task.root_moves.is_empty() {
                search.retain_root_moves(|mv| task.root_moves.contains(&mv));
            }
            let _ = search.advance(&limits, &mut watch);
            let report = search.report();
            self.ordering = search.into_parts().ordering;
            report
        };
        Some(watch.result(report))
    }
}

impl Engine for ChessEngine {
    type Task = Job;
    type Move = Move;

    fn run(
        &mut self,
        job: Job,
        cancel: &CancelToken,
        tell: &mut dyn FnMut(Report<Move>),
    ) -> Option<Iteration<Move>> {
        match job {
            Job::Search(task) => self.search(&task, cancel, tell),
            Job::Print(work) => {
                work(cancel, &mut |text| tell(Report::Text(text)));
                None
            }
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.ordering = engine::ordering();
    }
}

/// A table whose memory has been touched: this takes longer than a fast move.
fn table(bytes: usize) -> Option<TranspositionTable> {
    let mut table = TranspositionTable::try_with_scheme(bytes)?;
    table.clear();
    Some(table)
}

/// The game and the position to search. A draw that nobody claimed is played on.
fn root(position: &Position) -> Option<(Chess, Position)> {
    if !position.has_move() {
        return None;
    }
    let game = Chess::new();
    let mut root = position.clone();
    root.set_search_root();
    root.play_on();
    let is_over = game.turn(&root) == Turn::Over;
    Some((if is_over { game.without_draws() } else { game }, root))
}

/// Watches a search and reports its progress.
struct Watch<'a> {
    started: Instant,
    counts: Counts,
    /// When to look at the table again, and when to report counts.
    next_table_use: Duration,
    next_counts: Duration,
    /// The length of the longest line of this iteration.
    longest: u32,
    /// Stop at a win in so many plies.
    mate: Option<u32>,
    cancel: &'a CancelToken,
    table: &'a TranspositionTable,
    tell: &'a mut dyn FnMut(Report<Move>),
}

impl Watch<'_> {
    /// The clock is looked at whenever the count of positions is a multiple of this.
    const INTERVAL: u64 = 1 << 16;
    /// The time between reports of counts.
    const PERIOD: Duration = Duration::from_secs(1);
    /// The time between two looks at the table, which take about 0.1 ms.
    const TABLE_PERIOD: Duration = Duration::from_millis(100);

    fn look_at_the_clock(&mut self) {
        self.counts.elapsed = self.started.elapsed();
        if self.counts.elapsed >= self.next_table_use {
            self.next_table_use = self.counts.elapsed + Self::TABLE_PERIOD;
            self.counts.table_use = (self.table.load_factor() * 1000.0) as u32;
        }
    }

    #[cold]
    fn count(&mut self) {
        self.look_at_the_clock();
        if self.counts.elapsed >= self.next_counts {
            self.next_counts = self.counts.elapsed + Self::PERIOD;
            (self.tell)(Report::Counts(self.counts));
        }
    }

    #[cold]
    fn iteration(&mut self, depth: u32, lines: &[Line<Move>]) {
        self.look_at_the_clock();
        self.next_counts = self.counts.elapsed + Self::PERIOD;
        let longest = std::mem::take(&mut self.longest).max(depth);
        let iteration = Iteration { depth, longest, lines: lines.to_vec(), counts: self.counts };
        (self.tell)(Report::Iteration(iteration));
        let is_mate = |line: &Line<Move>| {
            line.score.get() > 0
                && line.score.plies_to_end().is_some_and(|it| Some(it) <= self.mate)
        };
        if self.mate.is_some() && lines.first().is_some_and(is_mate) {
            self.cancel.cancel();
        }
    }

    /// The last iteration of a search that has ended, with the counts of all its threads.
    fn result(&mut self, report: GameReport<Move>) -> Iteration<Move> {
        self.look_at_the_clock();
        self.counts.nodes = report.statistics.nodes + report.statistics.helper_nodes;
        let (depth, longest) = (report.depth, self.longest.max(report.depth));
        let mut lines = report.lines;
        if lines.is_empty() {
            let moves = report.principal_variation;
            lines.push(Line::new(report.score, false, moves));
        }
        Iteration { depth, longest, lines, counts: self.counts }
    }
}

impl GameObserver<Chess> for Watch<'_> {
    #[inline]
    fn observe(&mut self, event: GameEvent<'_, Chess>) {
        match event {
            GameEvent::Entered { ply, .. } => {
                self.counts.nodes += 1;
                self.longest = self.longest.max(ply);
                if self.counts.nodes.is_multiple_of(Self::INTERVAL) {
                    self.count();
                }
            }
            GameEvent::Iteration { depth, lines, .. } => self.iteration(depth, lines),
            _ => {}
        }
    }
}
