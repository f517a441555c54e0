//! Checkers by name.

use tremaux_core::{Evaluator, GameDepict, Limits, Score};
use tremaux_games::checkers::{
    Brazilian, Checkers, Endings, English, International, Material, Position, Russian, Variant,
    WithEndings,
};
use tremaux_play::{Loud, Quiescence, retrograde_analysis};
use tremaux_tables::EndgameTable;

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::game_rules::{Rules, option, wrong};
use super::played::open;
use crate::component::{OptionInfo, OptionKind};
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static CHECKERS: Entry = Entry;

/// Checkers.
pub(super) struct Entry;

/// English rules, where Black begins.
static INFO: GameInfo = GameInfo {
    name: "checkers",
    aliases: &["draughts"],
    title: "Checkers (draughts): English, Brazilian, Russian or international rules",
    format: "The FEN tag of PDN: W or B for the side to move, the squares of White and of Black, \
             kings with a K; squares are numbers from the top left, or letters and numbers from \
             the bottom left, ranges may be given:\n  B:W18,24,27-32:B1-8,K10",
    example: "B:WK16,24,14:B7,K13,K20",
    moves: "squares with - for a step and x for a capture, which is compulsory: 11-15, 22x15x6, \
            c3xe5; squares between may be left out where one move remains",
    sides: &["black", "white"],
    scores: "A win by the last of n moves is 1000000 - n, a loss as much below zero, a draw 0; an \
             estimate is 100 for each man ahead, and more for kings and men far advanced. The game \
             is drawn when only kings have moved for 40 moves of each side without a capture (20 in \
             Brazilian, 25 in international, 15 in Russian draughts); repetition is not counted.",
    unit: None,
    evaluation: "material",
    options: &[
        OptionInfo {
            name: "rules",
            title: "english: men capture forwards, kings step by one, Black begins; brazilian: men \
                    capture backwards too, kings fly, the most must be taken; international: the \
                    same on 10x10; russian: a man that passes the last row goes on as a king",
            kind: OptionKind::Choice {
                words: &["english", "brazilian", "international", "russian"],
            },
            default: Some("english"),
        },
        OptionInfo {
            name: "endings",
            title: "endings with at most so many pieces are solved before and known exactly",
            kind: OptionKind::Integer { least: 0, most: MOST_PIECES as u64 },
            default: Some("0"),
        },
    ],
};

/// Endings with more take a minute and a gigabyte.
const MOST_PIECES: u32 = 3;

/// The others, where White begins.
static WHITE_BEGINS: GameInfo = GameInfo { sides: &["white", "black"], ..INFO };

/// Material, and the endings that were solved.
struct Judge<V> {
    endings: Option<(Endings<V>, EndgameTable)>,
}

impl<V: Variant> Judge<V> {
    fn new(pieces: u32) -> Self {
        let endings = (pieces > 0).then(|| {
            let endings = Endings::new(pieces);
            let solved = retrograde_analysis(&endings, &Limits::default());
            let solved = solved.expect("a game for two of few positions, without a limit");
            (endings, solved.table(V::NAME))
        });
        Self { endings }
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for Judge<V> {
    #[inline]
    fn evaluate(&self, game: &Checkers<V>, position: &Position) -> Score {
        Material.evaluate(game, position)
    }

    #[inline]
    fn known(&self, game: &Checkers<V>, position: &Position) -> Option<Score> {
        let (endings, table) = self.endings.as_ref()?;
        WithEndings { endings: *endings, table, evaluator: Material }.known(game, position)
    }
}

struct Played<V>(Checkers<V>, Judge<V>);

impl<V: Variant> Rules for Played<V> {
    type Game = Checkers<V>;
    type Evaluator = Judge<V>;
    type Ordering = Loud;
    type Horizon = Quiescence;

    fn game(&self) -> &Checkers<V> {
        &self.0
    }

    fn evaluator(&self) -> &Judge<V> {
        &self.1
    }

    fn picture(&self, position: &Position) -> String {
        self.0.depict(position).to_text()
    }
}

fn open_by<V: Variant>(given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
    let endings = option(given, "endings").unwrap_or("0");
    let pieces = endings.trim().parse().ok().filter(|&pieces| pieces <= MOST_PIECES);
    let pieces =
        pieces.ok_or_else(|| wrong("endings", endings, format!("from 0 to {MOST_PIECES}")))?;
    let info = if V::WHITE_BEGINS { &WHITE_BEGINS } else { &INFO };
    // What is wrong with the position is told before anything is solved.
    let played = open(info, Played(Checkers::<V>::new(), Judge { endings: None }), given, text)?;
    if pieces == 0 {
        return Ok(played);
    }
    open(info, Played(Checkers::<V>::new(), Judge::new(pieces)), given, text)
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        match option(given, "rules").unwrap_or("english") {
            "english" => open_by::<English>(given, text),
            "brazilian" => open_by::<Brazilian>(given, text),
            "international" => open_by::<International>(given, text),
            "russian" => open_by::<Russian>(given, text),
            other => {
                let expected = "`english`, `brazilian`, `international` or `russian`";
                Err(wrong("rules", other, expected))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tremaux_core::Limits;

    use super::{CHECKERS, GameEntry};
    use crate::games::entry::{AnalysisRequest, GameTable};
    use crate::games::report::Outcome;

    #[test]
    fn endings_are_known_exactly() {
        let given = |pieces: &str| [("endings", pieces.to_owned())];
        let request = AnalysisRequest { depth: Some(1), ..AnalysisRequest::default() };
        let mut table = GameTable::new(1 << 16).expect("a small table");
        let mut analyze = |pieces: &str| {
            let played = CHECKERS.open(&given(pieces), "W:WK18:BK1").expect("two kings");
            played.analyze(&request, &mut table, &Limits::default(), &mut |_| {})
        };
        let (guess, report) = (analyze("0"), analyze("2"));
        assert!(!guess.exact && guess.outcome.is_none());
        assert_eq!((report.exact, report.outcome), (true, Some(Outcome::Draw)));
        for pieces in ["4", "-1", "x", ""] {
            let error = CHECKERS.open(&given(pieces), "").err().expect(pieces).to_string();
            assert!(error.contains("endings") || error.contains("from 0 to 3"), "{error}");
        }
        assert!(CHECKERS.open(&given("2"), "W:W33:B1").is_err());
    }
}
