//! `tremaux play`.

use std::io::{BufRead, Read, Write, stderr, stdin};
use std::path::Path;

use clap::{ArgMatches, FromArgMatches};
use tremaux_core::{Limits, Turn};
use tremaux_registry::{
    AnalysisRequest, GameEntry, GameTable, Outcome, PlayedGame, Player, RegistryError, game,
};

use crate::arguments::Everywhere;
use crate::computer::{Computer, Random, most_nodes, rolled};
use crate::failure::Failure;
use crate::game_arguments::{Dialogue, given};
use crate::game_text::{expectations_in_words, side_in_words, value_in_words};
use crate::interrupt::Interruptions;
use crate::level::level;
use crate::output::Style;
use crate::progress::ProgressLine;
use crate::saved_game::{load, save};

/// The longest line that is read.
const LONGEST: u64 = 64 << 10;

const HELP: &str = "\
a move          plays it
undo            takes your last move back, and the reply
hint            shows a good move
moves           lists the legal moves
board           shows the position again
level LEVEL     easy, medium, hard, plies as 6, a time as 2s
side SIDE       first, second, third, fourth, all (or both) or none
save FILE       writes the game to a file
load FILE       goes on with a game from a file
quit            ends the game";

/// A game with somebody at the terminal or at the other end of a pipe.
struct Table<'a> {
    entry: &'static dyn GameEntry,
    game: Box<dyn PlayedGame>,
    computer: Computer,
    /// Which sides people play.
    people: People,
    /// Where the dice come from: a seed, or whoever types them.
    dice: Option<u64>,
    memory: usize,
    is_quiet: bool,
    style: Style,
    interruptions: Interruptions,
    out: &'a mut dyn Write,
}

/// What comes after a line.
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

/// Who plays the sides that the word names.
fn people(side: &str) -> Option<People> {
    let only = |nth| std::array::from_fn(|at| at == nth);
    Some(match side {
        "first" => only(0),
        "second" => only(1),
        "third" => only(2),
        "fourth" => only(3),
        "both" | "all" => [true; 4],
        "none" => [false; 4],
        _ => return None,
    })
}

/// Plays what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn play(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a game is required");
    let entry = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let dialogue = Dialogue::from_arg_matches(matches).expect("the options of a game");
    let player = level(&dialogue.level, "--level")?;
    let position: Vec<&String> = matches.get_many("position").into_iter().flatten().collect();
    let position: Vec<&str> = position.into_iter().map(String::as_str).collect();
    let given = given(entry, matches);
    let opened = match &dialogue.load {
        Some(_) if !position.is_empty() || !given.is_empty() => {
            let reason = "the file tells position and rules".into();
            return Err(Failure::Registry(RegistryError::NotApplicable {
                option: "--load",
                reason,
            }));
        }
        Some(path) => load(path, entry)?,
        None => entry
            .open(&given, &position.join(" "))
            .map_err(|error| Failure::of(error, "POSITION"))?,
    };
    accepted(&*opened, &player)?;
    let memory = dialogue.memory;
    let mut table = Table {
        entry,
        game: opened,
        computer: Computer::new(player, memory, Random::new(dialogue.seed, 0))?,
        people: people(&dialogue.side).expect("one of the six"),
        dice: (dialogue.dice == "rolled").then_some(dialogue.seed),
        memory,
        is_quiet: everywhere.quiet,
        style,
        interruptions: Interruptions::watch()?,
        out,
    };
    let status = table.run()?;
    if let Some(path) = &dialogue.save {
        save(path, &*table.game)?;
    }
    Ok(status)
}

/// Whether the game takes the player's algorithm.
pub(crate) fn accepted(game: &dyn PlayedGame, player: &Player) -> Result<(), Failure> {
    match player.algorithm {
        Some(algorithm) => game.accepts(algorithm, player.depth).map_err(Failure::Registry),
        None => Ok(()),
    }
}

impl Table<'_> {
    fn run(&mut self) -> Result<u8, Failure> {
        self.show()?;
        loop {
            if let Some((outcome, score)) = self.game.result() {
                self.announce(outcome, score)?;
                // The game may still be taken back by whoever is asked.
                if self.people == [false; 4] {
                    return Ok(0);
                }
            } else if let (Turn::Chance, Some(seed)) = (self.game.turn(), self.dice) {
                let Some(dice) = rolled(&*self.game, seed) else { return Ok(3) };
                self.game.play(&dice).map_err(|error| Failure::of(error, "the dice"))?;
                writeln!(self.out, "the dice: {dice}")?;
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
                let Some(line) = self.ask()? else {
                    writeln!(self.out)?;
                    return Ok(0);
                };
                match self.obey(line.trim())? {
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
        let picture = self.game.picture();
        writeln!(self.out, "\n{picture}")?;
        Ok(self.out.flush()?)
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
        writeln!(self.out, "{}", self.style.strong(&format!("the game is over: {words}{lead}")))?;
        Ok(self.out.flush()?)
    }

    /// The computer moves; false if it was stopped and nobody else plays.
    fn reply(&mut self, side: u8) -> Result<bool, Failure> {
        let cancel = self.interruptions.begin();
        let mut line = ProgressLine::new(self.is_quiet, String::new());
        let mv = self.computer.choose(&*self.game, &cancel, &mut |it| line.show_game(it));
        line.clear();
        self.interruptions.end();
        if cancel.is_cancelled() && self.people == [false; 4] {
            return Ok(false);
        }
        let Some(mv) = mv else { return Ok(false) };
        self.game.play(&mv).map_err(|error| Failure::of(error, "the computer's move"))?;
        let name = self.side(side);
        writeln!(self.out, "{name} plays {}", self.style.strong(&mv))?;
        self.show()?;
        Ok(true)
    }

    /// A line of input; `None` at the end of it.
    fn ask(&mut self) -> Result<Option<String>, Failure> {
        let prompt = match self.game.turn() {
            Turn::Player(side) => format!("{}> ", self.side(side)),
            Turn::Chance => "the dice> ".to_owned(),
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

    /// Says what is wrong, on standard error: the prompt comes back.
    fn complain(&mut self, failure: &Failure) -> Result<Next, Failure> {
        self.out.flush()?;
        let _ = write!(stderr(), "{}", failure.render(self.style.is_colored));
        Ok(Next::Ask)
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(Next::Ask),
            "quit" | "exit" => Ok(Next::Quit),
            "help" | "?" => {
                writeln!(self.out, "{HELP}\n\nmoves: {}", self.game.info().moves)?;
                Ok(Next::Ask)
            }
            "board" => Ok(Next::Show),
            "moves" => {
                let moves = crate::text::wrapped(self.game.moves());
                writeln!(self.out, "{moves}")?;
                Ok(Next::Ask)
            }
            "undo" => self.undo(),
            "hint" => self.hint(),
            "level" => match level(rest, "LEVEL") {
                Ok(player) if let Err(failure) = accepted(&*self.game, &player) => {
                    self.complain(&failure)
                }
                Ok(player) => {
                    writeln!(self.out, "the computer plays as {}", player.text)?;
                    self.computer.player = player;
                    Ok(Next::Ask)
                }
                Err(failure) => self.complain(&failure),
            },
            "side" => match people(rest) {
                Some(sides) => {
                    self.people = sides;
                    Ok(Next::Show)
                }
                None => self.complain(&Failure::Usage(format!(
                    "`{rest}` is no side: first, second, third, fourth, all, both or none"
                ))),
            },
            "save" | "load" if rest.is_empty() => {
                self.complain(&Failure::Usage(format!("{word} needs the name of a file")))
            }
            "save" => match save(Path::new(rest), &*self.game) {
                Ok(()) => {
                    writeln!(self.out, "saved to {rest}")?;
                    Ok(Next::Ask)
                }
                Err(failure) => self.complain(&failure),
            },
            "load" => match load(Path::new(rest), self.entry) {
                Ok(game) => {
                    if let Err(failure) = accepted(&*game, &self.computer.player) {
                        return self.complain(&failure);
                    }
                    self.game = game;
                    // Its rules may be others, and the table belongs to the rules.
                    self.computer.begin(Random::new(0, 0));
                    Ok(Next::Show)
                }
                Err(failure) => self.complain(&failure),
            },
            _ => match self.game.play(line) {
                Ok(_) => Ok(Next::Show),
                Err(error) => {
                    let mut failure = Failure::of(error, "move");
                    if let Failure::Text { help, .. } = &mut failure {
                        *help =
                            Some("`moves` lists the legal moves, `help` what else to say".into());
                    }
                    self.complain(&failure)
                }
            },
        }
    }

    /// Takes back the last move of a person, and what was played since.
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
        self.complain(&Failure::Usage("there is no move to take back".into()))
    }

    fn hint(&mut self) -> Result<Next, Failure> {
        let Turn::Player(side) = self.game.turn() else {
            let reason = match self.game.turn() {
                Turn::Chance => "the dice are to be rolled: type them, as 31",
                _ => "the game is over",
            };
            return self.complain(&Failure::Usage(reason.into()));
        };
        let player: &Player = &self.computer.player;
        let algorithm = player.algorithm.unwrap_or_default();
        let depth = player.depth.or((!player.has_strength()).then_some(5));
        let request = AnalysisRequest { algorithm, depth, ..AnalysisRequest::default() };
        let cancel = self.interruptions.begin();
        let mut limits = Limits::default().with_cancel(cancel);
        limits.time = player.time;
        limits.nodes = most_nodes(&*self.game, player);
        let mut table = GameTable::new(self.memory).map_err(Failure::Registry)?;
        let report = self.game.analyze(&request, &mut table, &limits, &mut |_| {});
        self.interruptions.end();
        let info = self.game.info();
        let sides = info.sides[usize::from(side)];
        let value = match report.expectations.is_empty() {
            true => report.value().map(|it| value_in_words(info, sides, &it)),
            false => Some(expectations_in_words(&report)),
        };
        let value = value.map_or(String::new(), |words| format!(" ({words})"));
        let best = report.best.unwrap_or_default();
        writeln!(self.out, "hint: {}{value}", self.style.strong(&best))?;
        Ok(Next::Ask)
    }
}
