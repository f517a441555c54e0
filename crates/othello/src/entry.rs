//! The registry entry of Othello.

use tremaux_core::{Evaluator, GameNotation, Limits, ParseError, Player, Score, is_obeyed};
use tremaux_domain::{OptionInfo, Options, ReadError, RegistryError, TableSource};
use tremaux_games::Replayed;
use tremaux_games::named::rules::{
    ExactSolver, Labels, Learnt, PieceSet, Rules, Solved, Square, open, open_at, positions_of_text,
};
use tremaux_games::named::{
    AnalysisRequest, GameEntry, GameFile, GameInfo, GameRecords, NotedPosition, OpenedFile,
    OpenedGame, Record, RecordFormat, Sampling,
};
use tremaux_play::Window;

use crate::evaluation::{FewestReplies, Mobility, Patterns};
use crate::ggf::GgfGame;
use crate::obf::Record as ObfRecord;
use crate::rules::{Move, Othello, Position};
use crate::solver::{Solution, Solver};

/// The entry in the list of games.
pub static OTHELLO: GameEntry =
    GameEntry::new(&INFO, open_game).with_notes(open_noted).with_records(GameRecords {
        format: RecordFormat { name: "GGF", extension: "ggf" },
        is_game_file: GgfGame::is_ggf,
        read: read_records,
        positions: positions_of_games,
    });

static INFO: GameInfo = GameInfo {
    name: "othello",
    aliases: &["reversi"],
    title: "Othello (Reversi), with exact scores of endgames",
    format: "The moves played from the start, with or without numbers:\n  \
             f5d6c3d3c4\n\
             Or 64 squares row by row from the top, X for black, O for white, - for an empty \
             square, then the side to move, as in OBF. Moves with their scores may follow: the \
             best move and its score are compared with them.\n\
             A file may also hold games in GGF.",
    example: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    moves: "a square, counted from the top left: f5; pass if there is no other move",
    sides: &["black", "white"],
    scores: "The difference of discs at the end of the game; empty squares count for the winner. \
             Estimates are in discs, too.",
    unit: Some("discs"),
    evaluation: "patterns",
    options: &[OptionInfo::choice("evaluation", &["patterns", "mobility"])
        .title(
            "patterns: weights of lines of squares and corners, fitted to games; mobility: legal \
             moves, squares next to discs, and corners",
        )
        .default("patterns")],
    ..GameInfo::PLAIN
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
fn rules(options: &Options<'_>) -> (&'static GameInfo, Played) {
    match options.word("evaluation") {
        "mobility" => (&BY_MOBILITY, Played(Othello, Evaluation::Mobility)),
        _ => (&INFO, Played(Othello, Evaluation::Patterns(Patterns::default()))),
    }
}

impl Rules for Played {
    type Game = Othello;
    type Evaluator = Evaluation;
    type Ordering = (FewestReplies, Learnt<Othello>);
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &Othello {
        &self.0
    }

    fn evaluator(&self) -> &Evaluation {
        &self.1
    }

    fn sampling(&self) -> Sampling {
        Sampling::judged()
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.player_to_move()
    }

    fn labels(&self, _: &Position) -> Labels {
        let left = (1..=8).map(|row| row.to_string()).collect();
        Labels { left, ..Labels::files_and_ranks(8, 8) }
    }

    fn counts(&self, position: &Position) -> Vec<u32> {
        [0, 1].map(|player| position.discs(player)).to_vec()
    }

    fn record(&self, start: &Position, moves: &[Move]) -> Option<String> {
        Some(GgfGame::write(start, moves))
    }

    fn pieces(&self) -> Option<PieceSet> {
        Some(PieceSet::Discs)
    }

    fn squares(&self, _: &Position, mv: Move) -> Vec<Square> {
        mv.square().map(|square| (square % 8, square / 8)).into_iter().collect()
    }

    /// About as many as for the hard positions of FFO's test, which have 20 to 24 empty squares.
    fn solving_nodes(&self, position: &Position) -> Option<f64> {
        Some(5e6 * 2.5_f64.powi(position.empties() as i32 - 20))
    }

    fn solver(
        &self,
        request: &AnalysisRequest,
        table_bytes: usize,
    ) -> Option<Box<dyn ExactSolver<Othello>>> {
        let is_own = request.algorithm.is_default() || request.algorithm.window() == Window::Mtd;
        is_own.then(|| Box::new(Solver::new(table_bytes)) as _)
    }
}

impl ExactSolver<Othello> for Solver {
    fn algorithm(&self) -> Option<&'static str> {
        Some("mtd-f")
    }

    fn threads(&self) -> Option<usize> {
        Some(1)
    }

    fn range(&self, _: &Position) -> (Score, Score) {
        scores(-64, 64)
    }

    fn plies_left(&self, position: &Position) -> u32 {
        position.empties()
    }

    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut((Score, Score), u64),
    ) -> Solved<Move> {
        let Solution { bounds, line, stopped, statistics } =
            self.solve_watched(position, limits, &mut |it| {
                watch(scores(it.bounds.0, it.bounds.1), it.nodes)
            });
        Solved { bounds: scores(bounds.0, bounds.1), line, stopped, statistics }
    }
}

fn scores(least: i32, most: i32) -> (Score, Score) {
    (Score::estimate(least), Score::estimate(most))
}

/// The title of a game of a file, its start and its moves.
fn line_of(
    found: Result<GgfGame<'_>, ParseError>,
    text: &str,
) -> Result<(String, Replayed<Position, Move>), ParseError> {
    let found = found?;
    let line = found.replay(text)?;
    Ok((found.title().replace(is_obeyed, " "), line))
}

fn read_records(text: &str, _: &Options<'_>) -> Result<Vec<Record>, ReadError> {
    let record = |found| {
        let (title, line) = line_of(found, text)?;
        let moves = line.moves.iter().map(|&mv| Othello.move_text(&line.start, mv)).collect();
        let start = Othello.position_text(&line.start);
        Ok(Record { title, options: Vec::new(), start, moves })
    };
    GgfGame::read_each(text).into_iter().map(record).collect()
}

fn positions_of_games(file: OpenedFile<'_>) -> Result<GameFile<'_>, RegistryError> {
    positions_of_text(file, |text, file| {
        let position = |found| {
            let (title, line) = line_of(found, text)?;
            let position = line.position_after(&Othello, file.plies)?;
            let (info, played) = rules(&file.options);
            let game = open_at(info, played, file.options.pairs(), position);
            Ok(NotedPosition { title: Some(title), ..NotedPosition::new(game) })
        };
        GgfGame::read_each(text).into_iter().map(position).collect()
    })
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let (info, played) = rules(options);
    open(info, played, options, text)
}

/// Reads a position, or a record of OBF.
fn open_noted(
    text: &str,
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<NotedPosition, ReadError> {
    if !text.contains([';', '%']) {
        return open_game(text, options, tables).map(NotedPosition::new);
    }
    let (info, played) = rules(options);
    let record = ObfRecord::parse(text)?;
    let name = |mv: Move| Othello.move_text(&record.position, mv);
    Ok(NotedPosition {
        title: record.comment.map(|it| it.replace(is_obeyed, " ")),
        best: record.best_moves().map(name).collect(),
        score: record.score().map(i64::from),
        ..NotedPosition::new(open_at(info, played, options.pairs(), record.position))
    })
}
