//! Games with tags, comments and variations.

use cozy_chess::Move;

use crate::position::Position;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game is not over, or nobody knows.
    #[default]
    Unknown,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// The outcome as PGN writes it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads an outcome as PGN writes it. A draw may also be `1/2`.
    pub fn parse(text: &str) -> Option<Self> {
        let is_half = matches!(text, "1/2" | "1/21/2" | "1/2:1/2");
        let plain = Self::ALL.into_iter().find(|outcome| outcome.text() == text);
        plain.or(is_half.then_some(Self::Draw)).or(match text {
            "1:0" => Some(Self::WhiteWins),
            "0:1" => Some(Self::BlackWins),
            _ => None,
        })
    }
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// The tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The first position: that of the tag `FEN`, or the usual one.
    pub start: Position,
    /// The moves.
    pub line: PgnLine,
    /// The outcome at the end of the moves.
    pub outcome: Outcome,
}

/// Moves one after the other, with what is said of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnLine {
    /// The comment before the first move; empty if there is none.
    pub comment: String,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move; `None` for a null move, `--`, by which a side passes.
    pub mv: Option<Move>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, and so on.
    pub glyphs: Vec<u16>,
    /// The comment after it; empty if there is none.
    pub comment: String,
    /// The variations: each begins with another move instead of this one.
    pub variations: Vec<PgnLine>,
}

impl PgnMove {
    /// A move without annotations.
    pub fn new(mv: Move) -> Self {
        Self::of(Some(mv))
    }

    pub(super) fn of(mv: Option<Move>) -> Self {
        Self { mv, glyphs: Vec::new(), comment: String::new(), variations: Vec::new() }
    }
}

impl PgnGame {
    /// A game of these moves, which must be legal one after the other.
    pub fn new(start: Position, moves: &[Move], outcome: Outcome) -> Self {
        let moves = moves.iter().map(|&mv| PgnMove::new(mv)).collect();
        Self { start, line: PgnLine { moves, comment: String::new() }, outcome, tags: Vec::new() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The moves of the game, without variations; `None` for a null move.
    pub fn moves(&self) -> impl Iterator<Item = Option<Move>> {
        self.line.moves.iter().map(|it| it.mv)
    }

    /// The last position.
    pub fn end(&self) -> Position {
        self.position_after(usize::MAX)
    }

    /// The position after so many plies, or the last one if there are fewer.
    pub fn position_after(&self, plies: usize) -> Position {
        let mut position = self.start.clone();
        for mv in self.moves().take(plies) {
            position.play_or_pass(mv);
        }
        position
    }
}
