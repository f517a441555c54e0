//! The registry entry of Go.

use super::records;
use super::rules::{Go, Move, Position};
use super::ruleset::Ruleset;
use super::sgf::SgfGame;
use super::{AreaLead, Playouts};
use tremaux_core::{Game, GameDepict, ParseError, Player, Turn};
use tremaux_domain::{OptionInfo, Options, ReadError, RegistryError, TableSource};
use tremaux_play::{ProofVariant, Sampler};

use crate::game_file::positions_of_text;
use crate::named::rules::{Labels, Learnt, PieceSet, Rules, Square, open, open_at};
use crate::named::{
    Drawn, GameEntry, GameFile, GameInfo, GameRecords, NotedPosition, OpenedFile, OpenedGame,
    PlayedGame, Record, RecordFormat, Sampling,
};

/// The entry in the list of games.
pub static GO: GameEntry = GameEntry::new(&INFO, open_game).with_records(GameRecords {
    format: RecordFormat { name: "SGF", extension: "sgf" },
    is_game_file: records::is_sgf,
    read: read_records,
    positions: positions_of_games,
});

static INFO: GameInfo = GameInfo {
    name: "go",
    aliases: &["baduk", "weiqi"],
    title: "Go on boards up to 19×19, by several rule sets",
    format: "The rows from the top, separated by slashes: X for black, O for white, . for an empty \
             point; then b or w for the side to move; then, if there are any, the point that a ko \
             forbids (ko=C3), the number of passes just before (passes=1) and, with Japanese \
             rules, how many more prisoners Black has than White (prisoners=-2):\n  \
             .XO./XO.O/.XO./.... b ko=C3\n\
             A file may also hold games in SGF, whose rules and komi count.",
    example: ".X/.O w",
    moves: "a letter for the column, without I, and a number for the row from the bottom, for \
            example D4; or pass",
    sides: &["black", "white"],
    scores: "The lead in area, or with Japanese rules in territory and prisoners, komi included, \
             in hundredths of a point; text shows +2.50 for 250. No board may repeat; two passes \
             end the game, and all stones then count as alive.",
    scale: 100,
    great_lead: 2000,
    evaluation: "nearest stones",
    options: &[
        OptionInfo::integer("size", *Go::SIZES.start() as u64, *Go::SIZES.end() as u64)
            .title("number of rows and columns, unless a position is given")
            .default("9"),
        OptionInfo::choice("rules", Ruleset::OPTIONS)
            .title(
                "area: tromp-taylor, new-zealand and ing with suicide of several stones; chinese \
                 and aga without, and White receives a point for each handicap stone, in aga but \
                 one; territory: japanese, also for Korean",
            )
            .default("tromp-taylor"),
        OptionInfo::word("komi", "POINTS, for example `7.5`")
            .title("points for White, with at most two decimals")
            .default("7.5"),
        OptionInfo::integer("handicap", 0, 361)
            .title("number of stones of Black on star points, 2 to 9, or 0")
            .default("0"),
    ],
    drawn: Drawn::Lines,
    ..GameInfo::PLAIN
};

/// The game of these options. Without a size, that of the position counts.
fn game(text: &str, options: &Options<'_>) -> Result<Go, RegistryError> {
    let rows = text.split_whitespace().next().map(|rows| rows.split('/').count());
    let rows = rows.filter(|rows| options.given("size").is_none() && Go::SIZES.contains(rows));
    let size = rows.unwrap_or(options.integer("size") as usize);
    let komi = komi(options)?;
    let rules = rules(options);
    let handicap = options.integer("handicap") as u32;
    let game = Go::new(size).ok_or_else(|| options.wrong("size", "from 1 to 19"))?;
    Ok(game.komi_in_hundredths(komi).rules(rules).handicap(handicap))
}

/// The komi in hundredths.
fn komi(options: &Options<'_>) -> Result<i32, RegistryError> {
    let komi = options.word("komi").parse::<f64>().ok().and_then(Go::hundredths);
    let most = Go::MOST_KOMI / 2;
    komi.ok_or_else(|| options.wrong("komi", format!("at most {most} points, with two decimals")))
}

fn rules(options: &Options<'_>) -> Ruleset {
    Ruleset::of_option(options.word("rules")).unwrap_or_default()
}

/// A game of a file with the rules and the komi that the user prefers to those of the file.
fn preferred(game: Go, options: &Options<'_>) -> Result<Go, RegistryError> {
    for name in ["size", "handicap"] {
        if options.given(name).is_some() {
            return Err(options.wrong(name, "nothing: the file says it"));
        }
    }
    let rules = options.given("rules").map_or(game.ruleset(), |_| rules(options));
    let game = game.rules(rules);
    Ok(if options.given("komi").is_some() { game.komi_in_hundredths(komi(options)?) } else { game })
}

/// The game by name at a position, with its history.
pub fn played_at(game: &Go, position: Position) -> Box<dyn PlayedGame> {
    open_at(&INFO, Played(game.clone()), &records::options(game), position)
}

struct Played(Go);

impl Rules for Played {
    type Game = Go;
    type Evaluator = AreaLead;
    type Ordering = Learnt<Go>;
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &Go {
        &self.0
    }

    fn evaluator(&self) -> &AreaLead {
        &AreaLead
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.board().player_to_move()
    }

    fn is_sampled(&self) -> bool {
        true
    }

    fn proof(&self) -> ProofVariant {
        ProofVariant::SecondLevel
    }

    fn sampling(&self) -> Sampling {
        Sampling { options: Playouts::options(), has_priors: true, ..Sampling::default() }
    }

    fn sampler(&self, sampling: &Sampling) -> Option<Box<dyn Sampler<Go> + Sync + '_>> {
        let is_own = sampling.plies.is_none() && sampling.has_priors;
        is_own.then(|| Box::new(Playouts) as Box<_>)
    }

    fn labels(&self, _: &Position) -> Labels {
        let size = self.0.size();
        let letters = super::notation::COLUMNS[..size].iter();
        let bottom = letters.map(|&letter| char::from(letter).to_string()).collect();
        Labels { bottom, ..Labels::files_and_ranks(size, size) }
    }

    fn pieces(&self) -> Option<PieceSet> {
        Some(PieceSet::Discs)
    }

    fn squares(&self, _: &Position, mv: Move) -> Vec<Square> {
        let place = self.0.place(mv);
        place.map(|(column, row)| (column as u8, row as u8)).into_iter().collect()
    }

    /// The territory at the end.
    fn owned(&self, position: &Position, _: &[(Position, Move)]) -> Vec<(u8, u8, Player)> {
        if self.0.turn(position) == Turn::Over { self.0.territory(position) } else { Vec::new() }
    }

    /// The areas.
    fn counts(&self, position: &Position) -> Vec<u32> {
        position.board().area().to_vec()
    }

    fn record(&self, start: &Position, moves: &[Move]) -> Option<String> {
        Some(SgfGame::write(&self.0, start, moves))
    }

    fn picture(&self, position: &Position) -> String {
        self.0.depict(position).to_text()
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let game = game(text, options)?;
    let handicap = game.handicap;
    if text.trim().is_empty() && handicap > 0 && game.handicap_points(handicap).is_none() {
        let expected = "as many stones as the board has star points, at least 2, or 0";
        return Err(options.wrong("handicap", expected).into());
    }
    open(&INFO, Played(game), options, text)
}

fn read_records(text: &str, options: &Options<'_>) -> Result<Vec<Record>, ReadError> {
    let games = SgfGame::read_all(text)?;
    let record = |found: &SgfGame<'_>| {
        let game = preferred(found.game(text)?, options)?;
        Ok(records::record(found, &game, text)?)
    };
    games.iter().map(record).collect()
}

fn positions_of_games(file: OpenedFile<'_>) -> Result<GameFile<'_>, RegistryError> {
    positions_of_text(file, |text, file| {
        let position = |found: Result<SgfGame<'_>, ParseError>| {
            let found = found?;
            let game = preferred(found.game(text)?, &file.options)?;
            let position = found.replay(&game, text)?.position_after(&game, file.plies)?;
            Ok(NotedPosition {
                title: Some(records::title(&found)),
                notes: found.notes(),
                ..NotedPosition::new(played_at(&game, position))
            })
        };
        SgfGame::read_each(text).into_iter().map(position).collect()
    })
}
