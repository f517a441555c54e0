//! Games whose rules are Python objects, searched by what the catalogue names.

use std::fmt::{self, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use tremaux_core::{
    CancelToken, Evaluator, Game, GameDepict, GameNotation, HashedGame, Limits, MoveKey,
    ParseError, Picture, Player, Random, Score, Turn, ZeroSumGame, hash_of,
};
use tremaux_games::named::rules::{
    Learnt, PayoffRules, Rules, SearchOf, open, open_hidden, open_payoffs,
};
use tremaux_games::named::{
    AnalysisReport, AnalysisRequest, GameInfo, GameSnapshot, GameTable, OpenedGame, Sampling,
};
use tremaux_play::{Expectiminimax, SearchParts};
use tremaux_registry::{Options, Player as NamedPlayer, RegistryError};

use crate::by_name::limits;
use crate::errors::input_error;
use crate::game::{MOST_PLAYERS, OBJECT, PythonGame, SURVEYED, VERIFIED};
use crate::progress::Watched;
use crate::scoring::{PARTS, Scoring, cancel_out};
use crate::space::Step;

/// The most plies of a random game, which the evaluation judges then.
const MOST_PLIES: u32 = 1000;

static INFO: LazyLock<GameInfo> = LazyLock::new(|| GameInfo {
    name: "python",
    title: "a game whose rules are written in Python",
    // Made once.
    sides: (0..MOST_PLAYERS)
        .map(|nth| &*format!("{OBJECT}p{nth}").leak())
        .collect::<Vec<&str>>()
        .leak(),
    evaluation: "that of the game",
    great_lead: PARTS as u32,
    ..GameInfo::PLAIN
});

/// A kind of game in the catalogue, for a game of one's own.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Two players, one of whom wins what the other loses, and no chance.
    Scores(Scoring),
    /// Chance, or payoffs that are no scores: the same.
    ZeroSum,
    /// Each for itself.
    Payoffs,
    /// Players do not see everything.
    Hidden,
}

impl Way {
    /// Whether an end with these payoffs of two players may occur.
    fn fits(self, mine: f64, other: f64) -> bool {
        match self {
            Self::Scores(scoring) => scoring.score(mine, other).is_some(),
            Self::ZeroSum | Self::Hidden => cancel_out(mine, other),
            Self::Payoffs => true,
        }
    }

    fn open(self, game: &PythonGame, range: (f64, f64)) -> OpenedGame {
        let options = Options::check(&[], &[])?;
        let own = || Own { game: game.clone(), way: self, range };
        match self {
            Self::Scores(_) => open(&INFO, own(), &options, ""),
            Self::ZeroSum | Self::Payoffs => open_payoffs(&INFO, own(), &options, ""),
            Self::Hidden => open_hidden(&INFO, game.clone(), &options, ""),
        }
    }

    /// The report as JSON, with values beside scores: what the player to move gets.
    fn told(self, report: &AnalysisReport) -> Value {
        let payoff = |score: i64, outcome| match self {
            Self::Scores(scoring) => scoring.payoff(score, outcome),
            _ => score as f64 / PARTS,
        };
        let expected = report.expectations.iter().find(|it| it.side == report.side);
        let value = match expected {
            Some(expected) => Some(expected.payoff),
            None => report.score.map(|score| payoff(score, report.outcome)),
        };
        let payoffs: Vec<f64> = report.expectations.iter().map(|it| it.payoff).collect();
        let mut told = serde_json::to_value(report).expect("a report is JSON");
        told["value"] = value.into();
        if !payoffs.is_empty() {
            told["payoffs"] = payoffs.into();
        }
        for (nth, mv) in report.moves.iter().enumerate() {
            told["moves"][nth]["value"] = payoff(mv.value.score, mv.value.outcome).into();
        }
        told
    }
}

/// A game and the kind that it is opened as.
struct Own {
    game: PythonGame,
    way: Way,
    /// What payoffs are between.
    range: (f64, f64),
}

/// The estimates of the game.
struct Estimates;

impl Evaluator<PythonGame> for Estimates {
    fn evaluate(&self, game: &PythonGame, state: &u32) -> Score {
        let Turn::Player(player) = game.turn(state) else { return Score::DRAW };
        let parts = match game.scoring() {
            Scoring::Points(parts) => parts,
            Scoring::Wins(size) => PARTS / size,
            Scoring::None => 0.0,
        };
        Score::estimate((game.estimated(*state, player) * parts).round() as i32)
    }
}

impl Rules for Own {
    type Game = PythonGame;
    type Evaluator = Estimates;
    type Ordering = Learnt<PythonGame>;
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &PythonGame {
        &self.game
    }

    fn evaluator(&self) -> &Estimates {
        &Estimates
    }

    fn side_to_move(&self, state: &u32) -> Player {
        self.game.side(state)
    }

    fn sampling(&self) -> Sampling {
        Sampling { plies: Some(MOST_PLIES), ..Sampling::default() }
    }
}

impl PayoffRules for Own {
    type Game = PythonGame;
    type Evaluator = PythonGame;

    const SCALE: f64 = PARTS;
    const UNIT: &'static str = "";

    fn game(&self) -> &PythonGame {
        &self.game
    }

    fn evaluator(&self) -> &PythonGame {
        &self.game
    }

    fn side_to_move(&self, state: &u32) -> Player {
        self.game.side(state)
    }

    fn range(&self) -> Option<(f64, f64)> {
        matches!(self.way, Way::ZeroSum).then_some(self.range)
    }

    fn sampling(&self) -> Sampling {
        Sampling { plies: Some(MOST_PLIES), ..Sampling::default() }
    }

    fn payoff_range(&self) -> (f64, f64) {
        self.range
    }

    fn start(&self, search: Expectiminimax, state: &u32) -> Option<SearchOf<'_, Self>> {
        let parts = SearchParts::new().evaluator(&self.game);
        PayoffRules::range(self).map(|_| search.start(&self.game, state, parts))
    }
}

/// Who says so promises it, or what breaks it is noticed.
impl ZeroSumGame for PythonGame {
    fn final_score(&self, state: &u32, player: Player) -> Score {
        let score = match self.known_turn(*state) {
            Some(Turn::Chance) => None,
            _ => {
                let (mine, other) = (self.payoff(state, player), self.payoff(state, 1 - player));
                self.scoring().score(mine, other)
            }
        };
        score.unwrap_or_else(|| {
            self.end_misfit();
            Score::DRAW
        })
    }
}

impl HashedGame for PythonGame {
    fn hash(&self, state: &u32) -> u64 {
        hash_of(state)
    }

    fn code(&self, _: &u32, step: Step) -> u16 {
        step.nth().min(usize::from(u16::MAX - 1)) as u16
    }
}

impl MoveKey for PythonGame {
    fn key_count(&self) -> usize {
        1 << 12
    }

    fn move_key(&self, _: &u32, step: Step) -> usize {
        step.nth() % self.key_count()
    }
}

impl GameNotation for PythonGame {
    fn write_position(&self, state: &u32, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{OBJECT}s{state}")
    }

    fn parse_position(&self, text: &str) -> Result<u32, ParseError> {
        Err(ParseError::about(text, text, "no text: states are Python objects"))
    }

    fn write_move(&self, state: &u32, step: Step, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{OBJECT}m{state}:{}", step.nth())
    }

    fn parse_move(&self, _: &u32, text: &str) -> Result<Step, ParseError> {
        Err(ParseError::about(text, text, "no text: actions are Python objects"))
    }
}

impl GameDepict for PythonGame {
    fn depict(&self, _: &u32) -> Picture {
        Picture { width: 0, height: 0, shapes: Vec::new() }
    }
}

/// What was seen of a game before it is searched.
#[derive(Default)]
struct Seen {
    has_chance: bool,
    /// What each of two players gets at the ends, or the first alone.
    ends: Vec<(f64, f64)>,
    least: f64,
    most: f64,
}

impl Seen {
    /// The greatest payoff, or loss.
    fn size(&self) -> f64 {
        let size = self.most.max(-self.least);
        if size > 0.0 { size } else { 1.0 }
    }

    /// What payoffs are between.
    fn range(&self, way: Way) -> (f64, f64) {
        match way {
            Way::Payoffs if self.least < self.most => (self.least, self.most),
            _ => (-self.size(), self.size()),
        }
    }
}

impl PythonGame {
    fn side(&self, state: &u32) -> Player {
        if let Turn::Player(player) = self.turn(state) { player } else { 0 }
    }

    /// Looks at the nearest states and at some games to their ends. Returns whether that is all.
    fn look(&self, py: Python<'_>, limits: &Limits) -> PyResult<(Seen, bool)> {
        const GAMES: u64 = 20;
        const PLIES: u64 = 1000;
        let mut seen = Seen::default();
        let mut note = |state: u32, turn: Turn| {
            seen.has_chance |= turn == Turn::Chance;
            if turn == Turn::Over {
                for player in 0..self.count {
                    let payoff = self.payoff(&state, player as Player);
                    (seen.least, seen.most) = (seen.least.min(payoff), seen.most.max(payoff));
                }
                seen.ends.push(self.end(state));
            }
        };
        let is_whole = self.survey(py, &part(limits, SURVEYED), |state, turn| {
            note(state, turn);
            true
        })?;
        let (mut random, started) = (Random::new(0), Instant::now());
        for _ in 0..if is_whole { 0 } else { GAMES } {
            let mut state = self.start;
            for _ in 0..PLIES {
                let turn = self.turn(&state);
                note(state, turn);
                if turn == Turn::Over {
                    break;
                }
                let mut moves = Vec::new();
                self.moves(&state, &mut moves);
                state = moves[random.scaled(moves.len() as u64) as usize].to();
            }
            py.check_signals()?;
            if limits.time.is_some_and(|time| started.elapsed() > time / 8) {
                break;
            }
        }
        self.shared.take_error().map_or(Ok((seen, is_whole)), Err)
    }

    /// The kinds of games that it may be, those first that say more; and what was seen of it, and
    /// whether those are all ends. Nothing is looked at in a game that promises its kind.
    fn ways(&self, py: Python<'_>, limits: &Limits) -> PyResult<(Vec<Way>, Option<Seen>, bool)> {
        if self.knowledge.is_some() {
            self.check_knowledge(py, limits)?;
            return Ok((vec![Way::Hidden], None, true));
        }
        let points = [Scoring::Points(PARTS), Scoring::Points(1.0)].map(Way::Scores);
        if self.is_zero_sum && self.count == 2 {
            return Ok((vec![points[0], points[1], Way::ZeroSum, Way::Payoffs], None, false));
        }
        let (seen, is_whole) = self.look(py, limits)?;
        let mut ways = Vec::new();
        if self.count == 2 && !seen.has_chance {
            ways.push(Way::Scores(Scoring::Wins(seen.size())));
            ways.extend(points);
        }
        if self.count == 2 {
            ways.push(Way::ZeroSum);
        }
        ways.retain(|way| seen.ends.iter().all(|&(mine, other)| way.fits(mine, other)));
        ways.push(Way::Payoffs);
        Ok((ways, Some(seen), is_whole))
    }

    /// Whether all ends fit, and are in a range; `None` if not all were seen.
    fn verify(
        &self,
        py: Python<'_>,
        way: Way,
        range: Option<(f64, f64)>,
        limits: &Limits,
    ) -> PyResult<Option<bool>> {
        let (mut fits, anything) = (true, (f64::NEG_INFINITY, f64::INFINITY));
        let (least, most) = range.unwrap_or(anything);
        let is_whole = self.survey(py, &part(limits, VERIFIED), |state, turn| {
            if turn == Turn::Over {
                let (mine, other) = self.end(state);
                fits = way.fits(mine, other) && (least..=most).contains(&mine);
            }
            fits &= turn != Turn::Chance || !matches!(way, Way::Scores(_));
            fits
        })?;
        Ok(if fits { is_whole.then_some(true) } else { Some(false) })
    }

    /// The objects that the words of a report stand for.
    fn name(&self, py: Python<'_>, value: &Value, names: &Bound<'_, PyDict>) -> PyResult<()> {
        match value {
            Value::Array(list) => list.iter().try_for_each(|it| self.name(py, it, names)),
            Value::Object(fields) => fields.values().try_for_each(|it| self.name(py, it, names)),
            Value::String(word) => match self.named(py, word) {
                Some(object) => names.set_item(word, object),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn named(&self, py: Python<'_>, word: &str) -> Option<Py<PyAny>> {
        let word = word.strip_prefix(OBJECT)?;
        let (kind, number) = word.split_at_checked(1)?;
        if kind == "m" {
            let (state, nth) = number.split_once(':')?;
            let step = self.shared.step(py, state.parse().ok()?, nth.parse().ok()?);
            return step.map(|(action, ..)| action);
        }
        let number: usize = number.parse().ok()?;
        match kind {
            "s" => Some(self.shared.state(py, number as u32)),
            "p" => self.players(py).get(number).map(|it| it.clone_ref(py)),
            _ => self.knowledge.as_ref()?.object(py, number),
        }
    }
}

/// A part of the limits, for at most so many states.
fn part(limits: &Limits, most: u64) -> Limits {
    let mut part = limits.clone().with_nodes(limits.nodes.map_or(most, |nodes| nodes.min(most)));
    part.time = part.time.map(|time| time / 4);
    part
}

/// Whether anything is called proved.
fn is_proved(report: &AnalysisReport) -> bool {
    let of_moves = report.moves.iter().map(|it| &it.value);
    let mut values = of_moves.chain(report.lines.iter().map(|it| &it.value));
    let has_bounds = report.at_least.is_some() || report.at_most.is_some();
    report.exact
        || has_bounds
        || report.outcome.is_some()
        || values.any(|it| it.exact || it.outcome.is_some())
}

/// Takes back what was called proved.
fn unprove(report: &mut AnalysisReport) {
    (report.exact, report.outcome, report.plies) = (false, None, None);
    (report.at_least, report.at_most) = (None, None);
    for mv in &mut report.moves {
        (mv.at_least, mv.at_most) = (None, None);
    }
    let of_moves = report.moves.iter_mut().map(|it| &mut it.value);
    for value in of_moves.chain(report.lines.iter_mut().map(|it| &mut it.value)) {
        (value.exact, value.outcome, value.plies) = (false, None, None);
    }
}

/// Analyzes a state of a game by an algorithm of the catalogue. Returns the report as JSON, and the
/// objects that some of its words stand for.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn analyze_own<'py>(
    py: Python<'py>,
    rules: Bound<'py, PyAny>,
    state: Option<Bound<'py, PyAny>>,
    algorithm: Option<String>,
    depth: Option<u32>,
    exact: bool,
    lines: usize,
    all_moves: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let started = Instant::now();
    let wrong = |error: RegistryError| input_error(py, &error);
    let mut limits = limits(time, nodes, None, &CancelToken::default())?;
    let mut request = AnalysisRequest { depth, exact, lines, all_moves, ..Default::default() };
    if let Some(text) = algorithm {
        let player = NamedPlayer::parse(&text).map_err(wrong)?;
        player.apply(&mut request, &mut limits).map_err(wrong)?;
    }
    if limits.time.is_none() && limits.nodes.is_none() && request.depth.is_none() && !exact {
        limits.time = Some(Duration::from_secs(1));
    }
    let game = PythonGame::new(py, &rules, state, &part(&limits, VERIFIED))?;
    let (ways, mut seen, is_whole) = game.ways(py, &limits)?;
    let mut refused = None;
    for way in ways {
        if seen.is_none() && matches!(way, Way::ZeroSum | Way::Payoffs) {
            seen = Some(game.look(py, &limits)?.0);
        }
        let range = seen.as_ref().map_or((-1.0, 1.0), |seen| seen.range(way));
        let played = way.open(&game, range).map_err(|error| wrong(error.in_text("")))?;
        if let Err(error) = played.accepts(request.algorithm, request.depth) {
            refused.get_or_insert(error);
            continue;
        }
        if let Err(error) = played.accepts_lines(request.algorithm, request.lines) {
            refused = Some(error);
            continue;
        }
        let cancel = CancelToken::default();
        game.shared.set_cancel(&cancel);
        let mut left = limits.clone().with_cancel(cancel.clone());
        left.time = left.time.map(|time| time.saturating_sub(started.elapsed()));
        let (request, mut table) = (request.clone(), GameTable::new(memory).map_err(wrong)?);
        game.score_by(if let Way::Scores(scoring) = way { scoring } else { Scoring::None });
        let watched = Watched::default();
        let seen = watched.clone();
        // Moves and scores of the search are not those of the rules.
        let mut note =
            move |now: &GameSnapshot| seen.note(json!({ "depth": now.depth, "nodes": now.nodes }));
        let work = move || played.analyze(&request, &mut table, &left, &mut note);
        let function = progress.as_ref().map(|it| it.clone_ref(py));
        let report = watched.run(py, &cancel, function, json!({}), work);
        if let Some(error) = game.shared.take_error() {
            return Err(error);
        }
        let mut report = report?;
        let is_misfit = game.is_misfit();
        game.score_by(Scoring::None);
        if is_misfit {
            continue;
        }
        // An end that was pruned may be another one.
        // A search that samples takes the greatest payoff that was seen for the best.
        let is_bounded = report.samples.is_some() && matches!(way, Way::ZeroSum);
        let is_promised = game.is_zero_sum && !is_bounded;
        let is_sound = is_whole || is_promised || matches!(way, Way::Payoffs);
        if !is_sound && is_proved(&report) {
            match game.verify(py, way, is_bounded.then_some(range), &limits)? {
                Some(true) => {}
                Some(false) => continue,
                None => unprove(&mut report),
            }
        }
        let report = way.told(&report);
        let names = PyDict::new(py);
        game.name(py, &report, &names)?;
        return Ok((report.to_string(), names));
    }
    let unfit = || {
        PyValueError::new_err(
            "this algorithm needs two players whose payoffs cancel out and, \
                               without `mcts` or `expectiminimax`, no chance",
        )
    };
    Err(refused.map_or_else(unfit, wrong))
}
