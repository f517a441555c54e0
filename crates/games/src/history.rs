//! Positions of short games as the moves since the start, some of which a player does not see.

use std::fmt;

use tremaux_core::{Game, GameNotation, ParseError, Picture, Role, Shape, Turn};

/// The moves since the start, at most `N`. What a player knows has the same form: moves that the
/// player does not see are the default move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct History<M, const N: usize> {
    moves: [M; N],
    length: u8,
}

impl<M: Copy + Default, const N: usize> Default for History<M, N> {
    fn default() -> Self {
        Self { moves: [M::default(); N], length: 0 }
    }
}

impl<M: Copy + Default, const N: usize> History<M, N> {
    /// The moves, the first one first.
    #[inline]
    pub fn moves(&self) -> &[M] {
        &self.moves[..usize::from(self.length)]
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: M) {
        self.moves[usize::from(self.length)] = mv;
        self.length += 1;
    }

    /// Removes the last move, of which nothing is left: equal histories are equal in memory.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.length -= 1;
        self.moves[usize::from(self.length)] = M::default();
    }

    /// The same history without the move number `nth`, from 0, if it was made.
    #[inline]
    pub(crate) fn without(mut self, nth: Option<usize>) -> Self {
        if let Some(mv) = nth.and_then(|nth| self.moves[..usize::from(self.length)].get_mut(nth)) {
            *mv = M::default();
        }
        self
    }
}

/// Writes a history as words, `start` if it is empty.
pub(crate) fn write_history<G, const N: usize>(
    game: &G,
    history: &G::State,
    out: &mut dyn fmt::Write,
) -> fmt::Result
where
    G: GameNotation<State = History<<G as Game>::Move, N>>,
    G::Move: Default,
{
    if history.moves().is_empty() {
        return out.write_str("start");
    }
    let mut before = History::default();
    for (nth, &mv) in history.moves().iter().enumerate() {
        if nth > 0 {
            out.write_char(' ')?;
        }
        game.write_move(&before, mv, out)?;
        before.push(mv);
    }
    Ok(())
}

/// Reads what [`write_history`] writes of a history without hidden moves.
pub(crate) fn parse_history<G, const N: usize>(game: &G, text: &str) -> Result<G::State, ParseError>
where
    G: GameNotation<State = History<<G as Game>::Move, N>>,
    G::Move: Default,
{
    let mut history = History::default();
    if text.trim() == "start" {
        return Ok(history);
    }
    let mut words = text.split_whitespace().peekable();
    if words.peek().is_none() {
        return Err(ParseError::at_end(text, "moves from the start of the game, or `start`"));
    }
    for word in words {
        let mv = game
            .parse_move(&history, word)
            .map_err(|error| ParseError::about(text, word, error.expected))?;
        history.push(mv);
    }
    Ok(history)
}

/// The legal move that is written `text`, in lower or upper case.
pub(crate) fn parse_listed<G: GameNotation>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<G::Move, ParseError> {
    /// How many moves an error lists.
    const MOST: usize = 16;
    let word = text.trim();
    let mut moves = Vec::new();
    if game.turn(state) == Turn::Over {
        return Err(ParseError::about(text, word, "no move: the game is over"));
    }
    game.moves(state, &mut moves);
    let mut words: Vec<String> = Vec::new();
    for mv in moves {
        let of_move = game.move_text(state, mv);
        if of_move.eq_ignore_ascii_case(word) {
            return Ok(mv);
        }
        words.push(of_move);
    }
    if words.len() > MOST {
        words.truncate(MOST);
        words.push("…".to_owned());
    }
    Err(ParseError::about(text, word, format!("one of {}", words.join(", "))))
}

/// A row of words.
pub(crate) fn picture_of(text: &str) -> Picture {
    let words = text.split(' ').enumerate().map(|(x, word)| Shape::Glyph {
        x: x as i32,
        y: 0,
        text: word.to_owned(),
        role: Role::Label,
    });
    let shapes: Vec<Shape> = words.collect();
    Picture { width: shapes.len() as u32, height: 1, shapes }
}

/// The parts of [`Game`] of a game whose positions are histories of these moves.
macro_rules! history_moves {
    ($move:ty) => {
        type State = Position;
        type Move = $move;
        type Undo = ();

        fn initial_state(&self) -> Position {
            Position::default()
        }

        fn play(&self, position: &mut Position, mv: $move) {
            position.push(mv);
        }

        fn undo(&self, position: &mut Position, _: $move, (): ()) {
            position.pop();
        }
    };
}
pub(crate) use history_moves;

/// The whole game notation of a game whose positions are histories, except for the words of moves;
/// and what players know: all moves but the one that `unseen` returns for a position and a player,
/// by default the move of the other player among the first two.
macro_rules! history_notation {
    ($game:ty, |$before:ident, $mv:ident, $out:ident| $write:expr) => {
        crate::history::history_notation!(
            $game,
            |$before, $mv, $out| $write,
            unseen: |_, _, player| Some(1 - usize::from(player))
        );
    };
    ($game:ty, |$before:ident, $mv:ident, $out:ident| $write:expr, unseen: $unseen:expr) => {
        impl tremaux_core::GameNotation for $game {
            fn write_position(
                &self,
                position: &Self::State,
                out: &mut dyn std::fmt::Write,
            ) -> std::fmt::Result {
                crate::history::write_history(self, position, out)
            }

            fn parse_position(&self, text: &str) -> Result<Self::State, tremaux_core::ParseError> {
                crate::history::parse_history(self, text)
            }

            fn write_move(
                &self,
                $before: &Self::State,
                $mv: Self::Move,
                $out: &mut dyn std::fmt::Write,
            ) -> std::fmt::Result {
                $write
            }

            fn parse_move(
                &self,
                position: &Self::State,
                text: &str,
            ) -> Result<Self::Move, tremaux_core::ParseError> {
                crate::history::parse_listed(self, position, text)
            }
        }

        impl tremaux_core::HiddenGame for $game {
            type Information = Self::State;

            fn information(
                &self,
                position: &Self::State,
                player: tremaux_core::Player,
            ) -> Self::State {
                let unseen: fn(&Self, &Self::State, tremaux_core::Player) -> Option<usize> =
                    $unseen;
                position.without(unseen(self, position, player))
            }
        }

        impl tremaux_core::HiddenNotation for $game {
            fn write_information(
                &self,
                position: &Self::State,
                player: tremaux_core::Player,
                out: &mut dyn std::fmt::Write,
            ) -> std::fmt::Result {
                let seen = tremaux_core::HiddenGame::information(self, position, player);
                crate::history::write_history(self, &seen, out)
            }
        }

        /// Draws what the player to move sees; everything once the game is over.
        impl tremaux_core::GameDepict for $game {
            fn depict(&self, position: &Self::State) -> tremaux_core::Picture {
                use tremaux_core::{Game, GameNotation, HiddenNotation, Turn};
                crate::history::picture_of(&match self.turn(position) {
                    Turn::Over => self.position_text(position),
                    Turn::Player(player) => self.information_text(position, player),
                    Turn::Chance => self.information_text(position, 0),
                })
            }
        }
    };
}
pub(crate) use history_notation;
