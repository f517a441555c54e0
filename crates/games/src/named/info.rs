//! Descriptions of games, as data.

use serde::Serialize;
use tremaux_domain::OptionInfo;

/// The description of a game for users.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameInfo {
    /// The name in kebab-case.
    pub name: &'static str,
    /// Shorter and older names.
    pub aliases: &'static [&'static str],
    /// A one-line title.
    pub title: &'static str,
    /// The notation of positions, in a few lines.
    pub format: &'static str,
    /// An example position, which can be solved within a second.
    pub example: &'static str,
    /// The notation of moves.
    pub moves: &'static str,
    /// The names of the sides, the one that begins first: two, or as many as can play.
    pub sides: &'static [&'static str],
    /// The meaning of estimates and scores, in a few lines.
    pub scores: &'static str,
    /// The unit of a lead, if the game is not only won, drawn or lost.
    pub unit: Option<&'static str>,
    /// The score of one piece: 100 if scores are hundredths of it, which text then shows as
    /// decimals, and wins as `#` with the number of moves.
    #[serde(skip)]
    pub scale: u32,
    /// The evaluation of positions that are not searched to the end.
    pub evaluation: &'static str,
    /// Options of the rules.
    pub options: &'static [OptionInfo],
    /// Whether it has dice, cards or coins.
    pub has_chance: bool,
    /// Whether players do not see everything.
    pub is_hidden: bool,
    /// What its positions are drawn as.
    pub drawn: Drawn,
    /// The score of a lead that decides the game as a rule.
    pub great_lead: u32,
    /// What wins by payoffs of 2, 3 and so on are called.
    pub greater_wins: &'static [&'static str],
}

impl GameInfo {
    /// A game of two sides without options, to be completed.
    pub const PLAIN: Self = Self {
        name: "",
        aliases: &[],
        title: "",
        format: "",
        example: "",
        moves: "",
        sides: &["first", "second"],
        scores: "",
        unit: None,
        scale: 1,
        evaluation: "",
        options: &[],
        has_chance: false,
        is_hidden: false,
        drawn: Drawn::Squares,
        great_lead: 8,
        greater_wins: &[],
    };

    /// A game with hidden information and chance, to be completed.
    pub(crate) const HIDDEN: Self = Self {
        sides: &["1", "2"],
        evaluation: "none: the whole game is solved",
        has_chance: true,
        is_hidden: true,
        ..Self::PLAIN
    };
}

/// What positions are drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// A board of squares.
    Squares,
    /// A board of lines, with pieces where they cross.
    Lines,
    /// The 24 points of backgammon in two rows, with the bar in the middle.
    Points,
    /// Dots, with edges between them and cells that belong to who closed them.
    Dots,
    /// A board of hexagons: each row lies half a cell further to the right. The first side connects
    /// top and bottom.
    Hexagons,
    /// A board with holes.
    Holes,
    /// Heaps of counters.
    Heaps,
    /// A tree that is given: it is looked at rather than played.
    Tree,
}
