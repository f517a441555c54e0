//! The registry entry of Connect Four.

use super::book::Book;
use super::{
    AnySize, Centre, Column, ConnectFour, Position, Size, Solution, Solver, Standard, Threats,
    exact_score,
};
use tremaux_core::{Evaluator, GameDepict, Limits, Player, Score};
use tremaux_play::Window;

use super::notation::COLUMN_NAMES;
use crate::named::rules::{ExactSolver, Labels, Learnt, Rules, Solved, Square, open, size};
use crate::named::{AnalysisRequest, Drawn, GameEntry, GameInfo, OpenedGame, rows_of};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub static CONNECT_FOUR: GameEntry = GameEntry::new(&INFO, open_game);

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
    evaluation: "stones in the middle columns",
    options: &[OptionInfo::word("size", "COLUMNSxROWS, for example 8x7")
        .title("size of the board")
        .default("7x6")],
    drawn: Drawn::Holes,
    ..GameInfo::PLAIN
};

/// The evaluation for depths that do not reach the end, with wins by threats.
struct CentreAndThreats;

impl<S: Size> Evaluator<ConnectFour<S>> for CentreAndThreats {
    #[inline]
    fn evaluate(&self, game: &ConnectFour<S>, position: &Position) -> Score {
        Centre.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &ConnectFour<S>, position: &Position) -> Option<Score> {
        Threats.known(game, position)
    }
}

struct Variant<S>(ConnectFour<S>, CentreAndThreats);

impl<S: Size + Send + Sync + 'static> Rules for Variant<S> {
    type Game = ConnectFour<S>;
    type Evaluator = CentreAndThreats;
    type Ordering = (Threats, Learnt<ConnectFour<S>>);
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &ConnectFour<S> {
        &self.0
    }

    fn evaluator(&self) -> &CentreAndThreats {
        &self.1
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.player_to_move()
    }

    fn labels(&self, _: &Position) -> Labels {
        let names = &COLUMN_NAMES[..self.0.size().columns() as usize];
        let bottom = names.iter().map(|&name| char::from(name).to_string()).collect();
        Labels { bottom, ..Labels::default() }
    }

    fn alerts(&self, state: &Position) -> Vec<Square> {
        rows_of(&self.0.depict(state), 4)
    }

    fn shown(&self, position: &Position, score: Score) -> i64 {
        if score.is_decisive() {
            i64::from(exact_score(&self.0, position, score))
        } else {
            i64::from(score.get())
        }
    }

    /// Of positions in which nobody can win at once, on the usual board; one if the book has what
    /// follows.
    fn solving_nodes(&self, position: &Position) -> Option<f64> {
        if Book::of(self.0.size()).is_some_and(|book| book.has_all_after(position)) {
            return Some(1.0);
        }
        Some(1e6 * 1.6_f64.powi(plies_left(&self.0, position) as i32 - 28))
    }

    fn solver(
        &self,
        request: &AnalysisRequest,
        table_bytes: usize,
    ) -> Option<Box<dyn ExactSolver<ConnectFour<S>>>> {
        let is_own = request.algorithm.is_default() || request.algorithm.window() == Window::Bisect;
        let solver = || Solver::new(self.0, table_bytes).with_threads(request.threads);
        // Who names the search wants it to search.
        let own = || if request.algorithm.is_default() { solver().with_book() } else { solver() };
        is_own.then(|| Box::new(own()) as _)
    }
}

impl<S: Size + Send + Sync> ExactSolver<ConnectFour<S>> for Solver<S> {
    fn algorithm(&self) -> Option<&'static str> {
        Some("bisect")
    }

    fn range(&self, position: &Position) -> (Score, Score) {
        let (least, most) = Solver::range(self, position);
        (score_of(&self.game, position, least), score_of(&self.game, position, most))
    }

    fn is_in_book(&self, position: &Position) -> bool {
        Solver::is_in_book(self, position)
    }

    fn plies_left(&self, position: &Position) -> u32 {
        plies_left(&self.game, position)
    }

    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut((Score, Score), u64),
    ) -> Solved<Column> {
        let game = self.game;
        let score = |count| score_of(&game, position, count);
        let scores = |(least, most)| (score(least), score(most));
        let Solution { bounds, line, stopped, statistics } =
            self.solve_watched(position, limits, &mut |it| watch(scores(it.bounds), it.nodes));
        Solved { bounds: scores(bounds), line, stopped, statistics }
    }
}

fn plies_left<S: Size>(game: &ConnectFour<S>, position: &Position) -> u32 {
    game.size().full().count_ones() - position.stones()
}

/// The score of `position`, for the player to move, that [`exact_score`] counts as `count`.
fn score_of<S: Size>(game: &ConnectFour<S>, position: &Position, count: i32) -> Score {
    if count == 0 {
        return Score::DRAW;
    }
    let cells = game.size().full().count_ones();
    let plies = cells + 2 - 2 * count.unsigned_abs() - position.stones();
    // The winner's last stone is the first, the third, ... from here on, or the second, ...
    if count > 0 {
        Score::win_in(plies - (1 - plies % 2))
    } else {
        Score::loss_in(plies - plies % 2)
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    match size("size", options)? {
        (7, 6) => {
            let game: ConnectFour<Standard> = ConnectFour::default();
            open(&INFO, Variant(game, CentreAndThreats), options, text)
        }
        (columns, rows) => {
            let made = ConnectFour::<AnySize>::with_size(columns, rows);
            let expected = "columns × (rows + 1) to be at most 64";
            let game = made.map_err(|_| options.wrong("size", expected))?;
            open(&INFO, Variant(game, CentreAndThreats), options, text)
        }
    }
}
