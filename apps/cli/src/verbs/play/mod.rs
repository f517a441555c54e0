//! `tremaux play`.

mod saved_game;

use std::io::{BufRead, Read, Write, stderr, stdin};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use tremaux_core::{Limits, Turn};
use tremaux_registry::{AnalysisRequest, GameEntry, GameTable, Outcome, PlayedGame, Player, game};

use crate::failure::{Failure, not_applicable};
use crate::games::computer::{Computer, check_player, most_nodes, random_stream, rolled};
use crate::games::level::{LEVELS, level};
use crate::games::options::{notation, position_failure, with_games};
use crate::games::text::{expectations_in_words, side_in_words, value_in_words, write_thoughts};
use crate::interrupt;
use crate::options::option_values;
use crate::program::Invocation;
use crate::progress::ProgressLine;
use crate::quantity;
use crate::style::Style;
use crate::table_cache;
use crate::text::wrapped;

use saved_game::{load, save};

/// The longest line that is read.
const LONGEST: u64 = 64 << 10;

const HELP: &str = "\
MOVE            play this move
undo            take back your last move and the reply
hint            show a good move
moves           list the legal moves
board           show the position again
think           show or hide what the computer thinks
level LEVEL     easy, medium, hard, plies such as 6, or a time such as 2s
side SIDE       first, second, third, fourth, its name, all (or both) or none
save FILE       save the game to a file (chess: as PGN if it is called FILE.pgn)
load FILE       continue a saved game (chess: or the first game of FILE.pgn)
quit            end the game";

/// The options of a game in the terminal.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Players")]
struct PlayOptions {
    /// Side you play: first, second, third, fourth, its name, `all` (or `both`), or `none`
    #[arg(long, global = true, value_name = "SIDE", default_value = "first")]
    side: String,
    /// Strength of the computer: easy, medium, hard, plies, a time, or `scout(nodes=10000)`
    #[arg(long, global = true, value_name = "LEVEL", default_value = "medium")]
    level: String,
    /// Random seed of the dice and of random players
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Source of the dice: rolled from the seed, or typed by you
    #[arg(long, global = true, value_name = "HOW", default_value = "rolled")]
    #[arg(value_parser = ["rolled", "typed"])]
    dice: String,
    /// Size of the transposition table: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "16Mi")]
    memory: usize,
    /// Continue a saved game
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Files")]
    load: Option<PathBuf>,
    /// Save the game to this file when it ends or you quit
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Files")]
    save: Option<PathBuf>,
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let command = PlayOptions::augment_args(Command::new("play"))
        .about("Plays a game in the terminal: against you, between people, or by itself")
        .after_help(format!("{EXAMPLES}\n\n{LEVELS}"));
    with_games(command, |game, command| {
        let example = format!("tremaux play {} --side none --level easy", game.info().name);
        let position = Arg::new("position")
            .value_name("POSITION")
            .num_args(0..)
            .action(ArgAction::Append)
            .help("Starting position [default: the initial position]");
        command.arg(position).after_help(notation(game, &example))
    })
}

const EXAMPLES: &str = "\
Examples:
  tremaux play tic-tac-toe --side none --level 9
  echo \"4 hint undo quit\" | tr \" \" \"\\n\" | tremaux play connect-four --level 4

At the prompt: a move, or undo, hint, moves, board, think, level LEVEL, side SIDE, save FILE,
load FILE, help, quit. Ctrl-C makes a thinking computer move at once; at the prompt it ends the
game. A hint takes at most 2 seconds, or as long as a move at a level that is a time. With --verbose
the computer shows what it thinks.";

/// The time for a hint, unless the level is a time.
const HINT_TIME: Duration = Duration::from_secs(2);

/// A game with a user at the terminal or at the other end of a pipe.
struct Table<'a> {
    entry: &'static GameEntry,
    game: Box<dyn PlayedGame>,
    computer: Computer,
    /// Which sides people play.
    people: People,
    /// The seed of the dice; `None` if they are typed.
    dice: Option<u64>,
    memory: usize,
    is_quiet: bool,
    /// Whether what the computer thinks is shown.
    is_thinking_shown: bool,
    style: Style,
    out: &'a mut dyn Write,
}

/// What to do after a line of input.
#[derive(PartialEq, Eq)]
enum Next {
    /// The position has changed.
    Show,
    /// Ask again.
    Ask,
    /// Leave.
    Quit,
}

/// Which of up to four sides people play.
type People = [bool; 4];

/// The sides that people play, by `side`: a word, or the name of a side of the game.
fn people(side: &str, game: &dyn PlayedGame) -> Result<People, Failure> {
    const NTH: [&str; 4] = ["first", "second", "third", "fourth"];
    let sides = &game.info().sides[..game.player_count()];
    let named = |names: &[&str]| names.iter().position(|name| *name == side);
    match side {
        "both" | "all" => return Ok([true; 4]),
        "none" => return Ok([false; 4]),
        _ => {}
    }
    if let Some(nth) = named(&NTH).or_else(|| named(sides)) {
        return Ok(std::array::from_fn(|at| at == nth));
    }
    let names = match sides.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
        true => String::new(),
        false => format!("{}, ", sides.join(", ")),
    };
    Err(Failure::Usage(format!(
        "unknown side `{side}`: expected {names}first, second, third, fourth, all or none"
    )))
}

/// Plays the game given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a game is required");
    let entry = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let dialogue = PlayOptions::from_arg_matches(matches).expect("the options of a game");
    let player = level(&dialogue.level, "--level")?;
    let position: Vec<&String> = matches.get_many("position").into_iter().flatten().collect();
    let position: Vec<&str> = position.into_iter().map(String::as_str).collect();
    let given = option_values(entry.info().options, matches);
    let opened = match &dialogue.load {
        Some(_) if !position.is_empty() || !given.is_empty() => {
            return not_applicable(
                "--load",
                "the saved game already sets the position and the rules",
            );
        }
        Some(path) => load(path, entry)?,
        None => {
            let text = position.join(" ");
            let tables = table_cache::of_game(&Limits::default());
            let opened = entry.open_with(&given, &text, &tables);
            opened.map_err(|error| position_failure(error, "POSITION", &text))?
        }
    };
    check_player(&*opened, &player)?;
    let memory = dialogue.memory;
    let people = people(&dialogue.side, &*opened)?;
    interrupt::listen()?;
    let mut table = Table {
        entry,
        game: opened,
        computer: Computer::new(player, memory, random_stream(dialogue.seed, 0))?,
        people,
        dice: (dialogue.dice == "rolled").then_some(dialogue.seed),
        memory,
        is_quiet: global.quiet,
        is_thinking_shown: global.verbose,
        style,
        out,
    };
    let status = table.run()?;
    if let Some(path) = &dialogue.save {
        table.out.flush()?;
        save(path, &*table.game, entry).map_err(Failure::after_result)?;
    }
    Ok(status)
}

impl Table<'_> {
    fn run(&mut self) -> Result<u8, Failure> {
        self.show()?;
        loop {
            if let Some((outcome, score)) = self.game.result() {
                self.announce(outcome, score)?;
                // A user can still undo moves.
                if self.people == [false; 4] {
                    return Ok(0);
                }
            } else if let (Turn::Chance, Some(seed)) = (self.game.turn(), self.dice) {
                let Some(dice) = rolled(&*self.game, seed) else { return Ok(3) };
                self.game.play(&dice).map_err(|error| Failure::of(error, "the dice"))?;
                if !self.is_hidden() {
                    writeln!(self.out, "dice: {dice}")?;
                } else if self.game.turn() != Turn::Chance {
                    self.show()?;
                }
                continue;
            } else if let Turn::Player(side) = self.game.turn()
                && !self.people[usize::from(side)]
            {
                if !self.reply(side)? {
                    return Ok(3);
                }
                continue;
            }
            loop {
                let Some(line) = self.read_line()? else {
                    writeln!(self.out)?;
                    return Ok(0);
                };
                let next = match self.obey(line.trim()) {
                    Err(failure @ Failure::Write(_)) => return Err(failure),
                    Err(failure) => self.complain(&failure)?,
                    Ok(next) => next,
                };
                match next {
                    Next::Show => break,
                    Next::Ask => {}
                    Next::Quit => return Ok(0),
                }
            }
            self.show()?;
        }
    }

    fn side(&self, player: u8) -> String {
        side_in_words(self.game.info().sides[usize::from(player)])
    }

    fn show(&mut self) -> Result<(), Failure> {
        let mut people = (0..4).filter(|&side| self.people[usize::from(side)]);
        // One person sees the game from one side, also while the computer moves.
        let view = match (people.next(), people.next()) {
            (Some(only), None) => self.game.view(only),
            _ => None,
        };
        let board = view.unwrap_or_else(|| self.game.board(self.style.is_colored));
        writeln!(self.out, "\n{board}")?;
        Ok(self.out.flush()?)
    }

    /// Whether players do not see everything.
    fn is_hidden(&self) -> bool {
        self.game.info().is_hidden
    }

    fn announce(&mut self, outcome: Outcome, score: i64) -> Result<(), Failure> {
        if let Some(payoffs) = self.game.payoffs() {
            let unit = self.game.payoff_unit();
            let each = payoffs.iter().zip(self.game.info().sides);
            let each: Vec<String> =
                each.map(|(payoff, side)| format!("{}: {payoff}", side_in_words(side))).collect();
            let words = format!("the game is over: {} ({unit})", each.join(", "));
            writeln!(self.out, "{}", self.style.strong(&words))?;
            return Ok(self.out.flush()?);
        }
        let words = match outcome {
            Outcome::Win => format!("{} has won", self.side(0)),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Loss => format!("{} has won", self.side(1)),
        };
        let lead = match self.game.info().unit {
            Some(unit) if score != 0 => format!(" by {} {unit}", score.abs()),
            _ => String::new(),
        };
        let why = self.game.reason().map_or(String::new(), |reason| format!(" ({reason})"));
        let words = format!("the game is over: {words}{lead}{why}");
        writeln!(self.out, "{}", self.style.strong(&words))?;
        Ok(self.out.flush()?)
    }

    /// The computer moves; false if it was stopped and no person plays.
    fn reply(&mut self, side: u8) -> Result<bool, Failure> {
        let cancel = interrupt::begin();
        let line = ProgressLine::new(self.is_quiet, String::new());
        line.say("thinking");
        let chosen = self.computer.choose(&*self.game, &cancel, &mut |it| line.show_game(it));
        line.clear();
        interrupt::end();
        if cancel.is_cancelled() && self.people == [false; 4] {
            return Ok(false);
        }
        let Some((mv, report)) = chosen else { return Ok(false) };
        self.game.play(&mv).map_err(|error| Failure::of(error, "the computer's move"))?;
        let name = self.side(side);
        // The board shows as much of the move as the other side may see.
        match self.is_hidden() && self.people != [false; 4] {
            true => writeln!(self.out, "{name} has moved")?,
            false => writeln!(self.out, "{name} plays {}", self.style.strong(&mv))?,
        }
        if let (Some(report), true) = (report, self.is_thinking_shown) {
            write_thoughts(self.out, self.game.info(), &report)?;
        }
        self.show()?;
        Ok(true)
    }

    /// A line of input; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let prompt = match self.game.turn() {
            Turn::Player(side) => format!("{}> ", self.side(side)),
            Turn::Chance => "dice> ".to_owned(),
            _ => "> ".to_owned(),
        };
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let mut input = stdin().lock();
        let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        let failed = |source| Failure::Read { path: Path::new("-").to_owned(), source };
        if count.map_err(failed)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Prints an error on standard error; the prompt then appears again.
    fn complain(&mut self, failure: &Failure) -> Result<Next, Failure> {
        self.out.flush()?;
        let _ = write!(stderr(), "{}", failure.render(self.style.is_colored));
        Ok(Next::Ask)
    }

    /// Executes a line of input. Fails if it is wrong, or if nothing can be written.
    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" => writeln!(self.out, "{HELP}\n\nmoves: {}", self.game.info().moves)?,
            "board" => return Ok(Next::Show),
            "moves" => writeln!(self.out, "{}", wrapped(self.game.moves()))?,
            "think" => {
                self.is_thinking_shown = !self.is_thinking_shown;
                let what = if self.is_thinking_shown { "shows" } else { "hides" };
                writeln!(self.out, "the computer {what} what it thinks")?;
            }
            "undo" => return self.undo(),
            "hint" => self.hint()?,
            "level" => {
                let player = level(rest, "LEVEL")?;
                check_player(&*self.game, &player)?;
                writeln!(self.out, "the computer plays as {}", player.text)?;
                self.computer.player = player;
            }
            "side" => {
                self.people = people(rest, &*self.game)?;
                return Ok(Next::Show);
            }
            "save" | "load" if rest.is_empty() => {
                return Err(Failure::Usage(format!("missing file name: {word} FILE")));
            }
            "save" => {
                save(Path::new(rest), &*self.game, self.entry)?;
                writeln!(self.out, "saved to {rest}")?;
            }
            "load" => {
                let game = load(Path::new(rest), self.entry)?;
                check_player(&*game, &self.computer.player)?;
                self.game = game;
                // The rules may differ, and the table is only valid for one set of rules.
                self.computer.begin(random_stream(0, 0));
                return Ok(Next::Show);
            }
            _ => {
                self.game.play(line).map_err(|error| {
                    let mut failure = Failure::of(error, "move");
                    if let Failure::Text { help, .. } = &mut failure {
                        *help = Some("`moves` lists the legal moves, `help` all commands".into());
                    }
                    failure
                })?;
                return Ok(Next::Show);
            }
        }
        Ok(Next::Ask)
    }

    /// Undoes the last move of a person and all moves after it.
    fn undo(&mut self) -> Result<Next, Failure> {
        let mut was_any = false;
        while self.game.take_back() {
            was_any = true;
            if let Turn::Player(side) = self.game.turn()
                && self.people[usize::from(side)]
            {
                return Ok(Next::Show);
            }
        }
        if was_any {
            return Ok(Next::Show);
        }
        Err(Failure::Usage("no move to take back".into()))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let Turn::Player(side) = self.game.turn() else {
            let reason = match self.game.turn() {
                Turn::Chance => "roll the dice first: type them, such as 31",
                _ => "the game is over",
            };
            return Err(Failure::Usage(reason.into()));
        };
        let player: &Player = &self.computer.player;
        let algorithm = player.algorithm.unwrap_or_default();
        let depth = player.depth.or((!player.has_strength()).then_some(5));
        let request = AnalysisRequest { algorithm, depth, ..AnalysisRequest::default() };
        let cancel = interrupt::begin();
        let mut limits = Limits::default().with_cancel(cancel);
        limits.time = Some(player.time.unwrap_or(HINT_TIME));
        limits.nodes = most_nodes(&*self.game, player);
        let mut table = GameTable::new(self.memory).map_err(Failure::Registry)?;
        let line = ProgressLine::new(self.is_quiet, String::new());
        line.say("thinking");
        let watch = &mut |it: &_| line.show_game(it);
        let report = self.game.analyze(&request, &mut table, &limits, watch);
        line.clear();
        interrupt::end();
        let info = self.game.info();
        let sides = info.sides[usize::from(side)];
        let value = match report.expectations.is_empty() {
            true => report.value().map(|it| value_in_words(info, sides, &it)),
            false => Some(expectations_in_words(&report)),
        };
        let value = value.map_or(String::new(), |words| format!(" ({words})"));
        let best = report.best.unwrap_or_default();
        Ok(writeln!(self.out, "hint: {}{value}", self.style.strong(&best))?)
    }
}
