//! A game in progress, for all games.

use std::collections::BTreeMap;
use std::sync::Arc;

use tremaux_core::{Game, GameDepict, GameNotation, Limits, Picture, Player, Turn};
use tremaux_trace::{Sink, TraceHeader, TraceSelection, TraceShape};

use super::algorithm::GameAlgorithm;
use super::board::Paint;
use super::entry::OpenedGame;
use super::game_rules::Rules;
use super::game_table::GameTable;
use super::hidden::{Hidden, HiddenRules};
use super::info::GameInfo;
use super::kind::{Analysis, Kind, MoveOf, Recording, Searched, StateOf};
use super::look::Look;
use super::payoff_rules::PayoffRules;
use super::payoffs::Payoffs;
use super::played_game::PlayedGame;
use super::report::{AnalysisReport, GameSnapshot, MoveReport, Outcome};
use super::request::AnalysisRequest;
use super::state_reconstructor::GameStates;
use super::zero_sum::ZeroSum;
use tremaux_domain::{OptionPairs, Options, RegistryError, StateReconstructor};

/// A game with its options, its first position and the moves since, including chance moves.
struct PlayedOf<K: Kind> {
    info: &'static GameInfo,
    kind: K,
    options: Vec<(&'static str, String)>,
    /// The first position as it was given, or as the game writes it.
    text: String,
    state: StateOf<K>,
    /// The moves, and the position before each.
    played: Vec<(StateOf<K>, MoveOf<K>)>,
}

/// Opens a two-player game without chance by `rules` at the position `text`, or at the start if
/// `text` is blank.
///
/// # Errors
///
/// Returns the place of what is wrong with the position.
pub fn open<R: Rules>(
    info: &'static GameInfo,
    rules: R,
    options: &Options<'_>,
    text: &str,
) -> OpenedGame {
    open_kind(info, ZeroSum(rules), options, text)
}

/// Opens a two-player game without chance at `state`, whatever led there.
pub fn open_at<R: Rules>(
    info: &'static GameInfo,
    rules: R,
    given: OptionPairs<'_>,
    state: <R::Game as Game>::State,
) -> Box<dyn PlayedGame> {
    let kind = ZeroSum(rules);
    let text = kind.game().position_text(&state);
    Box::new(PlayedOf { info, kind, options: given.to_vec(), text, state, played: Vec::new() })
}

/// The same as [`open`] for a game with chance, or with more than two players.
///
/// # Errors
///
/// See [`open`].
pub fn open_payoffs<R: PayoffRules>(
    info: &'static GameInfo,
    rules: R,
    options: &Options<'_>,
    text: &str,
) -> OpenedGame {
    open_kind(info, Payoffs(rules), options, text)
}

/// The same as [`open`] for a game with hidden information.
///
/// # Errors
///
/// See [`open`].
pub fn open_hidden<G: HiddenRules>(
    info: &'static GameInfo,
    game: G,
    options: &Options<'_>,
    text: &str,
) -> OpenedGame {
    open_kind(info, Hidden(Arc::new(game)), options, text)
}

fn open_kind<K: Kind>(
    info: &'static GameInfo,
    kind: K,
    options: &Options<'_>,
    text: &str,
) -> OpenedGame {
    let game = kind.game();
    let is_start = text.trim().is_empty();
    let state = if is_start { game.initial_state() } else { game.parse_position(text)? };
    let text = match text.split_whitespace().collect::<Vec<_>>().join(" ") {
        blank if blank.is_empty() => game.position_text(&state),
        text => text,
    };
    let (options, played) = (options.pairs().to_vec(), Vec::new());
    Ok(Box::new(PlayedOf { info, kind, options, text, state, played }))
}

impl<K: Kind> PlayedOf<K> {
    fn search(&self, analysis: Analysis<'_>) -> AnalysisReport {
        let (exact, lines) = (analysis.request.exact, analysis.request.lines);
        let searched = Searched {
            info: self.info,
            state: &self.state,
            text: self.position(),
            options: &self.options,
        };
        let mut report = self.kind.analyze(&searched, analysis);
        if exact && report.exact {
            // An exact answer has no estimates of other moves beside it.
            report.moves.retain(MoveReport::is_proved);
        }
        if cfg!(debug_assertions) {
            report.assert_consistent(lines);
        }
        report
    }
}

impl<K: Kind> PlayedGame for PlayedOf<K> {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn options(&self) -> &[(&'static str, String)] {
        &self.options
    }

    fn start(&self) -> String {
        self.text.clone()
    }

    fn position(&self) -> String {
        if self.played.is_empty() { self.text.clone() } else { self.written() }
    }

    fn written(&self) -> String {
        self.kind.game().position_text(&self.state)
    }

    fn picture(&self) -> String {
        self.kind.picture(&self.state)
    }

    fn board(&self, is_colored: bool) -> String {
        let before = self.played.last().map(|(before, _)| before);
        self.kind.board(&self.state, before, Paint(is_colored))
    }

    fn view(&self, viewer: Player) -> Option<String> {
        self.kind.view(&self.state, viewer)
    }

    fn depict(&self) -> Picture {
        self.kind.game().depict(&self.state)
    }

    fn look(&self) -> Look {
        Look { scale: self.info.scale, ..self.kind.look(&self.state, &self.played) }
    }

    fn player_count(&self) -> usize {
        self.kind.game().player_count()
    }

    fn chance_move(&self, at: f64) -> Option<String> {
        self.kind.chance_move(&self.state, at)
    }

    fn turn(&self) -> Turn {
        self.kind.game().turn(&self.state)
    }

    fn played(&self) -> Vec<String> {
        let game = self.kind.game();
        self.played.iter().map(|(before, mv)| game.move_text(before, *mv)).collect()
    }

    fn moves(&self) -> Vec<String> {
        let game = self.kind.game();
        let mut moves = Vec::new();
        if game.turn(&self.state) != Turn::Over {
            game.moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| game.move_text(&self.state, mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, RegistryError> {
        let game = self.kind.game();
        let mv = game.parse_move(&self.state, text).map_err(|error| RegistryError::Instance {
            option: None,
            text: text.to_owned(),
            error: Box::new(error),
        })?;
        let words = game.move_text(&self.state, mv);
        self.played.push((self.state.clone(), mv));
        let _ = game.play(&mut self.state, mv);
        Ok(words)
    }

    fn take_back(&mut self) -> bool {
        match self.played.pop() {
            Some((before, _)) => {
                self.state = before;
                true
            }
            None => false,
        }
    }

    fn result(&self) -> Option<(Outcome, i64)> {
        (self.turn() == Turn::Over).then(|| self.kind.result(&self.state))
    }

    fn reason(&self) -> Option<&'static str> {
        if self.turn() == Turn::Over { self.kind.reason(&self.state) } else { None }
    }

    fn record(&self) -> Option<String> {
        let start = self.played.first().map_or(&self.state, |(before, _)| before);
        let moves: Vec<MoveOf<K>> = self.played.iter().map(|&(_, mv)| mv).collect();
        self.kind.record(start, &moves)
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        if self.turn() == Turn::Over { self.kind.payoffs(&self.state) } else { None }
    }

    fn payoff_unit(&self) -> &'static str {
        self.kind.payoff_unit()
    }

    fn is_wide(&self) -> bool {
        self.kind.is_wide()
    }

    fn algorithms(&self) -> Vec<&'static str> {
        // The default runs under another name in games without selective methods or with chance.
        let mut names = vec![self.kind.chosen(GameAlgorithm::default()).name];
        let accepted = GameAlgorithm::all().filter(|it| self.kind.accepts(*it, None).is_ok());
        for name in accepted.map(|algorithm| self.kind.chosen(algorithm).name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn accepts(&self, algorithm: GameAlgorithm, depth: Option<u32>) -> Result<(), RegistryError> {
        self.kind.accepts(algorithm, depth)
    }

    fn accepts_lines(&self, algorithm: GameAlgorithm, lines: usize) -> Result<(), RegistryError> {
        let chosen = self.kind.chosen(algorithm);
        if lines <= 1 || chosen.has_lines() {
            return Ok(());
        }
        let known = self.algorithms();
        let suits = |it: &GameAlgorithm| it.has_lines() && known.contains(&it.name);
        let offered: Vec<_> = GameAlgorithm::all().filter(suits).map(|it| it.name).collect();
        let others = match offered.is_empty() {
            true => "and so does every algorithm for this game".to_owned(),
            false => format!("for several use {}", offered.join(", ")),
        };
        let reason = format!("{} finds one line; {others}", chosen.name);
        Err(RegistryError::NotApplicable { option: "lines", reason })
    }

    fn analyze(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport {
        let request = request.clone();
        self.search(Analysis { request, table, limits, watch, recording: None })
    }

    fn into_state_reconstructor(self: Box<Self>) -> Option<Box<dyn StateReconstructor>> {
        Some(Box::new(GameStates::new(self.kind, self.state)))
    }

    fn trace_header(&self, request: &AnalysisRequest, selection: TraceSelection) -> TraceHeader {
        let sides = self.info.sides[..self.player_count()].iter();
        TraceHeader {
            instance: self.position(),
            options: by_name(&self.options),
            algorithm: self.kind.chosen(request.algorithm).name.to_owned(),
            heuristic: Some(self.info.evaluation.to_owned()),
            selection,
            sides: sides.map(|&side| side.to_owned()).collect(),
            judged: self.kind.judged(&self.state, request.algorithm),
            unit: match request.algorithm.has_depth() {
                true => self.info.unit.map(str::to_owned),
                false => Some("%".to_owned()),
            },
            ..TraceHeader::new(self.info.name, TraceShape::Game)
        }
    }

    fn analyze_recorded(
        &self,
        request: &AnalysisRequest,
        table: &mut GameTable,
        limits: &Limits,
        selection: TraceSelection,
        sink: &mut dyn Sink,
        watch: &mut dyn FnMut(&GameSnapshot),
    ) -> AnalysisReport {
        let request = AnalysisRequest { threads: 1, ..request.clone() };
        let recording: Recording<'_> = Some((selection, sink));
        self.search(Analysis { request, table, limits, watch, recording })
    }
}

/// Options as a header holds them.
fn by_name(options: &[(&'static str, String)]) -> BTreeMap<String, String> {
    options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}
