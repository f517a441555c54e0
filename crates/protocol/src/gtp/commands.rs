//! The commands and what they do.

use std::time::{Duration, Instant};

use tremaux_core::GameNotation;
use tremaux_games::catalog::go_played_at;
use tremaux_games::go::{Go, Move, Ruleset};

use super::analysis::{Analysis, Dialect};
use super::command::{COMMANDS, Command, color};
use super::{Asked, Server};
use crate::lines::shown;
use crate::server::{Engine as _, GameEngine};

impl Server<'_> {
    /// Executes a command. Returns the answer, or `None` if a search has started.
    ///
    /// All arguments are read before anything changes.
    pub(super) fn obey(
        &mut self,
        mut command: Command,
        at: Instant,
    ) -> Result<Option<String>, String> {
        let given = &mut command;
        let answer = match given.name.clone().as_str() {
            "genmove" => return self.generate(command, true, at),
            "reg_genmove" => return self.generate(command, false, at),
            "lz-analyze" => return self.start_analysis(command, Dialect::Leela, at),
            "kata-analyze" => return self.start_analysis(command, Dialect::Kata, at),
            "boardsize" => self.resize(given)?,
            "clear_board" => {
                given.end()?;
                self.clear();
                String::new()
            }
            "komi" => self.set_komi(given)?,
            "kgs-rules" | "kata-set-rules" => self.set_rules(given)?,
            "play" => self.play_given(given)?,
            "undo" => {
                given.end()?;
                self.position = self.earlier.pop().ok_or("cannot undo")?.before;
                String::new()
            }
            "fixed_handicap" => self.place_handicap(given, true)?,
            "place_free_handicap" => self.place_handicap(given, false)?,
            "set_free_handicap" => self.set_free_handicap(given)?,
            "time_settings" | "kgs-time_settings" | "time_left" => self.set_time(given)?,
            "loadsgf" => {
                let path = given.word("a file")?;
                let number = given.optional_number("a number of the move")?;
                given.end()?;
                self.load(&path, number)?;
                String::new()
            }
            _ => self.describe(given)?,
        };
        Ok(Some(answer))
    }

    /// The commands that change nothing.
    fn describe(&self, given: &mut Command) -> Result<String, String> {
        let name = given.name.clone();
        let word = match name.as_str() {
            "known_command" => given.word("a command")?,
            "final_status_list" => given.word("a status")?,
            "final_status" => given.word("a vertex")?,
            _ => String::new(),
        };
        let player = if name == "list_stones" { Some(given.color()?) } else { None };
        if COMMANDS.split(' ').any(|known| known == name) {
            given.end()?;
        }
        Ok(match name.as_str() {
            "protocol_version" => "2".to_owned(),
            "name" => "Tremaux".to_owned(),
            "version" => env!("CARGO_PKG_VERSION").to_owned(),
            "known_command" => COMMANDS.split(' ').any(|known| known == word).to_string(),
            "list_commands" => COMMANDS.replace(' ', "\n"),
            "quit" | "kgs-game_over" => String::new(),
            "get_komi" => self.game.komi_in_points().to_string(),
            "list_stones" => self.stones(player).join(" "),
            "final_score" => self.game.result_text(&self.position),
            "final_status" => {
                let stones = self.stones(None);
                let found = stones.into_iter().find(|it| it.eq_ignore_ascii_case(&word));
                found.map(|_| "alive".to_owned()).ok_or("expected the vertex of a stone")?
            }
            "final_status_list" => match word.as_str() {
                "alive" => self.stones(None).join("\n"),
                "dead" | "seki" => String::new(),
                _ => return Err("expected alive, dead or seki".into()),
            },
            "printsgf" => self.record(),
            "showboard" => {
                format!("\n{}", go_played_at(&self.game, self.position.clone()).board(false))
            }
            _ => return Err("unknown command".into()),
        })
    }

    fn resize(&mut self, given: &mut Command) -> Result<String, String> {
        let size = given.number("a number of rows")?;
        given.end()?;
        let game = Go::new(size).ok_or("unacceptable size")?.rules(self.game.ruleset());
        let komi = Go::hundredths(self.game.komi_in_points()).unwrap_or_default();
        self.game = game.komi_in_hundredths(komi);
        self.clear();
        Ok(String::new())
    }

    fn set_komi(&mut self, given: &mut Command) -> Result<String, String> {
        let komi = Go::hundredths(given.float("a komi")?);
        given.end()?;
        let most = Go::MOST_KOMI / 2;
        let komi = komi.ok_or(format!("expected at most {most} points, with two decimals"))?;
        self.game = self.game.clone().komi_in_hundredths(komi);
        // What is kept between moves holds for one komi.
        self.session.with_engine(GameEngine::clear);
        Ok(String::new())
    }

    /// Other rules for the position on the board: what was played stays.
    fn set_rules(&mut self, given: &mut Command) -> Result<String, String> {
        let name = given.word("rules")?;
        given.end()?;
        let known = Ruleset::OPTIONS.join(", ");
        let rules = Ruleset::of_sgf(&name);
        let rules = rules.ok_or(format!("expected {known}, found `{}`", shown(&name)))?;
        self.game = self.game.clone().rules(rules);
        self.position = self.game.recounted(self.position.clone());
        self.session.with_engine(GameEngine::clear);
        Ok(String::new())
    }

    fn play_given(&mut self, given: &mut Command) -> Result<String, String> {
        let (player, text) = (given.color()?, given.word("a vertex")?);
        given.end()?;
        let position = self.position_for(player);
        let mv = self.game.parse_move(&position, &text);
        let mv = mv.map_err(|error| format!("illegal move: expected {}", error.expected))?;
        self.position = position;
        self.play(mv);
        Ok(String::new())
    }

    fn generate(
        &mut self,
        mut given: Command,
        is_played: bool,
        at: Instant,
    ) -> Result<Option<String>, String> {
        let player = given.color()?;
        given.end()?;
        let position = self.position_for(player);
        let before = std::mem::replace(&mut self.position, position);
        Ok(self.think(Asked { id: given.id, at, player, is_played, before }))
    }

    /// `[COLOR] [CENTISECONDS] [KEY VALUE …]`, in any order of the first two.
    fn start_analysis(
        &mut self,
        mut given: Command,
        dialect: Dialect,
        at: Instant,
    ) -> Result<Option<String>, String> {
        /// What changes only what is shown, and is not shown here.
        const IGNORED: [&str; 8] = [
            "minmoves",
            "ownership",
            "ownershipStdev",
            "movesOwnership",
            "movesOwnershipStdev",
            "pvVisits",
            "pvEdgeVisits",
            "rootInfo",
        ];
        let mut player = self.position.board().player_to_move();
        let (mut centiseconds, mut most) = (100_u64, usize::MAX);
        while let Some(word) = given.next() {
            let number = |word: &str| {
                let found = word.parse().ok().filter(|it| (1..=1_000_000).contains(it));
                found.ok_or(format!("syntax error: expected a number, found `{}`", shown(word)))
            };
            match word.as_str() {
                "interval" => centiseconds = number(&given.word("centiseconds")?)?,
                "maxmoves" => most = number(&given.word("a number of moves")?)? as usize,
                word if IGNORED.contains(&word) => drop(given.word("a value")?),
                word => match color(word) {
                    Some(color) => player = color,
                    None => centiseconds = number(word)?,
                },
            }
        }
        let position = self.position_for(player);
        let analysis = Analysis::new(dialect, self.game.clone(), &position, most);
        let interval = Duration::from_millis(10 * centiseconds.max(1));
        self.analyze(player, interval, analysis, at);
        Ok(None)
    }

    fn place_handicap(&mut self, given: &mut Command, is_fixed: bool) -> Result<String, String> {
        let stones: u32 = given.number("a number of stones")?;
        given.end()?;
        let least = if is_fixed { stones } else { 2 };
        let points = (least..=stones.min(9)).rev().find_map(|it| self.game.handicap_points(it));
        self.set_handicap(&points.ok_or("invalid number of stones")?)
    }

    fn set_free_handicap(&mut self, given: &mut Command) -> Result<String, String> {
        let mut points = Vec::new();
        while let Some(word) = given.next() {
            let mv = self.game.parse_move(&self.position, &word);
            let mv = mv.ok().filter(|&mv| mv != Move::PASS && !points.contains(&mv));
            points.push(mv.ok_or("bad vertex list")?);
        }
        let has_room = points.len() < self.game.size() * self.game.size();
        if points.len() < 2 || !has_room {
            return Err("bad vertex list".into());
        }
        self.set_handicap(&points)?;
        Ok(String::new())
    }

    fn set_time(&mut self, given: &mut Command) -> Result<String, String> {
        if given.name == "time_left" {
            let (player, time) = (given.color()?, given.seconds("seconds")?);
            let stones = given.number("a number of stones")?;
            given.end()?;
            self.clocks.left[usize::from(player)] = (time, stones);
            return Ok(String::new());
        }
        let is_kgs = given.name.starts_with("kgs");
        let system = if is_kgs { given.word("a time system")? } else { "canadian".to_owned() };
        let (mut main, mut period, mut stones) = (Duration::ZERO, Duration::ZERO, 0);
        match system.as_str() {
            // A period without stones is no limit.
            "none" => period = Duration::from_secs(1),
            "absolute" => main = given.seconds("the main time in seconds")?,
            "canadian" | "byoyomi" => {
                main = given.seconds("the main time in seconds")?;
                period = given.seconds("a byo-yomi time in seconds")?;
                stones = given.number("a number of byo-yomi stones")?;
                if system == "byoyomi" {
                    // Each period is for one stone, and is lost if it does not suffice.
                    stones = stones.min(1);
                }
            }
            _ => return Err("expected none, absolute, byoyomi or canadian".into()),
        }
        given.end()?;
        self.clocks.set(main, period, stones);
        Ok(String::new())
    }
}
