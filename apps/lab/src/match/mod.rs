//! `tremaux lab match`.

mod adjudication;
mod board;
mod contestant;
mod ending;
mod fields;
mod game;
mod opening;
mod pgn;
mod player;
mod report;
mod series;
mod sprt;
mod statistics;
mod tally;

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use tremaux_chess::Position;
use tremaux_core::{CancelToken, ParseError, Turn};
use tremaux_protocol::client::{Engine, EngineError, MoveLimits, TimeControl};
use tremaux_registry::{GameEntry, Outcome, PlayedGame, game};

use adjudication::{Adjudication, ScoreRule};
use game::GameRules;
use opening::{OpeningSource, Openings};
use pgn::PgnFile;
use player::{MatchPlayer, PLAYERS, PlayerKind, is_possible_move_time};
use report::{ContestReport, Setting, Stopped};
use series::{FinishedGame, MatchEvent, Series};
use sprt::{Sprt, Verdict};
use tally::Tally;

use tremaux_cli::failure::{Failure, not_applicable};
use tremaux_cli::games::computer::check_player;
use tremaux_cli::games::level::LEVELS;
use tremaux_cli::games::options::{position_failure, with_games};
use tremaux_cli::interrupt;
use tremaux_cli::options::{FormatOption, GlobalOptions, format_of, option_values};
use tremaux_cli::program::Invocation;
use tremaux_cli::progress::ProgressLine;
use tremaux_cli::table_cache;
use tremaux_cli::visible;
use tremaux_registry::quantity;

/// The options of a match.
#[derive(Clone, Debug, Args)]
struct MatchArguments {
    /// First player: a level of `play` such as hard, 6 or 500ms, `mtd-f(time=0.1)`, `random`, or
    /// a program that plays chess: uci:COMMAND, xboard:COMMAND
    #[arg(value_name = "A")]
    a: String,
    /// Second player
    #[arg(value_name = "B")]
    b: String,
    /// Position before the openings [default: the initial position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

/// The options of every match.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Match")]
struct MatchOptions {
    /// Number of games; even, because each opening is played from both sides [default: 20, or at
    /// most 100000 with --sprt]
    #[arg(long, global = true, value_name = "N")]
    #[arg(value_parser = value_parser!(u64).range(2..=1_000_000))]
    games: Option<u64>,
    /// Number of games played at the same time
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=256))]
    concurrency: u64,
    /// Random seed
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Total size of the transposition tables of two built-in players, cleared before each game
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "4Mi")]
    memory: usize,
    /// Stop when the games decide between two strengths: elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long, global = true, value_name = "TEST", value_parser = Sprt::parse)]
    sprt: Option<Sprt>,
    /// Append the games of chess to a file as they end
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pgn: Option<PathBuf>,
    /// Openings: random moves, the built-in ones of chess, or a file of EPD or PGN [default:
    /// built-in if a program plays chess from the initial position, else random]
    #[arg(long, global = true, value_name = "SOURCE", value_parser = OpeningSource::parse)]
    #[arg(value_hint = ValueHint::FilePath, help_heading = "Openings")]
    openings: Option<OpeningSource>,
    /// Number of random plies in each opening, or of those taken from games [default: 2 random
    /// plies, or all of a game]
    #[arg(long, global = true, value_name = "N", help_heading = "Openings")]
    #[arg(value_parser = value_parser!(u64).range(0..=100))]
    opening_plies: Option<u64>,
    /// Shuffle the openings by the seed
    #[arg(long, global = true, help_heading = "Openings")]
    shuffle: bool,
    /// Time control of players without limits of their own: 10+0.1 (seconds and increment), 40/60
    #[arg(long, global = true, value_name = "CONTROL", value_parser = time_control)]
    #[arg(help_heading = "Time")]
    tc: Option<TimeControl>,
    /// Time for a move of players without limits of their own: 500ms, 2s
    #[arg(long, global = true, value_name = "TIME", value_parser = move_time)]
    #[arg(help_heading = "Time", conflicts_with = "tc")]
    movetime: Option<Duration>,
    /// Time that a player may take beyond its time without losing
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(default_value = "50ms", help_heading = "Time")]
    margin: Duration,
    /// Time after which a program that does not answer counts as hanging, unless its clock runs
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(default_value = "30s", help_heading = "Time")]
    timeout: Duration,
    /// A draw if all scores of both players are this close to 0: moves=8,score=10,from=40
    #[arg(long, global = true, value_name = "RULE", value_parser = ScoreRule::draw)]
    #[arg(help_heading = "Adjudication")]
    draw: Option<ScoreRule>,
    /// A loss for a player whose own scores are this bad: moves=3,score=700
    #[arg(long, global = true, value_name = "RULE", value_parser = ScoreRule::resign)]
    #[arg(help_heading = "Adjudication")]
    resign: Option<ScoreRule>,
    /// A draw after this number of moves of each side
    #[arg(long, global = true, value_name = "N", help_heading = "Adjudication")]
    #[arg(value_parser = value_parser!(u32).range(1..=100_000))]
    max_moves: Option<u32>,
}

fn time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: ParseError| format!("expected {}", error.expected))
}

fn move_time(text: &str) -> Result<Duration, String> {
    let time = quantity::time(text).map_err(|error| error.to_string())?;
    if is_possible_move_time(&time) { Ok(time) } else { Err("expected 1ms to 1d".into()) }
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let command = FormatOption::augment_args(MatchOptions::augment_args(Command::new("match")))
        .about("Plays engines against each other and reports the score with a confidence interval")
        .after_help(format!("{EXAMPLES}\n\n{LEVELS}\n\n{PLAYERS}"));
    with_games(command, |game, command| {
        let name = game.info().name;
        let command = MatchArguments::augment_args(command);
        if game.has_programs() {
            return command.after_help(format!("{CHESS_EXAMPLES}\n\n{PLAYERS}"));
        }
        let example = format!("tremaux lab match {name} \"engine(time=0.02)\" random --games 4");
        command.after_help(format!("Example:\n  {example}"))
    })
}

const EXAMPLES: &str = "\
Examples:
  tremaux lab match connect-four \"alpha-beta(depth=5)\" \"mtd-f(depth=3)\" --games 8
  tremaux lab match tic-tac-toe \"scout(depth=9)\" random --games 10 --seed 7 --format json
  tremaux lab match nim 4 easy --games 4
  tremaux lab match chess tremaux \"uci:stockfish(nodes=10000)\" --tc 10+0.1 --pgn games.pgn

Pairs of games with the same opening are the unit of all statistics: the confidence interval of the
mean points per game (a draw counts half a point), Elo, its error bars, and the sequential test. If
all pairs are alike, the interval is Wilson's, for games.
Players limited by depth or nodes repeat the same games for the same seed; players limited by
time may not.";

const CHESS_EXAMPLES: &str = "\
Examples:
  tremaux lab match chess \"scout(depth=3)\" random --games 4
  tremaux lab match chess tremaux \"xboard:phalanx -b-\" --tc 10+0.1 --pgn games.pgn
  tremaux lab match chess \"uci:./new\" \"uci:./old\" --tc 5+0.05 --sprt elo0=0,elo1=5";

/// Plays the match given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let contest = MatchArguments::from_arg_matches(matches).expect("the players");
    let options = MatchOptions::from_arg_matches(matches).expect("the options of a match");
    let format = format_of(matches);
    let limits =
        MoveLimits { control: options.tc, move_time: options.movetime, ..MoveLimits::default() };
    let players = [
        MatchPlayer::parse(&contest.a, "A", limits)?,
        MatchPlayer::parse(&contest.b, "B", limits)?,
    ];
    let games = options.games.unwrap_or(if options.sprt.is_some() { 100_000 } else { 20 });
    if games % 2 == 1 {
        let message = "--games must be even: each opening is played from both sides";
        return Err(Failure::Usage(message.into()));
    }
    let given = option_values(game.info().options, matches);
    let start = contest.position.join(" ");
    let source = check_options(game, &players, &options, start.is_empty() && given.is_empty())?;
    let has_memory = matches.value_source("memory") == Some(ValueSource::CommandLine);
    if has_memory && players.iter().all(MatchPlayer::is_program) {
        let reason = "programs have options for their memory, such as Hash=16";
        return not_applicable("--memory", reason);
    }
    let series = Series {
        game,
        given,
        players: &players,
        openings: options.openings(&source, &start)?,
        games,
        concurrency: options.concurrency.min(games),
        seed: options.seed,
        table_bytes: options.memory,
        timeout: options.timeout,
        rules: options.rules(),
        moves: AtomicU64::new(0),
        cancel: interrupt::token()?,
    };
    check_position(&series, &start)?;
    let names = introduce(&players, options.timeout, &series.cancel)?;
    let mut pgn = match &options.pgn {
        Some(path) => Some(PgnFile::open(path, different_names(&players, &names), &players)?),
        None => None,
    };
    let random = (source == OpeningSource::Random).then_some(RANDOM_PLIES);
    let setting = Setting {
        game: game.info().name,
        sides: [game.info().sides[0], game.info().sides[1]],
        players: players.each_ref().map(|player| player.text.clone()),
        names,
        opening_source: source.name(),
        opening_plies: options.opening_plies.or(random),
        concurrency: series.concurrency,
        seed: options.seed,
    };
    let started = Instant::now();
    let mut watcher = Watcher::new(global, setting.sides, options.sprt, games);
    watcher.watch(&series, &mut pgn)?;
    let sprt = options.sprt.map(|sprt| sprt.report(&watcher.tally.pairs));
    let (stopped, seconds) = (watcher.stopped(), started.elapsed().as_secs_f64());
    let report = ContestReport::new(setting, &watcher.tally, sprt, stopped, seconds);
    report.write(out, format, style)?;
    match watcher.side_failure {
        Some(failure) => Err(failure.after_result()),
        None => Ok(report.status()),
    }
}

/// The plies of a random opening by default.
const RANDOM_PLIES: u64 = 2;

impl MatchOptions {
    fn openings(&self, source: &OpeningSource, start: &str) -> Result<Openings, Failure> {
        if *source == OpeningSource::Random {
            let plies = self.opening_plies.unwrap_or(RANDOM_PLIES);
            return Ok(Openings::Random { start: start.to_owned(), plies, seed: self.seed });
        }
        let list = Openings::read(source, self.opening_plies)?;
        Ok(Openings::list(list, self.shuffle.then_some(self.seed)))
    }

    fn rules(&self) -> GameRules {
        let Self { draw, resign, max_moves, margin, .. } = *self;
        GameRules { adjudication: Adjudication { draw, resign, max_moves }, margin }
    }
}

/// Fails if options do not apply; returns where the openings come from.
fn check_options(
    game: &GameEntry,
    players: &[MatchPlayer; 2],
    options: &MatchOptions,
    is_usual_start: bool,
) -> Result<OpeningSource, Failure> {
    let is_chess = game.has_programs();
    let has_program = players.iter().any(MatchPlayer::is_program);
    if has_program && !is_chess {
        return Err(Failure::Usage(format!("programs play chess alone, not {}", game.info().name)));
    }
    if options.pgn.is_some() && !is_chess {
        return not_applicable("--pgn", "only games of chess are written as PGN");
    }
    let default = match has_program && is_usual_start {
        true => OpeningSource::BuiltIn,
        false => OpeningSource::Random,
    };
    let source = options.openings.clone().unwrap_or(default);
    if source != OpeningSource::Random && !is_chess {
        return not_applicable("--openings", "openings other than random ones are of chess");
    }
    if source != OpeningSource::Random && !is_usual_start {
        let reason = "a match from a position, or of another variant, has random openings";
        return not_applicable("--openings", reason);
    }
    if source == OpeningSource::Random && options.shuffle {
        return not_applicable("--shuffle", "random openings have no order");
    }
    Ok(source)
}

/// Fails if no match can be played from the position.
fn check_position(series: &Series<'_>, start: &str) -> Result<(), Failure> {
    let limits = tremaux_core::Limits::default().with_cancel(series.cancel.clone());
    let opened = series.game.open_with(&series.given, start, &table_cache::of_game(&limits));
    let opened = opened.map_err(|error| position_failure(error, "POSITION", start))?;
    if opened.turn() == Turn::Over {
        return Err(Failure::Usage("the game is over in this position".into()));
    }
    if opened.player_count() != 2 {
        return Err(Failure::Usage("a match needs a game for two players".into()));
    }
    check_named(&*opened, series.players)
}

fn check_named(opened: &dyn PlayedGame, players: &[MatchPlayer; 2]) -> Result<(), Failure> {
    for player in players {
        if let PlayerKind::Named(named) = &player.kind {
            check_player(opened, named)?;
        }
    }
    Ok(())
}

/// Starts each program once and begins a game, so that wrong commands, options and limits are
/// refused before the first game; returns what the programs call themselves.
fn introduce(
    players: &[MatchPlayer; 2],
    timeout: Duration,
    cancel: &CancelToken,
) -> Result<[Option<String>; 2], Failure> {
    let mut names = [None, None];
    for (player, name) in players.iter().zip(&mut names) {
        let PlayerKind::Program(program) = &player.kind else { continue };
        let engine = Engine::start(program, timeout, cancel).and_then(|mut engine| {
            engine.new_game(&Position::initial(), &player.limits)?;
            Ok(engine)
        });
        let engine = engine.map_err(|error| match error {
            EngineError::Unsupported(reason) => Failure::Usage(format!(
                "`{}`: {reason}; depth, nodes, time, tc and name are settings of the match",
                player.text
            )),
            error => Failure::Usage(format!("the program `{}` {error}", program.command.join(" "))),
        })?;
        *name = Some(player.name.clone().unwrap_or_else(|| engine.name().to_owned()));
    }
    Ok(names)
}

/// What the players are called in files of games: never the same.
fn different_names(players: &[MatchPlayer; 2], names: &[Option<String>; 2]) -> [String; 2] {
    let [a, b] = [0, 1].map(|at| names[at].clone().unwrap_or_else(|| players[at].text.clone()));
    if a == b { [format!("{a} (A)"), format!("{b} (B)")] } else { [a, b] }
}

/// Takes notice of the games as they end.
struct Watcher {
    line: ProgressLine,
    is_quiet: bool,
    is_verbose: bool,
    sides: [&'static str; 2],
    tally: Tally,
    sprt: Option<Sprt>,
    games: u64,
    /// The moves played in all games.
    moves: u64,
    /// Why the file of games cannot be written.
    side_failure: Option<Failure>,
}

impl Watcher {
    fn new(
        global: &GlobalOptions,
        sides: [&'static str; 2],
        sprt: Option<Sprt>,
        games: u64,
    ) -> Self {
        Self {
            line: ProgressLine::new(global.quiet, String::new()),
            is_quiet: global.quiet,
            is_verbose: global.verbose,
            sides,
            tally: Tally::default(),
            sprt,
            games,
            moves: 0,
            side_failure: None,
        }
    }

    /// Plays the match.
    fn watch(&mut self, series: &Series<'_>, pgn: &mut Option<PgnFile>) -> Result<(), Failure> {
        self.show();
        series.play(&mut |event| match event {
            MatchEvent::Finished(finished) => Ok(self.take(finished, pgn)),
            MatchEvent::Moves(moves) => {
                self.moves = moves;
                self.show();
                Ok(true)
            }
        })?;
        self.line.clear();
        Ok(())
    }

    /// Whether the games decide between two strengths.
    fn is_decided(&self) -> bool {
        let report = self.sprt.map(|sprt| sprt.report(&self.tally.pairs));
        report.is_some_and(|report| report.verdict != Verdict::Undecided)
    }

    /// Why not all games were played.
    fn stopped(&self) -> Option<Stopped> {
        match &self.side_failure {
            Some(_) => Some(Stopped::Output),
            None if self.tally.failed().is_some() => Some(Stopped::Failures),
            None if self.tally.games() < self.games && !self.is_decided() => {
                Some(Stopped::Cancelled)
            }
            None => None,
        }
    }

    /// Counts a game; returns false if the match ends with it.
    fn take(&mut self, finished: &FinishedGame, pgn: &mut Option<PgnFile>) -> bool {
        let ending = finished.record.ending;
        let moves = &finished.record.moves;
        self.tally.add(finished.of_a(), ending, finished.swapped, &finished.opening, moves);
        if let Some(Err(failure)) = pgn.as_mut().map(|pgn| pgn.write(finished)) {
            self.side_failure = Some(failure);
        }
        let is_told = self.is_verbose || ending.is_failure() && !self.is_quiet;
        if is_told {
            self.tell(finished);
        }
        self.show();
        let is_decided = !self.tally.is_within_pair() && self.is_decided();
        self.side_failure.is_none() && self.tally.failed().is_none() && !is_decided
    }

    /// Shows how far the match is.
    fn show(&self) {
        if self.line.bar().is_none() {
            return;
        }
        let [wins, draws, losses] = self.tally.results();
        let sprt = self.sprt.map(|sprt| sprt.report(&self.tally.pairs));
        let elo = statistics::elo(&self.tally.pairs);
        let elo = elo.map_or(String::new(), |elo| format!(", Elo {}", report::in_words(elo)));
        let llr = sprt.map_or(String::new(), |sprt| {
            format!(", LLR {:.2} ({:.2} to {:.2})", sprt.llr, sprt.lower, sprt.upper)
        });
        let (next, games) = ((self.tally.games() + 1).min(self.games), self.games);
        let moves = self.moves;
        self.line.say(&format!(
            "game {next} of {games}, move {moves}: +{wins} ={draws} -{losses}{elo}{llr}"
        ));
    }

    /// Writes a line about a game.
    fn tell(&self, finished: &FinishedGame) {
        let word = match finished.of_a() {
            Outcome::Win => "A wins",
            Outcome::Draw => "a draw",
            Outcome::Loss => "B wins",
        };
        let side = self.sides[finished.swapped];
        let reason = pgn::in_words(finished);
        let moves = match self.is_verbose {
            true => format!(": {}", finished.record.moves.join(" ")),
            false => String::new(),
        };
        let number = finished.number + 1;
        self.line.pause(|| {
            visible::tell(&format!("game {number}, A is {side}: {word}, {reason}{moves}"));
        });
    }
}
