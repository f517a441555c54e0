//! Go over the Go Text Protocol, version 2 (G. Farnebäck 2002).
//!
//! Commands are executed one after the other: what comes during a search waits. A search ends at its
//! time even if nobody reads or the input has ended. All stones on the board count as alive.

#[doc(hidden)]
pub mod clocks;
mod command;

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::time::{Duration, Instant};

use tremaux_core::{Game, GameNotation, Player, Turn};
use tremaux_games::go::entry::played_at;
use tremaux_games::go::{Go, Move, Position, Ruleset, SgfGame};
use tremaux_games::named::AnalysisRequest;

use crate::server::{
    Engine as _, GameEngine, GameTask, Hold, Iteration, Outcome, Protocol, Session, Start,
};
use clocks::Clocks;
use command::{COMMANDS, Command};

/// The settings of a server.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The time for each move; on a clock, the most.
    pub time: Option<Duration>,
    /// Whether hopeless games are resigned.
    pub resigns: bool,
    /// The number of rows until a `boardsize`.
    pub size: usize,
    /// The komi in halves of a point until a `komi`.
    pub komi: i32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { time: None, resigns: true, size: 9, komi: 15 }
    }
}

impl Settings {
    /// The time for each move if neither the settings nor the controller limit it.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
}

/// Serves a controller over the Go Text Protocol until it sends `quit` or the input ends; a search
/// that still runs then takes its time and is answered.
///
/// # Errors
///
/// Fails if `writer` does, if there is not enough memory for a table of 64 MiB, or if the size of the
/// settings is not from 1 to 19.
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
    let (earlier, asked) = (Vec::new(), None);
    Server { writer, session, settings, game, position, earlier, clocks, asked }.serve()
}

/// A command to generate a move, while the search runs.
struct Asked {
    id: String,
    at: Instant,
    player: Player,
    /// Whether the move is played.
    is_played: bool,
}

/// The state of the dialogue.
struct Server<'a> {
    writer: &'a mut dyn Write,
    session: Session<GameEngine>,
    settings: Settings,
    game: Go,
    position: Position,
    /// The positions before each move.
    earlier: Vec<Position>,
    clocks: Clocks,
    asked: Option<Asked>,
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
        let Some(command) = Command::read(line) else { return Ok(()) };
        let id = command.id.clone();
        match self.obey(command, at) {
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

    fn answer(&mut self, outcome: Outcome<String>) -> io::Result<()> {
        let Some(Asked { id, at, player, is_played }) = self.asked.take() else { return Ok(()) };
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

    /// Executes a command. Returns the answer, or `None` if a search has started.
    fn obey(&mut self, mut command: Command, at: Instant) -> Result<Option<String>, String> {
        let mut answer = String::new();
        match command.name.clone().as_str() {
            "protocol_version" => answer += "2",
            "name" => answer += "Tremaux",
            "version" => answer += env!("CARGO_PKG_VERSION"),
            "known_command" => {
                let word = command.word("a command")?;
                let is_known = COMMANDS.split(' ').any(|name| name == word);
                answer += if is_known { "true" } else { "false" };
            }
            "list_commands" => answer = COMMANDS.replace(' ', "\n"),
            "quit" => {}
            "boardsize" => {
                let size = command.number("a number of rows")?;
                let game = Go::new(size).ok_or("unacceptable size")?;
                self.game = game.rules(Ruleset::Chinese).komi(self.settings.komi);
                self.clear();
            }
            "clear_board" => self.clear(),
            "komi" => {
                let komi = command.float("a komi")? * 2.0;
                if komi.fract() != 0.0 || komi.abs() > f64::from(Go::MOST_KOMI) {
                    return Err("expected at most 99.5 points, with halves".into());
                }
                self.settings.komi = komi as i32;
                self.game = self.game.clone().komi(komi as i32);
                // What is kept between moves holds for one komi.
                self.session.with_engine(GameEngine::clear);
            }
            "play" => {
                let (player, text) = (command.color()?, command.word("a vertex")?);
                let position = self.position_for(player);
                let mv = self
                    .game
                    .parse_move(&position, &text)
                    .map_err(|error| format!("illegal move: expected {}", error.expected))?;
                command.end()?;
                self.position = position;
                self.play(mv);
            }
            "genmove" | "reg_genmove" => {
                let (is_played, player) = (command.name == "genmove", command.color()?);
                command.end()?;
                self.position = self.position_for(player);
                let asked = Asked { id: command.id, at, player, is_played };
                return Ok(self.think(asked));
            }
            "undo" => self.position = self.earlier.pop().ok_or("cannot undo")?,
            "fixed_handicap" | "place_free_handicap" => {
                let stones: u32 = command.number("a number of stones")?;
                let is_fixed = command.name == "fixed_handicap";
                let least = if is_fixed { stones } else { 2 };
                let points =
                    (least..=stones.min(9)).rev().find_map(|it| self.game.handicap_points(it));
                let points = points.ok_or("invalid number of stones")?;
                answer = self.set_handicap(&points)?;
            }
            "set_free_handicap" => {
                let mut points = Vec::new();
                while let Some(word) = command.next() {
                    let mv = self.game.parse_move(&self.position, &word);
                    let mv = mv.ok().filter(|&mv| mv != Move::PASS && !points.contains(&mv));
                    points.push(mv.ok_or("bad vertex list")?);
                }
                let has_room = points.len() < self.game.size() * self.game.size();
                if points.len() < 2 || !has_room {
                    return Err("bad vertex list".into());
                }
                self.set_handicap(&points)?;
            }
            "time_settings" => {
                let main = command.seconds("the main time in seconds")?;
                let period = command.seconds("a byo-yomi time in seconds")?;
                self.clocks.set(main, period, command.number("a number of byo-yomi stones")?);
            }
            "time_left" => {
                let (player, time) = (command.color()?, command.seconds("seconds")?);
                self.clocks.left[usize::from(player)] =
                    (time, command.number("a number of stones")?);
            }
            "final_score" => answer = self.game.result_text(&self.position),
            "final_status_list" => match command.word("a status")?.as_str() {
                "alive" => answer = self.stones().join("\n"),
                "dead" | "seki" => {}
                _ => return Err("expected alive, dead or seki".into()),
            },
            "loadsgf" => {
                let path = command.word("a file")?;
                let number = command.optional_number("a number of the move")?;
                self.load(&path, number)?;
            }
            "showboard" => {
                let board = played_at(&self.game, self.position.clone()).board(false);
                answer = format!("\n{board}");
            }
            _ => return Err("unknown command".into()),
        }
        command.end()?;
        Ok(Some(answer))
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
        self.earlier.push(self.position.clone());
        self.game.play(&mut self.position, mv);
    }

    fn vertex(&self, mv: Move) -> String {
        self.game.move_text(&self.position, mv)
    }

    /// The points of all stones.
    fn stones(&self) -> Vec<String> {
        let (size, board) = (self.game.size(), self.position.board());
        let places = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let stones = places.filter(|&(x, y)| board.stone(x, y).is_some());
        stones.filter_map(|(x, y)| Some(self.vertex(self.game.point(x, y)?))).collect()
    }

    fn set_handicap(&mut self, points: &[Move]) -> Result<String, String> {
        if !self.stones().is_empty() {
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
        const MOST_BYTES: u64 = 1 << 26;
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|it| it.take(MOST_BYTES).read_to_end(&mut bytes));
        read.map_err(|error| format!("cannot load file: {error}"))?;
        let text = String::from_utf8_lossy(&bytes);
        let read = || {
            let found = SgfGame::read_each(&text).swap_remove(0)?;
            let game = found.game(&text)?;
            let line = found.replay(&game, &text)?;
            Ok((game, line))
        };
        let (game, line) = read().map_err(|error: tremaux_core::ParseError| {
            let text = error.to_string();
            format!("cannot load file: {}", text.lines().next().unwrap_or_default())
        })?;
        self.clear();
        (self.game, self.position) = (game, line.start);
        let count = number.map_or(usize::MAX, |number| number.saturating_sub(1));
        line.moves.into_iter().take(count).for_each(|mv| self.play(mv));
        Ok(())
    }

    /// Starts a search, or answers at once if passing wins.
    fn think(&mut self, asked: Asked) -> Option<String> {
        if self.position.passes() > 0 && self.game.leads(&self.position, asked.player) {
            if asked.is_played {
                self.play(Move::PASS);
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
        let game = played_at(&self.game, self.position.clone());
        self.asked = Some(asked);
        self.session.start(start, GameTask { game, request, nodes: None });
        None
    }

    /// A move instead of one that fills an eye, or of a pass that loses: the most promising one that
    /// does neither. Dead stones must be captured before they count as dead.
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
        let is_late = self.stones().len() as i32 > points / 3;
        self.settings.resigns && is_late && score < -100 * (15 + points / 6)
    }
}
