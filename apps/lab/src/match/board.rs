//! A game in progress; of chess also as outside programs need it.

use tremaux_chess::{Move, Position};
use tremaux_registry::{GameEntry, PlayedGame};

use super::ending::Ending;
use super::opening::Opening;
use tremaux_cli::failure::Failure;

pub(super) struct Board {
    pub(super) game: Box<dyn PlayedGame>,
    /// The number of moves, chance moves among them.
    pub(super) plies: usize,
    /// The same game, if it is chess.
    pub(super) chess: Option<ChessBoard>,
}

/// A game of chess.
#[derive(Clone, Debug)]
pub(super) struct ChessBoard {
    pub(super) start: Position,
    pub(super) moves: Vec<Move>,
    pub(super) now: Position,
}

impl Board {
    /// The game after an opening.
    pub(super) fn new(
        entry: &GameEntry,
        game: Box<dyn PlayedGame>,
        opening: &Opening,
    ) -> Result<Self, Failure> {
        let start = entry.has_programs().then(|| Position::parse_fen(&game.start()).ok()).flatten();
        let chess = start.map(|start| ChessBoard { now: start.clone(), start, moves: Vec::new() });
        let mut board = Self { game, plies: 0, chess };
        for mv in &opening.moves {
            board.play(mv)?;
        }
        Ok(board)
    }

    /// Plays a move that the game itself wrote.
    pub(super) fn play(&mut self, mv: &str) -> Result<(), Failure> {
        let written = self.game.play(mv).map_err(|error| Failure::of(error, "the move"))?;
        self.plies += 1;
        if let Some(chess) = &mut self.chess
            && let Ok(mv) = chess.now.parse_move(&written)
        {
            chess.moves.push(mv);
            chess.now.play(mv);
        }
        Ok(())
    }

    /// Why the game, which is over, ended.
    pub(super) fn ending(&self) -> Ending {
        self.chess.as_ref().map_or(Ending::Rules, |chess| Ending::of(&chess.now))
    }
}
