//! `tremaux match`.

use std::collections::HashSet;
use std::io::Write;
use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde::Serialize;
use tremaux_core::{CancelToken, Limits, Turn};
use tremaux_registry::{GameEntry, Outcome, PlayedGame, Player, game};

use crate::failure::Failure;
use crate::games::computer::{Computer, check_player, choose_move, random_stream, rolled};
use crate::games::level::{LEVELS, level};
use crate::games::options::{position_failure, with_games};
use crate::interrupt;
use crate::options::{Format, FormatOption, OptionValues, format_of, option_values};
use crate::output::write_rows;
use crate::progress::ProgressLine;
use crate::quantity::{self, seconds_in_words};
use crate::style::Style;
use crate::verb::Invocation;

/// The options of a match.
#[derive(Clone, Debug, Args)]
struct MatchArguments {
    /// First player: a level of `play` such as hard, 6 or 500ms, `mtd-f(time=0.1)` or `random`
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
    /// Number of games; even, because each opening is played from both sides
    #[arg(long, global = true, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = value_parser!(u64).range(2..=1_000_000), allow_hyphen_values = true)]
    games: u64,
    /// Number of random plies in each opening
    #[arg(long, global = true, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = value_parser!(u64).range(0..=100), allow_hyphen_values = true)]
    opening_plies: u64,
    /// Random seed
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    #[arg(allow_hyphen_values = true)]
    seed: u64,
    /// Size of each player's transposition table, cleared before each game
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "4Mi", allow_hyphen_values = true)]
    memory: usize,
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let command = FormatOption::augment_args(MatchOptions::augment_args(Command::new("match")))
        .about("Plays engines against each other and reports the score with a confidence interval")
        .after_help(format!("{EXAMPLES}\n\n{LEVELS}"));
    with_games(command, |game, command| {
        let name = game.info().name;
        let example = format!("tremaux match {name} \"scout(depth=3)\" random --games 4");
        MatchArguments::augment_args(command).after_help(format!("Example:\n  {example}"))
    })
}

const EXAMPLES: &str = "\
Examples:
  tremaux match connect-four \"alpha-beta(depth=5)\" \"mtd-f(depth=3)\" --games 8
  tremaux match tic-tac-toe \"scout(depth=9)\" random --games 10 --seed 7 --format json
  tremaux match nim 4 easy --games 4

The confidence interval is Wilson's, for mean points per game; a draw counts half a point.
Players limited by depth or nodes repeat the same games for the same seed; players limited by
time may not.";

/// The result of `match`, in the order and with the names of the JSON.
#[derive(Clone, Debug, Serialize)]
struct ContestReport {
    schema: u32,
    game: &'static str,
    a: String,
    b: String,
    games: u64,
    /// Of player A.
    wins: u64,
    draws: u64,
    losses: u64,
    /// Mean points a game of player A, and the interval around it.
    score: f64,
    interval: [f64; 2],
    confidence: f64,
    method: &'static str,
    /// How many different openings were played.
    openings: usize,
    opening_plies: u64,
    seed: u64,
    seconds: f64,
    #[serde(skip)]
    is_cut_short: bool,
}

/// Standard deviations of a two-sided 95 % interval of a normal variable.
const DEVIATIONS: f64 = 1.959_964;

/// Wilson's interval (1927) for the mean of `games` results between 0 and 1.
///
/// It assumes results of 0 or 1. Draws have a smaller variance, so the interval is rather too
/// wide.
fn wilson(mean: f64, games: f64) -> [f64; 2] {
    if games == 0.0 {
        return [0.0, 1.0];
    }
    let z2 = DEVIATIONS * DEVIATIONS;
    let middle = mean + z2 / (2.0 * games);
    let spread = DEVIATIONS * (mean * (1.0 - mean) / games + z2 / (4.0 * games * games)).sqrt();
    let scale = 1.0 + z2 / games;
    [((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0)]
}

/// Plays the match given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let contest = MatchArguments::from_arg_matches(matches).expect("the players");
    let options = MatchOptions::from_arg_matches(matches).expect("the options of a match");
    let format = format_of(matches);
    let (a, b) = (level(&contest.a, "A")?, level(&contest.b, "B")?);
    if options.games % 2 == 1 {
        let message = "--games must be even: each opening is played from both sides";
        return Err(Failure::Usage(message.into()));
    }
    let given = option_values(game.info().options, matches);
    let start = contest.position.join(" ");
    let cancel = interrupt::token()?;
    let limits = Limits::default().with_cancel(cancel.clone());
    let opened = game.open_within(&given, &start, &limits);
    let opened = opened.map_err(|error| position_failure(error, "POSITION", &start))?;
    if opened.turn() == Turn::Over {
        return Err(Failure::Usage("the game is over in this position".into()));
    }
    if opened.player_count() != 2 {
        return Err(Failure::Usage("a match needs a game for two players".into()));
    }
    for player in [&a, &b] {
        check_player(&*opened, player)?;
    }
    let mut line = ProgressLine::new(global.quiet, String::new());
    let series = Series { game, given, start, options: &options, cancel };
    let report = series.play([a, b], &mut line, global.verbose)?;
    line.clear();
    write(out, &report, format, style)?;
    Ok(if report.is_cut_short { 3 } else { 0 })
}

/// The data shared by all games of a match.
struct Series<'a> {
    game: &'static dyn GameEntry,
    given: OptionValues,
    start: String,
    options: &'a MatchOptions,
    cancel: CancelToken,
}

impl Series<'_> {
    fn open(&self) -> Result<Box<dyn PlayedGame>, Failure> {
        let limits = Limits::default().with_cancel(self.cancel.clone());
        let opened = self.game.open_within(&self.given, &self.start, &limits);
        opened.map_err(|error| Failure::of(error, "POSITION"))
    }

    /// The opening of a pair of games: random moves that do not end the game.
    fn opening(&self, pair: u64) -> Result<Vec<String>, Failure> {
        const TRIES: u64 = 100;
        let mut best = Vec::new();
        for attempt in 0..TRIES {
            let mut random = random_stream(self.options.seed, pair * TRIES + attempt);
            let mut game = self.open()?;
            for _ in 0..self.options.opening_plies {
                let mv = match game.turn() {
                    Turn::Chance => game.chance_move(random.unit()),
                    _ => choose_move(&mut random, game.moves()),
                };
                let Some(mv) = mv else { break };
                game.play(&mv).map_err(|error| Failure::of(error, "the opening"))?;
                if game.turn() == Turn::Over {
                    game.take_back();
                    break;
                }
            }
            let moves = game.played();
            if moves.len() as u64 == self.options.opening_plies {
                return Ok(moves);
            }
            if moves.len() > best.len() {
                best = moves;
            }
        }
        Ok(best)
    }

    fn play(
        &self,
        players: [Player; 2],
        line: &mut ProgressLine,
        is_verbose: bool,
    ) -> Result<ContestReport, Failure> {
        let started = Instant::now();
        let names = players.each_ref().map(|player| player.text.clone());
        let seed = self.options.seed;
        let [first, second] = players
            .map(|player| Computer::new(player, self.options.memory / 2, random_stream(seed, 0)));
        let mut computers = [first?, second?];
        let (mut wins, mut draws, mut losses) = (0, 0, 0);
        let mut openings = HashSet::new();
        let mut is_cut_short = false;
        'series: for pair in 0..self.options.games / 2 {
            let opening = self.opening(pair)?;
            for swapped in [0, 1] {
                for (nth, computer) in computers.iter_mut().enumerate() {
                    let stream = u64::MAX - (pair * 4 + swapped * 2 + nth as u64);
                    computer.begin(random_stream(seed, stream));
                }
                line.say(&format!("game {}: +{wins} ={draws} -{losses}", pair * 2 + swapped + 1));
                let dice = seed.wrapping_add(pair);
                let played = self.one(&mut computers, &opening, swapped, dice)?;
                let Some((outcome, moves)) = played else {
                    is_cut_short = true;
                    break 'series;
                };
                // The outcome is the first side's; A is the first side unless swapped.
                let of_a = match outcome {
                    Outcome::Draw => Outcome::Draw,
                    Outcome::Win if swapped == 0 => Outcome::Win,
                    Outcome::Loss if swapped == 1 => Outcome::Win,
                    _ => Outcome::Loss,
                };
                match of_a {
                    Outcome::Win => wins += 1,
                    Outcome::Draw => draws += 1,
                    Outcome::Loss => losses += 1,
                }
                if is_verbose {
                    let word = match of_a {
                        Outcome::Win => "A wins",
                        Outcome::Draw => "a draw",
                        Outcome::Loss => "B wins",
                    };
                    let begins = if swapped == 0 { "A" } else { "B" };
                    let moves = moves.join(" ");
                    let _ = writeln!(std::io::stderr(), "{begins} moves first: {moves}: {word}");
                }
            }
            openings.insert(opening);
        }
        let games = wins + draws + losses;
        let points = wins as f64 + draws as f64 / 2.0;
        let score = if games == 0 { 0.5 } else { points / games as f64 };
        let [a, b] = names;
        Ok(ContestReport {
            schema: 1,
            game: self.game.info().name,
            a,
            b,
            games,
            wins,
            draws,
            losses,
            score,
            interval: wilson(score, games as f64),
            confidence: 0.95,
            method: "wilson",
            openings: openings.len(),
            opening_plies: self.options.opening_plies,
            seed,
            seconds: started.elapsed().as_secs_f64(),
            is_cut_short,
        })
    }

    /// One game: its outcome for the first side and its moves; `None` if it was interrupted.
    fn one(
        &self,
        computers: &mut [Computer; 2],
        opening: &[String],
        swapped: u64,
        dice: u64,
    ) -> Result<Option<(Outcome, Vec<String>)>, Failure> {
        let mut game = self.open()?;
        for mv in opening {
            game.play(mv).map_err(|error| Failure::of(error, "the opening"))?;
        }
        loop {
            if let Some((outcome, _)) = game.result() {
                return Ok(Some((outcome, game.played())));
            }
            let Turn::Player(side) = game.turn() else {
                // Both games of a pair have the same dice.
                let Some(roll) = rolled(&*game, dice) else { return Ok(None) };
                game.play(&roll).map_err(|error| Failure::of(error, "the dice"))?;
                continue;
            };
            let computer = &mut computers[usize::from(side) ^ swapped as usize];
            let chosen = computer.choose(&*game, &self.cancel, &mut |_| {});
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            let Some((mv, _)) = chosen else { return Ok(None) };
            game.play(&mv).map_err(|error| Failure::of(error, "the engine's move"))?;
        }
    }
}

fn write(
    out: &mut dyn Write,
    report: &ContestReport,
    format: Format,
    style: Style,
) -> Result<(), Failure> {
    match format {
        Format::Json | Format::Jsonl => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")?;
        }
        Format::Csv | Format::Md => {
            const COLUMNS: &[&str] = &[
                "game", "a", "b", "games", "wins", "draws", "losses", "score", "interval", "seed",
            ];
            write_rows(out, format, COLUMNS, [serde_json::to_value(report)?])?;
        }
        Format::Text => {
            let ContestReport { a, b, games, wins, draws, losses, .. } = report;
            writeln!(out, "A  {a}\nB  {b}\n")?;
            if report.is_cut_short {
                writeln!(out, "{}: cancelled", style.open("not all games were played"))?;
            }
            writeln!(out, "{games} games: A won {wins}, drew {draws}, lost {losses}")?;
            let [low, high] = report.interval.map(|end| end * 100.0);
            let score = style.strong(&format!("{:.1} %", report.score * 100.0));
            writeln!(
                out,
                "score of A: {score}, 95 % confidence interval {low:.1} to {high:.1} % (Wilson)"
            )?;
            let verdict = if low > 50.0 {
                "A is stronger"
            } else if high < 50.0 {
                "B is stronger"
            } else {
                "the games do not show who is stronger"
            };
            writeln!(out, "{verdict}\n")?;
            let (plies, seed) = (report.opening_plies, report.seed);
            let (openings, time) = (report.openings, seconds_in_words(report.seconds));
            let openings = match openings {
                1 => "1 opening".to_owned(),
                count => format!("{count} different openings"),
            };
            writeln!(out, "{openings} of up to {plies} random moves, seed {seed}, in {time}")?;
        }
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn the_interval_is_that_of_the_books() {
        // 81 of 263: Newcombe 1998, table I, method 3.
        let [low, high] = wilson(81.0 / 263.0, 263.0);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        assert_eq!(wilson(0.0, 10.0)[0], 0.0);
        assert!(wilson(1.0, 10.0)[0] < 0.75);
    }
}
