//! Go over the Go Text Protocol, version 2 (G. Farnebäck 2002).
//!
//! Commands are executed one after the other: what comes during a search waits, but ends an
//! analysis (`lz-analyze`, `kata-analyze`). A search ends at its time even if nobody reads or the
//! input has ended. A command that is answered with an error changes nothing. All stones on the
//! board count as alive.

mod analysis;
mod clocks;
mod command;
mod commands;
mod settings;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tremaux_core::{Game, GameNotation, ParseError, Player, Turn};
use tremaux_domain::reading::{ReadLimits, TextSource, read_text};
use tremaux_games::catalog::go_played_at;
use tremaux_games::go::{Go, Move, Position, Ruleset, SgfGame};
use tremaux_games::named::AnalysisRequest;

use crate::server::{
    Engine as _, GameEngine, GameTask, Hold, Iteration, Outcome, Protocol, Report, Session, Start,
};
use analysis::Analysis;
use clocks::Clocks;
use command::Command;

pub use settings::Settings;

/// Serves a controller over the Go Text Protocol until it sends `quit` or the input ends; a search
/// that still runs then takes its time and is answered.
///
/// # Errors
///
/// Fails if `writer` does, if there is not enough memory for a table of 64 MiB, or if the size of
/// the settings is not from 1 to 19.
pub fn serve(
    reader: impl BufRead + Send + 'static,
    writer: &mut dyn Write,
    settings: Settings,
) -> io::Result<()> {
    let engine = GameEngine::new(64 << 20).map_err(io::Error::other)?;
    let game = Go::new(settings.size).ok_or_else(|| io::Error::other("expected 1 to 19 rows"))?;
    let game = game.rules(Ruleset::Chinese).komi(settings.komi);
    let position = game.initial_state();
    let session = Session::new(reader, engine);
    let clocks = Clocks::new(settings.time);
    let (earlier, asked, analysis) = (Vec::new(), None, None);
    Server { writer, session, settings, game, position, earlier, clocks, asked, analysis }.serve()
}

/// A command to generate a move, while the search runs.
struct Asked {
    id: String,
    at: Instant,
    player: Player,
    /// Whether the move is played.
    is_played: bool,
    /// The position to go back to if it is not: another player may have been to move.
    before: Position,
}

/// A move of the game.
struct Played {
    before: Position,
    player: Player,
    mv: Move,
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<GameEngine>,
    settings: Settings,
    game: Go,
    position: Position,
    earlier: Vec<Played>,
    clocks: Clocks,
    asked: Option<Asked>,
    /// What a running analysis shows.
    analysis: Option<Analysis>,
}

impl Protocol for Server<'_> {
    type Engine = GameEngine;

    fn session(&mut self) -> &mut Session<GameEngine> {
        &mut self.session
    }

    fn output(&mut self) -> &mut dyn Write {
        self.writer
    }

    fn execute(&mut self, line: &str, at: Instant) -> io::Result<()> {
        if self.analysis.is_some() {
            self.end_search()?;
        }
        let Some(command) = Command::read(line) else { return Ok(()) };
        let id = command.id.clone();
        match self.obey(command, at) {
            Ok(None) if self.analysis.is_some() => writeln!(self.writer, "={id}"),
            Ok(None) => self.finish_search(),
            Ok(Some(answer)) => self.respond('=', &id, &answer),
            Err(problem) => self.respond('?', &id, &problem),
        }
    }

    fn refuse(&mut self, problem: &str) -> io::Result<()> {
        self.respond('?', "", problem)
    }

    fn show_iteration(&mut self, _: Iteration<String>) -> io::Result<()> {
        Ok(())
    }

    fn show(&mut self, report: Report<String>) -> io::Result<()> {
        match (report, &mut self.analysis) {
            (Report::Moves(lines), Some(analysis)) => match analysis.text(&lines) {
                // No move was tried yet; an empty line would end the answer.
                text if text.is_empty() => Ok(()),
                text => writeln!(self.writer, "{text}"),
            },
            _ => Ok(()),
        }
    }

    fn answer(&mut self, outcome: Outcome<String>) -> io::Result<()> {
        if self.analysis.take().is_some() {
            return writeln!(self.writer);
        }
        let Some(asked) = self.asked.take() else { return Ok(()) };
        let Asked { id, at, player, is_played, before } = asked;
        if is_played {
            self.clocks.spend(player, at.elapsed());
        }
        let best = outcome.line.first().map(|best| self.game.parse_move(&self.position, best));
        let best = self.sensible(best.and_then(Result::ok).unwrap_or(Move::PASS));
        let score = outcome.iteration.and_then(|it| Some(it.lines.first()?.score.get()));
        if is_played && score.is_some_and(|score| self.is_hopeless(score)) {
            return self.respond('=', &id, "resign");
        }
        let text = self.vertex(best);
        if is_played {
            self.play(best);
        } else {
            self.position = before;
        }
        self.respond('=', &id, &text)
    }

    fn quit(&mut self, line: &str) -> io::Result<()> {
        let id = Command::read(line).map_or(String::new(), |command| command.id);
        self.respond('=', &id, "")
    }
}

impl Server<'_> {
    fn respond(&mut self, sign: char, id: &str, text: &str) -> io::Result<()> {
        let text = text.trim_end();
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        writeln!(self.writer, "{sign}{id}{space}{text}\n")
    }

    /// An empty board.
    fn clear(&mut self) {
        self.game = self.game.clone().handicap(0);
        self.position = self.game.initial_state();
        self.earlier.clear();
        self.session.with_engine(GameEngine::clear);
    }

    /// The position with `player` to move: in this protocol anyone may, even after two passes.
    fn position_for(&self, player: Player) -> Position {
        let position = self.position.clone();
        let is_due = self.game.turn(&position) == Turn::Player(player);
        if is_due { position } else { position.with_player_to_move(player) }
    }

    fn play(&mut self, mv: Move) {
        let (before, player) = (self.position.clone(), self.position.board().player_to_move());
        self.earlier.push(Played { before, player, mv });
        self.game.play(&mut self.position, mv);
    }

    fn vertex(&self, mv: Move) -> String {
        self.game.move_text(&self.position, mv)
    }

    /// The points of all stones, or of those of a player.
    fn stones(&self, of: Option<Player>) -> Vec<String> {
        let (size, board) = (self.game.size(), self.position.board());
        let places = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let is_shown = |found: Option<Player>| found.is_some() && (of.is_none() || found == of);
        let stones = places.filter(|&(x, y)| is_shown(board.stone(x, y)));
        stones.filter_map(|(x, y)| Some(self.vertex(self.game.point(x, y)?))).collect()
    }

    fn set_handicap(&mut self, points: &[Move]) -> Result<String, String> {
        if !self.stones(None).is_empty() {
            return Err("board not empty".into());
        }
        self.clear();
        let mut position = self.game.initial_state();
        for &mv in points {
            position = position.with_player_to_move(0);
            self.game.play(&mut position, mv);
        }
        // The boards with fewer stones never were positions of the game.
        let text = self.game.position_text(&position);
        self.position = self.game.parse_position(&text).map_err(|error| error.to_string())?;
        self.game = self.game.clone().handicap(points.len() as u32);
        Ok(points.iter().map(|&mv| self.vertex(mv)).collect::<Vec<_>>().join(" "))
    }

    /// The first game of a file, before the move with this number.
    fn load(&mut self, path: &str, number: Option<usize>) -> Result<(), String> {
        let failed = |reason: String| {
            format!("cannot load file: {}", reason.lines().next().unwrap_or_default())
        };
        let source = TextSource::File(PathBuf::from(path));
        let input = read_text(source, &ReadLimits::default());
        let text = input.map_err(|error| failed(error.to_string()))?.text;
        let read = || {
            let found = SgfGame::read_each(&text).swap_remove(0)?;
            let game = found.game(&text)?;
            let line = found.replay(&game, &text)?;
            Ok((game, line))
        };
        let (game, line) = read().map_err(|error: ParseError| failed(error.to_string()))?;
        self.clear();
        (self.game, self.position) = (game, line.start);
        let count = number.map_or(usize::MAX, |number| number.saturating_sub(1));
        line.moves.into_iter().take(count).for_each(|mv| self.play(mv));
        Ok(())
    }

    /// The game in SGF. Where a player moves twice in a row, the other one passes.
    fn record(&self) -> String {
        let start = self.earlier.first().map_or(&self.position, |first| &first.before);
        let (mut start, mut moves) = (start.clone(), Vec::new());
        let mut player = self.earlier.first().map_or(0, |first| first.player);
        if !self.earlier.is_empty() && start.board().player_to_move() != player {
            start = start.with_player_to_move(player);
        }
        for played in &self.earlier {
            if played.player != player {
                moves.push(Move::PASS);
            }
            moves.push(played.mv);
            player = 1 - played.player;
        }
        SgfGame::write(&self.game, &start, &moves)
    }

    /// Starts a search, or answers at once if passing wins.
    fn think(&mut self, asked: Asked) -> Option<String> {
        if self.position.passes() > 0 && self.game.leads(&self.position, asked.player) {
            if asked.is_played {
                self.play(Move::PASS);
            } else {
                self.position = asked.before;
            }
            return Some(self.vertex(Move::PASS));
        }
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let clock = self.clocks.clock(asked.player, &self.position);
        let fallback = Some(self.vertex(self.sensible(Move::PASS)));
        let is_forced = moves.len() == 1;
        let (at, hold) = (asked.at, Hold::No);
        let start = Start { at, clock, hold, is_forced, fallback, is_awaited: true };
        let request = AnalysisRequest { is_for_move: true, ..Default::default() };
        let game = go_played_at(&self.game, self.position.clone());
        self.asked = Some(asked);
        self.session.start(start, GameTask { game, request, nodes: None, interval: None });
        None
    }

    /// Starts an analysis, which goes on until the next line.
    fn analyze(&mut self, player: Player, interval: Duration, analysis: Analysis, at: Instant) {
        let position = self.position_for(player);
        let (clock, hold) = (clocks::endless(), Hold::UntilStop);
        let start = Start { at, clock, hold, is_forced: false, fallback: None, is_awaited: false };
        let points = self.game.size() * self.game.size();
        let request = AnalysisRequest { lines: points + 1, ..Default::default() };
        let game = go_played_at(&self.game, position);
        self.analysis = Some(analysis);
        let interval = Some(interval);
        self.session.start(start, GameTask { game, request, nodes: None, interval });
    }

    /// A move instead of one that fills an eye, or of a pass that loses: the most promising one
    /// that does neither. Dead stones must be captured before they count as dead.
    fn sensible(&self, mv: Move) -> Move {
        let (game, position) = (&self.game, &self.position);
        let is_lost = mv == Move::PASS && !game.leads(position, position.board().player_to_move());
        if !is_lost && !game.fills_eye(position, mv) {
            return mv;
        }
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        game.moves(position, &mut moves);
        moves.retain(|&mv| mv != Move::PASS && !game.fills_eye(position, mv));
        game.priors(position, &moves, &mut weights);
        let best = moves.iter().zip(weights).max_by(|one, other| one.1.total_cmp(&other.1));
        best.map_or(Move::PASS, |(&mv, _)| mv)
    }

    /// Whether a game with this score in hundredths of a point is worth no more moves.
    fn is_hopeless(&self, score: i32) -> bool {
        let points = (self.game.size() * self.game.size()) as i32;
        let is_late = self.stones(None).len() as i32 > points / 3;
        self.settings.resigns && is_late && score < -100 * (15 + points / 6)
    }
}
