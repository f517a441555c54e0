//! The registry entry of Checkers.

use super::records;
use super::{
    Brazilian, Checkers, EndingTables, Endings, English, International, Material, Move, PdnGame,
    Position, Russian, Variant, WithEndings,
};
use std::sync::Arc;

use tremaux_core::{Evaluator, Game, GameDepict, ParseError, Player, Score};
use tremaux_play::{NoisyFirst, Quiescence, RetrogradeError};
use tremaux_tables::{BuildProgress, EndgameTable};

use crate::game_file::{GameFault, positions_of_text};
use crate::named::rules::{Labels, Learnt, PieceSet, Rules, Square, open, open_at};
use crate::named::{
    GameEntry, GameFile, GameInfo, GameRecords, NotedPosition, OpenedFile, OpenedGame, PlayedGame,
    Record, RecordFormat, Sampling,
};
use tremaux_domain::{
    BuiltTable, OptionInfo, OptionPairs, Options, ReadError, RegistryError, TableEvent, TableSource,
};

/// The entry in the list of games.
pub static CHECKERS: GameEntry = GameEntry::new(&INFO, open_game).with_records(GameRecords {
    format: RecordFormat { name: "PDN", extension: "pdn" },
    is_game_file: records::is_pdn,
    read: read_records,
    positions: positions_of_games,
});

/// The description of English rules, where Black begins.
static INFO: GameInfo = GameInfo {
    name: "checkers",
    aliases: &["draughts"],
    title: "Checkers (draughts): English, Brazilian, Russian or international rules",
    format: "A PDN FEN tag: W or B for the side to move, then the squares of White and of Black, \
             kings marked with K. Squares are numbers counted from the top left, or a letter and a \
             number counted from the bottom left; ranges are allowed:\n  \
             B:W18,24,27-32:B1-8,K10\n\
             A file may also hold games in PDN, whose tag GameType names the rules.",
    example: "B:WK16,24,14:B7,K13,K20",
    moves: "squares joined by - for a step or x for a capture (compulsory): 11-15, 22x15x6, c3xe5; \
            intermediate squares may be omitted if the move is unambiguous",
    sides: &["black", "white"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that, a draw 0. \
             Estimates count 100 for each man ahead, and more for kings and advanced men; text \
             shows +1.40 for 140, and #2 for a win in two moves. The game \
             is drawn after 40 moves by each side with only king moves and no capture (20 in \
             Brazilian, 25 in international, 15 in Russian draughts); repetition is ignored.",
    scale: 100,
    great_lead: 400,
    evaluation: "material",
    options: &[
        OptionInfo::choice(
            "rules",
            &[English::NAME, Brazilian::NAME, International::NAME, Russian::NAME],
        )
        .title(
            "english: men capture forwards, kings move one square, Black begins; brazilian: men \
             also capture backwards, kings fly, the largest capture is compulsory; international: \
             the same on 10x10; russian: a man that reaches the last row continues capturing as a \
             king",
        )
        .default(English::NAME),
        OptionInfo::integer("endings", 0, Endings::<English>::MOST_PIECES as u64)
            .title(
                "number of pieces up to which solved endgames are used, 4 at most on 10x10; \
                 missing tables are built: `tremaux build checkers-endings` does so in advance",
            )
            .default("0"),
    ],
    ..GameInfo::PLAIN
};

/// The description of the other rules, where White begins.
static WHITE_BEGINS: GameInfo = GameInfo { sides: &["white", "black"], ..INFO };

/// Evaluation by material, and by solved endgames.
struct MaterialAndEndings<V> {
    endings: Option<Arc<EndingTables<V>>>,
}

impl<V: Variant> Evaluator<Checkers<V>> for MaterialAndEndings<V> {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position) -> Score {
        Material.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &Checkers<V>, position: &Position) -> Option<Score> {
        let tables = self.endings.as_deref()?;
        WithEndings { tables, evaluator: Material }.known(game, position)
    }
}

/// What building a table takes for each of its positions.
const BYTES_OF_BUILD: u64 = 48;

/// The endings with at most so many pieces: from the cache, or built. Calls `note` with each table.
fn endings<V: Variant>(
    pieces: u32,
    tables: &TableSource,
    mut note: impl FnMut(BuiltTable),
) -> Result<EndingTables<V>, RegistryError> {
    // The nodes of a search are no positions of a table.
    let limits = tables.limits();
    let endings = Endings::<V>::new(pieces);
    let layers = endings.layers().iter().filter(|layer| layer.is_first());
    let total = layers.map(|layer| layer.numbers.len() as u64).sum();
    let missing = endings.layers().iter().filter(|layer| {
        let name = endings.table_name(layer);
        let path = tables.cache().table_path::<EndgameTable>(&name);
        layer.is_first() && path.is_none_or(|path| !path.exists())
    });
    let missing = missing.map(|layer| layer.numbers.len() as u64 * BYTES_OF_BUILD);
    tables.check_memory(&format!("table of endings with {pieces} pieces"), missing)?;
    let mut found = 0;
    EndingTables::build(endings, &limits, |layer, name, build| {
        let progress = BuildProgress { distance: 0, found, total };
        tables.notify(&TableEvent::Building { name, number: (1, 1), progress });
        let (table, built) = tables.stored(name, layer.numbers.len(), build)?;
        found += layer.numbers.len() as u64;
        note(built);
        Ok(table)
    })
    .map_err(|error| match error {
        RetrogradeError::Stopped(reason) => RegistryError::Stopped {
            reason,
            what: format!(
                "building the endings of {pieces} pieces was stopped; finished tables are kept"
            ),
        },
        error => RegistryError::NotOffered {
            component: format!("endings of {pieces} pieces"),
            reason: error.to_string(),
        },
    })
}

struct Played<V>(Checkers<V>, MaterialAndEndings<V>);

impl<V: Variant> Rules for Played<V> {
    type Game = Checkers<V>;
    type Evaluator = MaterialAndEndings<V>;
    type Ordering = (NoisyFirst, Learnt<Checkers<V>>);
    type LeafSearch = Quiescence;
    type Selectivity = ();

    fn game(&self) -> &Checkers<V> {
        &self.0
    }

    fn evaluator(&self) -> &MaterialAndEndings<V> {
        &self.1
    }

    fn sampling(&self) -> Sampling {
        Sampling::judged()
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.player_to_move()
    }

    /// Letters and numbers, or the numbers of the first and the last square of each row.
    fn labels(&self, _: &Position) -> Labels {
        if V::WRITES_LETTERS {
            return Labels::files_and_ranks(V::SIDE as usize, V::SIDE as usize);
        }
        let in_row = V::SIDE / 2;
        let rows = || 0..V::SIDE;
        Labels {
            left: rows().map(|row| (row * in_row + 1).to_string()).collect(),
            right: rows().map(|row| ((row + 1) * in_row).to_string()).collect(),
            ..Labels::default()
        }
    }

    fn pieces(&self) -> Option<PieceSet> {
        Some(PieceSet::Men)
    }

    fn squares(&self, position: &Position, mv: Move) -> Vec<Square> {
        let squares = self.0.squares(position, mv).into_iter();
        squares.map(|(column, row)| (column as u8, row as u8)).collect()
    }

    fn reason(&self, position: &Position) -> Option<&'static str> {
        let (mut moves, mover) = (Vec::new(), usize::from(position.player_to_move()));
        self.0.moves(position, &mut moves);
        Some(match (position.pieces[mover], moves.is_empty()) {
            (0, _) => "no piece left",
            (_, true) => "no legal move",
            _ => "only kings moved for too long",
        })
    }

    fn record(&self, start: &Position, moves: &[Move]) -> Option<String> {
        Some(records::write(&self.0, start, moves))
    }

    fn picture(&self, position: &Position) -> String {
        self.0.depict(position).to_text()
    }
}

/// Calls a function that is generic over the rules.
macro_rules! by_rules {
    ($rules:expr, $call:ident, $($argument:expr),*) => {
        match $rules {
            Brazilian::NAME => $call::<Brazilian>($($argument),*),
            International::NAME => $call::<International>($($argument),*),
            Russian::NAME => $call::<Russian>($($argument),*),
            _ => $call::<English>($($argument),*),
        }
    };
}

fn pieces_of<V: Variant>(options: &Options<'_>) -> Result<u32, RegistryError> {
    let (pieces, most) = (options.integer("endings"), Endings::<V>::MOST_PIECES);
    let pieces = u32::try_from(pieces).ok().filter(|&pieces| pieces <= most);
    pieces.ok_or_else(|| options.wrong("endings", format!("from 0 to {most}")))
}

/// The endings of the option, if any are asked for.
fn endings_of<V: Variant>(
    options: &Options<'_>,
    tables: &TableSource,
) -> Result<Option<Arc<EndingTables<V>>>, RegistryError> {
    match pieces_of::<V>(options)? {
        0 => Ok(None),
        pieces => endings(pieces, tables, |_| ()).map(|tables| Some(Arc::new(tables))),
    }
}

const fn info_of<V: Variant>() -> &'static GameInfo {
    if V::WHITE_BEGINS { &WHITE_BEGINS } else { &INFO }
}

fn open_by<V: Variant>(
    options: &Options<'_>,
    text: &str,
    tables: &TableSource,
) -> Result<Box<dyn PlayedGame>, ReadError> {
    let game = Checkers::<V>::new();
    // Report an invalid position before solving endgames.
    let played =
        open(info_of::<V>(), Played(game, MaterialAndEndings { endings: None }), options, text)?;
    match endings_of::<V>(options, tables)? {
        None => Ok(played),
        endings => {
            open(info_of::<V>(), Played(game, MaterialAndEndings { endings }), options, text)
        }
    }
}

/// Builds the endings of the options `rules` and `endings` (by default with four pieces) into the
/// cache.
///
/// # Errors
///
/// Fails if an option is wrong or a limit is reached; tables that are finished by then are kept.
pub fn build_endings(
    given: OptionPairs<'_>,
    tables: &TableSource,
) -> Result<Vec<BuiltTable>, RegistryError> {
    fn build<V: Variant>(
        options: &Options<'_>,
        tables: &TableSource,
    ) -> Result<Vec<BuiltTable>, RegistryError> {
        let pieces = match options.given("endings") {
            Some(_) => pieces_of::<V>(options)?,
            None => 4,
        };
        let mut built = Vec::new();
        endings::<V>(pieces, tables, |table| built.push(table)).map(|_| built)
    }
    let options = &Options::check(INFO.options, given)?;
    by_rules!(options.word("rules"), build, options, tables)
}

/// Opens a game of a file at the position after so many plies.
type Opener<'a> =
    Box<dyn Fn(&PdnGame<'_>, &str, Option<usize>) -> Result<NotedPosition, GameFault> + 'a>;

/// How the games of a file are opened, by their rules: solved endings are prepared once.
#[derive(Default)]
struct Openers<'a>(Vec<(&'a str, Opener<'a>)>);

impl<'a> Openers<'a> {
    fn of(
        &mut self,
        rules: &'a str,
        options: &Options<'a>,
        tables: &'a TableSource,
    ) -> Result<&Opener<'a>, RegistryError> {
        fn opener<'a, V: Variant>(
            options: &Options<'a>,
            tables: &'a TableSource,
        ) -> Result<Opener<'a>, RegistryError> {
            let endings = endings_of::<V>(options, tables)?;
            let mut options = options.pairs().to_vec();
            options.retain(|(name, _)| *name != "rules");
            options.push(("rules", V::NAME.to_owned()));
            Ok(Box::new(move |found, text, plies| {
                let game = Checkers::<V>::new();
                let position = found.replay(&game, text)?.position_after(&game, plies)?;
                let played = Played(game, MaterialAndEndings { endings: endings.clone() });
                let game = open_at(info_of::<V>(), played, &options, position);
                let title = Some(records::title(found));
                Ok(NotedPosition { title, ..NotedPosition::new(game) })
            }))
        }
        let at = self.0.iter().position(|(name, _)| *name == rules);
        let at = match at {
            Some(at) => at,
            None => {
                self.0.push((rules, by_rules!(rules, opener, options, tables)?));
                self.0.len() - 1
            }
        };
        Ok(&self.0[at].1)
    }
}

fn open_game(text: &str, options: &Options<'_>, tables: &TableSource) -> OpenedGame {
    by_rules!(options.word("rules"), open_by, options, text, tables)
}

fn read_records(text: &str, options: &Options<'_>) -> Result<Vec<Record>, ReadError> {
    fn read<V: Variant>(found: &PdnGame<'_>, text: &str) -> Result<Record, ParseError> {
        records::record::<V>(found, text)
    }
    let record = |found: &PdnGame<'_>| {
        let rules = records::rules_of(found, text, options.given("rules"))?;
        Ok(by_rules!(rules, read, found, text)?)
    };
    PdnGame::read_all(text)?.iter().map(record).collect()
}

fn positions_of_games(file: OpenedFile<'_>) -> Result<GameFile<'_>, RegistryError> {
    positions_of_text(file, |text, file| {
        let mut openers = Openers::default();
        let position = |found: Result<PdnGame<'_>, ParseError>| {
            let found = found?;
            let rules = records::rules_of(&found, text, file.options.given("rules"))?;
            let open = openers.of(rules, &file.options, file.tables)?;
            open(&found, text, file.plies)
        };
        PdnGame::read_each(text).into_iter().map(position).collect()
    })
}
